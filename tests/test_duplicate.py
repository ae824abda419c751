"""Duplicate matches: the rules kept, results that repeat, who beats whom."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from math import isnan, sqrt

import numpy as np
import pytest

from euchre_solve.advice.arena.bidders import ModelBidder, PointCountBidder
from euchre_solve.advice.arena.card_players import RandomPlayer, RulePlayer
from euchre_solve.advice.arena.duplicate import Match, MatchResult, Watcher, play_games, play_pairs
from euchre_solve.advice.arena.playing import (
    Draws,
    Entrant,
    Outcome,
    Player,
    play_deal,
    random_deal,
)
from euchre_solve.advice.arena.sampling import SamplingPlayer
from euchre_solve.advice.arena.sampling_bidder import SamplingBidder
from euchre_solve.advice.equity import solve_equity
from euchre_solve.cards import Card
from euchre_solve.consistent import count_consistent
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import RuleError
from euchre_solve.formats.line_file import read_line_file
from euchre_solve.formats.record import Record
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


def play(first: Entrant, second: Entrant, pairs: int, seed: int = 1) -> MatchResult:
    return play_pairs(Match(first, second, seed=seed), pairs)


def test_a_match_of_equals_is_nought() -> None:
    for player in PLAYERS:
        result = play(player, player, 3)
        assert result.points == (0, 0)
        assert result.first == result.second


def test_a_match_turned_round_is_its_negative() -> None:
    one, other = (play(*pair, 10) for pair in ((RULE, RANDOM), (RANDOM, RULE)))
    assert one.points == (-other.points.mean, other.points.stderr)
    assert (one.first, one.second) == (other.second, other.first)


@pytest.mark.parametrize(("play_all", "pairs"), [(play_pairs, 43), (play_games, 3)])
def test_the_same_for_any_number_of_jobs(play_all: Callable[..., MatchResult], pairs: int) -> None:
    match = Match(LISTENING, RANDOM, seed=9)
    done: list[int] = []
    lines: list[str] = []
    one = play_all(match, pairs, watcher=Watcher(done.append, lines.append))
    assert done == ([20, 40, 43] if play_all is play_pairs else [1, 2, 3])
    again: list[str] = []
    assert one == play_all(match, pairs, jobs=2, watcher=Watcher(record=again.append))
    assert lines == again and len(records_of(lines)) == one.deals
    assert one != play_all(match._replace(seed=10), pairs)


@pytest.mark.parametrize("better", [RULE, Player("sampling", COUNT, SamplingPlayer(5))])
def test_any_thought_beats_chance(better: Player) -> None:
    points = play(better, RANDOM, 200, seed=2).points
    assert points.mean > 4 * points.stderr


def test_records_add_up() -> None:
    result = play_pairs(Match(RULE, RANDOM, Rules.parse("north-american-stick")), 60)
    for record in (result.first, result.second):
        rates = {node: record.call_rate(node).mean for node in record.asked}
        calls = sum(rate * record.asked[node] for node, rate in rates.items())
        assert round(calls) == record.contracts
        assert 0 < record.euchre_rate.mean + record.march_rate.mean < 1
        assert 0 < record.loner_rate.mean < 1
        assert record.loner_rate.stderr > 0
        assert record.asked[0] == 60
    assert result.first.contracts + result.second.contracts == 120


def test_no_pairs_have_no_error() -> None:
    for pairs in (0, 1):
        assert isnan(play(RULE, RANDOM, pairs).points.stderr)
    assert isnan(play(RULE, RANDOM, 0).first.euchre_rate.mean)


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
        play(Player("revoker", COUNT, Revoker()), RULE, 5)


@pytest.mark.parametrize("name", ["british", "north-american-nt", "beginner", "hoyle-32"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="isn't played by"):
        play_pairs(Match(RULE, RULE, Rules.parse(name)), 1)


def recorded(play_all: Callable[..., MatchResult], match: Match, pairs: int) -> list[Deal]:
    lines: list[str] = []
    play_all(match, pairs, watcher=Watcher(record=lines.append))
    return [record.deal for record in records_of(lines)]


def records_of(lines: list[str]) -> list[Record]:
    text = "".join(f"{line}\n" for line in lines)
    records = []
    for item in read_line_file(BytesIO(text.encode())):
        assert isinstance(item, Record)
        records.append(item)
    return records


def points_of(deal: Deal) -> int:
    ours, theirs = replay(deal).gains
    return ours - theirs


def test_the_error_is_that_of_a_mean_over_pairs() -> None:
    match = Match(RULE, RANDOM, seed=4)
    deals = recorded(play_pairs, match, 45)
    gains = [
        (points_of(a) - points_of(b)) / 2 for a, b in zip(deals[::2], deals[1::2], strict=True)
    ]
    points = play_pairs(match, 45).points
    assert np.isclose(points.mean, np.mean(gains))
    assert np.isclose(points.stderr, np.std(gains, ddof=1) / sqrt(45))


def test_at_a_score_the_chance_to_win_counts() -> None:
    match = Match(RULE, RANDOM, score=(9, 8))
    deals = recorded(play_pairs, match, 30)
    assert [deal.identifier for deal in deals[:3]] == ["1a", "1b", "2a"]
    equity = solve_equity(10)
    won = []
    for deal in deals:
        assert deal.score == (8, 9)
        ours, theirs = replay(deal).gains
        chance = equity.win(8 + ours, 9 + theirs, dealing=True)
        won.append(chance if deal.identifier.endswith("a") else 1 - chance)
    result = play_pairs(match, 30)
    assert result.wins is not None
    assert np.isclose(result.wins.mean, np.mean(won))
    assert play_pairs(Match(RULE, RANDOM), 2).wins is None


def test_games_go_to_the_target_and_the_deal_goes_round() -> None:
    match = Match(RULE, RANDOM, Rules.parse("north-american-to5"))
    deals = recorded(play_games, match, 3)
    won = []
    for pair in range(1, 4):
        for table in "ab":
            score = {"first": 0, "second": 0}
            game = [deal for deal in deals if deal.identifier.startswith(f"{pair}{table}-")]
            for number, deal in enumerate(game, start=1):
                assert deal.identifier == f"{pair}{table}-{number}"
                is_first_dealing = (number % 2 == 0) == (table == "a")
                eldest, dealer = ("second", "first") if is_first_dealing else ("first", "second")
                assert deal.score == (score[eldest], score[dealer])
                assert max(score.values()) < 5
                gains = replay(deal).gains
                score[eldest] += gains[0]
                score[dealer] += gains[1]
            assert max(score.values()) >= 5
            won.append(score["first"] > score["second"])
    result = play_games(match, 3)
    assert result.wins is not None
    assert (result.deals, result.wins.mean) == (len(deals), np.mean(won))


def test_both_tables_of_a_game_get_the_same_cards() -> None:
    deals = recorded(play_games, Match(RULE, RANDOM), 1)
    tables = [[deal for deal in deals if deal.identifier.startswith(f"1{t}")] for t in "ab"]
    hands = [[deal.hands for deal in table] for table in tables]
    common = min(map(len, hands))
    assert hands[0][:common] == hands[1][:common]


@pytest.mark.parametrize(("play_all", "pairs"), [(play_pairs, 4), (play_games, 1)])
def test_records_name_who_sat_where(play_all: Callable[..., MatchResult], pairs: int) -> None:
    lines: list[str] = []
    result = play_all(Match(RULE, RANDOM), pairs, watcher=Watcher(record=lines.append))
    points = {"rule": 0, "random": 0}
    for record in records_of(lines):
        gains = replay(record.deal).gains
        for name, gain in zip(record.names[:2], gains, strict=True):
            points[name] += gain
    tables = 2 * pairs
    assert (points["rule"] - points["random"]) / tables == pytest.approx(result.points.mean)
    lines.clear()
    play_all(Match(RULE, RULE), pairs, watcher=Watcher(record=lines.append))
    assert set(records_of(lines)[0].names) == {"rule (1)", "rule (2)"}


def test_an_entrant_is_told_the_score() -> None:
    told = set()

    class Asking:
        name = "asking"

        def at(self, rules: Rules, score: tuple[int, int] | None) -> Player:
            told.add(score)
            return RULE

    play_pairs(Match(Asking(), RULE), 1)
    play_pairs(Match(Asking(), RULE, score=(9, 8)), 1)
    assert told == {None, (9, 8)}
    play_games(Match(Asking(), RULE), 1)
    assert (0, 0) in told and len(told) > 5
