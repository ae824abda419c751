"""``check``: history files held against the rules and against themselves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from euchre_solve.cli.environment import Environment, ExitStatus
from euchre_solve.cli.files import Files, verify_form
from euchre_solve.cli.options import (
    FilesArgument,
    Format,
    FormatOption,
    FromOption,
    JobsOption,
    JsonOption,
    MaxErrorsOption,
    OutputOption,
    QuietOption,
    RulesOption,
    StrictOption,
)
from euchre_solve.cli.output import Target, Views, Writer
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.formats.forms import READABLE
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.formats.check_stream import CheckedChunk, Chunk, Found
    from euchre_solve.formats.history import Peeked

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
_LINE_FILE: Final = "edl"
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")  # UTF-16


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
        parts = (_counted(self.warnings, "warning"), _counted(self.errors, "error"))
        return f"{_counted(self.deals, 'deal')}: {ok:,} ok, {', '.join(parts)}"

    def as_record(self) -> dict[str, Any]:
        """Return the summary for a program."""
        ok = self.deals - self.warnings - self.errors
        return {"schema": SCHEMA, "kind": "check", **self._asdict(), "ok": ok}


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


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
    form: FormatOption = Format.AUTO,
    as_json: JsonOption = False,
    output: OutputOption = None,
    quiet: QuietOption = False,
) -> None:
    """Check recorded deals against the rules, and what they state against what follows.

    Illegal acts (E3xx) are found one by one; stated scores, dealers, points and winners that
    disagree with the deals are warnings (W4xx), and so is what isn't known of a deal (W5xx).
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    try:
        wanted = _Wanted(verify_form(from_format, READABLE, "--from"), _parse_rules(rules), jobs)
    except EuchreError as error:
        environment.report(Diagnostic.of(error))
        return
    target = Target(Format.JSON if as_json else form, output, many=True)
    reading = Files(environment, files)
    try:
        summary = _check_files(environment, reading, wanted, _Report(target, max_errors))
    finally:
        reading.close()
    if summary.errors or (strict and summary.warnings):
        environment.status = ExitStatus.BAD_INPUT


def _parse_rules(name: str) -> Rules:
    try:
        return Rules.parse(name)
    except EuchreError as error:
        error.source = "--rules"
        raise


class _Report(NamedTuple):
    """Where what is found goes."""

    target: Target
    max_errors: int

    @property
    def is_text(self) -> bool:
        """Tell whether diagnostics are for people."""
        return self.target.form in {Format.AUTO, Format.TABLE}


def _check_files(
    environment: Environment, reading: Files, wanted: _Wanted, report: _Report
) -> Summary:
    summary = Summary()
    with environment.opened(report.target.path) as stream:
        writer: Writer[Diagnostic | Summary] | None = None
        if not report.is_text:
            writer = report.target.writer(_VIEWS, stream)
        for found in _found_in(reading, wanted):
            summary = summary.with_found(found)
            for diagnostic in found:
                if writer is None:
                    environment.report(diagnostic)
                elif diagnostic.is_error or not environment.is_quiet:
                    writer.write(diagnostic)
            if summary.errors == report.max_errors and report.max_errors:
                break
        reading.close()
        if writer is None:
            stream.write(f"{summary}\n")
        else:
            writer.write(summary)
            writer.finish()
    return summary


def _found_in(reading: Files, wanted: _Wanted) -> Iterator[Found]:
    from euchre_solve.formats.check_stream import (  # lazy: start-up
        check_in_chunks,
        check_items,
        split_chunks,
    )
    from euchre_solve.formats.history import Peeked, read_history  # lazy: start-up

    for word in reading.words:
        with reading.open(word) as (stream, source):
            peeked = Peeked(stream)
            if wanted.jobs != 1 and _is_splittable(peeked, source, wanted.form):
                chunks = split_chunks(peeked, source, wanted.rules)
                yield from check_in_chunks(chunks, _run_in(wanted.jobs))
            else:
                items = read_history(peeked, source, form=wanted.form, rules=wanted.rules)
                yield from check_items(items)


def _is_splittable(peeked: Peeked, source: str, form: str | None) -> bool:
    try:
        name = form or peeked.detect(source).name
    except EuchreError:
        return False
    return name == _LINE_FILE and not peeked.head.startswith(_WIDE)


def _run_in(
    jobs: int,
) -> Callable[[Callable[[Chunk], CheckedChunk], Iterable[Chunk]], Iterator[CheckedChunk]]:
    def run(
        work: Callable[[Chunk], CheckedChunk], chunks: Iterable[Chunk]
    ) -> Iterator[CheckedChunk]:
        from joblib import Parallel, delayed  # lazy: start-up

        parallel = Parallel(n_jobs=jobs or -1, return_as="generator", batch_size=1)
        yield from parallel(delayed(work)(chunk) for chunk in chunks)

    return run


def _record(answer: Diagnostic | Summary) -> dict[str, Any]:
    return answer.as_record()


def _rows(answer: Diagnostic | Summary) -> Iterable[dict[str, Any]]:
    if isinstance(answer, Diagnostic):
        yield {key: answer.as_record()[key] for key in _DIAGNOSTIC_COLUMNS}


def _show(answer: Diagnostic | Summary, console: Console) -> None:
    console.print(json.dumps(answer.as_record()))


_VIEWS: Final = Views(_record, _DIAGNOSTIC_COLUMNS, _rows, _show)
