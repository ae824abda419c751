"""The play when each seat cares for its own count alone: max-n, in plain Python, for endings.

In games each for himself the kernel says what a seat can force against all others. Here nobody is
an ally: the seat to play takes the card that is best for its own figure of the score; of cards
equal for it the one that is worst for the maker; of those the one least worth keeping. Other
tie-breaks may give other results, so this is one picture of the play and no bound; but no seat's
figure is ever worse than it can force. Every line is followed: some four tricks take seconds.
"""

from __future__ import annotations

from typing import NamedTuple

from euchre_solve.cards import Card
from euchre_solve.play import Play


class MaxN(NamedTuple):
    """The tricks that each seat wins in the whole deal, seat 1's first; the line that leads there.

    ``counts`` are what the deal adds to each figure of the score.
    """

    tricks_won: tuple[int, ...]
    counts: tuple[int, ...]
    line: tuple[tuple[Card, ...], ...]


def solve_max_n(state: Play) -> MaxN:
    """Return how the play goes on from ``state`` when each seat plays for itself.

    Raises `ValueError` for games in which sides share a figure, or hands that aren't all known.
    """
    if state.rules.score_size != state.rules.players:
        raise ValueError(f"{state.rules} is played by sides")
    if any(state.hidden[seat - 1] for seat in state.active):
        raise ValueError("the hands are not all known")
    found = _Search().best(state)
    counts = state.contract.gains(found.tricks_won, state.rules)
    return MaxN(found.tricks_won, counts, found.tricks)


class _Search:
    """One search; positions at the start of a trick are met on many ways and kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], tuple[tuple[int, ...], tuple[Card, ...]]] = {}

    def best(self, state: Play) -> Play:
        """Return the finished play that follows from ``state``."""
        if state.turn is None:
            return state
        if state.trick:
            return self._best_of(state)
        key = (state.hands, state.leader, state.tricks_won)
        if key not in self._known:
            end = self._best_of(state)
            played = tuple(card for trick in end.tricks for card in trick)
            before = sum(map(len, state.tricks))
            self._known[key] = end.tricks_won, played[before:]
            return end
        for card in self._known[key][1]:
            state = state.play(card)
        return state

    def _best_of(self, state: Play) -> Play:
        trump = state.contract.trump
        cards = sorted(
            state.legal_cards, key=lambda card: (trump.is_trump(card), trump.strength_of(card))
        )
        ends = [self.best(state.play(card)) for card in cards]
        return max(ends, key=lambda end: _preference(end, state.turn or 1))


def _preference(end: Play, seat: int) -> tuple[int, int]:
    """Return what ``seat`` prefers of the ends of a deal: the higher."""
    counts = end.contract.gains(end.tricks_won, end.rules)
    sign = -1 if end.rules.counts_down else 1
    return sign * counts[seat - 1], -sign * counts[end.contract.maker - 1]
