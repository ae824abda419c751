"""Work spread over processes: the one place that knows how.

Chunks go out and come back in their order, so the same bytes are written for any number of jobs.
"""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Final, TypeVar

_Chunk = TypeVar("_Chunk")
_Result = TypeVar("_Result")

_WAVE: Final = 32
"""Chunks under way at once for each process: what bounds the memory."""


def run_in_order(
    work: Callable[[_Chunk], _Result], chunks: Iterable[_Chunk], jobs: int
) -> Iterator[_Result]:
    """Yield ``work`` of each chunk, in order, from ``jobs`` processes; 0 means one a core.

    One job, or a single chunk, is worked on here, without another process. Endless input is
    fine: no more than a wave of chunks is read ahead of the results. From a slow source one job
    answers sooner.
    """
    chunks = iter(chunks)
    first = list(islice(chunks, 1 if jobs == 1 else 2))
    if jobs == 1 or len(first) == 1:
        yield from map(work, chain(first, chunks))
        return
    from joblib import Parallel, cpu_count, delayed  # lazy: start-up

    warnings.filterwarnings("ignore", message=".*workers have been cancelled")  # nobody reads on
    processes = jobs or cpu_count()
    everything = chain(first, chunks)
    with Parallel(n_jobs=processes, return_as="generator", batch_size=1) as parallel:
        while wave := list(islice(everything, _WAVE * processes)):
            with _interruptions_ignored():
                results = parallel(delayed(work)(chunk) for chunk in wave)
            yield from results


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
