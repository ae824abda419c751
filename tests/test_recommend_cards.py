"""Advice on cards: against plain search over all worlds, proofs, ties, errors, reproducibility."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from math import inf

import numpy as np
import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious
from euchre_solve.advice.bidding.reading import likelihoods
from euchre_solve.advice.decision.moves import play_likelihoods, tricks_by_card
from euchre_solve.advice.decision.proofs import FEW, Proof, prove
from euchre_solve.advice.recommend import Advice, recommend
from euchre_solve.advice.worlds import Worlds
from euchre_solve.cards import Card, CardSet, Suit
from euchre_solve.consistent import (
    consistent_deals,
    count_consistent,
    sample_consistent,
    seen_by,
)
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.double_dummy import position_of
from euchre_solve.solver.position import Position

from .random_games import whole_deal

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

FIRST_LEAD = "1:KsAh9dTc9c.-.-.-_u:9h_b:pppp-pps"


def advise(line: str, **options: object) -> Advice:
    return recommend(parse_deal(line), **options)


def turns(seed: int, tricks_left: int, rules: Rules | None = None) -> Iterator[Deal]:
    """Yield what the seat on turn sees at each card of a trick, with so many left, of a deal."""
    whole = whole_deal(random.Random(seed), rules or Rules())
    if whole.phase is Phase.PASSED_OUT:
        return
    number = whole.rules.hand_size - tricks_left
    state = replace(whole, tricks=whole.tricks[:number]).play_state
    for card in whole.tricks[number]:
        assert state.turn is not None
        yield seen_by(replace(whole, tricks=state.tricks), state.turn)
        state = state.play(card)


def choices_in(seeds: range, tricks_left: int = 2, most: int = 120) -> Iterator[Deal]:
    """Yield those of many deals with a choice of cards and no more than ``most`` worlds."""
    for deal in (deal for seed in seeds for deal in turns(seed, tricks_left)):
        if len(deal.play_state.legal_cards) > 1 and count_consistent(deal) <= most:
            yield deal


def plain_values(deal: Deal) -> dict[Card, float]:
    """Return the mean points of each card over all worlds, each one solved in plain Python."""
    seat, contract = deal.seat, deal.contract
    assert seat and contract
    state = deal.play_state
    arrays = Worlds(deal, after_discard=True).all()
    weights = likelihoods(Cautious(model_for(deal.rules)), deal, seat, arrays)
    rows = zip(arrays.dealt.tolist(), arrays.discards.tolist(), weights.tolist(), strict=True)
    known = {(tuple(dealt), discard): weight for dealt, discard, weight in rows}
    sums: dict[Card, float] = defaultdict(float)
    gone = CardSet.from_cards(card for trick in deal.tricks for card in trick)
    solve = cache(reference.solve_cards)
    for world in consistent_deals(deal, after_discard=True):
        discard = world.discarded.index if world.discarded else -1
        weight = known[tuple(hand.mask for hand in world.hands), discard]
        six = world.six_cards
        kept = six.without_card(world.discarded) if world.discarded else world.hands[-1]
        hands = tuple(hand - gone for hand in (*world.hands[:-1], kept))
        for card, tricks in solve(position_of(replace(state, hands=hands))).items():
            points = contract.points(state.makers_tricks + tricks, deal.rules)
            sums[card] += weight * points * (1 if (contract.maker - seat) % 2 == 0 else -1)
    return {card: total / weights.sum() for card, total in sums.items()}


def check_late(deal: Deal) -> None:
    advice = recommend(deal, model=model_for(deal.rules))
    values = plain_values(deal)
    assert advice.exact and advice.decision == "play" and advice.values == "open"
    assert {action.token for action in advice.actions} == set(map(str, values))
    for action in advice.actions:
        assert action.ev == pytest.approx(values[Card.parse(action.token)], abs=1e-9)
        assert action.stderr == action.vs_best_stderr == 0
    best = values[Card.parse(advice.actions[0].token)]
    assert best >= max(values.values()) - 1e-9


@pytest.mark.parametrize("part", range(4))
def test_last_two_tricks_are_exact(part: int) -> None:
    deals = list(choices_in(range(300 * part, 300 * part + 300)))
    assert len(deals) >= 50
    for deal in deals[:50]:
        check_late(deal)


def test_touching_cards_are_equal() -> None:
    found = 0
    for deal in (deal for seed in range(24) for deal in turns(seed, 4 - seed % 3)):
        pairs = list(touching(deal))
        if not pairs:
            continue
        actions = {action.token: action for action in recommend(deal, worlds=1024).actions}
        for low, high in pairs:
            found += 1
            assert low in actions[str(high)].equal and high in actions[str(low)].equal
            assert actions[str(low)].ev == actions[str(high)].ev
    assert found > 20


def touching(deal: Deal) -> Iterator[tuple[Card, Card]]:
    """Yield legal cards of one suit with none between them that others may hold or have led."""
    state = deal.play_state
    assert state.turn
    trump, hand = state.contract.trump, state.hands[state.turn - 1]
    gone = CardSet.from_cards(
        card for trick in state.tricks for card in trick if card not in state.trick
    )
    cards = sorted(state.legal_cards, key=trump.strength_of)
    for low in cards:
        for high in cards:
            suit = trump.suit_of(low)
            if low == high or suit is not trump.suit_of(high):
                continue
            between = (
                card
                for card in deal.rules.deck & trump.cards_of(suit)
                if trump.strength_of(low) < trump.strength_of(card) < trump.strength_of(high)
            )
            if trump.strength_of(low) < trump.strength_of(high) and all(
                card in hand or card in gone for card in between
            ):
                yield low, high


@pytest.mark.parametrize(
    ("line", "order"),
    [
        # a euchre is certain: the lowest side card first, the trump last
        ("1:JcJsAc9hTd.-.-.-_u:9c_b:pppo_t:JcTcKsQc.Js9s9d9c.AcThQsAs", "9h Td"),
        ("1:JcJsAcQhTc.-.-.-_u:9c_b:pppo_t:Jc9dKsQc.Js9sQd9c.AcThQsAs", "Qh Tc"),
        # of equal winners the lowest that does the job
        ("1:-.-.KhQh9sTdAd.-_u:Js_b:pppo_t:9hTh", "Qh Kh"),
        # the left keeps its guard under the right
        ("1:-.-.-.JdTh9sKsAc_u:Ad_b:pppp-h_t:JhQhKh", "Th Jd"),
        # a lay-down begins with the card that is named for it
        ("1:JsJcAsKsQs.-.-.-_u:9h_m:1s", "Js Qs Ks As Jc"),
    ],
)
def test_ties_are_broken_like_a_good_player(line: str, order: str) -> None:
    assert " ".join(action.token for action in advise(line, worlds=1024).actions) == order


def test_same_result_for_any_jobs() -> None:
    one, two = (advise(FIRST_LEAD, worlds=4096, jobs=jobs) for jobs in (1, 2))
    assert one == two and repr(one) == repr(two)
    assert advise(FIRST_LEAD, worlds=4096, seed=2) != one


def test_first_lead_needs_no_discard_of_others() -> None:
    """Only the dealer knows what he discarded: for eldest the lead comes at once."""
    advice = advise("1:AsKs9h9dTc.-.-.-_u:Jc_b:pppo", worlds=1024)
    assert (advice.seat, advice.decision, advice.round, len(advice.actions)) == (1, "play", None, 5)
    own = advise("1:-.-.-.JhQsKdAcTh_u:Jc_b:o_x:Qs_t:As9sKs", worlds=1024)
    assert own.seat == 4
    with pytest.raises(RuleError, match="knows what it discarded"):
        advise("1:-.-.-.JhQsKdAcTh_u:Jc_b:o_t:AsKs9s")


def test_figures_agree_with_themselves() -> None:
    advice = advise(FIRST_LEAD, worlds=2048)
    for action in advice.actions:
        chances = [chance for _, chance in action.outcomes]
        assert sum(chances) == pytest.approx(1)
        mean = sum(points * chance for points, chance in action.outcomes)
        assert mean == pytest.approx(action.ev) == action.open_ev
        assert 0 < action.stderr < inf and action.win is None
    assert advice.actions[0].vs_best == 0
    scored = advise(f"{FIRST_LEAD}_s:8-9", worlds=1024)
    wins = [action.win for action in scored.actions]
    assert wins == sorted(wins, reverse=True) and 0 < wins[-1] < wins[0] < 1


def test_a_larger_sample_agrees_with_a_smaller() -> None:
    small, large = (advise(FIRST_LEAD, worlds=worlds) for worlds in (2048, 8192))
    known = {action.token: action for action in large.actions}
    for action in small.actions:
        other = known[action.token]
        assert abs(action.ev - other.ev) < 4 * (action.stderr + other.stderr)


def test_a_stated_contract_is_heard_like_its_calls() -> None:
    called = advise("1:KsAh9dTc9c.-.-.-_u:9h_b:pppp-pps", worlds=1024)
    stated = advise("1:KsAh9dTc9c.-.-.-_u:9h_m:3s", worlds=1024)
    assert called.actions == stated.actions
    blind = advise("1:KsAh9dTc9c.-.-.-_m:3s", worlds=1024)
    assert blind.actions != stated.actions and blind.effective == pytest.approx(1024)


@pytest.mark.parametrize(
    "rules", ["north-american-deck28", "ontario-nz-benny-defendalways", "british"]
)
def test_cards_of_other_games(rules: str) -> None:
    """Any game is solved, if not as fast: the plain search agrees world by world."""
    found = 0
    for deal in (deal for seed in range(12) for deal in turns(seed, 2, Rules.parse(rules))):
        state = deal.play_state
        arrays = Worlds(deal, after_discard=True).sample(np.random.default_rng(1), 5)
        tricks = tricks_by_card(state, arrays.hands, 1)
        held = list(state.hands[state.turn - 1])
        for row, hands in zip(tricks.tolist(), arrays.hands.tolist(), strict=True):
            position = Position(
                tuple(CardSet(hands[seat - 1]) for seat in state.active),
                tuple(seat % 2 == 1 for seat in state.active),
                state.contract.trump,
                state.active.index(state.leader),
                state.trick,
            )
            plain = reference.solve_cards(position)
            assert row[: len(held)] == [plain.get(card, -1) for card in held]
            found += 1
    assert found > 20


def loner_defences(seed: int) -> Iterator[Deal]:
    """Yield what the defenders see while eldest, alone, plays the three top trumps and goes on."""
    rng = random.Random(seed)
    top = [Card.parse(name) for name in ("Js", "Jc", "As")]
    others = [card for card in Rules().deck if card not in top]
    rng.shuffle(others)
    while others[17].suit is Suit.SPADES:  # it is turned down
        rng.shuffle(others)
    hands = (top + others[:2], others[2:7], others[7:12], others[12:17])
    deal = Deal(Rules(), tuple(map(CardSet.from_cards, hands)), others[17])
    deal = replace(deal, calls=parse_deal("1:-_u:9h_b:pppp-sa").calls)
    state = deal.play_state
    for card in hands[0]:
        if not state.trick and state.turn == 1:
            state = state.play(card)
        while state.turn and state.trick and state.turn != 1:
            yield seen_by(replace(deal, tricks=state.tricks), state.turn)
            state = state.play(rng.choice(list(state.legal_cards)))


def test_a_sure_trick_against_a_loner_is_never_thrown_away() -> None:
    """If a card saves a trick in every world, and another doesn't, the card advised does."""
    found = 0
    for deal in (deal for seed in range(500) for deal in loner_defences(seed)):
        state = deal.play_state
        if len(state.legal_cards) == 1 or sum(state.tricks_won) < 2:
            continue
        worlds = Worlds(deal, after_discard=True)
        if worlds.count > 20_000:
            continue
        lost = tricks_by_card(state, worlds.all().hands, 1).max(axis=0).tolist()
        most = dict(zip(state.hands[state.turn - 1], lost, strict=False))
        left = 5 - sum(state.tricks_won)
        sure = {card for card in state.legal_cards if most[card] < left}
        if 0 < len(sure) < len(state.legal_cards):
            found += 1
            assert Card.parse(recommend(deal).actions[0].token) in sure
    assert found >= 8


