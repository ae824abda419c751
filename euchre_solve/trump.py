"""How cards rank once the trump is named: suits, bowers, following, winning (§2.2, §2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache

from euchre_solve.cards import BEST_BOWER, DECK, Card, CardSet, Rank, Suit

_RANKS_UP = tuple(reversed(Rank))
_LEFT_BOWER = len(_RANKS_UP)
_RIGHT_BOWER = _LEFT_BOWER + 1
_BEST_BOWER = _LEFT_BOWER + 2


class Trump(Enum):
    """What was named: a suit, no-trump (ace high), or low no-trump (lowest rank best).

    >>> Trump.HEARTS.suit_of(Card.parse("Jd"))
    <Suit.HEARTS: 'h'>
    """

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"
    NO_TRUMP = "n"
    LOW_NO_TRUMP = "l"

    def __str__(self) -> str:
        return self.value

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None at no-trump."""
        return None if self in {Trump.NO_TRUMP, Trump.LOW_NO_TRUMP} else Suit(self.value)

    def suit_of(self, card: Card) -> Suit | None:
        """Return the suit that ``card`` belongs to: the left bower and the best bower are trumps.

        None only for a joker at no-trump, which is a suit of its own.
        """
        return _suits(self)[card.index]

    def strength_of(self, card: Card) -> int:
        """Return the rank of ``card`` inside its suit: of two cards of a suit the higher wins."""
        return _strengths(self)[card.index]

    def is_trump(self, card: Card) -> bool:
        """Tell whether ``card`` beats every card of another suit."""
        return card == BEST_BOWER or (self.suit is not None and self.suit_of(card) is self.suit)

    def cards_of(self, suit: Suit | None) -> CardSet:
        """Return all cards of the pack that belong to ``suit`` under this trump."""
        return _cards_of(self, suit)

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


@cache
def _suits(trump: Trump) -> tuple[Suit | None, ...]:
    def suit_of(card: Card) -> Suit | None:
        if trump.suit is None or card.suit is None:
            return card.suit or trump.suit
        is_left_bower = card.rank is Rank.JACK and card.suit is trump.suit.same_colour
        return trump.suit if is_left_bower else card.suit

    return tuple(map(suit_of, DECK))


@cache
def _strengths(trump: Trump) -> tuple[int, ...]:
    def strength_of(card: Card) -> int:
        if card == BEST_BOWER:
            return _BEST_BOWER
        if trump is Trump.LOW_NO_TRUMP:
            return -_RANKS_UP.index(card.rank)
        if card.rank is Rank.JACK and trump.suit is not None:
            if card.suit is trump.suit:
                return _RIGHT_BOWER
            if card.suit is trump.suit.same_colour:
                return _LEFT_BOWER
        return _RANKS_UP.index(card.rank)

    return tuple(map(strength_of, DECK))


@cache
def _cards_of(trump: Trump, suit: Suit | None) -> CardSet:
    return CardSet.from_cards(card for card in DECK if trump.suit_of(card) is suit)
