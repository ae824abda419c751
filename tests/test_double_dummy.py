"""Exact answers for whole deals: worked examples, lay-downs, and what has to hold for any deal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.auction import Call
from euchre_solve.cards import BEST_BOWER, NO_CARDS, Card, CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.double_dummy import (
    ContractSolution,
    Opening,
    PositionSolution,
    position_of,
    solve_deal,
    solve_position,
)
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.positions import deck_of
from tests.random_deals import PARTNERSHIP_RULES, fresh_deal

CONTRACTS = Path(__file__).parent / "data" / "contracts.edl"

Contracts = dict[str, ContractSolution]


def contracts_of(deal: Deal | str) -> Contracts:
    """Return all contracts by name: ``s13`` two makers, ``s1a`` a loner, ``s1a2a`` both alone."""
    solution = solve_deal(parse_deal(deal) if isinstance(deal, str) else deal)
    named = {name_of(contract): contract for contract in solution.contracts}
    assert len(named) == len(solution.contracts)
    return named


def name_of(contract: ContractSolution) -> str:
    makers = "".join(map(str, contract.makers))
    alone = f"{contract.alone}a" if contract.alone else makers
    defender = f"{contract.defend_alone}a" if contract.defend_alone else ""
    return f"{contract.trump}{alone}{defender}"


def tricks_of(named: Contracts, *names: str) -> list[int]:
    return [named[name].tricks for name in names]


def both_lead_rules(contract: ContractSolution) -> tuple[int, int]:
    """Return the tricks under the deal's own lead rule and under the other."""
    other = contract.other_lead or contract.opening
    return contract.tricks, other.tricks


def discards_of(contract: ContractSolution) -> dict[str, int]:
    return {str(card): tricks for card, tricks in contract.opening.discards}


def cards_of(solution: PositionSolution) -> dict[str, int]:
    return {str(value.card): value.tricks for value in solution.cards}


def best_of(solution: PositionSolution) -> set[str]:
    return {str(value.card) for value in solution.cards if value.is_best}


# --- worked examples

D1 = "1:AdThAhAcJc.TdKcJh9sKs.JdQcTcAsJs.KdQsKh9d9c_u:9h_k:QhTsQd"
D2 = "1:JsJcAsKsAh.TsThJhKdTc.KhQhKcQcAd.Ac9sTd9dQs_u:9h_k:9cJdQd"
D3 = "1:AhKh9dTdQc.JsJcAsTs9s.KsQsAdAcKc.QhJhThQdKd_u:9h_k:9cTcJd"
D4 = "1:KsAh9hJd9d.QsTs9sQd9c.AsKhAdKcJc.JsQhTdAcTc_u:Jh_k:KdThQc"
D5 = "1:AsJs9sQcTc.KsJhJd9dAc.QsThAdKdKc.TsAhQdJc9c_u:9h_k:QhTdKh"


def test_discard_that_the_play_shows_counts_for_the_contract_too() -> None:
    line = "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_m:3c_x:Kd_t:9dAdJdJh"
    deal = parse_deal(line)
    shown = solve_position(replace(deal, discarded=None))
    assert shown.contract == solve_position(deal).contract
    assert shown.contract.opening.discard == Card.parse("Kd")


def test_example_with_every_trump_and_discard() -> None:
    named = contracts_of(f"{D1}_r:north-american-nt")
    assert tricks_of(named, "s13", "d13", "c13", "n13") == [5, 4, 5, 5]
    assert [named[name].round for name in ("s13", "h13", "n13")] == [2, 1, 2]
    hearts = named["h13"]
    assert discards_of(hearts) == {"Kd": 4, "9c": 3, "Qs": 4, "Kh": 4, "9d": 4, "9h": 4}
    assert (hearts.tricks, str(hearts.opening.discard)) == (3, "9c")
    assert (named["h24"].tricks, str(named["h24"].opening.discard)) == (2, "9c")


def test_example_with_loners_under_both_lead_rules() -> None:
    named = contracts_of(D1)
    loners = {
        "c1a": (5, 5),
        "c3a": (4, 4),
        "h1a": (3, 2),
        "s1a": (4, 4),
        "d1a": (1, 0),
        "d3a": (2, 2),
        "d2a": (1, 1),
    }
    assert {name: both_lead_rules(named[name]) for name in loners} == loners


