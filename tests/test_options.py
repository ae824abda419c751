"""The options of four-handed games: who calls when, on what, and who exchanges cards (§3)."""

from __future__ import annotations

import pytest

from euchre_solve.auction import PASS, Auction, Call
from euchre_solve.cards import Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.exchange import may_ask_for_redeal, may_go_under
from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.presets import PRESETS
from euchre_solve.replay import replay
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side
from euchre_solve.trump import Trump

HANDS = "1:JsKdQd9hTc.AsTsQhJdKc.KsQs9sAhQc.JcAdTdKhTh"


def cards(text: str) -> CardSet:
    return CardSet.of(*text.split())


def refusal(text: str) -> ErrorCode:
    with pytest.raises(EuchreError) as caught:
        parse_deal(text)
    return caught.value.code


# --- who calls first


def test_dealer_may_call_first() -> None:
    auction = Auction(Rules.parse("british-dealerfirst"), Card.parse("9h"))
    seats = []
    for _ in range(4):
        seats.append(auction.seat)
        auction = auction.call(PASS)
    assert seats == [4, 1, 2, 3]
    assert str(auction.call(PASS).call(Call.parse("s")).contract) == "1s"


def test_lone_hand_under_dealer_first_waits_for_the_dealer() -> None:
    assert parse_deal("4:JsAs9h9dTc_u:Td_r:north-american-dealerfirst").calls == ()
    deal = parse_deal("1:JsAs9h9dTc_u:Td_r:north-american-dealerfirst")
    assert (deal.calls, deal.seat) == ((PASS,), 1)
    assert format_deal(deal) == "1:AsJs9h9dTc_u:Td_r:north-american-dealerfirst_b:p"


def test_dealer_who_calls_first_names_trump_at_once_if_the_best_bower_is_turned_up() -> None:
    auction = Auction(Rules.parse("british-dealerfirst"), Card.parse("Bb"))
    assert {str(call) for call in auction.legal_calls} == {
        suit + alone for suit in "shdc" for alone in ("", "a")
    }


# --- the trump rule


def test_lone_jack_makes_no_trump_under_the_trump_rule() -> None:
    deal = parse_deal(f"{HANDS}_u:9c_r:north-american-trumprule_b:pppp")
    assert {str(call) for call in deal.legal_calls} == {"p", "h", "ha", "d", "da"}
    assert refusal(f"{HANDS}_u:9c_r:north-american-trumprule_b:pppp-s") is ErrorCode.ILLEGAL_CALL


def test_turn_up_does_not_help_the_dealer_under_the_trump_rule() -> None:
    deal = parse_deal(f"{HANDS}_u:9c_r:north-american-trumpruledealer_b:ppp")
    assert [str(call) for call in deal.legal_calls] == ["p"]


def test_trump_rule_for_the_dealer_leaves_the_others_free() -> None:
    deal = parse_deal(f"{HANDS}_u:9c_r:north-american-trumpruledealer_b:pppp-s")
    assert str(deal.contract) == "1s"


def test_recorded_call_on_a_lone_jack_is_a_fault() -> None:
    from euchre_solve.formats.deal_reader import read_deal

    text = f"{HANDS}_u:9c_r:north-american-trumprule_b:pppp-s"
    deal = read_deal(text, as_played=True).deal
    assert [fault.act for fault in replay(deal).faults] == ["b5"]


def test_stuck_dealer_without_a_legal_suit_is_free_of_the_trump_rule() -> None:
    line = "1:AsKsQsTs9s.AhKhQhTh9h.AdKdQdTd9d.JsJhJdJcAc_u:Kc_r:north-american-stick-trumprule"
    deal = parse_deal(f"{line}_b:pppp-ppp")
    # spades and clubs' jacks are two trumps in spades, hearts and diamonds have both bowers too
    assert {str(call)[0] for call in deal.legal_calls} == {"s", "h", "d"}
    line = "1:AsKsQsTs9s.AhKhQhTh9h.AdKdJsTd9d.JdQcJcTc9c_u:Kc_r:north-american-stick-trumprule"
    deal = parse_deal(f"{line}_b:pppp-ppp")
    assert {str(call)[0] for call in deal.legal_calls} == {"s", "h", "d"}


