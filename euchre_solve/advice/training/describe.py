"""What a table says about single hands: the weakest that it calls, the strongest that it passes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, zip_longest
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from euchre_solve.advice.bidding.information import slot_count
from euchre_solve.advice.bidding.model import UNFOLDED, actions_of
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import NODES, PASS, SEATS, Floats, Strategy
from euchre_solve.advice.training.open_values import OpenValues
from euchre_solve.advice.training.self_play import Results
from euchre_solve.cards import DECK, Card, CardSet, Suit
from euchre_solve.rules import Rules

_MOSTLY: Final = 0.9
"""How often a hand is called, or passed, to count as one that is."""
_SHOWN: Final = 100
"""Examples at either end that are looked up."""
_SEEN: Final = 30.0
"""Deals by which a value is known well enough to be shown."""


class Example(NamedTuple):
    """A hand with the upcard, the call in question, and its open-hand value in points."""

    hand: CardSet
    upcard: Card
    call: str
    value: float


class Hands:
    """A hand for every slot seen, seat by seat."""

    def __init__(self) -> None:
        self._hands = np.zeros((SEATS, slot_count()), np.uint64)
        self._upcards = np.zeros((SEATS, slot_count()), np.int8)
        self._folded = np.zeros((SEATS, slot_count()), np.bool_)

    def add(self, deals: SolvedDeals) -> None:
        """Remember the hands of these deals."""
        for seat, slots in enumerate(deals.slots):
            self._hands[seat, slots.numbers] = deals.hands[:, seat]
            self._upcards[seat, slots.numbers] = deals.upcards
            self._folded[seat, slots.numbers] = slots.folded

    def example(self, node: int, slot: int, action: int, value: float) -> Example:
        """Return the hand of a slot with what a call on it is worth."""
        seat = node % SEATS
        if self._folded[seat, slot]:
            action = int(UNFOLDED[action])
        call = actions_of(Rules(), node, Suit.SPADES)[action]
        upcard = DECK[int(self._upcards[seat, slot])]
        return Example(CardSet(int(self._hands[seat, slot])), upcard, str(call), value)


class Extremes(NamedTuple):
    """The calls worth least that a table makes at a node, the passed calls worth most."""

    node: int
    weakest: tuple[Example, ...]
    strongest: tuple[Example, ...]


def extremes(
    strategy: Strategy, values: OpenValues, hands: Hands, count: int
) -> Iterator[Extremes]:
    """Yield for each node ``count`` calls and passes of those seen often enough."""
    for node, (means, seen) in enumerate(zip(values.means(), values.weights, strict=True)):
        calls = (1 - 2 * (node % 2)) * means[:, 1:]
        chances = strategy.calls[node]
        known = seen[:, 0] >= _SEEN
        called = known & (chances[:, PASS] <= 1 - _MOSTLY)
        passed = known & (chances[:, PASS] >= _MOSTLY)
        yield Extremes(
            node,
            tuple(_picked(node, hands, called, calls, chances[:, 1:].argmax(axis=1))[:count]),
            tuple(_picked(node, hands, passed, calls, calls.argmax(axis=1))[: -count - 1 : -1]),
        )


def _picked(
    node: int,
    hands: Hands,
    wanted: NDArray[np.bool_],
    calls: Floats,
    chosen: NDArray[np.intp],
) -> list[Example]:
    """Return the wanted slots as examples, by rising value of the call chosen."""
    slots = np.flatnonzero(wanted)
    values = calls[slots, chosen[slots]]
    ends = np.argsort(values, kind="stable")
    ends = ends if len(ends) <= 2 * _SHOWN else np.concatenate([ends[:_SHOWN], ends[-_SHOWN:]])
    return [
        hands.example(node, int(slots[at]), 1 + int(chosen[slots[at]]), float(values[at]))
        for at in ends
    ]


def calls_table(opened: Results, played: Results) -> Table:
    """Return the calls of each node with what comes of them, open hands beside played."""
    table = Table(title="calls, in % of all deals; results in % of the calls, open hands → played")
    for heading in ("round", "seat", "call", "calls", "euchred", "march"):
        table.add_column(heading, justify="left" if heading == "call" else "right")
    for node, kind in product(range(NODES), ("with partner", "alone")):
        actions = slice(1 if kind == "with partner" else 2, None, 2)
        results = [each.made[node, actions].sum(axis=0) for each in (opened, played)]
        if results[0].sum():
            shares = [100 * result / result.sum() for result in results]
            euchred, march = (f"{shares[0][at]:.0f} → {shares[1][at]:.0f}" for at in (0, 2))
            calls = f"{100 * results[0].sum():.2f}"
            table.add_row(
                str(1 + node // SEATS), str(1 + node % SEATS), kind, calls, euchred, march
            )
    return table


def examples_table(found: Extremes) -> Table:
    """Return the hands on the border of a node."""
    where = f"round {1 + found.node // SEATS}, seat {1 + found.node % SEATS}"
    table = Table(title=f"{where}: open-hand points of the call")
    for heading in ("weakest calls", "call", "points", "strongest passes", "call", "points"):
        table.add_column(heading, justify="right" if heading == "points" else "left")
    nothing = ("", "", "")
    for called, passed in zip_longest(found.weakest, found.strongest):
        table.add_row(
            *(_cells(called) if called else nothing), *(_cells(passed) if passed else nothing)
        )
    return table


def _cells(example: Example | None) -> tuple[str, str, str]:
    if example is None:
        return "", "", ""
    return f"{example.hand} u:{example.upcard}", example.call, f"{example.value:+.2f}"
