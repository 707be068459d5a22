"""From graph, tokenizer and chat template to a `.litertlm` bundle, the same bytes every time."""

import argparse
import datetime
import hashlib
import io
import re
import tempfile
import uuid
from pathlib import Path

from litert_lm_builder import litertlm_builder as builder
from litert_lm_builder.runtime.proto import llm_metadata_pb2

from scripts.nano.config import BOS_ID, CALL_END, CALL_START, EOS_ID, PAD_ID, TURN_END, NanoConfig
from scripts.nano.places import Places
from scripts.nano.tokenizer import load_tokenizer

_TOP_P = 2  # proto value; GREEDY is not implemented on the CPU, so greedy is written as top-p with k = 1


class _FixedUuid:
    """Stands where the builder looks for `uuid`, so that equal content gets an equal identity."""

    def __init__(self, content: bytes) -> None:
        self._value = uuid.UUID(bytes=hashlib.sha256(content).digest()[:16])

    def uuid4(self) -> uuid.UUID:
        return self._value


class _FixedTime:
    """Stands where the builder looks for `datetime`: packed at the epoch, as reproducible archives are."""

    timezone = datetime.timezone

    class datetime:  # noqa: N801 - named as the module attribute it replaces
        """The one class of the module the builder asks."""

        @staticmethod
        def now(zone: datetime.tzinfo) -> datetime.datetime:
            return datetime.datetime.fromtimestamp(0, zone)


def pack_bundle(config: NanoConfig, *, graph: Path, tokenizer: Path, template: Path, output: Path) -> str:
    """Write the bundle to `output` and return its sha256."""
    metadata = _metadata(config, tokenizer, template).SerializeToString(deterministic=True)
    builder.uuid = _FixedUuid(metadata + graph.read_bytes() + tokenizer.read_bytes())
    builder.datetime = _FixedTime
    with tempfile.TemporaryDirectory() as scratch:
        metadata_path = Path(scratch) / "metadata.pb"
        metadata_path.write_bytes(metadata)
        bundle = builder.LitertLmFileBuilder()
        bundle.add_system_metadata(builder.Metadata(key="Authors", value="Genie", dtype=builder.DType.STRING))
        bundle.add_llm_metadata(str(metadata_path))
        bundle.add_sentencepiece_tokenizer(str(tokenizer))
        bundle.add_tflite_model(str(graph), builder.TfLiteModelType.PREFILL_DECODE)
        packed = io.BytesIO()
        bundle.build(packed)
    output.write_bytes(packed.getvalue())
    return sha256_of(output)


def sha256_of(path: Path) -> str:
    """Hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def record_in_catalogue(catalogue: Path, name: str, bundle: Path) -> bool:
    """Put the bundle's size and sha256 in its catalogue entry; False when the catalogue has no such entry.

    The file is edited as text so that its comments stay.
    """
    text = catalogue.read_text(encoding="utf-8")
    facts = f'size_bytes = {bundle.stat().st_size}\nsha256 = "{sha256_of(bundle)}"\n'
    tables = re.split(r"(?m)^(?=\[)", text)
    for index, table in enumerate(tables):
        if table.startswith(f"[models.{name}]"):
            without = re.sub(r"(?m)^(sha256|size_bytes)\s*=.*\n", "", table)
            tables[index] = re.sub(r"(?m)^(bundled\s*=.*\n)", rf"\g<1>{facts}", without)
            catalogue.write_text("".join(tables), encoding="utf-8")
            return True
    return False


def _metadata(config: NanoConfig, tokenizer: Path, template: Path) -> llm_metadata_pb2.LlmMetadata:
    metadata = llm_metadata_pb2.LlmMetadata()
    metadata.start_token.token_ids.ids.append(BOS_ID)
    for stop in (EOS_ID, load_tokenizer(tokenizer).piece_to_id(TURN_END)):
        metadata.stop_tokens.add().token_ids.ids.append(stop)
    metadata.pad_token.token_ids.ids.append(PAD_ID)
    metadata.max_num_tokens = config.network.context_tokens
    metadata.llm_model_type.qwen3.code_fence_start = CALL_START
    metadata.llm_model_type.qwen3.code_fence_end = CALL_END
    metadata.jinja_prompt_template = template.read_text(encoding="utf-8")
    metadata.supports_function_calling = True
    metadata.sampler_params.type = _TOP_P
    metadata.sampler_params.k = 1
    metadata.sampler_params.p = 1.0
    metadata.sampler_params.temperature = 1.0
    return metadata


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `pack`: the bundle into the models folder, its digest into the catalogue."""
    places = Places.of(options, config.name)
    digest = pack_bundle(
        config, graph=places.graph, tokenizer=places.tokenizer, template=places.template, output=places.bundle
    )
    print(f"{places.bundle} {places.bundle.stat().st_size} bytes sha256 {digest}")
    if not places.catalogue.exists() or not record_in_catalogue(places.catalogue, config.name, places.bundle):
        print(f"{places.catalogue} has no entry {config.name}; nothing recorded")
