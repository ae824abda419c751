"""Worlds against the consistent deals that plain Python lists one by one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.cards import DECK, NO_CARDS, Card, CardSet
from euchre_solve.consistent import ConsistentDeals, count_consistent, seen_by
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError, is_allowed
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules

from .random_deals import PLAIN_RULES, random_deal
from .random_games import whole_deal
from .test_consistent import HIDDEN, ORDERED, ORDERED_TRICKS, random_record, replaced, replay

LISTED = 3000
"""Deals at most where every one is compared."""


def as_deals(record: Deal, worlds: WorldArrays) -> list[Deal]:
    """Return the worlds as full deals, made of what was dealt."""
    rows = zip(*(array.tolist() for array in worlds), strict=True)
    return [
        replace(
            record,
            hands=tuple(map(CardSet, dealt)),
            upcard=DECK[upcard],
            kitty=CardSet(kitty),
            discarded=None if discard < 0 else DECK[discard],
        )
        for _, dealt, kitty, upcard, discard in rows
    ]


def hands_now(full: Deal) -> list[int]:
    """Return the hands that each seat holds still, by the record's own replay."""
    contract = full.contract
    if contract is None:
        return [hand.mask for hand in full.hands]
    hands = list(full.hands)
    together = replace(contract, lone_defender=None).active_seats(full.rules)
    if contract.round == 1 and full.rules.dealer in together:
        hands[-1] = hands[-1].with_card(full.upcard)
        hands[-1] = hands[-1].without_card(full.discarded) if full.discarded else hands[-1]
    played = CardSet.from_cards(card for trick in full.tricks for card in trick)
    return [(hand - played).mask for hand in hands]


def chi_square_is_plain(counts: Counter[Deal], cells: int) -> bool:
    """Tell whether the counts are within four sigma of what equal chances give."""
    expected = counts.total() / cells
    statistic = sum((seen - expected) ** 2 / expected for seen in counts.values())
    statistic += (cells - len(counts)) * expected
    return abs(statistic - (cells - 1)) < 4 * (2 * (cells - 1)) ** 0.5


@settings(max_examples=80)
@given(st.integers(0, 2**32), st.sampled_from(PLAIN_RULES), st.integers(HIDDEN, 18))
def test_all_worlds_are_the_consistent_deals(seed: int, rules_name: str, hidden: int) -> None:
    record, is_discarded = random_record(seed, rules_name, hidden)
    worlds = Worlds(record, after_discard=is_discarded)
    deals = ConsistentDeals(record, after_discard=is_discarded)
    assert worlds.count == deals.count
    if deals.count > LISTED:
        return
    found = as_deals(record, worlds.all())
    assert len(found) == worlds.count
    assert set(found) == set(deals)
    assert [hands_now(full) for full in found] == worlds.all().hands.tolist()


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(PLAIN_RULES))
def test_worlds_of_partly_known_records(seed: int, rules_name: str) -> None:
    record = random_deal(seed, rules_name)
    worlds = Worlds(record)
    assert worlds.count == count_consistent(record)
    for full in as_deals(record, worlds.sample(np.random.default_rng(seed), 3)):
        assert count_consistent(full) == 1


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from(PLAIN_RULES))
def test_what_a_seat_sees_is_true_in_every_world(seed: int, rules_name: str) -> None:
    rng = random.Random(seed)
    whole = whole_deal(rng, Rules.parse(rules_name))
    cards = [card for trick in whole.tricks for card in trick]
    cut = rng.randrange(len(cards) + 1)
    full = replace(whole, tricks=(tuple(cards[:cut]),) if cut else ())
    full = replace(full, tricks=full.play_state.tricks if cut else ())
    seat = rng.choice(full.rules.seats)
    record = seen_by(full, seat)
    has_discarded = full.discarded is not None
    sampled = Worlds(record, after_discard=has_discarded).sample(np.random.default_rng(seed), 5)
    for row, world in enumerate(as_deals(record, sampled)):
        fresh = replaced(world, world.hands, world.upcard, world.kitty)
        assert fresh and replay(fresh, world, world.discarded) == world
        assert world.hands[seat - 1] == full.hands[seat - 1] and world.upcard == full.upcard
        assert world.rules.dealer != seat or world.discarded == full.discarded
        assert (world.discarded is None) == (full.discarded is None)
        assert sampled.hands[row].tolist() == hands_now(world)


def test_a_seat_sees_no_card_but_its_own_and_those_shown() -> None:
    full = parse_deal("1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_b:o_x:Jd_k:JsJhJc_t:As")
    for seat in full.rules.seats:
        seen = seen_by(full, seat)
        assert [hand == NO_CARDS for hand in seen.hands] == [at != seat for at in (1, 2, 3, 4)]
        assert seen.kitty == NO_CARDS
        assert seen.discarded == (full.discarded if seat == 4 else None)
        assert (seen.upcard, seen.calls, seen.tricks) == (full.upcard, full.calls, full.tricks)


