"""Many deals solved one after the other, here or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import opened_word, read_stream, without_faults
from euchre_solve.cli.output import Renderer, Target, Views, write_answers, write_texts
from euchre_solve.deal import Deal
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules
from euchre_solve.solver.auction_games import (
    AuctionSolution,
    solve_auction,
    solve_auction_position,
)
from euchre_solve.solver.double_dummy import (
    DealSolution,
    PositionSolution,
    solve_deal,
    solve_position,
)

if TYPE_CHECKING:
    from euchre_solve.formats.chunks import Chunk

Solution = DealSolution | PositionSolution | AuctionSolution

_CHUNK: Final = 1 << 15
"""Bytes of a line file that a process solves at a time: some 400 deals."""

_FEW: Final = 100
"""Deals solved before the endgame tables are worth loading."""


class Job(NamedTuple):
    """What is asked of a file, and the number of processes to do it."""

    rules: Rules
    views: Views[Any]
    target: Target
    jobs: int


def solve_records(
    items: Iterable[Record | Diagnostic], *, few: int = _FEW
) -> Iterator[Solution | Diagnostic]:
    """Yield the solution of each record, or why there is none; warnings before the solution."""
    for number, item in enumerate(items):
        if isinstance(item, Diagnostic):
            yield item
            continue
        deal = item.deal
        try:
            answer = _solve(deal, with_tables=number >= few)
        except EuchreError as error:
            known = (other for other in item.warnings if other.error.code is error.code)
            yield next(known, item.diagnose(error)).refused()
        else:
            yield from item.warnings
            yield answer


def _solve(deal: Deal, *, with_tables: bool) -> Solution:
    if deal.rules.is_auction:
        return solve_auction_position(deal) if deal.contract else solve_auction(deal)
    return solve_position(deal) if deal.contract else solve_deal(deal, with_tables=with_tables)


def solve_in_processes(environment: Environment, word: str, job: Job) -> None:
    """Solve the deals of one file, in chunks if it is a line file."""
    from euchre_solve.formats.chunks import is_splittable, split_chunks  # lazy: start-up
    from euchre_solve.formats.history import Peeked  # lazy: start-up
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    with opened_word(environment, word) as (stream, source):
        peeked = Peeked(stream)
        if not is_splittable(peeked, source):
            items = read_stream(peeked, source, job.rules)
            write_answers(environment, job.views, solve_records(items), job.target)
            return
        with environment.opened(job.target.path) as output:
            renderer = job.target.renderer(job.views, output)
            tasks = (
                _Task(chunk, renderer) for chunk in split_chunks(peeked, source, job.rules, _CHUNK)
            )
            solved = run_in_order(_solve_chunk, tasks, job.jobs)
            texts = (text for chunk in solved for text in chunk)
            write_texts(environment, output, renderer, texts)


class _Task(NamedTuple):
    chunk: Chunk
    renderer: Renderer[Any]


def _solve_chunk(task: _Task) -> list[str | Diagnostic]:
    """Return the texts of the solutions in a chunk, and the diagnostics, in order.

    What stands between two diagnostics is one text: cheaper to send than many.
    """
    from euchre_solve.formats.chunks import read_chunk, reader_of  # lazy: start-up

    items = without_faults(read_chunk(task.chunk, reader_of(task.chunk)))
    rendered = (
        answer if isinstance(answer, Diagnostic) else task.renderer.render(answer)
        for answer in solve_records(items, few=0)
    )
    solved: list[str | Diagnostic] = []
    for kind, group in groupby(rendered, type):
        if kind is str:
            solved.append(task.renderer.between.join(map(str, group)))
        else:
            solved += group
    return solved
