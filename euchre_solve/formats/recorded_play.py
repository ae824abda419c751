"""The end of reading a recorded deal: its tricks, and the discard where they leave only one."""

from __future__ import annotations

from dataclasses import replace

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.play import Play


def with_play(deal: Deal, state: Play) -> Deal:
    """Return ``deal`` with the tricks of ``state``, and the discard if they leave no other.

    Raises `RuleError` if no discard lets the dealer have played as he did.
    """
    deal = replace(deal, tricks=state.tricks)
    if deal.discarded or len(deal.six_cards) <= deal.rules.hand_size:
        return deal
    discards = deal.consistent_discards
    if not discards:
        raise RuleError(
            ErrorCode.REVOKE,
            f"no discard from {deal.six_cards} allows these cards",
            hint="the dealer did not follow suit, or played seven cards",
        )
    return replace(deal, discarded=discards[0]) if len(discards) == 1 else deal
