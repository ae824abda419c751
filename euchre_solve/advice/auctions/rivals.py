"""Play with open hands in games each for himself, where no two seats want the same.

Each seat plays the card with which it can force most tricks alone against all others (the paranoid
algorithm of games for many), of equal ones the lowest, side cards before trumps.
"""

from __future__ import annotations

from dataclasses import replace

from euchre_solve.cards import Card
from euchre_solve.solver import kernel
from euchre_solve.solver.position import Position


def tricks_played_out(position: Position, player: int) -> int:
    """Return the tricks of the player of that index from ``position`` on."""
    tricks = 0
    while position.hands[position.turn_index]:
        position = position.play(_chosen(position))
        tricks += not position.trick and position.leader_index == player
    return tricks


def _chosen(position: Position) -> Card:
    turn, trump = position.turn_index, position.trump
    cards = position.legal_cards
    if len(cards) > 1:
        alone = tuple(index == turn for index in range(len(position.hands)))
        cards = kernel.solve_best(replace(position, side_a=alone)).cards

    def worth(card: Card) -> tuple[bool, int, int]:
        return trump.is_trump(card), trump.strength_of(card), card.index

    return min(cards, key=worth)
