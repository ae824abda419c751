"""Worlds in which the others did what they did, drawn about as often as they do it.

The maker's hand is drawn first, as likely as it makes his calls, and the dealer's discard last, the
usual one mostly. What that leaves out is the weight of a world: what the calls of the others tell,
and how likely any discard is of those that were possible. So means by weight are what they would be
if worlds were drawn alike and weighed by `reading.likelihoods`, with fewer drawn in vain.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from euchre_solve.advice.bidding.model import SEATS, BiddingModel, likelihood
from euchre_solve.advice.bidding.reading import LEAST, calls_of, likelihoods
from euchre_solve.advice.decision.discarding import Discarding
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.positions import Masks
from euchre_solve.advice.tilted import TiltedWorlds, can_tilt
from euchre_solve.advice.worlds import WorldArrays, Worlds


class Proposals:
    """Draws ``worlds`` for ``seat``, and weighs them by what ``reader`` makes of the others."""

    def __init__(self, worlds: Worlds, reader: BiddingModel, seat: int) -> None:
        self.worlds = worlds
        self._reader = reader
        self._seat = seat
        deal, facts = worlds.deal, worlds.facts
        contract = deal.contract if deal.upcard else None
        self._calls = calls_of(deal) if deal.upcard else ()
        self._upcard_index = deal.upcard.index if deal.upcard else -1
        self._maker = None
        self._discarding = None
        if contract and contract.maker != seat and can_tilt(facts, contract.maker):
            self._maker = contract.maker
        if contract and facts.is_discarded and seat != deal.rules.dealer:
            self._discarding = Discarding(facts, contract, reader)

    def sample(self, rng: np.random.Generator, size: int) -> tuple[WorldArrays, Floats]:
        """Return so many worlds and their weights."""
        drawn = self._source.sample(rng, size)
        silent = {self._seat, self._maker}
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
        maker, deal = self._maker, self.worlds.deal
        if maker is None:
            return self.worlds

        def likely(hands: Masks) -> Floats:
            seated = np.broadcast_to(hands[:, np.newaxis], (len(hands), SEATS))
            silent = set(deal.rules.seats) - {maker}
            told = likelihood(self._reader, self._calls, seated, self._upcard_index, silent)
            chances = told.astype(np.float64) + LEAST
            if maker != deal.rules.dealer or self._discarding is None:
                return chances
            return chances * self._discarding.counts(hands)

        return TiltedWorlds(self.worlds, maker, likely)
