"""Learning a strategy by counterfactual regret, slot by slot, on batches of fresh deals.

After each batch every slot plays its actions in proportion to the positive regrets so far
(Zinkevich et al. 2007, "Regret minimization in games with incomplete information"); the strategy
kept is the average with weight ``t²`` for batch ``t``, by how far each slot was reached (Brown &
Sandholm 2019, "Solving imperfect-information games via discounted regret minimization"). The
regrets themselves are not discounted: here chance, not the others' learning, is what blurs them,
and weights would waste deals. A discard is the best one so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.information import slot_count
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import (
    ACTIONS,
    NODES,
    PASS,
    PICKUPS,
    SEATS,
    SIX,
    Floats,
    Outcome,
    Payoffs,
    Pickup,
    Strategy,
    allowed_actions,
    others_pass,
    play_out,
    worth,
)
from euchre_solve.rules import Rules

_PICKUP_ROWS: Final = sorted({pickup.row for pickup in PICKUPS})
_START: Final = 1
"""Deals that the calls of a strategy to start from count as; 2 and 4 held a score back."""
_UNREACHED: Final = 0.002
"""Weight of worlds where nobody orders, so that a discard is learnt everywhere."""


class Learner:
    """A strategy for ``rules`` and ``payoffs``, learnt batch by batch.

    ``now`` is what it plays at the moment. With a ``start`` its discards stay, and its calls are
    what a slot goes back to where few deals come: they count as so many, with the full range of
    payoffs as regret.
    """

    def __init__(self, rules: Rules, payoffs: Payoffs, start: Strategy | None = None) -> None:
        slots = slot_count()
        self.payoffs = payoffs
        self.allowed = allowed_actions(rules)
        self.batches = 0
        self.regrets = [np.zeros((slots, size), np.float32) for size in ACTIONS]
        self.averages = [np.zeros((slots, size), np.float32) for size in ACTIONS]
        self._fixed = start.discards if start else None
        size = slots if start is None else 0
        self.discards = np.zeros((len(PICKUPS), size, SIX), np.float32)
        if start:
            weight = np.float32(_START * np.ptp(payoffs.alone))
            self.regrets = [weight * calls for calls in start.calls]
        self.now = self._matched()

    def learn(self, deals: SolvedDeals) -> None:
        """Add what these deals teach to the regrets."""
        outcome = play_out(deals, self.now, self.payoffs)
        for node in range(NODES):
            sign = 1 - 2 * (node % 2)
            reach = sign * others_pass(outcome.chances, node)
            regret = reach * (outcome.actions[node] - outcome.values[node])
            add_rows(self.regrets[node], deals.slots[node % SEATS].numbers, regret)
        if self._fixed is not None:
            return
        for index, values in discard_values(deals, outcome, self.payoffs, spare=_UNREACHED):
            add_rows(self.discards[index], deals.slots[-1].numbers, values)

    def end_batch(self) -> None:
        """Change the strategy to what the regrets say now."""
        self.batches += 1
        weight = np.float32(self.batches**2)
        self.now = self._matched()
        for node, now in enumerate(self.now.calls):
            seat = node % SEATS
            reached = self.now.calls[seat][:, PASS, None] if node >= SEATS else np.float32(1)
            self.averages[node] += weight * reached * now

    @property
    def sums(self) -> list[Floats]:
        """The arrays that make its state, to be saved and filled again."""
        return [*self.regrets, *self.averages, self.discards]

    def resume(self, batches: int) -> None:
        """Go on after so many batches with the sums as they have been filled."""
        self.batches = batches
        self.now = self._matched()

    def strategy(self) -> Strategy:
        """Return the average so far."""
        now = self.now
        calls = []
        for average, current in zip(self.averages, now.calls, strict=True):
            total = average.sum(axis=1, keepdims=True)
            calls.append(
                np.where(total > 0, average / np.maximum(total, np.float32(1e-30)), current)
            )
        return Strategy(tuple(calls), now.discards)

    def _matched(self) -> Strategy:
        """Return the strategy that matches the regrets."""
        calls = []
        for regrets, allowed in zip(self.regrets, self.allowed, strict=True):
            positive = np.maximum(regrets, 0) * allowed
            total = positive.sum(axis=1, keepdims=True)
            even = (allowed / allowed.sum()).astype(np.float32)
            calls.append(np.where(total > 0, positive / np.maximum(total, np.float32(1e-30)), even))
        if self._fixed is not None:
            return Strategy(tuple(calls), self._fixed)
        return Strategy(tuple(calls), self.discards.argmax(axis=2).astype(np.int8))


def add_rows(sums: Floats, slots: NDArray[np.int32], values: Floats) -> None:
    """Add ``values[a, i]`` to ``sums[slots[i], a]``."""
    size = sums.shape[1]
    places = slots.astype(np.int64)[:, None] * size + np.arange(size)
    np.add.at(sums.reshape(-1), places.reshape(-1), np.ascontiguousarray(values.T).reshape(-1))


def discard_values(
    deals: SolvedDeals, outcome: Outcome, payoffs: Payoffs, *, spare: float = 0.0
) -> Iterator[tuple[int, Floats]]:
    """Yield for each pick-up its index and what the six discards bring the dealer, ``[6, n]``.

    The values are weighted by how likely the others' calls lead there, plus ``spare``.
    """
    lanes = np.arange(len(deals.upcards))
    by_row = {row: deals.classes[row + deals.dealer_order, lanes] for row in _PICKUP_ROWS}
    for index, pickup in enumerate(PICKUPS):
        reach = _order_reach(outcome, pickup) + np.float32(spare)
        yield index, -reach * worth(payoffs, pickup, by_row[pickup.row])


def _order_reach(outcome: Outcome, pickup: Pickup) -> Floats:
    """Return how likely the others' calls lead to this pick-up."""
    reach = others_pass(outcome.chances, pickup.maker)
    if pickup.maker != SEATS - 1:
        reach = reach * outcome.chances[pickup.maker][1 + pickup.alone]
    return reach
