"""``convert``: history files from one format into another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

import typer

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.files import Files, is_same, verify_form
from euchre_solve.cli.inputs import parse_rules
from euchre_solve.cli.options import (
    FilesArgument,
    FromOption,
    OutputOption,
    QuietOption,
    RulesOption,
    ToOption,
)
from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.forms import READABLE, WRITABLE
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from euchre_solve.formats.history import HistoryWriter


def convert_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    files: FilesArgument,
    *,
    to_format: ToOption,
    from_format: FromOption = None,
    rules: RulesOption = "north-american",
    output: OutputOption = None,
    quiet: QuietOption = False,
) -> None:
    """Convert history files into another format.

    Records go out as they were recorded, mistakes and all. What the format can't hold is left out,
    with a warning once for each file and kind (W409).
    """
    from euchre_solve.formats.history import writer_for  # lazy: start-up

    environment: Environment = context.obj
    environment.is_quiet = quiet
    try:
        form = verify_form(from_format, READABLE, "--from")
        writer = writer_for(verify_form(to_format, WRITABLE, "--to") or "")
        conversion = _Conversion(environment, writer, form, parse_rules(rules))
    except EuchreError as error:
        environment.report(Diagnostic.of(error))
        return
    if output and any(is_same(output, word) for word in files):
        environment.fail(f"{output} is read and can't be written at the same time")
        return
    reading = Files(environment, files)
    try:
        with environment.opened(output) as stream:
            conversion.run(reading, stream)
    finally:
        reading.close()


class _Conversion:
    """One run; games are counted through all files."""

    def __init__(
        self, environment: Environment, writer: HistoryWriter, form: str | None, rules: Rules
    ) -> None:
        self.environment = environment
        self.writer = writer
        self.form = form
        self.rules = rules
        self.games = 0

    def run(self, reading: Files, stream: TextIO) -> None:
        """Convert each file in turn."""
        from euchre_solve.formats.history import read_history  # lazy: start-up

        last: Record | None = None
        for word in reading.words:
            before = self.games
            self.writer.losses.clear()
            told: set[str] = set()
            with reading.open(word) as (source_stream, source):
                for item in read_history(source_stream, source, form=self.form, rules=self.rules):
                    if isinstance(item, Diagnostic):
                        self.environment.report(item)
                        continue
                    for warning in item.warnings:
                        self.environment.report(warning)
                    self.games = before + item.game
                    last = item
                    stream.write(self.writer.format(item._replace(game=self.games)))
                    self._tell_losses(item, told)
        stream.write(self.writer.finish())
        if last:
            self._tell_losses(last, told)

    def _tell_losses(self, record: Record, told: set[str]) -> None:
        for loss in sorted(self.writer.losses - told):
            error = EuchreError(ErrorCode.NOT_KEPT, f"not kept: {loss}")
            self.environment.report(record.diagnose(error))
        told |= self.writer.losses
