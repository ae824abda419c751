"""What each player's decisions cost: sums by kind of decision, and the costliest of them."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from euchre_solve.review.graded import Grade, Graded, Kind, ReviewedDeal
from euchre_solve.review.page.decisions import verdict
from euchre_solve.review.page.markup import count, isolated, with_error
from euchre_solve.review.page.phrases import ERRORS, MARKS, badge, done
from euchre_solve.review.page.seating import Seating

_COSTLIEST: Final = 5
_KINDS: Final[dict[Kind, str]] = {
    "bid": "Calls",
    "discard": "Discards",
    "defend": "Defending alone",
    "lead": "Leads",
    "play": "Other cards",
}
_WIDE: Final = (2, 7)
"""Columns of a player's table for wide screens only: best or fine, lost each."""

_FINE: Final = (Grade.BEST, Grade.FINE)


class Costly(NamedTuple):
    """A decision that cost something; of equal losses the first is the costlier."""

    lost: float
    later: int
    number: int
    graded: Graded


class Tally:
    """The sums over some decisions."""

    def __init__(self) -> None:
        self.grades: Counter[Grade] = Counter()
        self.lost = self.variance = self.win_lost = 0.0

    def add(self, graded: Graded) -> None:
        """Count a decision."""
        self.grades[graded.grade] += 1
        self.lost += graded.lost
        self.variance += graded.lost_stderr**2
        self.win_lost += graded.win_lost or 0.0

    @property
    def decisions(self) -> int:
        """How many were counted."""
        return self.grades.total()

    @property
    def stderr(self) -> float:
        """The standard error of ``lost``."""
        return sqrt(self.variance)


class Player:
    """One player: the deals sat through, the decisions by kind, the costliest ones."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.deals = 0
        self.total = Tally()
        self.by_kind = {kind: Tally() for kind in _KINDS}
        self._costliest: list[Costly] = []

    def add(self, graded: Graded, number: int) -> None:
        """Count a decision made in the deal of that number."""
        self.total.add(graded)
        self.by_kind[graded.kind].add(graded)
        if graded.grade in ERRORS:
            entry = Costly(graded.lost, -self.total.decisions, number, graded)
            heapq.heappush(self._costliest, entry)
            if len(self._costliest) > _COSTLIEST:
                heapq.heappop(self._costliest)

    @property
    def costliest(self) -> list[Costly]:
        """The decisions that lost most, the worst first."""
        return sorted(self._costliest, reverse=True)

    @property
    def per_deal(self) -> float:
        """Points lost per deal."""
        return self.total.lost / self.deals


class Players:
    """Every player of a history, by name."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def add(self, reviewed: ReviewedDeal, seating: Seating) -> None:
        """Count the decisions of a deal."""
        at_table = [self._players.setdefault(name, Player(name)) for name in seating.names]
        for player in at_table:
            player.deals += 1
        for graded in reviewed.decisions:
            at_table[graded.seat - 1].add(graded, reviewed.number)

    def ranked(self) -> list[Player]:
        """Return the players, those who lost least per deal first."""
        return sorted(self._players.values(), key=lambda player: (player.per_deal, player.name))


# --- all players


def players_table(players: Sequence[Player]) -> str:
    """Return the players compared."""
    most = max(player.per_deal for player in players) or 1.0
    marks = "".join(
        f'<th scope="col"><span role="img" aria-label="{grade} count">{MARKS[grade]}</span></th>'
        for grade in ERRORS
    )
    rows = "".join(_player_row(at, player, most) for at, player in enumerate(players, 1))
    return (
        '<table class="players"><caption>Points lost per deal, the fewest first</caption>'
        '<thead><tr><th scope="col">Player</th><th scope="col">Lost per deal</th>'
        '<td class="wide bar"></td>'
        f'<th scope="col" class="wide">Decisions</th>{marks}</tr></thead>'
        f"<tbody>{rows}</tbody></table>\n"
    )


def _player_row(at: int, player: Player, most: float) -> str:
    width = 100 * player.per_deal / most
    cells = "".join(f"<td>{player.total.grades[grade]:,}</td>" for grade in ERRORS)
    return (
        f'<tr><th scope="row"><a href="#player-{at}">{isolated(player.name)}</a></th>'
        f"<td>{_per(player.total, player.deals)}</td>"
        f'<td class="wide bar"><svg aria-hidden="true"><rect width="{width:.1f}%"/></svg></td>'
        f'<td class="wide">{player.total.decisions:,}</td>{cells}</tr>'
    )


def _per(tally: Tally, number: int) -> str:
    return with_error(tally.lost / number, tally.stderr / number) if number else ""


# --- one player


def player_section(at: int, player: Player, drawn: int) -> str:
    """Return the page of one player; deals up to number ``drawn`` can be led to."""
    total = player.total
    rows = "".join(
        _kind_row(label, player.by_kind[kind], player.deals)
        for kind, label in _KINDS.items()
        if player.by_kind[kind].decisions
    )
    heads = ("Kind", "Decisions", "Best or fine", *map(_head, ERRORS), "Lost per deal", "Lost each")
    head = "".join(
        f'<th scope="col"{_wide(column)}>{title}</th>' for column, title in enumerate(heads)
    )
    return (
        f'<section class="player" id="player-{at}" aria-labelledby="player-{at}-name">'
        f'<h3 id="player-{at}-name">{isolated(player.name)}</h3>'
        f"<p>{count(total.decisions, 'decision')} in {count(player.deals, 'deal')} lost "
        f"{with_error(total.lost, total.stderr)} points"
        f"{_games(total)}.</p>"
        f"<table><caption>Points lost by kind of decision</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody><tfoot>{_kind_row('All', total, player.deals)}</tfoot></table>"
        f"{''.join(_costliest(player, drawn))}</section>\n"
    )


def _games(total: Tally) -> str:
    return f", {100 * total.win_lost:.1f}\u00a0% of a game" if total.win_lost else ""


def _head(grade: Grade) -> str:
    return f'<span role="img" aria-label="{grade} count">{MARKS[grade]}</span>'


def _kind_row(label: str, tally: Tally, deals: int) -> str:
    cells = (
        f"{tally.decisions:,}",
        f"{sum(tally.grades[grade] for grade in _FINE):,}",
        *(f"{tally.grades[grade]:,}" for grade in ERRORS),
        _per(tally, deals),
        _per(tally, tally.decisions),
    )
    row = "".join(f"<td{_wide(column)}>{cell}</td>" for column, cell in enumerate(cells, start=1))
    return f'<tr><th scope="row">{label}</th>{row}</tr>'


def _wide(column: int) -> str:
    """Return the class of a column that a phone has no room for."""
    return ' class="wide"' if column in _WIDE else ""


def _costliest(player: Player, drawn: int) -> Iterator[str]:
    if not player.costliest:
        return
    yield '<h4>Costliest decisions</h4><ol class="acts">'
    for _, _, number, graded in player.costliest:
        name = f"Deal {number:,}"
        where = f'<a href="#deal-{number}">{name}</a>' if number <= drawn else name
        yield (
            f'<li class="{graded.grade}">{badge(graded.grade)}'
            f"<p>{where}: {done(graded)}{verdict(graded)}</p></li>"
        )
    yield "</ol>"
