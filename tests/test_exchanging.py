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
