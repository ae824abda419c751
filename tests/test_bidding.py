"""Slots, bidding tables, and what a model makes of an auction."""

from __future__ import annotations

import lzma
import math
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from euchre_solve.advice.bidding.information import folded_card, slot_count, slots_of
from euchre_solve.advice.bidding.model import (
    NODES,
    SEATS,
    Cautious,
    TableModel,
    actions_of,
    finish,
    likelihood,
)
from euchre_solve.advice.bidding.table import (
    BiddingTable,
    load_table,
    packed_calls,
    read_table,
    write_table,
)
from euchre_solve.auction import PASS, Call
from euchre_solve.cards import DECK, Card, CardSet, Suit
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

from .bidding_hands import random_hands

RULES = Rules.parse("north-american")
MODEL = TableModel(load_table("north-american"), "table")
SUIT_CARDS = 13


def all_hands_without(upcard: Card) -> NDArray[np.uint64]:
    """Return every hand that doesn't hold ``upcard``."""
    bits = [1 << card.index for card in RULES.deck if card != upcard]
    return np.array([sum(hand) for hand in combinations(bits, 5)], np.uint64)


def relabelled(card: Card, to: dict[Suit, Suit]) -> Card:
    assert card.suit
    return Card.parse(f"{card.rank}{to[card.suit]}")


def colourings() -> list[dict[Suit, Suit]]:
    """Return every exchange of suits that keeps pairs of a colour together."""
    found = []
    for first, second in product(Suit, repeat=2):
        if second not in {first, first.same_colour}:
            images = (first, second, second.same_colour, first.same_colour)
            found.append(dict(zip(Suit, images, strict=True)))
    return found


# --- slots


def test_every_hand_and_upcard_has_one_slot() -> None:
    assert slot_count() == 105_798
    for suit in (Suit.SPADES, Suit.DIAMONDS):
        seen = []
        for rank in "AKQJT9":
            upcard = Card.parse(f"{rank}{suit}")
            numbers, folded = slots_of(all_hands_without(upcard), upcard.index)
            counts = np.bincount(numbers, minlength=slot_count())
            assert set(counts.tolist()) == {0, 1, 2}
            # of two hands in a slot one is folded, of one in a slot none is
            assert folded.sum() == (counts == 2).sum()
            seen.append(np.flatnonzero(counts))
        assert np.array_equal(np.sort(np.concatenate(seen)), np.arange(slot_count()))


@pytest.mark.parametrize("upcard", [Card.parse("Kh"), Card.parse("9c")])
def test_hands_share_a_slot_only_with_crossed_suits_exchanged(upcard: Card) -> None:
    assert upcard.suit
    hands = all_hands_without(upcard)
    numbers = slots_of(hands, upcard.index).numbers
    first, second = (suit for suit in Suit if suit not in {upcard.suit, upcard.suit.same_colour})
    block = np.uint64((1 << SUIT_CARDS) - 1)
    starts = [np.uint64(1 + SUIT_CARDS * list(Suit).index(suit)) for suit in (first, second)]
    low, high = (hands >> start & block for start in starts)
    others = hands & ~(block << starts[0] | block << starts[1])
    exchanged = others | low << starts[1] | high << starts[0]
    assert np.array_equal(slots_of(exchanged, upcard.index).numbers, numbers)
    folds = {
        number: set(pair)
        for number, *pair in zip(numbers.tolist(), hands.tolist(), exchanged.tolist(), strict=True)
    }
    by_slot: dict[int, set[int]] = {}
    for number, hand in zip(numbers.tolist(), hands.tolist(), strict=True):
        by_slot.setdefault(number, set()).add(hand)
    assert by_slot == folds


def test_the_six_cards_of_the_dealer_counted() -> None:
    hands, upcards = random_hands(RULES, 200)
    counted = [folded_card(hands[:, 3], upcards, np.full(200, place)) for place in range(6)]
    for hand, upcard, places in zip(hands[:, 3], upcards, np.array(counted).T, strict=True):
        six = CardSet(int(hand)).with_card(DECK[upcard])
        assert CardSet.from_cards(DECK[place] for place in places) == six


# --- tables