@pytest.mark.parametrize(
    "line",
    [
        # one discard of many, voids in three suits
        f"{ORDERED}_t:{ORDERED_TRICKS[:-6]}",
        # the dealer failed to follow: what he buried may be of that suit
        "1:AcKcQcTc9c.AdTsTdJdQd.-.-_u:9h_b:o_t:AcTdAs9d.KcTsQs9s.QcAdAhKs",
        # a lone maker's partner, whom nobody knows, and the kitty
        "1:-.-.-.-_u:9h_b:pppp-sa_t:JsTsQs.AsKs9s.JcTcQc.AcKc9c.AdTdQd",
        # the upcard that was turned down wasn't recorded
        "1:AsKsQsTs9s.AdKdQdTdx.AcKcQcTc9c.JhThxxx_m:1s_k:Kh",
    ],
)
def test_samples_are_uniform_by_chi_square(line: str) -> None:
    record = parse_deal(line)
    worlds = Worlds(record)
    assert 20 < worlds.count < 10_000
    sampled = worlds.sample(np.random.default_rng(7), 20 * worlds.count)
    drawn = Counter(as_deals(record, sampled))
    assert set(drawn) <= set(ConsistentDeals(record))
    assert chi_square_is_plain(drawn, worlds.count)


def test_worlds_of_one_sample_are_independent() -> None:
    record = parse_deal(f"{ORDERED}_t:{ORDERED_TRICKS}")
    worlds = Worlds(record)
    sampled = as_deals(record, worlds.sample(np.random.default_rng(3), 4000))
    pairs = Counter(zip(sampled[::2], sampled[1::2], strict=True))
    assert worlds.count == 4 and chi_square_is_plain(pairs, 16)


def test_same_seed_same_bytes() -> None:
    worlds = Worlds(parse_deal(f"{ORDERED}_t:{ORDERED_TRICKS[:24]}"))
    first, second = (
        b"".join(array.tobytes() for array in worlds.sample(np.random.default_rng(5), 50))
        for _ in range(2)
    )
    assert first == second


def test_shapes_and_types() -> None:
    arrays = Worlds(parse_deal("1:-.-.-.-_u:Th")).sample(np.random.default_rng(1), 7)
    assert [(array.shape, array.dtype.name) for array in arrays] == [
        ((7, 4), "uint64"),
        ((7, 4), "uint64"),
        ((7,), "uint64"),
        ((7,), "int8"),
        ((7,), "int8"),
    ]


def test_a_dealer_about_to_discard_holds_six() -> None:
    record = parse_deal("1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_b:o_k:JsJhJc")
    assert record.phase is Phase.DISCARD
    (hands, dealt, kitty, upcards, discards) = Worlds(record).all()
    assert hands[0, 3] == dealt[0, 3] | np.uint64(1 << Card.parse("9h").index)
    assert (DECK[upcards[0]], CardSet(int(kitty[0])), discards[0]) == (
        Card.parse("9h"),
        record.kitty,
        -1,
    )
    buried = Worlds(record, after_discard=True).all().discards
    assert sorted(str(DECK[index]) for index in buried) == sorted(
        ["9h", "Ah", "Kh", "Qh", "Th", "Jd"]
    )


def test_a_count_beyond_64_bits_is_exact() -> None:
    worlds = Worlds(parse_deal("1:-.-.-.-_r:hoyle-32"))
    assert worlds.count == 31_790_037_839_577_937_920
    assert len(worlds.sample(np.random.default_rng(1), 10).hands) == 10


def test_no_world_of_a_record_that_contradicts_itself() -> None:
    deal = replace(parse_deal("1:-.-.-.9s9d9cTsx_u:9h_b:o"), discarded=Card.parse("Ah"))
    worlds = Worlds(replace(deal, kitty=CardSet.of("Ah")))
    assert worlds.count == len(worlds.all().hands) == 0
    with pytest.raises(RuleError, match="no deal agrees"):
        worlds.sample(np.random.default_rng(1), 1)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(PLAIN_RULES))
def test_play_that_breaks_the_rules_raises(seed: int, rules_name: str) -> None:
    rng = random.Random(seed)
    record, _ = random_record(seed, rules_name, 18)
    cards = [list(trick) for trick in record.tricks]
    if not cards:
        return
    trick = rng.choice(cards)
    trick[rng.randrange(len(trick))] = rng.choice(DECK)
    wrong = replace(record, tricks=tuple(map(tuple, cards)))
    if is_allowed(lambda: wrong.play_state):
        assert Worlds(wrong).count == count_consistent(wrong)
        return
    for count in (count_consistent, Worlds):
        with pytest.raises(RuleError):
            count(wrong)


def test_some_hundred_thousand_worlds_are_all_different() -> None:
    worlds = Worlds(parse_deal("1:AsJsTs9h9c_u:Qh_b:pppp-s_t:AsKsQs9s.JsTdKhJc"))
    assert 100_000 < worlds.count < 400_000
    columns = worlds.all().hands.T.tolist()
    assert len(set(zip(*columns, strict=True))) == worlds.count
