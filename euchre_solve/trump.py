"""How cards rank once the trump is named: suits, bowers, following, winning (§2.2, §2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from euchre_solve.cards import BEST_BOWER, DECK, NO_CARDS, Card, CardSet, Rank, Suit
from euchre_solve.named import Named

_LOW: Final = "l"
_RANKS_UP: Final = tuple(reversed(Rank))
_LEFT_BOWER: Final = len(_RANKS_UP)
_RIGHT_BOWER: Final = _LEFT_BOWER + 1
_BEST_BOWER: Final = _LEFT_BOWER + 2


def _suit_of(card: Card, trump_suit: Suit | None) -> Suit | None:
    if trump_suit is None or card.suit is None:
        return card.suit or trump_suit
    is_left_bower = card.rank is Rank.JACK and card.suit is trump_suit.same_colour
    return trump_suit if is_left_bower else card.suit


def _strength_of(card: Card, letter: str) -> int:
    if card == BEST_BOWER:
        return _BEST_BOWER
    rank_index = _RANKS_UP.index(card.rank)
    if letter == _LOW:
        return -rank_index
    if card.rank is Rank.JACK and card.suit and letter == card.suit.value:
        return _RIGHT_BOWER
    if card.rank is Rank.JACK and card.suit and letter == card.suit.same_colour.value:
        return _LEFT_BOWER
    return rank_index


class Trump(Named):
    """What was named: a suit, no-trump (ace high), or low no-trump (lowest rank best).

    >>> Trump.HEARTS.suit_of(Card.parse("Jd"))
    Suit.HEARTS
    """

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"
    NO_TRUMP = "n"
    LOW_NO_TRUMP = _LOW

    suit: Suit | None
    """The trump suit; None at no-trump."""
    _suits: tuple[Suit | None, ...]
    _strengths: tuple[int, ...]
    _cards: dict[Suit | None, CardSet]
    _trumps: CardSet

    def __init__(self, letter: str) -> None:
        self.suit = next((suit for suit in Suit if suit.value == letter), None)
        self._suits = tuple(_suit_of(card, self.suit) for card in DECK)
        self._strengths = tuple(_strength_of(card, letter) for card in DECK)
        self._cards = dict.fromkeys((*Suit, None), NO_CARDS)
        for card, suit in zip(DECK, self._suits, strict=True):
            self._cards[suit] = self._cards[suit].with_card(card)
        self._trumps = self._cards[self.suit].with_card(BEST_BOWER)

    def suit_of(self, card: Card) -> Suit | None:
        """Return the suit that ``card`` belongs to: the left bower and the best bower are trumps.

        None only for a joker at no-trump, which is a suit of its own.
        """
        return self._suits[card.index]

    def strength_of(self, card: Card) -> int:
        """Return the rank of ``card`` inside its suit: of two cards of a suit the higher wins."""
        return self._strengths[card.index]

    def is_trump(self, card: Card) -> bool:
        """Tell whether ``card`` beats every card of another suit."""
        return card in self._trumps

    def cards_of(self, suit: Suit | None) -> CardSet:
        """Return all cards of the pack that belong to ``suit`` under this trump."""
        return self._cards[suit]

    def legal_cards(self, hand: CardSet, led: Card | None) -> CardSet:
        """Return the cards that may be played on ``led``: follow suit, else any (§2.6)."""
        if led is None:
            return hand
        following = hand & self.cards_of(self.suit_of(led))
        return following if following.mask else hand

    def winner_index(self, trick: Sequence[Card]) -> int:
        """Return the position in ``trick`` of the card that wins it; the first card led."""
        led = self.suit_of(trick[0])

        def power(index: int) -> tuple[bool, bool, int]:
            card = trick[index]
            return self.is_trump(card), self.suit_of(card) is led, self.strength_of(card)

        return max(range(len(trick)), key=power)
