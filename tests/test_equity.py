"""The chance of winning at every score, against a published chart, symmetry and other methods."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.advice.equity import MatchEquity, solve_equity
from euchre_solve.advice.race import Shares
from euchre_solve.advice.shares import PUBLISHED, OutcomeShares
from euchre_solve.errors import RuleError

PASSING = OutcomeShares.of({1: 0.3, 2: 0.1, 4: 0.05}, {1: 0.12, 2: 0.08, 4: 0.01})
"""Shares that leave a third of the deals without a score."""

figures = st.lists(st.integers(0, 100), min_size=3, max_size=3)
some_shares = st.builds(
    lambda dealing, other, rest: OutcomeShares.of(
        *(
            {
                points: count / (sum(dealing + other) + rest)
                for points, count in zip((1, 2, 4), side, strict=True)
            }
            for side in (dealing, other)
        )
    ),
    figures.filter(sum),
    figures.filter(sum),
    st.integers(0, 200),
)


def by_score(dealing: int, other: int) -> OutcomeShares:
    """Shares that depend on the score: who is ahead scores less."""
    return PASSING if dealing > other else PUBLISHED


def average(equity: MatchEquity) -> float:
    return (equity.win(0, 0, dealing=True) + equity.win(0, 0, dealing=False)) / 2


@pytest.mark.parametrize(
    ("ours", "theirs", "dealing", "percent", "error"),
    [
        (0, 0, True, 51, 1),
        (8, 8, True, 54, 1),
        (9, 6, False, 82, 1),
        (9, 8, True, 72, 1),
        (2, 8, True, 8.2, 0.05),
        (2, 8, False, 6.7, 0.05),
    ],
)
def test_a_published_chart_comes_back(
    ours: int, theirs: int, percent: float, error: float, *, dealing: bool
) -> None:
    equity = solve_equity(10, PUBLISHED)
    assert abs(100 * equity.win(ours, theirs, dealing=dealing) - percent) < error


def test_one_point_each_is_worked_out_by_hand() -> None:
    shares = OutcomeShares.of({1: 0.5}, {1: 0.25})
    equity = solve_equity(1, shares)
    # We score now, or nobody does and we win off the deal: w = 1/2 + (1 - w) / 4.
    assert equity.win(0, 0, dealing=True) == pytest.approx(0.6, abs=1e-15)
    assert equity.win(0, 0, dealing=False) == pytest.approx(0.4, abs=1e-15)


@given(shares=some_shares, target=st.integers(1, 12), by_two=st.booleans())
def test_a_point_more_never_hurts(shares: OutcomeShares, target: int, *, by_two: bool) -> None:
    equity = solve_equity(target, shares, win_by_two=by_two)
    for grid in (equity.deal, equity.off_deal):
        for row, above in pairwise(grid):
            assert all(low <= high + 1e-12 for low, high in zip(row, above, strict=True))
        for row in grid:
            assert all(low <= high + 1e-12 for high, low in pairwise(row))
            assert all(0 <= chance <= 1 for chance in row)


@given(
    shares=some_shares,
    target=st.integers(1, 6),
    skill=st.sampled_from([0.5, 0.4, 0.7]),
    by_two=st.booleans(),
)
def test_the_two_sides_add_up_to_one(
    shares: OutcomeShares, target: int, skill: float, *, by_two: bool
) -> None:
    equity = solve_equity(target, shares, win_by_two=by_two, skill=skill)
    theirs = solve_equity(target, shares, win_by_two=by_two, skill=1 - skill)
    assert average(equity) == pytest.approx(skill, abs=1e-6)
    assert equity.odds * theirs.odds == pytest.approx(1, abs=1e-4)
    size = len(equity.deal)
    for our_points in range(size):
        for their_points in range(size):
            both = equity.win(our_points, their_points, dealing=True) + theirs.win(
                their_points, our_points, dealing=False
            )
            assert both == pytest.approx(1, abs=1e-6)


def forward(
    target: int, shares: Shares, odds: float, *, by_two: bool, dealing: bool = True
) -> float:
    """Return our chance from 0-0 by following all scores for so long that hardly a game is left."""
    states = {(0, 0): 1.0}
    won = 0.0
    for _ in range(1500):
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (ours, theirs), reached in states.items():
            if max(ours, theirs) >= target and abs(ours - theirs) >= 1 + by_two:
                won += reached * (ours > theirs)
                continue
            for chance, mine, yours in tilted(shares, (ours, theirs), odds, dealing=dealing):
                after[ours + mine, theirs + yours] += reached * chance
        states = {score: reached for score, reached in after.items() if reached > 1e-15}
        dealing = not dealing
    return won


def tilted(
    shares: Shares, score: tuple[int, int], odds: float, *, dealing: bool
) -> list[tuple[float, int, int]]:
    """Return what a deal scores, our odds against theirs multiplied by ``odds``."""
    if not isinstance(shares, OutcomeShares):
        shares = shares(*(score if dealing else score[::-1]))
    mine, yours = map(dict, (shares.dealing, shares.other))
    if not dealing:
        mine, yours = yours, mine
    scored = sum(mine.values()) + sum(yours.values())
    weights = {(points, 0): odds * chance for points, chance in mine.items()}
    weights |= {(0, points): chance for points, chance in yours.items()}
    total = sum(weights.values())
    return [
        (1 - scored, 0, 0),
        *((scored * weight / total, *points) for points, weight in weights.items()),
    ]


@pytest.mark.parametrize("by_two", [False, True])
@pytest.mark.parametrize(
    ("target", "skill", "shares"),
    [
        (1, 0.5, PASSING),
        (2, 0.5, PUBLISHED),
        (5, 0.65, PASSING),
        (5, 0.5, by_score),
    ],
)
def test_a_long_recursion_agrees(
    target: int, skill: float, shares: Shares, *, by_two: bool
) -> None:
    equity = solve_equity(target, shares, win_by_two=by_two, skill=skill)
    for dealing in (True, False):
        won = forward(target, shares, equity.odds, by_two=by_two, dealing=dealing)
        assert equity.win(0, 0, dealing=dealing) == pytest.approx(won, abs=1e-9)


@pytest.mark.parametrize(
    ("target", "skill", "by_two", "seed"),
    [(10, 0.5, False, 1), (11, 0.42, False, 2), (5, 0.6, True, 3)],
)
def test_games_drawn_at_random_agree(target: int, skill: float, seed: int, *, by_two: bool) -> None:
    equity = solve_equity(target, PASSING, win_by_two=by_two, skill=skill)
    rng = Random(seed)
    games = 4000
    deals = {
        dealing: tilted(PASSING, (0, 0), equity.odds, dealing=dealing) for dealing in (True, False)
    }
    won = 0
    for _ in range(games):
        ours = theirs = 0
        dealing = True
        while max(ours, theirs) < target or abs(ours - theirs) < 1 + by_two:
            outcomes = deals[dealing]
            ((_, mine, yours),) = rng.choices(outcomes, [chance for chance, *_ in outcomes])
            ours, theirs, dealing = ours + mine, theirs + yours, not dealing
        won += ours > theirs
    chance = equity.win(0, 0, dealing=True)
    assert abs(won / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


def test_scores_beyond_the_target() -> None:
    race, by_two = solve_equity(10), solve_equity(10, win_by_two=True)
    for dealing in (True, False):
        assert race.win(12, 9, dealing=dealing) == race.win(10, 9, dealing=dealing) == 1
        assert race.win(3, 13, dealing=dealing) == by_two.win(10, 12, dealing=dealing) == 0
        assert by_two.win(11, 10, dealing=dealing) == by_two.win(9, 8, dealing=dealing)
        level = {by_two.win(points, points, dealing=dealing) for points in (8, 9, 10, 30)}
        assert len(level) == 1
    assert [race.is_over(*score) for score in ((9, 9), (10, 9), (0, 11))] == [False, True, True]
    assert [by_two.is_over(*score) for score in ((10, 9), (10, 8), (13, 12))] == [
        False,
        True,
        False,
    ]


def test_by_two_to_one_point_is_by_two_to_two() -> None:
    one, two = (solve_equity(target, PASSING, win_by_two=True) for target in (1, 2))
    assert (one.deal, one.off_deal) == (two.deal, two.off_deal)
    assert not one.is_over(1, 0)


def test_shares_at_one_score_count_there_and_below() -> None:
    def differs(dealing: int, other: int) -> OutcomeShares:
        return PASSING if (dealing, other) == (8, 7) else PUBLISHED

    plain, changed = solve_equity(10, PUBLISHED), solve_equity(10, differs)
    moved = {
        (ours, theirs)
        for ours in range(10)
        for theirs in range(10)
        if plain.deal[ours][theirs] != changed.deal[ours][theirs]
        or plain.off_deal[ours][theirs] != changed.off_deal[ours][theirs]
    }
    assert {(8, 7), (7, 8)} < moved
    assert all(max(score) <= 8 for score in moved)


@pytest.mark.parametrize(
    ("shares", "options", "message"),
    [
        (OutcomeShares.of({}, {}), {}, "no game ends"),
        (OutcomeShares.of({1: 1}, {}), {"win_by_two": True}, "no game ends"),
        (OutcomeShares.of({}, {1: 1}), {"skill": 0.7}, "no side wins 70 %"),
        (PUBLISHED, {"skill": 1.0}, "no side wins 100 %"),
        (PUBLISHED, {"skill": float("nan")}, "no side wins nan %"),
    ],
)
def test_what_has_no_answer(shares: OutcomeShares, options: dict[str, float], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        solve_equity(10, shares, **options)


def test_an_answer_is_a_value() -> None:
    equity = solve_equity(2, PASSING, skill=0.6)
    assert eval(repr(equity)) == equity == solve_equity(2, PASSING, skill=0.6)
    assert len({equity, solve_equity(2, PASSING, skill=0.6)}) == 1
    with pytest.raises(ValueError, match="before it begins"):
        solve_equity(0)
