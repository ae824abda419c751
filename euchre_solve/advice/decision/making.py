"""How often makers make, and what a euchre pays to one of the defenders, where that differs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from euchre_solve.advice.decision.outcomes import Floats, Outcomes
from euchre_solve.advice.decision.results import euchres, gains_by_result, least_tricks
from euchre_solve.rules import Rules


class Making(NamedTuple):
    """What comes of the contracts that an action leads to, with the chance of each.

    ``at_least`` are numbers of the makers' tricks with the chance of so many or more. ``share`` is
    what a euchre of another seat pays to us on average, None where there is none.
    """

    at_least: tuple[tuple[int, float], ...]
    euchred: float
    share: float | None


def making_of(outcomes: Outcomes, shares: Floats, rules: Rules) -> Making | None:
    """Return how contracts turn out in games in which defenders don't share alike."""
    if not rules.score.euchre_to_best:
        return None
    ways = len(euchres(rules))
    by_end = shares.reshape(-1, outcomes.width)
    made = by_end[1:, ways:].sum(axis=0)
    at_least = zip(least_tricks(rules), np.cumsum(made[::-1])[::-1].tolist(), strict=True)
    against = gained = 0.0
    for end, euchred in zip(outcomes.ends, by_end[:, :ways], strict=True):
        if end.contract and end.contract.maker != outcomes.seat:
            gains = gains_by_result(end.contract, rules)[:ways]
            against += float(euchred.sum())
            gained += float(euchred @ [gain[outcomes.seat - 1] for gain in gains])
    share = gained / against if against else None
    return Making(tuple(at_least), float(by_end[1:, :ways].sum()), share)
