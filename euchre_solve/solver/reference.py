"""The answers of the kernel in plain Python, written for reading.

Plain minimax: every legal card of every player is tried, the side to act takes the best. The only
economy is a memo at the start of each trick, because what was played before does not matter then.
All values are tricks for side A, the trick in progress included.

`kernel` falls back on this module when the extension is missing, and the tests hold the two
against each other. Four cards a hand take well under a second, five some seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from euchre_solve.cards import Card, CardSet
from euchre_solve.solver.position import Position


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact value: tricks for side A with best play by both.

    ``nodes`` is the work it took. It depends on what earlier searches left in the table, so it
    is no part of the answer: two values with the same tricks are equal.
    """

    tricks: int
    nodes: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class BestCards:
    """An exact value and all cards of the player to act that keep it; none after the last trick.

    ``nodes`` is as in `Exact`.
    """

    tricks: int
    cards: CardSet
    nodes: int = field(compare=False)


def solve_tricks(position: Position) -> Exact:
    """Return the tricks that side A takes.

    >>> from euchre_solve.trump import Trump
    >>> hands = CardSet.of("As", "9s"), CardSet.of("Ks", "Th")
    >>> solve_tricks(Position(hands, (True, False), Trump.HEARTS, 0)).tricks
    1
    """
    search = _Search()
    tricks = search.value(position)
    return Exact(tricks, search.nodes)


def solve_cards(position: Position) -> dict[Card, int]:
    """Return the tricks that side A takes after each legal card of the player to act."""
    return _Search().values(position)


def solve_best(position: Position) -> BestCards:
    """Return the value and the cards that keep it: the most tricks for side A, or the fewest."""
    search = _Search()
    values = search.values(position)
    if not values:
        return BestCards(0, CardSet(), search.nodes)
    best = max if position.side_a[position.turn_index] else min
    tricks = best(values.values())
    cards = CardSet.from_cards(card for card, value in values.items() if value == tricks)
    return BestCards(tricks, cards, search.nodes)


def solve_best_many(positions: Iterable[Position]) -> list[BestCards]:
    """Return `solve_best` of each position, in order."""
    return [solve_best(position) for position in positions]


def solve_reach(positions: Iterable[Position], need: int, *, only_first: bool) -> list[int]:
    """Return 1 for each position where side A takes ``need`` tricks; see `kernel`."""
    flags: list[int] = []
    for position in positions:
        is_looked_at = not (only_first and 1 in flags)
        flags.append(int(is_looked_at and solve_tricks(position).tricks >= need))
    return flags


class _Search:
    """One search: its trump and sides stay the same, so the memo needs only hands and leader."""

    def __init__(self) -> None:
        self.nodes = 0
        self._memo: dict[tuple[int, ...], int] = {}

    def value(self, position: Position) -> int:
        if position.trick:
            return self._best_value(position)
        key = (position.leader_index, *(hand.mask for hand in position.hands))
        if key not in self._memo:
            self._memo[key] = self._best_value(position)
        return self._memo[key]

    def values(self, position: Position) -> dict[Card, int]:
        return {card: self._value_after(position, card) for card in position.legal_cards}

    def _best_value(self, position: Position) -> int:
        self.nodes += 1
        values = [self._value_after(position, card) for card in position.legal_cards]
        best = max if position.side_a[position.turn_index] else min
        return best(values, default=0)

    def _value_after(self, position: Position, card: Card) -> int:
        after = position.play(card)
        trick_is_won = not after.trick
        won_by_a = trick_is_won and position.side_a[after.leader_index]
        return won_by_a + self.value(after)
