"""Advice on auction games: exact where worlds are few, the solver's figures in each world."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.auctions.discarding import likely_discards, usual_discards
from euchre_solve.advice.auctions.points import points_of
from euchre_solve.advice.auctions.question import question_of
from euchre_solve.advice.auctions.rivals import Euchre, played_out
from euchre_solve.advice.auctions.solving import tricks_of
from euchre_solve.advice.auctions.turned_up import turned_up_question
from euchre_solve.advice.auctions.turned_worlds import TurnedWorlds
from euchre_solve.advice.auctions.worlds import AuctionWorlds
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious, likelihood
from euchre_solve.advice.decision.conditions import parse_where
from euchre_solve.advice.recommend import Advice, recommend
from euchre_solve.auction import PASS, Call
from euchre_solve.cards import Card, CardSet, Suit
from euchre_solve.consistent import count_consistent, seen_by
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError
from euchre_solve.options import Sides
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.auction_games import solve_auction_position
from euchre_solve.solver.double_dummy import card_values, solve_position
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump

from .plain_rivals import played_to_the_end
from .random_deals import put_away

GAMES = ["auction-5", "auction-6", "bid-partners", "bid-individual", "bid-individual-three"]
SURE = "AsKsQsJsJc"


def dealt(name: str, rng: random.Random) -> Deal:
    rules = Rules.parse(name)
    cards = list(rules.deck)
    rng.shuffle(cards)
    size = rules.hand_size
    hands = tuple(CardSet.from_cards(cards[at * size :][:size]) for at in range(rules.players))
    widow = cards[size * rules.players :][: rules.widow_size]
    return Deal(rules, hands, kitty=CardSet.from_cards(widow))


@pytest.mark.parametrize(
    ("name", "calls"),
    [("auction-5", "15"), ("auction-6", "815"), ("auction-7", "20"), ("bid-partners", "6")],
)
def test_over_the_highest_bid_there_is_only_a_pass(name: str, calls: str) -> None:
    deal = dealt(name, random.Random(1))
    deal = parse_deal(f"1:{'.'.join(map(str, deal.hands))}_b:{calls}_r:{name}")
    with pytest.raises(RuleError, match="only a pass is left"):
        recommend(deal)


def played(name: str, seed: int, tricks: int) -> Deal:
    """Return a deal in play at random, so many tricks over."""
    rng = random.Random(seed)
    deal = dealt(name, rng)
    bid = deal.rules.legal_bids[rng.randrange(2)]
    calls = [PASS] * deal.rules.players
    calls[rng.randrange(len(calls))] = Call.of_bid(bid.value)
    deal = replace(deal, calls=tuple(calls))
    deal = deal.call(rng.choice(deal.legal_calls))
    if deal.rules.widow_size:
        deal = put_away(deal, rng)
    while deal.bidding.defender_seat:
        deal = deal.defend(alone=False)
    state = deal.play_state
    while sum(state.tricks_won) < tricks or len(state.legal_cards) < 2:
        state = state.play(rng.choice(tuple(state.legal_cards)))
    return replace(deal, tricks=state.tricks)


def seen_on_turn(deal: Deal) -> Deal:
    assert deal.seat
    return seen_by(deal, deal.seat)


def figures(advice: Advice) -> dict[str, float]:
    return {action.token: action.ev for action in advice.actions}


# --- exactness


def layouts(cards: CardSet, rooms: list[int]) -> Iterator[list[CardSet]]:
    if not rooms:
        yield []
        return
    for some in combinations(cards, rooms[0]):
        mine = CardSet.from_cards(some)
        for rest in layouts(cards - mine, rooms[1:]):
            yield [mine, *rest]


def possible_deals(deal: Deal) -> Iterator[Deal]:
    """Yield every full deal that the cards played allow, by plain search; nobody has discarded."""
    seat, rules = deal.seat, deal.rules
    assert seat
    state = replace(deal, tricks=()).play_state
    gone = dict.fromkeys(rules.seats, CardSet())
    for card in (card for trick in deal.tricks for card in trick):
        assert state.turn
        gone[state.turn] = gone[state.turn].with_card(card)
        state = state.play(card)
    unseen = rules.deck - deal.hands[seat - 1]
    if deal.upcard:
        unseen = unseen.without_card(deal.upcard)
    for cards in gone.values():
        unseen -= cards
    others = [other for other in rules.seats if other != seat]
    rooms = [rules.hand_size - len(gone[other]) for other in others]
    for held in layouts(unseen, rooms):
        hands = list(deal.hands)
        for other, cards in zip(others, held, strict=True):
            hands[other - 1] = cards | gone[other]
        full = replace(deal, hands=tuple(hands))
        try:
            _ = full.play_state
        except RuleError:
            continue
        yield full


@pytest.mark.parametrize("seed", range(6))
def test_cards_are_exact_where_worlds_are_few(seed: int) -> None:
    """The means are those of plain enumeration, each world solved by the solver."""
    deal = played("bid-partners", seed, tricks=4)
    seat, contract = deal.seat, deal.contract
    assert seat and contract
    advice = recommend(seen_on_turn(deal))
    totals: dict[str, list[int]] = {}
    for full in possible_deals(seen_on_turn(deal)):
        for card, makers, _ in card_values(full.play_state):
            is_maker = seat in contract.makers(deal.rules)
            ours = makers if is_maker else deal.rules.hand_size - makers
            totals.setdefault(str(card), []).append(points_of(contract, seat, deal.rules)[ours])
    assert advice.exact
    assert advice.worlds == len(next(iter(totals.values())))
    means = {card: sum(points) / len(points) for card, points in totals.items()}
    assert figures(advice) == pytest.approx(means)


@pytest.mark.parametrize("name", ["auction-5", "auction-6", "bid-partners"])
@pytest.mark.parametrize("seed", range(3))
def test_each_world_has_the_tricks_of_the_solver(name: str, seed: int) -> None:
    rng = random.Random(seed)
    deal = dealt(name, rng)
    seen = replace(seen_by(deal, 1), calls=())
    question = question_of(seen)
    numbers = rng.sample(range(len(question.lines)), 6)
    worlds = AuctionWorlds(seen, 1).sample(rng, 2)
    for world, row in zip(worlds, tricks_of(question, worlds, numbers).tolist(), strict=True):
        for number, tricks in zip(numbers, row, strict=True):
            contract = question.lines[number].contract
            full = replace(
                deal,
                hands=tuple(map(CardSet, world.hands)),
                kitty=CardSet(world.widow),
                stated_contract=contract,
            )
            if contract.takes_widow(deal.rules):
                size = deal.rules.widow_size
                full = full.bury(usual_discards(full.maker_cards, contract.trump, size))
            assert tricks == solve_auction_position(full).contract.tricks


@pytest.mark.parametrize(("name", "upcard"), [("set-back", "9s"), ("call-ace", "9s")])
@pytest.mark.parametrize("seed", range(3))
def test_each_turned_up_world_has_the_tricks_of_the_solver(
    name: str, upcard: str, seed: int
) -> None:
    """Of call-ace those are larger by more than all where the maker finds himself alone."""
    rng = random.Random(seed)
    rules = Rules.parse(name)
    cards = list(rules.deck.without_card(Card.parse(upcard)))
    rng.shuffle(cards)
    hands = [CardSet.from_cards(cards[:5]), *[CardSet()] * 3]
    deal = Deal(rules, tuple(hands), Card.parse(upcard))
    question = turned_up_question(deal)
    numbers = list(range(len(question.lines)))
    worlds = TurnedWorlds(question).sample(rng, 3)
    for world, row in zip(worlds, tricks_of(question, worlds, numbers).tolist(), strict=True):
        for line, code in zip(question.lines, row, strict=True):
            contract = line.contract
            full = replace(deal, hands=tuple(map(CardSet, world.hands)), stated_contract=contract)
            if full.six_cards.mask:
                full = full.discard(next(iter(usual_discards(full.six_cards, contract.trump, 1))))
            settled = full.contract_with_partner
            assert settled
            is_found_alone = settled.alone and not contract.alone
            assert code == solve_position(full).contract.tricks + 6 * is_found_alone


@pytest.mark.parametrize("seed", range(3))
def test_rivals_share_the_tricks(seed: int) -> None:
    deal = dealt("bid-individual", random.Random(seed))
    position = Position(deal.hands, (True, False, False, False), Trump.NO_TRUMP, 2)
    tricks = played_out(position)
    assert sum(tricks) == deal.rules.hand_size
    forced = kernel.solve_tricks(replace(position, side_a=(False, False, True, False))).tricks
    assert tricks[2] >= forced  # who leads keeps at each card what he can force


@pytest.mark.parametrize("name", GAMES)
def test_points_are_those_of_the_score(name: str) -> None:
    """Our gain less the average of the others; of counts that fall only the own."""
    rules = Rules.parse(name)
    bid = rules.legal_bids[0]
    partners = tuple(range(2, 2 + bid.partners))
    contract = Contract(Trump.HEARTS, 1, 2, partners=partners, bid=bid.value)
    against = contract.defenders(rules)[0]
    for tricks in range(rules.hand_size + 1):
        won = [0] * rules.players
        won[0], won[against - 1] = tricks, rules.hand_size - tricks
        gains = contract.gains(won, rules)
        for seat in (1, against):
            mine = gains[(seat - 1) % len(gains)]
            others = (sum(gains) - mine) / (len(gains) - 1)
            expected = -mine if rules.counts_down else mine - others
            assert points_of(contract, seat, rules)[won[seat - 1]] == pytest.approx(expected)


# --- worlds


@pytest.mark.parametrize("name", ["auction-5", "bid-individual"])
@pytest.mark.parametrize("seed", range(4))
def test_worlds_replay_the_record(name: str, seed: int) -> None:
    deal = played(name, seed, tricks=2)
    seat, contract = deal.seat, deal.contract
    assert seat and contract
    worlds = AuctionWorlds(seen_on_turn(deal), seat).sample(random.Random(1), 20)
    gone = [CardSet()] * deal.rules.players
    state = replace(deal, tricks=()).play_state
    for card in (card for trick in deal.tricks for card in trick):
        assert state.turn
        gone[state.turn - 1] = gone[state.turn - 1].with_card(card)
        state = state.play(card)
    for world in worlds:
        assert world.hands[seat - 1] == deal.play_state.hands[seat - 1].mask
        hands = [CardSet(hand) | cards for hand, cards in zip(world.hands, gone, strict=True)]
        assert {len(hand) for hand in hands} == {deal.rules.hand_size}
        again = Play.start(deal.rules, contract, tuple(hands))
        for card in (card for trick in deal.tricks for card in trick):
            again = again.play(card)


def test_only_who_took_the_widow_knows_it() -> None:
    deal = played("auction-5", 1, tricks=0)
    assert deal.contract
    for seat in deal.rules.seats:
        seen = seen_by(deal, seat)
        is_maker = seat == deal.contract.maker
        assert bool(seen.kitty.mask) is bool(seen.buried.mask) is is_maker


def test_usual_discards_are_among_the_likely_ones() -> None:
    held = CardSet.of("Js", "As", "Kh", "Qh", "9d", "8d", "7c")
    assert usual_discards(held, Trump.SPADES, 2) == CardSet.of("7c", "8d")
    found = likely_discards(held, Trump.SPADES, 2)
    assert found[0] == CardSet.of("7c", "8d")
    assert len(found) == len(set(found)) == 9
    assert CardSet.of("Kh", "7c") not in found  # the queen goes before the king


# --- answers


@pytest.mark.parametrize("name", ["auction-5", "auction-6"])
def test_a_lay_down_bids_all_alone_without_the_widow(name: str) -> None:
    hands = ".".join([SURE, *["-"] * (Rules.parse(name).players - 1)])
    best = recommend(parse_deal(f"1:{hands}_b:-_r:{name}"), worlds=64).actions[0]
    assert (best.token, best.ev, best.outcomes) == ("15", 15.0, ((15, 1.0),))
    assert best.plan and best.plan.contract.trump is Trump.SPADES


def test_a_sure_trick_stays_in() -> None:
    strong, weak = (
        recommend(parse_deal(f"1:-.-.{hand}.-_b:p3pp-s_r:bid-individual"), worlds=64).actions[0]
        for hand in ("JsAsKsAhAdAc", "9h9dTh9cTdTc")
    )
    assert strong.token == "p" and weak.token == "d"
    assert strong.plan and strong.plan.goal == "a trick" and strong.plan.chance == 1


def test_what_is_asked_goes_by_the_state_of_the_deal() -> None:
    hand = "1:-.JsJcAsKhAd.-.-.-_b:p4ppp{}_r:auction-5"
    naming = recommend(parse_deal(hand.format("_k:9d8s")), worlds=64)
    assert {action.token for action in naming.actions} >= {"s13", "h45"}
    assert not naming.plans
    discard = recommend(parse_deal(hand.format("-s34_k:9d8s")), worlds=64)
    assert (discard.decision, discard.actions[0].token) == ("discard", "Kh9d")
    with pytest.raises(RuleError, match="widow"):
        recommend(parse_deal(hand.format("")))
    with pytest.raises(RuleError, match="put away"):
        recommend(parse_deal("1:-.JsJcAsKhAd.-.-.-_b:p4ppp-s34_k:9d8s_t:9h_r:auction-5"))


def test_the_largest_game_asks_only_whether_bids_are_kept() -> None:
    hands = ".".join(["JsJcAsKsQsTs9s", *["-"] * 6])
    advice = recommend(parse_deal(f"1:{hands}_b:-_r:auction-7"), worlds=8)
    assert advice.actions[0].token == "20"
    assert advice.actions[0].plan and advice.actions[0].plan.tricks is None


def test_a_defender_leads_without_knowing_the_discards() -> None:
    advice = recommend(parse_deal("1:AhKhQs9cTd.-.-.-.-_m:2s45-4_r:auction-5"), worlds=64)
    assert (advice.seat, advice.decision) == (1, "play")
    assert {action.token for action in advice.actions} == {"Ah", "Kh", "Qs", "9c", "Td"}
    assert advice.actions[0].plan and advice.actions[0].plan.goal == "set"


@pytest.mark.parametrize("name", GAMES)
def test_same_answer_for_any_number_of_jobs(name: str) -> None:
    deal = seen_by(dealt(name, random.Random(5)), 1)
    one, two = (recommend(deal, worlds=128, seed=3, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_call_ace_tells_how_often_nobody_is_the_partner() -> None:
    deal = parse_deal("1:-.JsJcAsKh9d.-.-_u:9s_b:p_r:call-ace")
    best = recommend(deal, worlds=512).actions[0]
    assert (best.token, best.label) == ("o", "order up, diamonds for a partner")
    assert best.plan and best.plan.alone is not None and best.plan.alone < 0.1
    kings = parse_deal("1:-.JsJcAsAd9d.-.-_u:9s_b:p_r:call-ace")
    assert recommend(kings, worlds=64).actions[0].label != best.label  # the ace is ours


def test_a_march_is_declared_where_it_is_sure() -> None:
    advice = recommend(parse_deal("1:-.-.-.AsKsJsAdJc_u:9s_b:ppp_r:set-back-declare"), worlds=64)
    best, declared = (figures(advice)[token] for token in ("o", "oa"))
    assert best == declared == 5
    weak = recommend(parse_deal("1:-.-.-.9h8h7hTd8c_u:9s_b:ppp_r:set-back-declare"), worlds=64)
    assert weak.actions[0].token == "p" and figures(weak)["oa"] == -5


# --- cards where the partner is hidden, or a euchre pays all others


def late(name: str, seed: int) -> Deal:
    """Return what a seat with a choice sees in the last two tricks, trump named in round 2.

    It is no maker where each plays for himself.
    """
    rng = random.Random(seed)
    rules = Rules.parse(name)
    while True:
        cards = list(rules.deck)
        rng.shuffle(cards)
        size = rules.hand_size
        hands = tuple(CardSet.from_cards(cards[at * size :][:size]) for at in range(rules.players))
        deal = Deal(rules, hands, upcard=cards[-1], calls=(PASS,) * rules.players)
        suit = next(suit for suit in Suit if suit is not cards[-1].suit)
        deal = deal.call(Call(Trump(str(suit))))
        if deal.phase is Phase.CALL_SUIT:
            deal = deal.call_suit(rng.choice([suit for suit in Suit if suit is not cards[-1].suit]))
        while deal.making.defender_seat:
            deal = deal.defend(alone=False)
        state = deal.play_state
        while sum(state.tricks_won) < size - 2 or len(state.trick) < rules.players - 2:
            state = state.play(rng.choice(tuple(state.legal_cards)))
        seen = seen_on_turn(replace(deal, tricks=state.tricks))
        is_asked = rules.sides is Sides.CALLED_CARD or state.turn != state.contract.maker
        if is_asked and len(state.legal_cards) > 1 and count_consistent(seen) <= 500:
            return seen


def means(totals: dict[str, list[float]]) -> dict[str, float]:
    return {card: sum(points) / len(points) for card, points in totals.items()}


@pytest.mark.parametrize("seed", range(12))
def test_cards_with_a_hidden_partner_are_those_of_enumeration(seed: int) -> None:
    """Every layout is solved for the sides that it implies, and scored by hand.

    It counts as likely as the others make their calls.
    """
    deal = late("call-ace-deck24", seed)
    seat = deal.seat
    assert seat and deal.upcard
    reader = Cautious(model_for(deal.rules))
    weights: list[float] = []
    totals: dict[str, list[float]] = {}
    for full in possible_deals(deal):
        dealt = np.array([[hand.mask for hand in full.hands]], np.uint64)
        weights += likelihood(reader, deal.calls, dealt, deal.upcard.index, {seat}).tolist()
        state = full.play_state
        contract = full.contract_with_partner
        assert contract
        makers = {contract.maker, *contract.partners}
        side = tuple(each in makers for each in full.rules.seats)
        at = state.leader - 1
        position = Position(state.hands, side, contract.trump, at, state.trick)
        for card, more in reference.solve_cards(position).items():
            tricks = sum(state.tricks_won[each - 1] for each in makers) + more
            march = 4 if contract.alone else 2
            scores = makers if tricks >= 3 else set(full.rules.seats) - makers
            pay = 2 if tricks < 3 else 1 if tricks < 5 else march
            own = pay * (seat in scores)
            others = pay * (len(scores) - (seat in scores)) / 3
            totals.setdefault(str(card), []).append(own - others)
    advice = recommend(deal)
    assert advice.exact and advice.worlds == len(weights)
    expected = {card: np.average(points, weights=weights) for card, points in totals.items()}
    assert figures(advice) == pytest.approx(expected)


def test_who_holds_the_card_called_knows_his_side() -> None:
    line = "1:{}.-.-.-_u:9s_b:po-d_r:call-ace"
    partner = recommend(parse_deal(line.format("AdKhQs9cTd")), worlds=64).actions[0].plan
    other = recommend(parse_deal(line.format("AhKhQs9cTc")), worlds=64).actions[0].plan
    assert partner and partner.partner == 1 and partner.alone == 0
    assert other and other.partner == 0 and other.alone is not None and other.alone > 0


@pytest.mark.parametrize("seed", range(6))
def test_cards_where_a_euchre_pays_all_are_those_of_enumeration(seed: int) -> None:
    deal = late("set-back-euchrededucts-deck24", seed)
    seat, contract = deal.seat, deal.contract
    assert seat and contract and seat != contract.maker
    totals: dict[str, list[float]] = {}
    for full in possible_deals(deal):
        state = full.play_state
        for card in state.legal_cards:
            end = played_to_the_end(state.play(card), euchre=2)
            gains = contract.gains(end.tricks_won, full.rules)
            totals.setdefault(str(card), []).append(-gains[seat - 1])
    advice = recommend(deal)
    assert advice.exact
    assert figures(advice) == pytest.approx(means(totals))


def test_a_euchre_that_pays_all_costs_its_maker_more() -> None:
    line = "1:-.JsKh9dTc8h.-.-_u:9s_b:p_r:set-back{}"
    plain, harsh = (
        figures(recommend(parse_deal(line.format(more)), worlds=64))["o"]
        for more in ("", "-euchrededucts")
    )
    assert harsh < plain


def test_rivals_keep_a_euchre_that_is_worth_more_than_all_tricks() -> None:
    deal = dealt("bid-individual", random.Random(3))
    position = Position(deal.hands, (True,) * 4, Trump.HEARTS, 0)
    maker = position.side_a.index(True)
    against_all = replace(position, side_a=(True, False, False, False))
    need = kernel.solve_tricks(against_all).tricks + 1
    tricks = played_out(position, Euchre(maker, need, value=20))
    assert tricks[maker] < need  # nobody gives away what all together can keep


def test_worlds_with_a_turn_up_are_picked() -> None:
    """With both bowers with the maker a partner of ours can hold neither."""
    deal = parse_deal("1:AhKhQs9cTd.-.-.-_u:9s_b:po-d_r:call-ace")
    strong = parse_where("bowers(2) == 2", deal.rules)
    worlds = TurnedWorlds(turned_up_question(deal), where=strong).sample(random.Random(1), 4)
    bowers = CardSet.of("Js", "Jc").mask
    assert all(world.hands[1] & bowers == bowers for world in worlds)
    free, bound = (recommend(deal, worlds=64, where=where) for where in (None, strong))
    assert bound.actions[0].ev < free.actions[0].ev
    with pytest.raises(RuleError, match="no deal"):
        recommend(deal, worlds=64, where=parse_where("bowers(2) == 3", deal.rules))


def test_worlds_of_an_auction_are_not_picked() -> None:
    deal = seen_by(dealt("auction-6", random.Random(5)), 1)
    with pytest.raises(RuleError, match="picked"):
        recommend(deal, where=lambda worlds: worlds.kitty > 0)


@pytest.mark.parametrize("rules", ["call-ace-farmerunder", "set-back-farmer"])
def test_a_weak_hand_is_told_that_its_claim_is_not_weighed(rules: str) -> None:
    weak = recommend(parse_deal(f"1:9s9hTdTsTc_u:Jd_r:{rules}"), worlds=64)
    assert weak.note and "weak hand" in weak.note
    strong = recommend(parse_deal(f"1:9s9hTdTsAc_u:Jd_r:{rules}"), worlds=64)
    assert strong.note and "weak hand" not in strong.note
