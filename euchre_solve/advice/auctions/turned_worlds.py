"""The worlds of a seat where a card is turned up, drawn one by one: see `worlds`."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import islice
from typing import Final

import numpy as np

from euchre_solve.advice.auctions.discarding import usual_discards
from euchre_solve.advice.auctions.question import Question
from euchre_solve.advice.auctions.worlds import World
from euchre_solve.advice.decision.drawing import Where
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.cards import CardSet
from euchre_solve.consistent import ConsistentDeals, Shown, some
from euchre_solve.deal import Deal

_TRIES: Final = 64
"""Worlds drawn for one that is picked, before what was found must do."""


class TurnedWorlds:
    """The worlds of a question; `World.widow` is the upcard while the dealer may take it."""

    def __init__(self, question: Question, where: Where | None = None) -> None:
        self._where = where
        self._is_late = question.kind in ("defend", "play")
        self._deals = ConsistentDeals(question.deal, after_discard=self._is_late)
        self._seat = question.seat
        self._shown = Shown(question.deal.rules.players)
        if question.deal.contract:
            self._shown.replay(question.deal, question.deal.contract)
        self.count = self._deals.count
        """How many there are, those that aren't picked included."""

    def sample(self, rng: random.Random, size: int) -> list[World]:
        """Return ``size`` of the worlds, each as likely, fewer if those picked are rare.

        Raises `RuleError` if there is none.
        """
        drawn = (self._deals.sample(rng) for _ in range(size * (_TRIES if self._where else 1)))
        return self._found(islice(filter(self._is_picked, drawn), size))

    def all(self) -> list[World]:
        """Return every world; mind their ``count``."""
        return self._found(filter(self._is_picked, self._deals))

    def _found(self, deals: Iterable[Deal]) -> list[World]:
        worlds = [self._world(deal) for deal in deals]
        some(len(worlds))
        return worlds

    def _is_picked(self, deal: Deal) -> bool:
        if self._where is None:
            return True
        masks = np.array([[hand.mask for hand in (*deal.hands, deal.kitty)]], np.uint64)
        upcard, discard = (
            np.array([card.index if card else -1], np.int8)
            for card in (deal.upcard, deal.discarded)
        )
        hands = masks[:, :-1]
        return bool(self._where(WorldArrays(hands, hands, masks[:, -1], upcard, discard))[0])

    def _world(self, deal: Deal) -> World:
        if not self._is_late:
            upcard = CardSet.from_cards([deal.upcard] if deal.upcard else [])
            return World(tuple(hand.mask for hand in deal.hands), upcard.mask)
        held = [hand.mask for hand in deal.play_state.hands]
        dealer, contract = deal.rules.dealer, deal.contract
        if deal.discarded and self._seat != dealer and contract:
            pool = CardSet(held[-1]).with_card(deal.discarded)
            void_in = pool & CardSet(self._shown.barred[-1])
            held[-1] = (pool - (void_in or usual_discards(pool, contract.trump, 1))).mask
        return World(tuple(held), 0)
