"""Work of a command spread as its options say, and what it tells of the workers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import typer

from euchre_solve.cli.environment import Environment, ExitStatus
from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.solver.parallel import Backend, Rate, WorkError, spread_over


@contextmanager
def spread(
    environment: Environment,
    backend: Backend,
    scheduler: str | None,
    jobs: int,
    *,
    tells_rates: bool = False,
) -> Iterator[int]:
    """Spread work over workers inside; yield the jobs to ask for.

    A cluster that can't be had ends the run before a file is written; one that is lost ends it
    with what is written by then.
    """
    try:
        if scheduler and not backend.is_cluster:
            raise WorkError("--scheduler goes with the --backend of a cluster")
        with spread_over(backend, scheduler) as spread:
            yield 0 if backend.is_cluster else jobs
    except WorkError as error:
        environment.fail(str(error))
        raise typer.Exit(ExitStatus.FAILURE) from None
    if tells_rates:
        _tell_rates(environment, spread.rates)


def _tell_rates(environment: Environment, rates: Mapping[str, Rate]) -> None:
    for worker, (chunks, seconds) in sorted(rates.items()):
        rate = f", {chunks / seconds:.3g} a second" if seconds else ""
        environment.tell(f"{worker}: {chunks:,} chunks in {seconds:.1f} s{rate}")


def not_done(source: str, first: int, last: int, why: str) -> Diagnostic:
    """Return the diagnostic of lines that were not worked on."""
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    hint = "the other lines are done: give these again by themselves"
    error = EuchreError(ErrorCode.NOT_DONE, f"{lines} not done: {why}", hint=hint)
    return Diagnostic(source, first, error)