def test_example_of_a_trick_with_a_left_bower_ruffing() -> None:
    deal = parse_deal(f"{D1}_m:3h_x:9d")
    before = solve_position(deal)
    assert before.contract.tricks == 4
    assert "Ad" in best_of(before)
    for card in ("Ad", "Td", "Jd", "Kd"):
        assert card in best_of(solve_position(deal))
        deal = deal.play(Card.parse(card))
    after = solve_position(deal)
    assert (after.seat, deal.play_state.makers_tricks) == (3, 1)
    assert cards_of(after) == {"As": 4, "Qc": 4, "Tc": 4, "Js": 3}
    assert best_of(after) == {"As", "Tc", "Qc"}


def test_example_where_the_lead_rule_costs_a_trick() -> None:
    alone = contracts_of(D2)["s1a"]
    assert both_lead_rules(alone) == (5, 4)
    assert alone.other_lead
    assert (alone.points, alone.other_lead.points) == (4, 1)
    assert (alone.opening.leader, alone.other_lead.leader) == (1, 2)
    assert alone.other_lead.best_leads == CardSet.of("Th", "Jh")
    by_left = contracts_of(f"{D2}_r:beginner")["s1a"]
    assert (by_left.opening, by_left.other_lead) == (alone.other_lead, alone.opening)


def test_example_where_a_loner_has_to_ruff_high() -> None:
    deal = parse_deal(f"{D3}_m:2sa_t:Ah")
    solution = solve_position(deal)
    assert (solution.contract.tricks, solution.contract.points) == (5, 4)
    assert solution.seat == 2
    assert cards_of(solution) == {"Js": 5, "Jc": 5, "As": 5, "Ts": 4, "9s": 4}


def test_example_with_a_loner_who_marches_under_both_lead_rules() -> None:
    named = contracts_of(f"{D4}_r:north-american-nt")
    assert tricks_of(named, "s13", "d13", "c13", "n13", "h13") == [3, 5, 3, 5, 4]
    assert discards_of(named["h13"]) == {"Js": 4, "Qh": 4, "Td": 4, "Ac": 4, "Tc": 4, "Jh": 5}
    assert both_lead_rules(named["d1a"]) == (5, 5)


def test_example_with_a_loner_who_marches_under_no_lead_rule() -> None:
    named = contracts_of(f"{D5}_r:north-american-nt")
    assert tricks_of(named, "s13", "d13", "c13", "n13", "h13") == [3, 2, 4, 3, 1]
    assert discards_of(named["h13"]) == {"Ts": 1, "Ah": 2, "Qd": 1, "Jc": 2, "9c": 2, "9h": 2}
    assert both_lead_rules(named["c1a"]) == (4, 3)


def test_example_of_one_against_one() -> None:
    line = "1:JdQhThKsKc.JhAhKhAsAc_r:north-american-defendalone_m:2ha1a"
    solution = solve_position(parse_deal(line))
    assert (solution.contract.tricks, solution.contract.points, solution.seat) == (4, 1, 1)
    assert [len(trick) for trick in solution.line] == [2, 2, 2, 2, 2]


def test_example_of_no_trump() -> None:
    hands = ["AsKsQsJsTs", "9sAhKhQhJh", "9h9dTd9cTc", "AdKdAcKcQc"]
    named = contracts_of(f"1:{'.'.join(hands)}_u:Th_k:QdJdJc_r:north-american-nt")
    assert tricks_of(named, "n13", "s13", "n24") == [5, 5, 0]
    hands = hands[1:] + hands[:1]
    named = contracts_of(f"1:{'.'.join(hands)}_u:Th_k:QdJdJc_r:north-american-nt")
    assert tricks_of(named, "n24", "n13") == [1, 4]


# --- contracts solved by others


def stored_contracts() -> list[tuple[str, int, dict[str, int]]]:
    """Read the deal lines, the makers' tricks, and those for every discard where there is one."""
    found = []
    for line in CONTRACTS.read_text(encoding="utf-8").splitlines():
        deal, _, answer = line.partition("\t# ")
        if answer:
            tricks, *discards = answer.split()
            values = dict(discard.split("=") for discard in discards)
            found.append((deal, int(tricks), {card: int(n) for card, n in values.items()}))
    return found


def test_stored_contracts() -> None:
    stored = stored_contracts()
    assert len(stored) == 200
    for line, tricks, _ in stored:
        assert solve_position(parse_deal(line)).contract.tricks == tricks, line


