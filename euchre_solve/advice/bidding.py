"""How the others bid: the chance of each call with a hand, what an auction tells, how it ends.

A node is the call of one seat in one round after nothing but passes, numbered
``4 * (round - 1) + seat - 1``. Its actions are numbered by the part a suit plays beside the
upcard: 0 pass; in round 1 then order up (1), alone (2); in round 2 ``next``, the other suit of the
upcard's colour (1), alone (2), and the two crossed suits in the order spades, hearts, diamonds,
clubs: the first (3), alone (4), the second (5), alone (6). Hands are ``uint64[n]`` masks as dealt,
upcards card indices, one or ``[n]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from euchre_solve.advice.information import folded_card, slots_of
from euchre_solve.advice.table import BiddingTable
from euchre_solve.auction import ORDER, ORDER_ALONE, PASS, Call
from euchre_solve.cards import DECK, Suit
from euchre_solve.trump import Trump

Floats = NDArray[np.float32]
SEATS: Final = 4
NODES: Final = 8
UNFOLDED: Final = np.array([0, 1, 2, 5, 6, 3, 4], np.uint8)
"""For each action with a folded hand the one it is in the deck's order of suits, and back."""
_LONERS: Final = {1: 4, 3: 5, 4: 6}
"""Row of a lone maker among the discards; with partner it is his seat less one."""


class BiddingModel(Protocol):
    """A way to bid, each seat by its own hand."""

    @property
    def name(self) -> str:
        """What answers call it."""

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the chance of each action: ``float32[n, actions]``, rows adding up to 1."""

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return the card index that the dealer puts away when ``maker`` (1 to 4) orders."""


class Ending(NamedTuple):
    """How auctions ended, ``int8[n]`` each: the node of the call, -1 passed out; the action."""

    nodes: NDArray[np.int8]
    actions: NDArray[np.int8]


class TableModel:
    """Bids by a trained table: as often as it calls, or always what it does more often."""

    def __init__(self, table: BiddingTable, name: str, *, sharp: bool = False) -> None:
        self.name = name
        self._table = table
        self._sharp = sharp

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the chance of each action, see `BiddingModel`."""
        slots, folded = slots_of(hands, upcards)
        best = self._table.best_call(node, slots)
        chance = self._table.call_chance(node, slots)
        if self._sharp:
            chance = (chance > 1 / 2).astype(np.float32)
        best = np.where(folded, UNFOLDED[best], best)
        chances = np.zeros((len(best), len(actions_of(node, Suit.SPADES))), np.float32)
        lanes = np.arange(len(best))
        chances[lanes, best] = chance
        chances[lanes, 0] = 1 - chance
        return chances

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return what the dealer puts away, see `BiddingModel`."""
        row = _LONERS[maker] if alone else maker - 1
        slots = slots_of(hands, upcards).numbers
        return folded_card(hands, upcards, np.take(self._table.discards[row], slots))


class Cautious:
    """A model for people we don't know: every chance tempered, none below a floor.

    The chances are raised to ``power``, made to add up to 1, and mixed with a ``floor`` shared
    evenly among the actions.
    """

    def __init__(self, model: BiddingModel, power: float = 0.5, floor: float = 0.05) -> None:
        self.name = f"{model.name} (cautious)"
        self._model = model
        self._power, self._floor = power, floor

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the tempered chances, see `BiddingModel`."""
        chances = self._model.chances(node, hands, upcards) ** np.float32(self._power)
        chances /= chances.sum(axis=1, keepdims=True)
        return (1 - self._floor) * chances + np.float32(self._floor / chances.shape[1])

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return the model's discards."""
        return self._model.discards(maker, hands, upcards, alone=alone)


@cache
def actions_of(node: int, upcard_suit: Suit) -> tuple[Call, ...]:
    """Return the calls of the actions at a node, in order."""
    if node < SEATS:
        return (PASS, ORDER, ORDER_ALONE)
    crossed = [suit for suit in Suit if suit not in {upcard_suit, upcard_suit.same_colour}]
    trumps = [Trump(suit.value) for suit in (upcard_suit.same_colour, *crossed)]
    return (PASS, *(Call(trump, alone=alone) for trump in trumps for alone in (False, True)))


def likelihood(
    model: BiddingModel, calls: Sequence[Call], hands: NDArray[np.uint64], upcard: int, own: int
) -> Floats:
    """Return how likely the others make their ``calls`` with these ``hands``: ``float32[n]``.

    ``hands`` are ``uint64[n, 4]``; the calls of the seat ``own`` (1 to 4, 0 for nobody) tell
    nothing.
    """
    likely = np.ones(len(hands), np.float32)
    suit = DECK[upcard].suit
    for node, call in enumerate(calls):
        seat = node % SEATS
        if seat + 1 != own:
            action = actions_of(node, suit).index(call)
            likely *= model.chances(node, hands[:, seat], upcard)[:, action]
    return likely


def finish(
    model: BiddingModel,
    node: int,
    hands: NDArray[np.uint64],
    upcards: ArrayLike,
    rng: np.random.Generator,
) -> Ending:
    """Draw how the auction goes on from ``node`` in each world, each seat by its own hand."""
    nodes = np.full(len(hands), -1, np.int8)
    actions = np.zeros(len(hands), np.int8)
    for at in range(node, NODES):
        chances = model.chances(at, hands[:, at % SEATS], upcards)
        drawn = (rng.random((len(hands), 1)) > np.cumsum(chances[:, :-1], axis=1)).sum(axis=1)
        calls = (nodes < 0) & (drawn > 0)
        nodes[calls], actions[calls] = at, drawn[calls]
    return Ending(nodes, actions)
