"""Chances of winning as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.advice.matches import MatchValue
from euchre_solve.advice.seat_race import Score
from euchre_solve.advice.seat_shares import SOURCE
from euchre_solve.advice.shares import format_shares
from euchre_solve.cli.equity import Equity
from euchre_solve.cli.seat_equity import SeatAnswer
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
    games = f", games {'-'.join(map(str, answer.games))}" if answer.games else ""
    console.print(f"{answer.rules}, first to {equity.target}{by_two}{skill}{games}", style="bold")
    points = "/".join(map(str, answer.points))
    dealers, others = format_shares(answer.shares, answer.points).split(",")
    console.print(f"{points} points: dealer's side {dealers} %, the other {others} %")
    console.print(f"source: {answer.source}\n")
    if len(answer.scores) == 1:
        console.print("Percent of games that we win", _one_score(answer), sep="\n")
        return
    console.print("Percent of games that we win, our score down, theirs across\n")
    shown = slice(-equity.lowest, None)
    grids = (
        _grid(title, [row[shown] for row in chances[shown]], _chance)
        for title, chances in (("We deal", equity.deal), ("They deal", equity.off_deal))
    )
    if equity.target > _SIDE_BY_SIDE:
        console.print(*grids, sep="\n\n")
    else:
        pair = Table.grid(padding=(0, 4, 0, 0))
        pair.add_row(*grids)
        console.print(pair)
    if answer.match:
        _show_match(answer.match, console)


def _show_match(match: MatchValue, console: Console) -> None:
    """Print what each score is worth in the match, in hundredths."""
    points = range(match.race.target)
    console.print(f"\nWhat that is worth in {match.unit}, in hundredths\n")
    grids = (
        _grid(
            title,
            [[match.value(ours, theirs, dealing=dealing) for theirs in points] for ours in points],
            partial(_worth, most=match.most),
        )
        for title, dealing in (("We deal", True), ("They deal", False))
    )
    console.print(*grids, sep="\n\n")


def _one_score(answer: Equity) -> Table:
    """Return the chances at one score, and what it is worth in a match."""
    figures = ("score", "we deal", "they deal")
    table = plain_table("", *figures, right=figures[1:])
    (score,) = answer.scores
    both = (True, False)
    chances = [100 * answer.equity.win(*score, dealing=dealing) for dealing in both]
    table.add_row("-".join(map(str, score)), *(f"{chance:.1f}" for chance in chances))
    if answer.match:
        values = [answer.match.value(*score, dealing=dealing) for dealing in both]
        table.add_row(answer.match.unit, *(f"{value:+.2f}" for value in values))
    return table


def show_seats(answer: SeatAnswer, console: Console) -> None:
    """Print the chances of three players at one score, or at all that are level."""
    console.print(f"{answer.rules}, first to {answer.equity.target}", style="bold")
    console.print(f"source: {SOURCE}\n")
    console.print("Percent of games won, the scores ours, on our left, on our right")
    figures = ("we", "left", "right")
    table = plain_table("", "score", "dealer", *figures, right=figures)
    is_one = len(answer.scores) == 1
    for score in answer.scores if is_one else filter(_is_level, answer.scores):
        name = "-".join(map(str, score))
        for dealer, role in enumerate(figures):
            chances = answer.chances(score, dealer)
            table.add_row(name, role, *(f"{100 * chance:.1f}" for chance in chances))
            name = ""
    console.print(table)
    if not is_one:
        console.print("--score shows another score, --format csv all of them")


def _is_level(score: Score) -> bool:
    return len(set(score)) == 1


def _grid(title: str, figures: Sequence[Sequence[float]], cell: Callable[[float], Text]) -> Table:
    """Return figures by score, ours down, each as a ``cell`` on its colour."""
    table = Table(
        title=title, title_justify="left", title_style="bold", box=None, padding=0, pad_edge=False
    )
    table.add_column("")
    width = len(cell(0.0))
    for theirs in range(len(figures)):
        table.add_column(f"{theirs:{width}}", no_wrap=True)
    for ours, row in enumerate(figures):
        table.add_row(Text(f"{ours:3} ", style="bold"), *map(cell, row))
    return table


def _chance(chance: float) -> Text:
    """Return a chance as a percent; no game that goes on is lost or won, so never 0 or 100."""
    return _coloured(f"{min(max(round(100 * chance), 1), 99):3}", chance)


def _worth(worth: float, most: float) -> Text:
    """Return a worth in hundredths, coloured from the least to the ``most`` that there is."""
    return _coloured(f"{round(100 * worth):5}", (worth / most + 1) / 2)


def _coloured(figure: str, share: float) -> Text:
    """Return a figure on the colour of a share of the way from a sure loss to a sure win."""
    colour = _HEAT[min(max(int(share * len(_HEAT)), 0), len(_HEAT) - 1)]
    return Text(figure, style=f"color({_INK}) on color({colour})")
