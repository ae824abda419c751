"""Consistent deals against a listing of every way to put the unknown cards, each replayed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.cards import Card, CardSet
from euchre_solve.consistent import (
    ConsistentDeals,
    consistent_deals,
    count_consistent,
    sample_consistent,
)
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError, is_allowed
from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.rules import Rules

from .random_deals import PLAIN_RULES

HIDDEN = 5
"""Cards hidden at most where everything is listed."""

ALL_DEALS = factorial(23) // (factorial(5) ** 4 * factorial(3))
"""Deals with one upcard."""

ORDERED = "1:-_u:Qh_b:po"
ORDERED_TRICKS = "AsTsJsAc.Ah9hQcJh.TdQdTc9s.9dJcQsQh.JdKhThKc"


def full_deal(rng: random.Random, rules: Rules) -> Deal:
    cards = list(rules.deck)
    rng.shuffle(cards)
    size = rules.hand_size
    hands = tuple(CardSet.from_cards(cards[at * size :][:size]) for at in range(rules.players))
    upcard, *kitty = cards[size * rules.players :]
    return Deal(rules, hands, upcard, kitty=CardSet.from_cards(kitty))


def at_random_stage(deal: Deal, rng: random.Random) -> Deal:
    """Go on to a random stage; the discard is stated once it is made."""
    while deal.phase is Phase.CALL and rng.random() < 0.97:
        deal = deal.call(rng.choice(deal.auction.legal_calls))
    if deal.phase is Phase.DISCARD and rng.random() < 0.9:
        deal = deal.discard(rng.choice([c for c in deal.six_cards if deal.can_discard(c)]))
    while deal.phase is Phase.DEFENCE and rng.random() < 0.9:
        deal = deal.defend(alone=rng.random() < 0.5)
    if deal.phase is not Phase.PLAY:
        return deal
    state = deal.play_state
    for _ in range(rng.choice((0, 3, 8, 14, 40))):
        if state.turn:
            state = state.play(rng.choice(tuple(state.legal_cards)))
    return replace(deal, tricks=state.tricks)


def with_hidden(deal: Deal, rng: random.Random, count: int) -> Deal:
    """Forget so many cards of the hands and the kitty, often the discard, seldom the upcard."""
    places = [(at, card) for at, hand in enumerate((*deal.hands, deal.kitty)) for card in hand]
    hidden = rng.sample(places, count)
    parts = [*deal.hands, deal.kitty]
    for at, card in hidden:
        parts[at] = parts[at].without_card(card)
    deal = replace(deal, hands=tuple(parts[:-1]), kitty=parts[-1])
    if rng.random() < 0.8 and (deal.tricks or deal.defence):
        deal = replace(deal, discarded=None)
    contract = deal.contract
    if contract and rng.random() < 0.3:
        deal = replace(deal, calls=(), defence=(), stated_contract=contract)
        if contract.round == 2 and rng.random() < 0.5:
            deal = replace(deal, upcard=None)
    return deal


def listed(deal: Deal, *, is_discarded: bool) -> Iterator[Deal]:
    """Yield every consistent deal the slow way: put the unstated cards anywhere, then replay."""
    parts = [*deal.hands, deal.kitty]
    known = [card for part in parts for card in part]
    known += [deal.upcard] if deal.upcard else []
    unknown = [card for card in deal.rules.deck if card not in known]
    rooms = [deal.rules.hand_size - len(hand) for hand in deal.hands]
    rooms += [deal.rules.kitty_size - 1 - len(deal.kitty), int(deal.upcard is None)]

    def placed(at: int, groups: list[list[Card]]) -> Iterator[list[list[Card]]]:
        if at == len(unknown):
            yield groups
            return
        for place, room in enumerate(rooms):
            if len(groups[place]) < room:
                with_card = [[*group] for group in groups]
                with_card[place].append(unknown[at])
                yield from placed(at + 1, with_card)

    for groups in placed(0, [[] for _ in rooms]):
        *hands, kitty = (
            part | CardSet.from_cards(g) for part, g in zip(parts, groups, strict=False)
        )
        upcard = groups[-1][0] if groups[-1] else deal.upcard
        discards = [deal.discarded]
        if is_discarded and deal.discarded is None:
            discards = [*hands[-1], upcard]
        for discard in discards:
            full = replaced(deal, tuple(hands), upcard, kitty)
            if full and is_allowed(lambda: replay(full, deal, discard)):  # noqa: B023
                yield replay(full, deal, discard)


def replaced(deal: Deal, hands: tuple[CardSet, ...], upcard: Card, kitty: CardSet) -> Deal | None:
    """Return the deal before its record; None if the stated contract can't be with the upcard."""
    try:
        return replace(
            deal,
            hands=hands,
            upcard=upcard,
            kitty=kitty,
            calls=(),
            defence=(),
            discarded=None,
            tricks=(),
        )
    except RuleError:
        return None


def replay(fresh: Deal, record: Deal, discard: Card | None) -> Deal:
    """Do everything that ``record`` says once more, each act verified."""
    deal = fresh
    for call in record.calls:
        deal = deal.call(call)
    if discard:
        deal = deal.discard(discard)
    for alone in record.defence:
        deal = deal.defend(alone=alone)
    for card in (card for trick in record.tricks for card in trick):
        deal = deal.play(card)
    return deal


