"""The fast search and the endgame tables against the general kernel; plans; the guard on work."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from euchre_solve.cards import DECK, CardSet
from euchre_solve.rules import Rules
from euchre_solve.solver import batch, kernel
from euchre_solve.solver.double_dummy import _cards_of, _outline_of_deal, solve_deal, solve_deals
from euchre_solve.solver.endgame import load_endgame
from euchre_solve.solver.plan import Plan, Question, _solve_plainly, solve_plan
from euchre_solve.trump import Trump
from tests import fuzz_fast
from tests.positions import stored_problems
from tests.random_deals import BUILT_RULES, fresh_deal

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

EFFORT_BOUND = kernel.Effort(nodes=54_000, probes=18_000) if kernel.HAS_EXTENSION else None
"""1000 random positions of all kinds."""

ALL_POSITIONS_BOUND = kernel.Effort(nodes=295_000, probes=97_000) if kernel.HAS_EXTENSION else None
"""All positions of 200 deals."""


def fast(hands: np.ndarray, trumps: object, leaders: object, **how: bool) -> tuple[np.ndarray, ...]:
    tricks, best = np.empty(len(hands), np.int8), np.empty(len(hands), np.uint64)
    arrays = hands, np.int8(trumps), np.int8(leaders), tricks, best
    effort = kernel.solve_fast_packed(arrays, load_endgame(), **how)
    return tricks, best, effort


# --- the same answers


def test_every_kind_of_deal_equals_the_general_kernel() -> None:
    """Tricks, classes and leads, by both paths."""
    assert fuzz_fast.count_mismatches(4000, seed=11) == 0


def test_all_positions_equal_the_general_kernel() -> None:
    assert fuzz_fast.count_deal_mismatches(40, seed=12) == 0


@pytest.mark.parametrize("kind", range(5), ids=list(fuzz_fast.KINDS))
def test_entries_equal_the_general_kernel(kind: int) -> None:
    """A rank, a composition or a place of the loner that is off by one shows here."""
    checked, wrong = fuzz_fast.count_entry_mismatches(kind, 13, (0.001, 0.01, 0.01, 0.01, 1)[kind])
    assert checked > 400
    assert wrong == 0


def test_stored_problems() -> None:
    problems = [
        problem
        for problem in stored_problems()
        if len(problem.position.hands) == 4
        and problem.position.side_a in ((True, False, True, False), (False, True, False, True))
        and all(len(hand) == 5 for hand in problem.position.hands)
        and problem.position.trump.suit
        and not {str(card) for hand in problem.position.hands for card in hand}
        - {str(DECK[index]) for index in fuzz_fast.DECK_INDICES}
    ]
    assert len(problems) >= 10
    hands = [[hand.mask for hand in problem.position.hands] for problem in problems]
    trumps = ["shdc".index(problem.position.trump.value) for problem in problems]
    leaders = [problem.position.leader_index for problem in problems]
    tricks, masks = batch.solve_best(hands, trumps, leaders)
    for problem, value, mask in zip(problems, tricks.tolist(), masks.tolist(), strict=True):
        assert problem.tricks == (value if problem.position.side_a[0] else 5 - value)
        best = {card for card, after in problem.values.items() if after == problem.tricks}
        assert set(CardSet(mask)) == best


def test_both_paths_do_the_same_work() -> None:
    """Not only the answers: the same nodes, so each index was the same."""
    positions = fuzz_fast.random_positions(1000, seed=14)
    efforts = []
    for portable in (False, True):
        kernel._tables._fast = None
        efforts.append(fast(*positions, portable=portable)[2])
    assert efforts[0] == efforts[1]


def test_both_paths_fill_the_same_tables() -> None:
    parts = (*range(kernel.ENDGAME_SERIAL_PARTS), kernel.ENDGAME_PARTS - 1)
    filled = [bytearray(kernel.ENDGAME_BYTES) for _ in range(2)]
    for part in parts:
        kernel.fill_endgame_part(filled[0], part)
        kernel.fill_endgame_part(filled[1], part, portable=True)
    assert filled[0] == filled[1]
    first = kernel.ENDGAME_STARTS[0] // 4
    assert filled[0][:first] == load_endgame()[:first]


def test_search_memory_changes_no_answer() -> None:
    """Bounds kept by one search are read by others: of other trumps, sides and kinds."""
    hands, trumps, leaders = fuzz_fast.random_positions(1000, seed=15)
    expected = fuzz_fast.general(hands, trumps, leaders)
    endgame = load_endgame()
    for size in (0, 8, 9, 64, 1 << 16):
        memory = bytearray(size)
        for _ in range(2):
            tricks = np.empty(len(hands), np.int8)
            arrays = hands, trumps.astype(np.int8), leaders.astype(np.int8), tricks, None
            kernel._kernel.fast_positions(*arrays, False, endgame, memory, True)
            assert (tricks == expected).all()


def test_jobs_change_no_result() -> None:
    hands, trumps, leaders = fuzz_fast.random_positions(9000, seed=16)
    one = batch.solve_best(hands, trumps, leaders)
    two = batch.solve_best(hands, trumps, leaders, jobs=2)
    assert all((first == second).all() for first, second in zip(one, two, strict=True))
    dealt, upcards = fuzz_fast.random_deals(5000, seed=16)
    one, two = (batch.solve_all_positions(dealt, upcards, jobs=jobs) for jobs in (1, 3))
    assert (one == two).all()


# --- plans


@pytest.mark.parametrize("name", BUILT_RULES)
def test_deals_are_solved_alike_with_and_without_tables(name: str) -> None:
    deals = [fresh_deal(Random(seed), Rules.parse(name)) for seed in range(4)]
    assert list(solve_deals(deals)) == [solve_deal(deal) for deal in deals]


def test_plan_equals_its_fallback() -> None:
    """Discards of equal worth, those not allowed, and the choice among them, in plain Python."""
    random = Random(17)
    seats = (1, 2, 3, 4)
    questions = tuple(
        Question(trump, active, active[0], active[-1] == 4)
        for trump in Trump
        for active in (seats, (1, 2, 4), (3, 4), (1, 2, 3))
    )
    for hand_size in (1, 2):
        plan = Plan(4, hand_size, questions)
        for _ in range(20):
            cards = random.sample(range(53), 4 * hand_size + 1)
            masks = [sum(1 << card for card in cards[seat::4][:hand_size]) for seat in range(4)]
            allowed_mask = masks[3] | (random.getrandbits(1) << cards[-1])
            asked = masks, cards[-1], allowed_mask
            expected = _solve_plainly(plan, fuzz_cards(*asked))
            answers = solve_plan(plan, fuzz_cards(*asked))
            assert [list(column) for column in answers] == [list(column) for column in expected]


def fuzz_cards(masks: list[int], upcard_index: int, allowed_mask: int) -> object:
    from euchre_solve.solver.plan import Cards

    return Cards(masks, upcard_index, allowed_mask)


def test_plans_of_many_deals_are_as_one_by_one() -> None:
    rules = Rules.parse("north-american")
    dealt = [fresh_deal(Random(seed), rules) for seed in range(20)]
    plan = _outline_of_deal(rules, dealt[0].upcard.suit).plan
    asked = [_cards_of(deal) for deal in dealt]
    many = batch.solve_plan(
        plan,
        [cards.hand_masks for cards in asked],
        [cards.upcard_index for cards in asked],
        allowed=[cards.allowed_mask for cards in asked],
    )
    for number, cards in enumerate(asked):
        alone = solve_plan(plan, cards)
        for column, array in zip(alone, many, strict=True):
            assert list(column) == array[number].ravel().tolist()


# --- work


def test_effort_on_positions() -> None:
    kernel._tables._fast = None
    effort = fast(*fuzz_fast.random_positions(1000, seed=18))[2]
    assert effort.nodes <= EFFORT_BOUND.nodes
    assert effort.probes <= EFFORT_BOUND.probes


def test_effort_on_all_positions_of_deals() -> None:
    kernel._tables._fast = None
    hands, upcards = fuzz_fast.random_deals(200, seed=19)
    results = np.empty((200, len(batch.POSITIONS)), np.int8)
    effort = kernel.solve_all_packed((hands, upcards, results), load_endgame())
    assert effort.nodes <= ALL_POSITIONS_BOUND.nodes
    assert effort.probes <= ALL_POSITIONS_BOUND.probes


# --- what it refuses

GOOD = (0b111110, 0b11111 << 14, 0b11111 << 27, 0b11111 << 40)


@pytest.mark.parametrize(
    ("hands", "trump", "leader"),
    [
        ((GOOD[0], 0, GOOD[2], 0), 0, 0),
        ((GOOD[0], GOOD[1], 0, 0), 0, 2),
        (GOOD, 4, 0),
        (GOOD, -1, 0),
        (GOOD, 0, 4),
        (GOOD, 0, -1),
        ((GOOD[0], GOOD[0], *GOOD[2:]), 0, 0),
        ((0b1111, *GOOD[1:]), 0, 0),
        ((0b11111, *GOOD[1:]), 0, 0),
        ((0b111110 << 3, *GOOD[1:]), 0, 0),
        ((1 << 63 | 0b11110, *GOOD[1:]), 0, 0),
    ],
)
def test_bad_positions_are_refused(hands: tuple[int, ...], trump: int, leader: int) -> None:
    with pytest.raises(ValueError, match="position 0: "):
        batch.solve_tricks([hands], [trump], [leader])


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_is_told(jobs: int) -> None:
    hands, trumps, leaders = fuzz_fast.random_positions(5000, seed=21)
    hands[4000] = hands[4500] = 1
    with pytest.raises(ValueError, match="position 4000: "):
        batch.solve_tricks(hands, trumps, leaders, jobs=jobs)


@pytest.mark.parametrize("upcard", [0, -1, 1, 7, 52, 53, 127])
def test_bad_upcards_are_refused(upcard: int) -> None:
    with pytest.raises(ValueError, match="deal 0: "):
        batch.solve_all_positions([GOOD], [upcard])


def test_shapes_are_checked() -> None:
    with pytest.raises(ValueError, match="shape"):
        batch.solve_tricks([GOOD[:3]], [0], [0])
    with pytest.raises(ValueError, match="upcard"):
        batch.solve_all_positions([GOOD], [6, 6])
    for call in (
        lambda: kernel._kernel.fill_endgame(bytearray(8), 0, True),
        lambda: kernel._kernel.fill_endgame(bytearray(kernel.ENDGAME_BYTES), 1 << 20, True),
        lambda: kernel.solve_fast_packed((b"0", b"", b"", bytearray(), None), load_endgame()),
        lambda: kernel.solve_all_packed((b"", b"\1", bytearray(40)), load_endgame()),
        lambda: kernel.solve_all_packed((b"", b"", bytearray()), b"short"),
        lambda: plan_call(b"\0\1"),
        lambda: plan_call(b"\0\0\0\0"),
        lambda: plan_call(b"\0\1\1\0"),
        lambda: plan_call(b"\0\7\0\1"),
        lambda: plan_call(b"\0\x0f\0\0" * 2000),
    ):
        with pytest.raises(ValueError, match=r"must|no part|none of|does not play"):
            call()


def plan_call(questions: bytes) -> None:
    arrays = bytes(32), b"\6", bytes(8), questions, *map(bytearray, (6, 1, 1, 8))
    kernel.solve_plan_packed((4, 5), arrays, load_endgame())


def test_any_bytes_are_survived() -> None:
    """Nonsense is refused or answered, and never read or written out of place."""
    random = Random(20)
    nonsense = random.randbytes(kernel.ENDGAME_BYTES)
    for _ in range(300):
        hands = np.array([GOOD], np.uint64)
        for _ in range(random.randrange(3)):
            hands[0, random.randrange(4)] ^= np.uint64(random.getrandbits(64))
        small = np.array([random.randint(-128, 127) if random.random() < 0.1 else 1], np.int8)
        memory = bytearray(random.randbytes(random.randrange(200)))
        arrays = hands, small, small, bytearray(1), bytearray(8)
        question = bytes((1, 15, random.choice((0, 3, 9)), random.randrange(2)))
        written = map(bytearray, (6, 1, 1, 8))
        try:
            kernel._kernel.fast_positions(*arrays, random.random() < 0.5, nonsense, memory, True)
            kernel._kernel.fast_deals(hands, b"\6", bytearray(40), False, nonsense, memory, False)
        except ValueError:
            pass
        try:
            plan = hands, small, random.randbytes(8), question, *written
            kernel._kernel.solve_plan(4, 5, *plan, nonsense, memory, bytearray(999), True)
        except ValueError:
            pass