# --- exchanges

RAILROAD = "1:BbJsAsKs9h.AhKhQhJhTh.JcQs7s8s9d.AdKdQdJdTd_u:7c_r:railroad"


def test_loner_calls_for_his_partners_best() -> None:
    deal = parse_deal(f"{RAILROAD}_b:pppp-sa_e:1-39h.3-1Jc")
    assert str(deal.play_state.hands[0]) == "BbAsKsJsJc"
    assert format_deal(deal).endswith("_b:pppp-sa_e:1-39h.3-1Jc")
    assert parse_deal(format_deal(deal)) == deal


@pytest.mark.parametrize(
    "fields",
    [
        "b:pppp-s_e:1-39h.3-1Jc",  # not alone
        "b:pppp-sa_e:1-39h",  # half of it
        "b:pppp-sa_e:1-39hKs.3-1JcQs",  # two cards
        "b:pppp-sa_e:1-29h.2-1Ah",  # an opponent
        "b:pppp-sa_e:1-3Ts.3-1Jc",  # not held
        "b:pppp-sa_e:1-k9hAsKs.k-1TsTc9c",  # the kitty
    ],
)
def test_exchange_that_the_rules_do_not_allow_is_refused(fields: str) -> None:
    assert refusal(f"{RAILROAD}_{fields}") is ErrorCode.ILLEGAL_EXCHANGE


def test_lone_defender_calls_for_best_only_under_call_for_best() -> None:
    exchange = "b:pppp-sa-a_e:2-4Th.4-2Ad"
    assert "Ad" in str(parse_deal(f"{RAILROAD}_{exchange}").play_state.hands[1])
    line = RAILROAD.replace("railroad", "railroad-partnersbest")
    assert refusal(f"{line}_{exchange}") is ErrorCode.ILLEGAL_EXCHANGE


def test_upcard_is_in_the_pool_when_the_dealer_sits_out() -> None:
    line = "1:AhKhQhJhTh.JsAsKs9h9d.AdKdQdJdTd.AcKcQcTc8c_u:Jc_r:railroad"
    deal = parse_deal(f"{line}_b:poa_e:2-49d.4-2Jc")
    assert str(deal.play_state.hands[1]) == str(cards("Jc Js As Ks 9h"))
    assert deal.contract and str(deal.contract) == "2ca"


def test_lone_dealer_may_give_the_upcard_away() -> None:
    line = "1:AhKhQhJhTh.JsAsKs9h9d.AdKdQdJdTd.AcKcQcTcJc_u:9c_r:railroad"
    deal = parse_deal(f"{line}_b:pppoa_x:Tc_e:4-29c.2-4Js")
    assert str(deal.play_state.hands[3]) == str(cards("Jc Js Ac Kc Qc"))


def test_weak_hands() -> None:
    farmer, ace = cards("9s 9h Td Tc 9d"), cards("As 9s Th Tc 9d")
    for name, hand in (("farmer", farmer), ("acenoface", ace)):
        rules = Rules.parse(f"north-american-{name}")
        assert [may_ask_for_redeal(each, rules) for each in (farmer, ace)] == [
            hand == each for each in (farmer, ace)
        ]
    three = Rules.parse("north-american-threeunder")
    assert may_go_under(cards("9s 9h 9d As Ks"), three)
    assert not may_go_under(cards("9s 9h Td As Ks"), three)
    cutthroat = Rules.parse("three-handed-cutthroat-acenoface")
    assert may_ask_for_redeal(cards("As Ad Tc 9c Th 9h 9d"), cutthroat)