def test_stored_discards() -> None:
    with_discards = [(line, values) for line, _, values in stored_contracts() if values]
    assert len(with_discards) == 51
    for line, values in with_discards:
        deal = replace(parse_deal(line), discarded=None)
        contract = solve_position(deal).contract
        best = max if 4 in contract.makers else min
        assert discards_of(contract) == values, line
        assert contract.tricks == best(values.values()) == values[str(contract.opening.discard)]


# --- lay-downs


def layouts(loner: str, deck: list[Card], seed: int, count: int = 300) -> list[list[CardSet]]:
    """Return the loner's hand and two random ones, every other time all trumps out in one."""
    random = Random(seed)
    hand = CardSet.of(*loner.split())
    others = [card for card in deck if card not in hand]
    trumps = [card for card in others if Trump.SPADES.is_trump(card)]
    plain = [card for card in others if card not in trumps]
    drawn = []
    for number in range(count):
        random.shuffle(plain)
        mixed = [*trumps, *plain] if number % 2 else random.sample(others, 10)
        drawn.append([hand, CardSet.from_cards(mixed[:5]), CardSet.from_cards(mixed[5:10])])
    return drawn


def loners_tricks(hands: list[list[CardSet]], leader_index: int) -> list[int]:
    sides = (True, False, False)
    return kernel.solve_tricks_many(
        Position(tuple(dealt), sides, Trump.SPADES, leader_index) for dealt in hands
    )


PLAIN_24 = deck_of(6, with_best_bower=False)
WITH_BEST = deck_of(6, with_best_bower=True)


@pytest.mark.parametrize("leader_index", range(3))
@pytest.mark.parametrize(
    ("loner", "deck"),
    [
        ("Js Jc As Ks Qs", PLAIN_24),
        ("Js Jc As Ts 9s", PLAIN_24),
        ("Js Jc As Ks 9s", PLAIN_24),
        ("Js Jc As Qs Ts", PLAIN_24),
        ("Bb Js Jc As Ks", WITH_BEST),
    ],
)
def test_laydown_from_any_place(loner: str, deck: list[Card], leader_index: int) -> None:
    assert set(loners_tricks(layouts(loner, deck, seed=1), leader_index)) == {5}


@pytest.mark.parametrize("loner", ["Js Jc As Ks Ah", "Js Jc As 9s Ad", "Js Jc As Ts Ac"])
def test_laydown_on_lead_only(loner: str) -> None:
    hands = layouts(loner, PLAIN_24, seed=2)
    assert set(loners_tricks(hands, 0)) == {5}
    assert min(loners_tricks(hands, 1)) < 5
    assert min(loners_tricks(hands, 2)) < 5


def test_no_laydown_without_the_best_bower() -> None:
    hands = layouts("Js Jc As Ks Qs", WITH_BEST, seed=3)
    assert min(loners_tricks(hands, 0)) == 4


def test_plain_king_and_ace_are_no_laydown() -> None:
    assert min(loners_tricks(layouts("Js Jc As Ah Kh", PLAIN_24, seed=4), 0)) < 5


@pytest.mark.parametrize(
    "line",
    [
        "1:JsJcAsTs9s.KsQs8s7sAd.KdQdTd9d8d.AcKcQcTc9c_u:7h_m:1sa",
        "1:AhKhQhTh9h.AcKcQcTc9c.KsQs8s7sAd.JsJcAsTs9s_u:7h_m:4sa",
    ],
)
def test_four_low_trumps_in_one_hand_break_a_laydown_of_32_cards(line: str) -> None:
    assert solve_position(parse_deal(f"{line}_r:hoyle-32")).contract.tricks == 4


# --- two deals that surprise


def test_loner_may_take_more_tricks_than_with_his_partner() -> None:
    """With the partner's bowers out, the queen draws the last trump; with them she can't lead on.

    All diamonds above the loner's are the partner's or in the kitty.
    """
    named = contracts_of("1:QsKdJdTd9d.QhJhThKcQc.JsAh9hAdJc.9sKhAcTc9c_u:Qd_k:AsKsTs")
    assert tricks_of(named, "s1a", "s13") == [5, 4]
    assert named["s1a"].opening.leader == named["s13"].opening.leader == 1


