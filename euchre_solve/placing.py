"""Ways to place unlike cards where they fit, counted and numbered without listing them.

Cards that fit in the same places are of one kind. Only how many cards of each kind a place takes
matters for the count, so it is a short sum of products of binomials, whatever its size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

Counts = tuple[int, ...]
"""A number of cards for each kind."""


class Place(NamedTuple):
    """Room for so many cards, and for each kind whether it fits."""

    room: int
    fits: tuple[bool, ...]


class _Option(NamedTuple):
    """What a place may take: cards by kind, what is left after it, in how many ways in all."""

    taken: Counts
    left: Counts
    ways: int


class Placing:
    """All ways to put ``sizes`` cards of each kind in ``places``, every place filled.

    The ways are numbered from 0 in a fixed order; `at` returns one by its number.

    >>> placing = Placing((2, 1), (Place(1, (True, False)), Place(2, (True, True))))
    >>> placing.count, placing.at(1, (("a", "b"), ("c",)))
    (2, [['b'], ['a', 'c']])
    """

    def __init__(self, sizes: Counts, places: Sequence[Place]) -> None:
        self.sizes = sizes
        self.places = tuple(places)
        self._options: dict[tuple[int, Counts], list[_Option]] = {}
        fills = sum(sizes) == sum(place.room for place in places)
        is_possible = fills and all(place.room >= 0 for place in places)
        self.count = self._ways(0, sizes) if is_possible else 0

    def at(self, number: int, kinds: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return what each place gets in way ``number``, of the cards listed by kind."""
        left = self.sizes
        free = [list(kind) for kind in kinds]
        placed = []
        for index in range(len(self.places)):
            for option in self._options_at(index, left):
                if number < option.ways:
                    break
                number -= option.ways
            which, number = divmod(number, self._ways(index + 1, option.left))
            cards: list[str] = []
            for kind, size in enumerate(option.taken):
                which, subset = divmod(which, comb(left[kind], size))
                cards += _take_subset(free[kind], size, subset)
            placed.append(cards)
            left = option.left
        return placed

    def tables(self) -> Iterator[tuple[tuple[Counts, ...], int]]:
        """Yield every split of the kinds over the places, and in how many ways it can be dealt.

        >>> list(Placing((2, 1), (Place(1, (True, False)), Place(2, (True, True)))).tables())
        [(((1, 0), (1, 1)), 2)]
        """
        return self._tables_from(0, self.sizes) if self.count else iter(())

    def _tables_from(self, index: int, left: Counts) -> Iterator[tuple[tuple[Counts, ...], int]]:
        if index == len(self.places):
            yield (), 1
            return
        for taken, after, _ in self._options_at(index, left):
            here = prod(map(comb, left, taken))
            for table, ways in self._tables_from(index + 1, after):
                yield (taken, *table), here * ways

    def _ways(self, index: int, left: Counts) -> int:
        """Count the ways to fill the places from ``index`` on with what is ``left``."""
        if index == len(self.places):
            return 1
        return sum(option.ways for option in self._options_at(index, left))

    def _options_at(self, index: int, left: Counts) -> list[_Option]:
        """Return what the place may take if so much is left, none that leads nowhere."""
        known = self._options.get((index, left))
        if known is not None:
            return known
        options = []
        for taken in _compositions(*self.places[index], left):
            after = tuple(have - gone for have, gone in zip(left, taken, strict=True))
            ways = prod(map(comb, left, taken)) * self._ways(index + 1, after)
            if ways:
                options.append(_Option(taken, after, ways))
        self._options[index, left] = options
        return options


def _compositions(
    room: int, fits: tuple[bool, ...], left: Counts, kind: int = 0
) -> Iterator[Counts]:
    """Yield every choice of numbers by kind, from ``kind`` on, that fills a place."""
    if kind == len(left):
        if not room:
            yield ()
        return
    most = min(room, left[kind]) if fits[kind] else 0
    least = room if kind == len(left) - 1 else 0
    for size in range(most, least - 1, -1):
        for rest in _compositions(room - size, fits, left, kind + 1):
            yield (size, *rest)


def _take_subset(cards: list[str], size: int, number: int) -> list[str]:
    """Take subset ``number`` of so many cards out of ``cards``, in lexicographic order."""
    taken = []
    at = 0
    while size:
        with_first = comb(len(cards) - at - 1, size - 1)
        if number < with_first:
            taken.append(cards.pop(at))
            size -= 1
        else:
            number -= with_first
            at += 1
    return taken
