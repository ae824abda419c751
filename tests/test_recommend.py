"""Advice on calls, discards and lone defence: known answers, exactness, errors, reproducibility."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.played import Cell, PlayedValues
from euchre_solve.advice.bidding.reading import likelihoods
from euchre_solve.advice.recommend import Action, Advice, recommend
from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.auction import PASS
from euchre_solve.cards import Card, CardSet
from euchre_solve.deal import Deal
from euchre_solve.errors import RuleError
from euchre_solve.rules import Rules
from euchre_solve.solver.batch import solve_class

PUBLISHED_HAND = "1:-.-.-.JcTsAsAhTd_u:Js_b:ppp"


def advise(line: str, **options: Any) -> Advice:
    return recommend(parse_deal(line), values="open", **options)


def action(advice: Advice, token: str) -> Action:
    return next(one for one in advice.actions if one.token == token)


def random_decision(seed: int, hidden: Callable[[random.Random], int]) -> Deal:
    """Return a call after nothing but passes, so many cards of every other seat unknown."""
    rng = random.Random(seed)
    deck = list(Rules().deck)
    rng.shuffle(deck)
    node = rng.randrange(8)
    known = [5 if seat == node % 4 else 5 - hidden(rng) for seat in range(4)]
    hands = (
        CardSet.from_cards(deck[5 * seat : 5 * seat + count]) for seat, count in enumerate(known)
    )
    return Deal(Rules(), tuple(hands), deck[20], calls=(PASS,) * node)


def of_card(card: str) -> np.uint64:
    return np.uint64(1 << Card.parse(card).index)


# --- known answers


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_lay_down_sweeps_alone_in_every_seat(seat: int) -> None:
    hands = ["-"] * 4
    hands[seat - 1] = "JsJcAsKsQs"
    calls = f"_b:{'p' * (seat - 1)}" if seat > 1 else ""
    deal = parse_deal(f"1:{'.'.join(hands)}_u:9s{calls}")
    for values in ("played", "open"):
        best = recommend(deal, values=values).actions[0]
        assert (best.token, best.ev, best.outcomes) == ("oa", 4.0, ((4, 1.0),))


def test_no_sweep_where_an_opponent_holds_the_left() -> None:
    for values in ("played", "open"):
        advice = recommend(parse_deal("1:Jcx.AsKsQsTsAh.-.-_u:Js_b:p"), values=values, worlds=1024)
        assert 4 not in dict(action(advice, "oa").outcomes)


def test_published_open_hand_figure() -> None:
    """With the discard chosen in each world the hand is worth 1.93, which no dealer can reach."""
    deal = parse_deal(PUBLISHED_HAND)
    worlds = Worlds(deal).sample(np.random.default_rng(1), 10_000)
    assert deal.upcard is not None
    points = np.array([2, 1, 1, -2, -2, -2])
    by_discard = []
    for card in deal.hands[3].with_card(deal.upcard):
        hands = worlds.dealt.copy()
        hands[:, 3] = (hands[:, 3] | of_card("Js")) & ~of_card(str(card))
        by_discard.append(points[solve_class(hands, 0, 0)])
    values = np.array(by_discard)
    weights = likelihoods(model_for(deal.rules), deal, 4, worlds)
    one_for_all = values.mean(axis=1).max()
    heard = (values @ weights).max() / weights.sum()
    assert values.max(axis=0).mean() == pytest.approx(1.93, abs=0.03)
    assert one_for_all == pytest.approx(1.89, abs=0.02)
    assert heard == pytest.approx(1.88, abs=0.02)
    pick_up = action(advise(PUBLISHED_HAND), "o")
    assert pick_up.ev == pytest.approx(heard, abs=4 * pick_up.stderr)


def test_own_discard_is_one_of_six_valued_alike() -> None:
    advice = advise(PUBLISHED_HAND)
    pick_up = action(advice, "o")
    cards = [value.card for value in pick_up.discards]
    assert str(pick_up.discard) == "Td" == str(cards[0])
    assert sorted(map(str, cards)) == sorted(["Jc", "Ts", "As", "Ah", "Td", "Js"])
    assert pick_up.discards[0].vs_best == 0
    assert all(value.vs_best < 0 for value in pick_up.discards[1:])
    discards = advise("1:-.-.-.JcTsAsAhTd_u:Js_b:pppo")
    assert [one.label for one in discards.actions[:1]] == ["discard Td"]
    assert {value.card: value.ev for value in pick_up.discards} == pytest.approx(
        {Card.parse(one.token): one.ev for one in discards.actions}, abs=1e-9
    )


def test_a_sure_point_beats_a_likely_march_at_nine_all() -> None:
    at_start, at_end = (advise(f"1:-.-.-.JcTsAsAhTd_u:Js_b:ppp_s:{s}") for s in ("0-0", "9-9"))
    assert at_start.actions[0].token == "oa"
    alone, together = (action(at_end, token) for token in ("oa", "o"))
    assert alone.win is not None and together.win is not None
    assert together.win >= alone.win and together.ev < alone.ev


def test_score_is_that_of_the_seat_on_turn() -> None:
    ahead, behind = (
        advise(f"1:-.-.-.-_u:9s_s:{s}".replace("-.", "AsAhAdKsKh.", 1)) for s in ("9-0", "0-9")
    )
    assert ahead.actions[0].win is not None and behind.actions[0].win is not None
    assert ahead.actions[0].win > 0.8 and behind.actions[0].win < 0.3


def test_lone_defence_is_weighed() -> None:
    rules = "_r:north-american-defendalone"
    strong = advise(f"1:-.JcTsAsAhTd.-.-_u:9s_b:oa{rules}")
    weak = advise(f"1:-.Td9d9cTh9h.-.-_u:9s_b:oa{rules}")
    assert (strong.decision, strong.round, strong.values) == ("defend", None, "open")
    assert strong.actions[0].label == "defend alone" and 4 in dict(strong.actions[0].outcomes)
    assert weak.actions[0].label == "defend together"


# --- what an answer holds


@pytest.mark.parametrize("seed", range(12))
def test_an_answer_is_consistent(seed: int) -> None:
    deal = random_decision(seed, lambda _: 5)
    advice = recommend(deal, values="open", worlds=2048)
    assert {one.token for one in advice.actions} == set(map(str, deal.auction.legal_calls))
    best = advice.actions[0]
    assert (best.vs_best, best.vs_best_stderr, best.close) == (0, 0, False)
    for one in advice.actions:
        assert sum(chance for _, chance in one.outcomes) == pytest.approx(1)
        assert sum(points * chance for points, chance in one.outcomes) == pytest.approx(one.ev)
        assert one.ev - best.ev == pytest.approx(one.vs_best, abs=1e-9)
        assert one.open_ev == pytest.approx(one.ev) and one.win is None
        assert bool(one.ends) == (one.token == "p")
        assert bool(one.discards) == (advice.seat == 4 and advice.round == 1 and one.token != "p")
    for place in advice.places:
        assert sum((*place.seats, place.kitty, place.turned_up)) == pytest.approx(1)
    assert advice.worlds >= advice.effective > 50


def test_ends_of_a_pass() -> None:
    ends = action(advise("1:9sTsAhKh9d.-.-.-_u:Js"), "p").ends
    assert [end.chance for end in ends] == sorted((end.chance for end in ends), reverse=True)
    assert None in [end.contract for end in ends]
    assert sum(end.chance for end in ends) > 0.8


def test_the_stuck_dealer_may_not_pass() -> None:
    advice = advise("1:-.-.-.AsQcAhKs9c_u:9h_b:pppp-ppp_r:north-american-stick")
    assert "p" not in {one.token for one in advice.actions}
    ends = action(advise("1:-.-.AsQcAhKs9c.-_u:9h_b:pppp-pp_r:north-american-stick"), "p").ends
    assert [end.chance for end in ends if end.contract is None] == [0.0]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("1:-.-.-.JcTsAsAhTd_u:Bb_b:ppp_r:british", {"s", "sa", "h", "ha", "d", "da", "c", "ca"}),
        ("1:JcTsAsAhTd.-.-.-_u:Bb_r:british", {"p"}),
        ("1:-.JcTsAsAhTd.-.-_u:9s_b:p_r:british", {"p", "oa"}),
        ("1:AsJsAh7s8s.-.-.-_u:7h_r:hoyle-1844", {"p", "o", "oa"}),
        (
            "1:-.-.-.AsAcAhKsKc_u:9h_b:pppp-ppp_r:north-american-nt",
            {"p", "n", "na", "s", "sa", "d", "da", "c", "ca"},
        ),
    ],
)
def test_games_of_other_decks_and_calls(line: str, tokens: set[str]) -> None:
    advice = recommend(parse_deal(line), worlds=64)
    assert {one.token for one in advice.actions} == tokens
    assert advice.note and advice.values == "open"


def test_played_values_move_each_end() -> None:
    line = "1:-.-.-.JsAsTd9d9c_u:9s_b:ppp"
    shift = (0.1, -0.07, -0.03)
    cells = tuple(Cell(3, kind, 0.0, 100, shift, -0.3, 0.05) for kind in (1, 2))
    opened, played = (
        recommend(parse_deal(line), values=values) for values in ("open", PlayedValues(cells, {}))
    )
    before, after = (action(advice, "o") for advice in (opened, played))
    assert after.open_ev == before.ev == before.open_ev > 0
    fade = 1 - before.ev / 2
    moved = [dict(after.outcomes)[at] - dict(before.outcomes)[at] for at in (-2, 1, 2)]
    assert moved == pytest.approx([fade * part for part in shift])
    assert after.stderr == pytest.approx(np.hypot(before.stderr, 0.05 * fade))
    assert action(played, "p").ev == pytest.approx(action(opened, "p").ev)


# --- drawn worlds


def test_few_worlds_are_all_solved_and_drawn_ones_agree() -> None:
    compared = 0
    for seed in range(40):
        deal = random_decision(seed, lambda rng: rng.choice((1, 2, 2, 3)))
        if not 1024 < Worlds(deal).count <= 20_000:
            continue
        exact, drawn = (recommend(deal, values="open", worlds=n, seed=seed) for n in (None, 1024))
        assert exact.exact and exact.worlds == Worlds(deal).count and not drawn.exact
        for one in exact.actions:
            other = action(drawn, one.token)
            assert one.stderr == 0
            if one.discard == other.discard:
                assert abs(one.ev - other.ev) <= 4 * other.stderr
                compared += 1
    assert compared > 30


def test_intervals_cover_what_many_more_worlds_say() -> None:
    inside = []
    for seed in range(20):
        deal = random_decision(seed, lambda _: 5)
        few, many = (
            action(recommend(deal, values="open", worlds=worlds, precision=1e-9, seed=worlds), "p")
            for worlds in (1024, 4096)
        )
        inside.append(abs(few.ev - many.ev) < 2 * np.hypot(few.stderr, many.stderr))
    assert np.mean(inside) > 0.85


def test_no_error_is_claimed_for_a_few_worlds() -> None:
    def hearts(worlds: WorldArrays) -> Any:
        return worlds.dealt[:, 0] == CardSet.of("Ah", "Kh", "Qh", "Jh", "Th").mask

    line = "1:-.-.-.TsAs9sTd9d_u:Js_b:ppp"
    advice = advise(line, worlds=1024, where=hearts)
    assert advice.effective < 50
    assert all(one.stderr == inf for one in advice.actions)
    assert [one.close for one in advice.actions] == [False] + [True] * (len(advice.actions) - 1)


def test_where_keeps_worlds() -> None:
    def partner_has_left(worlds: WorldArrays) -> Any:
        return worlds.dealt[:, 1] & of_card("Jc") != 0

    line = "1:-.-.-.TsAsAhTd9d_u:Js_b:ppp"
    free, kept = (advise(line, worlds=1024, where=where) for where in (None, partner_has_left))
    left = next(place for place in kept.places if str(place.card) == "Jc")
    assert left.seats == pytest.approx((0, 1, 0, 0))
    assert action(kept, "o").ev > action(free, "o").ev
    with pytest.raises(RuleError, match="no deal found"):
        advise(line, where=lambda worlds: worlds.dealt[:, 0] == 0)


def test_same_answer_for_any_number_of_jobs() -> None:
    line = "1:AsKhQh9dTc.-.-.-_u:9h_b:pppp"
    one, two = (repr(advise(line, worlds=8192, precision=1e-9, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert one != repr(advise(line, worlds=8192, precision=1e-9, seed=2))


def test_time_only_stops_between_looks() -> None:
    line = "1:AsKhQh9dTc.-.-.-_u:9h_b:pppp"
    advice = advise(line, precision=1e-9, max_seconds=0)
    assert advice.worlds == 1024 == advise(line, worlds=1000).worlds


def test_a_tie_is_looked_at_until_it_is_known() -> None:
    line = "1:JcAsKsTd9d.-.-.-_u:9h_b:pppp"
    rough, fine = (advise(line, precision=precision) for precision in (0.2, 0.1))
    assert rough.worlds < fine.worlds


# --- what can't be advised on


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1:JsAs9h9dTc.-.-.-_u:Jc_b:oa_t:Js", "seat 2 has to decide"),
        ("1:JsAs9h9dTc.-.-.-_u:Jc_b:p", "seat 2 has to decide"),
        ("1:-.JsAs9h9dTc.-.-_u:Jc_b:o", "seat 1 has to decide"),
        ("1:JsAs9h9dTc.-.-.-", "no upcard"),
    ],
)
def test_what_cannot_be_decided(line: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        advise(line)


def test_an_auction_at_its_end() -> None:
    with pytest.raises(RuleError, match="no call, discard, lone defence or card"):
        advise("1:JsAs9h9dTc.-.-.-_u:Jc_b:pppp-pppp")


def test_every_world_of_a_best_bower_deck_passes_on() -> None:
    line = "1:BbKs9dAcKc.QsKhThKd9c.JsJh9hQdJd.AsAhTdQcx_u:Qh_r:british"
    advice = advise(line)
    assert advice.exact
    for one in advice.actions:
        assert sum(chance for _, chance in one.outcomes) == pytest.approx(1)
