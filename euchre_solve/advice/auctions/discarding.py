"""What a maker who has taken the widow puts away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.trump import Trump


def usual_discards(held: CardSet, trump: Trump, size: int) -> CardSet:
    """Return the cards least worth keeping: side cards, then trumps, the lowest first.

    Of equal ranks that of the shorter suit goes, so that voids are made. Sparing side cards that
    nothing beats at the cost of low trumps takes fewer tricks.
    """

    def worth(card: Card) -> tuple[bool, int, int, int]:
        length = len(held & trump.cards_of(trump.suit_of(card)))
        return trump.is_trump(card), trump.strength_of(card), length, card.index

    return CardSet.from_cards(sorted(held, key=worth)[:size])


def likely_discards(held: CardSet, trump: Trump, size: int) -> list[CardSet]:
    """Return every set of ``size`` cards that takes the lowest of each suit; usual ones first."""
    suits: dict[object, list[Card]] = {}
    for card in sorted(held, key=trump.strength_of):
        suits.setdefault(trump.suit_of(card), []).append(card)
    usual = usual_discards(held, trump, size)
    found = list(_lowest(list(suits.values()), size))
    return sorted(found, key=lambda cards: len(cards - usual))


def _lowest(suits: Sequence[list[Card]], size: int) -> Iterator[CardSet]:
    if not suits:
        if not size:
            yield NO_CARDS
        return
    for count in range(min(size, len(suits[0])) + 1):
        for rest in _lowest(suits[1:], size - count):
            yield rest | CardSet.from_cards(suits[0][:count])
