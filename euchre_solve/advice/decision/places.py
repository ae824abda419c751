"""Where the cards that matter sit: right and left bower and ace of each trump, the best bower."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.cards import BEST_BOWER, Card
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump


class CardPlaces(NamedTuple):
    """How likely a card was dealt to each seat, seat 1 first, to the kitty, or turned up."""

    trump: Trump
    card: Card
    seats: tuple[float, ...]
    kitty: float
    turned_up: float


class Places:
    """Counts where the top cards of some trumps are, over weighted worlds."""

    def __init__(self, rules: Rules, trumps: Iterable[Trump]) -> None:
        self._tops = {trump: _top_cards(rules, trump) for trump in trumps}
        cards = sorted({card for tops in self._tops.values() for card in tops})
        self._totals: dict[Card, Floats] = {card: np.zeros(rules.players + 2) for card in cards}
        self._weight = 0.0

    def add(self, worlds: WorldArrays, weights: Floats) -> None:
        """Take in more worlds."""
        self._weight += float(weights.sum())
        places = np.column_stack([worlds.dealt, worlds.kitty])
        for card, total in self._totals.items():
            is_there = places >> np.uint64(card.index) & np.uint64(1)
            total[:-1] += (weights[:, np.newaxis] * is_there).sum(axis=0)
            total[-1] += weights[worlds.upcards == card.index].sum()

    def found(self) -> tuple[CardPlaces, ...]:
        """Return the places of each card, the highest of a trump first."""
        return tuple(
            CardPlaces(trump, card, tuple(shares[:-2]), *shares[-2:])
            for trump, tops in self._tops.items()
            for card in tops
            for shares in [(self._totals[card] / self._weight).tolist()]
        )


def _top_cards(rules: Rules, trump: Trump) -> tuple[Card, ...]:
    """Return the best bower if there is one, the bowers and the ace; at no-trump the aces."""
    if trump.suit is None:
        return tuple(card for card in rules.deck if str(card.rank) == "A")
    highest = rules.deck & trump.cards_of(trump.suit).with_card(BEST_BOWER)
    count = 4 if rules.best_bower else 3
    return tuple(sorted(highest, key=trump.strength_of, reverse=True)[:count])
