"""Where a model runs, and what the user is told about it."""

import pytest
from nano_turns import propose

from genie_host.core.errors import GpuUnavailable
from genie_host.llm.adapters import Adapter
from genie_host.llm.backend import GpuReport, choose_backend, probe_gpu
from genie_host.llm.catalogue import Catalogue
from genie_host.llm.litert import LiteRtModel
from genie_host.llm.model import CallShape

REAL = GpuReport(adapters=(Adapter(name="NVIDIA H200", vulkan_type=2),))
SOFTWARE = GpuReport(adapters=(Adapter(name="llvmpipe (LLVM 15.0.6, 256 bits)", vulkan_type=4),))
NONE = GpuReport()
CRASHED = GpuReport(has_crashed=True)


@pytest.fixture
def no_drivers(monkeypatch, tmp_path):
    """The Vulkan loader finds no driver, whatever this machine has."""
    for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        monkeypatch.setenv(name, str(tmp_path / "none.json"))


@pytest.fixture
def gemma():
    return Catalogue.load().find("gemma-4-e2b")


@pytest.mark.parametrize(
    ("name", "vulkan_type"),
    [("llvmpipe (LLVM 17)", 0), ("SwiftShader Device (LLVM 10.0.0)", 0), ("lavapipe", 2), ("Some CPU", 4)],
)
def test_software_renderers_are_no_gpu_by_type_or_by_name(name, vulkan_type):
    assert not GpuReport(adapters=(Adapter(name=name, vulkan_type=vulkan_type),)).is_usable


@pytest.mark.parametrize("vulkan_type", [0, 1, 2, 3])
def test_other_adapters_are(vulkan_type):
    assert GpuReport(adapters=(*SOFTWARE.adapters, Adapter(name="A GPU", vulkan_type=vulkan_type))).is_usable


def test_auto_takes_a_gpu_that_is_really_there_for_a_big_model(gemma):
    choice = choose_backend("auto", gemma, lambda: REAL)
    assert (choice.backend, choice.notice) == ("gpu", "")


@pytest.mark.parametrize(
    ("report", "reason"), [(SOFTWARE, "software renderer, llvmpipe"), (NONE, "none was found"), (CRASHED, "crashed")]
)
def test_auto_says_why_it_is_the_cpu(gemma, report, reason):
    choice = choose_backend("auto", gemma, lambda: report)
    assert choice.backend == "cpu"
    assert "runs on the CPU" in choice.notice
    assert reason in choice.notice


def test_auto_keeps_the_small_model_on_the_cpu_without_looking_for_a_gpu(nano_entry):
    choice = choose_backend("auto", nano_entry, lambda: pytest.fail("looked"))
    assert choice.backend == "cpu"
    assert "runs on the CPU" in choice.notice


def test_cpu_is_taken_at_its_word(gemma):
    choice = choose_backend("cpu", gemma, lambda: pytest.fail("looked"))
    assert (choice.backend, choice.notice) == ("cpu", "")


@pytest.mark.parametrize("report", [SOFTWARE, NONE, CRASHED])
def test_gpu_is_refused_when_there_is_none(nano_entry, report):
    with pytest.raises(GpuUnavailable, match="A GPU was asked for, but"):
        choose_backend("gpu", nano_entry, lambda: report)


@pytest.mark.slow
@pytest.mark.skipif("sys.platform == 'darwin'", reason="every Mac has a GPU")
@pytest.mark.usefixtures("no_drivers")
def test_the_probe_finds_nothing_where_there_is_no_driver(nano_entry, nano_path):
    assert not probe_gpu().is_usable
    with pytest.raises(GpuUnavailable):
        LiteRtModel.start(nano_entry, nano_path, backend="gpu")


@pytest.mark.slow
@pytest.mark.skipif("sys.platform == 'darwin'", reason="every Mac has a GPU")
@pytest.mark.usefixtures("no_drivers")
def test_a_gpu_the_engine_cannot_use_gives_way_to_the_cpu_aloud_or_is_an_error(nano_entry, nano_path):
    hopeful = nano_entry.model_copy(update={"backends": ("gpu", "cpu")})
    model = LiteRtModel.start(hopeful, nano_path, probe=lambda: REAL)
    try:
        assert model.backend == "cpu"
        assert "runs on the CPU" in model.notice
        assert propose(model, [CallShape("go_back")]).calls
    finally:
        model.close()
    with pytest.raises(GpuUnavailable, match="No usable GPU"):
        LiteRtModel.start(hopeful, nano_path, backend="gpu", probe=lambda: REAL)