@pytest.mark.parametrize(
    ("line", "upcard_thrown", "best_of_the_others"),
    [
        ("1:KsJs9h9dTc.AsTsAdKcQc.9sQhKdJdJc.AhJhQdTdAc_u:Th", 5, 4),
        ("1:KsQs9sKhJd.JsTsQhThAd.JhKdTdAcJc.AsAh9hQd9d_u:Tc", 3, 2),
    ],
)
def test_throwing_the_upcard_may_be_the_only_best_discard(
    line: str, upcard_thrown: int, best_of_the_others: int
) -> None:
    deal = parse_deal(line)
    assert deal.upcard and deal.upcard.suit
    contract = contracts_of(deal)[f"{deal.upcard.suit}24"]
    values = discards_of(contract)
    assert contract.opening.discard == deal.upcard
    assert values.pop(str(deal.upcard)) == contract.tricks == upcard_thrown
    assert max(values.values()) == best_of_the_others
    forbidden = replace(deal, rules=replace(deal.rules, may_discard_upcard=False))
    assert contracts_of(forbidden)[f"{deal.upcard.suit}24"].tricks == best_of_the_others


# --- what holds for any deal

rules_names = st.sampled_from(PARTNERSHIP_RULES)
randoms = st.randoms(use_true_random=False)

SAME_COLOUR = {suit: suit.same_colour for suit in Suit}
BLACKS = {suit: suit.same_colour if str(suit) in "sc" else suit for suit in Suit}
COLOURS = dict(zip(Suit, (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS), strict=True))
"""Spades with hearts, clubs with diamonds: each pair of a colour becomes a pair."""


def of_suits(card: Card, suits: dict[Suit, Suit]) -> Card:
    return Card.parse(f"{card.rank}{suits[card.suit]}") if card.suit else card


def all_of_suits(cards: CardSet, suits: dict[Suit, Suit]) -> CardSet:
    return CardSet.from_cards(of_suits(card, suits) for card in cards)


def contract_made(random: Random, deal: Deal) -> Deal:
    """Return the deal after a random auction that makes trump, and the discard."""
    while deal.contract is None:
        calls = [call for call in deal.auction.legal_calls if str(call) != "p"]
        passes = [call for call in deal.auction.legal_calls if str(call) == "p"]
        if not passes or (calls and random.random() < 0.4):
            deal = deal.call(random.choice(calls))
        elif len(deal.calls) == 2 * deal.rules.players - 1:
            deal = replace(deal, calls=())
        else:
            deal = deal.call(passes[0])
    if deal.phase is Phase.DISCARD:
        deal = deal.discard(random.choice([c for c in deal.six_cards if deal.can_discard(c)]))
    while deal.phase is Phase.DEFENCE:
        deal = deal.defend(alone=random.random() < 0.4)
    return deal


def played_to(random: Random, deal: Deal, hand_size: int) -> Deal:
    """Play at random until no hand is larger, and then perhaps a part of a trick."""
    state = deal.play_state
    while any(len(state.hands[seat - 1]) > hand_size for seat in state.active):
        state = state.play(random.choice(list(state.legal_cards)))
    for _ in range(random.randrange(len(state.active))):
        state = state.play(random.choice(list(state.legal_cards)))
    return replace(deal, tricks=state.tricks)


def assert_opening_is_renamed(before: Opening, after: Opening, suits: dict[Suit, Suit]) -> None:
    assert (after.leader, after.tricks, after.points) == (
        before.leader,
        before.tricks,
        before.points,
    )
    renamed = {of_suits(card, suits): tricks for card, tricks in before.discards}
    assert dict(after.discards) == renamed
    if before.exchanges:
        return  # which of equally good exchanges stands there goes by suits
    if before.discard is None or of_suits(before.discard, suits) == after.discard:
        assert after.best_leads == all_of_suits(before.best_leads, suits)


@pytest.mark.parametrize("suits", [SAME_COLOUR, BLACKS, COLOURS])
@settings(max_examples=25)
@given(random=randoms, name=rules_names)
def test_renamed_suits_change_no_value(random: Random, name: str, suits: dict[Suit, Suit]) -> None:
    deal = fresh_deal(random, Rules.parse(name))
    renamed = replace(
        deal,
        hands=tuple(all_of_suits(hand, suits) for hand in deal.hands),
        upcard=of_suits(deal.upcard, suits) if deal.upcard else None,
        kitty=all_of_suits(deal.kitty, suits),
    )
    before, after = contracts_of(deal), contracts_of(renamed)
    assert len(before) == len(after)
    for contract in before.values():
        suit = contract.trump.suit
        other = contract._replace(trump=Trump(str(suits[suit]))) if suit else contract
        found = after[name_of(other)]
        assert_opening_is_renamed(contract.opening, found.opening, suits)
        assert (contract.other_lead is None) == (found.other_lead is None)
        if contract.other_lead and found.other_lead:
            assert_opening_is_renamed(contract.other_lead, found.other_lead, suits)


