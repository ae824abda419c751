"""Winning chances where marches may be taken off: by hand, by plain code, by games drawn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from euchre_solve import parse_deal
from euchre_solve.advice import robson
from euchre_solve.advice.decision.winning import match_equity
from euchre_solve.advice.equity import solve_equity
from euchre_solve.advice.recommend import recommend
from euchre_solve.advice.robson import LOWEST, TOLD, solve_set_back
from euchre_solve.advice.shares import PUBLISHED, OutcomeShares, march_part
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules

ROBSON = Rules.parse("north-american-robson")
MARCH = (
    "1:9h9dQcJc9c.9sAhJhThKd.AsKsKhTdKc.JsAdQdJdTc_u:Qh_r:{rules}"
    "_b:pppo_x:Tc_t:9dKdTdAd.Jd9hThKh.QhQcAhKs.JhAsQdJc.9sKcJs9c"
)
"""A deal that seat 4 marched in."""
GAMES = 20_000


def test_to_one_point_nobody_takes_any_off() -> None:
    plain, set_back = (solve_equity(1, PUBLISHED, set_back=each) for each in (False, True))
    for dealing in (True, False):
        ours = set_back.win(0, 0, dealing=dealing)
        assert ours == pytest.approx(plain.win(0, 0, dealing=dealing), abs=1e-12)


def test_one_point_at_a_time_is_the_plain_race() -> None:
    shares = OutcomeShares.of({1: 0.5}, {1: 0.3})
    plain, set_back = (solve_equity(5, shares, set_back=each) for each in (False, True))
    for ours, theirs in product(range(5), repeat=2):
        same = plain.win(ours, theirs, dealing=True)
        assert set_back.win(ours, theirs, dealing=True) == pytest.approx(same, abs=1e-12)


def plain_chances(target: int, shares: OutcomeShares, lowest: int) -> dict[tuple[int, ...], float]:
    """Return our chances by plain code, scores below ``lowest`` counting as it."""
    points = range(lowest, target)
    values = dict.fromkeys(product(points, points, (0, 1)), 0.5)

    def value(ours: int, theirs: int, dealing: int) -> float:
        if max(ours, theirs) >= target:
            return float(ours > theirs)
        return values[max(ours, lowest), max(theirs, lowest), dealing]

    for _ in range(80):
        before = {}
        for ours, theirs, dealing in values:
            following = 1 - dealing
            total = shares.nobody * value(ours, theirs, following)
            for is_dealers, side in ((True, shares.dealing), (False, shares.other)):
                is_ours = is_dealers == bool(dealing)
                for scored, chance in side:
                    mine, yours = (scored, 0) if is_ours else (0, scored)
                    added = value(ours + mine, theirs + yours, following)
                    off = value(ours - yours, theirs - mine, following)
                    part = march_part(scored, dealing=is_dealers)
                    best = max(added, off) if is_ours else min(added, off)
                    total += chance * ((1 - part) * added + part * best)
            before[ours, theirs, dealing] = total
        values = before
    return values


def test_plain_code_agrees() -> None:
    values = plain_chances(2, PUBLISHED, -14)
    equity = solve_equity(2, PUBLISHED, set_back=True)
    for ours, theirs in product(range(-1, 2), repeat=2):
        for dealing in (0, 1):
            plain = values[ours, theirs, dealing]
            assert equity.win(ours, theirs, dealing=bool(dealing)) == pytest.approx(plain, abs=1e-6)


def test_what_is_followed_further_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    near = solve_set_back(5, PUBLISHED, 1.0)
    monkeypatch.setattr(robson, "LOWEST", LOWEST - 15)
    assert np.abs(solve_set_back(5, PUBLISHED, 1.0) - near).max() <= 2e-12


def test_the_two_sides_add_up_to_one_and_points_help() -> None:
    equity = match_equity(10, ROBSON)
    for ours, theirs in product(range(TOLD, 10), repeat=2):
        both = equity.win(ours, theirs, dealing=True) + equity.win(theirs, ours, dealing=False)
        assert both == pytest.approx(1, abs=1e-11)
        if ours < 9:
            more = equity.win(ours + 1, theirs, dealing=True)
            assert more > equity.win(ours, theirs, dealing=True)
    assert equity.win(TOLD - 5, 3, dealing=True) == equity.win(TOLD, 3, dealing=True)


def test_games_drawn_at_random_agree() -> None:
    """Both sides choose by the chances, from 5-8 on, the side behind dealing."""
    equity = solve_equity(10, PUBLISHED, set_back=True)
    grids = [np.array(equity.off_deal), np.array(equity.deal)]
    rows = [(0, 0, 0.0)]
    rows += [(points, 0, march_part(points, dealing=True)) for points, _ in PUBLISHED.dealing]
    rows += [(0, points, march_part(points, dealing=False)) for points, _ in PUBLISHED.other]
    chances = [chance for _, chance in (*PUBLISHED.dealing, *PUBLISHED.other)]
    chances = [1 - sum(chances), *chances]
    rng = np.random.default_rng(1)
    scores, dealing, won, left = np.tile([5, 8], (GAMES, 1)), 1, 0, GAMES
    while left:
        table = np.array(rows)[rng.choice(len(rows), left, p=np.array(chances) / sum(chances))]
        points = table[:, :2].astype(int)[:, :: 1 if dealing else -1]
        dealing = 1 - dealing
        added, off = scores + points, scores - points[:, ::-1]
        inside = (added.max(axis=1) < 10) & (rng.random(left) < table[:, 2])
        values = [
            grids[dealing][tuple(np.clip(after - TOLD, 0, 9 - TOLD).T)] for after in (added, off)
        ]
        is_ours = points[:, 0] > 0
        better = np.where(is_ours, values[1] > values[0], values[1] < values[0])
        scores = np.where((inside & better)[:, None], off, added)
        over = scores.max(axis=1) >= 10
        won += int((scores[over, 0] >= 10).sum())
        scores = scores[~over]
        left = len(scores)
    chance = equity.win(5, 8, dealing=True)
    assert abs(won / GAMES - chance) < 4 * (chance * (1 - chance) / GAMES) ** 0.5


@pytest.mark.parametrize(
    "options",
    [{"win_by_two": True}, {"skill": 0.6}, {"shares": lambda *_: PUBLISHED}],
)
def test_what_is_not_known(options: dict[str, object]) -> None:
    with pytest.raises(RuleError, match="for even sides"):
        solve_equity(10, set_back=True, **options)


def test_shares_by_which_no_game_ends() -> None:
    with pytest.raises(RuleError, match="no game ends"):
        solve_equity(1, OutcomeShares.of({}, {}), set_back=True)


# --- the decision


@pytest.mark.parametrize(("score", "best"), [("3-5", "add"), ("8-3", "off"), ("7-8", "add")])
def test_a_march_is_added_or_taken_off_by_what_wins(score: str, best: str) -> None:
    deal = parse_deal(f"{MARCH}_s:{score}".format(rules=ROBSON))
    advice = recommend(deal)
    theirs, ours = map(int, score.split("-"))
    equity = match_equity(10, ROBSON)
    win = {
        "add": equity.win(ours + 2, theirs, dealing=False),
        "off": equity.win(ours, theirs - 2, dealing=False),
    }
    assert (advice.decision, advice.seat, advice.exact) == ("set-back", 4, True)
    assert [action.token for action in advice.actions] == sorted(win, key=lambda at: -win[at])
    assert advice.actions[0].token == best
    for action in advice.actions:
        assert action.win == win[action.token]
        assert action.vs_best_win == pytest.approx(win[action.token] - win[best])
        assert (action.ev, action.outcomes) == (2, ((2, 1.0),))


def test_a_call_counts_the_better_choice() -> None:
    """A hand that is sure of a march: it is worth what the better use of two points is."""
    line = "4:JsJcAsKsQs_u:Ts_r:north-american-robson_b:ppp_s:8-3"
    picked_up = next(
        action for action in recommend(parse_deal(line)).actions if action.token == "o"
    )
    assert picked_up.outcomes == ((2, 1.0),)
    equity = match_equity(10, ROBSON)
    added, off = equity.win(10, 3, dealing=False), equity.win(8, 1, dealing=False)
    assert picked_up.win == pytest.approx(max(added, off))


@pytest.mark.parametrize(
    ("more", "code"), [("", ErrorCode.OUT_OF_TURN), ("_s:3-5_w:off", ErrorCode.AFTER_END)]
)
def test_where_nothing_is_to_be_chosen(more: str, code: ErrorCode) -> None:
    with pytest.raises(RuleError) as caught:
        recommend(parse_deal(MARCH.format(rules=ROBSON) + more))
    assert caught.value.code is code


def test_a_match_with_points_taken_off_is_not_known() -> None:
    with pytest.raises(RuleError) as caught:
        recommend(parse_deal(f"{MARCH}_s:3-5".format(rules="north-american-rubber-robson")))
    assert caught.value.code is ErrorCode.NOT_BUILT
