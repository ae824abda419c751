"""The worlds of a seat where a card is turned up, drawn one by one: see `worlds`.

Where there is a model of the calls, as for call-ace, each is as likely as the others make their
calls in it.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from euchre_solve.advice.auctions.discarding import usual_discards
from euchre_solve.advice.auctions.question import Question
from euchre_solve.advice.auctions.worlds import World
from euchre_solve.advice.bidding.model import BiddingModel, Cautious, likelihood
from euchre_solve.advice.bidding.reading import LEAST, calls_of
from euchre_solve.advice.decision.drawing import Where
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.cards import DECK, CardSet
from euchre_solve.consistent import Shown, some

_BLOCK: Final = 1024
_TRIES: Final = 256
"""Blocks drawn before what was found must do."""


class TurnedWorlds:
    """The worlds of a question; `World.widow` is the upcard while the dealer may take it.

    ``model`` is listened for in the calls, ``where`` picks some of the worlds.
    """

    def __init__(
        self, question: Question, model: BiddingModel | None = None, where: Where | None = None
    ) -> None:
        self._model = Cautious(model) if model else None
        self._where = where
        self._deal = question.deal
        self._is_late = question.kind in ("defend", "play")
        self._worlds = Worlds(question.deal, after_discard=self._is_late)
        self._seat = question.seat
        self._shown = Shown(question.deal.rules.players)
        if question.deal.contract:
            self._shown.replay(question.deal, question.deal.contract)
        self.count = self._worlds.count
        """How many there are, those that aren't picked included."""

    def sample(self, rng: random.Random, size: int) -> list[World]:
        """Return ``size`` of the worlds, as likely as they are, fewer if such are very rare.

        Raises `RuleError` if there is none.
        """
        generator = np.random.default_rng(rng.getrandbits(64))
        found: list[World] = []
        for _ in range(_TRIES):
            drawn = self._worlds.sample(generator, _BLOCK if self._model or self._where else size)
            rows = np.flatnonzero(generator.random(len(drawn.hands)) <= self._weights(drawn))
            found += self._listed(drawn, rows.tolist()[: size - len(found)])
            if len(found) == size:
                break
        some(len(found))
        return found

    def all(self) -> tuple[list[World], Floats]:
        """Return every world and how likely each is; mind their ``count``."""
        worlds = self._worlds.all()
        weights = self._weights(worlds)
        rows = np.flatnonzero(weights)
        some(len(rows))
        return self._listed(worlds, rows.tolist()), weights[rows]

    def _weights(self, worlds: WorldArrays) -> Floats:
        weights = np.ones(len(worlds.hands))
        if self._model and self._deal.upcard:
            upcard, calls = self._deal.upcard.index, calls_of(self._deal)
            weights *= likelihood(self._model, calls, worlds.dealt, upcard, {self._seat}) + LEAST
        if self._where:
            weights *= self._where(worlds)
        return weights

    def _listed(self, worlds: WorldArrays, rows: list[int]) -> list[World]:
        if not self._is_late:
            upcard = 1 << self._deal.upcard.index if self._deal.upcard else 0
            return [World(tuple(hands), upcard) for hands in worlds.dealt[rows].tolist()]
        held = zip(worlds.hands[rows].tolist(), worlds.discards[rows].tolist(), strict=True)
        return [World(self._kept(hands, discard), 0) for hands, discard in held]

    def _kept(self, hands: list[int], discard: int) -> tuple[int, ...]:
        """Return the cards held, with the dealer's usual discard unless it is known."""
        contract = self._deal.contract
        if discard >= 0 and self._seat != self._deal.rules.dealer and contract:
            pool = CardSet(hands[-1]).with_card(DECK[discard])
            void_in = pool & CardSet(self._shown.barred[-1])
            hands[-1] = (pool - (void_in or usual_discards(pool, contract.trump, 1))).mask
        return tuple(hands)