@given(randoms, rules_names)
def test_both_sides_share_the_tricks(random: Random, name: str) -> None:
    deal = fresh_deal(random, Rules.parse(name))
    if deal.upcard == BEST_BOWER:
        return
    named = contracts_of(deal)
    for trump in {str(contract.trump) for contract in named.values()}:
        first, second = named[f"{trump}13"], named[f"{trump}24"]
        assert first.tricks + second.tricks == deal.rules.hand_size
        assert first.opening.best_leads == second.opening.best_leads
        assert first.opening.discard == second.opening.discard


@given(randoms, rules_names)
def test_order_and_points_of_contracts(random: Random, name: str) -> None:
    """By trump; with partners, loners, then against lone defenders; points as the rules say."""
    deal = fresh_deal(random, Rules.parse(name))
    solutions = solve_deal(deal).contracts
    trumps = [str(solution.trump) for solution in solutions]
    assert trumps == sorted(trumps, key="shdcn".index)
    kinds = [
        (trump, solution.defend_alone is not None, solution.alone is not None)
        for trump, solution in zip(trumps, solutions, strict=True)
        if solution.defend_alone is None
    ]
    assert kinds == sorted(kinds, key=lambda kind: ("shdcn".index(kind[0]), kind[1:]))
    for solution in solutions:
        assert solution.points == deal.rules.points(
            solution.tricks,
            alone=solution.alone is not None,
            defended_alone=solution.defend_alone is not None,
        )


@given(randoms, rules_names)
def test_turned_table_changes_no_value(random: Random, name: str) -> None:
    """Every player moves on by a seat or more, and the lead with him."""
    deal = contract_made(random, fresh_deal(random, Rules.parse(name)))
    position = position_of(played_to(random, deal, random.choice((4, 5))).play_state)
    values = kernel.solve_cards(position)
    players = len(position.hands)
    for turn in range(1, players):
        turned = Position(
            position.hands[turn:] + position.hands[:turn],
            position.side_a[turn:] + position.side_a[:turn],
            position.trump,
            (position.leader_index - turn) % players,
            position.trick,
        )
        assert kernel.solve_cards(turned) == values


def touching(trump: Trump, upper: Card, lower: Card, between: CardSet) -> bool:
    """Tell whether no card of ``between`` ranks between two of a suit."""
    if trump.suit_of(upper) is not trump.suit_of(lower):
        return False
    ranks = sorted((trump.strength_of(upper), trump.strength_of(lower)))
    return not any(
        trump.suit_of(card) is trump.suit_of(upper)
        and ranks[0] < trump.strength_of(card) < ranks[1]
        for card in between
    )


@given(randoms, rules_names)
def test_touching_cards_of_a_hand_are_worth_the_same(random: Random, name: str) -> None:
    deal = contract_made(random, fresh_deal(random, Rules.parse(name)))
    state = played_to(random, deal, 4).play_state
    others = CardSet.from_cards(state.trick)
    for seat in state.active:
        if seat != state.turn:
            others |= state.hands[seat - 1]
    values = kernel.solve_cards(position_of(state))
    for upper in values:
        for lower in values:
            if touching(state.contract.trump, upper, lower, others):
                assert values[upper] == values[lower], f"{upper} and {lower}"


@given(randoms, rules_names)
def test_card_changed_for_a_touching_one_out_of_play_changes_no_value(
    random: Random, name: str
) -> None:
    deal = contract_made(random, fresh_deal(random, Rules.parse(name)))
    position = position_of(deal.play_state)
    live = CardSet.from_cards(card for hand in position.hands for card in hand)
    tricks = kernel.solve_tricks(position)
    for index, hand in enumerate(position.hands):
        for card in hand:
            for dead in deal.rules.deck - live:
                if not touching(position.trump, card, dead, live):
                    continue
                hands = list(position.hands)
                hands[index] = hand.without_card(card).with_card(dead)
                changed = replace(position, hands=tuple(hands))
                assert kernel.solve_tricks(changed) == tricks, f"{dead} for {card}"


