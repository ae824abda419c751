"""Random hands with an upcard, as arrays, for tests of bidding."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from euchre_solve.cards import CardSet
from euchre_solve.rules import Rules

from .random_deals import PARTNERSHIP_RULES

GAMES = (
    *PARTNERSHIP_RULES,
    *(
        f"{preset}-{toggles}"
        for preset in ("north-american", "british", "hoyle-1844", "skat-7")
        for toggles in ("stick", "secondalone", "secondfree", "leftleads-defendalone-to7")
    ),
    "north-american-stick-nt-secondalone",
    "hoyle-32-nt",
    "north-american-deck28-benny-stick",
)
"""Rules of every kind that has bidding of its own."""


def random_hands(
    rules: Rules, count: int, seed: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
    """Return the hands ``uint64[count, 4]`` and the upcards of random deals."""
    rng = np.random.default_rng(seed)
    deck = np.array([card.index for card in rules.deck], np.int8)
    dealt = rng.permuted(np.tile(deck, (count, 1)), axis=1)
    bits = np.left_shift(np.uint64(1), dealt.astype(np.uint64))
    held = bits[:, : 4 * rules.hand_size].reshape(count, 4, rules.hand_size)
    return np.bitwise_or.reduce(held, axis=2), dealt[:, 4 * rules.hand_size]


def mask(*cards: str) -> int:
    """Return the mask of a hand."""
    return CardSet.of(*cards).mask
