"""The fast play against `play.Play`, card by card."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.advice.arena.card_play import CardPlay, plain_order
from euchre_solve.cards import Card, CardSet
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

from .random_deals import PARTNERSHIP_RULES
from .random_games import whole_deal


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.sampled_from(PARTNERSHIP_RULES))
def test_card_play_follows_the_play(seed: int, rules_name: str) -> None:
    whole = whole_deal(random.Random(seed), Rules.parse(rules_name))
    if whole.phase is Phase.PASSED_OUT or whole.rules.hand_size != 5:
        return
    fresh = replace(whole, tricks=())
    fast, state = CardPlay.of(fresh), fresh.play_state
    for card in (card for trick in whole.tricks for card in trick):
        assert fast.legal_mask == state.legal_cards.mask
        assert (fast.turn, fast.leader, tuple(fast.trick)) == (
            state.turn,
            state.leader,
            state.trick,
        )
        fast.play(card)
        state = state.play(card)
        assert tuple(fast.won) == state.tricks_won
        held = [mask for seat, mask in enumerate(fast.hands, 1) if seat in state.active]
        assert held == [hand.mask for at, hand in enumerate(state.hands, 1) if at in state.active]
    assert fast.turn is state.turn is None and fast.legal_mask == 0
    assert CardPlay.of(whole).won == fast.won
    with pytest.raises(RuleError, match="after the last trick"):
        fast.play(whole.tricks[0][0])


@settings(max_examples=50)
@given(st.integers(0, 2**32))
def test_what_a_seat_sees_is_enough_for_its_own_cards(seed: int) -> None:
    rng = random.Random(seed)
    whole = whole_deal(rng, Rules())
    cards = [card for trick in whole.tricks for card in trick]
    if not cards:
        return
    cut = rng.randrange(len(cards))
    state = replace(whole, tricks=(tuple(cards[:cut]),) if cut else ()).play_state
    seen = CardPlay.of(seen_by(replace(whole, tricks=state.tricks), state.turn))
    assert (seen.turn, seen.legal_mask) == (state.turn, state.legal_cards.mask)


def test_card_play_needs_a_contract() -> None:
    with pytest.raises(RuleError, match="before trump"):
        CardPlay.of(Deal.of("", "", "", "", upcard="Jc"))


def test_winner_of_the_trick_on_the_table() -> None:
    deal = parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_m:3d_t:As9sKsQs.9hQhAh")
    assert CardPlay.of(deal).winner == 3


def test_plain_order_puts_trumps_last() -> None:
    order = plain_order(Trump.HEARTS)
    cards = CardSet.of("Jh", "Jd", "9h", "As", "9s", "9d")
    ranked = sorted(cards, key=lambda card: order[card.index])
    assert ranked == [Card.parse(name) for name in ("9d", "9s", "As", "9h", "Jd", "Jh")]