@given(randoms, rules_names)
def test_first_round_is_worth_the_dealers_best_discard(random: Random, name: str) -> None:
    deal = fresh_deal(random, Rules.parse(name))
    named = contracts_of(deal)
    for contract in named.values():
        for opening in filter(None, (contract.opening, contract.other_lead)):
            values = dict(opening.discards)
            is_due = contract.round == 1 and not (contract.alone == 2 or contract.defend_alone == 2)
            assert bool(values) == is_due
            if not is_due:
                assert opening.discard is None
                continue
            assert deal.upcard
            may_throw = deal.hands[-1].with_card(deal.upcard)
            if not deal.rules.may_discard_upcard:
                may_throw = may_throw.without_card(deal.upcard)
            assert set(values) == set(may_throw)
            best = max if 4 in contract.makers else min
            assert opening.discard
            assert opening.tricks == values[opening.discard] == best(values.values())


@settings(max_examples=30)
@given(randoms, rules_names)
def test_every_contract_is_worth_its_play(random: Random, name: str) -> None:
    deal = fresh_deal(random, Rules.parse(name))
    for solution in solve_deal(deal).contracts:
        maker = solution.alone or solution.makers[-1]
        alone, defender = solution.alone is not None, solution.defend_alone
        contract = Contract(solution.trump, maker, solution.round or 2, alone, defender)
        made = replace(deal, stated_contract=contract, discarded=solution.opening.discard)
        position = solve_position(made)
        best = {value.card for value in position.cards if value.is_best}
        assert position.seat == solution.opening.leader
        assert set(solution.opening.best_leads) == best
        assert {value.tricks for value in position.cards if value.is_best} == {solution.tricks}


@given(randoms, rules_names)
def test_each_discard_is_worth_the_play_after_it(random: Random, name: str) -> None:
    deal = fresh_deal(random, Rules.parse(name))
    order = next(call for call in ("o", "p", "s") if deal.auction.can_call(Call.parse(call)))
    ordered = deal.call(Call.parse(order))
    if ordered.phase is not Phase.DISCARD:
        return
    before = solve_position(ordered)
    for card, tricks in before.contract.opening.discards:
        after = solve_position(ordered.discard(card))
        assert after.contract.tricks == tricks
        assert after.contract.opening.discard == card
        if card == before.contract.opening.discard:
            assert (after.cards, after.line) == (before.cards, before.line)


@settings(max_examples=50)
@given(randoms, rules_names)
def test_best_line_keeps_the_value(random: Random, name: str) -> None:
    deal = contract_made(random, fresh_deal(random, Rules.parse(name)))
    solution = solve_position(deal)
    value = solution.contract.tricks
    while solution.seat:
        assert {card.tricks for card in solution.cards if card.is_best} == {value}
        played = deal.play_state.trick
        number = len(deal.tricks) - bool(played)
        next_card = solution.line[number][len(played)]
        assert str(next_card) in best_of(solution)
        deal = deal.play(next_card)
        line, solution = solution.line, solve_position(deal)
        assert solution.line == line
        assert solution.contract.tricks == value
    assert deal.play_state.makers_tricks == value
    assert solution.cards == ()
    assert solution.line == deal.tricks


@settings(max_examples=50)
@given(randoms, rules_names)
def test_card_is_worth_the_position_after_it(random: Random, name: str) -> None:
    deal = contract_made(random, fresh_deal(random, Rules.parse(name)))
    deal = played_to(random, deal, random.choice((2, 3, 5)))
    solution = solve_position(deal)
    assert {value.card for value in solution.cards} == set(deal.play_state.legal_cards)
    by_makers = solution.seat in solution.contract.makers
    tricks = [value.tricks for value in solution.cards]
    assert tricks == sorted(tricks, reverse=by_makers)
    for value in solution.cards:
        after = deal.play(value.card)
        best = [card.tricks for card in solve_position(after).cards if card.is_best]
        assert set(best or [after.play_state.makers_tricks]) == {value.tricks}
        assert value.is_best == (value.tricks == tricks[0])


