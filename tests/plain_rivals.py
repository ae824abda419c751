"""Play among rivals in plain Python: each for his own tricks, and for a euchre of the maker."""

from __future__ import annotations

from collections.abc import Callable

from euchre_solve.cards import Card
from euchre_solve.play import Play
from euchre_solve.solver import reference
from euchre_solve.solver.position import Position

Solver = Callable[[Position], reference.Exact]


def played_to_the_end(state: Play, euchre: int, solve: Solver = reference.solve_tricks) -> Play:
    """Return the finished play that follows where a euchre is worth so many tricks to others.

    Each seat goes by what it can force alone, and whether all can still euchre the maker.
    """
    while state.turn:
        state = state.play(_chosen(state, euchre, solve))
    return state


def _chosen(state: Play, euchre: int, solve: Solver) -> Card:
    maker, trump, turn = state.contract.maker, state.contract.trump, state.turn
    assert turn

    def forced(seat: int, card: Card) -> int:
        after = state.play(card)
        side = tuple(each == seat for each in after.active)
        hands = tuple(after.hands[each - 1] for each in after.active)
        leader = after.active.index(after.leader)
        position = Position(hands, side, trump, leader, after.trick)
        return after.tricks_won[seat - 1] + solve(position).tricks

    def aim(card: Card) -> tuple[int, bool, int, int]:
        pays = turn != maker and forced(maker, card) < state.rules.need
        reluctance = -trump.is_trump(card), -trump.strength_of(card), -card.index
        return (forced(turn, card) + euchre * pays, *reluctance)

    return max(state.legal_cards, key=aim)
