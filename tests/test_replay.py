"""Recorded deals played again: what is legal has no fault, what isn't has one where it happened."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.auction import Call
from euchre_solve.cards import DECK, NO_CARDS, CardSet
from euchre_solve.consistent import consistent_deals
from euchre_solve.deal import Deal, Phase
from euchre_solve.formats.deal_line import format_deal, read_deal
from euchre_solve.replay import consistent_discards, reconstruct, replay
from euchre_solve.rules import Rules
from tests.random_deals import BUILT_RULES, deals
from tests.random_games import whole_deal, without_hands

SPADES = "1:KsJs9s9h9d.AsKhQhJhTh.QsAdKdQdJd.TsAhAcKcQc_u:9c_b:pppp-s"
ORDERED = "1:KsJs9s9h9d.AsKhQhJhTh.QsAdKdQdJd.TsAhAcKcQc_u:9c_b:o"


def recorded(line):
    return read_deal(line, as_played=True).deal


def faults(line):
    return [(fault.act, fault.error.code.number) for fault in replay(recorded(line)).faults]


def whole(seed):
    return whole_deal(random.Random(seed), Rules.parse(BUILT_RULES[seed % len(BUILT_RULES)]))


@given(deals())
def test_a_legal_deal_has_no_fault_and_comes_to_what_the_play_says(deal):
    replayed = replay(deal)
    assert replayed.faults == ()
    assert replayed.contract == deal.contract
    assert replayed.is_over == (deal.phase in {Phase.FINISHED, Phase.PASSED_OUT})
    if deal.contract is None:
        return
    state = deal.play_state
    assert replayed.tricks_won == state.tricks_won
    assert replayed.leader == deal.contract.first_leader(deal.rules)
    if state.is_finished:
        assert (replayed.points, replayed.makers_tricks) == (state.points, state.makers_tricks)
    if deal.discarded is None and deal.is_open:
        assert replayed.discards == deal.consistent_discards


@given(deals())
def test_reconstruction_adds_no_more_than_what_was_played(deal):
    rebuilt = reconstruct(deal)
    assert replay(rebuilt).faults == ()
    for hand, more in zip(deal.hands, rebuilt.hands, strict=True):
        assert (hand - more) == NO_CARDS
    if deal.is_open:
        assert rebuilt.hands == deal.hands


@pytest.mark.parametrize("seed", range(60))
def test_hands_come_back_from_the_play(seed):
    deal = whole(seed)
    rebuilt = reconstruct(without_hands(deal))
    contract = deal.contract
    if contract is None or not deal.tricks:
        assert rebuilt == without_hands(deal)
        return
    dealer = deal.rules.dealer
    for seat in contract.active_seats(deal.rules):
        if seat != dealer or not replay(deal).picks_up:
            assert rebuilt.hands[seat - 1] == deal.hands[seat - 1]
    missing = deal.hands[dealer - 1] - rebuilt.hands[dealer - 1]
    if replay(deal).picks_up and dealer in contract.active_seats(deal.rules):
        # of the dealer's cards only the discard can be unknown
        assert missing in {NO_CARDS, CardSet.from_cards([deal.discarded])}
        assert (rebuilt.discarded == deal.upcard) == (deal.discarded == deal.upcard)


@pytest.mark.parametrize("seed", range(200))
def test_a_revoke_is_found_at_its_trick(seed):
    """Swap a card with one that its player holds and that does not follow suit."""
    deal = whole(seed)
    cards = [card for trick in deal.tricks for card in trick]
    state = replace(deal, tricks=()).play_state if deal.contract else None
    for at, card in enumerate(cards, start=1):
        hand = state.hands[state.turn - 1]
        others = [other for other in hand if not state.can_play(other)]
        if others:
            swapped = [
                {card: others[0], others[0]: card}.get(each, each) for each in cards[at - 1 :]
            ]
            played = cards[: at - 1] + swapped
            size = len(state.active)
            tricks = tuple(
                tuple(played[start : start + size]) for start in range(0, len(played), size)
            )
            found = replay(replace(deal, tricks=tricks)).faults
            assert (found[0].act, found[0].error.code.number) == (f"t{at}", "E301")
            assert f"trick {len(state.tricks)} was led" in found[0].error.hint
            return
        state = state.play(card)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (SPADES + "_t:KsKhQsTs", [("t2", "E301")]),
        (SPADES + "_t:KsAsQsTs.AhAd", [("t5", "E302")]),
        (SPADES + "_t:KsAsQsTs.JsKhQdAh.9hThKdKc", [("t5", "E306")]),
        (SPADES + "_t:KsAsQs9c", [("t4", "E302")]),
        (SPADES + "_t:KsAsQs7s", [("t4", "E201")]),
        (SPADES + "_t:KsAsQsTs.KhAdAh9h.Kh", [("t9", "E302")]),
        (SPADES + "_t:KsAs.TsQs", [("t2", "E312")]),
        (SPADES + "_t:KsAsQsTsKc", [("t5", "E312")]),
        (ORDERED + "_x:Ks", [("x", "E302")]),
        (SPADES + "_x:Qc", [("x", "E305")]),
        (ORDERED + "_x:Ac_t:KsAsQsTs.KhAdAc9h", [("t7", "E302")]),
        ("1:-_u:9c_b:ppps", [("b4", "E303")]),
        ("1:-_u:9c_b:pppp-c", [("b5", "E304")]),
        ("1:-_u:9c_b:pppp-o", [("b5", "E303")]),
        ("1:-_u:9c_b:pppp-n", [("b5", "E303")]),
        ("1:-_u:9c_r:north-american-stick_b:pppp-pppp", [("b8", "E309")]),
        ("1:-_u:9c_r:ontario-nz_b:po", [("b2", "E310")]),
        ("1:-_u:9c_r:hoyle-1844_b:o_x:9c", [("x", "E305")]),
        ("1:-_u:9c_b:pppp-s_t:KsKhQsTs.KdAs9d9h", [("t2", "E301")]),
        ("1:-_u:9c_b:pppp-s_t:KsKhQsTs.KsKc9d9h", [("t5", "E302")]),
    ],
)
def test_illegal_acts(line, expected):
    assert faults(line) == expected


def test_a_sixth_trick_is_after_the_end():
    deal = next(whole(seed) for seed in range(0, 99, 9) if whole(seed).tricks)
    fault = replay(replace(deal, tricks=(*deal.tricks, deal.tricks[0]))).faults[-1]
    size = sum(map(len, deal.tricks))
    assert (fault.act, fault.error.code.number) == (f"t{size + 1}", "E308")


def test_a_dealer_who_played_five_other_cards_buried_the_upcard():
    deal = recorded(
        "1:-_u:Js_b:ppppo".replace("ppppo", "pppo")
        + "_t:9hAhThKh.AcKcTc9c.AdKdTdJd.9sAsTsKs.9dQdQcJc"
    )
    assert str(reconstruct(deal).discarded) == "Js"


CARDS = st.sampled_from(DECK)
TRICKS = st.lists(st.lists(CARDS, max_size=6).map(tuple), max_size=7).map(tuple)


@given(
    deals(),
    TRICKS,
    st.lists(st.sampled_from(["p", "o", "oa", "s", "ha", "n", "l"]), max_size=10),
    st.none() | CARDS,
)
def test_nothing_that_a_deal_holds_raises(deal, tricks, calls, discarded):
    made = tuple(map(Call.parse, calls)) if deal.upcard and not deal.stated_contract else ()
    odd = replace(deal, calls=made, defence=(), tricks=tricks, discarded=discarded)
    replay(odd)
    rebuilt = reconstruct(odd)
    assert isinstance(rebuilt, Deal)
    assert format_deal(rebuilt)


@pytest.mark.parametrize("seed", range(60))
def test_the_discards_are_those_of_the_consistent_deals(seed):
    deal = replace(whole(seed), discarded=None)
    found = set(consistent_discards(deal))
    if not deal.tricks or not replay(deal).picks_up:
        assert found == set()
        return
    assert found == {full.discarded for full in consistent_deals(deal)}
    bare = reconstruct(without_hands(deal))
    known = set(consistent_discards(bare))
    if bare.discarded is None and known:
        assert known == {full.discarded for full in consistent_deals(bare)}