@settings(max_examples=60)
@given(randoms, rules_names)
def test_endings_agree_with_reference(random: Random, name: str) -> None:
    deal = contract_made(random, fresh_deal(random, Rules.parse(name)))
    deal = played_to(random, deal, random.choice((1, 2, 3, 3, 4)))
    state = deal.play_state
    makers = deal.contract.makers(deal.rules) if deal.contract else ()
    position = Position(
        tuple(state.hands[seat - 1] for seat in state.active),
        tuple(seat in makers for seat in state.active),
        state.contract.trump,
        state.active.index(state.leader),
        state.trick,
    )
    expected = {
        card: state.makers_tricks + tricks
        for card, tricks in reference.solve_cards(position).items()
    }
    assert {value.card: value.tricks for value in solve_position(deal).cards} == expected


# --- lone defenders, the best bower, the upcard


BRITISH = "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh"


@pytest.mark.parametrize(
    ("name", "defended", "defended_with_partner"),
    [
        ("british", 8, 4),
        ("north-american-defendalone", 8, 0),
        ("north-american-defendalways", 8, 4),
        ("north-american", 0, 0),
    ],
)
def test_lone_defenders_stand_where_the_rules_allow_them(
    name: str, defended: int, defended_with_partner: int
) -> None:
    for trump in "shdc":
        found = [
            contract
            for contract in contracts_of(f"{BRITISH}_u:Jc_r:{name}").values()
            if contract.defend_alone and str(contract.trump) == trump
        ]
        with_partner = [contract for contract in found if contract.alone is None]
        assert len(with_partner) == defended_with_partner
        assert len(found) - len(with_partner) == defended
        assert all(contract.defend_alone not in contract.makers for contract in found)


def test_lone_defender_is_worth_the_stated_contract() -> None:
    named = contracts_of(f"{BRITISH}_u:Jc_r:british")
    for name, contract in named.items():
        if contract.trump is Trump.CLUBS or not contract.defend_alone:
            continue
        maker = contract.alone or contract.makers[0]
        stated = f"{maker}{contract.trump}{'a' if contract.alone else ''}{contract.defend_alone}a"
        solution = solve_position(parse_deal(f"{BRITISH}_u:Jc_r:british_m:{stated}"))
        assert solution.contract == contract, name
        assert len(solution.line[0]) == (2 if contract.alone else 3)


def test_defenders_who_may_still_go_alone_are_shown() -> None:
    line = f"{BRITISH}_u:Jc_r:british_b:ppo_x:Qs"
    named = contracts_of(replace(parse_deal(line), calls=()))
    for answers, seats in (("", [4, 2]), ("-p", [2]), ("-pp", []), ("-a", [])):
        solution = solve_position(parse_deal(line.replace("ppo", f"ppo{answers}")))
        assert [defence.defend_alone for defence in solution.defences] == seats
        for defence in solution.defences:
            assert (defence.makers, defence.alone) == ((1, 3), None)
            assert defence == named[name_of(defence)]
    led = solve_position(parse_deal(f"{line}_t:As"))
    assert led.defences == ()


def test_dealer_put_out_by_his_partner_has_nothing_to_discard() -> None:
    named = contracts_of(f"{BRITISH}_u:Jc_r:british")
    for name in ("c132a", "c1a2a", "c3a2a"):
        assert named[name].opening.discards == ()
    for name in ("c13", "c134a", "c1a4a"):
        assert len(named[name].opening.discards) == 6


def test_best_bower_turned_up_leaves_the_dealers_contracts() -> None:
    named = contracts_of(f"{BRITISH}_u:Bb_r:british")
    assert set(named) == {
        f"{trump}{makers}{defender}"
        for trump in "shdc"
        for makers in ("24", "4a")
        for defender in ("", "1a", "3a")
    }
    for contract in named.values():
        assert contract.round == 1
        assert len(contract.opening.discards) == 6
        assert contract.opening.discard != BEST_BOWER
        values = discards_of(contract)
        assert values["Bb"] <= contract.tricks
    solution = solve_position(parse_deal(f"{BRITISH}_u:Bb_r:british_b:pppd"))
    assert solution.contract == named["d24"]


def test_upcard_may_not_be_thrown_in_hoyle_1844() -> None:
    cards = "1:JsAs7h9d8c.Kh8h9sTdAd.AhKs7c9cJd.JhQs7dAc8s_u:Jc"
    strict = contracts_of(f"{cards}_r:hoyle-1844")["c24"]
    free = contracts_of(f"{cards}_r:hoyle-32")["c24"]
    assert set(discards_of(free)) - set(discards_of(strict)) == {"Jc"}
    assert len(discards_of(strict)) == 5


