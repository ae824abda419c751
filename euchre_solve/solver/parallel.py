"""Work spread over threads, processes or a cluster: the one place that knows how.

Chunks go out and come back in their order, so the same bytes are written for any backend, number
of workers and order in which they end. Threads and processes are joblib's. A cluster is asked by
its own client (`clusters`), not through joblib's backend for it: that one gives a whole run up
for a chunk that fails or ends its worker, and waits forever once all workers are lost.

A chunk that fails is tried once more. The processes that a chunk took down are replaced, and the
chunk is tried alone. What fails twice is told, and the rest goes on.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar, cast

from euchre_solve.errors import EuchreError, InstallationError

if TYPE_CHECKING:
    from euchre_solve.solver.clusters import Cluster

_Chunk = TypeVar("_Chunk")
_Result = TypeVar("_Result")

_WAVE: Final = 32
"""Chunks under way at once for each process: what bounds the memory."""

_AHEAD: Final = 4
"""The same for each worker of a cluster: enough that none waits for the chunk before."""

_TRIES: Final = 2

_WATCH: Final = 0.5
"""Seconds from one look at the parent process to the next."""


class Backend(str, Enum):  # noqa: UP042 - typer wants the value as a plain string
    """What works on the chunks."""

    THREADS = "threads"
    PROCESSES = "processes"
    DASK = "dask"

    @property
    def is_cluster(self) -> bool:
        """Tell whether the workers may be on other machines."""
        return self is Backend.DASK


class WorkError(Exception):
    """Work that can't go on, for no fault of the input: no workers, or a part that fails."""


class Rate(NamedTuple):
    """The chunks that one worker has done, and the seconds that it took."""

    chunks: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Spread:
    """How work is spread while it is in force, and what each worker has done by then."""

    backend: Backend = Backend.PROCESSES
    cluster: Cluster | None = None
    rates: dict[str, Rate] = field(default_factory=dict)

    def count(self, done: Done[_Result]) -> None:
        """Note who did a chunk."""
        chunks, seconds = self.rates.get(done.worker, Rate())
        self.rates[done.worker] = Rate(chunks + 1, seconds + done.seconds)


_SPREAD: ContextVar[Spread | None] = ContextVar("_SPREAD", default=None)


@contextmanager
def spread_over(backend: Backend, scheduler: str | None = None) -> Iterator[Spread]:
    """Have `run_in_order` use ``backend`` inside; raises `WorkError` if a cluster can't be had."""
    spread = Spread(backend)
    if backend.is_cluster:
        from euchre_solve.solver.clusters import connect  # lazy: start-up

        spread.cluster = connect(scheduler)
    token = _SPREAD.set(spread)
    try:
        yield spread
    finally:
        _SPREAD.reset(token)
        if spread.cluster:
            spread.cluster.close()


def is_on_cluster() -> bool:
    """Tell whether work goes to other machines now."""
    spread = _SPREAD.get()
    return spread is not None and spread.cluster is not None


def run_in_order(
    work: Callable[[_Chunk], _Result],
    chunks: Iterable[_Chunk],
    jobs: int,
    on_failure: Callable[[_Chunk, str], _Result] | None = None,
) -> Iterator[_Result]:
    """Yield ``work`` of each chunk, in order, from ``jobs`` workers; 0 means one a core.

    One job, or a single chunk, is worked on here, unless there is a cluster, which takes all.
    Endless input is fine: no more than a wave of chunks is read ahead of the results. From a slow
    source one job answers sooner. For a chunk that failed twice ``on_failure`` says what to yield;
    `WorkError` is raised if nobody does, and if no worker is left.
    """
    spread = _SPREAD.get() or Spread()
    if spread.cluster:
        finished = _on_cluster(spread.cluster, work, chunks)
    else:
        chunks = iter(chunks)
        first = list(islice(chunks, 1 if jobs == 1 else 2))
        if jobs == 1 or len(first) == 1:
            yield from map(work, chain(first, chunks))
            return
        finished = _here(spread.backend, jobs, work, chain(first, chunks))
    for chunk, done in finished:
        spread.count(done)
        if done.error:
            raise done.error
        if done.failure is None:
            yield cast(_Result, done.result)
        elif on_failure:
            yield on_failure(chunk, done.failure)
        else:
            raise WorkError(done.failure)


