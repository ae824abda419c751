"""Who of the defenders takes what a euchre pays, where it is he who has the most tricks.

With open hands defenders together hold the maker down, whatever he does. Each of them keeps the
euchre, as nothing else pays, and so far as that leaves him a choice plays the card with which he
can force most tricks alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.auctions.rivals import Euchre, played_out
from euchre_solve.advice.decision.results import euchre_of
from euchre_solve.cards import Card, CardSet
from euchre_solve.play import Play
from euchre_solve.solver.position import Position

Masks = NDArray[np.uint64]
Results = NDArray[np.int8]


def with_shares(state: Play, hands: Masks, results: Results, card: Card | None = None) -> Results:
    """Return ``results`` with each euchre told apart by who has the most tricks.

    ``hands`` are those held in ``state``, in which ``card`` is played first.
    """
    if not state.rules.score.euchre_to_best:
        return results
    shared = results.copy()
    for row in np.flatnonzero(results == 0).tolist():
        shared[row] = _euchre(state, hands[row].tolist(), card)
    return shared


def _euchre(state: Play, hands: list[int], card: Card | None) -> int:
    rules, contract, active = state.rules, state.contract, state.active
    maker = active.index(contract.maker)
    position = Position(
        tuple(CardSet(hands[seat - 1]) for seat in active),
        tuple(at == maker for at in range(len(active))),
        contract.trump,
        active.index(state.leader),
        state.trick,
    )
    won = list(state.tricks_won)
    if card:
        position = position.play(card)
        won[active[position.leader_index] - 1] += not position.trick
    euchre = Euchre(maker, rules.need - won[contract.maker - 1], value=rules.hand_size + 1)
    for seat, tricks in zip(active, played_out(position, euchre), strict=True):
        won[seat - 1] += tricks
    return euchre_of(contract, rules, won)
