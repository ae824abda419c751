"""The lemma behind the kernel's table: low cards count only by how many each player holds."""

from __future__ import annotations

from random import Random

import pytest

from euchre_solve.cards import DECK, CardSet
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.positions import kin_of, random_long_suits

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

TABLE_BYTES = 64 * 256

LARGE_TABLE_BYTES = 64 << 14
WHOLE_DEALS = "012120014002031112130120"
"""Tricks of `whole_deals` by the kernel as it was before the lemma."""
NODE_BOUND = 600_000


def solve(position: Position, table: bytearray) -> tuple[int, int]:
    """Return the tricks and the nodes of a search with a table of its own."""
    tricks = bytearray(1)
    nodes = kernel._kernel.solve_tricks(kernel.pack(position), tricks, table)
    return tricks[0], nodes


def position_of(hands: str, side_a: str, trump: str, leader_index: int) -> Position:
    """Return a position, its hands parted by slashes, its side A by the players' numbers."""
    cards = tuple(CardSet.of(*hand.split()) for hand in hands.split("/"))
    sides = tuple(str(index) in side_a for index in range(len(cards)))
    return Position(cards, sides, Trump(trump), leader_index)


def whole_deals() -> list[Position]:
    """Return deals of seven hands of seven cards, one to three against the others."""
    random = Random(12)
    deals = []
    for number in range(24):
        drawn = random.sample(DECK[1:], 49)
        hands = tuple(CardSet.from_cards(drawn[index::7]) for index in range(7))
        makers = random.sample(range(7), number % 3 + 1)
        sides = tuple(index in makers for index in range(7))
        deals.append(Position(hands, sides, random.choice(tuple(Trump)), random.randrange(7)))
    return deals


def test_low_cards_may_be_exchanged() -> None:
    """Nothing but the ace wins by its rank: known already, so a look is enough."""
    first = position_of("Ah 5h 3d/Kh 4h Ad/6h 2h Kd", "0", "s", 1)
    second = position_of("Ah 4h 3d/Kh 5h Ad/6h 2h Kd", "0", "s", 1)
    table = bytearray(TABLE_BYTES)
    tricks, nodes = solve(first, table)
    assert solve(second, table)[0] == tricks
    assert solve(second, table)[1] < nodes


PAIRS = {
    "the top trumps that are counted": (
        ("5d 4d Tc/6d Ac 3c/Jd 7d 2d", "7d 4d Tc/6d Ac 3c/Jd 5d 2d"),
        ("12", "d", 1),
    ),
    "trumps led before plain cards": (
        ("Ts Qh 5d/4s 2s 6h/Ah Ad 4d", "4s Qh Ad/Ts 2s 6h/Ah 5d 4d"),
        ("12", "d", 1),
    ),
    "the lowest trump led": (
        ("Qc 7c 5c 3c/Kd Qd Ac Jc/7d 2d Tc 2c", "Qc 7c 5c 3c/Kd 2d Ac Jc/Qd 7d Tc 2c"),
        ("01", "d", 0),
    ),
    "the lowest plain card led": (
        ("9c 4c 2c/Qc Tc 8c/Ac Jc 3c", "Tc 4c 2c/Ac Qc 8c/Jc 9c 3c"),
        ("2", "l", 1),
    ),
    "a card too low to beat the best": (
        ("As 3h/4s 8h/Ks 5h", "As 8h/4s 3h/Ks 5h"),
        ("0", "s", 2),
    ),
    "a card that touches the one that failed": (
        ("6s 4s 2s Ad/Qs 9s Kd 5d/Js Ts Qd 7d", "Ts 6s 4s Ad/Qs 9s Kd 5d/Js 2s Qd 7d"),
        ("1", "h", 0),
    ),
}
"""By what matters: two positions that the table has to tell apart, and sides, trump, leader."""


@pytest.mark.parametrize(("hands", "rest"), PAIRS.values(), ids=PAIRS)
def test_what_matters_is_told_apart(hands: tuple[str, str], rest: tuple[str, str, int]) -> None:
    table = bytearray(TABLE_BYTES)
    for position in (position_of(text, *rest) for text in hands):
        assert solve(position, table)[0] == reference.solve_tricks(position).tricks


def test_kin_may_share_a_table() -> None:
    """Exchanged cards are the same in the table unless they matter; each has its own answer."""
    random = Random(1)
    for _ in range(250):
        table = bytearray(TABLE_BYTES)
        for kin in kin_of(random_long_suits(random, 9), random, 8):
            assert solve(kin, table)[0] == reference.solve_tricks(kin).tricks, kin


def test_whole_deals_of_seven_hands() -> None:
    table = bytearray(LARGE_TABLE_BYTES)
    answers = [solve(deal, table) for deal in whole_deals()]
    assert "".join(str(tricks) for tricks, _ in answers) == WHOLE_DEALS
    assert sum(nodes for _, nodes in answers) <= NODE_BOUND
