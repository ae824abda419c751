"""What each call of each slot is worth with open hands, and what players make of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from euchre_solve.advice.bidding.information import slot_count
from euchre_solve.advice.bidding.played import PlayedValues
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import (
    ACTIONS,
    NODES,
    SEATS,
    Floats,
    Payoffs,
    Strategy,
    others_pass,
    play_out,
)
from euchre_solve.advice.training.regret import add_rows

_RESULT_CLASSES = ((0, 3, 5), (3, 2, 0))
"""For each side as makers the class of a euchre, a make and a march."""


class OpenValues:
    """Sums of the open-hand values for side A, weighted by how likely the others let one call."""

    def __init__(self) -> None:
        self.sums = [np.zeros((slot_count(), size), np.float32) for size in ACTIONS]
        self.weights = [np.zeros((slot_count(), 1), np.float32) for _ in ACTIONS]

    def add(self, deals: SolvedDeals, strategy: Strategy, payoffs: Payoffs) -> None:
        """Count these deals; ``payoffs`` are points."""
        outcome = play_out(deals, strategy, payoffs)
        for node in range(NODES):
            reach = others_pass(outcome.chances, node)
            slots = deals.slots[node % SEATS].numbers
            add_rows(self.sums[node], slots, reach * outcome.opened[node])
            add_rows(self.weights[node], slots, reach[None])

    def means(self) -> tuple[Floats, ...]:
        """Return the mean values, ``float32[slots, ACTIONS[k]]``; 0 where nothing was seen."""
        return tuple(
            (sums / np.maximum(weights, 1e-9)).astype(np.float32)
            for sums, weights in zip(self.sums, self.weights, strict=True)
        )


def with_offsets(payoffs: Payoffs, means: tuple[Floats, ...], played: PlayedValues) -> Payoffs:
    """Return the payoffs with what players make of each call added to its open-hand value."""
    offsets = []
    for node, values in enumerate(means):
        side = node % 2
        sign = 1 - 2 * side
        offset = np.zeros_like(values)
        for action in range(1, ACTIONS[node]):
            table = payoffs.together if action % 2 else payoffs.alone
            worth = table[side, list(_RESULT_CLASSES[side])]
            shift = played.shift(node, action, sign * values[:, action])
            offset[:, action] = shift @ worth
        offsets.append(offset)
    return replace(payoffs, offsets=tuple(offsets))
