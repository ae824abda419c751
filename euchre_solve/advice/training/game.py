"""The bidding game on solved deals: eight nodes in turn, each seat with one choice per slot.

Node ``k`` is the call of seat ``k % 4 + 1`` in round ``k // 4 + 1`` after nothing but passes. Its
actions are numbered: 0 pass; in round 1 then order up with partner (1) and alone (2); in round 2
``next``, next alone, the first crossed suit, the same alone, the second, the same alone, where
the crossed suits are those of the folded hand (`information`).

All values are those of side A, the seats 1 and 3. Whoever's order makes the dealer pick up, he
discards by his slot and the `Pickup` it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.information import slot_count
from euchre_solve.advice.bidding.model import allowed_at
from euchre_solve.advice.bidding.table import BiddingTable
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.cards import Suit
from euchre_solve.rules import Rules

Floats = NDArray[np.float32]
SEATS: Final = 4
NODES: Final = 8
ACTIONS: Final = (3, 3, 3, 3, 7, 7, 7, 7)
"""How many actions each node has."""
PASS: Final = 0
SIX: Final = 6
_ROUND_TWO_ROW: Final = 25
_WAYS: Final = 5
_NEXT, _FIRST, _SECOND = 2, 0, 1
"""Where the suits of round 2 stand in the positions when a spade is turned up."""


class Pickup(NamedTuple):
    """Who ordered (an index), alone or not, and the first of six rows of the positions for it."""

    maker: int
    alone: bool
    row: int


PICKUPS: Final = (
    Pickup(0, alone=False, row=0),
    Pickup(1, alone=False, row=0),
    Pickup(2, alone=False, row=0),
    Pickup(3, alone=False, row=0),
    Pickup(0, alone=True, row=6),
    Pickup(2, alone=True, row=13),
    Pickup(3, alone=True, row=19),
)
"""All ways in which the dealer gets the upcard and plays."""
_PARTNER_ALONE_ROW: Final = 12
_TRICKS_OF_CLASS: Final = {0: 0, 2: 2, 3: 3, 5: 5}


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What a deal is worth to side A, by maker's side and class; ``float32[2, 6]`` each.

    ``together[side, class]``: side 0 is A; classes are those of `batch`.
    """

    together: Floats
    alone: Floats
    passed_out: float = 0.0
    offsets: tuple[Floats, ...] | None = None
    """What is added to the open-hand value of each action, ``float32[slots, ACTIONS[k]]``."""

    @classmethod
    def of_points(cls, rules: Rules) -> Payoffs:
        """Return plain points, those of side A less those of side B."""
        return cls.of_worth(rules, float)

    @classmethod
    def of_worth(cls, rules: Rules, worth_of: Callable[[int], float]) -> Payoffs:
        """Return what ``worth_of`` makes of the points won by side A (lost if negative)."""
        tables = np.zeros((2, 2, 6), np.float32)
        for alone in (False, True):
            for result, tricks in _TRICKS_OF_CLASS.items():
                ours = rules.points(tricks, alone=alone)
                theirs = rules.points(rules.hand_size - tricks, alone=alone)
                tables[int(alone), 0, result] = worth_of(ours)
                tables[int(alone), 1, result] = worth_of(-theirs)
        return cls(tables[0], tables[1], worth_of(0))


class Strategy(NamedTuple):
    """``calls[k]`` is ``float32[slots, ACTIONS[k]]``, ``discards`` ``int8[7, slots]``.

    A discard is counted among the dealer's six cards in the order of his folded hand.
    """

    calls: tuple[Floats, ...]
    discards: NDArray[np.int8]


def strategy_of(table: BiddingTable) -> Strategy:
    """Return the strategy that a table holds."""
    slots = np.arange(slot_count(), dtype=np.int32)
    calls = []
    for node, size in enumerate(ACTIONS):
        chances = np.zeros((len(slots), size), np.float32)
        chance = table.call_chance(node, slots)
        chances[slots, table.best_call(node, slots)] = chance
        chances[:, PASS] = 1 - chance
        calls.append(chances)
    return Strategy(tuple(calls), table.discards.view(np.int8))