def small_table(seed: int) -> BiddingTable:
    rng = np.random.default_rng(seed)
    calls = np.repeat(rng.integers(0, 24, (8, slot_count() // 6), np.uint8), 6, axis=1)
    discards = np.repeat(rng.integers(0, 6, (7, slot_count() // 6), np.uint8), 6, axis=1)
    return BiddingTable(calls, discards, {"preset": "north-american", "score": None})


def test_tables_are_read_as_written() -> None:
    table = small_table(1)
    read = read_table(write_table(table))
    assert np.array_equal(read.calls, table.calls)
    assert np.array_equal(read.discards, table.discards)
    assert {**read.manifest, "checksum": None} == {**table.manifest, "checksum": None}


def test_tables_of_a_score_are_differences() -> None:
    base, table = small_table(1), small_table(2)
    read = read_table(write_table(table, base), base)
    assert np.array_equal(read.calls, table.calls)
    assert np.array_equal(read.discards, base.discards)


def test_damaged_tables_are_refused() -> None:
    data = write_table(small_table(1))
    text = bytearray(lzma.decompress(data))
    text[-100] ^= 1
    for damaged in (lzma.compress(bytes(text), preset=0), data[:-100], b"bidding", b""):
        with pytest.raises(ValueError, match="damaged"):
            read_table(damaged)


def test_packed_calls_hold_the_best_call_in_sevenths() -> None:
    chances = np.array([[0.5, 0.5, 0], [1, 0, 0], [0, 0.2, 0.8], [0.96, 0.04, 0]], np.float32)
    packed = packed_calls(chances)
    assert packed.tolist() == [8 + 4, 0, 16 + 7, 0]
    table = BiddingTable(packed[np.newaxis], packed[np.newaxis], {})
    slots = np.arange(4, dtype=np.int32)
    assert table.best_call(0, slots).tolist() == [1, 0, 2, 0]
    assert np.allclose(table.call_chance(0, slots), [4 / 7, 0, 1, 0])


# --- models


@pytest.mark.parametrize("node", range(NODES))
def test_chances_of_the_table_add_up(node: int) -> None:
    hands, upcards = random_hands(RULES, 500)
    chances = MODEL.chances(node, hands[:, node % SEATS], upcards)
    assert chances.shape == (500, len(actions_of(RULES, node, Suit.SPADES)))
    assert np.allclose(chances.sum(axis=1), 1)
    sharp = TableModel(load_table("north-american"), "sharp", sharp=True)
    assert set(sharp.chances(node, hands[:, 0], upcards).ravel().tolist()) == {0, 1}


@pytest.mark.parametrize("to", colourings(), ids=lambda to: "".join(map(str, to.values())))
def test_suits_relabelled_relabel_the_table(to: dict[Suit, Suit]) -> None:
    hands, upcards = random_hands(RULES, 60)
    for row, node in product(range(60), range(NODES)):
        cards = CardSet(int(hands[row, node % SEATS]))
        hand = CardSet.from_cards(relabelled(card, to) for card in cards)
        upcard = DECK[upcards[row]]
        turned = relabelled(upcard, to)
        before = MODEL.chances(node, [cards.mask], upcard.index)[0]
        after = MODEL.chances(node, [hand.mask], turned.index)[0]
        crossed = cards_of_crossed(cards, upcard)
        if len(set(crossed)) == 1:
            continue  # the crossed suits are the same: either may be called
        calls = actions_of(RULES, node, turned.suit)
        chances = dict(zip(calls, after.tolist(), strict=True))
        for call, chance in zip(actions_of(RULES, node, upcard.suit), before, strict=True):
            assert chances[call_relabelled(call, to)] == chance


def cards_of_crossed(cards: CardSet, upcard: Card) -> list[tuple[str, ...]]:
    """Return the ranks held of either crossed suit."""
    assert upcard.suit
    suits = [suit for suit in Suit if suit not in {upcard.suit, upcard.suit.same_colour}]
    return [tuple(str(card.rank) for card in cards if card.suit is suit) for suit in suits]


def call_relabelled(call: Call, to: dict[Suit, Suit]) -> Call:
    if not isinstance(call.act, Trump) or call.act.suit is None:
        return call
    return Call(Trump(to[call.act.suit].value), alone=call.alone)


def test_the_table_discards_a_card_of_the_dealer() -> None:
    hands, upcards = random_hands(RULES, 300)
    six = hands[:, 3] | np.left_shift(np.uint64(1), upcards.astype(np.uint64))
    for maker, alone in product(range(1, 5), (False, True)):
        if (maker, alone) == (2, True):
            continue  # the dealer sits out
        dropped = MODEL.discards(maker, hands[:, 3], upcards, alone=alone)
        assert (six >> dropped.astype(np.uint64) & np.uint64(1) == 1).all()


def test_caution_tempers_every_chance() -> None:
    hands, upcards = random_hands(RULES, 400)
    cautious = Cautious(MODEL, power=0.5, floor=0.06)
    assert cautious.name == "table (cautious)"
    for node in range(NODES):
        held = hands[:, node % SEATS]
        plain, tempered = (model.chances(node, held, upcards) for model in (MODEL, cautious))
        least = 0.06 / plain.shape[1]
        assert np.allclose(tempered.sum(axis=1), 1, atol=1e-5)
        assert (tempered > least - 1e-6).all()
        assert np.allclose(tempered[plain == 0], least)
        rows = np.arange(400)
        first, second = plain.argsort(axis=1)[:, -1:-3:-1].T
        odds = plain[rows, first] / np.maximum(plain[rows, second], 1e-9)
        mixed = (tempered[rows, first] - least) / np.maximum(tempered[rows, second] - least, 1e-9)
        both = plain[rows, second] > 0
        assert np.allclose(mixed[both], odds[both] ** 0.5, rtol=1e-3)
    alike = Cautious(MODEL, floor=0).discards(1, hands[:, 3], upcards, alone=False)
    assert np.array_equal(alike, MODEL.discards(1, hands[:, 3], upcards, alone=False))


# --- auctions


def test_likelihood_is_the_product_of_the_chances() -> None:
    hands, _ = random_hands(RULES, 80)
    upcard = Card.parse("Qd")
    hands = hands[(hands & np.uint64(1 << upcard.index) == 0).all(axis=1)]
    calls = [PASS] * 5 + [Call(Trump.CLUBS, alone=True)]
    action = actions_of(RULES, 5, upcard.suit).index(calls[-1])
    steps = [
        MODEL.chances(node, hands[:, node % SEATS], upcard.index)[:, action if node == 5 else 0]
        for node in range(6)
    ]
    for own in range(SEATS + 1):
        heard = [step for node, step in enumerate(steps) if node % SEATS + 1 != own]
        expected = np.prod(heard, axis=0)
        assert np.allclose(likelihood(MODEL, calls, hands, upcard.index, {own}), expected)


def test_no_call_tells_nothing() -> None:
    hands, upcards = random_hands(RULES, 5)
    assert likelihood(MODEL, [], hands, int(upcards[0])).tolist() == [1] * 5


@pytest.mark.parametrize("start", [0, 2, 5])
def test_auctions_end_as_often_as_the_chances_say(start: int) -> None:
    draws = 6000
    model = Cautious(MODEL)  # every ending has a chance
    hands, upcards = random_hands(RULES, 1, seed=4)
    ending = finish(
        model, start, np.repeat(hands, draws, axis=0), upcards[0], np.random.default_rng(2)
    )
    drawn = Counter(zip(ending.nodes.tolist(), ending.actions.tolist(), strict=True))
    expected, reach = {}, 1.0
    for node in range(start, NODES):
        chances = model.chances(node, hands[:, node % SEATS], upcards)[0].tolist()
        expected |= {(node, at): reach * chance for at, chance in enumerate(chances) if at}
        reach *= chances[0]
    expected[-1, 0] = reach
    assert math.isclose(sum(expected.values()), 1, abs_tol=1e-5)
    assert set(drawn) <= set(expected)
    for key, chance in expected.items():
        deviation = math.sqrt(draws * chance * (1 - chance))
        assert abs(drawn[key] - draws * chance) < 4.5 * deviation + 1
