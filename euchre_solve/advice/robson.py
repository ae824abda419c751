"""The chance of winning where a march may set the others back, which is Robson's rule (§3.7).

After a march the makers add its points to their own score or take them off the others', as far
below nothing as it goes, and each takes what wins more often. So scores go round in circles and
have no end below.

Chances are followed backwards deal by deal and from both sides: as if every game that isn't over
yet were lost, and as if it were won. A side that falls below `LOWEST` is taken to have lost the one
way, to have won the other. So the one is never above the true chance and the other never below it,
whatever lies beyond; they are followed until they agree.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.race import impossible, scored
from euchre_solve.advice.shares import OutcomeShares, march_part

Floats = NDArray[np.float64]

TOLD: Final = -10
"""The lowest score that chances are told of."""
LOWEST: Final = -40
"""The lowest score that is followed."""
_ERROR: Final = 1e-12
_MOST_DEALS: Final = 2000


def solve_set_back(target: int, shares: OutcomeShares, odds: float) -> Floats:
    """Return our chances by who deals (1 is us), our points and theirs, both from `TOLD` on.

    They are right to within 1e-12.
    """
    deals = _Deals.of(shares, odds)
    size = target - LOWEST
    low, high = np.zeros((2, size, size)), np.ones((2, size, size))
    told = np.s_[:, TOLD - LOWEST :, TOLD - LOWEST :]
    for _ in range(_MOST_DEALS):
        if (high[told] - low[told]).max() <= _ERROR:
            middle: Floats = (low[told] + high[told]) / 2
            return middle
        low, high = deals.before(low, 0.0), deals.before(high, 1.0)
    raise impossible("with these shares no game ends")


class _Result(NamedTuple):
    """What a deal scores for us and for them, its probability, and how much of that are marches."""

    chance: float
    ours: int
    theirs: int
    marches: float


class _Deals(NamedTuple):
    """The results of a deal that the others deal, and of one that we deal."""

    results: tuple[tuple[_Result, ...], tuple[_Result, ...]]
    widest: int

    @classmethod
    def of(cls, shares: OutcomeShares, odds: float) -> _Deals:
        """Return what a deal scores by ``shares``, our odds of doing so times ``odds``."""
        others, ours = (
            tuple(
                _Result(
                    chance, mine, yours, march_part(mine or yours, dealing=dealing == (not yours))
                )
                for chance, mine, yours in scored(shares, odds, dealing=dealing)
            )
            for dealing in (False, True)
        )
        return cls((others, ours), max(1, *(max(result[1:3]) for result in others + ours)))

    def before(self, after: Floats, beyond: float) -> Floats:
        """Return the chances before a deal from those after it, and those ``beyond`` the lowest."""
        margin, size = self.widest, after.shape[1]
        inside = np.s_[margin:-margin]
        padded = np.full((2, size + 2 * margin, size + 2 * margin), beyond)
        padded[:, inside, inside] = after
        padded[:, -margin:, inside], padded[:, inside, -margin:] = 1.0, 0.0

        def moved(dealing: int, ours: int, theirs: int) -> Floats:
            rows, columns = (np.s_[margin + up : margin + up + size] for up in (ours, theirs))
            values: Floats = padded[1 - dealing, rows, columns]
            return values

        chances = np.zeros_like(after)
        for dealing, results in enumerate(self.results):
            for chance, ours, theirs, marches in results:
                added, off = moved(dealing, ours, theirs), moved(dealing, -theirs, -ours)
                chosen = (np.maximum if ours else np.minimum)(added, off)
                chances[dealing] += chance * ((1 - marches) * added + marches * chosen)
        return chances
