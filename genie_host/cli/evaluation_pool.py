"""Several runs of an evaluation at a time: one adb server, an engine for each job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from genie_host.cli.evaluation import RunRecord
from genie_host.cli.evaluation_run import Case, Examiner
from genie_host.cli.opening import opened_model
from genie_host.cli.simulated import private_adb
from genie_host.core.cancel import CancelToken
from genie_host.core.events import EventSink
from genie_host.llm.backend import BackendWish
from genie_host.llm.catalogue import Catalogue, CatalogueEntry


@dataclass(frozen=True, kw_only=True)
class ExaminerPool:
    """Takes cases and gives their records."""

    backend: str
    """Where the model really runs."""
    _free: SimpleQueue[Examiner]
    _threads: ThreadPoolExecutor

    def run(self, cases: Sequence[Case]) -> Iterator[RunRecord]:
        """In the order of the cases, each as soon as those before it are there. Raises Cancelled."""
        return self._threads.map(self._run_one, cases)

    def _run_one(self, case: Case) -> RunRecord:
        examiner = self._free.get()
        try:
            return examiner.run(case)
        finally:
            self._free.put(examiner)


@contextmanager
def opened_pool(
    catalogue: Catalogue,
    entry: CatalogueEntry,
    *,
    backend: BackendWish,
    jobs: int,
    adb: Path | None,
    sink: EventSink,
    cancel: CancelToken,
) -> Iterator[ExaminerPool]:
    """Start everything that is used again from run to run; what the user should know goes to the sink."""
    with private_adb(adb) as server, ExitStack() as stack:
        free: SimpleQueue[Examiner] = SimpleQueue()
        real_backend = ""
        for _ in range(jobs):
            model = stack.enter_context(opened_model(catalogue, entry, backend=backend, sink=sink, cancel=cancel))
            free.put(Examiner(adb=server, model=model, cancel=cancel))
            real_backend = model.backend
        threads = stack.enter_context(ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="eval"))
        yield ExaminerPool(backend=real_backend, _free=free, _threads=threads)
