"""How a contract of an auction game turns out over the worlds looked at."""

from __future__ import annotations

from typing import NamedTuple

from euchre_solve.advice.auctions.question import Goal
from euchre_solve.advice.decision.estimates import Estimate
from euchre_solve.contract import Contract


class Plan(NamedTuple):
    """A contract, and our tricks in it: ``shares`` by their number, in ``worlds`` worlds.

    ``tricks`` are their mean, None where only those that make a difference were asked for; then
    ``shares`` are empty too. ``chance`` is that of ``goal``; ``alone`` that of a maker who is
    alone after calling a partner, None where none is called; ``partner`` that we are the one
    called, None for the maker.
    """

    contract: Contract
    goal: Goal
    chance: float
    tricks: Estimate | None
    shares: tuple[float, ...]
    worlds: int
    alone: float | None = None
    partner: float | None = None
