"""What the end of a deal is worth to one seat: one definition for all games.

Points are what the own figure of the score gains, less the average of what the other figures gain.
With two sides that is ours less theirs; where sides change from deal to deal, or each plays for
himself, it is what moves the chance of winning at a level score. Where counts go down it isn't
known who takes the tricks that a seat leaves: there points are what the own count falls by, for a
maker less what a euchre takes off each of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from euchre_solve.rules import Rules

_TWO_SIDES: Final = 2


def worth(gains: Sequence[float], seat: int) -> float:
    """Return what the gains of all figures of the score are worth to ``seat``.

    >>> worth((4, 0), 3), worth((0, 2, 2), 1)
    (4.0, -2.0)
    """
    own = gains[(seat - 1) % len(gains)]
    return own - (sum(gains) - own) / (len(gains) - 1)


def meaning_of_points(rules: Rules) -> str | None:
    """Say what points are where that isn't ours less theirs."""
    if rules.counts_down:
        return "points are what the own count falls by"
    if rules.score_size == _TWO_SIDES:
        return None
    return "points are our own less the average of the others'"
