"""Bidding by strength: legal in every game, sensible, and near the trained table."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.advice.bidding.model import (
    NODES,
    SEATS,
    Cautious,
    TableModel,
    actions_of,
    finish,
    likelihood,
)
from euchre_solve.advice.bidding.strength import StrengthModel, discards_for
from euchre_solve.advice.bidding.table import load_table
from euchre_solve.auction import PASS, Auction
from euchre_solve.cards import DECK, Card, CardSet
from euchre_solve.deal import Phase
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

from .bidding_hands import GAMES, mask, random_hands
from .random_deals import fresh_deal


@pytest.mark.parametrize("rules_name", GAMES)
def test_exactly_the_legal_calls_have_a_chance(rules_name: str) -> None:
    rules = Rules.parse(rules_name)
    model = StrengthModel(rules)
    hands, _ = random_hands(rules, 20)
    for upcard in filter(rules.deck.__contains__, CardSet.of("Bb", "As", "Jh", "9d", "Kc")):
        for node in range(NODES if upcard.suit else SEATS):
            auction = Auction(rules, upcard, (PASS,) * node)
            calls = actions_of(rules, node, upcard.suit)
            free = hands[:, node % SEATS] & ~np.uint64(1 << upcard.index)
            chances = model.chances(node, free, upcard.index)
            assert chances.dtype == np.float32
            assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
            legal = np.array([auction.can_call(call) for call in calls])
            assert {call for call in calls if auction.can_call(call)} == set(auction.legal_calls)
            assert (chances[:, ~legal] == 0).all() and (chances[:, legal] > 0).any(axis=0).all()
            cautious = Cautious(model).chances(node, free, upcard.index)
            assert ((cautious > 0) == legal).all()
            assert np.allclose(cautious.sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("rules_name", GAMES)
def test_drawn_auctions_are_legal_and_their_calls_likely(rules_name: str) -> None:
    rules = Rules.parse(rules_name)
    model = StrengthModel(rules)
    hands, upcards = random_hands(rules, 60)
    ending = finish(model, 0, hands, upcards, np.random.default_rng(1))
    for row, (node, action) in enumerate(zip(*ending, strict=True)):
        upcard = DECK[upcards[row]]
        passes = NODES if node < 0 else int(node)
        calls = [PASS] * passes
        if node >= 0:
            calls.append(actions_of(rules, passes, upcard.suit)[action])
        auction = Auction(rules, upcard)
        for call in calls:
            auction = auction.call(call)
        assert auction.seat is None
        assert 0 < likelihood(model, calls, hands[row : row + 1], upcard.index)[0] <= 1


def test_upcards_of_all_kinds_at_once_as_one_by_one() -> None:
    rules = Rules.parse("british")
    model = StrengthModel(rules)
    hands, upcards = random_hands(rules, 300)
    assert (upcards == 0).any()
    for node in range(NODES):
        held = hands[:, node % SEATS]
        together = model.chances(node, held, upcards)
        for row in range(0, 300, 7):
            alone = model.chances(node, held[row : row + 1], int(upcards[row]))
            assert np.array_equal(together[row], alone[0])


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.sampled_from(GAMES), st.integers(0, SEATS - 1))
def test_a_higher_trump_never_lowers_the_chance_to_order(
    seed: int, rules_name: str, node: int
) -> None:
    rules = Rules.parse(rules_name)
    deal = fresh_deal(random.Random(seed), rules)
    if deal.upcard is None or deal.upcard.suit is None:
        return
    trump = Trump(deal.upcard.suit.value)
    hand = deal.hands[node]
    model = StrengthModel(rules)
    others = rules.deck.without_card(deal.upcard) - hand
    passes = model.chances(node, [hand.mask], deal.upcard.index)[0, 0]
    for low in filter(trump.is_trump, hand):
        for high in filter(trump.is_trump, others):
            if trump.strength_of(high) > trump.strength_of(low):
                better = hand.without_card(low).with_card(high)
                chances = model.chances(node, [better.mask], deal.upcard.index)
                assert chances[0, 0] <= passes + 1e-6


def test_strong_hands_call_and_weak_ones_pass() -> None:
    model = StrengthModel(Rules.parse("british-deck28"))
    strong, weak = mask("Bb", "Jh", "Jd", "Ah", "As"), mask("9s", "Ts", "9c", "Tc", "8d")
    nine = Card.parse("9h").index
    for node in range(SEATS):
        strong_chances, weak_chances = model.chances(node, [strong, weak], nine)
        assert strong_chances[0] < 0.01 and strong_chances[2] > 0.7
        assert weak_chances[0] > 0.99


def test_aces_call_no_trump_and_a_suit_named_blind_is_any() -> None:
    model = StrengthModel(Rules.parse("north-american-nt"))
    aces = mask("As", "Ah", "Ac", "Kc", "Tc")
    assert model.chances(4, [aces], Card.parse("Kd").index)[0].argmax() in {7, 8}
    blind = StrengthModel(Rules.parse("british"))
    hearts = mask("Jh", "Ah", "Kh", "9s", "9c")
    chances = blind.chances(3, [hearts], 0)[0].tolist()
    assert len(set(chances[3::2])) == 1 and chances[3] > 0.24
    masks = np.array([hearts], np.uint64)
    dropped = discards_for(blind.rules, masks, DECK[0], Trump.HEARTS)
    assert DECK[dropped[0]] in CardSet.of("9s", "9c")


@pytest.mark.parametrize("rules_name", GAMES)
def test_discards_are_legal(rules_name: str) -> None:
    rules = Rules.parse(rules_name)
    rng = random.Random(rules_name)
    model = StrengthModel(rules)
    for _ in range(30):
        deal = fresh_deal(rng, rules)
        while deal.phase is Phase.CALL and len(deal.calls) < SEATS:
            deal = deal.call(rng.choice(deal.auction.legal_calls))
        while deal.phase is Phase.DEFENCE:
            deal = deal.defend(alone=False)
        if deal.phase is Phase.DISCARD and deal.upcard:
            dropped = model.discards(1, [deal.hands[-1].mask], deal.upcard.index, alone=False)
            assert deal.can_discard(DECK[dropped[0]])


@pytest.mark.parametrize(
    ("rules_name", "hand", "discard"),
    [
        ("north-american", "AsKsTd9dJh", "9d"),  # no lone card but the ace's suit: the lowest
        ("north-american", "AsKcTd9dJh", "Kc"),  # clubs become a void
        ("north-american", "AcTd9dQhJh", "9d"),  # a lone ace stays
        ("north-american", "AcAsAdQhJh", "Ac"),  # an ace before a trump
        ("north-american", "AhKhQhJhJd", "9h"),  # the upcard itself
        ("hoyle-1844", "AhKhQhJhJd", "Qh"),  # never the upcard
        ("north-american", "Jd9dTs9sAh", "9d"),  # the left bower is no diamond
    ],
)
def test_what_the_dealer_puts_away(rules_name: str, hand: str, discard: str) -> None:
    held = mask(*(hand[at : at + 2] for at in range(0, len(hand), 2)))
    model = StrengthModel(Rules.parse(rules_name))
    dropped = model.discards(2, [held], Card.parse("9h").index, alone=False)
    assert str(DECK[dropped[0]]) == discard


def test_agrees_with_the_table() -> None:
    rules = Rules.parse("north-american")
    strength, table = StrengthModel(rules), TableModel(load_table("north-american"), "table")
    hands, upcards = random_hands(rules, 4000, seed=8)
    for node, least in zip(range(SEATS), (0.93, 0.86, 0.93, 0.75), strict=True):
        held = hands[:, node % SEATS]
        ours, theirs = (model.chances(node, held, upcards) for model in (strength, table))
        assert (ours.argmax(axis=1) == theirs.argmax(axis=1)).mean() > least
        assert abs(ours[:, 0].mean() - theirs[:, 0].mean()) < 0.03
