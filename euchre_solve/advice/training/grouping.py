"""Which late scores share a table: those with none of their own take the one that gains most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from euchre_solve.advice.bidding.table import BiddingTable
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import Payoffs, strategy_of
from euchre_solve.advice.training.measure import gains_over
from euchre_solve.rules import Rules

_LATE: Final = 2
"""Points from the target on which a score is late for a side."""


class Nearest(NamedTuple):
    """The score whose table is taken, "" for the plain one, and the chance to win it gains."""

    score: str
    gain: float


def late_scores(rules: Rules) -> Iterator[str]:
    """Yield every score, the dealer's side first, at which a side is late."""
    for dealers in range(rules.target):
        for others in range(rules.target):
            if max(dealers, others) >= rules.target - _LATE:
                yield f"{dealers}-{others}"


def nearest_table(
    trained: Mapping[str, BiddingTable],
    score: str,
    plain: BiddingTable,
    payoffs: Payoffs,
    deals: Sequence[SolvedDeals],
) -> Nearest:
    """Return the table by which the sides gain most against the plain one, each for itself.

    Only tables of scores with a side's points in common are tried.
    """
    best = Nearest("", 0.0)
    own = score.split("-")
    for other, table in trained.items():
        if any(one == two for one, two in zip(own, other.split("-"), strict=False)):
            gains = gains_over(strategy_of(plain), strategy_of(table), payoffs, deals)
            gain = sum(found.mean for found in gains) / len(gains)
            best = max(best, Nearest(other, gain), key=lambda nearest: nearest.gain)
    return best
