"""Lets litert-torch 0.10.0 be imported without TensorFlow.

Its `export_hf` imports `tensorflow.lite.python.schema_py_generated` without declaring it; ai-edge-litert ships the same
module under another name. Importing this module puts it where it is looked for.
"""

import sys
import types
from importlib.machinery import ModuleSpec

from ai_edge_litert import schema_py_generated


def _install() -> None:
    parent = None
    for name in ("tensorflow", "tensorflow.lite", "tensorflow.lite.python"):
        module = types.ModuleType(name)
        module.__path__ = []
        module.__spec__ = ModuleSpec(name, None, is_package=True)
        sys.modules[name] = module
        if parent is not None:
            setattr(parent, name.rpartition(".")[2], module)
        parent = module
    sys.modules["tensorflow.lite.python.schema_py_generated"] = schema_py_generated
    setattr(sys.modules["tensorflow.lite.python"], "schema_py_generated", schema_py_generated)  # noqa: B010


if "tensorflow" not in sys.modules:
    _install()
