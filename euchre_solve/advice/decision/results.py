"""What may come of a contract, numbered, and what that is worth to one seat.

A *result* is all numbers of the makers' tricks that pay the same: euchre, made and march, as
`played.RESULTS` names them; with seven cards to three players there is a step for all but one too.
Where the defender with the most tricks takes what a euchre pays, there is a euchre for all of them
level, which comes first, then one for each other set of the best; see `euchres`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.points import worth
from euchre_solve.contract import Contract
from euchre_solve.rules import Rules, Sides

Floats = NDArray[np.float64]


@cache
def least_tricks(rules: Rules) -> tuple[int, ...]:
    """Return the fewest tricks of the makers to make, and for each result that pays more.

    >>> least_tricks(Rules.parse("three-handed-cutthroat"))
    (4, 6, 7)
    """
    step = () if rules.score.one_short is None else (rules.march_tricks - 1,)
    return (rules.need, *step, rules.march_tricks)


@cache
def euchres(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return for each result that is a euchre who of the defenders has the most tricks.

    They go by their place from the maker's left; nothing is said of games where it doesn't matter.

    >>> euchres(Rules.parse("three-handed-cutthroat"))
    ((0, 1), (0,), (1,))
    """
    if not rules.score.euchre_to_best:
        return ((),)
    defenders = range(rules.players - 1)
    sizes = range(len(defenders) - 1, 0, -1)
    return (tuple(defenders), *(best for size in sizes for best in combinations(defenders, size)))


def result_count(rules: Rules) -> int:
    """Return how many results a contract has."""
    return len(euchres(rules)) + len(least_tricks(rules))


def tricks_by_result(rules: Rules) -> tuple[int, ...]:
    """Return the fewest tricks of the makers for each result, none for a euchre."""
    return (0,) * len(euchres(rules)) + least_tricks(rules)


def side_a(contract: Contract, rules: Rules) -> tuple[int, ...]:
    """Return the seats whose tricks are counted: eldest's side, or the makers where sides change.

    With fixed sides contracts of both can be solved in one call.
    """
    return rules.side_of(1) if rules.sides is Sides.PARTNERS else contract.makers(rules)


def results_by_tricks(contract: Contract, rules: Rules) -> NDArray[np.int8]:
    """Return the result for every number of tricks of `side_a`, the first for a euchre."""
    made = np.arange(rules.hand_size + 1)
    if contract.maker not in side_a(contract, rules):
        made = made[::-1]
    steps = (made[:, np.newaxis] >= np.array(least_tricks(rules))).sum(axis=1)
    results: NDArray[np.int8] = np.where(steps, steps + len(euchres(rules)) - 1, 0).astype(np.int8)
    return results


def euchre_of(contract: Contract, rules: Rules, tricks_won: Sequence[int]) -> int:
    """Return which euchre it is by the tricks of each seat."""
    taken = [tricks_won[seat - 1] for seat in contract.defenders(rules)]
    best = tuple(place for place, tricks in enumerate(taken) if tricks == max(taken))
    return euchres(rules).index(best)


def points_by_result(contract: Contract | None, rules: Rules, seat: int) -> Floats:
    """Return what each result of a contract is worth to ``seat``; nothing if all have passed."""
    return np.array([worth(gains, seat) for gains in gains_by_result(contract, rules)])


def gains_by_result(contract: Contract | None, rules: Rules) -> list[tuple[int, ...]]:
    """Return what each result adds to the figures of the score; nothing if all have passed."""
    if contract is None:
        return [(0,) * rules.score_size] * result_count(rules)
    ends = [*_euchred(contract, rules), *_made(contract, rules)]
    return [contract.gains(won, rules) for won in ends]


def _euchred(contract: Contract, rules: Rules) -> Iterator[list[int]]:
    """Yield tricks by seat that stand for each euchre."""
    defenders = contract.defenders(rules)
    for best in euchres(rules):
        won = [0] * rules.players
        for place in best:
            won[defenders[place] - 1] = 1
        yield won


def _made(contract: Contract, rules: Rules) -> Iterator[list[int]]:
    for tricks in least_tricks(rules):
        won = [0] * rules.players
        won[contract.maker - 1] = tricks
        yield won
