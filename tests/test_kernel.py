"""The kernel against the reference, the lemmas it rests on, and what it must refuse."""

from __future__ import annotations

import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given, settings

from euchre_solve.cards import Card, CardSet
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.positions import Problem, positions, random_deal, random_position, stored_problems

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

NODE_BOUND = 100_000
"""200 deals of five cards, exact tricks, one fresh table of 4096 entries."""

RECORD = struct.Struct("=7Q5B7B4x")
TABLE_BYTES = 64 * 4096


def hands_of(*hands: str) -> tuple[CardSet, ...]:
    return tuple(CardSet.of(*hand.split()) for hand in hands)


def pack(position: Position) -> bytes:
    return kernel.pack_position(
        [hand.mask for hand in position.hands],
        sum(is_side_a << index for index, is_side_a in enumerate(position.side_a)),
        position.trump,
        position.leader_index,
        [card.index for card in position.trick],
    )


def solve_with_table(packed: bytes, table: bytearray) -> tuple[list[int], int]:
    tricks = bytearray(len(packed) // RECORD.size)
    nodes = kernel._kernel.solve_tricks(packed, tricks, table)
    return list(tricks), nodes


def assert_agrees_with_reference(position: Position) -> None:
    values = reference.solve_cards(position)
    best = reference.solve_best(position)
    assert kernel.solve_cards(position) == values
    assert kernel.solve_best(position) == best
    assert kernel.solve_tricks(position).tricks == best.tricks


# ---- the same answers ---------------------------------------------------------------------


@settings(max_examples=800, deadline=None)
@given(positions(max_cards=12))
def test_agrees_with_reference(position: Position) -> None:
    assert_agrees_with_reference(position)


@settings(max_examples=60, deadline=None)
@given(positions(max_cards=16))
def test_agrees_with_reference_on_larger_positions(position: Position) -> None:
    assert_agrees_with_reference(position)


@pytest.mark.parametrize("problem", list(stored_problems()), ids=lambda problem: problem.family)
def test_stored_problems(problem: Problem) -> None:
    best = max if problem.position.side_a[problem.position.turn_index] else min
    cards = {card for card, value in problem.values.items() if value == problem.tricks}
    assert best(problem.values.values()) == problem.tricks
    assert kernel.solve_tricks(problem.position).tricks == problem.tricks
    assert kernel.solve_cards(problem.position) == problem.values
    assert set(kernel.solve_best(problem.position).cards) == cards


def test_a_whole_play_keeps_its_value() -> None:
    random = Random(1)
    for _ in range(50):
        position = random_deal(random)
        tricks = kernel.solve_tricks(position).tricks
        won = 0
        while position.hands[position.turn_index].mask:
            best = kernel.solve_best(position)
            assert won + best.tricks == tricks
            position = position.play(random.choice(list(best.cards)))
            won += not position.trick and position.side_a[position.leader_index]
        assert won == tricks


def test_both_sides_together_take_all_tricks() -> None:
    random = Random(2)
    for _ in range(200):
        position = random_position(random, max_hand=6, max_cards=24)
        exchanged = Position(
            position.hands,
            tuple(not is_side_a for is_side_a in position.side_a),
            position.trump,
            position.leader_index,
            position.trick,
        )
        total = kernel.solve_tricks(position).tricks + kernel.solve_tricks(exchanged).tricks
        assert total == len(position.hands[position.turn_index])


def test_many_are_as_one_by_one() -> None:
    random = Random(3)
    several = [random_position(random) for _ in range(300)]
    packed = b"".join(map(pack, several))
    tricks, masks = kernel.solve_best_packed(packed)
    assert kernel.solve_best_many(several) == [kernel.solve_best(item) for item in several]
    assert list(tricks) == kernel.solve_tricks_many(several)
    assert list(masks) == [kernel.solve_best(item).cards.mask for item in several]


def test_no_cards_left() -> None:
    ended = Position((CardSet(), CardSet()), (True, False), Trump.SPADES, 0)
    assert kernel.solve_tricks(ended).tricks == 0
    assert kernel.solve_best(ended) == reference.solve_best(ended)
    assert kernel.solve_cards(ended) == {}


def test_fallback_reads_packed_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(4)
    several = [random_position(random, max_hand=2) for _ in range(30)]
    packed = b"".join(map(pack, several))
    tricks, masks = kernel.solve_best_packed(packed)
    monkeypatch.setattr(kernel, "HAS_EXTENSION", False)
    assert list(kernel.solve_tricks_packed(packed)) == list(tricks)
    assert list(kernel.solve_best_packed(packed)[1]) == list(masks)
    assert kernel.solve_tricks(several[0]).tricks == tricks[0]
    assert kernel.solve_cards(several[0]) == reference.solve_cards(several[0])
    assert kernel.solve_best(several[0]).cards.mask == masks[0]


def test_missing_extension_warns_once_and_answers() -> None:
    code = """if True:
        import sys, warnings
        sys.modules["euchre_solve.solver._kernel"] = None
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            from euchre_solve.solver import kernel
            from euchre_solve.trump import Trump
            packed = kernel.pack_position((0b10, 0b100), 1, Trump.SPADES, 0)
            answers = [list(kernel.solve_tricks_packed(packed)) for _ in range(2)]
        sys.exit(not (answers == [[1], [1]] and len(caught) == 1 and not kernel.HAS_EXTENSION))
    """
    assert subprocess.run([sys.executable, "-c", code], timeout=30, check=False).returncode == 0


# ---- the lemmas ---------------------------------------------------------------------------


@pytest.mark.parametrize("trump", [Trump.HEARTS, Trump.SPADES, Trump.NO_TRUMP])
def test_card_winning_the_trick_separates_touching_cards(trump: Trump) -> None:
    """King and ten touch once the queen is played, but only the king beats it now."""
    hands = hands_of("9d", "Ks Ts")
    position = Position(hands, (False, True), trump, 0, (Card.parse("Qs"),))
    values = kernel.solve_cards(position)
    assert values == reference.solve_cards(position)
    assert values[Card.parse("Ks")] > values[Card.parse("Ts")]


def test_dead_card_of_the_trick_separates_nothing() -> None:
    """The queen lies between king and ten but has lost to the ace: one card is tried, not two."""
    trick = (Card.parse("Qs"), Card.parse("As"))
    position = Position(hands_of("9d", "9c", "Ks Ts"), (True, False, True), Trump.HEARTS, 0, trick)
    assert kernel.solve_tricks(position).nodes == 2  # this choice, and the trick after it
    assert kernel.solve_cards(position) == reference.solve_cards(position)


def test_card_of_another_hand_separates_touching_cards() -> None:
    position = Position(hands_of("Ks Ts", "Qs 9d"), (True, False), Trump.HEARTS, 0)
    values = kernel.solve_cards(position)
    assert values == reference.solve_cards(position)
    assert values[Card.parse("Ks")] > values[Card.parse("Ts")]


def test_lanes_do_not_touch() -> None:
    """The lowest heart follows the highest spade in the kernel's order; they are not equal."""
    position = Position(hands_of("As 2h", "3h 3d"), (True, False), Trump.CLUBS, 0)
    assert kernel.solve_cards(position) == reference.solve_cards(position)
    assert len(set(kernel.solve_cards(position).values())) == 2


def test_top_trumps_of_two_hands_are_not_added() -> None:
    """Right and left bower of partners fall to one trick when trumps are led."""
    hands = hands_of("Js 9h", "As Ah", "Jc 9c", "Ks Kh")
    position = Position(hands, (True, False, True, False), Trump.SPADES, 1)
    assert kernel.solve_tricks(position).tricks == 1 == reference.solve_tricks(position).tricks


def test_lower_trumps_are_not_counted_as_top() -> None:
    """A trump below one of the other side need not win."""
    position = Position(hands_of("Js Ks", "As Kh"), (True, False), Trump.SPADES, 0)
    assert kernel.solve_tricks(position).tricks == reference.solve_tricks(position).tricks
    position = Position(hands_of("Ks 9h", "As Kh"), (True, False), Trump.SPADES, 1)
    assert kernel.solve_tricks(position).tricks == 0


def test_a_player_who_can_ruff_stops_the_cashing() -> None:
    """Ace and king of hearts are masters, but the second round is ruffed."""
    position = Position(hands_of("Ah Kh", "9h 9s"), (True, False), Trump.SPADES, 0)
    assert kernel.solve_tricks(position).tricks == 1
    drawn = Position(hands_of("Js Ah Kh", "9h 9s 9d"), (True, False), Trump.SPADES, 0)
    assert kernel.solve_tricks(drawn).tricks == 3


def test_partner_has_to_ruff_a_master() -> None:
    """The partner holds nothing but trumps: his ruff wins the trick but takes the lead away."""
    hands = hands_of("Ah Kh", "9h Qs", "9s Ts", "Qh As")
    position = Position(hands, (True, False, True, False), Trump.SPADES, 0)
    assert kernel.solve_cards(position) == reference.solve_cards(position)


HANDS = hands_of("As 9h Kd", "Ks Ah 9d", "Qs Kh Ad", "9s Th Td")


@pytest.mark.parametrize("trump", list(Trump))
def test_table_key_tells_leader_sides_and_trump(trump: Trump) -> None:
    """One table for the same hands under all leaders and sides: no answer leaks into another."""
    table = bytearray(TABLE_BYTES)
    for leader_index in range(4):
        for side_mask in range(16):
            sides = tuple(bool(side_mask >> index & 1) for index in range(4))
            position = Position(HANDS, sides, trump, leader_index)
            tricks, _ = solve_with_table(pack(position), table)
            assert tricks == [reference.solve_tricks(position).tricks]


def test_table_key_tells_a_trump_from_a_plain_suit() -> None:
    """Spades and hearts are held alike; only the trump differs."""
    hands = hands_of("As 9s", "9h Ah")
    table = bytearray(TABLE_BYTES)
    for trump, expected in ((Trump.SPADES, 2), (Trump.HEARTS, 0), (Trump.CLUBS, 2)):
        position = Position(hands, (True, False), trump, 0)
        assert solve_with_table(pack(position), table)[0] == [expected]


def test_plain_suits_change_places_in_the_table() -> None:
    """Hearts and diamonds exchanged, spades trumps: known already, so no search at all."""
    first = Position(hands_of("As Ah 9d", "Ks Kh Ad"), (True, False), Trump.SPADES, 0)
    second = Position(hands_of("As Ad 9h", "Ks Kd Ah"), (True, False), Trump.SPADES, 0)
    table = bytearray(TABLE_BYTES)
    tricks, nodes = solve_with_table(pack(first), table)
    again, again_nodes = solve_with_table(pack(second), table)
    assert tricks == again
    assert again_nodes < nodes


@pytest.mark.parametrize("entries", [0, 1, 2, 3, 7, 64, 4096, 1 << 16])
def test_table_size_and_history_change_no_answer(entries: int) -> None:
    """A bound kept as an exact value, or a stale entry believed, would show here."""
    random = Random(5)
    several = [random_deal(random, random.choice((2, 3, 4))) for _ in range(150)]
    several += [random_position(random, max_hand=5, max_cards=24) for _ in range(300)]
    packed = b"".join(map(pack, several))
    expected, _ = solve_with_table(packed, bytearray())
    table = bytearray(64 * entries)
    for _ in range(2):
        assert solve_with_table(packed, table)[0] == expected


def test_table_need_not_be_aligned() -> None:
    random = Random(6)
    packed = b"".join(pack(random_deal(random)) for _ in range(20))
    expected, _ = solve_with_table(packed, bytearray())
    for skipped in range(1, 33, 5):
        tricks = bytearray(20)
        kernel._kernel.solve_tricks(packed, tricks, memoryview(bytearray(4096))[skipped:])
        assert list(tricks) == expected


def test_node_count() -> None:
    random = Random(7)
    packed = b"".join(pack(random_deal(random)) for _ in range(200))
    _, nodes = solve_with_table(packed, bytearray(TABLE_BYTES))
    assert nodes <= NODE_BOUND


def test_threads_do_not_disturb_each_other() -> None:
    random = Random(8)
    deals = [random_deal(random) for _ in range(200)]
    expected = kernel.solve_best_many(deals)
    with ThreadPoolExecutor(4) as executor:
        for answers in executor.map(kernel.solve_best_many, [deals] * 8):
            assert answers == expected


# ---- what it refuses ----------------------------------------------------------------------

GOOD = {
    "hands": (0b110, 0b11000, 0, 0, 0, 0, 0),
    "players": 2,
    "trump": 0,
    "leader": 0,
    "sides": 1,
    "trick_length": 0,
    "trick": (0,) * 7,
}


def record(**changes: object) -> bytes:
    fields = GOOD | changes
    numbers = [fields[name] for name in ("players", "trump", "leader", "sides", "trick_length")]
    return RECORD.pack(*fields["hands"], *numbers, *fields["trick"])


BAD = {
    "too few players": {"players": 1},
    "too many players": {"players": 8},
    "absurd players": {"players": 255},
    "unknown trump": {"trump": 6},
    "leader out of range": {"leader": 2},
    "side of nobody": {"sides": 4},
    "card in two hands": {"hands": (0b110, 0b1100, 0, 0, 0, 0, 0)},
    "unknown card": {"hands": (1 << 53 | 1, 0b1100, 0, 0, 0, 0, 0)},
    "cards of nobody": {"hands": (0b110, 0b11000, 1, 0, 0, 0, 0)},
    "unequal hands": {"hands": (0b110, 0b1000, 0, 0, 0, 0, 0)},
    "hands too large": {"hands": (0xFFFF, 0xFFFF0000, 0, 0, 0, 0, 0)},
    "trick too long": {"trick_length": 2, "trick": (10, 11, 0, 0, 0, 0, 0)},
    "absurd trick": {"trick_length": 255},
    "hands unequal for the trick": {"trick_length": 1, "trick": (10, 0, 0, 0, 0, 0, 0)},
    "trick card still held": {
        "hands": (0b100, 0b11000, 0, 0, 0, 0, 0),
        "trick_length": 1,
        "trick": (3, 0, 0, 0, 0, 0, 0),
    },
    "unknown trick card": {
        "hands": (0b100, 0b11000, 0, 0, 0, 0, 0),
        "trick_length": 1,
        "trick": (53, 0, 0, 0, 0, 0, 0),
    },
    "trick card twice": {
        "hands": (0b100, 0b1000, 0b110000, 0, 0, 0, 0),
        "players": 3,
        "trick_length": 2,
        "trick": (9, 9, 0, 0, 0, 0, 0),
    },
}


@pytest.mark.parametrize("changes", BAD.values(), ids=BAD)
def test_impossible_position_is_refused(changes: dict[str, object]) -> None:
    packed = record(**changes)
    with pytest.raises(ValueError, match="position 1: "):
        kernel.solve_tricks_packed(record() + packed)
    with pytest.raises(ValueError, match="position 0: "):
        kernel.solve_best_packed(packed)
    with pytest.raises(ValueError, match="position 0: "):
        kernel._kernel.solve_cards(packed, bytearray(53), bytearray())


def test_good_record_is_not_refused() -> None:
    assert len(kernel.solve_tricks_packed(record())) == 1
    assert len(kernel.solve_tricks_packed(b"")) == 0


def test_wrong_buffers_are_refused() -> None:
    solve = kernel._kernel
    with pytest.raises(ValueError, match="positions must have"):
        solve.solve_tricks(record()[:-1], bytearray(0), bytearray())
    with pytest.raises(ValueError, match="tricks must have"):
        solve.solve_tricks(record(), bytearray(2), bytearray())
    with pytest.raises(ValueError, match="best must have"):
        solve.solve_best(record(), bytearray(1), bytearray(7), bytearray())
    with pytest.raises(ValueError, match="position must have"):
        solve.solve_cards(record() * 2, bytearray(53), bytearray())
    with pytest.raises(ValueError, match="values must have"):
        solve.solve_cards(record(), bytearray(52), bytearray())
    with pytest.raises(BufferError):
        solve.solve_tricks(record(), bytes(1), bytearray())
    with pytest.raises(TypeError):
        solve.solve_tricks(record(), bytearray(1), None)
    with pytest.raises(TypeError):
        solve.solve_tricks(record(), bytearray(1))


def test_pack_refuses_what_does_not_fit() -> None:
    for hands, sides, leader, trick in (
        ([1] * 8, 1, 0, ()),
        ([1, 2], 1, 0, range(8)),
        ([1, -2], 1, 0, ()),
        ([1, 1 << 64], 1, 0, ()),
        ([1, 2], 256, 0, ()),
        ([1, 2], 1, -1, ()),
        ([1, 2], 1, 0, (300,)),
    ):
        with pytest.raises(ValueError, match=r"players|not a position"):
            kernel.pack_position(hands, sides, Trump.SPADES, leader, trick)


def test_any_bytes_are_survived() -> None:
    """Nonsense in positions is refused, nonsense in the table is harmless to memory."""
    random = Random(9)
    for _ in range(3000):
        packed = bytearray(record())
        for _ in range(random.randrange(6)):
            packed[random.randrange(len(packed))] = random.randrange(256)
        table = bytearray(random.randbytes(256))
        try:
            kernel._kernel.solve_best(packed, bytearray(1), bytearray(8), table)
            kernel._kernel.solve_cards(packed, bytearray(53), table)
        except ValueError as error:
            assert "position 0: " in str(error)
