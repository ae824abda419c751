from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.auction import Call
from euchre_solve.cards import BEST_BOWER, DECK, Card, CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase, verify_stated_contract
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump
from tests.plain_rules import RULE_NAMES, Act, PlainDeal, PlainRules

HANDS = ("AdThAhAcJc", "TdKcJh9sKs", "JdQcTcAsJs", "KdQsKh9d9c")
ALL_CALLS = ("p", "o", "oa", *(trump + alone for trump in "shdcnl" for alone in ("", "a")))
rule_names = st.sampled_from(RULE_NAMES)
seeds = st.integers(0, 2**32 - 1)


def called(deal: Deal, calls: str) -> Deal:
    for call in calls.split():
        deal = deal.call(Call.parse(call))
    return deal


def played(deal: Deal, cards: str) -> Deal:
    for card in cards.split():
        deal = deal.play(Card.parse(card))
    return deal


def code_of(act: object) -> ErrorCode:
    assert callable(act)
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value.code


# --- cards that can't be


@pytest.mark.parametrize(
    ("hands", "upcard", "rules", "code", "card"),
    [
        (("AdThAhAcJc", "TdKcJh9sAd", "", ""), None, "north-american", "E203", "Ad"),
        (HANDS, "Ad", "north-american", "E203", "Ad"),
        (("8s", "", "", ""), None, "north-american", "E201", "8s"),
        (("", "", "", "Bb"), None, "north-american", "E201", "Bb"),
        (("", "", "", ""), "7d", "north-american-deck28", "E201", "7d"),
        (("AdThAhAcJc9s", "", "", ""), None, "north-american", "E202", None),
        (("", "", ""), None, "north-american", "E205", None),
        (("", "", "", "", ""), None, "north-american", "E205", None),
    ],
)
def test_impossible_cards_are_refused(
    hands: tuple[str, ...], upcard: str | None, rules: str, code: str, card: str | None
) -> None:
    with pytest.raises(RuleError) as caught:
        Deal.of(*hands, upcard=upcard, rules=rules)
    assert caught.value.code.number == code
    assert (str(caught.value.card) if caught.value.card else None) == card


@pytest.mark.parametrize(
    ("kitty", "code"), [("9h", "E203"), ("Ad", "E203"), ("8s", "E201"), ("QhTsQdJh", "E203")]
)
def test_impossible_kitty_is_refused(kitty: str, code: str) -> None:
    deal = Deal.of(*HANDS, upcard="9h")
    cards = CardSet.of(*(kitty[at : at + 2] for at in range(0, len(kitty), 2)))
    with pytest.raises(RuleError) as caught:
        replace(deal, kitty=cards)
    assert caught.value.code.number == code


def test_kitty_larger_than_what_is_left_is_refused() -> None:
    deal = Deal.of("", "", "", "", upcard="9h")
    with pytest.raises(RuleError) as caught:
        replace(deal, kitty=CardSet.of("As", "Ks", "Qs", "Js"))
    assert caught.value.code is ErrorCode.TOO_MANY_CARDS
    assert replace(deal, kitty=CardSet.of("As", "Ks", "Qs")).seat == 1


def test_best_bower_twice_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        Deal.of("BbAs9h9dTc", "", "", "", upcard="Bb", rules="british")
    assert caught.value.code is ErrorCode.DUPLICATE_CARD


def test_seven_card_hands_are_held_in_the_seven_card_game() -> None:
    assert Deal.of("AsKsQsJsTs9s8s", "", "", "", rules="skat-7").seat == 1


# --- a whole deal


def test_worked_deal_with_a_left_bower_ruffing_diamonds() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "p p o")
    assert (deal.phase, deal.seat) == (Phase.DISCARD, 4)
    deal = deal.discard(Card.parse("9d"))
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)
    assert deal.contract
    assert deal.contract.makers(deal.rules) == (1, 3)
    deal = played(deal, "Ad Td")
    assert deal.play_state.legal_cards == CardSet.of("Jd", "Qc", "Tc", "As", "Js")
    deal = played(deal, "Jd Kd")
    assert (deal.seat, deal.play_state.makers_tricks) == (3, 1)


def test_upcard_may_be_discarded() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "o")
    assert deal.can_discard(Card.parse("9h"))
    after = deal.discard(Card.parse("9h"))
    assert after.play_state.hands[3] == deal.hands[3]


