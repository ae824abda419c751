"""A bidding model for tests: chances by what the bidder counts, without a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from euchre_solve.advice.arena.bidders import count_points
from euchre_solve.advice.bidding.model import SEATS, actions_of
from euchre_solve.auction import PASS
from euchre_solve.cards import DECK, CardSet
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

RULES = Rules()


@dataclass(frozen=True, slots=True)
class CountingModel:
    """Calls a suit the likelier the more it counts; the dealer buries his last card by index."""

    name: str = "counting"
    note: str | None = None
    rules: Rules = RULES

    def chances(
        self, node: int, hands: NDArray[np.uint64], upcards: ArrayLike
    ) -> NDArray[np.float32]:
        turned = np.broadcast_to(np.asarray(upcards), len(hands)).tolist()
        rows = zip(map(CardSet, hands.tolist()), turned, strict=True)
        return np.array([_row(node, hand, upcard) for hand, upcard in rows], np.float32)

    def discards(
        self, maker: int, hands: NDArray[np.uint64], upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        return np.array([mask.bit_length() - 1 for mask in hands.tolist()], np.int8)


def _row(node: int, hand: CardSet, upcard_index: int) -> list[float]:
    upcard = DECK[upcard_index]
    turned_up = Trump(upcard.suit.value)
    weights = []
    for call in actions_of(RULES, node, upcard.suit):
        trump = call.act if node >= SEATS and call != PASS else turned_up
        weights.append(
            6.0 if call == PASS else count_points(hand, trump) / (4 if call.alone else 1)
        )
    return [weight / sum(weights) for weight in weights]
