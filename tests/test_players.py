"""Card players: what the rules of thumb say, and the mean over worlds."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from euchre_solve.advice.arena.card_play import plain_order
from euchre_solve.advice.arena.card_players import CardPlayer, RandomPlayer, RulePlayer
from euchre_solve.advice.arena.sampling import SamplingPlayer
from euchre_solve.advice.bidding.model import Cautious
from euchre_solve.advice.bidding.reading import likelihoods
from euchre_solve.advice.worlds import Worlds
from euchre_solve.cards import DECK, Card
from euchre_solve.consistent import ConsistentDeals, seen_by
from euchre_solve.deal import Deal
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel
from euchre_solve.solver.double_dummy import solve_position

from .bidding_model import CountingModel
from .random_games import whole_deal

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

FEW = 60
"""Worlds at most that plain search goes through."""


def played_by(player: CardPlayer, deal: Deal) -> Card:
    assert deal.seat is not None
    return player.card(seen_by(deal, deal.seat), np.random.default_rng(1))


# seats 1 to 4, the contract, the cards so far, what the rules of thumb play
@pytest.mark.parametrize(
    ("line", "card"),
    [
        # the maker leads the highest trump, or from three; with two low ones an ace
        ("JsAs9h9dTc.xxxxx.xxxxx.xxxxx_u:Jc_m:1s", "Js"),
        ("KsQs9sAd9h.xxxxx.xxxxx.xxxxx_u:Jc_m:1s", "Ks"),
        ("KsQs9dAdAh.xxxxx.xxxxx.xxxxx_u:Jc_m:1s", "Ah"),
        # his partner leads him a trump; a defender does not
        ("9sQsAdAh9h.xxxxx.xxxxx.xxxxx_u:Jc_m:3s", "Qs"),
        ("9sQsAdKd9h.xxxxx.xxxxx.xxxxx_u:Jc_m:2s", "Ad"),
        # without a winner the lowest, and no trump
        ("9sQsKdTh9c.xxxxx.xxxxx.xxxxx_u:Jd_m:2s", "9c"),
        # a king is highest once the ace was turned down
        ("9sQsKdTh9c.xxxxx.xxxxx.xxxxx_u:Ad_m:2s", "Kd"),
        # second hand low, but the ace takes
        ("xxxxx.KhQh9sTd9d.xxxxx.xxxxx_u:Jc_m:1s_t:9h", "Qh"),
        ("xxxxx.AhQh9sTd9d.xxxxx.xxxxx_u:Jc_m:1s_t:9h", "Ah"),
        # third hand high
        ("xxxxx.xxxxx.QhKhTd9d9c.xxxxx_u:Jc_m:1s_t:9hTh", "Kh"),
        # partner is winning: the lowest, no trump on his ace
        ("xxxxx.xxxxx.9sTsKd9d9c.xxxxx_u:Jc_m:1s_t:AhTh", "9c"),
        # last hand takes it cheaply, or throws off
        ("xxxxx.xxxxx.xxxxx.QhKhTd9d9c_u:Jc_m:1s_t:9hThJh", "Qh"),
        ("xxxxx.xxxxx.xxxxx.9sJsTd9d9c_u:Jc_m:1s_t:9hThJh", "9s"),
        ("xxxxx.xxxxx.xxxxx.9sTsTd9d9c_u:Jc_m:1s_t:9hThQs", "9c"),
    ],
)
def test_rules_of_thumb(line: str, card: str) -> None:
    deal = parse_deal(f"1:{line.replace('xxxxx', '-')}")
    assert str(RulePlayer().card(deal, np.random.default_rng(1))) == card


def test_chance_plays_every_legal_card() -> None:
    deal = parse_deal("1:JsAs9h9dTc.-.-.-_u:Jc_m:1s")
    rng = np.random.default_rng(1)
    assert {RandomPlayer().card(deal, rng) for _ in range(60)} == set(deal.hands[0])


def ends_with_few_worlds(count: int) -> list[Deal]:
    """Return records at some turn near the end, with more than one world and card."""
    found: list[Deal] = []
    rng = random.Random(4)
    while len(found) < count:
        whole = whole_deal(rng, Rules())
        cards = [card for trick in whole.tricks for card in trick]
        if not cards:
            continue
        cut = rng.randrange(len(cards) // 2, len(cards) - 4)
        state = replace(whole, tricks=(tuple(cards[:cut]),)).play_state
        record = replace(whole, tricks=state.tricks)
        worlds = ConsistentDeals(seen_by(record, state.turn)).count
        if len(state.legal_cards) > 1 and 1 < worlds <= FEW:
            found.append(record)
    return found


def plain_means(seen: Deal) -> dict[Card, float]:
    """Return the points of each card of the seat on turn, summed over all worlds, by search."""
    seat, contract = seen.seat, seen.contract
    assert seat and contract
    sign = 1 if seat in contract.makers(seen.rules) else -1
    sums: dict[Card, float] = {}
    for world in ConsistentDeals(seen):
        for value in solve_position(world).cards:
            points = sign * contract.points(value.tricks, seen.rules)
            sums[value.card] = sums.get(value.card, 0) + points
    return sums


def test_with_all_worlds_the_lowest_of_the_best_cards() -> None:
    for record in ends_with_few_worlds(20):
        sums = plain_means(seen_by(record, record.seat))
        best = [card for card, points in sums.items() if points == max(sums.values())]
        order = plain_order(record.contract.trump)
        wanted = min(best, key=lambda card: order[card.index])
        assert played_by(SamplingPlayer(FEW), record) == wanted


def test_a_forced_card_needs_no_worlds() -> None:
    deal = parse_deal("1:-.KhQh9sTd9d.-.-_u:Jc_m:1s_t:As")
    assert str(SamplingPlayer().card(deal, np.random.default_rng(1))) == "9s"


def test_names_tell_the_worlds_and_the_model() -> None:
    assert SamplingPlayer().name == "sampling-30"
    assert SamplingPlayer(5, CountingModel()).name == "sampling-5-counting"


def test_likelihoods_multiply_the_calls_of_the_others() -> None:
    model = Cautious(CountingModel())
    deal = parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_b:ppo_x:Qs_t:As")
    seen = seen_by(deal, 2)
    worlds = Worlds(seen, after_discard=True).sample(np.random.default_rng(1), 20)
    usual = model.discards(3, worlds.dealt[:, 3], worlds.upcards, alone=False)
    wanted = (
        model.chances(0, worlds.dealt[:, 0], worlds.upcards)[:, 0]
        * model.chances(2, worlds.dealt[:, 2], worlds.upcards)[:, 1]
        * np.where(usual == worlds.discards, 1, 0.1)
    )
    assert np.allclose(likelihoods(model, seen, 2, worlds), wanted)
    dealer = Worlds(seen_by(deal, 4)).sample(np.random.default_rng(1), 20)
    assert {DECK[index] for index in dealer.discards} == {Card.parse("Qs")}
    assert len(set(likelihoods(model, seen_by(deal, 4), 4, dealer).tolist())) > 1


def test_a_model_turns_the_worlds_to_its_calls() -> None:
    """Seat 2 passed on a bower: it hardly holds the other with two trumps more."""
    model = CountingModel()
    seen = parse_deal("1:9hTh9dTd9c.-.-.-_u:Js_b:pppo_t:9h")
    seen = replace(seen, tricks=())
    drawn = Worlds(seen, after_discard=True).sample(np.random.default_rng(2), 400)
    spades = sum(1 << Card.parse(f"{rank}s").index for rank in "AKQT9")
    held = np.bitwise_count(drawn.dealt[:, 1] & np.uint64(spades))
    weights = likelihoods(model, seen, 1, drawn)
    assert np.average(held, weights=weights) < held.mean()
