"""Cards after exchanges that the seat on turn hasn't seen: all worlds against plain enumeration."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious
from euchre_solve.advice.bidding.reading import LEAST, likelihoods
from euchre_solve.advice.decision.exchanging import exchanged
from euchre_solve.advice.decision.unseen_exchange import ExchangedWorlds
from euchre_solve.advice.recommend import recommend
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.auction import PASS, Act, Call
from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal
from euchre_solve.exchange import Transfer
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel
from euchre_solve.trump import Trump

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

RULES = Rules.parse("north-american-partnersbest")
ALONE = Call(Act.ORDER, alone=True)


def one_row(*hands: CardSet) -> np.ndarray:
    return np.array([[hand.mask for hand in hands]], np.uint64)


def late(seed: int, maker: int, *, named: bool) -> Deal:
    """Return a deal in its fourth trick in which a loner has changed a card, as an opponent saw it.

    Trump is ``named`` in round 2, else ordered up; the loner is the dealer's partner or eldest.
    """
    rng = random.Random(seed)
    while True:
        cards = list(RULES.deck)
        rng.shuffle(cards)
        hands = tuple(CardSet.from_cards(cards[5 * at :][:5]) for at in range(4))
        deal = Deal(RULES, hands, upcard=cards[20], kitty=CardSet.from_cards(cards[21:]))
        assert deal.upcard
        trump = next(suit for suit in Trump if suit.suit is not deal.upcard.suit)
        call = Call(trump, alone=True) if named else ALONE
        deal = replace(deal, calls=(PASS,) * (4 * named + maker - 1)).call(call)
        assert deal.contract
        upcards = np.array([1 << deal.upcard.index], np.uint64)
        after = exchanged(deal.contract, RULES, one_row(*hands), upcards, None)[0].tolist()
        given = hands[maker - 1] - CardSet(after[maker - 1])
        got = CardSet(after[maker - 1]) - hands[maker - 1]
        partner = RULES.partner_of(maker)
        pair = (Transfer(maker, partner, given), Transfer(partner, maker, got))
        state = replace(deal, exchanges=pair).play_state
        while sum(state.tricks_won) < 3 or state.turn == maker:
            state = state.play(rng.choice(tuple(state.legal_cards)))
        if state.turn and len(state.legal_cards) > 1:
            return seen_by(replace(deal, exchanges=pair, tricks=state.tricks), state.turn)


def plays_by(deal: Deal, seat: int) -> tuple[CardSet, int]:
    """Return what ``seat`` has played, and the cards that it can't hold as it didn't follow."""
    state = replace(deal, tricks=()).play_state
    trump, played, void = state.contract.trump, NO_CARDS, 0
    for card in (card for trick in deal.tricks for card in trick):
        if state.turn == seat:
            played = played.with_card(card)
            led = trump.cards_of(trump.suit_of(state.trick[0] if state.trick else card))
            void |= 0 if card in led else led.mask
        state = state.play(card)
    return played, void


def layouts(deal: Deal, seat: int) -> Iterator[tuple[CardSet, ...]]:
    """Yield hands as dealt and kitty, for all that the other opponent can have been dealt."""
    contract = deal.contract
    assert contract and deal.upcard
    maker, partner = contract.maker, RULES.partner_of(contract.maker)
    other = RULES.partner_of(seat)
    shown, void = plays_by(deal, other)
    plays, _ = plays_by(deal, maker)
    unseen = RULES.deck - deal.hands[seat - 1] - CardSet.of(deal.upcard) - shown
    for more in combinations(unseen - plays - CardSet(void), 5 - len(shown)):
        rest = unseen - CardSet.from_cards(more)
        for kitty in map(CardSet.from_cards, combinations(rest - plays, 3)):
            for cards in map(CardSet.from_cards, combinations(rest - kitty, 5)):
                if len(plays - cards) > 1:
                    continue
                hands = [NO_CARDS] * 4
                hands[seat - 1], hands[other - 1] = deal.hands[seat - 1], shown
                hands[other - 1] |= CardSet.from_cards(more)
                hands[maker - 1], hands[partner - 1] = cards, rest - kitty - cards
                yield (*hands, kitty)


def arrays_of(deal: Deal, dealt: list[tuple[CardSet, ...]]) -> WorldArrays:
    assert deal.upcard
    masks = np.array([[cards.mask for cards in each] for each in dealt], np.uint64)
    upcards = np.full(len(masks), deal.upcard.index, np.int8)
    nothing = np.full(len(masks), -1, np.int8)
    return WorldArrays(masks[:, :4], masks[:, :4], masks[:, 4], upcards, nothing)


@pytest.mark.parametrize(("maker", "named"), [(3, True), (2, False)])
def test_worlds_are_those_of_plain_enumeration(maker: int, *, named: bool) -> None:
    """Every layout in which the loner, after changing a card, can have played as he did."""
    deal = late(1, maker, named=named)
    seat, contract = deal.seat, deal.contract
    assert seat and contract and deal.upcard and not deal.exchanges
    reader = Cautious(model_for(RULES))
    worlds, weights = ExchangedWorlds(deal, deal.play_state, reader).every()
    found: Counter[tuple[int, ...]] = Counter()
    for hands, weight in zip(worlds.hands.tolist(), weights.tolist(), strict=True):
        found[tuple(hands)] += weight
    dealt = list(layouts(deal, seat))
    arrays = arrays_of(deal, dealt)
    likely = likelihoods(reader, deal, seat, arrays)
    upcards = np.full(len(dealt), 1 << deal.upcard.index, np.uint64)
    after = exchanged(contract, RULES, arrays.hands, upcards, None)
    plays, void = plays_by(deal, maker)
    others = CardSet.from_cards(card for trick in deal.tricks for card in trick)
    expected: Counter[tuple[int, ...]] = Counter()
    for before, now, weight in zip(dealt, after.tolist(), likely.tolist(), strict=True):
        mine = CardSet(now[maker - 1])
        if (plays - mine).mask or (mine - plays).mask & void:
            continue
        hands = [hand - others for hand in before[:4]]
        hands[maker - 1] = mine - plays
        partner = RULES.partner_of(maker) - 1
        hands[partner] = (before[partner] - mine) | (before[maker - 1] - mine)
        expected[tuple(hand.mask for hand in hands)] += weight
    assert len(found) > 100
    assert found.keys() == expected.keys()
    assert list(found.values()) == pytest.approx([expected[key] for key in found], rel=1e-6)
    assert min(weights) >= LEAST


def test_a_sample_has_the_shares_of_all_worlds() -> None:
    """How often the loner still holds each card, of 4,000 worlds drawn, within five errors."""
    deal = late(1, 3, named=True)
    source = ExchangedWorlds(deal, deal.play_state, Cautious(model_for(RULES)))
    rng = np.random.default_rng(1)
    everything, drawn = source.every(), source.sample(rng, 40_000)
    for card in RULES.deck:
        bit = np.uint64(1 << card.index)
        all_of, some = (
            float(weights @ ((worlds.hands[:, 2] & bit) != 0)) / float(weights.sum())
            for worlds, weights in (everything, drawn)
        )
        effective = drawn[1].sum() ** 2 / (drawn[1] ** 2).sum()
        assert abs(all_of - some) <= 5 * (all_of * (1 - all_of) / effective) ** 0.5 + 1e-9


def test_a_loner_plays_from_what_he_holds_after_his_exchange() -> None:
    line = "1:-.-.JsAsKsKh9d.-_u:Ts_b:ppoa_e:3-19d.1-3Ad_t:9h_r:railroad"
    advice = recommend(parse_deal(line), worlds=64)
    assert [action.token for action in advice.actions] == ["Kh"]
    lead = recommend(parse_deal(line.replace("_t:9h", "_t:9hKhTh")), worlds=64)
    assert {action.token for action in lead.actions} == {"Js", "As", "Ks", "Ad"}
    places = {str(place.card): place.seats[0] for place in lead.places}
    assert places["9d"] == pytest.approx(1)  # he gave it to his partner


def test_what_partner_gave_tells_what_he_lacked() -> None:
    """Had he had a trump he would have given it, so the others have more."""
    line = "1:-.-.JsAsKsKh9d.-_u:Ts_b:ppoa_e:3-19d.1-3{}_t:9hKhTh_r:railroad"
    side, trump = (
        recommend(parse_deal(line.format(card)), worlds=1024).places for card in ("Ad", "Qs")
    )
    left = [next(each for each in places if str(each.card) == "Jc") for places in (side, trump)]
    assert left[0].seats[0] < 0.1 > left[1].seats[0]
    nine = [next(each for each in places if str(each.card) == "9s") for places in (side, trump)]
    assert nine[0].seats[0] < nine[1].seats[0] / 2


def test_an_upcard_may_have_gone_to_the_loner() -> None:
    """The dealer's partner alone: the dealer may give the card that he turned."""
    line = "1:JdAdKcQc9c.-.-.-_u:Js_b:poa{}_r:north-american-partnersbest"
    advice = recommend(parse_deal(line.format("")), worlds=1024)
    right = next(place for place in advice.places if str(place.card) == "Js")
    assert right.seats[1] == pytest.approx(1)  # nothing is better than the right bower
    later = recommend(parse_deal(line.format("_t:AdJs9d9sTh")), worlds=64)
    assert later.seat == 1 and later.proof is None


