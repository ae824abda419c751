"""How often a deal adds what to the scores of three players, each of whom has his own.

Counted with open hands in 120,000 deals of each game that all bid by strength, by
`training.open_results`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from euchre_solve.advice.decision.results import gains_by_result
from euchre_solve.contract import Contract
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.options import Sides
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

Gains = tuple[int, ...]
"""What a deal adds to the score of each seat, eldest hand's first."""
SeatShares = Mapping[Gains, float]
"""The probability of all gains but none."""

SOURCE: Final = "deals of three players, counted with open hands"
"""Where the shares come from."""

_PLAYERS: Final = 3
_BY_MAKER: Final = {
    Sides.MAKER_ALONE: (
        (0.04122, 0.12482, 0.02302),
        (0.01567, 0.04865, 0.00890),
        (0.07319, 0.20631, 0.05682),
    ),
    Sides.EACH_FOR_HIMSELF: (
        (0.02642, 0.03152, 0.03295, 0.15062, 0.03180, 0.00604),
        (0.01698, 0.02009, 0.01241, 0.07092, 0.01317, 0.00268),
        (0.03817, 0.03901, 0.03557, 0.18447, 0.05495, 0.01770),
    ),
}
"""The probability that each seat makes trump and comes to each of the `results`."""


def verify_seats(rules: Rules) -> None:
    """Raise `RuleError` unless it is known what deals add to the scores of the seats."""
    if rules.win_by_two:
        raise RuleError(
            ErrorCode.NOT_BUILT, "chances of three players are for games that one point wins"
        )
    if rules.sides not in _BY_MAKER or rules.players != _PLAYERS or rules.counts_down:
        raise RuleError(
            ErrorCode.NOT_BUILT,
            f"what deals of {rules} score is not known, so neither are chances of winning",
            hint="they are known for two sides, and for three players who make trump alone",
        )


def seat_shares(rules: Rules) -> SeatShares:
    """Return the shares of deals under ``rules``; raise `RuleError` if they aren't known."""
    verify_seats(rules)
    shares: dict[Gains, float] = {}
    for maker, chances in enumerate(_BY_MAKER[rules.sides], start=1):
        contract = Contract(Trump.SPADES, maker, 2)
        for gains, chance in zip(gains_by_result(contract, rules), chances, strict=True):
            shares[gains] = shares.get(gains, 0.0) + chance
    return shares
