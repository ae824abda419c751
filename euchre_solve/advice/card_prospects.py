"""What each card comes to, world by world: drawn worlds, or all where they are few.

A world counts as likely as the others make their calls in it, and if wanted as likely as they play
as they did. From the card on hands are open: what players make of contracts is not known for a
deal in play.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from euchre_solve.advice.bidding import BiddingModel
from euchre_solve.advice.choices import Decision
from euchre_solve.advice.drawing import Drawn, Where, draw_chunks, every_world
from euchre_solve.advice.moves import play_likelihoods, tricks_by_card
from euchre_solve.advice.outcomes import Outcomes
from euchre_solve.advice.played import RESULTS
from euchre_solve.advice.positions import results_by_tricks
from euchre_solve.advice.prospects import Comes, Option, Prospect
from euchre_solve.advice.reading import likelihoods
from euchre_solve.advice.worlds import Worlds
from euchre_solve.cards import Card


class CardProspects:
    """The source of prospects for one card; for calls there is `prospects.Prospects`.

    ``reader`` weighs the calls; with ``reads_play`` the cards so far are weighed too.
    """

    def __init__(
        self,
        decision: Decision,
        outcomes: Outcomes,
        reader: BiddingModel,
        where: Where | None,
        *,
        reads_play: bool,
    ) -> None:
        self.decision = decision
        self.outcomes = outcomes
        self.options = tuple(Option(choice, None) for choice in decision.choices)
        self.worlds = Worlds(decision.deal, after_discard=True)
        self.state = decision.deal.play_state
        self._reader = reader
        self._where = where
        self._reads_play = reads_play

    def draw(self, seed: int, chunks: range, options: Sequence[int], jobs: int) -> Prospect:
        """Return these chunks of worlds, solved for all cards: some cost as much."""
        return self._solved(draw_chunks(self.worlds, self._where, seed, chunks), jobs)

    def every(self, jobs: int) -> Prospect:
        """Return all worlds, solved for all cards."""
        return self._solved(every_world(self.worlds, self._where), jobs)

    def _solved(self, drawn: Drawn, jobs: int) -> Prospect:
        deal, seat = self.decision.deal, self.decision.seat
        worlds = drawn.worlds
        weights = likelihoods(self._reader, deal, seat, worlds)
        if self._reads_play:
            weights *= play_likelihoods(deal, seat, worlds.hands, jobs)
        tricks = tricks_by_card(self.state, worlds.hands, jobs)
        contract = self.state.contract
        taken = self.state.tricks_won[0] + self.state.tricks_won[2]
        results = results_by_tricks(contract, deal.rules)[taken:]
        first = len(RESULTS) * self.outcomes.numbers[contract]
        rows, ones = np.arange(len(weights)), np.ones(len(weights))
        held = list(self.state.hands[seat - 1])
        comes = {}
        for number, option in enumerate(self.options):
            column = held.index(Card.parse(option.choice.token))
            outcomes = first + results[tricks[:, column]].astype(np.int64)
            comes[number] = Comes(rows, outcomes, ones)
        return Prospect(worlds, weights, comes, not drawn.chunks)
