"""What comes of deals bid by a table on both sides: results, and shares of points by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.played import RESULTS, PlayedValues
from euchre_solve.advice.shares import OutcomeShares
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import (
    ACTIONS,
    NODES,
    PASS,
    SEATS,
    Floats,
    Payoffs,
    Strategy,
    play_out,
)
from euchre_solve.rules import Rules

_TRICKS: Final = (2, 3, 5)
"""Tricks of makers that stand for a euchre, a make and a march."""


class Results(NamedTuple):
    """Shares of the deals: ``made[node, action, result]`` is ``float64[8, 7, 3]``."""

    made: NDArray[np.float64]
    passed_out: float
    deals: int


def results_of(
    strategy: Strategy,
    rules: Rules,
    deals: Iterable[SolvedDeals],
    played: tuple[tuple[Floats, ...], PlayedValues] | None = None,
) -> Results:
    """Return what comes of the deals with open hands, or as ``played``.

    ``played`` are the open-hand values of each slot's calls and the shifts that they get.
    """
    points = Payoffs.of_worth(rules, float)
    shifts = _shifts(*played) if played else {}
    made = np.zeros((NODES, max(ACTIONS), len(RESULTS)))
    passed_out = 0.0
    count = 0
    for chunk in deals:
        outcome = play_out(chunk, strategy, points)
        reach = np.ones(len(chunk.upcards))
        for node, chances in enumerate(outcome.chances):
            slots = chunk.slots[node % SEATS].numbers
            for action in range(1, ACTIONS[node]):
                mass = reach * chances[action]
                won = outcome.opened[node][action] * (1 - 2 * (node % 2))
                result = np.where(won < 0, 0, np.where(won == 1, 1, 2))
                made[node, action] += np.bincount(result, mass, len(RESULTS))
                if shifts:
                    made[node, action] += mass @ shifts[node, action][slots]
            reach *= chances[PASS]
        passed_out += reach.sum()
        count += len(reach)
    return Results(made / count, passed_out / count, count)


def outcome_shares(results: Results, rules: Rules) -> OutcomeShares:
    """Return how often the dealer's side and the other score how many points."""
    sides: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for node, action, result in np.ndindex(results.made.shape):
        share = max(float(results.made[node, action, result]), 0.0)
        points = rules.points(_TRICKS[result], alone=action % 2 == 0)
        maker = 0 if node % 2 else 1
        side = sides[maker if points > 0 else 1 - maker]
        side[abs(points)] = side.get(abs(points), 0.0) + share
    return OutcomeShares.of(*({p: round(s, 5) for p, s in side.items()} for side in sides))


def _shifts(
    means: tuple[Floats, ...], played: PlayedValues
) -> dict[tuple[int, int], NDArray[np.float64]]:
    """Return the shift of each slot's results by node and action, ``float64[slots, 3]``."""
    return {
        (node, action): played.shift(node, action, (1 - 2 * (node % 2)) * means[node][:, action])
        for node in range(NODES)
        for action in range(1, ACTIONS[node])
    }
