"""Each seat for itself: never less than it can force, and never less than any other card gives."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from euchre_solve.deal import Phase
from euchre_solve.play import Play
from euchre_solve.solver import kernel
from euchre_solve.solver.max_n import solve_max_n
from euchre_solve.solver.position import Position

from .random_auctions import play_deal


def ending(seed: int, name: str, tricks: int) -> Play | None:
    """Return a deal with so many tricks left to play; None if nobody plays it."""
    deal = play_deal(random.Random(seed), name)
    if deal.phase is Phase.PASSED_OUT or not deal.tricks:
        return None
    return replace(deal, tricks=deal.tricks[: deal.rules.hand_size - tricks]).play_state


def forced(state: Play, seat: int) -> int:
    """Return the tricks of the whole deal that ``seat`` can force against all others."""
    position = Position(
        tuple(state.hands[at - 1] for at in state.active),
        tuple(at == seat for at in state.active),
        state.contract.trump,
        state.active.index(state.leader),
        state.trick,
    )
    return state.tricks_won[seat - 1] + kernel.solve_tricks(position).tricks


@pytest.mark.parametrize("name", ["bid-individual", "bid-individual-three"])
def test_no_seat_gets_less_than_it_can_force(name: str) -> None:
    for seed in range(12):
        state = ending(seed, name, tricks=3)
        if state is None:
            continue
        found = solve_max_n(state)
        assert sum(found.tricks_won) == state.rules.hand_size
        assert found.line[: len(state.tricks)] == state.tricks
        for seat in state.active:
            tricks = forced(state, seat)
            is_set = seat == state.contract.maker and tricks < state.contract.bid
            assert found.counts[seat - 1] <= (5 if is_set else -tricks or 5)


def test_no_other_card_is_better_for_who_plays_it() -> None:
    for seed in range(8):
        state = ending(seed, "bid-individual-three", tricks=3)
        while state and state.turn:
            seat = state.turn
            best = solve_max_n(state)
            others = [solve_max_n(state.play(card)) for card in state.legal_cards]
            assert best.counts[seat - 1] == min(other.counts[seat - 1] for other in others)
            state = state.play(random.Random(seed).choice(list(state.legal_cards)))


def test_sides_are_refused() -> None:
    state = ending(3, "bid-partners", tricks=2)
    assert state is not None
    with pytest.raises(ValueError, match="sides"):
        solve_max_n(state)
