"""What came of a match as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.advice.arena.tally import PlayerRecord
from euchre_solve.advice.decision.estimates import Estimate
from euchre_solve.cli.arena import NODES, RATES, Arena, bidders_name, rates_of
from euchre_solve.cli.tables import plain_table

_EVEN: Final = 0.5
_NONE: Final = "–"


def show_arena(answer: Arena, console: Console) -> None:
    """Print who played what, by how much the first is ahead, and what both called and made."""
    match, result = answer.match, answer.result
    score = f" at {match.score[0]}-{match.score[1]}" if match.score else ""
    played = f"{result.pairs} {answer.unit}s{score}, each from both sides"
    console.print(f"{match.rules}, {played}, seed {match.seed}", style="bold")
    for place, entrant in (("first ", match.first), ("second", match.second)):
        console.print(f"{place}  {entrant.name}, bids by {bidders_name(match, entrant)}")
    console.print()
    console.print(_lead_table(answer))
    console.print(_rates_table(result.first, result.second))


def _lead_table(answer: Arena) -> Table:
    figures = ("mean", "error", "in errors")
    table = plain_table("The first against the second", "", *figures, right=figures)
    points, wins = answer.result.points, answer.result.wins
    table.add_row(f"points a {answer.unit}", f"{points.mean:+.4f}", *_errors(points, 4))
    if wins:
        ahead = Estimate(100 * (wins.mean - _EVEN), 100 * wins.stderr)
        table.add_row("games won, %", f"{100 * wins.mean:.2f}", *_errors(ahead, 2))
    return table


def _errors(ahead: Estimate, decimals: int) -> Iterator[Text | str]:
    """Yield a standard error, and by how many of them the first is ahead."""
    yield _NONE if isnan(ahead.stderr) else f"{ahead.stderr:.{decimals}f}"
    if not ahead.stderr > 0:
        yield _NONE
        return
    yield Text(f"{ahead.mean / ahead.stderr:+.1f}", style="green" if ahead.mean > 0 else "red")


def _rates_table(*records: PlayerRecord) -> Table:
    table = plain_table(
        "Percent, ± standard error", "", "first", "second", right=("first", "second")
    )
    for node, (round_number, seat) in enumerate(NODES):
        rates = (record.call_rate(node) for record in records)
        table.add_row(f"seat {seat} calls in round {round_number}", *map(_percent, rates))
    table.add_section()
    table.add_row("contracts", *(str(record.contracts) for record in records))
    for label, *both in zip(RATES, *map(rates_of, records), strict=True):
        table.add_row(label, *map(_percent, both))
    return table


def _percent(rate: Estimate) -> str:
    return _NONE if isnan(rate.mean) else f"{100 * rate.mean:.1f} ± {100 * rate.stderr:.1f}"
