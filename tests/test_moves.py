"""Values of all cards at any point of the play, against the general kernel and the reference."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from euchre_solve.cards import Card, CardSet
from euchre_solve.solver import batch, kernel
from euchre_solve.solver.endgame import load_endgame
from tests.fuzz_moves import arrays_of, count_mismatches, expected_rows, random_moments

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

EFFORT_BOUND = kernel.Effort(nodes=8_500, probes=4_300) if kernel.HAS_EXTENSION else None
"""1000 random positions of all kinds."""

# --- the same answers


def test_every_kind_of_position_equals_the_general_kernel() -> None:
    """All sizes, players and places in the trick, by both paths; small ones by the reference."""
    assert count_mismatches(random_moments(2000, seed=31)) == 0


def test_left_bower_follows_trumps() -> None:
    """Spades are trumps and led: the jack of clubs must be played, and wins."""
    hands = [
        CardSet.of("Ks", "9d").mask,
        CardSet.of("Jc", "Ac", "Ad").mask,
        CardSet.of("9h", "Th", "Qd").mask,
        CardSet.of("9c", "Kh", "Kd").mask,
    ]
    values = batch.solve_moves([hands], 0, [Card.parse("As").index, -1, -1], 0)
    assert values.tolist() == [[-1, -1, 1, -1, -1]]


def test_one_row_serves_all() -> None:
    moments = random_moments(1, seed=32) * 40
    hands, *rows = arrays_of(moments)
    expected = expected_rows(moments)
    singles = [row[0] for row in rows]
    assert (batch.solve_moves(hands, *rows) == expected).all()
    assert (batch.solve_moves(hands, *singles) == expected).all()
    assert (batch.solve_moves(hands, *(row.tolist() for row in singles)) == expected).all()
    assert (batch.solve_moves(hands, *(row[:1].astype(np.int64) for row in rows)) == expected).all()


def test_tricks_of_three_or_four_places() -> None:
    moments = random_moments(200, seed=33)
    hands, trumps, tricks, leaders, out = arrays_of(moments)
    found = batch.solve_moves(hands, trumps, tricks[:, :3], leaders, out)
    assert (found == expected_rows(moments)).all()


def test_who_sits_out_may_hold_anything() -> None:
    moments = random_moments(300, seed=34)
    hands, trumps, tricks, leaders, out = arrays_of(moments)
    sits_out = out[:, None] >> np.arange(4) & 1 == 1
    assert sits_out.any()
    hands[sits_out] = np.uint64(2**64 - 1)
    found = batch.solve_moves(hands, trumps, tricks, leaders, out)
    assert (found == expected_rows(moments)).all()


def test_nothing_to_solve() -> None:
    assert batch.solve_moves(np.empty((0, 4)), 0, [-1] * 3, 0).shape == (0, 5)


def test_jobs_change_no_result() -> None:
    given = arrays_of(random_moments(5000, seed=35))
    assert (batch.solve_moves(*given) == batch.solve_moves(*given, jobs=2)).all()
    hands, trump, trick, leader, out = given[0][:1].repeat(5000, axis=0), *(a[0] for a in given[1:])
    one, two = (batch.solve_moves(hands, trump, trick, leader, out, jobs=jobs) for jobs in (1, 2))
    assert (one == two).all()


# --- work


def test_both_paths_do_the_same_work() -> None:
    moments = random_moments(1000, seed=36)
    efforts = []
    for portable in (False, True):
        kernel._tables._fast = None
        arrays = *arrays_of(moments), np.empty((1000, 5), np.int8)
        efforts.append(kernel.solve_moves_packed(arrays, load_endgame(), portable=portable))
    assert efforts[0] == efforts[1]
    assert efforts[0].nodes <= EFFORT_BOUND.nodes
    assert efforts[0].probes <= EFFORT_BOUND.probes


def test_search_memory_changes_no_answer() -> None:
    moments = random_moments(500, seed=37)
    expected = expected_rows(moments)
    for size in (0, 8, 9, 64, 1 << 16):
        memory = bytearray(size)
        for _ in range(2):
            found = np.empty_like(expected)
            kernel._kernel.solve_moves(*arrays_of(moments), found, load_endgame(), memory, True)
            assert (found == expected).all()


# --- what it refuses

NINE, TEN, QUEEN = (1 << card for card in (6, 5, 3))
HANDS = (NINE, TEN, QUEEN, NINE << 13)
NO_TRICK = (-1, -1, -1, -1)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ((HANDS, 4, NO_TRICK, 0, 0), "trump"),
        ((HANDS, -1, NO_TRICK, 0, 0), "trump"),
        ((HANDS, 0, NO_TRICK, 4, 0), "leader"),
        ((HANDS, 0, NO_TRICK, -1, 0), "leader"),
        ((HANDS, 0, NO_TRICK, 1, 0b0010), "leader"),
        ((HANDS, 0, NO_TRICK, 0, 0b1010), "side"),
        ((HANDS, 0, NO_TRICK, 0, 0b1111), "side"),
        ((HANDS, 0, NO_TRICK, 0, 16), "none of the seats"),
        ((HANDS, 0, NO_TRICK, 0, -1), "none of the seats"),
        (((0, *HANDS[1:]), 0, (0, -1, -1, -1), 0, 0), "24"),
        (((0, *HANDS[1:]), 0, (7, -1, -1, -1), 0, 0), "24"),
        (((0, *HANDS[1:]), 0, (64, -1, -1, -1), 0, 0), "24"),
        (((0, *HANDS[1:]), 0, (-2, -1, -1, -1), 0, 0), "24"),
        (((0, 0, *HANDS[2:]), 0, (1, 1, -1, -1), 0, 0), "twice"),
        ((HANDS, 0, (-1, 1, -1, -1), 0, 0), "gap"),
        ((HANDS, 0, (-1, -1, -1, 1), 0, 0), "gap"),
        (((0, 0, 0, 0), 0, (1, 2, 3, 4), 0, 0), "complete"),
        (((0, 0, 0, 0), 0, (1, 2, -1, -1), 0, 0b1100), "complete"),
        (((0, 0, 0, 0), 0, (1, 2, 3, -1), 0, 0b1100), "complete"),
        (((0, 0, 0, 0), 0, NO_TRICK, 0, 0), "one to five"),
        (((0b111111 << 1, *HANDS[1:]), 0, NO_TRICK, 0, 0), "one to five"),
        (((2**64 - 1, *HANDS[1:]), 0, NO_TRICK, 0, 0), "one to five"),
        (((1, *HANDS[1:]), 0, NO_TRICK, 0, 0), "24"),
        (((1 << 63, *HANDS[1:]), 0, NO_TRICK, 0, 0), "24"),
        (((1 << 7, *HANDS[1:]), 0, NO_TRICK, 0, 0), "24"),
        (((NINE, NINE, *HANDS[2:]), 0, NO_TRICK, 0, 0), "two places"),
        (((0, *HANDS[1:]), 0, (5, -1, -1, -1), 0, 0), "two places"),
        (((NINE | 2, *HANDS[1:]), 0, NO_TRICK, 0, 0), "unequal"),
        (((NINE, 0, *HANDS[2:]), 0, NO_TRICK, 0, 0), "unequal"),
        ((HANDS, 0, (1, -1, -1, -1), 0, 0), "unequal"),
    ],
)
def test_bad_positions_are_refused(given: tuple, fault: str) -> None:
    hands, *rows = given
    with pytest.raises(ValueError, match=f"position 0: .*{fault}"):
        batch.solve_moves(np.array([hands], np.uint64), *rows)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_is_told(jobs: int) -> None:
    hands = np.array([HANDS] * 5000, np.uint64)
    hands[4000] = hands[4500] = 1
    with pytest.raises(ValueError, match="position 4000: "):
        batch.solve_moves(hands, 0, NO_TRICK, 0, jobs=jobs)


@pytest.mark.parametrize(
    "given",
    [
        ([HANDS[:3]], 0, NO_TRICK, 0, 0),
        ([HANDS] * 2, [0] * 3, NO_TRICK, 0, 0),
        ([HANDS] * 2, [[0], [0]], NO_TRICK, 0, 0),
        ([HANDS] * 2, 0, (-1, -1), 0, 0),
        ([HANDS] * 2, 0, [NO_TRICK] * 3, 0, 0),
        ([HANDS] * 2, 0, [[NO_TRICK] * 2], 0, 0),
        ([HANDS] * 2, 0, -1, 0, 0),
        ([HANDS] * 2, 0, NO_TRICK, [], 0),
        ([HANDS] * 2, 300, NO_TRICK, 0, 0),
        ([HANDS] * 2, np.int64(256), NO_TRICK, 0, 0),
        ([HANDS] * 2, 0, NO_TRICK, np.array([0, 256]), 0),
        ([HANDS] * 2, 0, NO_TRICK, 0, 0.5 * np.ones(2)),
    ],
)
def test_shapes_and_values_are_checked(given: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"^(hands|trumps|tricks|leaders|sitting_out)"):
        batch.solve_moves(*given)


def test_lengths_of_buffers_are_checked() -> None:
    good = [bytes(64), bytes(2), bytes(8), bytes(1), bytes(1), bytearray(10)]
    for which, name in enumerate(("hands", "trumps", "tricks", "leaders", "sitting_out", "values")):
        arrays = [*good]
        arrays[which] = bytearray(len(good[which]) + 3)
        with pytest.raises(ValueError, match=f"^{name if which else 'hands'} must have"):
            kernel.solve_moves_packed(tuple(arrays), load_endgame())
    with pytest.raises(ValueError, match="endgame"):
        kernel.solve_moves_packed(tuple(good), b"short")


def test_any_bytes_are_survived() -> None:
    """Nonsense is refused or answered, and never read or written out of place."""
    random = Random(38)
    nonsense = random.randbytes(kernel.ENDGAME_BYTES)
    given = arrays_of(random_moments(300, seed=38))
    for number in range(300):
        rows = [bytearray(array[number].tobytes()) for array in given]
        for _ in range(random.randrange(3)):
            row = random.choice(rows)
            row[random.randrange(len(row))] ^= 1 << random.randrange(8)
        memory = bytearray(random.randbytes(random.randrange(200)))
        try:
            use_pext = random.random() < 0.5
            kernel._kernel.solve_moves(*rows, bytearray(5), nonsense, memory, use_pext)
        except ValueError:
            pass
