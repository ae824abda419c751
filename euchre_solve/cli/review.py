"""``review``: every decision of recorded hands graded, by player, luck apart from skill."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from euchre_solve.cli.advise import ModelOption, PrecisionOption, WorldsOption
from euchre_solve.cli.advising import Values
from euchre_solve.cli.environment import Environment
from euchre_solve.cli.files import Files, is_one_file, is_same, verify_form
from euchre_solve.cli.inputs import parse_rules
from euchre_solve.cli.options import (
    BackendOption,
    FilesArgument,
    Format,
    FormatOption,
    FromOption,
    JobsOption,
    JsonOption,
    OutputOption,
    QuietOption,
    RatesOption,
    ResumeOption,
    RulesOption,
    SchedulerOption,
    SeedOption,
)
from euchre_solve.cli.output import Target
from euchre_solve.cli.review_journal import Journal, NotOurs
from euchre_solve.cli.review_run import Outputs, Run, count_deals
from euchre_solve.cli.reviewing import Wanted
from euchre_solve.cli.spreading import spread
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.forms import READABLE
from euchre_solve.review.graded import Effort
from euchre_solve.solver.parallel import Backend

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
    backend: BackendOption = Backend.PROCESSES,
    scheduler: SchedulerOption = None,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    output: OutputOption = None,
    resume: ResumeOption = False,
    annotate: AnnotateOption = None,
    html: PageOption = None,
    quiet: QuietOption = False,
    verbose: RatesOption = False,
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
        name, chosen = verify_form(from_format, READABLE, "--from"), parse_rules(rules)
        with (
            spread(environment, backend, scheduler, jobs, tells_rates=verbose) as workers,
            closing(Files(environment, files, is_watched=False)) as reading,
        ):
            wanted = Wanted(name, chosen, effort, workers)
            run = Run(environment, wanted, Outputs(target, annotate, html, journal))
            run.run(reading, count_deals(environment, files, wanted))
    except NotOurs as error:
        environment.fail(str(error))
    except EuchreError as error:
        environment.report(Diagnostic.of(error))


def _problem(
    files: list[str], target: Target, others: tuple[Path, ...], *, is_resumed: bool
) -> str | None:
    """Return what is wrong with the files to write, if anything is."""
    problem = _clash(files, list(filter(None, (target.path, *others))))
    if problem or not is_resumed:
        return problem
    if target.path is None or target.form not in {Format.JSONL, Format.CSV}:
        return "--resume goes with -o FILE and --format jsonl or csv"
    if target.path.exists() and not target.path.is_file():
        return f"{target.path} is no file to go on with"
    if others and target.form is Format.CSV:
        return "--annotate and --html go with --resume only if the format is jsonl, which has all"
    return None


def _clash(files: list[str], outputs: list[Path]) -> str | None:
    """Return which file is asked to do two things, if one is."""
    for number, path in enumerate(outputs):
        if any(is_same(path, word) for word in files):
            return f"{path} is read and can't be written at the same time"
        if any(is_one_file(path, other) for other in outputs[:number]):
            return f"{path} can't take two outputs"
    return None
