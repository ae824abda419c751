"""Worlds in which the others did what they did, drawn about as often as they do it.

The hand of the last to call is drawn first, as likely as he makes his calls: that is the maker, or
who passed with the most known. The dealer's discard comes last, the usual one mostly. What is left
is the weight of a world: what the calls of the rest tell, and how likely a discard is on average.
Means by weight are those of worlds drawn alike and weighed by `reading.likelihoods`; fewer are
drawn in vain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from euchre_solve.advice.bidding.model import BiddingModel, caller_at, likelihood
from euchre_solve.advice.bidding.reading import LEAST, calls_of, likelihoods
from euchre_solve.advice.decision.discarding import Discarding
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.positions import Masks
from euchre_solve.advice.tilted import TiltedWorlds, can_tilt
from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.auction import PASS, Call
from euchre_solve.rules import Rules


class Proposals:
    """Draws ``worlds`` for ``seat``, and weighs them by what ``reader`` makes of the others."""

    def __init__(self, worlds: Worlds, reader: BiddingModel, seat: int) -> None:
        self.worlds = worlds
        self.deal = worlds.deal
        self.count = worlds.count
        self._reader = reader
        self._seat = seat
        deal, facts = worlds.deal, worlds.facts
        contract = deal.contract if deal.upcard else None
        self._calls = calls_of(deal) if deal.upcard else ()
        self._upcard_index = deal.upcard.index if deal.upcard else -1
        self._teller = _last_to_call(deal.rules, self._calls, seat)
        if self._teller and not can_tilt(facts, self._teller):
            self._teller = None
        self._discarding = None
        if contract and facts.is_discarded and seat != deal.rules.dealer:
            self._discarding = Discarding(facts, contract, reader)

    def sample(self, rng: np.random.Generator, size: int) -> tuple[WorldArrays, Floats]:
        """Return so many worlds and their weights."""
        drawn = self._source.sample(rng, size)
        silent = {self._seat, self._teller}
        weights = likelihood(self._reader, self._calls, drawn.dealt, self._upcard_index, silent)
        if self._discarding is None:
            return drawn, weights.astype(np.float64) + LEAST
        drawn, factors = self._discarding.redrawn(drawn, rng)
        return drawn, weights * factors + LEAST

    def every(self) -> tuple[WorldArrays, Floats]:
        """Return all worlds and their weights."""
        worlds = self.worlds.all()
        return worlds, likelihoods(self._reader, self.worlds.deal, self._seat, worlds)

    @cached_property
    def _source(self) -> Worlds | TiltedWorlds:
        if self._teller is None:
            return self.worlds
        return TiltedWorlds(self.worlds, self._teller, self._told)

    def _told(self, hands: Masks) -> Floats:
        """Return how likely the teller calls so with each hand, times the ways to discard."""
        seats = self.worlds.deal.rules.seats
        seated = np.broadcast_to(hands[:, np.newaxis], (len(hands), len(seats)))
        silent = set(seats) - {self._teller}
        told = likelihood(self._reader, self._calls, seated, self._upcard_index, silent)
        chances = told.astype(np.float64) + LEAST
        if self._discarding and self._teller == seats[-1]:
            chances *= self._discarding.counts(hands)
        return chances


def _last_to_call(rules: Rules, calls: Sequence[Call], seat: int) -> int | None:
    """Return who of the others did, None for a pass in round 1.

    With most hands one passes then, so it doesn't pay to list them.
    """
    others = [node for node in range(len(calls)) if caller_at(rules, node) != seat]
    if not others or (others[-1] < rules.players and calls[others[-1]] == PASS):
        return None
    return caller_at(rules, others[-1])
