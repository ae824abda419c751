"""Games of two and three, call-ace, set-back: examples, scores, values with open hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from euchre_solve.auction import PASS, Call
from euchre_solve.cards import CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Phase
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.replay import replay
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.double_dummy import position_of, solve_deal, solve_position
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.random_deals import fresh_deal
from tests.random_games import whole_deal

CALL_ACE = "1:AsKhQh9h9d.KcTcJcTd8s.AhTh8hKd7d.QcJd9s8d7s_u:9c_k:AcQsTs7c_r:call-ace"


def refusal(text: str) -> ErrorCode:
    with pytest.raises(EuchreError) as caught:
        parse_deal(text)
    return caught.value.code


def gains(name: str, maker: int, tricks: tuple[int, ...]) -> tuple[int, ...]:
    return Contract(Trump.HEARTS, maker, 2).gains(tricks, Rules.parse(name))


# --- two


def test_two_handed_values_of_the_leads() -> None:
    line = "1:JcAc9cAh9d.JsKcAsKhAd_r:two-handed"
    clubs = solve_position(parse_deal(f"{line}_m:1c"))
    hearts = solve_position(parse_deal(f"{line}_m:1h"))
    assert (clubs.contract.tricks, hearts.contract.tricks) == (3, 4)
    values = {str(value.card): value.tricks for value in hearts.cards}
    assert values == {"Ah": 4, "Ac": 4, "9d": 2, "9c": 1, "Jc": 1}


def test_nobody_goes_alone_with_two() -> None:
    assert refusal("1:JcAc9cAh9d.JsKcAsKhAd_u:9h_r:two-handed_b:oa") is ErrorCode.NOT_ALONE


def test_score_of_two_is_that_of_the_first_hand_first() -> None:
    deal = parse_deal("2:JsKcAsKhAd_u:9h_r:two-handed_s:7-4")
    assert deal.score == (4, 7)
    assert format_deal(deal).endswith("_s:7-4")


# --- three


def test_three_handed_maker_with_both_bowers() -> None:
    line = "1:JhJdAhAs9c.KhQhKsAcTc.Th9hQsAdKc_r:three-handed-hoyle"
    assert solve_position(parse_deal(f"{line}_m:1h")).contract.tricks == 4


def test_three_handed_march_and_euchre() -> None:
    assert gains("three-handed-hoyle", 1, (5, 0, 0)) == (3, 0, 0)
    assert gains("three-handed-hoyle", 2, (0, 4, 1)) == (0, 1, 0)
    assert gains("three-handed-hoyle", 3, (2, 1, 2)) == (2, 2, 0)


def test_cutthroat_defender_with_more_tricks_takes_the_euchre() -> None:
    name = "three-handed-cutthroat"
    assert [gains(name, 1, (made, 7 - made, 0))[0] for made in (4, 6, 7)] == [1, 2, 4]
    assert gains(name, 1, (2, 3, 2)) == (0, 2, 0)
    assert gains(name, 3, (2, 2, 3)) == (1, 1, 0)


def test_score_of_three_turns_with_the_seats() -> None:
    deal = parse_deal("2:JhJdAhAs9c_u:9s_r:three-handed-hoyle_s:4-7-2")
    assert deal.score == (2, 4, 7)
    assert format_deal(deal).endswith("_s:4-7-2")
    assert refusal("2:JhJdAhAs9c_u:9s_r:three-handed-hoyle_s:4-7") is ErrorCode.BAD_VALUE


@pytest.mark.parametrize("name", ["two-handed", "three-handed-hoyle", "set-back-players3"])
def test_values_are_those_of_the_maker_against_all(name: str) -> None:
    deal = fresh_deal(Random(7), Rules.parse(name))
    for item in solve_deal(deal).contracts:
        if item.round != 2:
            continue
        position = Position(
            deal.hands,
            tuple((seat,) == item.makers for seat in deal.rules.seats),
            item.trump,
            item.opening.leader - 1,
        )
        assert item.tricks == reference.solve_tricks(position).tricks


# --- any number, side by side with a plain table


def test_six_hands_three_against_three() -> None:
    hands = "JdAdAsKs6c JhKd7dAhKh QdTdAcQs9h 9d8dKcTs8h 6dQcJc9s7h QhTc8s7cTh"
    position = Position(
        tuple(CardSet.of(*(hand[at : at + 2] for at in range(0, 10, 2))) for hand in hands.split()),
        (True, False) * 3,
        Trump.DIAMONDS,
        0,
    )
    values = {str(card): tricks for card, tricks in kernel.solve_cards(position).items()}
    assert values == {"Ks": 3, "As": 3, "6c": 3, "Jd": 1, "Ad": 1}


def test_one_against_one() -> None:
    hands = CardSet.of("Jh", "Ah", "Kh", "As", "Ac"), CardSet.of("Jd", "Qh", "Th", "Ks", "Kc")
    assert kernel.solve_tricks(Position(hands, (True, False), Trump.HEARTS, 1)).tricks == 4


# --- call-ace


def test_holder_of_the_best_card_dealt_is_the_partner() -> None:
    deal = parse_deal(f"{CALL_ACE}_b:pppp-h-c")
    assert deal.contract_with_partner
    assert deal.contract_with_partner.partners == (2,)  # the ace is in the kitty


def test_maker_who_holds_the_card_is_alone() -> None:
    contract = parse_deal(f"{CALL_ACE}_b:pppp-h-s").contract_with_partner
    assert contract
    assert (contract.alone, contract.partners) == (True, ())
    assert contract.gains((5, 0, 0, 0), Rules.parse("call-ace")) == (4, 0, 0, 0)
    assert contract.first_leader(Rules.parse("call-ace-leftleads")) == 1  # nobody is told


def test_each_of_both_makers_scores_and_each_opponent() -> None:
    contract = Contract(Trump.HEARTS, 1, 2, partners=(3,))
    rules = Rules.parse("call-ace-players5")
    assert contract.gains((3, 0, 2, 0, 0), rules) == (2, 0, 2, 0, 0)
    assert contract.gains((1, 2, 1, 1, 0), rules) == (0, 2, 0, 2, 2)


def test_suit_is_called_before_the_discard() -> None:
    deal = parse_deal(f"{CALL_ACE}_b:o")
    assert (deal.phase, deal.seat) == (Phase.CALL_SUIT, 1)
    assert not any(map(deal.can_discard, deal.hands[3]))
    deal = deal.call_suit(Suit.HEARTS)
    assert (deal.phase, deal.seat) == (Phase.DISCARD, 4)
    assert format_deal(deal).endswith("_b:o-h")
    assert not deal.can_call_suit()


def test_partner_is_unknown_while_the_better_cards_are() -> None:
    line = "1:AsKhQh9h9d.-.AhTh8hKd7d.-_u:9c_r:call-ace_b:pppp-h"
    partners = {}
    for suit in "shdc":
        contract = parse_deal(f"{line}-{suit}").contract_with_partner
        assert contract
        partners[suit] = contract.partners
    assert partners == {"s": (), "h": (), "d": (), "c": ()}


def test_stated_contract_needs_the_suit_called() -> None:
    assert parse_deal(f"{CALL_ACE}_m:1hc").contract == parse_deal(f"{CALL_ACE}_b:pppp-h-c").contract
    assert refusal(f"{CALL_ACE}_m:1h") is ErrorCode.ILLEGAL_CALL
    assert parse_deal(f"{CALL_ACE}_m:1ha").contract


def test_open_hands_are_solved_for_each_partner() -> None:
    deal = parse_deal(CALL_ACE)
    pairs = {item.makers for item in solve_deal(deal).contracts}
    assert len(pairs) == 6 + 4
    values = {
        (item.trump, item.makers): item.tricks
        for item in solve_deal(deal).contracts
        if item.round == 2
    }
    for trump in (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS):
        assert values[trump, (1, 3)] + values[trump, (2, 4)] == 5
    solved = solve_position(parse_deal(f"{CALL_ACE}_b:pppp-h-c"))
    assert solved.contract.makers == (1, 2)
    assert solved.contract.tricks == values[Trump.HEARTS, (1, 2)]


def test_dealer_keeps_the_card_that_makes_him_partner() -> None:
    deal = parse_deal(f"{CALL_ACE}_b:o-d")
    solved = solve_position(deal)
    best = solved.contract.opening
    assert solved.contract.makers == (1, 3)
    assert len(best.discards) == 6
    club = solve_position(parse_deal(f"{CALL_ACE}_b:p-".replace("_b:p-", "_b:o-s")))
    assert club.contract.alone == 1


def test_number_of_players_may_be_stated() -> None:
    line = "1:-.-.-.-.-_u:9c_r:call-ace"
    assert str(parse_deal(f"{line}_n:5").rules) == "call-ace-players5"
    assert refusal("1:-.-_u:9c_r:call-ace_n:2") is ErrorCode.CONFLICT


# --- set-back


def test_set_back_counts() -> None:
    rules = Rules.parse("set-back")
    contract = Contract(Trump.HEARTS, 1, 2)
    assert contract.gains((3, 2, 0, 0), rules, (5, 5, 5, 5)) == (-3, -2, 1, 1)
    assert contract.gains((2, 3, 0, 0), rules, (5, 5, 5, 5)) == (2, -3, 1, 1)
    declared = Contract(Trump.HEARTS, 1, 2, alone=True)
    assert declared.gains((4, 1, 0, 0), rules, (5, 5, 5, 5)) == (5, -1, 1, 1)
    assert declared.gains((5, 0, 0, 0), rules, (3, 5, 5, 5)) == (-3, 1, 1, 1)
    harsh = Rules.parse("set-back-euchrededucts")
    assert contract.gains((2, 3, 0, 0), harsh, (5, 5, 5, 5)) == (2, -5, -1, -1)
    dropped = replace(contract, dropped=(3,))
    assert dropped.gains((3, 1, 0, 1), rules) == (-3, -1, 0, -1)


def test_somebody_plays_against_the_maker() -> None:
    deal = fresh_deal(Random(3), Rules.parse("set-back-players3"))
    for call in (PASS, PASS, PASS):
        deal = deal.call(call)
    suit = next(suit for suit in "shdc" if deal.upcard and suit != str(deal.upcard)[1])
    deal = deal.call(Call.parse(suit)).defend(alone=True)
    assert not deal.can_defend(alone=True)
    with pytest.raises(RuleError):
        deal.defend(alone=True)
    after = deal.defend(alone=False)
    assert format_deal(after).endswith(f"_b:ppp-{suit}-dp")
    assert after.contract and after.contract.active_seats(deal.rules) == (1, 3)
    assert parse_deal(format_deal(after)) == after


def test_declared_march_is_led_by_the_maker() -> None:
    rules = Rules.parse("set-back-declare")
    assert Contract(Trump.HEARTS, 3, 2, alone=True).first_leader(rules) == 3
    assert Contract(Trump.HEARTS, 3, 2).first_leader(rules) == 1


@pytest.mark.parametrize("name", ["set-back", "set-back-declare", "call-ace-players6"])
def test_positions_on_the_way_are_solved(name: str) -> None:
    deal = whole_deal(Random(11), Rules.parse(name))
    while deal.phase is Phase.PASSED_OUT:
        deal = whole_deal(Random(12), Rules.parse(name))
    tricks = replay(deal).makers_tricks
    late = replace(deal, tricks=deal.tricks[:4])
    solved = solve_position(late)
    assert solved.seat in deal.rules.seats
    assert abs(solved.cards[0].tricks - tricks) <= 1
    assert position_of(late.play_state).hands
