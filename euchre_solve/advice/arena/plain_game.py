"""The game that the players of this package play: north-american, and what toggles its calls."""

from __future__ import annotations

from typing import Final

from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import DefendAlone, LeadRule, Rules

_DECK_SIZE: Final = 24


def verify_plain(rules: Rules) -> None:
    """Raise `RuleError` unless ``rules`` differ from north-american in nothing but the calls.

    Those are 24 cards, eldest leads, no lone defender, no no-trump.
    """
    rules.verify_partnership()
    is_plain = (
        rules.deck_size == _DECK_SIZE
        and rules.lead is LeadRule.ELDEST
        and rules.defend_alone is DefendAlone.OFF
        and not rules.no_trump_in_round_2
    )
    if not is_plain:
        raise RuleError(
            ErrorCode.NOT_BUILT,
            f"{rules} isn't played by the players of this version",
            hint="north-american with stick, secondalone or a target is",
        )
