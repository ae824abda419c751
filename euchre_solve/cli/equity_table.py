"""Chances of winning as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.advice.shares import format_shares
from euchre_solve.cli.equity import Equity
from euchre_solve.cli.tables import plain_table

_HEAT: Final = (208, 215, 223, 254, 153, 117, 75)
"""Colours of a terminal from a sure loss to a sure win, orange to blue, all light."""

_INK: Final = 16
"""Black, whatever the terminal makes of its own."""

_SIDE_BY_SIDE: Final = 11
"""The highest target whose two grids stand in one row of 80 columns."""


def show_equity(answer: Equity, console: Console) -> None:
    """Print the chances at one score, or those at all scores as two grids."""
    equity = answer.equity
    by_two = ", by two" if equity.win_by_two else ""
    skill = f", {100 * equity.skill:g} % of games won by us" if equity.odds != 1 else ""
    console.print(f"{answer.rules}, first to {equity.target}{by_two}{skill}", style="bold")
    points = "/".join(map(str, answer.points))
    dealers, others = format_shares(answer.shares, answer.points).split(",")
    console.print(f"{points} points: dealer's side {dealers} %, the other {others} %")
    console.print(f"source: {answer.source}\n")
    if len(answer.scores) == 1:
        console.print("Percent of games that we win", _one_score(answer), sep="\n")
        return
    console.print("Percent of games that we win, our score down, theirs across\n")
    grids = _grid("We deal", equity.deal), _grid("They deal", equity.off_deal)
    if equity.target > _SIDE_BY_SIDE:
        console.print(*grids, sep="\n\n")
        return
    pair = Table.grid(padding=(0, 4, 0, 0))
    pair.add_row(*grids)
    console.print(pair)


def _one_score(answer: Equity) -> Table:
    figures = ("score", "we deal", "they deal")
    table = plain_table("", *figures, right=figures[1:])
    for score in answer.scores:
        chances = (answer.equity.win(*score, dealing=dealing) for dealing in (True, False))
        table.add_row("-".join(map(str, score)), *(f"{100 * chance:.1f}" for chance in chances))
    return table


def _grid(title: str, chances: Sequence[Sequence[float]]) -> Table:
    """Return chances as whole percents, each on its colour."""
    table = Table(
        title=title, title_justify="left", title_style="bold", box=None, padding=0, pad_edge=False
    )
    table.add_column("")
    for theirs in range(len(chances)):
        table.add_column(f"{theirs:3}", no_wrap=True)
    for ours, row in enumerate(chances):
        table.add_row(Text(f"{ours:3} ", style="bold"), *map(_cell, row))
    return table


def _cell(chance: float) -> Text:
    """Return one cell; no game that goes on is quite lost or won, so it is never 0 or 100."""
    percent = min(max(round(100 * chance), 1), 99)
    colour = _HEAT[min(int(chance * len(_HEAT)), len(_HEAT) - 1)]
    return Text(f"{percent:3}", style=f"color({_INK}) on color({colour})")