# --- proofs


@pytest.mark.parametrize(
    ("line", "proof"),
    [
        (
            "1:JsJcAsKsQs.-.-.-_u:9h_m:1s",
            "The rest are yours whatever the others hold: Js Jc As Ks Qs.",
        ),
        # nobody can hold more trumps than it draws
        ("1:JsJcAsKsAh.-.-.-_u:9s_b:o", "Js Jc As Ks Ah"),
        # one trump is out, and could be the last card of somebody
        ("1:JsJcAsAhAd.-.-.-_u:9h_m:1s", None),
        ("1:JsAsKsQsTs.-.-.-_u:9h_m:1s", None),
    ],
)
def test_lay_down(line: str, proof: str | None) -> None:
    found = advise(line, worlds=1024).proof
    assert (found is None) if proof is None else (found is not None and proof in found)


def test_claims_hold_against_any_play() -> None:
    """Whatever others hold and play, in each world, the cards of a claim win in their order."""
    claims = 0
    for deal, proof in proved(range(200)):
        if proof.token is None:
            continue
        claims += 1
        order = [Card.parse(text) for text in proof.text[:-1].split(": ")[1].split()]
        assert str(order[0]) == proof.token
        for world in sample_consistent(deal, random.Random(1), 20, after_discard=True):
            assert wins_all(world.play_state, deal.play_state.turn, order)
    assert claims >= 3


