"""What each card comes to, world by world: drawn worlds, or all where they are few.

A world counts as likely as the others make their calls in it, and if wanted as likely as they play
as they did. From the card on hands are open: what players make of contracts is not known for a
deal in play.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from euchre_solve.advice.decision.choices import Decision
from euchre_solve.advice.decision.drawing import Drawn, Source, Where
from euchre_solve.advice.decision.euchre_shares import with_shares
from euchre_solve.advice.decision.moves import play_likelihoods, tricks_by_card
from euchre_solve.advice.decision.outcomes import Floats, Outcomes
from euchre_solve.advice.decision.proofs import FEW, Proof, prove
from euchre_solve.advice.decision.proposals import Proposals
from euchre_solve.advice.decision.prospects import Comes, Option, Prospect, Readers
from euchre_solve.advice.decision.results import results_by_tricks, side_a
from euchre_solve.advice.decision.unseen_exchange import ExchangedWorlds
from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.cards import Card
from euchre_solve.exchange import exchangers


class CardProspects:
    """The source of prospects for one card; for calls there is `prospects.Prospects`.

    With ``reads_play`` the cards so far are weighed as the calls are.
    """

    def __init__(
        self,
        decision: Decision,
        outcomes: Outcomes,
        readers: Readers,
        where: Where | None,
        *,
        reads_play: bool,
    ) -> None:
        assert decision.state is not None
        self.decision = decision
        self.state = decision.state
        self.outcomes = outcomes
        self.options = tuple(Option(choice, None) for choice in decision.choices)
        self._is_exchanged = bool(exchangers(self.state.contract, decision.deal.rules))
        proposals: Proposals | ExchangedWorlds
        if self._is_exchanged:
            proposals = ExchangedWorlds(decision.deal, self.state, readers.reader)
        else:
            worlds = Worlds(decision.deal, after_discard=True)
            proposals = Proposals(worlds, readers.reader, decision.seat)
        self.count = proposals.count
        also = self._played_likely if reads_play else None
        self._source = Source(proposals, where, also)

    def draw(self, seed: int, chunks: range, options: Sequence[int], jobs: int) -> Prospect:
        """Return these chunks of worlds, solved for all cards: some cost as much."""
        return self._solved(self._source.draw(seed, chunks), jobs)

    def every(self, jobs: int) -> Prospect:
        """Return all worlds, solved for all cards."""
        return self._solved(self._source.every(), jobs)

    def proof(self) -> Proof | None:
        """Return what is certain of the play, from all worlds if these are few.

        Cards that somebody may have got from his partner aren't thought of.
        """
        if self._is_exchanged:
            return None
        worlds = self._source.every().worlds if 0 < self.count <= FEW else None
        return prove(self.decision.deal, self.state, worlds)

    def _played_likely(self, worlds: WorldArrays) -> Floats:
        return play_likelihoods(self.decision.deal, self.decision.seat, worlds.hands, jobs=1)

    def _solved(self, drawn: Drawn, jobs: int) -> Prospect:
        deal, seat = self.decision.deal, self.decision.seat
        worlds = drawn.worlds
        tricks = tricks_by_card(self.state, worlds.hands, jobs)
        contract = self.state.contract
        taken = sum(self.state.tricks_won[seat - 1] for seat in side_a(contract, deal.rules))
        results = results_by_tricks(contract, deal.rules)[taken:]
        first = self.outcomes.width * self.outcomes.numbers[contract]
        rows, ones = np.arange(len(worlds.hands)), np.ones(len(worlds.hands))
        held = list(self.state.hands[seat - 1])
        comes = {}
        for number, option in enumerate(self.options):
            card = Card.parse(option.choice.token)
            found = results[tricks[:, held.index(card)]]
            found = with_shares(self.state, worlds.hands, found, card)
            outcomes = first + found.astype(np.int64)
            comes[number] = Comes(rows, outcomes, ones)
        return Prospect(worlds, drawn.weights, comes, not drawn.chunks)
