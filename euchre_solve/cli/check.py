"""``check``: history files held against the rules and against themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from euchre_solve.cli.environment import Environment, ExitStatus
from euchre_solve.cli.files import Files, verify_form
from euchre_solve.cli.inputs import parse_rules
from euchre_solve.cli.options import (
    BackendOption,
    FilesArgument,
    Format,
    FormatOption,
    FromOption,
    JobsOption,
    JsonOption,
    MaxErrorsOption,
    OutputOption,
    QuietOption,
    RatesOption,
    RulesOption,
    SchedulerOption,
    StrictOption,
)
from euchre_solve.cli.output import Target, Views, counted, write_answers
from euchre_solve.cli.spreading import not_done, spread
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.formats.forms import READABLE
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import Backend

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.formats.check_stream import CheckedChunk, Found
    from euchre_solve.formats.chunks import Chunk

_DIAGNOSTIC_COLUMNS: Final = (
    "source",
    "line",
    "column",
    "severity",
    "code",
    "name",
    "message",
    "hint",
)
_CHUNK: Final = 1 << 18
"""Bytes of a line file that a process checks at a time."""


class Summary(NamedTuple):
    """How many deals were checked, and how many had warnings at most, or errors."""

    deals: int = 0
    warnings: int = 0
    errors: int = 0

    def with_found(self, found: Found) -> Summary:
        """Return the summary with one deal more."""
        is_error = any(item.is_error for item in found)
        return Summary(
            self.deals + 1, self.warnings + (bool(found) and not is_error), self.errors + is_error
        )

    def __str__(self) -> str:
        ok = self.deals - self.warnings - self.errors
        parts = (counted(self.warnings, "warning"), counted(self.errors, "error"))
        return f"{counted(self.deals, 'deal')}: {ok:,} ok, {', '.join(parts)}"

    def as_record(self) -> dict[str, Any]:
        """Return the summary for a program."""
        ok = self.deals - self.warnings - self.errors
        return {"schema": SCHEMA, "kind": "check", **self._asdict(), "ok": ok}


class _Wanted(NamedTuple):
    """What the options say of the reading."""

    form: str | None
    rules: Rules
    jobs: int


def check_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    files: FilesArgument,
    *,
    from_format: FromOption = None,
    rules: RulesOption = "north-american",
    strict: StrictOption = False,
    max_errors: MaxErrorsOption = 0,
    jobs: JobsOption = 1,
    backend: BackendOption = Backend.PROCESSES,
    scheduler: SchedulerOption = None,
    form: FormatOption = Format.AUTO,
    as_json: JsonOption = False,
    output: OutputOption = None,
    quiet: QuietOption = False,
    verbose: RatesOption = False,
) -> None:
    """Check recorded deals against the rules, and what they state against what follows.

    Illegal acts (E3xx) are found one by one; stated scores, dealers, points and winners that
    disagree with the deals are warnings (W4xx), and so is what isn't known of a deal (W5xx).
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    try:
        name, chosen = verify_form(from_format, READABLE, "--from"), parse_rules(rules)
    except EuchreError as error:
        environment.report(Diagnostic.of(error))
        return
    target = Target(Format.JSON if as_json else form, output, many=True)
    run = _Run(environment, target, max_errors)
    with (
        spread(environment, backend, scheduler, jobs, tells_rates=verbose) as workers,
        closing(Files(environment, files)) as reading,
    ):
        run.check(reading, _Wanted(name, chosen, workers))
    if run.summary.errors or (strict and run.summary.warnings):
        environment.status = ExitStatus.BAD_INPUT


class _Finding(NamedTuple):
    """A diagnostic as an answer."""

    diagnostic: Diagnostic


class _Run:
    """One run of the command, and what it has come to so far."""

    def __init__(self, environment: Environment, target: Target, max_errors: int) -> None:
        self.environment = environment
        self.target = target
        self.max_errors = max_errors
        self.summary = Summary()

    def check(self, reading: Files, wanted: _Wanted) -> None:
        """Check all files and write what is found, the summary last."""
        found = self._counted(_found_in(reading, wanted))
        if self.target.form not in {Format.AUTO, Format.TABLE}:
            write_answers(self.environment, _VIEWS, self._as_answers(found), self.target)
            return
        with self.environment.opened(self.target.path) as stream:
            for diagnostic in found:
                self.environment.report(diagnostic)
            reading.close()
            stream.write(f"{self.summary}\n")

    def _counted(self, found: Iterable[Found]) -> Iterator[Diagnostic]:
        for each in found:
            self.summary = self.summary.with_found(each)
            yield from each
            if self.max_errors and self.summary.errors == self.max_errors:
                return

    def _as_answers(self, found: Iterable[Diagnostic]) -> Iterator[_Finding | Summary]:
        for diagnostic in found:
            if diagnostic.is_error or not self.environment.is_quiet:
                yield _Finding(diagnostic)
        yield self.summary


def _found_in(reading: Files, wanted: _Wanted) -> Iterator[Found]:
    from euchre_solve.formats.check_stream import (  # lazy: start-up
        check_chunk,
        check_items,
        merge_chunks,
    )
    from euchre_solve.formats.chunks import is_splittable, split_chunks  # lazy: start-up
    from euchre_solve.formats.history import Peeked, read_history  # lazy: start-up
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    for word in reading.words:
        with reading.open(word) as (stream, source):
            peeked = Peeked(stream)
            if wanted.jobs != 1 and is_splittable(peeked, source, wanted.form):
                chunks = split_chunks(peeked, source, wanted.rules, _CHUNK)
                checked = run_in_order(check_chunk, chunks, wanted.jobs, _unchecked)
                yield from merge_chunks(checked)
            else:
                items = read_history(peeked, source, form=wanted.form, rules=wanted.rules)
                yield from check_items(items)


def _unchecked(chunk: Chunk, why: str) -> CheckedChunk:
    from euchre_solve.formats.check_stream import CheckedChunk  # lazy: start-up

    found = not_done(chunk.source, chunk.line, chunk.last_line, why)
    return CheckedChunk(((None, (found,)),), (), None, ends_game=False)


def _record(answer: _Finding | Summary) -> dict[str, Any]:
    return answer.diagnostic.as_record() if isinstance(answer, _Finding) else answer.as_record()


def _rows(answer: _Finding | Summary) -> Iterable[dict[str, Any]]:
    if isinstance(answer, _Finding):
        record = answer.diagnostic.as_record()
        yield {key: record[key] for key in _DIAGNOSTIC_COLUMNS}


def _show(answer: _Finding | Summary, console: Console) -> None:
    console.print(answer.diagnostic if isinstance(answer, _Finding) else answer)


_VIEWS: Final[Views[_Finding | Summary]] = Views(_record, _DIAGNOSTIC_COLUMNS, _rows, _show)
