"""What a game that is over is worth in a match: laps, slams and rubbers (§3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side

_RUBBER: Final = 2
"""Games that win a rubber, and the points for it."""

_NO_POINTS: Final = 0
_FEW_POINTS: Final = 2


class GameEnd(NamedTuple):
    """Who won, by the place in the score; the games that this counts as; points carried over."""

    winner: int
    games: int
    laps: int


def game_end(score: Sequence[int], rules: Rules, maker: int | None = None) -> GameEnd | None:
    """Return what a game at ``score`` is worth, None while it goes on.

    ``maker`` is the seat that made trump in the last deal: in some games he wins if level.

    >>> game_end((12, 0), Rules.parse("railroad"))
    GameEnd(winner=0, games=2, laps=2)
    """
    winner = winning_side(
        score,
        rules.target,
        by_two=rules.win_by_two,
        counts_down=rules.counts_down,
        first=maker - 1 if maker and rules.maker_wins_ties else None,
    )
    if winner is None:
        return None
    others = [points for place, points in enumerate(score) if place != winner]
    is_slam = rules.slam and max(others) <= 0
    return GameEnd(winner, 1 + is_slam, score[winner] - rules.target if rules.laps else 0)


def rubber_points(games: Sequence[tuple[int, int]]) -> int:
    """Return what side 0 gains in a rubber, by the final scores of its games.

    The rubber is over once a side has won two games; the higher score has won.

    >>> rubber_points([(5, 0), (5, 3)])
    6
    """
    points, won = [0, 0], [0, 0]
    for score in games:
        winner = score.index(max(score))
        points[winner] += _worth_of(score[1 - winner])
        won[winner] += 1
    if max(won) < _RUBBER:
        raise ValueError("a rubber ends with the second game that a side wins")
    points[won.index(_RUBBER)] += _RUBBER
    return points[0] - points[1]


def _worth_of(losing: int) -> int:
    """Return the points of a game that the losers end with ``losing``."""
    if losing <= _NO_POINTS:
        return 3
    return 2 if losing <= _FEW_POINTS else 1
