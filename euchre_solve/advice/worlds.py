"""The full deals that a partly known one leaves open, as arrays: all of them, or a sample.

They are those of `consistent.ConsistentDeals`, with hands as `solver.batch` takes them, each drawn
as likely and none refused. Cards that fit in the same places are of one kind, places that take
the same kinds are one group: a seat nobody knows to be void, the kitty and the discard mostly are.
How many cards of each kind every group takes is a table of small numbers. A sample draws a table
by the number of its deals, then the cards of each kind, then shuffles them inside each group.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.layouts import Group, layout_of
from euchre_solve.cards import CardSet
from euchre_solve.consistent import Facts, Shown, some
from euchre_solve.deal import Deal


class WorldArrays(NamedTuple):
    """n full deals, seat 1 first; sets of cards are masks, single cards indices in `cards.DECK`.

    ``hands`` are ``uint64[n, players]`` as held now: after the pick-up, the discard and the cards
    played. A dealer who has yet to discard holds six; a seat that sits out holds its whole hand,
    where `solver.batch` wants it empty.
    ``dealt`` are the hands as dealt, ``kitty`` is ``uint64[n]`` without the upcard; ``upcards``
    and ``discards`` are ``int8[n]``, a discard -1 where none is made.
    """

    hands: NDArray[np.uint64]
    dealt: NDArray[np.uint64]
    kitty: NDArray[np.uint64]
    upcards: NDArray[np.int8]
    discards: NDArray[np.int8]


class Worlds:
    """The full deals that agree with ``deal``, as `consistent.ConsistentDeals`.

    >>> worlds = Worlds(Deal.of("JsJcAsKh9d", "", "", "", upcard="Th"))
    >>> worlds.count, worlds.sample(np.random.default_rng(1), 3).hands.shape
    (617512896, (3, 4))
    """

    def __init__(
        self, deal: Deal, *, after_discard: bool = False, shown: Shown | None = None
    ) -> None:
        self.deal = deal
        self.facts = facts = Facts(deal, after_discard=after_discard, shown=shown)
        kinds = facts.kinds()
        self._cards = single_cards(kinds)
        self._places, groups = grouped(facts, kinds)
        self._layout = layout_of(tuple(map(int.bit_count, kinds)), groups)
        self.count = facts.confirmed(self._layout.count)

    def sample(self, rng: np.random.Generator, size: int) -> WorldArrays:
        """Return ``size`` of the deals, each drawn uniformly from all of them.

        Raises `RuleError` if there is none.
        """
        some(self.count)
        cards = np.empty((size, len(self._cards)), np.uint64)
        cards[:] = self._cards
        return self._arrays(self._layout.draw(rng, cards))

    def all(self) -> WorldArrays:
        """Return every one of the deals once; mind their ``count``."""
        cards = self._cards[self._layout.ways()] if self.count else self._cards[np.newaxis][:0]
        return self._arrays(self._layout.placed(cards))

    def _arrays(self, placed: NDArray[np.uint64]) -> WorldArrays:
        full = np.empty((len(placed), len(self.facts.fixed)), np.uint64)
        full[:] = self.facts.fixed
        full[:, self._places] |= placed
        return world_arrays(self.facts, full)


def world_arrays(facts: Facts, full: NDArray[np.uint64]) -> WorldArrays:
    """Return the deals that have those cards in the places of ``facts``: ``uint64[n, places]``."""
    players = facts.rules.players
    hands, dealt = full[:, :players], full[:, :players].copy()
    upcards, discards, kitty = full[:, players:].T
    if facts.is_discarded:
        upcards = np.full(len(full), facts.upcard, np.uint64)
        dealt[:, -1] = (dealt[:, -1] | discards) & ~upcards
    elif facts.is_picked_up:
        hands[:, -1] |= upcards
    still_held = ~np.array(facts.played, np.uint64)
    return WorldArrays(
        hands & still_held, dealt, kitty.copy(), card_indices(upcards), card_indices(discards)
    )


def grouped(
    facts: Facts, kinds: Sequence[int], apart: Container[int] = ()
) -> tuple[list[int], tuple[Group, ...]]:
    """Return the places with room but those ``apart``, group by group, and the groups."""
    groups: dict[int, list[int]] = {}
    for index, room in enumerate(facts.rooms):
        if room > 0 and index not in apart:  # with a room below nought there is no deal
            groups.setdefault(facts.may_take[index], []).append(index)
    return list(chain(*groups.values())), tuple(
        Group(
            tuple(facts.rooms[index] for index in group),
            tuple(bool(kind & fitting) for kind in kinds),
        )
        for fitting, group in groups.items()
    )


def single_cards(kinds: Iterable[int]) -> NDArray[np.uint64]:
    """Return the masks of the single cards, kind by kind."""
    return np.array([1 << card.index for kind in kinds for card in CardSet(kind)], np.uint64)


def card_indices(cards: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Return the index of each card given as a mask of it alone, -1 for no card."""
    _, exponents = np.frexp(cards.astype(np.float64))
    return (exponents - 1).astype(np.int8)


def card_masks(indices: NDArray[np.int8]) -> NDArray[np.uint64]:
    """Return the mask of each card alone."""
    return np.uint64(1) << indices.astype(np.uint64)