def proved(seeds: range) -> Iterator[tuple[Deal, Proof]]:
    for deal in chain(choices_in(seeds), choices_in(seeds, 3, 10_000)):
        every = Worlds(deal, after_discard=True)
        for worlds in (None, every.all()) if every.count <= FEW else (None,):
            proof = prove(deal, deal.play_state, worlds)
            if proof:
                yield deal, proof


def wins_all(state: Play, seat: int, order: list[Card]) -> bool:
    if not order and not state.trick:
        return True
    if not state.trick and state.turn != seat:
        return False
    if state.turn == seat:
        return wins_all(state.play(order[0]), seat, order[1:])
    return all(wins_all(state.play(card), seat, order) for card in state.legal_cards)


def test_settled_results_hold_for_any_play() -> None:
    rng = random.Random(2)
    settled = 0
    for deal, proof in proved(range(120, 240)):
        if proof.token:
            continue
        settled += 1
        points = int(proof.text.split(": ")[1].split()[0])
        for world in sample_consistent(deal, rng, 20, after_discard=True):
            state = world.play_state
            while state.turn:
                state = state.play(rng.choice(list(state.legal_cards)))
            assert state.points == points
    assert settled > 10


# --- what the others' cards tell


def test_cards_read_are_likelier_where_they_are_good() -> None:
    """Seat 2 ducks the nine with a ten: had it the king, it would hardly."""
    deal = parse_deal("1:-.-.AhQsTs9d9c.-_u:Jc_m:1c_t:9hTh")
    worlds = Worlds(deal, after_discard=True).sample(np.random.default_rng(1), 300)
    weights = play_likelihoods(deal, 3, worlds.hands, 1)
    assert ((weights > 0) & (weights <= 1)).all()
    has_king = (worlds.hands[:, 1] >> np.uint64(Card.parse("Kh").index) & np.uint64(1)) == 1
    assert weights[has_king].mean() < weights[~has_king].mean()


def test_reading_the_play_changes_weights_only() -> None:
    line = "1:-.-.AhQsTs9d9c.-_u:Jc_m:1c_t:9hTh"
    read = advise(line, worlds=1024, reads_play=True)
    plain = advise(line, worlds=1024)
    assert read.worlds == plain.worlds and read.effective != plain.effective