def test_who_went_under_knows_what_he_holds() -> None:
    line = "1:9sTs9hTh9d.-.-.-_u:Jd_e:k-1AsKsQs.1-k9sTs9h_b:pppp_r:north-american-farmerunder"
    deal = parse_deal(line)
    seen = seen_by(deal, 1)
    assert str(seen.hands[0]) == "AsKsQsTh9d" and str(seen.kitty) == "Ts9s9h"
    assert not seen.exchanges and not seen_by(deal, 2).exchanges
    advice = recommend(seen, worlds=1024)
    assert advice.actions[0].token == "s"
    assert not any(action.token.startswith("1-k") for action in advice.actions)


def test_only_the_two_who_change_cards_know_them() -> None:
    deal = late(2, 3, named=True)
    seat = deal.seat
    assert seat and seat % 2 == 0 and not deal.exchanges
    pair = (Transfer(3, 1, CardSet.of("9d")), Transfer(1, 3, CardSet.of("Ad")))
    full = parse_deal("1:Ad9h9cQdKd.-.JsAsKsKh9d.-_u:Ts_b:ppoa_r:railroad")
    known = replace(full, exchanges=pair)
    assert [bool(seen_by(known, each).exchanges) for each in (1, 2, 3, 4)] == [1, 0, 1, 0]
    assert Card.parse("9d") in seen_by(known, 3).hands[2]


def test_same_answer_for_any_number_of_jobs() -> None:
    deal = parse_deal("2:9cAdKcQcJd_u:Ts_b:ppoa_r:north-american-partnersbest")
    one, two = (recommend(deal, worlds=2048, jobs=jobs) for jobs in (1, 2))
    assert one == two and not one.exact
