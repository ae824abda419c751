"""``advise``: what the seat on turn should call, discard, defend or play, by what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from euchre_solve.cli.advice_records import ADVISE_COLUMNS, advise_record, advise_rows, sweep_record
from euchre_solve.cli.advising import (
    Advised,
    Over,
    Swept,
    Values,
    Wanted,
    advise_records,
    sweep_records,
)
from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import are_many, bare_hand, parse_rules, read_inputs, rubber_games
from euchre_solve.cli.options import (
    BackendOption,
    BidsOption,
    DealsArgument,
    Format,
    FormatOption,
    GamesOption,
    JobsOption,
    JsonOption,
    OutputOption,
    QuietOption,
    RulesOption,
    SchedulerOption,
    ScoreOption,
    SeatOption,
    SeedOption,
    UpOption,
    a_number,
)
from euchre_solve.cli.output import Target, Views, write_answers
from euchre_solve.cli.progress import ProgressBar
from euchre_solve.cli.spreading import spread
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.solver.parallel import Backend

if TYPE_CHECKING:
    from rich.console import Console


WorldsOption = Annotated[
    int | None,
    typer.Option(
        "--worlds",
        metavar="N",
        min=1,
        help="Deals looked at, if not as many as needed; in batches of 1,024.",
    ),
]
PrecisionOption = Annotated[
    float,
    typer.Option(
        "--precision",
        metavar="POINTS",
        min=0.001,
        max=1,
        callback=a_number,
        help="Differences of less than so many points are ties.",
    ),
]
MaxSecondsOption = Annotated[
    float | None,
    typer.Option(
        "--max-seconds",
        metavar="S",
        min=0,
        callback=a_number,
        help="Answer with what is known after S seconds.",
    ),
]
ModelOption = Annotated[
    Values,
    typer.Option(
        "--model", help="What contracts are worth: as players play them, or with all hands open."
    ),
]
WhereOption = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="CONDITION",
        help="What else is known of the deal, as in 'bowers(1) >= 1'; see the command deal.",
    ),
]
WhyOption = Annotated[
    bool,
    typer.Option(
        "--why", "--verbose", "-v", help="Say what makes the numbers.", show_default=False
    ),
]
SweepOption = Annotated[
    Over | None,
    typer.Option("--sweep", help="The same hand at every score, seat or upcard."),
]


def advise_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    deals: DealsArgument,
    *,
    up: UpOption = None,
    seat: SeatOption = None,
    bids: BidsOption = None,
    score: ScoreOption = None,
    games: GamesOption = None,
    where: WhereOption = None,
    why: WhyOption = False,
    sweep: SweepOption = None,
    seed: SeedOption = 1,
    worlds: WorldsOption = None,
    precision: PrecisionOption = 0.02,
    max_seconds: MaxSecondsOption = None,
    model: ModelOption = Values.PLAYED,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    rules: RulesOption = "north-american",
    output: OutputOption = None,
    quiet: QuietOption = False,
    jobs: JobsOption = 1,
    backend: BackendOption = Backend.PROCESSES,
    scheduler: SchedulerOption = None,
) -> None:
    """Advise the seat on turn: what to call, to discard, to play, whether to defend alone.

    A deal is a line, or a bare hand with --up, --seat, --bids and --score. The seat knows its own
    hand and what all have seen; whatever else a line states isn't used.
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    many = len(deals) > 1 or are_many(deals[0])
    target = Target(Format.JSON if json else form, output, many)
    try:
        chosen = parse_rules(rules)
        won = rubber_games(games)
    except EuchreError as error:
        environment.report(Diagnostic.of(error))
        return
    wanted = Wanted(seed, worlds, precision, max_seconds, model, where, jobs, won)
    bare = bare_hand(up=up, seat=seat, bids=bids, score=score)
    inputs = read_inputs(environment, deals, chosen, bare)
    in_the_way = environment.stdout.isatty() and output is None and sweep is None
    bar = ProgressBar(environment, "advising", is_wanted=not in_the_way)
    with spread(environment, backend, scheduler, jobs) as workers:
        wanted = wanted._replace(jobs=workers)
        if sweep:
            swept = sweep_records(inputs, sweep, wanted, bar)
            write_answers(environment, _SWEEP_VIEWS, swept, target)
        else:
            answers = _flushed(environment, advise_records(inputs, wanted, bar, many=many))
            write_answers(environment, _views(show_why=why), answers, target)


def _flushed(
    environment: Environment, answers: Iterator[Advised | Diagnostic]
) -> Iterator[Advised | Diagnostic]:
    """Yield answers, each sent on before the next is looked for: a program may wait for it."""
    for answer in answers:
        yield answer
        environment.stdout.flush()


# --- answers


def _views(*, show_why: bool) -> Views[Advised]:
    return Views(_record, ADVISE_COLUMNS, _rows, partial(_show, show_why=show_why))


def _record(answer: Advised) -> dict[str, Any]:
    return advise_record(answer.advice)


def _rows(answer: Advised) -> Iterator[dict[str, Any]]:
    return advise_rows(answer.advice)


def _show(answer: Advised, console: Console, *, show_why: bool) -> None:
    from euchre_solve.cli.advice_table import show_advice  # lazy: start-up

    show_advice(answer.advice, console)
    if show_why and answer.advice.decision != "set-back":
        from euchre_solve.cli.why_table import show_why as show_reasons  # lazy: start-up

        show_reasons(answer.advice, console, is_reduced=answer.is_reduced)


def _sweep_rows(answer: Swept) -> Iterator[dict[str, Any]]:
    for advice in answer.advices:
        yield from advise_rows(advice)


def _show_sweep(answer: Swept, console: Console) -> None:
    from euchre_solve.cli.sweep_table import show_sweep  # lazy: start-up

    show_sweep(answer, console)


_SWEEP_VIEWS: Final = Views(sweep_record, ADVISE_COLUMNS, _sweep_rows, _show_sweep)
