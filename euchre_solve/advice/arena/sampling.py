"""The player that looks into many deals it may sit in, solves each, and takes the mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.arena.card_play import HAND_SIZE, CardPlay, plain_order
from euchre_solve.advice.bidding.model import BiddingModel
from euchre_solve.advice.bidding.reading import likelihoods
from euchre_solve.advice.decision.moves import play_likelihoods
from euchre_solve.advice.worlds import Worlds
from euchre_solve.cards import Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules
from euchre_solve.solver.batch import solve_moves
from euchre_solve.trump import Trump

_POOL: Final = 8
"""Worlds drawn for each asked for, where a model weighs them: about two then count."""
_NEGLIGIBLE: Final = 1e-6
"""The weight beside the likeliest world below which one isn't worth solving."""
_TIE: Final = 1e-9
TRUMPS: Final = tuple(Trump)[:4]
"""The suits as trumps, in the order of the solver."""


@dataclass(frozen=True, slots=True)
class SamplingPlayer:
    """Plays the card with the most points on average over ``worlds`` deals, hands open.

    The deals agree with all that the seat knows; where there are no more of them, all are taken.
    With a ``model`` eight times as many are drawn, and count as likely as it makes the calls heard;
    `bidding.Cautious` doubts it for people. With ``reads_play`` the cards of the others weigh too,
    `moves.play_likelihoods`. Of equal cards the lowest is played: a side card
    before a trump.
    """

    worlds: int = 30
    model: BiddingModel | None = None
    reads_play: bool = False

    @property
    def name(self) -> str:
        """``sampling`` with the number of worlds, and the model it listens with."""
        listens = f"-{self.model.name}" if self.model else ""
        return f"sampling-{self.worlds}{listens}{'-reading' * self.reads_play}"

    def card(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the best card on average; a forced one costs nothing."""
        state = CardPlay.of(seen)
        legal = tuple(CardSet(state.legal_mask))
        if len(legal) == 1:
            return legal[0]
        means = self._means(seen, state, rng)
        best = max(means[card] for card in legal) - _TIE
        order = plain_order(state.trump)
        return min(
            (card for card in legal if means[card] >= best), key=lambda card: order[card.index]
        )

    def _means(self, seen: Deal, state: CardPlay, rng: np.random.Generator) -> dict[Card, float]:
        """Return the mean points of the side on turn after each card of its hand."""
        seat = state.turn
        assert seat is not None  # a player is only asked on its turn
        hands, weights = self._weighted(seen, seat, rng)
        trick = [card.index for card in state.trick] + [-1] * (4 - len(state.trick))
        out = sum(1 << other - 1 for other in seen.rules.seats if other not in state.active)
        trump_index = TRUMPS.index(state.trump)
        tricks = solve_moves(hands, trump_index, trick, state.leader - 1, out)
        points = side_points(state.contract, seen.rules, seat)
        taken = state.won[0] + state.won[2]
        means = weights @ points[taken + tricks] / weights.sum()
        return dict(zip(CardSet(state.hands[seat - 1]), means.tolist(), strict=False))

    def _weighted(
        self, seen: Deal, seat: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Return the hands of each world and its weight."""
        worlds = Worlds(seen, after_discard=True)
        pool = self.worlds * (_POOL if self.model or self.reads_play else 1)
        drawn = worlds.all() if worlds.count <= pool else worlds.sample(rng, pool)
        weights = np.ones(len(drawn.hands))
        if self.model:
            weights *= likelihoods(self.model, seen, seat, drawn)
        if self.reads_play:
            weights *= play_likelihoods(seen, seat, drawn.hands, jobs=1)
        kept = weights > _NEGLIGIBLE * weights.max()
        return drawn.hands[kept], weights[kept]


@cache
def side_points(contract: Contract, rules: Rules, seat: int) -> NDArray[np.float64]:
    """Return the points of the side of ``seat`` by the tricks of side A, the seats 1 and 3."""
    by_tricks = [contract.points(tricks, rules) for tricks in range(HAND_SIZE + 1)]
    if contract.maker % 2 == 0:
        by_tricks.reverse()
    is_maker = (seat - contract.maker) % 2 == 0
    return np.array(by_tricks, np.float64) * (1 if is_maker else -1)
