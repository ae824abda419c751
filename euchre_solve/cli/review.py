"""``review``: every decision of recorded hands graded, by player, luck apart from skill."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from euchre_solve.cli.advise import ModelOption, WorldsOption
from euchre_solve.cli.advising import Values
from euchre_solve.cli.environment import Environment
from euchre_solve.cli.files import Files, is_same, verify_form
from euchre_solve.cli.inputs import parse_rules
from euchre_solve.cli.options import (
    FilesArgument,
    Format,
    FormatOption,
    FromOption,
    JobsOption,
    JsonOption,
    OutputOption,
    QuietOption,
    RulesOption,
    SeedOption,
    a_number,
)
from euchre_solve.cli.output import Target
from euchre_solve.cli.review_journal import Journal
from euchre_solve.cli.review_run import Outputs, Run, count_deals
from euchre_solve.cli.reviewing import Wanted
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.forms import READABLE
from euchre_solve.review.graded import Effort

PrecisionOption = Annotated[
    float,
    typer.Option(
        "--precision",
        metavar="POINTS",
        min=0.001,
        max=1,
        callback=a_number,
        help="Differences of less than so many points are ties, as in the command advise.",
    ),
]
AnnotateOption = Annotated[
    Path | None,
    typer.Option(
        "--annotate",
        metavar="FILE",
        readable=False,
        help="Write the records to FILE too, as EGN with a verdict on each bad decision.",
    ),
]
PageOption = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        readable=False,
        help="Write a page of it all to FILE: every deal with its decisions, each player.",
    ),
]
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Go on with what an interrupted run has written to the FILE of -o, jsonl or csv.",
        show_default=False,
    ),
]


def review_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    files: FilesArgument,
    *,
    from_format: FromOption = None,
    rules: RulesOption = "north-american",
    seed: SeedOption = 1,
    worlds: WorldsOption = None,
    precision: PrecisionOption = 0.05,
    model: ModelOption = Values.PLAYED,
    jobs: JobsOption = 1,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    output: OutputOption = None,
    resume: ResumeOption = False,
    annotate: AnnotateOption = None,
    html: PageOption = None,
    quiet: QuietOption = False,
) -> None:
    """Review recorded deals: what every decision lost, by whom, and who was lucky.

    Each call, discard, lead and card is held against the best by what its seat knew, as the
    command advise has it, and with all hands open. See docs/review.md for what the numbers are.
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    target = Target(Format.JSON if json else form, output, many=True)
    others = tuple(filter(None, (annotate, html)))
    problem = _problem(files, target, others, is_resumed=resume)
    if problem:
        environment.fail(problem)
        return
    effort = Effort(seed, worlds, precision, "open" if model is Values.OPEN else "played")
    journal = Journal(output, is_csv=form is Format.CSV) if resume and output else None
    try:
        wanted = Wanted(
            verify_form(from_format, READABLE, "--from"), parse_rules(rules), effort, jobs
        )
        run = Run(environment, wanted, Outputs(target, annotate, html, journal))
        with closing(Files(environment, files, is_watched=False)) as reading:
            run.run(reading, count_deals(environment, files, wanted))
    except EuchreError as error:
        environment.report(Diagnostic.of(error))


def _problem(
    files: list[str], target: Target, others: tuple[Path, ...], *, is_resumed: bool
) -> str | None:
    """Return what is wrong with the files to write, if anything is."""
    for path in filter(None, (target.path, *others)):
        if any(is_same(path, word) for word in files):
            return f"{path} is read and can't be written at the same time"
    if not is_resumed:
        return None
    if target.path is None or target.form not in {Format.JSONL, Format.CSV}:
        return "--resume goes with -o FILE and --format jsonl or csv"
    if others and target.form is Format.CSV:
        return "--annotate and --html go with --resume only if the format is jsonl, which has all"
    return None
