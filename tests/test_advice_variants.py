"""Advice on games for other numbers of players, and on options, against plain code."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from euchre_solve import parse_deal, solve_position
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious, actions_of, caller_at, node_count
from euchre_solve.advice.bidding.reading import likelihoods
from euchre_solve.advice.decision.drawing import Drawn
from euchre_solve.advice.decision.exchanging import Chosen, after_going_under, exchanged
from euchre_solve.advice.decision.results import points_by_result, results_by_tricks
from euchre_solve.advice.recommend import recommend
from euchre_solve.advice.worlds import Worlds
from euchre_solve.auction import ORDER, PASS, Call
from euchre_solve.cards import NO_CARDS, Card, CardSet, Suit
from euchre_solve.consistent import consistent_deals, count_consistent, seen_by
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.double_dummy import position_of
from euchre_solve.solver.exchanging import solve_exchange
from euchre_solve.trump import Trump

from .plain_rivals import played_to_the_end
from .random_deals import fresh_deal
from .random_games import whole_deal

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

OTHERS = ("two-handed", "three-handed-hoyle", "three-handed-cutthroat")


def own_points(contract: Contract, rules: Rules, tricks: int, seat: int) -> float:
    """Return what we score less the average of the others, half of a shared euchre each."""
    pays = {"three-handed-hoyle": (1, 1, 3), "three-handed-cutthroat": (1, 2, 4)}
    made, one_short, march = pays.get(rules.preset, (1, 1, 2))
    others = rules.players - 1
    if tricks < rules.need:
        euchre = 1 if rules.preset == "three-handed-cutthroat" else 2
        gains = [0 if each == contract.maker else euchre for each in rules.seats]
    else:
        steps = {rules.hand_size: march, rules.hand_size - 1: one_short}
        gains = [steps.get(tricks, made) if each == contract.maker else 0 for each in rules.seats]
    return gains[seat - 1] - (sum(gains) - gains[seat - 1]) / others


@pytest.mark.parametrize("name", OTHERS)
def test_points_are_ours_less_the_average_of_the_others(name: str) -> None:
    rules = Rules.parse(name)
    contract = Contract(Trump.SPADES, 2, 2)
    for seat in rules.seats:
        points = points_by_result(contract, rules, seat)[results_by_tricks(contract, rules)]
        tricks = range(rules.hand_size + 1)
        assert points.tolist() == [own_points(contract, rules, each, seat) for each in tricks]


def late_choices(rules: Rules, seeds: range) -> list[Deal]:
    """Return what seats on turn see in the last two tricks, with a choice and few worlds."""
    found = []
    for seed in seeds:
        whole = whole_deal(random.Random(seed), rules)
        if whole.phase is Phase.PASSED_OUT:
            continue
        state = replace(whole, tricks=whole.tricks[:-2]).play_state
        for card in whole.tricks[-2]:
            assert state.turn
            seen = seen_by(replace(whole, tricks=state.tricks), state.turn)
            if len(state.legal_cards) > 1 and count_consistent(seen) <= 400:
                found.append(seen)
            state = state.play(card)
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_late_cards_are_exact(name: str) -> None:
    rules = Rules.parse(name)
    deals = late_choices(rules, range(60))
    assert len(deals) >= 10
    for deal in deals[:10]:
        advice = recommend(deal)
        values = plain_card_values(deal)
        assert advice.exact and advice.values == "open"
        assert {action.token for action in advice.actions} == set(values)
        for action in advice.actions:
            assert action.ev == pytest.approx(values[action.token], abs=1e-9)


def plain_card_values(deal: Deal) -> dict[str, float]:
    """Return the mean of each card over all worlds, each solved in plain Python."""
    seat, contract, state = deal.seat, deal.contract, deal.play_state
    assert seat and contract
    arrays = Worlds(deal, after_discard=True).all()
    weights = likelihoods(Cautious(model_for(deal.rules)), deal, seat, arrays)
    rows = zip(arrays.dealt.tolist(), arrays.discards.tolist(), weights.tolist(), strict=True)
    known = {(tuple(dealt), discard): weight for dealt, discard, weight in rows}
    gone = CardSet.from_cards(card for trick in deal.tricks for card in trick)
    sums: dict[str, float] = {}
    for world in consistent_deals(deal, after_discard=True):
        discard = world.discarded.index if world.discarded else -1
        weight = known[tuple(hand.mask for hand in world.hands), discard]
        six = world.six_cards
        kept = six.without_card(world.discarded) if world.discarded else world.hands[-1]
        hands = tuple(hand - gone for hand in (*world.hands[:-1], kept))
        here = replace(state, hands=hands, hidden=(0,) * len(hands))
        for card, tricks in reference.solve_cards(position_of(here)).items():
            points = own_points(contract, deal.rules, state.makers_tricks + tricks, seat)
            if deal.rules.score.euchre_to_best and state.makers_tricks + tricks < deal.rules.need:
                end = played_to_the_end(here.play(card), euchre=99)
                gains = contract.gains(end.tricks_won, deal.rules)
                points = gains[seat - 1] - (sum(gains) - gains[seat - 1]) / 2
            sums[str(card)] = sums.get(str(card), 0) + weight * points
    return {card: total / weights.sum() for card, total in sums.items()}


def test_a_defender_is_told_what_a_euchre_pays_him() -> None:
    """The chances of the maker add up, and the share of a euchre is between none and all."""
    line = "1:AhJd9hAdKcQc9c.-.-_u:Ts_b:ppo_r:three-handed-cutthroat"
    for action in recommend(parse_deal(line), worlds=256).actions:
        making = action.making
        assert making and making.share is not None
        assert [tricks for tricks, _ in making.at_least] == [4, 6, 7]
        assert making.euchred + making.at_least[0][1] == pytest.approx(1)
        chances = dict(action.outcomes)
        paid = 2 * chances.get(2, 0) + chances.get(0.5, 0)
        assert making.euchred * making.share == pytest.approx(paid)


def test_a_call_is_exact_where_all_worlds_are_looked_at() -> None:
    """The other hand is known but for one card: what is ordered is solved world by world."""
    fresh = Deal.of("KsQhTdAc", "JsAs9hKd9d", upcard="Ts", rules="two-handed")
    deal = fresh.call(PASS)
    advice = recommend(deal)
    order = next(action for action in advice.actions if action.token == "o")
    values = {value.card: value.ev for value in order.discards}
    worlds = list(consistent_deals(deal))
    arrays = Worlds(deal).all()
    weights = likelihoods(Cautious(model_for(deal.rules)), deal, 2, arrays)
    weight_of = dict(zip(map(int, arrays.dealt[:, 0]), weights.tolist(), strict=True))
    assert advice.exact and advice.worlds == len(worlds)
    for card, value in values.items():
        total = 0.0
        for world in worlds:
            after = replace(world, calls=(PASS, ORDER))
            made = solve_position(after.discard(card)).contract.tricks
            points = own_points(Contract(Trump.SPADES, 2, 1), deal.rules, made, 2)
            total += weight_of[world.hands[0].mask] * points
        by_hand = len(arrays.dealt) / len(weight_of)  # kitties that go with each hand
        assert value == pytest.approx(total / by_hand / sum(weight_of.values()), abs=1e-9)


@pytest.mark.parametrize("name", [*OTHERS, "north-american-dealerfirst"])
def test_the_model_calls_by_the_rules(name: str) -> None:
    rules = Rules.parse(name)
    model = model_for(rules)
    rng = random.Random(name)
    for _ in range(10):
        deal = fresh_deal(rng, rules)
        assert deal.upcard
        for node in range(node_count(rules)):
            seat = caller_at(rules, node)
            assert deal.seat == seat
            chances = model.chances(node, [deal.hands[seat - 1].mask], deal.upcard.index)[0]
            calls = actions_of(rules, node, deal.upcard.suit)
            legal = {call for call, chance in zip(calls, chances, strict=True) if chance}
            assert legal <= set(deal.legal_calls)
            assert chances.sum() == pytest.approx(1)
            deal = deal.call(PASS)


@pytest.mark.parametrize("name", ["north-american-trumprule", "north-american-stick-trumprule"])
def test_nobody_calls_on_a_lone_jack(name: str) -> None:
    rules = Rules.parse(name)
    model = model_for(rules)
    deal = parse_deal(f"3:JsAhKhAd9d_u:Ts_b:pp_r:{name}")
    assert [action.token for action in recommend(deal, worlds=64).actions] == ["p"]
    rng = random.Random(1)
    for _ in range(40):
        deal = fresh_deal(rng, rules)
        assert deal.upcard
        for node in range(node_count(rules)):
            hand = deal.hands[caller_at(rules, node) - 1]
            chances = model.chances(node, [hand.mask], deal.upcard.index)[0]
            calls = actions_of(rules, node, deal.upcard.suit)
            legal = {call for call, chance in zip(calls, chances, strict=True) if chance}
            assert legal <= set(deal.legal_calls)
            if PASS in deal.legal_calls:
                deal = deal.call(PASS)


def test_a_blind_call_does_not_look_at_the_hand() -> None:
    lines = (f"4:{hand}_u:Bb_b:ppp_r:british" for hand in ("JsAsKs9hTd", "9c9dThTcQd"))
    first, second = (recommend(parse_deal(line), worlds=256) for line in lines)
    assert first == second
    assert {action.token for action in first.actions} == {
        f"{suit}{alone}" for suit in Suit for alone in ("", "a")
    }
    assert not first.deal.hands[3].mask and first.actions[0].discard is None


def test_a_discard_after_a_blind_call_knows_the_suit() -> None:
    advice = recommend(parse_deal("4:JsAs9hTd9d_u:Bb_b:ppps_r:british"), worlds=256)
    assert advice.decision == "discard"
    assert advice.actions[0].token in {"9h", "9d", "Td"}


# --- exchanges


def masks(*hands: str) -> np.ndarray:
    cards = ([hand[at : at + 2] for at in range(0, len(hand), 2)] for hand in hands)
    return np.array([[CardSet.of(*each).mask for each in cards]], np.uint64)


def test_a_loner_gets_the_best_of_his_partner() -> None:
    rules = Rules.parse("north-american-partnersbest")
    contract = Contract(Trump.SPADES, 3, 1, alone=True)
    hands = masks("JcAhKdKh9d", "QsTcTh9cAc", "JsAsKsQhTd", "9s9hQcKcJd")
    upcards = np.array([1 << Card.parse("Ts").index], np.uint64)
    after = exchanged(contract, rules, hands, upcards, None)
    assert str(CardSet(int(after[0, 2]))) == "AsKsJsQhJc"  # Td is the lower of two lone cards
    chosen = exchanged(contract, rules, hands, upcards, Chosen(3, Card.parse("As")))
    assert str(CardSet(int(chosen[0, 2]))) == "KsJsQhTdJc"
    given = exchanged(contract, rules, hands, upcards, Chosen(1, Card.parse("Ah")))
    assert str(CardSet(int(given[0, 2]))) == "AsKsJsAhQh"
    kept = exchanged(contract, rules, hands, upcards, Chosen(3, None))
    assert (kept == hands).all()


def test_an_exchange_unseen_is_never_better_than_the_best() -> None:
    rules = Rules.parse("north-american-partnersbest")
    rng = random.Random(1)
    contract = Contract(Trump.HEARTS, 3, 2, alone=True)
    for _ in range(6):
        deal = fresh_deal(rng, rules)
        if deal.upcard is None or deal.upcard.suit is Suit.HEARTS:
            continue
        hands = np.array([[hand.mask for hand in deal.hands]], np.uint64)
        after = exchanged(contract, rules, hands, np.zeros(1, np.uint64), None)[0].tolist()
        unseen = solve_position(
            replace(
                deal,
                rules=Rules(),
                hands=(NO_CARDS, *map(CardSet, after[1:])),
                kitty=NO_CARDS,
                stated_contract=contract,
            )
        )
        leader = contract.first_leader(rules)
        best = solve_exchange(replace(deal, stated_contract=contract), contract, leader)
        assert unseen.contract.tricks <= best.tricks


def test_exchanges_are_asked_of_the_one_hand_known() -> None:
    loner = recommend(parse_deal("3:AsKsJsKh9d_u:Ts_b:ppoa_r:railroad"), worlds=64)
    assert (loner.seat, loner.decision) == (3, "exchange")
    assert {action.token for action in loner.actions} == {"As", "Ks", "Js", "Kh", "9d", "keep"}
    partner = recommend(parse_deal("1:AhKhKd9dJc_u:Ts_b:ppoa_r:railroad"), worlds=64)
    assert (partner.seat, partner.actions[0].token) == (1, "Jc")
    asked = parse_deal("2:AhKhKd9dJc_u:Ts_b:ppoa_r:railroad")
    lead = recommend(asked.defend(alone=False).defend(alone=False), worlds=64)
    assert (lead.seat, lead.decision) == (2, "play")


def test_a_weak_hand_goes_under_or_asks_for_a_redeal() -> None:
    deal = parse_deal("1:9sTs9hTh9d_u:Jd_r:north-american-farmerunder")
    advice = recommend(deal, worlds=64)
    under = [action for action in advice.actions if action.token.startswith("1-k")]
    assert len(under) == 10 and advice.actions[0] in under
    drawn = some_worlds(deal, 5)
    worlds = drawn.worlds
    given = CardSet.of("9s", "Ts", "9h")
    after = after_going_under(drawn, 1, given)
    kept = np.uint64((deal.hands[0] - given).mask)
    assert (after.dealt[:, 0] == worlds.kitty | kept).all()
    assert (after.kitty == np.uint64(given.mask)).all()
    redeal = recommend(parse_deal("1:9sTs9hTh9d_u:Jd_r:north-american-farmer"), worlds=64)
    assert redeal.actions[0].token == "redeal"
    plain = recommend(parse_deal("1:9sTs9hTh9d_u:Jd"), worlds=64)
    assert {action.token for action in plain.actions} == {"p", "o", "oa"}


def some_worlds(deal: Deal, count: int) -> Drawn:
    """Return one chunk of so many worlds."""
    rng = np.random.default_rng(1)
    worlds = Worlds(deal).sample(rng, count)
    return Drawn(worlds, np.ones(count), ((slice(0, count), rng),))


@pytest.mark.parametrize(
    ("hand", "rules", "sets"),
    [
        ("9s9hTdTsTc", "british-farmerunder", 10),
        ("9s9hTdTsTc", "british-threeunder", 1),
        ("9s9hTdTsTc", "hoyle-32-farmerunder", 10),
        ("9s9hTdTsTc", "north-american-benny-farmerunder", 10),
        ("9s9hTdAcTc", "british-aceunder", 10),
        ("9s9hTdTsTc", "two-handed-farmerunder", 10),
    ],
)
def test_a_weak_hand_goes_under_where_the_kitty_is_large(hand: str, rules: str, sets: int) -> None:
    deal = parse_deal(f"1:{hand}_u:Jd_r:{rules}")
    advice = recommend(deal, worlds=1024)
    under = [action for action in advice.actions if action.token.startswith("1-k")]
    assert len(under) == sets and advice.actions[0] in under and not advice.exact


def test_three_cards_of_a_large_kitty_are_as_likely_as_any_others() -> None:
    deal = parse_deal("1:9s9hTdTsTc_u:Jd_r:north-american-benny-farmerunder")
    drawn, given = some_worlds(deal, 4000), CardSet.of("9s", "9h", "Tc")
    after = after_going_under(drawn, 1, given)
    got = after.dealt[:, 0] & ~np.uint64((deal.hands[0] - given).mask)
    assert (np.bitwise_count(got) == 3).all() and (got & ~drawn.worlds.kitty == 0).all()
    assert (after.kitty == drawn.worlds.kitty ^ got | np.uint64(given.mask)).all()
    unseen = deal.rules.deck - deal.hands[0] - CardSet.of("Jd")
    shares = [np.mean(got & np.uint64(1 << card.index) != 0) for card in unseen]
    assert max(abs(share - 3 / len(unseen)) for share in shares) < 0.03
    other = after_going_under(drawn, 1, CardSet.of("9s", "9h", "Td"))
    kept = np.uint64((deal.hands[0] - CardSet.of("9s", "9h", "Td")).mask)
    assert (other.dealt[:, 0] & ~kept == got).all()


def test_cards_from_a_large_kitty_are_the_same_for_any_number_of_jobs() -> None:
    deal = parse_deal("1:9s9hTdTsTc_u:Jd_r:british-farmerunder")
    one, two = (recommend(deal, worlds=1024, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_redeal_is_drawn_where_the_worlds_are_few() -> None:
    advice = recommend(parse_deal("1:As9hTdTsTc_u:Jd_r:two-handed-acenoface"))
    assert advice.actions[0].token == "redeal" and not advice.exact


def test_a_dealer_who_has_not_looked_holds_no_weak_hand() -> None:
    advice = recommend(parse_deal("4:-_u:Bb_b:ppp_r:north-american-benny-farmer"), worlds=64)
    assert not any(action.token == "redeal" for action in advice.actions)


def test_a_suit_called_is_exact_where_all_worlds_are_looked_at() -> None:
    hands = "JsJc9sAh9d", "AdKdQdTdKs", "AcKcQcTcQs", "KhQhJhTh"
    fresh = Deal.of(*hands, upcard="7h", rules="call-ace")
    deal = replace(fresh, calls=(*(PASS,) * 4, Call(Trump.SPADES)))
    advice = recommend(deal)
    assert advice.decision == "suit" and advice.exact
    worlds = list(consistent_deals(deal))
    arrays = Worlds(deal).all()
    weights = likelihoods(Cautious(model_for(deal.rules)), deal, 1, arrays)
    weight_of = dict(zip(map(int, arrays.dealt[:, 3]), weights.tolist(), strict=True))
    for action in advice.actions:
        total = 0.0
        for world in worlds:
            solved = solve_position(replace(world, called=Suit(action.token))).contract
            gains = [
                max(solved.points, 0) if seat in solved.makers else max(-solved.points, 0)
                for seat in deal.rules.seats
            ]
            total += weight_of[world.hands[3].mask] * (gains[0] - sum(gains[1:]) / 3)
        assert action.ev == pytest.approx(total / sum(weight_of.values()), abs=1e-9)


def test_a_score_tells_the_chance_of_winning_of_two_sides_and_of_three_players() -> None:
    two = recommend(parse_deal("2:JsAs9sKh9d_u:Ts_b:p_s:8-8_r:two-handed"))
    assert two.actions[0].win and two.actions[0].win > 0.8
    three = recommend(parse_deal("3:JsAs9sKh9d_u:Ts_b:pp_s:8-8-8_r:three-handed-hoyle"), worlds=64)
    assert three.actions[0].win and three.actions[0].win > 0.6
