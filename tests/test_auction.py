from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from euchre_solve.auction import ORDER, ORDER_ALONE, PASS, Auction, Call
from euchre_solve.cards import BEST_BOWER, Card
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump
from tests.plain_rules import RULE_NAMES, PlainDeal, PlainRules

ALL_CALLS = ["p", "o", "oa", *(trump + alone for trump in "shdcnl" for alone in ("", "a"))]

# ways to the end of an auction, the defenders' answers counted: upcard of a suit, best bower
AUCTION_COUNTS = """
north-american                                               33
hoyle-1844                                                   33
hoyle-32                                                     33
beginner                                                     33
british                                                      94   24
ontario-nz                                                   32
skat-7                                                       33
north-american-stick                                         32
north-american-nt                                            41
north-american-stick-nt                                      40
north-american-secondalone                                   32
north-american-defendalone                                   65
north-american-defendalways                                  97
north-american-leftleads                                     33
north-american-deck28                                        33
north-american-deck32                                        33
north-american-benny                                         33    8
north-american-deck28-benny                                  33    8
north-american-stick-nt-secondalone-defendalways-leftleads  117
british-stick                                                93   24
british-secondfree-defendalone-eldestleads                   65   16
hoyle-1844-stick-defendalone                                 64
skat-7-nt-defendalways                                      121
railroad                                                     65   16
two-handed                                                    9
three-handed-hoyle                                           13
three-handed-cutthroat                                       13
call-ace                                                     33
set-back                                                     113
set-back-players3-declare-euchrededucts                       73
british-dealerfirst                                          94   24
british-deck32-twos                                          94   24
two-handed-benny                                              9    4
three-handed-hoyle-deck24-stick                              12
call-ace-players5                                            41
call-ace-players6                                            49
north-american-trumprule-bytwo                               33
north-american-stick-trumpruledealer                         32
"""


def auction(name: str, upcard: str, calls: str = "") -> Auction:
    state = Auction(Rules.parse(name), Card.parse(upcard))
    for call in calls.split():
        state = state.call(Call.parse(call))
    return state


def legal(state: Auction) -> list[str]:
    return [str(call) for call in state.legal_calls]


def refusal(state: Auction, call: str) -> ErrorCode:
    with pytest.raises(RuleError) as caught:
        state.call(Call.parse(call))
    return caught.value.code


def test_first_round_is_pass_or_order_up() -> None:
    for passes in ("", "p", "p p", "p p p"):
        assert legal(auction("north-american", "9h", passes)) == ["p", "o", "oa"]


def test_ordering_up_the_dealer_makes_the_upcard_trump() -> None:
    contract = auction("north-american", "9h", "p p o").contract
    assert contract
    assert (contract.trump, contract.maker, contract.round) == (Trump.HEARTS, 3, 1)
    assert contract.makers(Rules()) == (1, 3)
    assert contract.defenders(Rules()) == (4, 2)


def test_turned_down_suit_can_not_be_named() -> None:
    state = auction("north-american", "9h", "p p p p")
    assert legal(state) == ["p", "s", "sa", "d", "da", "c", "ca"]
    assert refusal(state, "h") is ErrorCode.TURNED_DOWN
    assert refusal(state, "ha") is ErrorCode.TURNED_DOWN


def test_turned_down_suit_goes_by_the_printed_suit_of_a_jack() -> None:
    assert "h" in legal(auction("north-american", "Jd", "p p p p"))


def test_stuck_dealer_has_to_name_another_suit() -> None:
    state = auction("north-american-stick", "9h", "p p p p p p p")
    assert legal(state) == ["s", "sa", "d", "da", "c", "ca"]
    assert refusal(state, "p") is ErrorCode.DEALER_STUCK


def test_only_the_dealer_is_stuck() -> None:
    for passes in range(7):
        state = auction("north-american-stick", "9h", "p " * passes)
        assert state.can_call(PASS)


def test_stuck_dealer_may_name_no_trump() -> None:
    state = auction("north-american-stick-nt", "9h", "p p p p p p p")
    assert legal(state) == ["s", "sa", "d", "da", "c", "ca", "n", "na"]


@pytest.mark.parametrize("name", ["british", "ontario-nz", "north-american-secondalone"])
def test_second_hand_may_only_call_alone_in_the_first_round(name: str) -> None:
    state = auction(name, "9h", "p")
    assert legal(state) == ["p", "oa"]
    assert refusal(state, "o") is ErrorCode.MUST_BE_ALONE
    assert legal(auction(name, "9h")) == ["p", "o", "oa"]
    assert legal(auction(name, "9h", "p p")) == ["p", "o", "oa"]
    assert legal(auction(name, "9h", "p p p p p")) == ["p", "s", "sa", "d", "da", "c", "ca"]


def test_no_suit_is_named_in_round_1_and_nobody_orders_up_in_round_2() -> None:
    assert refusal(auction("north-american", "9h"), "s") is ErrorCode.ILLEGAL_CALL
    assert refusal(auction("north-american", "9h", "p p p p"), "o") is ErrorCode.ILLEGAL_CALL


def test_no_trump_needs_its_toggle_and_waits_for_round_2() -> None:
    assert refusal(auction("north-american", "9h", "p p p p"), "n") is ErrorCode.ILLEGAL_CALL
    assert refusal(auction("north-american-nt", "9h"), "n") is ErrorCode.ILLEGAL_CALL
    assert refusal(auction("north-american-nt", "9h", "p p p p"), "l") is ErrorCode.ILLEGAL_CALL
    contract = auction("north-american-nt", "9h", "p p p p p na").contract
    assert contract
    assert (str(contract), contract.round) == ("2na", 2)


