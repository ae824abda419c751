"""``solve``: every contract of a deal, or every card of a contract, all hands open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import STANDARD_INPUT, bare_hand, parse_rules, read_inputs
from euchre_solve.cli.options import (
    BidsOption,
    Format,
    FormatOption,
    JsonOption,
    OutputOption,
    QuietOption,
    RulesOption,
    ScoreOption,
    SeatOption,
    UpOption,
    VerboseOption,
)
from euchre_solve.cli.output import Target, Views, write_answers
from euchre_solve.cli.records import SOLVE_COLUMNS, solve_record, solve_rows
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record
from euchre_solve.solver.double_dummy import (
    DealSolution,
    PositionSolution,
    solve_deal,
    solve_position,
)

if TYPE_CHECKING:
    from rich.console import Console

    Solution = DealSolution | PositionSolution

DealsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="DEAL…",
        help="Deal lines or history files; - reads a file from standard input.",
    ),
]


def solve_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    deals: DealsArgument,
    *,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    rules: RulesOption = "north-american",
    output: OutputOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    up: UpOption = None,
    seat: SeatOption = None,
    bids: BidsOption = None,
    score: ScoreOption = None,
) -> None:
    """Solve deals with all hands open.

    For a fresh deal: what every trump makes, for both sides and every loner, with the best
    leads and discards. For a deal with a contract (m: or b:): the tricks of each legal card and a
    line of best play.
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    many = len(deals) > 1 or STANDARD_INPUT in deals
    target = Target(Format.JSON if json else form, output, many)
    bare = bare_hand(up=up, seat=seat, bids=bids, score=score)
    try:
        inputs = read_inputs(environment, deals, parse_rules(rules), bare)
    except EuchreError as error:
        environment.report(Diagnostic.of(error))
        return
    write_answers(environment, _views(show_all=verbose), _answers(inputs), target)


def _answers(inputs: Iterable[Record | Diagnostic]) -> Iterator[Solution | Diagnostic]:
    for record in inputs:
        if isinstance(record, Diagnostic):
            yield record
            continue
        deal = record.deal
        try:
            answer = solve_position(deal) if deal.contract else solve_deal(deal)
        except EuchreError as error:
            known = (other for other in record.warnings if other.error.code is error.code)
            refusal = next(known, Diagnostic.of(error, record.source, record.line))
            yield refusal.refused()
        else:
            yield from record.warnings
            yield answer


def _views(*, show_all: bool) -> Views[Solution]:
    def show(solution: Solution, console: Console) -> None:
        from euchre_solve.cli.tables import show_solution  # lazy: start-up

        show_solution(solution, console, show_all=show_all)

    return Views(solve_record, SOLVE_COLUMNS, solve_rows, show)