def test_farmer_goes_under_before_the_calls() -> None:
    line = "1:9s9hTdTc9d.AhKhQhJhTh.AdKdQdJdKs.AcKcQcJsAs_u:Jc_r:north-american-farmerunder"
    deal = parse_deal(f"{line}_k:Ts9cQs_b:o_x:Js_e:1-k9s9h9d.k-1Ts9cQs")
    assert str(deal.play_state.hands[0]) == str(cards("Qs Ts Td Tc 9c"))
    assert refusal(f"{line}_b:o_x:Js_e:2-kThJhQh.k-2Ts9cQs") is ErrorCode.ILLEGAL_EXCHANGE


# --- extra cards


def test_twos_are_below_the_lowest() -> None:
    rules = Rules.parse("british-deck28-twos")
    assert (rules.deck_size, rules.kitty_size) == (28 + 4 + 1, 33 - 20)
    assert set(cards("2s 2h 2d 2c 8s Bb")) < set(rules.deck) and Card.parse("7s") not in rules.deck
    spades = Trump.SPADES
    assert spades.strength_of(Card.parse("2s")) < spades.strength_of(Card.parse("8s"))
    assert spades.is_trump(Card.parse("2s"))


def test_two_of_spades_is_the_best_bower_only_where_it_is_no_card_of_its_own() -> None:
    assert str(parse_deal("1:2sAs9h9dTc_u:Jc_r:british").hands[0]) == "BbAs9h9dTc"
    assert str(parse_deal("1:2sAs9h9dTc_u:Jc_r:british-twos").hands[0]) == "As2s9h9dTc"


# --- revokes


@pytest.mark.parametrize(
    ("rules", "with_partner", "by_opponent", "by_loner"),
    [("", 2, 4, 2), ("-revoketwo", 2, 2, 2), ("-revokefour", 2, 4, 4)],
)
def test_what_a_revoke_costs(
    rules: str, with_partner: int, by_opponent: int, by_loner: int
) -> None:
    """Example R29."""
    named = Rules.parse(f"north-american{rules}")
    both, alone = (Contract(Trump.HEARTS, 1, 1, alone=alone) for alone in (False, True))
    assert both.revoke_points(1, named) == both.revoke_points(2, named) == with_partner
    assert alone.revoke_points(2, named) == alone.revoke_points(4, named) == by_opponent
    assert alone.revoke_points(1, named) == by_loner


def test_what_a_revoke_costs_is_told_of_games_in_pairs() -> None:
    assert Contract(Trump.HEARTS, 1, 1).revoke_points(1, Rules.parse("three-handed-hoyle")) is None


# --- the end of a game


@pytest.mark.parametrize(
    ("score", "winner"), [((10, 9), None), ((11, 9), 0), ((9, 11), 1), ((12, 11), None)]
)
def test_win_by_two(score: tuple[int, int], winner: int | None) -> None:
    assert winning_side(score, 10, by_two=True) == winner


@pytest.mark.parametrize(
    "name",
    [
        "two-handed-secondalone",
        "three-handed-hoyle-defendalone",
        "two-handed-callbest",
        "two-handed-leftleads",
        "north-american-stick-dealerfirst",
        "railroad-bytwo",
        "british-nt",
        "two-handed-robson",
        "auction-7-twos",
        "bid-partners-twos",
        "call-ace-revoketwo",
        "auction-6-revokefour",
        "auction-6-robson",
        "call-ace-blindloner",
        "bid-partners-blindloner",
        "north-american-declare",
        "set-back-bytwo",
        "set-back-to10",
        "bid-individual-to10",
        "auction-5-farmer",
    ],
)
def test_rules_without_sense_are_refused_with_the_reason(name: str) -> None:
    with pytest.raises(RuleError) as caught:
        Rules.parse(name)
    assert caught.value.code is ErrorCode.CONFLICT
    assert caught.value.hint


def test_railroad_has_all_its_options() -> None:
    rules = PRESETS["railroad"]
    assert (rules.deck_size, rules.laps, rules.slam) == (33, True, True)
    assert Deal(rules, (CardSet(),) * 4).seat == 1
