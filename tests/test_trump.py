from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from euchre_solve.cards import DECK, Card, CardSet, Suit
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump
from tests import plain_rules

COMPARISONS_SHA256 = "7865c301f710f75a2c8fcb156ff2123ab03f4a73d3977db87eece6d186dff02f"
LEGAL_CARDS_SHA256 = "dc3614c0dc164ddf47ca189d40d43bf2beef89399dbf4df49adc16ad87ac897b"


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def winner(trump: Trump, trick: str) -> str:
    played = cards(trick)
    return str(played[trump.winner_index(played)])


def legal(trump: Trump, hand: str, led: str) -> set[str]:
    return set(map(str, trump.legal_cards(CardSet.from_cards(cards(hand)), Card.parse(led))))


def by_strength(trump: Trump, suit: Suit, deck: CardSet) -> str:
    members = deck & trump.cards_of(suit)
    return " ".join(map(str, sorted(members, key=trump.strength_of, reverse=True)))


def test_trump_order_with_spades_trump() -> None:
    deck = Rules().deck
    assert by_strength(Trump.SPADES, Suit.SPADES, deck) == "Js Jc As Ks Qs Ts 9s"
    assert by_strength(Trump.SPADES, Suit.CLUBS, deck) == "Ac Kc Qc Tc 9c"
    assert by_strength(Trump.SPADES, Suit.HEARTS, deck) == "Ah Kh Qh Jh Th 9h"


def test_right_bower_beats_left_bower_beats_ace() -> None:
    assert winner(Trump.CLUBS, "Ac Js Jc") == "Jc"
    assert winner(Trump.CLUBS, "Ac Js") == "Js"


def test_best_bower_beats_the_right_bower() -> None:
    deck = Rules.parse("british").deck
    assert by_strength(Trump.HEARTS, Suit.HEARTS, deck) == "Bb Jh Jd Ah Kh Qh Th 9h"
    assert winner(Trump.HEARTS, "Jh Bb Jd") == "Bb"


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("north-american", [7, 5, 6, 6]),
        ("british", [8, 5, 6, 6]),
        ("hoyle-32", [9, 7, 8, 8]),
    ],
)
def test_suit_lengths_with_a_trump_suit(name: str, lengths: list[int]) -> None:
    deck = Rules.parse(name).deck
    for trump in list(Trump)[:4]:
        assert trump.suit
        other_colour = [suit for suit in Suit if suit not in {trump.suit, trump.suit.same_colour}]
        suits = [trump.suit, trump.suit.same_colour, *other_colour]
        assert [len(deck & trump.cards_of(suit)) for suit in suits] == lengths
        assert len(deck & Trump.NO_TRUMP.cards_of(trump.suit)) == len(Rules.parse(name).deck) // 4


def test_left_bower_follows_trump_lead() -> None:
    assert legal(Trump.HEARTS, "Jd 9s Ts Ac Kc", "9h") == {"Jd"}


def test_left_bower_is_not_owed_on_a_lead_of_its_printed_suit() -> None:
    assert legal(Trump.HEARTS, "Jd Qc Tc As Js", "Ad") == {"Jd", "Qc", "Tc", "As", "Js"}
    assert legal(Trump.HEARTS, "Jd Qd Tc As Js", "Ad") == {"Qd"}


def test_left_bower_led_asks_for_trump() -> None:
    assert legal(Trump.HEARTS, "Ad 9h Ks", "Jd") == {"9h"}


def test_best_bower_led_asks_for_trump() -> None:
    assert legal(Trump.HEARTS, "Ad 9h Jd Ks", "Bb") == {"9h", "Jd"}


def test_left_bower_wins_the_trick_it_ruffs() -> None:
    assert winner(Trump.HEARTS, "Ad Td Jd Kd") == "Jd"


def test_nobody_has_to_ruff_or_to_win() -> None:
    assert legal(Trump.SPADES, "Js 9h Kd", "Ac") == {"Js", "9h", "Kd"}
    assert legal(Trump.SPADES, "Ac 9c Js", "Kc") == {"Ac", "9c"}


def test_jacks_are_plain_at_no_trump() -> None:
    assert winner(Trump.NO_TRUMP, "As Js Jc 9s") == "As"
    assert Trump.NO_TRUMP.suit_of(Card.parse("Jc")) is Suit.CLUBS
    assert winner(Trump.NO_TRUMP, "9s Ah Ad Ac") == "9s"


def test_nine_wins_at_low_no_trump() -> None:
    assert winner(Trump.LOW_NO_TRUMP, "Kh Th 9h Ah") == "9h"
    assert winner(Trump.LOW_NO_TRUMP, "Kh 9s Ah") == "Kh"


def domain(trump: Trump, name: str) -> list[Card]:
    """The cards of a game; at no-trump there is no best bower (§3.1)."""
    has_suit = trump.suit is not None
    return [card for card in Rules.parse(name).deck if has_suit or card.suit]


def compared_tricks() -> Iterator[tuple[Trump, tuple[Card, ...]]]:
    """All two cards of the pack, and all three of the railroad deck, under every trump."""
    for trump in Trump:
        pack = [card for card in DECK if trump.suit is not None or card.suit]
        for pair in permutations(pack, 2):
            yield trump, pair
        for led in domain(trump, "railroad"):
            rest = [card for card in domain(trump, "railroad") if card != led]
            for a, b in combinations(rest, 2):
                yield trump, (led, a, b)


def test_every_trick_comparison_of_the_pack() -> None:
    digest = hashlib.sha256()
    for trump, trick in compared_tricks():
        index = trump.winner_index(trick)
        names = [str(card) for card in trick]
        assert index == plain_rules.winner(names, str(trump)), (trump, names)
        digest.update(bytes([index]))
    assert digest.hexdigest() == COMPARISONS_SHA256


def generated_hands(pack: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Every one or two cards, and 100 hands of each size from three to seven."""
    yield from combinations(pack, 1)
    yield from combinations(pack, 2)
    source = random.Random(20)
    for size in (3, 4, 5, 6, 7):
        for _ in range(100):
            yield tuple(source.sample(pack, size))


def test_every_legal_card_mask_of_a_generated_domain() -> None:
    digest = hashlib.sha256()
    for trump in Trump:
        pack = domain(trump, "british")
        for hand in generated_hands(pack):
            held = CardSet.from_cards(hand)
            names = [str(card) for card in hand]
            for led in pack:
                legal_set = trump.legal_cards(held, led)
                plain = plain_rules.legal_cards(names, str(led), str(trump))
                assert set(map(str, legal_set)) == set(plain), (trump, names, led)
                digest.update(legal_set.mask.to_bytes(8, "little"))
    assert digest.hexdigest() == LEGAL_CARDS_SHA256
