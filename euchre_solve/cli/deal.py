"""``deal``: random deals, as deal lines or records, some of their cards or a condition given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import parse_built_rules
from euchre_solve.cli.options import (
    BackendOption,
    Format,
    JobsOption,
    JsonOption,
    OutputOption,
    QuietOption,
    SchedulerOption,
    SeedOption,
    UpOption,
)
from euchre_solve.cli.output import Target, Views, write_answers
from euchre_solve.cli.spreading import spread
from euchre_solve.errors import EuchreError, RuleError
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.solver.parallel import Backend

if TYPE_CHECKING:
    import random

    from rich.console import Console

    from euchre_solve.dealing import Dealt
    from euchre_solve.rules import Rules

FormatOption = Annotated[
    Format, typer.Option("--format", help="How to write the deals; auto is deal lines.")
]
RulesOption = Annotated[
    str, typer.Option("--rules", metavar="PRESET[-TOGGLE…]", help="Rules of the deals.")
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Say the seed.", show_default=False)
]
CountOption = Annotated[
    int, typer.Option("--count", "-n", metavar="N", min=0, max=10**15, help="How many deals.")
]
SeatsOption = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="SEAT", help="Whose --hand it is; 1 is eldest. Repeatable."),
]
HandsOption = Annotated[
    list[str] | None,
    typer.Option("--hand", metavar="CARDS", help="Cards of that --seat; x for others."),
]
WhereOption = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="CONDITION",
        help="What every deal has to meet, as in 'trumps(3) >= 3 and aces(1) == 0'.",
    ),
]
TriesOption = Annotated[
    int,
    typer.Option("--tries", metavar="N", min=1, help="Deals tried for one that meets --where."),
]


_CHUNK: Final = 1000
"""Deals drawn from one source of chance: the next of them is another's."""


class RandomDeal(NamedTuple):
    """A deal line, the rules of the deal, and the seed of the run."""

    deal: str
    rules: str
    seed: int


def deal_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    *,
    count: CountOption = 1,
    seed: SeedOption = 1,
    rules: RulesOption = "north-american",
    seats: SeatsOption = None,
    hands: HandsOption = None,
    up: UpOption = None,
    where: WhereOption = None,
    tries: TriesOption = 1_000_000,
    jobs: JobsOption = 1,
    backend: BackendOption = Backend.PROCESSES,
    scheduler: SchedulerOption = None,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    output: OutputOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Write random deals, one line a deal.

    Every deal that holds the given cards and meets --where is as likely. A condition compares
    counts of a seat's cards as dealt, of the kitty's or the upcard's: spades(1), trumps(1),
    bowers(1), aces(1) … nines(1), suits(1), and has(1, Js). Trump is the upcard's suit.
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    if verbose:
        environment.stderr.write(f"seed {seed}\n")
    wanted = _Wanted(rules, seats or [], hands or [], up, where, tries)
    target = Target(Format.JSON if json else form, output, many=count != 1)
    with spread(environment, backend, scheduler, jobs, tells_rates=verbose) as workers:
        answers = _answers(wanted, seed, count, workers)
        if target.form is Format.AUTO:
            _write_lines(environment, answers, target)
        else:
            write_answers(environment, _VIEWS, answers, target)


class _Wanted(NamedTuple):
    """The options that say what to deal."""

    rules: str
    seats: list[str]
    hands: list[str]
    up: str | None
    where: str | None
    tries: int


def _answers(
    wanted: _Wanted, seed: int, count: int, jobs: int
) -> Iterator[RandomDeal | Diagnostic]:
    """Yield so many deals, or those before one that can't be had, and why."""
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    parts = (range(at, min(at + _CHUNK, count)) for at in range(0, count, _CHUNK))
    for answers in run_in_order(partial(_deal_chunk, wanted, seed), parts, jobs):
        yield from answers
        if isinstance(answers[-1], Diagnostic):
            return


def _deal_chunk(wanted: _Wanted, seed: int, part: range) -> list[RandomDeal | Diagnostic]:
    """Return the deals so numbered, which depend on nothing but the seed and their numbers."""
    import random  # lazy: start-up

    from euchre_solve.formats.deal_line import format_dealt  # lazy: start-up

    answers: list[RandomDeal | Diagnostic] = []
    try:
        rules = parse_built_rules(wanted.rules)
        rng = random.Random(f"{seed} {part.start}" if part.start else seed)
        for dealt in islice(_drawn(wanted, rules, rng), len(part)):
            answers.append(RandomDeal(format_dealt(dealt, rules), str(rules), seed))
    except EuchreError as error:
        answers.append(Diagnostic.of(error))
    return answers


def _drawn(wanted: _Wanted, rules: Rules, rng: random.Random) -> Iterator[Dealt]:
    """Yield random deals without end."""
    from euchre_solve.dealing import DealSource, draw_meeting  # lazy: start-up
    from euchre_solve.formats.condition import parse_condition  # lazy: start-up
    from euchre_solve.formats.wanted_deal import read_wanted  # lazy: start-up

    source = DealSource(read_wanted(rules, wanted.seats, wanted.hands, wanted.up))
    if wanted.where is None:
        while True:
            yield source.draw(rng)
    holds = parse_condition(wanted.where, rules)
    try:
        yield from draw_meeting(source, holds, rng, wanted.tries)
    except RuleError as error:
        error.source, error.text, error.span = "--where", wanted.where, (0, len(wanted.where))
        if source.count > wanted.tries:
            error.hint = "ask for less, or try more with --tries"
        raise


# --- answers


def _record(answer: RandomDeal) -> dict[str, Any]:
    row = {"deal": answer.deal, "rules": answer.rules, "seed": answer.seed}
    return {"schema": SCHEMA, "kind": "deal"} | row


def _rows(answer: RandomDeal) -> Iterator[dict[str, Any]]:
    yield answer._asdict()


def _show(answer: RandomDeal, console: Console) -> None:
    from euchre_solve.cli.tables import show_hands  # lazy: start-up
    from euchre_solve.formats.deal_line import parse_deal  # lazy: start-up

    show_hands(parse_deal(answer.deal), console)


_VIEWS = Views(_record, RandomDeal._fields, _rows, _show)


def _write_lines(
    environment: Environment, answers: Iterator[RandomDeal | Diagnostic], target: Target
) -> None:
    with environment.opened(target.path) as stream:
        for answer in answers:
            if isinstance(answer, Diagnostic):
                environment.report(answer)
            else:
                stream.write(f"{answer.deal}\n")
