"""The lemma behind the kernel's table: low cards count only by how many each player holds."""

from __future__ import annotations

from random import Random

import pytest

from euchre_solve.solver import kernel, reference
from euchre_solve.solver.position import Position
from tests.positions import kin_of, random_long_suits

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

TABLE_BYTES = 64 * 256


def solve(position: Position, table: bytearray) -> tuple[int, int]:
    """Return the tricks and the nodes of a search with a table of its own."""
    tricks = bytearray(1)
    nodes = kernel._kernel.solve_tricks(kernel.pack(position), tricks, table)
    return tricks[0], nodes


def test_kin_may_share_a_table() -> None:
    """Exchanged cards are the same in the table unless they matter; each has its own answer."""
    random = Random(1)
    for _ in range(400):
        table = bytearray(TABLE_BYTES)
        for kin in kin_of(random_long_suits(random, 9), random, 8):
            assert solve(kin, table)[0] == reference.solve_tricks(kin).tricks, kin