def random_record(seed: int, rules_name: str, hidden: int) -> tuple[Deal, bool]:
    rng = random.Random(seed)
    full = at_random_stage(full_deal(rng, Rules.parse(rules_name)), rng)
    return with_hidden(full, rng, rng.randint(0, hidden)), full.discarded is not None


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(PLAIN_RULES))
def test_enumeration_and_count_are_those_of_the_plain_listing(seed: int, rules_name: str) -> None:
    deal, is_discarded = random_record(seed, rules_name, HIDDEN)
    found = list(consistent_deals(deal, after_discard=is_discarded))
    assert count_consistent(deal, after_discard=is_discarded) == len(found) >= 1
    assert len(set(found)) == len(found)
    assert set(found) == set(listed(deal, is_discarded=is_discarded))


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.sampled_from(PLAIN_RULES))
def test_no_consistent_deal_contradicts_the_record(seed: int, rules_name: str) -> None:
    rng = random.Random(seed)
    deal, _ = random_record(seed, rules_name, 18)
    for full in sample_consistent(deal, rng, 3):
        assert full.is_open and len(full.kitty) == full.rules.kitty_size - 1 and full.upcard
        fresh = replaced(full, full.hands, full.upcard, full.kitty)
        assert fresh and replay(fresh, full, full.discarded) == full
        assert all(
            not (known - all_).mask for known, all_ in zip(deal.hands, full.hands, strict=True)
        )
        assert not (deal.kitty - full.kitty).mask
        assert deal.upcard in {None, full.upcard}
        assert deal.discarded in {None, full.discarded}
        assert count_consistent(full) == 1
        assert parse_deal(format_deal(full)) == full


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("3:JsJcAsKh9d_u:Th", 617_512_896),
        ("1:-.-.-.-_u:Th", ALL_DEALS),
        ("1:-.-.-.-", 24 * ALL_DEALS),
        ("1:-.-.-.-_r:hoyle-32", 31_790_037_839_577_937_920),
        (f"{ORDERED}_t:{ORDERED_TRICKS}", 4),  # the discard is one of four cards nobody saw
        # the upcard wasn't among the dealer's five cards played, so he buried it
        ("1:-_u:Qh_b:po_t:QdTd9d9h.TsTcJs9s.Kc9cJcQc.AhKhKsJh.KdThAdAs", 1),
        # a loner's partner and the kitty are unknown: C(8, 5) ways
        ("1:-.-.-.-_u:9h_b:pppp-sa_t:JsTsQs.AsKs9s.JcTcQc.AcKc9c.AdTdQd", 56),
    ],
)
def test_typical_counts(line: str, count: int) -> None:
    assert count_consistent(parse_deal(line)) == count


def test_left_bower_counts_as_trump_when_a_seat_is_void() -> None:
    deal = parse_deal("1:AsKsQsTs9s_u:9h_b:pppp-s_t:AsAd")
    seen = [full.hands[1] for full in sample_consistent(deal, random.Random(1), 200)]
    assert not any(Card.parse("Jc") in hand or Card.parse("Js") in hand for hand in seen)
    assert any(Card.parse("Ac") in hand for hand in seen)


def test_a_dealer_who_was_void_may_have_discarded_from_that_suit() -> None:
    deal = parse_deal("1:AcKcQcTc9c.-.-.-_u:9h_b:o_t:AcTdJd9d")
    sampled = list(sample_consistent(deal, random.Random(1), 1000))
    discards = {str(full.discarded) for full in sampled}
    assert {"Jc", "9s", "9h"} < discards
    held = [full.hands[3].without_card(full.discarded) for full in sampled]
    assert not any(Card.parse("Jc") in hand for hand in held)


def test_a_record_that_breaks_the_rules_raises() -> None:
    revoke = [tuple(map(Card.parse, cards.split())) for cards in ("As Ad 9s Ts", "Ks Qs")]
    with pytest.raises(RuleError, match="plays Qs but had played Ad"):
        count_consistent(replace(parse_deal("1:-_m:1s"), tricks=tuple(revoke)))


def test_cards_that_fit_nowhere_together_leave_no_deal() -> None:
    deal = replace(parse_deal("1:-.-.-.9s9d9cTsx_u:9h_b:o"), discarded=Card.parse("Ah"))
    stated_twice = replace(deal, kitty=CardSet.of("Ah"))
    assert count_consistent(deal) > 0
    assert count_consistent(stated_twice) == 0
    assert list(consistent_deals(stated_twice)) == []
    with pytest.raises(RuleError, match="no deal agrees"):
        ConsistentDeals(stated_twice).sample(random.Random(1))
    with pytest.raises(IndexError):
        ConsistentDeals(deal).at(-1)


def test_a_discard_to_come_is_not_stated_unless_wanted() -> None:
    deal = parse_deal("1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_b:o_k:JsJhJc")
    assert list(consistent_deals(deal)) == [deal]
    assert count_consistent(deal, after_discard=True) == 6
    buried = [full.discarded for full in consistent_deals(deal, after_discard=True)]
    assert sorted(map(str, buried)) == sorted(["9h", "Ah", "Kh", "Qh", "Th", "Jd"])


def test_samples_are_uniform_by_chi_square() -> None:
    deal = parse_deal(f"{ORDERED}_t:{ORDERED_TRICKS[:-6]}")
    deals = ConsistentDeals(deal)
    numbers = {full: number for number, full in enumerate(deals)}
    assert 100 < len(numbers) == deals.count < 2000
    per_deal = 20
    drawn = Counter(
        numbers[full] for full in sample_consistent(deal, random.Random(7), per_deal * len(numbers))
    )
    statistic = sum((drawn[number] - per_deal) ** 2 / per_deal for number in range(len(numbers)))
    freedom = len(numbers) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def test_same_seed_same_sample() -> None:
    deal = parse_deal("3:JsJcAsKh9d_u:Th")
    first, second = (list(sample_consistent(deal, random.Random(5), 20)) for _ in range(2))
    assert first == second and len(set(first)) == 20
