"""Duplicate matches: the rules kept, results that repeat, who beats whom."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from euchre_solve.advice.bidders import ModelBidder, PointCountBidder
from euchre_solve.advice.duplicate import (
    Draws,
    MatchResult,
    Outcome,
    Player,
    duplicate_match,
    play_deal,
    random_deal,
)
from euchre_solve.advice.players import RandomPlayer, RulePlayer
from euchre_solve.advice.sampling import SamplingPlayer
from euchre_solve.advice.sampling_bidder import SamplingBidder
from euchre_solve.cards import Card
from euchre_solve.consistent import count_consistent
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError
from euchre_solve.replay import replay
from euchre_solve.rules import Rules

from .bidding_model import CountingModel

COUNT = PointCountBidder()
RANDOM = Player("random", COUNT, RandomPlayer())
RULE = Player("rule", COUNT, RulePlayer())
SAMPLING = Player("sampling", SamplingBidder(6), SamplingPlayer(6))
LISTENING = Player(
    "listening", ModelBidder(CountingModel(), sampled=True), SamplingPlayer(4, CountingModel())
)
PLAYERS = (RANDOM, RULE, SAMPLING, LISTENING)


def played(seed: int, rules_name: str, sides: tuple[Player, Player]) -> Outcome:
    draws = Draws(5, seed)
    return play_deal(random_deal(Rules.parse(rules_name), draws.cards()), sides, draws)


@pytest.mark.parametrize("rules_name", ["north-american", "north-american-stick-secondalone"])
@pytest.mark.parametrize(
    "sides", [(RANDOM, SAMPLING), (LISTENING, RULE)], ids=lambda side: side[0].name
)
def test_every_deal_keeps_the_rules(rules_name: str, sides: tuple[Player, Player]) -> None:
    contracts = set()
    for seed in range(25):
        outcome = played(seed, rules_name, sides)
        deal = outcome.deal
        again = Deal(deal.rules, deal.hands, deal.upcard, deal.kitty)
        for call in deal.calls:
            again = again.call(call)
        again = again.discard(deal.discarded) if deal.discarded else again
        for card in (card for trick in deal.tricks for card in trick):
            again = again.play(card)
        assert again == deal and deal.phase in {Phase.FINISHED, Phase.PASSED_OUT}
        gains = replay(deal).gains
        assert outcome.points == (gains[0] - gains[1] if gains else 0)
        if outcome.contract:
            assert outcome.tricks == deal.play_state.makers_tricks
            contracts.add((outcome.contract.round, outcome.contract.alone))
    assert len(contracts) > 2


def test_a_match_of_equals_is_nought() -> None:
    for player in PLAYERS:
        result = duplicate_match(player, player, 3)
        assert (result.mean, result.standard_error) == (0, 0)
        assert result.first == result.second


def test_a_match_turned_round_is_its_negative() -> None:
    one, other = (duplicate_match(*pair, 10) for pair in ((RULE, RANDOM), (RANDOM, RULE)))
    assert (one.mean, one.standard_error) == (-other.mean, other.standard_error)
    assert (one.first, one.second) == (other.second, other.first)


def test_the_same_for_any_number_of_jobs() -> None:
    done: list[int] = []
    one = duplicate_match(LISTENING, RANDOM, 43, seed=9, progress=done.append)
    assert done == [20, 40, 43]
    assert one == duplicate_match(LISTENING, RANDOM, 43, seed=9, jobs=2)
    assert one != duplicate_match(LISTENING, RANDOM, 43, seed=10)


@pytest.mark.parametrize("better", [RULE, Player("sampling", COUNT, SamplingPlayer(5))])
def test_any_thought_beats_chance(better: Player) -> None:
    result = duplicate_match(better, RANDOM, 200, seed=2)
    assert result.mean > 4 * result.standard_error


def test_records_add_up() -> None:
    result = duplicate_match(RULE, RANDOM, 60, rules=Rules.parse("north-american-stick"))
    for record in (result.first, result.second):
        rates = {node: record.call_rate(node) for node in record.asked}
        calls = sum(rate * record.asked[node] for node, rate in rates.items())
        assert round(calls) == record.contracts
        assert 0 < record.euchre_rate + record.march_rate < 1
        assert 0 < record.loner_rate < 1
        assert record.asked[0] == 60
    assert result.first.contracts + result.second.contracts == 120


def test_no_pairs_have_no_error() -> None:
    for pairs in (0, 1):
        result = duplicate_match(RULE, RANDOM, pairs)
        assert isinstance(result, MatchResult) and isnan(result.standard_error)
    assert isnan(duplicate_match(RULE, RANDOM, 0).first.euchre_rate)


def test_decisions_draw_apart_and_repeat() -> None:
    draws = [
        Draws(seed, pair).decision(seat, stage).random()
        for seed in (1, 2)
        for pair in (0, 1)
        for seat in (1, 4)
        for stage in (0, 7)
    ]
    assert len(set(draws)) == len(draws)
    assert draws[0] == Draws(1, 0).decision(1, 0).random()


def test_random_deals_are_whole() -> None:
    deal = random_deal(Rules(), np.random.default_rng(1))
    assert deal.phase is Phase.CALL and count_consistent(deal) == 1


def test_a_player_who_revokes_is_refused() -> None:
    class Revoker:
        name = "revoker"

        def card(self, seen: Deal, rng: np.random.Generator) -> Card:
            return Card.parse("Bb")

    with pytest.raises(RuleError, match="may not play Bb"):
        duplicate_match(Player("revoker", COUNT, Revoker()), RULE, 5)


@pytest.mark.parametrize("name", ["british", "north-american-nt", "beginner", "hoyle-32"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="isn't played by"):
        duplicate_match(RULE, RULE, 1, rules=Rules.parse(name))
