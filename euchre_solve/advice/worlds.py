"""The full deals that a partly known one leaves open, as arrays: all of them, or a sample.

They are those of `consistent.ConsistentDeals`, with hands as `solver.batch` takes them, each drawn
as likely and none refused. Cards that fit in the same places are of one kind, places that take
the same kinds are one group: a seat nobody knows to be void, the kitty and the discard mostly are.
How many cards of each kind every group takes is a table of small numbers. A sample draws a table
by the number of its deals, then the cards of each kind, then shuffles them inside each group.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations
from math import comb, factorial, gcd, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.cards import CardSet
from euchre_solve.consistent import Facts, some
from euchre_solve.deal import Deal
from euchre_solve.placing import Counts, Place, Placing

_FEW: Final = 1024
"""Deals at most of which all the ways are kept."""


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

    def __init__(self, deal: Deal, *, after_discard: bool = False) -> None:
        self.deal = deal
        self._facts = facts = Facts(deal, after_discard=after_discard)
        kinds = facts.kinds()
        self._cards = [1 << card.index for kind in kinds for card in CardSet(kind)]
        groups: dict[int, list[int]] = {}
        for index, room in enumerate(facts.rooms):
            if room > 0:  # with a room below nought the cards are too many for the rest
                groups.setdefault(facts.may_take[index], []).append(index)
        self._places = list(chain(*groups.values()))
        self._layout = _layout(
            tuple(map(int.bit_count, kinds)),
            tuple(
                _Group(
                    tuple(facts.rooms[index] for index in group),
                    tuple(bool(kind & fitting) for kind in kinds),
                )
                for fitting, group in groups.items()
            ),
        )
        self.count = facts.confirmed(self._layout.count)

    def sample(self, rng: np.random.Generator, size: int) -> WorldArrays:
        """Return ``size`` of the deals, each drawn uniformly from all of them.

        Raises `RuleError` if there is none.
        """
        some(self.count)
        layout = self._layout
        cards = np.empty((size, len(self._cards)), np.uint64)
        cards[:] = self._cards
        if len(layout.groups) > 1:  # else the shuffle of the one group is enough
            _shuffle(rng, cards, layout.kind_spans)
            drawn = rng.integers(layout.cumulative[-1], size=size)
            tables = layout.cumulative.searchsorted(drawn, side="right")
            cards = np.take_along_axis(cards, layout.orders[tables], axis=1)
        _shuffle(rng, cards, layout.group_spans)
        return self._arrays(cards)

    def all(self) -> WorldArrays:
        """Return every one of the deals once; mind their ``count``."""
        cards = np.array(self._cards, np.uint64)
        if not self.count:
            return self._arrays(cards[np.newaxis][:0])
        layout = self._layout
        return self._arrays(cards[_few_ways(layout) if layout.count <= _FEW else layout.ways()])

    def _arrays(self, cards: NDArray[np.uint64]) -> WorldArrays:
        """Return the deals that put a row's cards, one after another, in the places with room."""
        facts = self._facts
        players = facts.rules.players
        full = np.empty((len(cards), len(facts.fixed)), np.uint64)
        full[:] = facts.fixed
        if cards.size:
            full[:, self._places] |= np.bitwise_or.reduceat(cards, self._layout.starts, axis=1)
        hands, dealt = full[:, :players], full[:, :players].copy()
        upcards, discards, kitty = full[:, players:].T
        if facts.is_discarded:
            upcards = np.full(len(full), facts.upcard, np.uint64)
            dealt[:, -1] = (dealt[:, -1] | discards) & ~upcards
        elif facts.is_picked_up:
            hands[:, -1] |= upcards
        still_held = ~np.array(facts.played, np.uint64)
        return WorldArrays(
            hands & still_held, dealt, kitty.copy(), _indices(upcards), _indices(discards)
        )


class _Group(NamedTuple):
    """Places that take the same kinds: how many cards each, and for each kind whether it fits."""

    rooms: Counts
    fits: tuple[bool, ...]


