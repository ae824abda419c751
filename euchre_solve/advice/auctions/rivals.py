"""Play with open hands in games each for himself, where no two seats want the same.

Each seat plays the card with which it can force most tricks alone against all others (the paranoid
algorithm of games for many), of equal ones the lowest, side cards before trumps. Where a euchre
pays the others than the maker, they add what it is worth as long as all of them together can still
bring it about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from euchre_solve.cards import Card
from euchre_solve.solver import kernel
from euchre_solve.solver.position import Position


class Euchre(NamedTuple):
    """What a euchre is worth to each of the others, in tricks.

    It is one if the player of ``maker_index`` takes less than ``need`` tricks from here on.
    """

    maker_index: int
    need: int
    value: int


def played_out(position: Position, euchre: Euchre | None = None) -> tuple[int, ...]:
    """Return the tricks of each player from ``position`` on."""
    tricks = [0] * len(position.hands)
    while position.hands[position.turn_index]:
        position = position.play(_chosen(position, euchre))
        if not position.trick:
            winner = position.leader_index
            tricks[winner] += 1
            if euchre and winner == euchre.maker_index:
                euchre = euchre._replace(need=euchre.need - 1)
    return tuple(tricks)


def _chosen(position: Position, euchre: Euchre | None) -> Card:
    turn, trump = position.turn_index, position.trump
    cards = position.legal_cards
    if len(cards) > 1 and euchre and euchre.need > 0 and turn != euchre.maker_index:
        forced = kernel.solve_cards(_against_all(position, turn))
        makers = kernel.solve_cards(_against_all(position, euchre.maker_index))
        aims = {
            card: tricks + euchre.value * (makers[card] < euchre.need)
            for card, tricks in forced.items()
        }
        best = max(aims.values())
        cards = cards.from_cards(card for card in cards if aims[card] == best)
    elif len(cards) > 1:
        cards = kernel.solve_best(_against_all(position, turn)).cards

    def worth(card: Card) -> tuple[bool, int, int]:
        return trump.is_trump(card), trump.strength_of(card), card.index

    return min(cards, key=worth)


def _against_all(position: Position, player: int) -> Position:
    return replace(position, side_a=tuple(at == player for at in range(len(position.hands))))
