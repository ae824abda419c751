"""Values with exchanges equal the best of all exchanges written out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from euchre_solve.auction import Call
from euchre_solve.cards import Card, CardSet
from euchre_solve.deal import Deal
from euchre_solve.exchange import Transfer
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules
from euchre_solve.solver.double_dummy import solve_deal, solve_position
from tests.plain_rules import RANKS, suit_of, trump_order
from tests.random_deals import fresh_deal


def swaps(deal: Deal, seat: int) -> list[tuple[Transfer, ...]]:
    """Return every exchange of a seat with the partner opposite, none first."""
    partner = deal.rules.partner_of(seat)
    pairs = product(deal.hands[seat - 1], deal.hands[partner - 1])
    return [
        (),
        *(
            (
                Transfer(seat, partner, CardSet.of(given)),
                Transfer(partner, seat, CardSet.of(got)),
            )
            for given, got in pairs
        ),
    ]


def tricks_of(deal: Deal, *exchanges: Transfer) -> int:
    """Return the makers' tricks after exchanges written out; they are then over."""
    plain = Rules.parse("north-american-deck32-benny-defendalone")
    settled = replace(deal, exchanges=exchanges).settled
    return solve_position(replace(settled, rules=plain)).contract.tricks


def called(deal: Deal, calls: str) -> Deal:
    for call in calls.split():
        deal = deal.call(Call.parse(call))
    return deal


@pytest.mark.parametrize("seed", range(3))
def test_loner_makes_the_best_exchange(seed: int) -> None:
    deal = fresh_deal(Random(seed), Rules.parse("railroad-partnersbest"))
    suit = next(suit for suit in "shdc" if deal.upcard and str(deal.upcard)[1] != suit)
    deal = called(deal, f"p p p p {suit}a")
    deal = deal.defend(alone=False).defend(alone=False)
    solution = solve_position(deal)
    assert solution.contract.tricks == max(tricks_of(deal, *each) for each in swaps(deal, 1))
    found = solution.contract.opening.exchanges
    assert tricks_of(deal, *found) == solution.contract.tricks


def test_lone_defender_answers_the_exchange_of_the_maker() -> None:
    deal = fresh_deal(Random(4), Rules.parse("railroad"))
    suit = next(suit for suit in "shdc" if deal.upcard and str(deal.upcard)[1] != suit)
    deal = called(deal, f"p p p p {suit}a").defend(alone=True)
    rows = [
        min(tricks_of(deal, *ours, *theirs) for theirs in swaps(deal, 2)[::5])
        for ours in swaps(deal, 1)[::5]
    ]
    assert solve_position(deal).contract.tricks in range(6)
    assert len(rows) == 6


def test_dealer_out_of_play_gives_the_upcard() -> None:
    deal = parse_deal("1:AcKcQcTc9c.JsAsKs9h9d.AdKdQdJdTd.8c7c8s7s7d_u:Jc_r:railroad_b:poa")
    solution = solve_position(deal)
    assert any(Card.parse("Jc") in each.cards for each in solution.contract.opening.exchanges)


def test_stated_exchange_is_taken_as_made() -> None:
    line = "1:BbJsAsKs9h.AhKhQhJhTh.JcQs7s8s9d.AdKdQdJdTd_u:7c_r:railroad_b:pppp-sa-pp"
    assert solve_position(parse_deal(line)).contract.tricks == 5
    stated = solve_position(parse_deal(f"{line}_e:1-3Ks.3-19d"))
    assert stated.contract.opening.exchanges == ()
    assert str(stated.deal.exchanges[1]) == "3-19d"
    assert {str(value.card) for value in stated.cards} == {"Bb", "Js", "As", "9h", "9d"}


def test_every_loner_of_a_deal_may_exchange() -> None:
    deal = fresh_deal(Random(5), Rules.parse("railroad"))
    plain = {
        (item.trump, item.alone): item.tricks
        for item in solve_deal(replace(deal, rules=Rules.parse("hoyle-32-benny"))).contracts
        if item.alone
    }
    for item in solve_deal(deal).contracts:
        if item.alone and not item.defend_alone:
            assert item.tricks >= plain[item.trump, item.alone]


def plain_worth(card: str, trump: str) -> int:
    """How high a card stands by the plain rules, trumps above all others."""
    if card in trump_order(trump):
        return 100 - trump_order(trump).index(card)
    return -RANKS.index(card[0])


def put_away(hand: CardSet, trump: str) -> str:
    """The lowest singleton of a plain suit, else the lowest card."""
    cards = list(map(str, hand))
    suits = [suit_of(card, trump) for card in cards]
    single = [card for card in cards if suits.count(suit_of(card, trump)) == 1]
    single = [card for card in single if suit_of(card, trump) != trump]
    return min(single or cards, key=lambda card: plain_worth(card, trump))


@pytest.mark.parametrize("seed", range(12))
def test_cards_exchanged_by_rank(seed: int) -> None:
    deal = fresh_deal(Random(seed), Rules.parse("railroad-partnersbest"))
    suit = next(suit for suit in "shdc" if deal.upcard and str(deal.upcard)[1] != suit)
    deal = called(deal, f"p p p p {suit}a")
    deal = deal.defend(alone=False).defend(alone=False)
    opening = solve_position(deal).contract.opening
    found = opening.by_rank
    assert found and found.tricks <= opening.tricks
    given, got = (str(each.cards) for each in found.exchanges)
    assert given == put_away(deal.hands[0], suit)
    pool = list(map(str, deal.hands[2]))
    assert plain_worth(got, suit) == max(plain_worth(card, suit) for card in pool)
    assert found.tricks == tricks_of(deal, *found.exchanges)


def test_by_rank_the_dealer_still_discards_what_is_best() -> None:
    deal = fresh_deal(Random(3), Rules.parse("north-american-partnersbest"))
    solution = next(
        each for each in solve_deal(deal).contracts if each.alone == 1 and each.round == 1
    )
    found = solution.opening.by_rank
    assert found and deal.upcard
    trump = str(deal.upcard.suit)
    plain = replace(deal, rules=Rules.parse("north-american"))
    values = []
    for discard in deal.hands[3].with_card(deal.upcard):
        each = called(plain, "oa").discard(discard)
        hand = each.hands[0].without_card(Card.parse(put_away(deal.hands[0], trump)))
        given = CardSet.of(str(found.exchanges[1].cards))
        hands = (hand | given, each.hands[1], each.hands[2] - given, each.hands[3])
        values.append(solve_position(replace(each, hands=hands)).contract.tricks)
    assert found.tricks == min(values)


def test_partner_gives_the_highest_trump_else_an_ace_of_his_shortest_suit() -> None:
    line = "1:AsKsQs9h9d.JhQhKdTcKc.{}.JsJcThTdQc_u:9c_r:north-american-partnersbest_b:pppp-sa"
    for hand, given in (("9sAhAdQdAc", "9s"), ("JdAhKhAdAc", "Ac"), ("JdKhQdAdAh", "Ah")):
        found = solve_position(parse_deal(line.format(hand))).contract.opening.by_rank
        assert found and str(found.exchanges[1].cards) == given
        assert str(found.exchanges[0].cards) == "9h"
