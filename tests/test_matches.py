"""What scores are worth in series and rubbers: by hand, by other methods, and by games drawn."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from euchre_solve.advice.equity import MatchEquity, solve_equity, usual_shares
from euchre_solve.advice.matches import Games, MatchValue, solve_match
from euchre_solve.advice.shares import PUBLISHED, OutcomeShares
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.match import game_end, rubber_points
from euchre_solve.rules import Rules

RAILROAD = Rules.parse("railroad")
RUBBER = Rules.parse("hoyle-32-rubber")
LEVEL = OutcomeShares.of({1: 0.5}, {1: 0.5})
"""Deals that either side wins as often, by a point."""
STEEP = OutcomeShares.of({1: 0.25, 2: 0.25}, {1: 0.25, 2: 0.25})
PASSING = OutcomeShares.of({1: 0.3, 2: 0.1, 4: 0.05}, {1: 0.12, 2: 0.08, 4: 0.01})
MATCHES = 20_000


def solved(
    rules: Rules, target: int, shares: OutcomeShares, skill: float = 0.5, games: Games = (0, 0)
) -> tuple[MatchValue, MatchEquity]:
    equity = solve_equity(target, shares, win_by_two=rules.win_by_two, skill=skill)
    match = solve_match(rules, equity, shares, games)
    assert match
    return match, equity


# --- series


def test_a_slam_is_worked_out_by_hand() -> None:
    match, _ = solved(RAILROAD, 2, LEVEL)
    # At 1-0 a point wins two games, a point of theirs levels the score.
    for dealing in (True, False):
        assert match.value(1, 0, dealing=dealing) == pytest.approx(1)
        assert match.value(0, 1, dealing=dealing) == pytest.approx(-1)
        assert match.value(1, 1, dealing=dealing) == pytest.approx(0)
        assert match.value(2, 0, dealing=dealing) == 2
        assert match.value(1, 2, dealing=dealing) == -1


def test_laps_are_worked_out_by_hand() -> None:
    match, _ = solved(RAILROAD, 2, STEEP)
    # h = V(1-0) = (2 + (2 + h) + V(1-1) - 1) / 4 with V(1-1) = 0, so h = 1.
    for dealing in (True, False):
        assert match.value(1, 0, dealing=dealing) == pytest.approx(1)
        assert match.value(3, 0, dealing=dealing) == pytest.approx(3)
        assert match.value(3, 1, dealing=dealing) == pytest.approx(2)
        assert match.value(0, 3, dealing=dealing) == pytest.approx(-3)


def test_a_score_past_the_end_brings_no_more_laps_than_a_deal_can() -> None:
    match, _ = solved(RAILROAD, 2, STEEP)
    for ours in (6, 9):
        assert match.value(ours, 0, dealing=True) == match.value(5, 0, dealing=True)
        assert match.value(1, ours, dealing=True) == match.value(1, 5, dealing=True)


def test_laps_beyond_a_whole_game_win_the_next() -> None:
    match, _ = solved(RAILROAD, 1, STEEP)
    assert match.value(1, 0, dealing=True) == pytest.approx(2)
    assert match.value(2, 0, dealing=True) == pytest.approx(4)


@pytest.mark.parametrize("skill", [0.5, 0.6])
@pytest.mark.parametrize("target", [1, 5, 10])
def test_without_laps_and_slams_it_is_the_plain_race(target: int, skill: float) -> None:
    shares = OutcomeShares.of({1: 0.5}, {1: 0.3})
    rules = replace(RAILROAD, slam=False)  # with points won one by one nothing carries over
    match, equity = solved(rules, target, shares, skill)
    for ours in range(target):
        for theirs in range(target):
            for dealing in (True, False):
                plain = 2 * equity.win(ours, theirs, dealing=dealing) - 1
                assert match.value(ours, theirs, dealing=dealing) == pytest.approx(plain, abs=1e-6)


def test_what_one_side_gains_the_other_loses() -> None:
    match, _ = solved(RAILROAD, 10, PUBLISHED)
    for ours in range(14):
        for theirs in range(10):
            mine = match.value(ours, theirs, dealing=True)
            assert mine == pytest.approx(-match.value(theirs, ours, dealing=False), abs=1e-12)


def test_a_lone_march_at_eight_love_is_worth_more_than_the_game() -> None:
    match = solve_match(RAILROAD, solve_equity(10), usual_shares(10))
    assert match
    march, lone_march = (match.value(8 + points, 0, dealing=True) for points in (2, 4))
    assert march == 2 and 0.25 < lone_march - march < 0.4


def drawn_deals(
    shares: OutcomeShares, rng: np.random.Generator, count: int
) -> dict[bool, np.ndarray]:
    """Return what deals score for us and for them, where we deal and where they do."""
    rows = [(0, 0), *((points, 0) for points, _ in shares.dealing)]
    rows += [(0, points) for points, _ in shares.other]
    chances = [chance for _, chance in (*shares.dealing, *shares.other)]
    table = np.array(rows)
    drawn = {
        dealing: table[rng.choice(len(rows), count, p=[1 - sum(chances), *chances])]
        for dealing in (True, False)
    }
    return {True: drawn[True], False: drawn[False][:, ::-1]}


def test_series_drawn_at_random_agree() -> None:
    """After some games a start is as good for either side, so all that counts has been won."""
    rng = np.random.default_rng(1)
    match, _ = solved(RAILROAD, 10, PUBLISHED)
    scores = np.tile([3, 0], (MATCHES, 1))
    dealing = rng.random(MATCHES) < 0.5
    left = np.full(MATCHES, 4)
    total = np.zeros(MATCHES)
    while left.any():
        drawn = drawn_deals(PUBLISHED, rng, MATCHES)
        scores += np.where(
            (left > 0)[:, None], np.where(dealing[:, None], drawn[True], drawn[False]), 0
        )
        dealing = ~dealing
        for row in np.flatnonzero((scores.max(axis=1) >= 10) & (left > 0)):
            end = game_end(scores[row].tolist(), RAILROAD)
            assert end
            total[row] += -end.games if end.winner else end.games
            scores[row] = (0, end.laps) if end.winner else (end.laps, 0)
            dealing[row] = rng.random() < 0.5
            left[row] -= 1
    assert abs(total.mean() - match.at_start(3, 0)) < 4 * total.std() / MATCHES**0.5


# --- rubbers


def ends(target: int, shares: OutcomeShares, *, dealing: bool) -> dict[tuple[int, int], float]:
    """Return how likely a game from 0-0 ends at each score, by following all scores."""
    states = {(0, 0): 1.0}
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    nobody = shares.nobody
    for _ in range(400):
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        ours, theirs = (shares.dealing, shares.other) if dealing else (shares.other, shares.dealing)
        for (mine, yours), reached in states.items():
            if max(mine, yours) >= target:
                found[mine, yours] += reached
                continue
            after[mine, yours] += reached * nobody
            for points, chance in ours:
                after[mine + points, yours] += reached * chance
            for points, chance in theirs:
                after[mine, yours + points] += reached * chance
        states, dealing = after, not dealing
    return found


def any_game(target: int, shares: OutcomeShares) -> dict[tuple[int, int], float]:
    """Return how likely a game ends at each score, whoever deals first."""
    ours, theirs = (ends(target, shares, dealing=dealing) for dealing in (True, False))
    return {score: (ours.get(score, 0) + theirs.get(score, 0)) / 2 for score in {*ours, *theirs}}


def expected_rubber(played: list[tuple[int, int]], game: dict[tuple[int, int], float]) -> float:
    """Return the expected points of a rubber by following every game that may come."""
    won = [sum(score[side] > score[1 - side] for score in played) for side in (0, 1)]
    if max(won) == 2:
        return rubber_points(played)
    return sum(chance * expected_rubber([*played, score], game) for score, chance in game.items())


@pytest.mark.parametrize("target", [2, 5])
def test_a_rubber_is_the_sum_over_its_games(target: int) -> None:
    game = any_game(target, PASSING)
    match, _ = solved(RUBBER, target, PASSING)
    assert match.at_start(0, 0) == pytest.approx(expected_rubber([], game), abs=1e-9)
    for dealing in (True, False):
        first = ends(target, PASSING, dealing=dealing)
        total = sum(chance * expected_rubber([end], game) for end, chance in first.items())
        assert match.value(0, 0, dealing=dealing) == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize(
    ("games", "played", "before"),
    [((1, 0), [(5, 0)], 3), ((0, 1), [(2, 5)], -2), ((1, 1), [(5, 3), (3, 5)], 0)],
)
def test_points_of_earlier_games_are_left_out(
    games: Games, played: list[tuple[int, int]], before: int
) -> None:
    match, _ = solved(RUBBER, 5, PASSING, games=games)
    total = expected_rubber(played, any_game(5, PASSING))
    assert match.at_start(0, 0) == pytest.approx(total - before, abs=1e-9)


def test_the_last_game_is_worked_out_by_hand() -> None:
    match, _ = solved(RUBBER, 1, LEVEL, games=(1, 1))
    # The winner of a game against nothing gets 3, and 2 for the rubber.
    assert match.value(1, 0, dealing=True) == 5
    assert match.value(0, 1, dealing=True) == -5
    assert match.value(0, 0, dealing=True) == pytest.approx(0)


def test_rubbers_drawn_at_random_agree() -> None:
    rng = np.random.default_rng(2)
    match, _ = solved(RUBBER, 5, PUBLISHED, games=(1, 0))
    game = any_game(5, PUBLISHED)
    scores, chances = list(game), np.array(list(game.values()))
    points = []
    for second, third in rng.choice(len(scores), (MATCHES, 2), p=chances / chances.sum()).tolist():
        played = [(5, 4), scores[second]]
        if scores[second][0] < scores[second][1]:
            played.append(scores[third])
        points.append(rubber_points(played) - 1)
    error = np.std(points) / MATCHES**0.5
    assert abs(np.mean(points) - match.at_start(0, 0)) < 4 * error


# --- what has no answer, or none of its own


def test_one_game_has_no_match() -> None:
    assert solve_match(Rules(), solve_equity(10), usual_shares(10)) is None


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (replace(RAILROAD, set_back=True), ErrorCode.NOT_BUILT),
        (replace(RUBBER, win_by_two=True, target=3), ErrorCode.CONFLICT),
        (replace(RAILROAD, win_by_two=True), ErrorCode.CONFLICT),
    ],
)
def test_what_is_not_known(rules: Rules, code: ErrorCode) -> None:
    equity = solve_equity(rules.target, win_by_two=rules.win_by_two)
    with pytest.raises(RuleError) as caught:
        solve_match(rules, equity, PASSING)
    assert caught.value.code is code


@pytest.mark.parametrize("name", ["railroad-rubber", "three-handed-hoyle-rubber"])
def test_rubbers_are_of_two_sides_and_without_laps(name: str) -> None:
    with pytest.raises(RuleError, match="a rubber is two games"):
        Rules.parse(name)


def test_a_rubber_may_be_won_by_two() -> None:
    rules = Rules.parse("hoyle-32-rubber-bytwo")
    match, _ = solved(rules, 5, PASSING, games=(1, 1))
    assert match.value(6, 4, dealing=True) == 3
    assert match.value(5, 4, dealing=True) == match.value(4, 3, dealing=True)