def test_upcard_may_not_be_discarded_in_hoyle_1844() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h", rules="hoyle-1844"), "o")
    assert code_of(lambda: deal.discard(Card.parse("9h"))) is ErrorCode.ILLEGAL_DISCARD
    assert deal.can_discard(Card.parse("Kh"))


def test_trump_may_be_discarded() -> None:
    assert called(Deal.of(*HANDS, upcard="9h"), "o").can_discard(Card.parse("Kh"))


def test_dealer_whose_partner_goes_alone_in_round_1_picks_nothing_up() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "p oa")
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)
    assert code_of(lambda: deal.discard(Card.parse("9d"))) is ErrorCode.ILLEGAL_DISCARD
    assert "9h" in str(deal.play_state.dead)


def test_nothing_is_picked_up_in_round_2() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "p p p p c")
    assert deal.phase is Phase.PLAY
    assert code_of(lambda: deal.discard(Card.parse("9d"))) is ErrorCode.ILLEGAL_DISCARD


def test_dealer_discards_once_and_only_what_he_holds() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "o")
    assert code_of(lambda: deal.discard(Card.parse("As"))) is ErrorCode.NOT_HELD
    assert code_of(lambda: deal.discard(Card.parse("Qh"))) is ErrorCode.NOT_HELD
    assert code_of(lambda: deal.discard(Card.parse("8s"))) is ErrorCode.NOT_IN_DECK
    after = deal.discard(Card.parse("9d"))
    assert code_of(lambda: after.discard(Card.parse("9c"))) is ErrorCode.ILLEGAL_DISCARD


def test_no_card_is_led_before_the_discard() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "o")
    assert code_of(lambda: deal.play(Card.parse("Ad"))) is ErrorCode.OUT_OF_TURN


def test_nothing_is_discarded_or_played_without_a_contract() -> None:
    for deal in (Deal.of(*HANDS, upcard="9h"), called(Deal.of(*HANDS, upcard="9h"), "p " * 8)):
        assert code_of(lambda deal=deal: deal.discard(Card.parse("9d"))) is ErrorCode.NO_CONTRACT
        assert code_of(lambda deal=deal: deal.play(Card.parse("Ad"))) is ErrorCode.NO_CONTRACT
        assert code_of(lambda deal=deal: deal.defend(alone=True)) is ErrorCode.OUT_OF_TURN
    assert (deal.phase, deal.seat) == (Phase.PASSED_OUT, None)


def test_nobody_calls_without_an_upcard_or_on_a_stated_contract() -> None:
    assert code_of(lambda: Deal.of(*HANDS).call(Call.parse("p"))) is ErrorCode.NO_UPCARD
    stated = replace(
        Deal.of(*HANDS, upcard="9h"), stated_contract=Contract(Trump.CLUBS, maker=1, round=2)
    )
    assert stated.phase is Phase.PLAY
    assert code_of(lambda: stated.call(Call.parse("p"))) is ErrorCode.AFTER_END


def test_card_led_while_a_defender_is_asked_stands_for_together() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h", rules="british"), "p p p p c")
    assert (deal.phase, deal.seat) == (Phase.DEFENCE, 2)
    after = deal.play(Card.parse("Ad"))
    assert (after.phase, after.seat) == (Phase.PLAY, 2)
    assert after.contract == deal.contract
    assert not after.can_defend(alone=True)


def test_defender_alone_is_recorded_though_the_discard_is_unknown() -> None:
    deal = called(Deal.of("", "", "", "", upcard="9h", rules="british"), "o").defend(alone=True)
    assert str(deal.contract) == "1h2a"
    open_deal = called(Deal.of(*HANDS, upcard="9h", rules="british"), "o")
    assert code_of(lambda: open_deal.defend(alone=True)) is ErrorCode.OUT_OF_TURN


def test_dealer_takes_up_the_best_bower_whose_suit_he_named() -> None:
    deal = called(Deal.of(*HANDS, upcard="Bb", rules="british"), "p p p d")
    assert (deal.phase, deal.seat) == (Phase.DISCARD, 4)
    deal = deal.discard(Card.parse("9c"))
    assert "Bb" in str(deal.play_state.hands[3])


def test_different_hands_are_different_deals() -> None:
    low = Deal.of("AsKs9d", "", "", "")
    assert low != Deal.of("AsQs9d", "", "", "")
    assert low == Deal.of("9dKsAs", "", "", "")
    assert hash(low) == hash(Deal.of("9dKsAs", "", "", ""))


# --- discards that nobody stated


