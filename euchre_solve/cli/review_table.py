"""A review as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.cards import Card
from euchre_solve.cli.output import counted
from euchre_solve.cli.tables import can_draw, cards_text, plain_table
from euchre_solve.review.annotating import MARKS
from euchre_solve.review.graded import Effort, Grade, Graded
from euchre_solve.review.rates import Mean
from euchre_solve.review.report import Account, Report, Slip

_MOST: Final = 20
"""Players in a table, those with the most decisions."""
_NAME: Final = 16
_PAIR: Final = 30
"""Letters of a name of two."""
_NO_VALUE: Final = "–"


class Worst(NamedTuple):
    """A decision that lost much: the number of its deal, who made it."""

    number: int
    player: str
    decision: Graded


class Shown(NamedTuple):
    """What the tables are made of."""

    report: Report
    worst: Sequence[Worst]
    effort: Effort
    faulty: int
    """Deals with acts against the rules, or that can't be."""


def show_review(shown: Shown, console: Console) -> None:
    """Print who lost how much by what, who was lucky, and the worst decisions."""
    from euchre_solve.advice.decision.search import most_worlds  # lazy: start-up

    report, effort = shown.report, shown.effort
    deals, decisions = counted(report.deals, "deal"), counted(report.decisions, "decision")
    console.print(f"{deals}, {decisions}", style="bold")
    players = _most_active(report.players.values())
    keep_partners = 2 * len(report.pairs) == len(report.players)
    sides = report.pairs if keep_partners else report.players
    console.print(_losses_table(players, console))
    console.print(_grades_table(players))
    console.print(_luck_table(_most_active(sides.values()), console))
    if shown.worst:
        console.print(_worst_table(shown.worst, console))
    for line in _footer(shown):
        console.print(line)
    most = f"at most {most_worlds(effort.worlds):,} deals each; " if effort.worlds else ""
    console.print(
        f"seed {effort.seed}; precision {effort.precision:g}; {most}{effort.values} values"
    )


def _most_active(accounts: Iterable[Account]) -> list[Account]:
    return sorted(accounts, key=lambda account: -account.total.decisions)[:_MOST]


def _footer(shown: Shown) -> Iterable[str]:
    if len(shown.report.players) > _MOST:
        yield f"{_MOST} players of {len(shown.report.players):,}: JSON records have all"
    if shown.faulty:
        yield f"{counted(shown.faulty, 'deal')} graded only in part"


# --- players


def _losses_table(accounts: Sequence[Account], console: Console) -> Table:
    figures = ("decisions", "each", "a deal", "call", "discard", "lead", "play")
    table = plain_table("Points lost by mistakes, ± standard error", "", *figures, right=figures)
    for account in accounts:
        kinds = (losses.by_deal.mean() for losses in account.losses.values())
        table.add_row(
            _name(account),
            f"{account.total.decisions:,}",
            _with_error(account.total.by_decision.mean(), 3, console),
            _with_error(account.total.by_deal.mean(), 2, console),
            *(f"{mean.mean:.2f}" for mean in kinds),
        )
    return table


def _grades_table(accounts: Sequence[Account]) -> Table:
    marks = [f"{MARKS[grade]}" for grade in MARKS]
    figures = ("best", "fine", *marks, "passed", "called", "loner missed", "overbid")
    table = plain_table("Decisions by grade, and bad calls by kind", "", *figures, right=figures)
    for account in accounts:
        grades = (account.grades[grade] for grade in Grade)
        slips = (account.slips[slip][0] for slip in Slip)
        table.add_row(_name(account), *map(_number, (*grades, *slips)))
    return table


def _luck_table(accounts: Sequence[Account], console: Console) -> Table:
    figures = ("result", "cards", "play", "skill")
    table = plain_table(
        "Points a deal: the result, what luck made of it, and skill", "", *figures, right=figures
    )
    for account in accounts:
        parts = (account.result, account.cards, account.play, account.adjusted)
        cells = (_with_error(part.mean(), 2, console, sign="+") for part in parts)
        table.add_row(_shortened(account.name, _PAIR), *cells)
    return table


# --- decisions


def _worst_table(worst: Sequence[Worst], console: Console) -> Table:
    figures = ("deal", "lost", "win %")
    headers = ("deal", "act", "player", "", "done", "best", "lost", "win %")
    table = plain_table("The costliest decisions", *headers, right=figures)
    for number, player, decision in worst:
        won = decision.win_lost
        table.add_row(
            str(number),
            decision.act,
            _shortened(player),
            MARKS[decision.grade],
            _act(decision, decision.done, console),
            _best(decision, console),
            _with_error(Mean(decision.lost, decision.lost_stderr), 2, console),
            _NO_VALUE if won is None else f"{100 * won:.1f}",
        )
    return table


def _act(decision: Graded, token: str, console: Console) -> Text:
    """Return a choice by its name, a card with its symbol."""
    if decision.kind in {"discard", "lead", "play"}:
        return cards_text([Card.parse(token)], console)
    labels = {option.token: option.label for option in decision.options}
    return Text(labels.get(token, token).removeprefix("call "))


def _best(decision: Graded, console: Console) -> Text | str:
    """Return what was better; of hands that aren't known in full there may be no one thing."""
    if decision.best == decision.done:
        return _NO_VALUE
    return _act(decision, decision.best, console)


def _name(account: Account) -> Text:
    return _shortened(account.name)


def _shortened(name: str, most: int = _NAME) -> Text:
    """Return a name that fits in a table, and nothing but text whatever a file has in it."""
    name = "".join(letter if letter.isprintable() else "?" for letter in name)
    return Text(name if len(name) <= most else f"{name[: most - 1]}…")


def _number(value: int) -> str:
    return f"{value:,}" if value else _NO_VALUE


def _with_error(value: Mean, decimals: int, console: Console, sign: str = "") -> str:
    """Return a figure with its standard error, ? for one that isn't known."""
    plus_minus = "±" if can_draw(console) else "+-"
    known = isfinite(value.stderr)
    error = f"{value.stderr:.{decimals}f}".removeprefix("0") if known else "?"
    return f"{value.mean:{sign}.{decimals}f} {plus_minus}{error}"
