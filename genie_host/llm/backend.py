"""Where a model runs: on a GPU that is really there, or on the CPU, and then it is said aloud."""

from __future__ import annotations

import json
import logging
import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from genie_host.core.errors import GpuUnavailable
from genie_host.llm.adapters import Adapter, report_adapters
from genie_host.llm.catalogue import CatalogueEntry
from genie_host.llm.model import Backend

logger = logging.getLogger(__name__)

BackendWish = Literal["auto", "cpu", "gpu"]

_PROBE_SECONDS = 20.0


@dataclass(frozen=True, kw_only=True)
class BackendChoice:
    """Where the model is to run."""

    backend: Backend
    notice: str = ""
    """A sentence for the user; empty when they got what they asked for."""


@dataclass(frozen=True, kw_only=True)
class GpuReport:
    """What the probe found."""

    adapters: tuple[Adapter, ...] = ()
    has_crashed: bool = False

    @property
    def is_usable(self) -> bool:
        """A software renderer is no GPU: it is slower than the CPU path and known to crash the engine."""
        return any(not adapter.is_software for adapter in self.adapters)

    @property
    def reason(self) -> str:
        """Why there is none, as the end of a sentence."""
        if self.has_crashed:
            return "looking for one crashed its driver"
        if self.adapters:
            return f"the only graphics device is a software renderer, {self.adapters[0].name}"
        return "none was found"


def probe_gpu() -> GpuReport:
    """Look for graphics devices in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=report_adapters, args=(theirs,), name="genie-gpu-probe", daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(_PROBE_SECONDS):
            return GpuReport(has_crashed=True)
        found = json.loads(ours.recv_bytes())["adapters"]
    except (EOFError, OSError, ValueError, KeyError):
        return GpuReport(has_crashed=True)
    finally:
        process.kill()
        process.join()
        process.close()
        ours.close()
    report = GpuReport(adapters=tuple(Adapter(**adapter) for adapter in found))
    logger.info("graphics devices: %s", ", ".join(adapter.name for adapter in report.adapters) or "none")
    return report


def choose_backend(
    wish: BackendWish, entry: CatalogueEntry, probe: Callable[[], GpuReport] = probe_gpu
) -> BackendChoice:
    """Raises GpuUnavailable when a GPU was asked for and is not there; ``auto`` says why it is the CPU."""
    if wish == "cpu":
        return BackendChoice(backend="cpu")
    if wish == "auto" and "gpu" not in entry.backends:
        return BackendChoice(backend="cpu", notice=f"The model {entry.name} runs on the CPU, which is enough for it.")
    report = probe()
    if report.is_usable:
        return BackendChoice(backend="gpu")
    if wish == "gpu":
        raise GpuUnavailable(
            f"A GPU was asked for, but {report.reason}. Use --backend cpu, or auto to let Genie choose."
        )
    return cpu_instead(entry, report.reason)


def cpu_instead(entry: CatalogueEntry, reason: str) -> BackendChoice:
    """The CPU where a GPU was hoped for."""
    return BackendChoice(
        backend="cpu", notice=f"The model {entry.name} runs on the CPU, which is slow: no GPU is used, {reason}."
    )
