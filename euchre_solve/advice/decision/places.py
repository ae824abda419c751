"""Where the cards that matter sit.

For a call these are the right and left bower and the ace of each trump, and the best bower, as they
were dealt. For a card they are all that its player hasn't seen, as they are held now.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.decision.choices import Decision
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.cards import BEST_BOWER, Card, CardSet
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

_OCTET: Final = 8
_BITS: Final = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], 1, bitorder="little")
"""The bits of each octet, the lowest first."""


class CardPlaces(NamedTuple):
    """How likely a card was dealt to each seat, seat 1 first, to the kitty, or turned up.

    In play: how likely each seat holds it still, or it is out, in the kitty or discarded.
    """

    trump: Trump
    card: Card
    seats: tuple[float, ...]
    kitty: float
    turned_up: float


class Places:
    """Counts where the cards that matter for a decision are, over weighted worlds."""

    def __init__(self, decision: Decision) -> None:
        self._in_play = decision.kind == "play"
        self._watched = dict(_watched(decision))
        cards = sorted({card for watched in self._watched.values() for card in watched})
        players = decision.deal.rules.players
        self._totals: dict[Card, Floats] = {card: np.zeros(players + 2) for card in cards}
        self._weight = 0.0

    def add(self, worlds: WorldArrays, weights: Floats) -> None:
        """Take in more worlds."""
        self._weight += float(weights.sum())
        hands = worlds.hands if self._in_play else worlds.dealt
        columns = [*hands.T, worlds.kitty]
        weighed = {
            octet: np.stack([_by_bit(masks, octet, weights) for masks in columns], axis=1)
            for octet in {card.index // _OCTET for card in self._totals}
        }
        for card, total in self._totals.items():
            octet, bit = divmod(card.index, _OCTET)
            total[:-1] += weighed[octet][bit]
            if self._in_play:
                total[-2] += weights[worlds.discards == card.index].sum()
            else:
                total[-1] += weights[worlds.upcards == card.index].sum()

    def found(self) -> tuple[CardPlaces, ...]:
        """Return the places of each card, the highest of a trump first."""
        return tuple(
            CardPlaces(trump, card, tuple(shares[:-2]), *shares[-2:])
            for trump, watched in self._watched.items()
            for card in watched
            for shares in [(self._totals[card] / self._weight).tolist()]
        )


def _by_bit(masks: NDArray[np.uint64], octet: int, weights: Floats) -> Floats:
    """Return the weight of the masks that have each bit of one of their octets."""
    values = (masks >> np.uint64(_OCTET * octet)).astype(np.uint8)
    by_value = np.bincount(values, weights, len(_BITS))
    weighed: Floats = (by_value[:, np.newaxis] * _BITS).sum(axis=0)
    return weighed


def _watched(decision: Decision) -> Iterator[tuple[Trump, tuple[Card, ...]]]:
    """Yield each trump that can come up, with its cards that matter."""
    rules, is_play = decision.deal.rules, decision.kind == "play"
    made = {contract.trump for contract in decision.contracts}
    for trump in Trump:
        if trump in made:
            yield trump, _unseen(decision) if is_play else _top_cards(rules, trump)


def _unseen(decision: Decision) -> tuple[Card, ...]:
    """Return the cards that the player on turn hasn't seen, trumps first, from the top down."""
    state = decision.state
    assert state is not None
    trump = state.contract.trump
    played = CardSet.from_cards(card for trick in state.tricks for card in trick)
    unseen = state.rules.deck - state.dead - played - state.hands[decision.seat - 1]
    trumps = sorted(filter(trump.is_trump, unseen), key=trump.strength_of, reverse=True)
    return *trumps, *(card for card in unseen if not trump.is_trump(card))


def _top_cards(rules: Rules, trump: Trump) -> tuple[Card, ...]:
    """Return the best bower if there is one, the bowers and the ace; at no-trump the aces."""
    if trump.suit is None:
        return tuple(card for card in rules.deck if str(card.rank) == "A")
    highest = rules.deck & trump.cards_of(trump.suit).with_card(BEST_BOWER)
    count = 4 if rules.best_bower else 3
    return tuple(sorted(highest, key=trump.strength_of, reverse=True)[:count])