class Done(NamedTuple, Generic[_Result]):
    """What came of a chunk: a result, or an ``error`` to be raised, or why it failed twice."""

    result: _Result | None = None
    error: EuchreError | InstallationError | None = None
    failure: str | None = None
    worker: str = ""
    seconds: float = 0.0


def attempt(work: Callable[[_Chunk], _Result], chunk: _Chunk) -> Done[_Result]:
    """Do a chunk, twice if need be, and say who did it."""
    from platform import node

    worker, started = f"{node()}:{os.getpid()}", time.perf_counter()
    failure = None
    for _ in range(_TRIES):
        try:
            result = work(chunk)
        except (EuchreError, InstallationError) as error:
            return Done(error=error, worker=worker)
        except Exception as error:
            failure = f"failed twice: {type(error).__name__}: {error}"
        else:
            return Done(result, worker=worker, seconds=time.perf_counter() - started)
    return Done(failure=failure, worker=worker)


def interruptible(work: Callable[[], _Result]) -> _Result:
    """Do ``work`` in a thread of its own, so that Ctrl-C doesn't wait for a search of minutes."""
    from concurrent.futures import Future  # lazy: start-up

    if threading.current_thread() is not threading.main_thread():
        return work()
    future: Future[_Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future.result()


# --- on this machine


def _here(
    backend: Backend, jobs: int, work: Callable[[_Chunk], _Result], chunks: Iterator[_Chunk]
) -> Iterator[tuple[_Chunk, Done[_Result]]]:
    from joblib import Parallel, cpu_count, delayed, parallel_config  # lazy: start-up
    from joblib.externals.loky import BrokenProcessPool  # lazy: start-up

    warnings.filterwarnings("ignore", message=".*workers have been cancelled")  # nobody reads on
    processes = jobs or cpu_count()
    config: dict[str, Any] = {"backend": "threading", "n_jobs": processes}
    if backend is Backend.PROCESSES:
        config |= {"backend": "loky", "initializer": _end_with, "initargs": (os.getpid(),)}
    waiting: deque[_Chunk] = deque()
    is_alone = False  # the chunk in front, after processes were lost
    while True:
        waiting.extend(islice(chunks, _WAVE * processes - len(waiting)))
        wave = list(islice(waiting, 1 if is_alone else None))
        if not wave:
            return
        try:
            with parallel_config(**config), _interruptions_ignored():
                parallel = Parallel(return_as="generator", batch_size=1)
                results = parallel(delayed(attempt)(work, chunk) for chunk in wave)
            for done in results:
                yield waiting.popleft(), done
            is_alone = False
        except BrokenProcessPool:
            if is_alone:
                yield waiting.popleft(), Done(failure="ended its process twice")
            is_alone = not is_alone


def _end_with(parent: int) -> None:
    """Have this process end soon after its parent, even one that was killed and couldn't see to it.

    Else it would wait for work for minutes.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _interruptions_ignored() -> Iterator[None]:
    """Ignore Ctrl-C for a moment: processes started in it ignore it for good; we end them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- on a cluster


def _on_cluster(
    cluster: Cluster, work: Callable[[_Chunk], _Result], chunks: Iterable[_Chunk]
) -> Iterator[tuple[_Chunk, Done[_Result]]]:
    """Yield chunks with what came of them; those out are cancelled if nobody reads on."""
    out: deque[tuple[_Chunk, Any]] = deque()
    try:
        for chunk in chunks:
            out.append((chunk, cluster.submit(work, chunk)))
            while len(out) >= _AHEAD * cluster.size():
                yield out[0][0], cluster.wait(out[0][1])
                out.popleft()
        while out:
            yield out[0][0], cluster.wait(out[0][1])
            out.popleft()
    finally:
        cluster.cancel([ticket for _, ticket in out])
