"""What each choice comes to in the very deal, all hands open, and what a deal is worth to begin.

A pass goes on by the bidding model, each seat by its own hand, to every end with its chance; a
discard that isn't ours to choose is the model's; contracts and cards are solved with open hands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from euchre_solve.advice.bidding.model import Cautious, actions_of
from euchre_solve.advice.decision.card_prospects import CardProspects
from euchre_solve.advice.decision.choices import Decision, decision_of
from euchre_solve.advice.decision.outcomes import Outcomes
from euchre_solve.advice.decision.prospects import Prospects, Readers
from euchre_solve.advice.recommend import model_of
from euchre_solve.cards import NO_CARDS
from euchre_solve.deal import Deal
from euchre_solve.errors import RuleError

_FEW: Final = 600
"""Deals that agree with the hands of all who play: the kitty and who sits out are left open."""
_SAME: Final = 1e-9


def open_points(deal: Deal, seat: int) -> dict[str, float] | None:
    """Return the points of the side of ``seat``, on turn, after each choice, by its token.

    None unless the cards that ``deal`` states leave only one value.
    """
    try:
        decision = decision_of(deal)
    except RuleError:  # the dealer's discard isn't known
        return None
    return _values(decision) if decision.seat == seat else None


def deal_value(deal: Deal) -> float:
    """Return what a deal with all hands known is worth to seats 1 and 3 before the first call."""
    fresh = replace(
        deal,
        kitty=NO_CARDS,
        calls=(),
        defence=(),
        stated_contract=None,
        discarded=None,
        tricks=(),
    )
    decision = decision_of(fresh)
    values = _values(decision)
    upcard = fresh.upcard
    assert values is not None and upcard is not None
    model = model_of(fresh)
    hands = np.array([fresh.hands[0].mask], np.uint64)
    chances: list[float] = model.chances(0, hands, upcard.index)[0].tolist()
    calls = map(str, actions_of(model.rules, 0, upcard.suit))
    return sum(chance * values[call] for call, chance in zip(calls, chances, strict=True) if chance)


def _values(decision: Decision) -> dict[str, float] | None:
    deal = decision.deal
    model = model_of(deal)
    outcomes = Outcomes(deal, decision.seat, decision.contracts)
    readers = Readers(model, Cautious(model))
    prospects: Prospects | CardProspects
    if decision.kind == "play":
        prospects = CardProspects(decision, outcomes, readers, None, reads_play=False)
    else:
        prospects = Prospects(decision, outcomes, readers, None)
    if not 0 < prospects.count <= _FEW:
        return None
    prospect = prospects.every(1)
    found: dict[str, float] = {}
    for number, option in enumerate(prospects.options):
        rows, reached, chances = prospect.comes[number]
        points = np.bincount(rows, chances * outcomes.points[reached], len(prospect.weights))
        if np.ptp(points) > _SAME:
            return None
        token = option.choice.token
        found[token] = max(found.get(token, -np.inf), float(points[0]))
    return found
