"""A few whole games of every preset; ``python -m tests.random_play 1000`` plays many."""

from __future__ import annotations

import pytest

from tests.random_play import GAMES, play_game, verify_round_trip


@pytest.mark.parametrize("name", GAMES)
def test_games_obey_the_plain_rules(name: str) -> None:
    for seed in range(2):
        for deal in play_game(seed, name):
            verify_round_trip(deal)