def test_nobody_calls_after_trump_is_made_or_all_have_passed_twice() -> None:
    for calls in ("o", "p p oa", "p p p p s", "p " * 8):
        state = auction("north-american", "9h", calls)
        assert state.seat is None
        assert legal(state) == []
        assert refusal(state, "p") is ErrorCode.AFTER_END
    assert auction("north-american", "9h", "p " * 8).is_passed_out
    assert auction("north-american", "9h", "p " * 8).contract is None


def test_dealer_names_a_suit_when_the_best_bower_is_turned() -> None:
    state = auction("british", "Bb")
    for seat in (1, 2, 3):
        assert (state.seat, legal(state)) == (seat, ["p"])
        assert refusal(state, "o") is ErrorCode.ILLEGAL_CALL
        state = state.call(PASS)
    assert legal(state) == ["s", "sa", "h", "ha", "d", "da", "c", "ca"]
    assert refusal(state, "p") is ErrorCode.ILLEGAL_CALL
    assert refusal(state, "o") is ErrorCode.ILLEGAL_CALL
    contract = state.call(Call.parse("d")).contract
    assert contract
    assert (str(contract), contract.round) == ("4d", 1)


def test_best_bower_can_not_have_been_ordered_up() -> None:
    stated = Auction(Rules.parse("british"), BEST_BOWER, (ORDER,))
    with pytest.raises(RuleError) as caught:
        _ = stated.contract
    assert caught.value.code is ErrorCode.ILLEGAL_CALL


def test_nobody_goes_alone_where_the_game_has_no_loners() -> None:
    state = Auction(replace(Rules(), alone=False), Card.parse("9h"))
    assert legal(state) == ["p", "o"]
    with pytest.raises(RuleError) as caught:
        state.call(ORDER_ALONE)
    assert caught.value.code is ErrorCode.NOT_ALONE


def test_defenders_are_asked_from_the_makers_left_until_one_goes_alone() -> None:
    state = auction("british", "9h", "p p o")
    assert state.defender_seat == 4
    together = state.defend(alone=False)
    assert together.defender_seat == 2
    assert together.defend(alone=False).defender_seat is None
    alone = together.defend(alone=True)
    assert alone.defender_seat is None
    assert alone.contract
    assert (str(alone.contract), alone.contract.active_seats(state.rules)) == ("3h2a", (1, 2, 3))
    first = state.defend(alone=True)
    assert first.defender_seat is None
    assert str(first.contract) == "3h4a"


def test_nobody_defends_alone_against_partners_unless_the_rules_say_always() -> None:
    for name, calls, asked in [
        ("north-american", "o", False),
        ("north-american", "oa", False),
        ("north-american-defendalone", "o", False),
        ("north-american-defendalone", "oa", True),
        ("north-american-defendalways", "o", True),
        ("north-american-defendalways", "oa", True),
    ]:
        state = auction(name, "9h", calls)
        assert (state.defender_seat is not None) == asked
        for alone in (False, True):
            assert state.can_defend(alone=alone) == asked
    with pytest.raises(RuleError) as caught:
        auction("north-american", "9h", "oa").defend(alone=True)
    assert caught.value.code is ErrorCode.NOT_ALONE


def test_no_defender_is_asked_before_trump_is_made() -> None:
    assert not auction("british", "9h", "p p").can_defend(alone=True)


@pytest.mark.parametrize("text", ALL_CALLS)
def test_call_reads_back_from_its_name(text: str) -> None:
    call = Call.parse(text)
    assert str(call) == text


@pytest.mark.parametrize("text", ["", "a", "pa", "O", "oaa", "x", "h a", "0"])
def test_other_text_is_no_call(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Call.parse(text)
    assert caught.value.code is ErrorCode.BAD_VALUE


def auctions(state: Auction, plain: PlainDeal) -> Iterator[Auction]:
    """Yield every finished auction, having compared every state on the way."""
    expected = plain.legal_calls() if plain.contract is None and not plain.passed_out else []
    assert set(legal(state)) == set(expected), plain.calls
    for text in ALL_CALLS:
        assert state.can_call(Call.parse(text)) == (text in expected), (plain.calls, text)
    asked = plain.contract is not None and plain.asks_defender
    assert state.can_defend(alone=False) == asked
    answers = plain.answers_left() if asked else []
    assert state.can_defend(alone=True) == (("defend", "alone") in answers)
    if not expected and not asked:
        yield state
    for call in state.legal_calls:
        yield from auctions(state.call(call), plain.after(("call", str(call))))
    if asked:
        assert state.defender_seat == plain.defenders[len(plain.answers)]
        for alone, answer in ((False, "together"), (True, "alone")):
            if not state.can_defend(alone=alone):
                continue
            yield from auctions(state.defend(alone=alone), plain.after(("defend", answer)))


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_auction_from_every_upcard(name: str) -> None:
    committed = {row[0]: row[1:] for row in map(str.split, AUCTION_COUNTS.strip().splitlines())}
    upcards = ["9s", "Jh", "Ad", "Kc", *(["Bb"] if Rules.parse(name).best_bower else [])]
    counts = []
    for upcard in upcards:
        rules = PlainRules.named(name)
        start = PlainDeal(rules, ((),) * rules.players, upcard)
        finished = list(auctions(auction(name, upcard), start))
        assert len({(state.calls, state.defence) for state in finished}) == len(finished)
        assert all((state.contract is None) == state.is_passed_out for state in finished)
        counts.append(len(finished))
    assert counts == [int(committed[name][0])] * 4 + [int(n) for n in committed[name][1:]]