class Outcome(NamedTuple):
    """A chunk of deals played by a strategy, arrays over ``n`` deals.

    ``opened[k]`` are the open-hand values of the calls at node ``k``, ``[ACTIONS[k], n]`` (a pass
    has 0), ``actions[k]`` the values with offsets and passes, ``chances[k]`` the probabilities of
    the actions in the same shape, ``values[k]`` what node ``k`` is worth ``[n]``.
    """

    opened: tuple[Floats, ...]
    actions: tuple[Floats, ...]
    chances: tuple[Floats, ...]
    values: tuple[Floats, ...]


def play_out(deals: SolvedDeals, strategy: Strategy, payoffs: Payoffs) -> Outcome:
    """Return what every action at every node is worth when all go on by ``strategy``."""
    opened = action_values(deals, strategy.discards, payoffs)
    actions = [values.copy() for values in opened]
    chances = tuple(_at_slots(deals, node, strategy.calls[node]) for node in range(NODES))
    for node, offsets in enumerate(payoffs.offsets or ()):
        actions[node] += _at_slots(deals, node, offsets)
    value = np.full(len(deals.upcards), payoffs.passed_out, np.float32)
    values = [value] * NODES
    for node in reversed(range(NODES)):
        actions[node][PASS] = value
        value = np.einsum("an,an->n", chances[node], actions[node])
        values[node] = value
    return Outcome(tuple(opened), tuple(actions), chances, tuple(values))


def _at_slots(deals: SolvedDeals, node: int, table: Floats) -> Floats:
    return np.take(table, deals.slots[node % SEATS].numbers, axis=0).T


def action_values(deals: SolvedDeals, discards: NDArray[np.int8], payoffs: Payoffs) -> list[Floats]:
    """Return the values of the actions at each node, ``[ACTIONS[k], n]``; pass is left 0."""
    count = len(deals.upcards)
    actions = [np.zeros((size, count), np.float32) for size in ACTIONS]
    dealer, lane = deals.slots[-1].numbers, np.arange(count)
    for pickup, chosen in zip(PICKUPS, discards, strict=True):
        places = deals.dealer_order[np.take(chosen, dealer), lane]
        classes = deals.classes[pickup.row + places, lane]
        actions[pickup.maker][1 + pickup.alone] = worth(payoffs, pickup, classes)
    partner = Pickup(1, alone=True, row=_PARTNER_ALONE_ROW)
    actions[1][2] = worth(payoffs, partner, deals.classes[_PARTNER_ALONE_ROW])
    for seat in range(SEATS):
        _name_suits(actions[SEATS + seat], seat, deals, payoffs)
    return actions


def worth(payoffs: Payoffs, pickup: Pickup, classes: NDArray[np.int8]) -> Floats:
    """Return the value of the classes under the contract of ``pickup``."""
    table = payoffs.alone if pickup.alone else payoffs.together
    return np.take(table[pickup.maker % 2], classes)


def _name_suits(values: Floats, seat: int, deals: SolvedDeals, payoffs: Payoffs) -> None:
    """Fill in what the six calls of round 2 are worth."""
    folded = deals.slots[seat].folded
    for alone in (False, True):
        rows = [_ROUND_TWO_ROW + _WAYS * suit + (1 + seat if alone else 0) for suit in range(3)]
        table = (payoffs.alone if alone else payoffs.together)[seat % 2]
        by_suit = [np.take(table, deals.classes[row]) for row in rows]
        values[1 + alone] = by_suit[_NEXT]
        values[3 + alone] = np.where(folded, by_suit[_SECOND], by_suit[_FIRST])
        values[5 + alone] = np.where(folded, by_suit[_FIRST], by_suit[_SECOND])


def others_pass(chances: Sequence[Floats], node: int) -> Floats:
    """Return the probability that the other seats all pass up to ``node``."""
    reach = np.ones(chances[0].shape[1], np.float32)
    for before in range(node):
        if before % SEATS != node % SEATS:
            reach *= chances[before][PASS]
    return reach


def allowed_actions(rules: Rules) -> tuple[NDArray[np.bool_], ...]:
    """Return for each node which actions the rules allow."""
    return tuple(np.array(allowed_at(rules, node, Suit.SPADES)) for node in range(NODES))