def test_every_discard_is_consistent_before_the_dealer_has_played() -> None:
    deal = called(Deal.of("", "", "", "KdQsKh9d9c", upcard="9h"), "o")
    assert set(deal.consistent_discards) == set(CardSet.of("Kd", "Qs", "Kh", "9d", "9c", "9h"))
    hoyle = replace(deal, rules=Rules.parse("hoyle-1844"))
    assert set(hoyle.consistent_discards) == set(CardSet.of("Kd", "Qs", "Kh", "9d", "9c"))


def test_card_played_and_card_owed_leave_one_consistent_discard() -> None:
    deal = called(Deal.of("", "", "", "KdQsKh9d9c", upcard="9h"), "o")
    deal = played(deal, "As Ts Js 9c")
    assert list(map(str, deal.consistent_discards)) == ["Qs"]
    deal = played(deal, "Ah Th")
    assert "Qs" in list(map(str, deal.consistent_discards))


def test_stated_discard_is_the_only_consistent_one() -> None:
    deal = called(Deal.of(*HANDS, upcard="9h"), "o").discard(Card.parse("9d"))
    assert deal.consistent_discards == (Card.parse("9d"),)


def test_no_discard_is_consistent_where_there_was_no_pick_up() -> None:
    assert called(Deal.of(*HANDS, upcard="9h"), "p p p p c").consistent_discards == ()
    assert called(Deal.of("", "", "", "KdQs", upcard="9h"), "o").consistent_discards == ()


def test_discard_stated_late_has_to_agree_with_the_cards_played() -> None:
    deal = played(called(Deal.of("", "", "", "KdQsKh9d9c", upcard="9h"), "o"), "As Ts Js 9c")
    assert deal.discard(Card.parse("Qs")).phase is Phase.PLAY
    assert code_of(lambda: deal.discard(Card.parse("9c"))) is ErrorCode.NOT_HELD
    assert code_of(lambda: deal.discard(Card.parse("Kd"))) is ErrorCode.REVOKE


# --- contracts stated without their calls


@pytest.mark.parametrize(
    ("contract", "rules", "code"),
    [
        (Contract(Trump.NO_TRUMP, 1, 2), "north-american", "E303"),
        (Contract(Trump.LOW_NO_TRUMP, 1, 2), "north-american-nt", "E303"),
        (Contract(Trump.HEARTS, 2, 1), "british", "E310"),
        (Contract(Trump.HEARTS, 2, 1, lone_defender=1), "north-american", "E311"),
        (Contract(Trump.HEARTS, 1, 1, lone_defender=2), "north-american-defendalone", "E311"),
        (Contract(Trump.HEARTS, 1, 1, True, 3), "british", "E311"),
        (Contract(Trump.HEARTS, 1, 1, True, 1), "british", "E311"),
    ],
)
def test_stated_contract_that_the_rules_forbid_is_refused(
    contract: Contract, rules: str, code: str
) -> None:
    with pytest.raises(RuleError) as caught:
        verify_stated_contract(contract, Rules.parse(rules), upcard_for(contract))
    assert caught.value.code.number == code


@pytest.mark.parametrize(
    ("contract", "rules"),
    [
        (Contract(Trump.NO_TRUMP, 1, 2, alone=True), "north-american-nt"),
        (Contract(Trump.HEARTS, 2, 1, alone=True), "british"),
        (Contract(Trump.HEARTS, 2, 2), "british"),
        (Contract(Trump.HEARTS, 2, 1, lone_defender=1), "british-secondfree"),
        (Contract(Trump.HEARTS, 2, 1, True, 3), "north-american-defendalone"),
    ],
)
def test_stated_contract_that_the_rules_allow(contract: Contract, rules: str) -> None:
    verify_stated_contract(contract, Rules.parse(rules), upcard_for(contract))


def upcard_for(contract: Contract) -> Card:
    return Card.parse("9h" if contract.round == 1 else "9d")


def test_best_bower_turned_up_lets_only_the_dealer_make_trump() -> None:
    verify_stated_contract(Contract(Trump.HEARTS, 4, 1), Rules.parse("british"), BEST_BOWER)
    with pytest.raises(RuleError, match="only the dealer"):
        verify_stated_contract(Contract(Trump.HEARTS, 3, 1), Rules.parse("british"), BEST_BOWER)


def test_stated_contract_in_a_round_that_the_upcard_denies_is_refused() -> None:
    with pytest.raises(RuleError, match="round 2"):
        replace(
            Deal.of(*HANDS, upcard="9h"), stated_contract=Contract(Trump.HEARTS, maker=1, round=2)
        )


