"""What games are worth in a match."""

from __future__ import annotations

import pytest

from euchre_solve.match import GameEnd, game_end, rubber_points
from euchre_solve.rules import Rules


def test_lone_march_at_eight_carries_two_laps_and_is_a_slam() -> None:
    rules = Rules.parse("railroad")
    assert game_end((8 + rules.points(5, alone=True), 0), rules) == GameEnd(0, games=2, laps=2)


def test_other_games_carry_nothing() -> None:
    assert game_end((0, 12), Rules()) == GameEnd(1, games=1, laps=0)
    assert game_end((9, 9), Rules()) is None
    assert game_end((10, 9), Rules.parse("north-american-bytwo")) is None


def test_bidder_wins_if_level_with_the_lowest() -> None:
    bid, cutthroat = map(Rules.parse, ("bid-individual", "three-handed-cutthroat"))
    assert game_end((0, -2, 3, -2), bid, maker=4) == GameEnd(3, games=1, laps=0)
    assert game_end((0, -2, 3, -2), bid, maker=1) == GameEnd(1, games=1, laps=0)
    assert game_end((10, 4, 10), cutthroat, maker=3) == GameEnd(0, games=1, laps=0)


@pytest.mark.parametrize(
    ("games", "points"),
    [
        (((5, 0), (5, 3)), 3 + 1 + 2),
        (((1, 5), (5, 4), (0, 6)), 1 - 2 - 3 - 2),
        (((-1, 5), (2, 5)), -3 - 2 - 2),
    ],
)
def test_rubber(games: tuple[tuple[int, int], ...], points: int) -> None:
    assert rubber_points(games) == points


def test_rubber_that_goes_on_has_no_points() -> None:
    with pytest.raises(ValueError, match="second game"):
        rubber_points([(5, 0)])
