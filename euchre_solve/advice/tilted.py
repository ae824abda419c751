"""Worlds drawn the more often the likelier one seat's hand is in them: that hand first.

A hand is drawn by the number of worlds that have it times how likely it is; the cards left then go
to the other places, each way as likely. So the hand of one who called is there in every world that
is drawn, where it would be in one of a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.layouts import Group, Layout, layout_of, subsets
from euchre_solve.advice.worlds import WorldArrays, Worlds, grouped, single_cards, world_arrays
from euchre_solve.consistent import Facts

Masks = NDArray[np.uint64]
Likely = Callable[[Masks], NDArray[np.floating]]
_MOST_HANDS: Final = 20_000
_BASE: Final = 16
"""Above the size of a hand."""


class TiltedWorlds:
    """The deals of ``worlds``, those with a hand of ``seat`` drawn as often as ``likely`` has it.

    That gives a number for each hand as dealt, below 0 for none and above for some. How often a
    deal is drawn is what it gives for the deal's hand, by the sum of that over all deals.

    A dealer whose discard isn't known keeps it: he holds six cards, as if he were to discard.
    """

    def __init__(self, worlds: Worlds, seat: int, likely: Likely) -> None:
        self._facts = facts = worlds.facts
        self._own = own = _own_places(facts, seat)
        loose, forced, room = _choice(facts, own)
        kinds = sorted(facts.kinds(), key=lambda kind: not kind & loose)  # ours come first
        cards = single_cards(kind & loose for kind in kinds)
        others = single_cards(kind & ~loose & ~forced for kind in kinds)
        chosen, left = subsets(len(cards), room)
        hands = np.bitwise_or.reduce(cards[chosen.T], axis=0, dtype=np.uint64)
        self._hands = hands | np.uint64(forced)
        self._left = np.empty((len(left), left.shape[1] + len(others)), np.uint64)
        self._left[:, : left.shape[1]] = cards[left]
        self._left[:, left.shape[1] :] = others
        self._places, groups = grouped(facts, kinds, own)
        self._splits, self._layouts = _layouts(self._hands, kinds, groups)
        ways = np.array([layout.count for layout in self._layouts], np.float64)
        self._shares = np.cumsum(ways[self._splits] * likely(self._dealt()))

    def sample(self, rng: np.random.Generator, size: int) -> WorldArrays:
        """Return ``size`` of the deals, drawn one by one."""
        marks = rng.random(size) * self._shares[-1]
        rows = self._shares[:-1].searchsorted(marks, side="right")
        full = np.empty((size, len(self._facts.fixed)), np.uint64)
        full[:] = self._facts.fixed
        full[:, self._own[0]] |= self._hands.take(rows)
        if len(self._layouts) == 1:
            full[:, self._places] |= self._layouts[0].draw(rng, self._left.take(rows, axis=0))
            return world_arrays(self._facts, full)
        splits = self._splits.take(rows)
        for number, layout in enumerate(self._layouts):
            at = np.flatnonzero(splits == number)
            if len(at):
                full[at[:, np.newaxis], self._places] |= layout.draw(
                    rng, self._left.take(rows[at], axis=0)
                )
        return world_arrays(self._facts, full)

    def _dealt(self) -> Masks:
        fixed = 0
        for place in self._own:
            fixed |= self._facts.fixed[place]
        picked_up = self._facts.upcard if len(self._own) > 1 else 0
        dealt: Masks = (self._hands | np.uint64(fixed)) & ~np.uint64(picked_up)
        return dealt


def can_tilt(facts: Facts, seat: int) -> bool:
    """Tell whether the hands that ``seat`` may have are few enough to be listed."""
    loose, _, room = _choice(facts, _own_places(facts, seat))
    return room >= 0 and comb(loose.bit_count(), room) <= _MOST_HANDS


def _own_places(facts: Facts, seat: int) -> tuple[int, ...]:
    """Return where the cards are that were dealt to a seat: in his hand, the dealer's discard."""
    players = facts.rules.players
    return (seat - 1, players + 1) if facts.is_discarded and seat == players else (seat - 1,)


def _choice(facts: Facts, own: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the cards that may be in ``own`` places or others, those that must, and the room."""
    here = elsewhere = room = 0
    for index, fitting in enumerate(facts.may_take):
        if index in own:
            here |= fitting if facts.rooms[index] else 0
            room += facts.rooms[index]
        elif facts.rooms[index]:
            elsewhere |= fitting
    forced = here & ~elsewhere
    return here & elsewhere, forced, room - forced.bit_count()


def _layouts(
    hands: Masks, kinds: Sequence[int], groups: tuple[Group, ...]
) -> tuple[NDArray[np.intp], list[Layout]]:
    """Return the layouts of what hands may leave of each kind, and the number of each hand's."""
    taken = np.bitwise_count(hands[:, np.newaxis] & np.array(kinds, np.uint64))
    codes = taken @ (_BASE ** np.arange(len(kinds)))
    _, firsts, numbers = np.unique(codes, return_index=True, return_inverse=True)
    left = np.array([kind.bit_count() for kind in kinds]) - taken[firsts]
    return numbers, [layout_of(tuple(sizes), groups) for sizes in left.tolist()]
