"""What a game that is over is worth in a match: laps, slams and rubbers (§3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side

RUBBER: Final = 2
"""Games that win a rubber."""

RUBBER_POINTS: Final = 2
"""Points for winning it, beside those of its games."""

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
    points = sum(map(game_points, games))
    won = [sum(score[side] > score[1 - side] for score in games) for side in (0, 1)]
    if max(won) < RUBBER:
        raise ValueError("a rubber ends with the second game that a side wins")
    return points + (RUBBER_POINTS if won[0] == RUBBER else -RUBBER_POINTS)


def game_points(score: tuple[int, int]) -> int:
    """Return what side 0 gains by a game of a rubber that ended at ``score``.

    >>> game_points((5, 0)), game_points((4, 5))
    (3, -1)
    """
    losing = min(score)
    points = 3 if losing <= _NO_POINTS else 2 if losing <= _FEW_POINTS else 1
    return points if score[0] > score[1] else -points
