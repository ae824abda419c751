"""What a seat knows when it calls, numbered: a hand and the upcard, up to the swap of two suits.

Seen from the upcard the suits play four parts: its own suit, ``next`` (the other of its colour)
and the two ``crossed`` ones, which can be exchanged without changing the game. A hand is *folded*
when its crossed suits stand the other way round in the slot than in the deck.

A slot is one of 17,633 folded hands without the upcard times 6 upcards: 105,798, the same for
every seat. Hands are ``uint64[n]``: bit ``i`` is ``DECK[i]``; upcards are card indices ``[n]``.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

RANKS: Final = 6
"""Cards of a suit: ace to nine."""
HAND_SIZE: Final = 5
_SUIT_CARDS: Final = 13
_HALF: Final = 1 << 2 * RANKS
_PARTS: Final = np.array([[0, 1, 2, 3], [1, 0, 3, 2], [2, 0, 3, 1], [3, 1, 2, 0]], np.int64)
"""For each upcard's suit the suit of each part: its own, the crossed ones, next."""
_SHIFTS: Final = 1 + _SUIT_CARDS * _PARTS.T
"""For each part, by the upcard's suit, where the cards of that suit begin in a mask."""


class Slots(NamedTuple):
    """``numbers`` are ``int32[n]``; ``folded`` tells where the crossed suits are exchanged."""

    numbers: NDArray[np.int32]
    folded: NDArray[np.bool_]


class _Ranking(NamedTuple):
    """A slot is ``upcard rank * hands + low[upcard rank, own and next] + high[crossed]``."""

    low: NDArray[np.int32]
    high: NDArray[np.int32]
    hands: int


def slots_of(hands: ArrayLike, upcards: ArrayLike) -> Slots:
    """Return the slot of each hand with its upcard; ``upcards`` may be one for all.

    Hands hold five of the 24 cards and not the upcard; others give numbers without meaning.
    """
    ranking = _ranking()
    turned = np.asarray(upcards, np.int64) - 1
    suit, rank = turned // _SUIT_CARDS, turned % _SUIT_CARDS
    own, first, second, next_suit = suits_of(hands, suit)
    high = np.minimum(first, second) | np.maximum(first, second) << RANKS
    low = own | next_suit << RANKS
    numbers = ranking.low.ravel().take(rank * _HALF + low) + ranking.high.take(high)
    return Slots((numbers + rank * ranking.hands).astype(np.int32), first > second)


def suits_of(hands: ArrayLike, upcard_suits: ArrayLike) -> tuple[NDArray[np.int64], ...]:
    """Return the ranks held of the upcard's suit, the two crossed ones and next, as 6-bit masks.

    Bit 0 is the ace. The crossed suits come in the order spades, hearts, diamonds, clubs.
    """
    masks = np.asarray(hands, np.uint64).view(np.int64)  # the same bits, and no copy
    shifts = _SHIFTS[:, np.asarray(upcard_suits)]
    return tuple(masks >> shift & (1 << RANKS) - 1 for shift in shifts)


def folded_card(
    hands: ArrayLike, upcards: ArrayLike, places: NDArray[np.integer]
) -> NDArray[np.int8]:
    """Return the index of one of the dealer's six cards, counted in the order of his folded hand.

    That is the upcard's suit, the crossed suits as folded, next; each from the ace down.
    """
    turned = np.asarray(upcards, np.int64) - 1
    suit, rank = turned // _SUIT_CARDS, turned % _SUIT_CARDS
    own, first, second, next_suit = suits_of(hands, suit)
    folded = first > second
    upper, lower = np.minimum(first, second), np.maximum(first, second)
    cards = own | 1 << rank | upper << RANKS | lower << 2 * RANKS | next_suit << 3 * RANKS
    for step in range(HAND_SIZE):
        cards = np.where(places > step, cards & cards - 1, cards)
    bit = np.bitwise_count((cards & -cards) - 1).astype(np.int64)
    part, rank = bit // RANKS, bit % RANKS
    part = np.where(folded & (part % 3 != 0), 3 - part, part)
    suits = _PARTS[suit, part] if suit.ndim else _PARTS[suit][part]
    indices: NDArray[np.int8] = (1 + _SUIT_CARDS * suits + rank).astype(np.int8)
    return indices


def slot_count() -> int:
    """Return the number of slots."""
    return RANKS * _ranking().hands


@cache
def _ranking() -> _Ranking:
    codes = np.arange(_HALF)
    sizes = np.bitwise_count(codes).astype(np.int64)
    first, second = codes & (1 << RANKS) - 1, codes >> RANKS
    high = np.zeros(_HALF, np.int32)
    ways = []
    for size in range(HAND_SIZE + 1):
        folded = np.flatnonzero((sizes == size) & (first <= second))
        high[folded] = np.arange(len(folded))
        ways.append(len(folded))
    low = np.zeros((RANKS, _HALF), np.int32)
    for rank in range(RANKS):
        start = 0
        for size in range(HAND_SIZE + 1):
            held = np.flatnonzero((sizes == size) & (codes >> rank & 1 == 0))
            step = ways[HAND_SIZE - size]
            low[rank, held] = start + np.arange(len(held)) * step
            start += len(held) * step
    return _Ranking(low, high, start)
