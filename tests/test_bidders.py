"""Bidders: the point count, a model's calls, and open-hand bidding against plain recursion."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from euchre_solve.advice.arena.bidders import Bidder, ModelBidder, PointCountBidder
from euchre_solve.advice.arena.sampling_bidder import SamplingBidder, action_values
from euchre_solve.advice.bidding.model import actions_of, allowed_at
from euchre_solve.auction import PASS
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal, Phase
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel
from euchre_solve.solver.batch import solve_all_positions
from euchre_solve.solver.double_dummy import solve_deal

from .bidding_model import CountingModel
from .random_deals import fresh_deal

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")
RULES = ("north-american", "north-american-stick", "north-american-secondalone-stick")


def called_by(bidder: Bidder, line: str) -> str:
    return str(bidder.call(parse_deal(line), np.random.default_rng(1)))


@pytest.mark.parametrize(
    ("line", "call"),
    [
        # the example of the source: hearts count 6 against the dealer's nine, diamonds 8
        ("1:QcJdAcQhKd.-.-.-_u:9h", "p"),
        ("1:QcJdAcQhKd.-.-.-_u:9h_b:pppp", "d"),
        # the partner counts the upcard in, the dealer the hand he would play
        ("1:-.JdAcQhKdTd.-.-_u:9h_b:p", "o"),
        ("1:-.-.-.JdAcQhKdTd_u:9h_b:ppp", "o"),
        # both bowers, ace and king are enough to go alone
        ("1:-.JsJcAsKsTd.-.-_u:9s_b:p", "oa"),
        ("1:JsJcAsKsTd.-.-.-_u:9s", "oa"),
        ("1:9hTd9dTcQh.-.-.-_u:9s", "p"),
        # a stuck dealer makes what counts most
        ("1:-.-.-.9hTd9dTcQs_u:Ts_b:pppp-ppp_r:north-american-stick", "d"),
        ("1:-.-.-.9hTd9dTcQs_u:Ts_b:pppp-ppp", "p"),
        # a partner who must go alone passes what he would only assist with
        ("1:-.JdAcQhKdTd.-.-_u:9h_b:p_r:ontario-nz", "p"),
    ],
)
def test_point_count(line: str, call: str) -> None:
    assert called_by(PointCountBidder(), line) == call


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("AdKcQcTh9h", "Qc"),
        ("AdKhQh9hKc", "Kc"),
        ("AdAcAhKhQh", "Ac"),
        ("JdAhKhQhTh", "9h"),
        ("KdQd9sThKc", "9s"),
    ],
)
def test_discard_of_the_point_count(hand: str, card: str) -> None:
    upcard = "9h" if "9h" not in hand else "Jh"
    deal = parse_deal(f"1:-.-.-.{hand}_u:{upcard}_b:o")
    assert str(PointCountBidder().discard(deal, np.random.default_rng(1))) == card


def test_a_model_bids_what_it_likes_best() -> None:
    model = CountingModel()
    weak = "1:-.-.-.9hTd9dJhQs_u:Ts_b:pppp-ppp"
    assert called_by(ModelBidder(model), weak) == "p"
    assert called_by(ModelBidder(model), f"{weak}_r:north-american-stick") == "h"
    assert called_by(ModelBidder(model), "1:-.-.-.KdTdJdJhQs_u:Ts_b:pppp-ppp") == "d"
    assert ModelBidder(model).name == "counting"


def test_a_sampled_model_bids_as_often_as_it_says() -> None:
    model, rng = CountingModel(), np.random.default_rng(1)
    deal = parse_deal("1:-.-.-.9hTd9dJhQs_u:Ts_b:pppp-ppp_r:north-american-stick")
    bidder = ModelBidder(model, sampled=True)
    counts = Counter(bidder.call(deal, rng) for _ in range(2000))
    hands = np.array([deal.hands[3].mask], np.uint64)
    chances = model.chances(7, hands, deal.upcard.index)[0].astype(float)
    chances[0] = 0
    chances /= chances.sum()
    for call, chance in zip(actions_of(deal.rules, 7, deal.upcard.suit), chances, strict=True):
        assert abs(counts[call] - 2000 * chance) <= 4 * (2000 * chance * (1 - chance)) ** 0.5


def test_the_dealer_discards_as_the_model_does() -> None:
    deal = parse_deal("1:-.-.-.9hTd9dJhQs_u:Ts_b:o")
    assert str(ModelBidder(CountingModel()).discard(deal, np.random.default_rng(1))) == "9d"


def plain_value(deal: Deal, values: dict[tuple[object, ...], int]) -> int:
    """Return what side A scores if all bid the rest of the auction with open hands."""
    contract = deal.contract
    if contract:
        key = (contract.trump, contract.makers(deal.rules), contract.maker * contract.alone or None)
        return values[key] * (1 if contract.maker % 2 else -1)
    if deal.phase is Phase.PASSED_OUT:
        return 0
    best = max if len(deal.calls) % 2 == 0 else min
    return best(plain_value(deal.call(call), values) for call in deal.auction.legal_calls)


@pytest.mark.parametrize("rules_name", RULES)
def test_open_hand_bidding_is_backward_induction(rules_name: str) -> None:
    rng = random.Random(6)
    rules = Rules.parse(rules_name)
    for _ in range(6):
        deal = fresh_deal(rng, rules)
        values = {
            (each.trump, each.makers, each.alone): each.opening.points
            for each in solve_deal(deal).contracts
        }
        hands = np.array([[hand.mask for hand in deal.hands]], np.uint64)
        tricks = solve_all_positions(hands, [deal.upcard.index], only_class=True)
        for node in range(8):
            found = action_values(tricks, node, deal.upcard.suit, rules)[0]
            calls = actions_of(deal.rules, node, deal.upcard.suit)
            for call, value, allowed in zip(
                calls, found, allowed_at(rules, node, deal.upcard.suit), strict=True
            ):
                assert allowed == deal.can_call(call)
                if allowed:
                    assert value == plain_value(deal.call(call), values), (node, str(call))
            if not deal.can_call(PASS):
                break
            deal = deal.call(PASS)


def test_the_sampled_means_settle_on_the_truth() -> None:
    """Both bowers, ace, king, queen of the upcard's suit: a march alone in every world."""
    deal = parse_deal("1:JsJcAsKsQs.-.-.-_u:9s")
    bidder = SamplingBidder(10)
    assert bidder.means(deal, np.random.default_rng(1)).tolist()[1:] == [2, 4]
    assert called_by(bidder, "1:JsJcAsKsQs.-.-.-_u:9s") == "oa"
    assert bidder.name == "sampling-10"


def test_the_sampled_discard_keeps_the_trumps() -> None:
    deal = parse_deal("1:-.-.-.JsJcAsKs9h_u:9s_b:pppo")
    assert str(SamplingBidder(10).discard(deal, np.random.default_rng(1))) == "9h"
    alone = parse_deal("1:-.-.-.JsAhAsKs9h_u:9s_b:oa")
    assert str(SamplingBidder(10).discard(alone, np.random.default_rng(1))) == "9h"


def test_seats_see_only_what_they_may() -> None:
    """The call does not depend on what the others hold."""
    first = parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc")
    second = Deal(first.rules, (first.hands[0], *first.hands[:0:-1]), first.upcard)
    calls = {
        SamplingBidder(5).call(seen_by(deal, 1), np.random.default_rng(3))
        for deal in (first, second)
    }
    assert len(calls) == 1