def test_of_equal_cards_the_one_least_worth_keeping_is_taken() -> None:
    third_hand_alone = contracts_of(f"{BRITISH}_u:Jc")["c3a"].opening
    values = {str(card): tricks for card, tricks in third_hand_alone.discards}
    assert values == {"Qs": 2, "Jh": 2, "Th": 2, "Kd": 2, "Ac": 3, "Jc": 3}
    assert str(third_hand_alone.discard) == "Th"
    solution = solve_position(parse_deal(f"{BRITISH}_u:Jc_m:3c_x:Qs"))
    assert best_of(solution) == {"As", "9h", "9d"}
    assert str(solution.line[0][0]) == "9h"


# --- what is not known


def refused(line: str) -> RuleError:
    deal = parse_deal(line)
    with pytest.raises(RuleError) as caught:
        solve_position(deal) if deal.contract else solve_deal(deal)
    return caught.value


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("3:JsJcAsKh9d_u:Th", "seats 1, 2, 4"),
        ("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd_u:Jc", "seat 4"),
        ("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQcx.JhQsKdAcTh_u:Jc", "seat 3"),
        ("1:JsAs9h9dTc.-.AhKsQc9cJd.JhQsKdAcTh_u:Jc_m:1s", "seat 2"),
        ("1:JsAs9h9dTc.-.AhKsQc9cJd.JhQsKdAcTh_u:Jc_m:3sa", "seat 2"),
        ("1:-_u:Ks_b:pppp-c", "seats 1, 2, 3, 4"),
    ],
)
def test_unknown_cards_of_those_who_play_are_refused(line: str, seats: str) -> None:
    error = refused(line)
    assert error.code is ErrorCode.UNKNOWN_CARDS
    assert error.message.startswith(f"the cards of {seats} are not all known")


def test_loners_partner_may_be_unknown() -> None:
    known = parse_deal(f"{D2}_m:1sa")
    hidden = replace(known, hands=(*known.hands[:2], NO_CARDS, known.hands[3]))
    assert solve_position(hidden).contract == solve_position(known).contract
    assert solve_position(hidden).line == solve_position(known).line


def test_dealer_who_is_out_may_be_unknown_though_his_suit_was_ordered_up() -> None:
    known = parse_deal(f"{D2}_m:2ha")
    hidden = replace(known, hands=(*known.hands[:3], NO_CARDS))
    assert solve_position(hidden).contract == solve_position(known).contract


def test_doubtful_discard_is_refused_once_cards_are_played() -> None:
    error = refused(f"{BRITISH}_u:Jc_m:3c_t:As")
    assert error.code is ErrorCode.UNKNOWN_DISCARD
    assert error.message == "6 discards are consistent: QsJhThKdAcJc"


def test_discard_that_the_play_gives_away_is_taken() -> None:
    """Seat 4 ruffs a diamond, so it is the king of diamonds that he threw."""
    stated = parse_deal(f"{BRITISH}_u:Jc_m:3c_x:Kd_t:9dAdJdJc")
    given_away = replace(stated, discarded=None)
    assert solve_position(given_away).cards == solve_position(stated).cards
    assert solve_position(given_away).line == solve_position(stated).line


def test_no_contract_to_solve() -> None:
    with pytest.raises(RuleError) as caught:
        solve_position(parse_deal(f"{BRITISH}_u:Jc_b:pp"))
    assert caught.value.code is ErrorCode.NO_CONTRACT


def test_calls_made_so_far_change_no_contract() -> None:
    fresh = solve_deal(parse_deal(f"{BRITISH}_u:Jc"))
    assert solve_deal(parse_deal(f"{BRITISH}_u:Jc_b:pppp-p")).contracts == fresh.contracts


def test_deal_without_upcard_has_no_rounds() -> None:
    named = contracts_of(BRITISH)
    assert {contract.round for contract in named.values()} == {None}
    assert {contract.opening.discards for contract in named.values()} == {()}
    assert solve_position(parse_deal(f"{BRITISH}_m:1c")).contract == named["c13"]


def test_finished_deal_has_no_card_to_value() -> None:
    solution = solve_position(parse_deal(f"{BRITISH}_u:Jc_m:1s"))
    line = ".".join("".join(map(str, trick)) for trick in solution.line)
    finished = solve_position(parse_deal(f"{BRITISH}_u:Jc_m:1s_t:{line}"))
    assert (finished.seat, finished.cards) == (None, ())
    assert finished.line == solution.line
