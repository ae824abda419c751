"""What may come of a contract, numbered, and what that is worth to one seat.

A *result* is all numbers of the makers' tricks that pay the same: euchre, made and march, as
`played.RESULTS` names them; with seven cards to three players there is a step for all but one too.

In games of two sides points are those of our side, less what the other scores. Where sides change
from deal to deal, or each plays for himself, they are our own less the average of what the other
seats score: what moves the chance of winning at a level score. What a euchre pays to the defender
with the most tricks is then taken to be shared evenly.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from euchre_solve.contract import Contract
from euchre_solve.rules import Rules, Sides

Floats = NDArray[np.float64]


@cache
def least_tricks(rules: Rules) -> tuple[int, ...]:
    """Return the fewest tricks of the makers for each result, euchre first.

    >>> least_tricks(Rules.parse("three-handed-cutthroat"))
    (0, 4, 6, 7)
    """
    step = () if rules.score.one_short is None else (rules.march_tricks - 1,)
    return (0, rules.need, *step, rules.march_tricks)


def side_a(contract: Contract, rules: Rules) -> tuple[int, ...]:
    """Return the seats whose tricks are counted: eldest's side, or the makers where sides change.

    With fixed sides contracts of both can be solved in one call.
    """
    return rules.side_of(1) if rules.sides is Sides.PARTNERS else contract.makers(rules)


def results_by_tricks(contract: Contract, rules: Rules) -> NDArray[np.int8]:
    """Return the result for every number of tricks of `side_a`."""
    made = np.arange(rules.hand_size + 1)
    if contract.maker not in side_a(contract, rules):
        made = made[::-1]
    steps = np.array(least_tricks(rules)[1:])
    results: NDArray[np.int8] = (made[:, np.newaxis] >= steps).sum(axis=1).astype(np.int8)
    return results


def points_by_result(contract: Contract | None, rules: Rules, seat: int) -> Floats:
    """Return what each result of a contract is worth to ``seat``; nothing if all have passed."""
    steps = least_tricks(rules)
    if contract is None:
        return np.zeros(len(steps))
    makers = np.array([contract.points(taken, rules) for taken in steps], np.float64)
    if rules.sides is Sides.PARTNERS:
        return makers if seat in contract.makers(rules) else -makers
    shares = np.array([_gains(contract, rules, int(points)) for points in makers])
    others = (shares.sum(axis=1) - shares[:, seat - 1]) / (rules.players - 1)
    worth: Floats = shares[:, seat - 1] - others
    return worth


def _gains(contract: Contract, rules: Rules, points: int) -> list[float]:
    """Return what each seat scores where the makers come to ``points``."""
    makers = contract.makers(rules)
    scoring = makers if points > 0 else contract.defenders(rules)
    share = abs(points) / (len(scoring) if points < 0 and rules.score.euchre_to_best else 1)
    return [share if seat in scoring else 0.0 for seat in rules.seats]