class _Layout:
    """All ways to put so many cards of each kind in the groups, places in the order of these.

    The cards are columns, kind by kind. A row of ``orders`` brings them in the order of the
    groups, as one of the ``tables`` has it.
    """

    def __init__(self, sizes: Counts, groups: tuple[_Group, ...]) -> None:
        self.sizes = sizes
        self.groups = groups
        placing = Placing(sizes, [Place(sum(group.rooms), group.fits) for group in groups])
        listed = list(placing.tables())
        self.tables = [table for table, _ in listed]
        inside = prod(_multinomial(group.rooms) for group in groups)
        self.count = placing.count * inside
        shared = gcd(*(ways for _, ways in listed))
        # int64 holds the sum: four void seats at most, and no game has more than 32 cards
        self.cumulative = np.cumsum([ways // shared for _, ways in listed], dtype=np.int64)
        self.orders = np.array([_order(sizes, table) for table in self.tables], np.int8)
        rooms = list(chain(*(group.rooms for group in groups)))
        self.starts = [0, *accumulate(rooms[:-1])]
        self.kind_spans = _spans(sizes)
        spans = _spans([sum(group.rooms) for group in groups])
        self.group_spans = [
            span for span, group in zip(spans, groups, strict=True) if len(group.rooms) > 1
        ]

    def ways(self) -> NDArray[np.int8]:
        """Return the columns in every order that makes a different deal: ``int8[count, cards]``."""
        ways = np.concatenate([self._ways_of(table) for table in self.tables])
        start = 0
        for group in self.groups:
            left = sum(group.rooms)
            for room in group.rooms:
                ways = _with_subsets(ways, (start, left, room), start)
                start, left = start + room, left - room
        return ways

    def _ways_of(self, table: Sequence[Counts]) -> NDArray[np.int8]:
        """Return the columns in every order that deals the groups different cards."""
        ways = np.arange(sum(self.sizes), dtype=np.int8)[np.newaxis]
        left = list(self.sizes)
        done = 0
        for taken in table:
            for kind, size in enumerate(taken):
                span = done + sum(left[:kind]), left[kind], size
                ways = _with_subsets(ways, span, done)
                left[kind] -= size
                done += size
        return ways


@lru_cache(maxsize=4096)
def _layout(sizes: Counts, groups: tuple[_Group, ...]) -> _Layout:
    return _Layout(sizes, groups)


@lru_cache(maxsize=512)
def _few_ways(layout: _Layout) -> NDArray[np.int8]:
    """Return `_Layout.ways`, found once: late in play the same layouts come back."""
    return layout.ways()


def _order(sizes: Counts, table: Sequence[Counts]) -> list[int]:
    """Return the columns, kind by kind, in the order of the groups of ``table``."""
    at = [start for start, _ in _spans(sizes)]
    order: list[int] = []
    for taken in table:
        for kind, size in enumerate(taken):
            order += range(at[kind], at[kind] + size)
            at[kind] += size
    return order


def _spans(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return start and end of each of the blocks of so many columns."""
    ends = list(accumulate(sizes))
    return list(zip([0, *ends], ends, strict=False))


def _multinomial(sizes: Counts) -> int:
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def _shuffle(
    rng: np.random.Generator, cards: NDArray[np.uint64], spans: list[tuple[int, int]]
) -> None:
    """Shuffle each row inside each of ``spans``."""
    for start, end in spans:
        block = cards[:, start:end]
        rng.permuted(block, axis=1, out=block)


def _with_subsets(ways: NDArray[np.int8], block: tuple[int, int, int], to: int) -> NDArray[np.int8]:
    """Return each row with every subset of a block of columns moved to column ``to``.

    The ``block`` is its start, its size, and the size of the subsets.
    """
    start, size, wanted = block
    chosen, left = _subsets(size, wanted)
    width = ways.shape[1]
    order = np.empty((len(chosen), width), np.intp)
    order[:, :to] = range(to)
    order[:, to : to + wanted] = chosen + start
    order[:, to + wanted : start + wanted] = range(to, start)
    order[:, start + wanted : start + size] = left + start
    order[:, start + size :] = range(start + size, width)
    return ways[:, order].reshape(-1, width)


@lru_cache(maxsize=256)
def _subsets(size: int, wanted: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return every subset of that size of ``range(size)`` as a row, and what each leaves."""
    count = comb(size, wanted)
    chosen = np.fromiter(chain.from_iterable(combinations(range(size), wanted)), np.intp)
    chosen = chosen.reshape(count, wanted)
    is_left = np.ones((count, size), np.bool_)
    np.put_along_axis(is_left, chosen, False, axis=1)
    return chosen, np.nonzero(is_left)[1].reshape(count, size - wanted)


def _indices(cards: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Return the index of each card given as a mask of it alone, -1 for no card."""
    _, exponents = np.frexp(cards.astype(np.float64))
    return (exponents - 1).astype(np.int8)
