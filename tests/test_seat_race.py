"""The chances of three players: by hand, by symmetry, and by games drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from euchre_solve.advice.decision.results import gains_by_result
from euchre_solve.advice.seat_race import seat_equity, solve_seats
from euchre_solve.advice.seat_shares import seat_shares, verify_seats
from euchre_solve.advice.training.open_results import CHUNK, open_results
from euchre_solve.contract import Contract
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side
from euchre_solve.solver import kernel
from euchre_solve.trump import Trump

HOYLE = Rules.parse("three-handed-hoyle")
CUTTHROAT = Rules.parse("three-handed-cutthroat")
BOTH = pytest.mark.parametrize("rules", [HOYLE, CUTTHROAT], ids=str)
GAMES = 20_000


def test_one_point_is_worked_out_by_hand() -> None:
    equity = solve_seats(1, {(1, 0, 0): 0.25, (0, 1, 0): 0.125, (0, 0, 1): 0.125})
    # Half of the deals decide; else eldest hand deals, the second is eldest, the dealer second.
    # e = 1/4 + d/2, s = 1/8 + e/2, d = 1/8 + s/2
    assert equity.chances((0, 0, 0)) == pytest.approx((11 / 28, 9 / 28, 8 / 28))


def test_two_points_are_worked_out_by_hand() -> None:
    equity = solve_seats(2, {(1, 0, 0): 0.5, (0, 1, 1): 0.5})
    # At 1-1-1 eldest hand wins, or both others have two points, of whom the first one counts.
    level = equity.chances((1, 1, 1))
    assert level == (0.5, 0.5, 0)
    # At 1-0-0 eldest hand wins, or it is 1-1-1 and he deals.
    first = equity.chances((1, 0, 0))
    assert first == pytest.approx((0.5 + 0.5 * level[2], 0.5 * level[0], 0.5 * level[1]))


def test_seats_that_reach_the_target_at_once_win_by_points_then_by_seat() -> None:
    equity = solve_seats(10, seat_shares(HOYLE))
    assert equity.after((9, 9, 8), (0, 2, 2)) == (0, 1, 0)
    assert equity.after((8, 8, 9), (0, 2, 2)) == (0, 0, 1)
    assert equity.after((0, 9, 9), (0, 2, 2)) == (0, 1, 0)


@BOTH
def test_one_of_three_wins(rules: Rules) -> None:
    equity = seat_equity(rules, 10)
    for score in product(range(10), repeat=3):
        assert sum(equity.chances(score)) == pytest.approx(1, abs=1e-12)
    near = [equity.chances((points, 5, 5))[0] for points in range(10)]
    assert near == sorted(near)


def test_seats_alike_win_alike() -> None:
    equity = solve_seats(4, dict.fromkeys(((1, 0, 0), (0, 1, 0), (0, 0, 1)), 0.25))
    for score in product(range(4), repeat=3):
        for order in ((1, 0, 2), (2, 1, 0), (1, 2, 0)):
            moved = equity.chances(tuple(score[seat] for seat in order))
            chances = equity.chances(score)
            assert moved == pytest.approx(tuple(chances[seat] for seat in order), abs=1e-12)


def winner_drawn(score: tuple[int, ...], deals: Iterator[tuple[int, ...]]) -> int:
    """Return who wins a game to 10 as the deals go, by his seat before the first."""
    players = (0, 1, 2)
    while True:
        score = tuple(map(sum, zip(score, next(deals), strict=True)))
        if max(score) >= 10:
            winner = winning_side(score, 10)
            assert winner is not None
            return players[winner]
        score, players = score[1:] + score[:1], players[1:] + players[:1]


def drawn_deals(rules: Rules, rng: Random) -> Iterator[tuple[int, ...]]:
    shares = seat_shares(rules)
    rows, weights = [(0, 0, 0), *shares], [1 - sum(shares.values()), *shares.values()]
    while True:
        yield from rng.choices(rows, weights, k=1000)


@BOTH
def test_games_drawn_at_random_agree(rules: Rules) -> None:
    equity, deals, score = seat_equity(rules, 10), drawn_deals(rules, Random(1)), (6, 9, 3)
    won = [0, 0, 0]
    for _ in range(GAMES):
        won[winner_drawn(score, deals)] += 1
    for count, chance in zip(won, equity.chances(score), strict=True):
        assert abs(count / GAMES - chance) < 4 * (chance * (1 - chance) / GAMES) ** 0.5


@BOTH
def test_shares_are_those_of_what_the_rules_pay(rules: Rules) -> None:
    shares = seat_shares(rules)
    assert 0.5 < sum(shares.values()) < 1
    paid = {rules.points(tricks, alone=False) for tricks in range(rules.hand_size + 1)}
    for gains in shares:
        assert sum(map(bool, gains)) == 1 or min(gains) == 0
        assert max(gains) in map(abs, paid) or sorted(gains) == [0, 1, 1]


@pytest.mark.parametrize(
    "name", ["call-ace", "call-ace-players5", "set-back-players3", "three-handed-hoyle-bytwo"]
)
def test_other_games_are_not_known(name: str) -> None:
    with pytest.raises(RuleError) as caught:
        verify_seats(Rules.parse(name))
    assert caught.value.code is ErrorCode.NOT_BUILT


def test_games_of_three_are_not_endless() -> None:
    with pytest.raises(RuleError, match="25 points at most"):
        seat_equity(HOYLE, 26)


def test_without_a_score_no_game_ends() -> None:
    with pytest.raises(RuleError, match="no game ends"):
        solve_seats(3, {(1, 0, 0): 0.0})


@BOTH
@pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")
def test_other_deals_come_to_the_same_shares(rules: Rules) -> None:
    shares: dict[tuple[int, ...], float] = {}
    for maker, found in enumerate(open_results(rules, 1, seed=2).tolist(), start=1):
        ends = gains_by_result(Contract(Trump.SPADES, maker, 2), rules)
        for gains, share in zip(ends, found, strict=True):
            shares[gains] = shares.get(gains, 0) + share
    known = seat_shares(rules)
    assert set(shares) == set(known)
    for gains, share in known.items():
        assert abs(shares[gains] - share) < 4 * (share * (1 - share) / CHUNK) ** 0.5
