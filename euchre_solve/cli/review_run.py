"""One run of a review: deals taken as they come, written, summed up, and shown."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from heapq import nsmallest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.files import Files
from euchre_solve.cli.inputs import STANDARD_INPUT
from euchre_solve.cli.options import Format
from euchre_solve.cli.output import Renderer, TableRenderer, Target, Views
from euchre_solve.cli.progress import ProgressBar
from euchre_solve.cli.review_journal import Journal
from euchre_solve.cli.review_records import (
    BETWEEN_ERRORS,
    REVIEW_COLUMNS,
    SUMMARY,
    review_records,
    review_row,
    summary_record,
)
from euchre_solve.cli.reviewing import (
    Numbered,
    Wanted,
    done_before,
    records_in,
    review_all,
    ungraded_in,
)
from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.review.graded import ReviewedDeal
from euchre_solve.review.report import Report, players_of

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.cli.review_table import Shown, Worst

_WORST: Final = 10


class Outputs(NamedTuple):
    """Where a review goes: the answers, annotated records, a page, and a file to go on with."""

    target: Target
    annotate: Path | None = None
    page: Path | None = None
    journal: Journal | None = None

    @property
    def is_table(self) -> bool:
        """Tell whether the answers are tables, which come last."""
        return self.target.form in {Format.AUTO, Format.TABLE}


class Run:
    """A review under way; ``report`` is what it has come to so far."""

    def __init__(self, environment: Environment, wanted: Wanted, outputs: Outputs) -> None:
        self.environment = environment
        self.wanted = wanted
        self.outputs = outputs
        self.report = Report()
        self._worst: list[Worst] = []
        self._faulty = 0

    def run(self, reading: Files, total: int | None) -> None:
        """Review all files; ``total`` deals are in them, None if nobody knows."""
        with closing(self._reviewed(reading, total)) as reviewed:
            deals: Iterable[ReviewedDeal] = reviewed
            if self.outputs.annotate:
                deals = self._annotated(deals, self.outputs.annotate)
            self._exhaust(deals)
        if self.outputs.is_table:
            self._show()

    def _reviewed(self, reading: Files, total: int | None) -> Generator[ReviewedDeal]:
        """Yield the deals of all files, those new written before."""
        items = records_in(reading, self.wanted)
        journal = self.outputs.journal
        if journal:
            yield from self._noted(done_before(items, journal, self.wanted.effort))
            journal.cut()
        bar = ProgressBar(self.environment, "reviewing")
        left = None if total is None else total - self.report.deals
        with self._rows() as rows:
            for reviewed in self._noted(bar.watch(review_all(items, self.wanted), left)):
                if rows:
                    for record in review_records(reviewed, self.wanted.effort):
                        rows.write(record)
                    rows.stream.flush()
                yield reviewed
            if rows:
                rows.write(summary_record(self.report, self.wanted.effort))
                rows.finish()

    def _noted(self, found: Iterable[ReviewedDeal | Diagnostic]) -> Iterator[ReviewedDeal]:
        """Yield the deals, each summed up; tell what else was found."""
        for item in found:
            if isinstance(item, Diagnostic):
                self.environment.report(item)
                continue
            players = players_of(item.record)
            self.report.add(players, item.decisions, item.luck, item.record.deal)
            if item.errors:
                self._faulty += 1
                self._tell(ungraded_in(item.record, BETWEEN_ERRORS.join(item.errors)))
            if self.outputs.is_table:
                self._keep_worst(item, players)
            yield item

    def _tell(self, found: Iterable[Diagnostic]) -> None:
        for diagnostic in found:
            self.environment.report(diagnostic)

    def _keep_worst(self, reviewed: ReviewedDeal, players: tuple[str, ...]) -> None:
        from euchre_solve.cli.review_table import Worst  # lazy: start-up

        new = [
            Worst(reviewed.number, players[decision.seat - 1], decision)
            for decision in reviewed.decisions
            if decision.counted
        ]
        self._worst = nsmallest(
            _WORST, [*self._worst, *new], key=lambda worst: -worst.decision.counted
        )

    # --- outputs

    @contextmanager
    def _rows(self) -> Iterator[_Rows | None]:
        if self.outputs.is_table:
            yield None
            return
        target, journal = self.outputs.target, self.outputs.journal
        if not journal:
            with self.environment.opened(target.path) as stream:
                yield _Rows(target.renderer(_VIEWS, stream), stream)
            return
        with journal.path.open(
            "a", encoding="utf-8", newline="", errors="backslashreplace"
        ) as stream:
            renderer = target.renderer(_VIEWS, stream)
            if journal.end:  # what stands before all rows is there
                renderer.opening = renderer.nothing = ""
            yield _Rows(renderer, stream)

    def _annotated(self, deals: Iterable[ReviewedDeal], path: Path) -> Iterator[ReviewedDeal]:
        """Yield the deals, their records written with remarks."""
        from euchre_solve.formats.history import writer_for  # lazy: start-up
        from euchre_solve.review.annotating import annotated  # lazy: start-up

        writer = writer_for("egn")
        with self.environment.opened(path) as stream:
            for reviewed in deals:
                stream.write(writer.format(annotated(reviewed)))
                yield reviewed
            stream.write(writer.finish())
        for loss in sorted(writer.losses):
            error = EuchreError(ErrorCode.NOT_KEPT, f"not kept: {loss}")
            self.environment.report(Diagnostic.of(error, str(path)))

    def _exhaust(self, deals: Iterable[ReviewedDeal]) -> None:
        """Take all deals, onto a page if one is wanted."""
        if self.outputs.page is None:
            for _ in deals:
                pass
            return
        from euchre_solve.review.page.page import write_page  # lazy: start-up

        with self.environment.opened(self.outputs.page) as stream:
            write_page(stream, deals)

    def _show(self) -> None:
        from euchre_solve.cli.review_table import Shown, show_review  # lazy: start-up

        shown = Shown(self.report, self._worst, self.wanted.effort, self._faulty)

        def show(answer: Shown, console: Console) -> None:
            show_review(answer, console)

        with self.environment.opened(self.outputs.target.path) as stream:
            views: Views[Shown] = Views(lambda _: {}, (), lambda _: (), show)
            stream.write(TableRenderer(views, stream).render(shown))


class _Rows:
    """Records written as they come."""

    def __init__(self, renderer: Renderer[dict[str, Any]], stream: TextIO) -> None:
        self.stream = stream
        self._renderer = renderer
        self._before = renderer.opening
        self._is_empty = True

    def write(self, record: dict[str, Any]) -> None:
        """Write one record."""
        if text := self._renderer.render(record):
            self.stream.write(self._before + text)
            self._before = self._renderer.between
            self._is_empty = False

    def finish(self) -> None:
        """Write what stands after the last."""
        renderer = self._renderer
        self.stream.write(renderer.nothing if self._is_empty else renderer.closing)


def count_deals(environment: Environment, words: list[str], wanted: Wanted) -> int | None:
    """Return how many deals there are to review, if there is a progress bar to tell it."""
    if STANDARD_INPUT in words or not environment.stderr.isatty():
        return None
    reading = Files(environment, words)
    with closing(reading):
        return sum(isinstance(item, Numbered) for item in records_in(reading, wanted))


def _rows_of(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if record["kind"] != SUMMARY:
        yield review_row(record)


_VIEWS: Final[Views[dict[str, Any]]] = Views(
    lambda record: record, REVIEW_COLUMNS, _rows_of, lambda _, __: None
)
