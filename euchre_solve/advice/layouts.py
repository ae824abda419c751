"""Cards in columns, kind by kind, and the ways to put them in places: every one, or one drawn.

Cards that fit in the same places are of one kind, places that take the same kinds are one group.
How many cards of each kind every group takes is a table of small numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations
from math import comb, factorial, gcd, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.placing import Counts, Place, Placing

_FEW: Final = 1024
"""Deals at most of which all the ways are kept."""


class Group(NamedTuple):
    """Places that take the same kinds: how many cards each, and for each kind whether it fits."""

    rooms: Counts
    fits: tuple[bool, ...]


class Layout:
    """All ways to put so many cards of each kind in the groups, places in the order of these.

    The cards are columns, kind by kind. A row of ``orders`` brings them in the order of the
    groups, as one of the ``tables`` has it.
    """

    def __init__(self, sizes: Counts, groups: tuple[Group, ...]) -> None:
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

    def draw(self, rng: np.random.Generator, cards: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return what each place gets, as masks, each way as likely; shuffles the rows of cards."""
        if len(self.groups) > 1:  # else the shuffle of the one group is enough
            _shuffle(rng, cards, self.kind_spans)
            drawn = rng.integers(self.cumulative[-1], size=len(cards))
            tables = self.cumulative.searchsorted(drawn, side="right")
            cards = np.take_along_axis(cards, self.orders[tables], axis=1)
        _shuffle(rng, cards, self.group_spans)
        return self.placed(cards)

    def placed(self, cards: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return what each place gets of a row's cards, one place after another, as masks."""
        if not cards.size:
            return np.zeros((len(cards), len(self.starts)), np.uint64)
        return np.bitwise_or.reduceat(cards, self.starts, axis=1)

    def ways(self) -> NDArray[np.int8]:
        """Return the columns in every order that makes a different deal: ``int8[count, cards]``."""
        return _few_ways(self) if self.count <= _FEW else self._all_ways()

    def _all_ways(self) -> NDArray[np.int8]:
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
def layout_of(sizes: Counts, groups: tuple[Group, ...]) -> Layout:
    """Return the layout of so many cards of each kind; late in play the same ones come back."""
    return Layout(sizes, groups)


@lru_cache(maxsize=512)
def _few_ways(layout: Layout) -> NDArray[np.int8]:
    return layout._all_ways()


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
    chosen, left = subsets(size, wanted)
    width = ways.shape[1]
    order = np.empty((len(chosen), width), np.intp)
    order[:, :to] = range(to)
    order[:, to : to + wanted] = chosen + start
    order[:, to + wanted : start + wanted] = range(to, start)
    order[:, start + wanted : start + size] = left + start
    order[:, start + size :] = range(start + size, width)
    return ways[:, order].reshape(-1, width)


@lru_cache(maxsize=256)
def subsets(size: int, wanted: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return every subset of that size of ``range(size)`` as a row, and what each leaves."""
    count = comb(size, wanted)
    chosen = np.fromiter(chain.from_iterable(combinations(range(size), wanted)), np.intp)
    chosen = chosen.reshape(count, wanted)
    is_left = np.ones((count, size), np.bool_)
    np.put_along_axis(is_left, chosen, False, axis=1)
    return chosen, np.nonzero(is_left)[1].reshape(count, size - wanted)