# --- random deals, act by act, against the plain rules


def deal_of(plain: PlainDeal, name: str) -> Deal:
    return Deal.of(*map("".join, plain.hands), upcard=plain.upcard, rules=name)


def act_on(deal: Deal, act: Act) -> Deal:
    what, how = act
    if what == "call":
        return deal.call(Call.parse(how))
    if what == "suit":
        return deal.call_suit(Suit(how))
    if what == "discard":
        return deal.discard(Card.parse(how))
    if what == "defend":
        return deal.defend(alone=how == "alone")
    return deal.play(Card.parse(how))


def verify_and_can(deal: Deal, act: Act) -> tuple[bool, bool]:
    """Tell whether ``verify_`` lets the act pass, and what ``can_`` says."""
    what, how = act
    try:
        if what == "call":
            can = deal.can_call(Call.parse(how))
            deal.verify_call(Call.parse(how))
        elif what == "suit":
            can = deal.can_call_suit()
            deal.verify_call_suit()
        elif what == "discard":
            can = deal.can_discard(Card.parse(how))
            deal.verify_discard(Card.parse(how))
        elif what == "defend":
            can = deal.can_defend(alone=how == "alone")
            deal.verify_defend(alone=how == "alone")
        else:
            can = deal.can_play(Card.parse(how))
            deal.verify_play(Card.parse(how))
    except RuleError:
        return False, can
    return True, can


def is_accepted(deal: Deal, act: Act) -> bool:
    try:
        act_on(deal, act)
    except RuleError:
        return False
    return True


def imaginable_acts(plain: PlainDeal, cards: list[str]) -> list[Act]:
    acts = [("call", call) for call in ALL_CALLS]
    acts += [("defend", how) for how in ("together", "alone")]
    acts += [("suit", suit) for suit in "shdc"]
    acts += [("discard", card) for card in cards]
    if plain.phase != "defence":  # there a card stands for "together"
        acts += [("play", card) for card in cards]
    return acts


@settings(max_examples=50)
@given(rule_names, seeds)
def test_exactly_the_legal_acts_are_accepted_from_deal_to_score(name: str, seed: int) -> None:
    source = random.Random(seed)
    plain = PlainDeal.shuffled(PlainRules.named(name), source)
    deal = deal_of(plain, name)
    checked_in_full = source.randrange(24)
    for number in range(100):
        assert (deal.phase.value, deal.seat) == (plain.phase, plain.seat)
        legal = plain.legal_acts()
        if number == checked_in_full:
            tried = imaginable_acts(plain, list(map(str, DECK)))
        else:
            tried = source.sample(imaginable_acts(plain, plain.rules.deck), 4) + legal[:2]
        for act in tried:
            verdicts = {*verify_and_can(deal, act), is_accepted(deal, act)}
            assert verdicts == {act in legal}, (act, legal)
        if not legal:
            break
        act = source.choice(legal)
        deal, plain = act_on(deal, act), plain.after(act)
    if plain.phase == "finished":
        state = deal.play_state
        assert sum(state.tricks_won) == deal.rules.hand_size
        assert (state.makers_tricks, state.points) == (plain.makers_tricks, plain.makers_points)
        assert [list(map(str, trick)) for trick in deal.tricks] == [
            list(trick) for _, trick in plain.tricks() if trick
        ]


@settings(max_examples=60)
@given(rule_names, seeds)
def test_true_record_is_accepted_whatever_cards_are_unknown(name: str, seed: int) -> None:
    source = random.Random(seed)
    plain = PlainDeal.shuffled(PlainRules.named(name), source)
    acts: list[Act] = []
    while legal := plain.legal_acts():
        is_last_call = len(plain.calls) == 2 * plain.rules.players - 1
        acts.append(source.choice([act for act in legal if act[1] != "p" or not is_last_call]))
        plain = plain.after(acts[-1])
    share = source.choice((0.0, 0.5, 0.9))
    known = tuple(
        hand if source.random() < share else tuple(card for card in hand if source.random() < share)
        for hand in plain.hands
    )
    deal = deal_of(replace(plain, hands=known), name)
    for act in acts:
        if act[0] != "discard" or deal.is_open or source.random() < 0.5:
            deal = act_on(deal, act)
    assert deal.play_state.points == plain.makers_points
    if plain.discarded and len(deal.six_cards) == deal.rules.hand_size + 1:
        assert Card.parse(plain.discarded) in deal.consistent_discards
