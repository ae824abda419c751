"""Many deals solved one after the other, here or by several workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import read_stream, without_faults
from euchre_solve.cli.output import Renderer, Target, Views, write_texts
from euchre_solve.cli.spreading import not_done
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
    from euchre_solve.cli.solve_journal import SolveJournal
    from euchre_solve.formats.chunks import Chunk

Solution = DealSolution | PositionSolution | AuctionSolution

_CHUNK: Final = 1 << 15
"""Bytes of a line file that a worker solves at a time: some 500 deals."""

_FEW: Final = 100
"""Deals solved before the endgame tables are worth loading."""


class Job(NamedTuple):
    """What is asked of a file, and the number of workers to do it."""

    rules: Rules
    views: Views[Any]
    target: Target
    jobs: int
    journal: SolveJournal | None = None
    """What was answered before."""

    def opened(self, environment: Environment) -> AbstractContextManager[TextIO]:
        """Open what the answers go to."""
        if self.journal:
            return self.journal.appending()
        return environment.opened(self.target.path)

    def is_answered(self, item: Record | Diagnostic) -> bool:
        """Tell whether a deal was answered before."""
        return self.journal is not None and self.journal.is_answer_to(item)


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


def solve_in_chunks(environment: Environment, word: str, job: Job) -> None:
    """Solve the deals of one file, in chunks if it is a line file."""
    from euchre_solve.cli.files import Files  # lazy: start-up
    from euchre_solve.formats.chunks import is_splittable, split_chunks  # lazy: start-up
    from euchre_solve.formats.history import Peeked  # lazy: start-up
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    in_the_way = environment.stdout.isatty() and job.target.path is None
    with (
        closing(Files(environment, [word], is_watched=not in_the_way)) as reading,
        reading.open(word) as (stream, source),
    ):
        peeked = Peeked(stream)
        with job.opened(environment) as output:
            renderer = job.target.renderer(job.views, output)
            texts: Iterable[str | Diagnostic]
            if is_splittable(peeked, source):
                chunks = split_chunks(peeked, source, job.rules, _CHUNK)
                tasks = _tasks(chunks, renderer, job)
                solved = run_in_order(_solve_chunk, tasks, job.jobs, _unsolved)
                texts = (text for chunk in solved for text in chunk)
            else:
                items = read_stream(peeked, source, job.rules)
                texts = _rendered(renderer, _unanswered(items, job))
            write_texts(environment, output, renderer, texts)


class _Task(NamedTuple):
    """A chunk to solve, but for the items numbered in ``answered``."""

    chunk: Chunk
    renderer: Renderer[Any]
    answered: frozenset[int] = frozenset()

    def items(self) -> Iterator[Record | Diagnostic]:
        """Yield what stands in the chunk."""
        from euchre_solve.formats.chunks import read_chunk, reader_of  # lazy: start-up

        return without_faults(read_chunk(self.chunk, reader_of(self.chunk)))


def _tasks(chunks: Iterable[Chunk], renderer: Renderer[Any], job: Job) -> Iterator[_Task]:
    """Yield the tasks of all chunks; what was answered before is read here, too."""
    for chunk in chunks:
        task = _Task(chunk, renderer)
        if job.journal and not job.journal.is_used_up:
            items = enumerate(task.items())
            answered = frozenset(number for number, item in items if job.is_answered(item))
            task = task._replace(answered=answered)
        yield task
    if job.journal:
        job.journal.verify_used_up()


def _unanswered(items: Iterable[Record | Diagnostic], job: Job) -> Iterator[Record | Diagnostic]:
    """Yield what was not answered before, and the warnings of what was."""
    for item in items:
        if isinstance(item, Record) and job.is_answered(item):
            yield from item.warnings
        else:
            yield item
    if job.journal:
        job.journal.verify_used_up()


def _unsolved(task: _Task, why: str) -> list[str | Diagnostic]:
    chunk = task.chunk
    return [not_done(chunk.source, chunk.line, chunk.last_line, why)]


def _solve_chunk(task: _Task) -> list[str | Diagnostic]:
    """Return the texts of the solutions in a chunk, and the diagnostics, in order.

    What stands between two diagnostics is one text: cheaper to send than many.
    """
    items: list[Record | Diagnostic] = []
    for number, item in enumerate(task.items()):
        if number in task.answered and isinstance(item, Record):
            items += item.warnings
        else:
            items.append(item)
    solved: list[str | Diagnostic] = []
    for kind, group in groupby(_rendered(task.renderer, items, few=0), type):
        if kind is str:
            solved.append(task.renderer.between.join(map(str, group)))
        else:
            solved += group
    return solved


def _rendered(
    renderer: Renderer[Any], items: Iterable[Record | Diagnostic], *, few: int = _FEW
) -> Iterator[str | Diagnostic]:
    for answer in solve_records(items, few=few):
        yield answer if isinstance(answer, Diagnostic) else renderer.render(answer)
