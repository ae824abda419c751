"""``solve``: every contract of a deal, or every card of a contract, all hands open."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from euchre_solve.cli.auction_records import auction_record, auction_rows
from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import are_many, bare_hand, parse_rules, read_inputs
from euchre_solve.cli.options import (
    BackendOption,
    BidsOption,
    DealsArgument,
    Format,
    FormatOption,
    JobsOption,
    JsonOption,
    OutputOption,
    QuietOption,
    ResumeOption,
    RulesOption,
    SchedulerOption,
    ScoreOption,
    SeatOption,
    UpOption,
    VerboseOption,
)
from euchre_solve.cli.output import Target, Views, write_answers
from euchre_solve.cli.records import SOLVE_COLUMNS, solve_line, solve_record, solve_rows
from euchre_solve.cli.solving import Job, Solution, solve_in_chunks, solve_records
from euchre_solve.cli.spreading import spread
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.solver.auction_games import AuctionSolution
from euchre_solve.solver.double_dummy import DealSolution
from euchre_solve.solver.parallel import Backend

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.cli.solve_journal import SolveJournal


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
    jobs: JobsOption = 1,
    backend: BackendOption = Backend.PROCESSES,
    scheduler: SchedulerOption = None,
    up: UpOption = None,
    seat: SeatOption = None,
    bids: BidsOption = None,
    score: ScoreOption = None,
    resume: ResumeOption = False,
) -> None:
    """Solve deals with all hands open.

    For a fresh deal: what every trump makes, for both sides and every loner, with the best
    leads and discards. For a deal with a contract (m: or b:): the tricks of each legal card and a
    line of best play.
    """
    environment: Environment = context.obj
    environment.is_quiet = quiet
    target = Target(Format.JSON if json else form, output, len(deals) > 1 or are_many(deals[0]))
    bare = bare_hand(up=up, seat=seat, bids=bids, score=score)
    is_one_file = not bare and len(deals) == 1 and are_many(deals[0])
    if resume and not (is_one_file and output and form is Format.JSONL):
        environment.fail("--resume goes with one file or -, -o FILE and --format jsonl")
        return
    views = _views(show_all=verbose)
    try:
        chosen = parse_rules(rules)
        journal = _journal(output) if resume and output else None
        with spread(environment, backend, scheduler, jobs, tells_rates=verbose) as workers:
            if is_one_file and (workers != 1 or journal):
                solve_in_chunks(environment, deals[0], Job(chosen, views, target, workers, journal))
                return
            inputs = read_inputs(environment, deals, chosen, bare)
            write_answers(environment, views, solve_records(inputs), target)
    except EuchreError as error:
        environment.report(Diagnostic.of(error))


def _journal(path: Path) -> SolveJournal:
    from euchre_solve.cli.solve_journal import SolveJournal  # lazy: start-up

    return SolveJournal(path)


def _views(*, show_all: bool) -> Views[Solution]:
    show = partial(_show, show_all=show_all)
    return Views(_record, SOLVE_COLUMNS, _rows, show, _line)


def _record(solution: Solution) -> dict[str, Any]:
    if isinstance(solution, AuctionSolution):
        return auction_record(solution)
    return solve_record(solution)


def _rows(solution: Solution) -> Iterable[dict[str, Any]]:
    if isinstance(solution, AuctionSolution):
        return auction_rows(solution)
    return solve_rows(solution)


def _line(solution: Solution) -> str:
    if isinstance(solution, AuctionSolution):
        return dumps(auction_record(solution))
    return solve_line(solution)


def _show(solution: Solution, console: Console, *, show_all: bool) -> None:
    if isinstance(solution, AuctionSolution):
        from euchre_solve.cli.auction_table import show_auction  # lazy: start-up

        show_auction(solution, console)
        return
    if isinstance(solution, DealSolution):
        from euchre_solve.cli.contracts_table import show_contracts  # lazy: start-up

        show_contracts(solution, console, show_all=show_all)
        return
    from euchre_solve.cli.tables import show_position  # lazy: start-up

    show_position(solution, console)
