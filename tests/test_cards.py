from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.cards import BEST_BOWER, CARD_NAMES, DECK, NO_CARDS, Card, CardSet, Rank, Suit
from euchre_solve.errors import ErrorCode, NotationError

frozen_sets = st.frozensets(st.sampled_from(DECK))


def test_pack_is_every_rank_of_every_suit_and_the_best_bower() -> None:
    names = {rank + suit for rank, suit in product("AKQJT98765432", "shdc")} | {"Bb"}
    assert set(CARD_NAMES) == names
    assert len(DECK) == 53


@pytest.mark.parametrize("card", DECK, ids=str)
def test_card_reads_back_from_its_name_and_its_repr(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card
    assert str(card) == f"{card.rank}{card.suit or 'b'}"
    assert DECK[card.index] is card


@pytest.mark.parametrize("text", ["", "J", "js", "sJ", "10s", "1s", "Jx", "Js ", "BB", "bb", "J♠"])
def test_other_text_is_no_card(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert caught.value.code is ErrorCode.BAD_CARD
    assert caught.value.text == text


def test_best_bower_has_no_printed_suit() -> None:
    assert (BEST_BOWER.rank, BEST_BOWER.suit) == (Rank.BEST, None)


def test_same_colour_pairs_spades_with_clubs_and_hearts_with_diamonds() -> None:
    assert Suit.SPADES.same_colour is Suit.CLUBS
    assert Suit.HEARTS.same_colour is Suit.DIAMONDS
    assert all(suit.same_colour.same_colour is suit for suit in Suit)


@given(frozen_sets, frozen_sets)
def test_set_equality_is_equality_of_the_cards(a: frozenset[Card], b: frozenset[Card]) -> None:
    left, right = CardSet.from_cards(a), CardSet.from_cards(b)
    assert (left == right) == (a == b)
    assert (hash(left) == hash(right)) >= (a == b)
    assert left == CardSet.from_cards(sorted(a, reverse=True))


def test_hands_that_differ_in_a_low_card_are_not_equal() -> None:
    assert CardSet.of("As", "Ks", "9d") != CardSet.of("As", "Qs", "9d")


@given(frozen_sets, frozen_sets, st.sampled_from(DECK))
def test_set_operations_agree_with_frozenset(
    a: frozenset[Card], b: frozenset[Card], card: Card
) -> None:
    left, right = CardSet.from_cards(a), CardSet.from_cards(b)
    assert set(left | right) == a | b
    assert set(left & right) == a & b
    assert set(left - right) == a - b
    assert set(left.with_card(card)) == a | {card}
    assert set(left.without_card(card)) == a - {card}
    assert (card in left) == (card in a)
    assert len(left) == len(a)
    assert bool(left) == bool(a)


@given(frozen_sets)
def test_set_reads_back_from_its_repr_and_lists_cards_in_printing_order(
    cards: frozenset[Card],
) -> None:
    hand = CardSet.from_cards(cards)
    assert eval(repr(hand)) == hand
    assert list(hand) == sorted(cards)
    assert str(hand) == "".join(str(card) for card in sorted(cards))


def test_empty_set_is_empty() -> None:
    assert NO_CARDS == CardSet() == CardSet.of()
    assert str(NO_CARDS) == ""
