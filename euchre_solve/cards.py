"""Cards and sets of cards, before any trump is known.

A card is one of 53: the full pack and the best bower (Benny, joker). Which of them a game uses is
a matter of its :class:`~euchre_solve.rules.Rules`; how they rank is a matter of the
:class:`~euchre_solve.trump.Trump`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from euchre_solve.errors import ErrorCode, NotationError
from euchre_solve.named import Named


class Suit(Named):
    """A suit as printed on the card."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def same_colour(self) -> Suit:
        """The other suit of the colour: the one that lends its jack as left bower (§2.2)."""
        return _SAME_COLOUR[self]


class Rank(Named):
    """A rank as printed on the card; :attr:`BEST` is the best bower's."""

    BEST = "B"
    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"


_SAME_COLOUR: Final = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}
_PLAIN_RANKS: Final = tuple(Rank)[1:]


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Card:
    """One card; ``DECK[card.index]`` is the card itself. The order is the order of printing.

    >>> Card.parse("Js")
    Card.parse('Js')
    >>> str(Card.parse("Js").rank), str(Card.parse("Js").suit)
    ('J', 's')
    """

    index: int

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card written ``text`` in strict notation: rank then suit, or ``Bb``.

        Raises `NotationError` for anything else.
        """
        card = _BY_NAME.get(text)
        if card is None:
            raise NotationError(ErrorCode.BAD_CARD, f"{text!r} is not a card", text=text)
        return card

    @property
    def rank(self) -> Rank:
        """The printed rank."""
        return _CARD_RANKS[self.index]

    @property
    def suit(self) -> Suit | None:
        """The printed suit; None for the best bower."""
        return _CARD_SUITS[self.index]

    def __str__(self) -> str:
        return CARD_NAMES[self.index]

    def __repr__(self) -> str:
        return f"Card.parse({CARD_NAMES[self.index]!r})"


_CARD_SUITS: Final = (None, *(suit for suit in Suit for _ in _PLAIN_RANKS))
_CARD_RANKS: Final = (Rank.BEST, *(rank for _ in Suit for rank in _PLAIN_RANKS))
CARD_NAMES: Final = ("Bb", *(f"{rank}{suit}" for suit in Suit for rank in _PLAIN_RANKS))
"""Notation of each card by index."""

DECK: Final = tuple(Card(index) for index in range(len(CARD_NAMES)))
"""All 53 cards in order of printing: the best bower, then spades, hearts, diamonds, clubs from
the ace down."""

BEST_BOWER: Final = DECK[0]
"""The extra top trump of some games: Benny, joker, or the two of spades in its place."""

_BY_NAME: Final = dict(zip(CARD_NAMES, DECK, strict=True))


@dataclass(frozen=True, slots=True, repr=False)
class CardSet:
    """An immutable set of cards; bit ``i`` of ``mask`` is ``DECK[i]``.

    >>> hand = CardSet.of("Js", "9d")
    >>> Card.parse("9d") in hand, len(hand), str(hand)
    (True, 2, 'Js9d')
    """

    mask: int = 0

    @classmethod
    def of(cls, *cards: Card | str) -> CardSet:
        """Return the set of the given cards, each a `Card` or its notation."""
        return cls.from_cards(Card.parse(card) if isinstance(card, str) else card for card in cards)

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> CardSet:
        """Return the set of the given cards."""
        mask = 0
        for card in cards:
            mask |= 1 << card.index
        return cls(mask)

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card.index & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            lowest_mask = mask & -mask
            yield DECK[lowest_mask.bit_length() - 1]
            mask ^= lowest_mask

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def with_card(self, card: Card) -> CardSet:
        """Return the set with ``card`` in it."""
        return CardSet(self.mask | 1 << card.index)

    def without_card(self, card: Card) -> CardSet:
        """Return the set without ``card``."""
        return CardSet(self.mask & ~(1 << card.index))

    def __str__(self) -> str:
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet.of({', '.join(repr(str(card)) for card in self)})"


NO_CARDS: Final = CardSet()
"""The empty set."""
