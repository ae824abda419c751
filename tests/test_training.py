from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from euchre_solve.advice.bidding.model import TableModel, actions_of
from euchre_solve.advice.bidding.played import (
    Cell,
    PlayedValues,
    read_played_values,
    write_played_values,
)
from euchre_solve.advice.bidding.table import BiddingTable, load_table
from euchre_solve.advice.training import best_response, deals, describe, play_outs, run
from euchre_solve.advice.training.best_response import gain
from euchre_solve.advice.training.deals import SolvedDeals, random_deals, solved_chunk
from euchre_solve.advice.training.describe import Hands, extremes
from euchre_solve.advice.training.game import Payoffs, play_out, strategy_of
from euchre_solve.advice.training.grouping import late_scores, nearest_table
from euchre_solve.advice.training.open_values import OpenValues, with_offsets
from euchre_solve.advice.training.regret import Learner
from euchre_solve.advice.training.run import Plan, Run
from euchre_solve.advice.training.self_play import outcome_shares, results_of
from euchre_solve.advice.training.targets import Target
from euchre_solve.cards import DECK, CardSet, Suit
from euchre_solve.errors import EuchreError
from euchre_solve.rules import Rules
from euchre_solve.solver.batch import solve_tricks

RULES = Rules()
POINTS = Payoffs.of_worth(RULES, float)
FEW = 192


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (deals, play_outs, run):
        monkeypatch.setattr(module, "CHUNK", FEW)
    monkeypatch.setattr(run, "BATCH", 2)


@pytest.fixture(scope="module")
def table() -> BiddingTable:
    return load_table("north-american")


def test_a_chunk_is_always_the_same_deals_of_all_cards_once() -> None:
    hands, upcards = random_deals(5, 3)
    again, _ = random_deals(5, 3)
    other, _ = random_deals(5, 4)
    assert np.array_equal(hands, again) and not np.array_equal(hands, other)
    for dealt, upcard in zip(hands.tolist(), upcards.tolist(), strict=True):
        cards = [card for mask in dealt for card in CardSet(mask)]
        assert len({*cards, DECK[upcard]}) == 21
        assert DECK[upcard].suit is Suit.SPADES
        assert {*cards} <= {*RULES.deck}


def plain_values(chunk: SolvedDeals, lane: int, model: TableModel) -> list[float]:
    """Return what each node is worth for side A, walked call by call through `TableModel`."""
    hands, upcard = chunk.hands[lane], int(chunk.upcards[lane])
    value = 0.0
    values = []
    for node in reversed(range(8)):
        seat_index = node % 4
        chances = model.chances(node, hands[[seat_index]], upcard)[0].tolist()
        calls = actions_of(RULES, node, Suit.SPADES)
        worth = [value, *(contract_value(hands, upcard, node, call, model) for call in calls[1:])]
        value = sum(chance * each for chance, each in zip(chances, worth, strict=True))
        values.append(value)
    return values[::-1]


def contract_value(hands: Any, upcard: int, node: int, call: Any, model: TableModel) -> float:
    held = hands.copy()
    seat_index = node % 4
    trump_index = 0 if node < 4 else list(Suit).index(call.act.suit)
    if node < 4 and not (call.alone and seat_index == 1):
        away = model.discards(seat_index + 1, hands[[3]], upcard, alone=call.alone)[0]
        held[3] = held[3] | np.uint64(1 << upcard)
        held[3] &= ~np.uint64(1 << int(away))
    if call.alone:
        held[(seat_index + 2) % 4] = 0
    tricks = int(
        solve_tricks(held[None], trump_index, 1 if call.alone and seat_index == 2 else 0)[0]
    )
    ours = tricks if seat_index % 2 == 0 else 5 - tricks
    return RULES.points(ours, alone=call.alone) * (1 if seat_index % 2 == 0 else -1)


def test_the_bidding_game_is_what_the_model_bids(table: BiddingTable) -> None:
    chunk = solved_chunk(1, 0)
    outcome = play_out(chunk, strategy_of(table), POINTS)
    model = TableModel(table, "table")
    for lane in range(0, FEW, 3):
        got = [float(values[lane]) for values in outcome.values]
        assert got == pytest.approx(plain_values(chunk, lane, model), abs=1e-5)


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_a_best_response_gains_on_the_deals_it_was_fitted_to(
    table: BiddingTable, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_response, "DOUBT", 0.0)
    chunks = [solved_chunk(2, index) for index in range(2)]
    strategy = strategy_of(table)
    deviation = best_response.best_response(strategy, seat, POINTS, lambda: chunks)
    found = gain(strategy, deviation, (seat,), POINTS, chunks)
    assert found.mean > 0.05
    kept = [np.array_equal(*pair) for pair in zip(strategy.calls, deviation.calls, strict=True)]
    assert [node for node in range(8) if not kept[node]] == [seat - 1, seat + 3]


def test_learning_wins_against_bidding_at_random() -> None:
    chunks = [solved_chunk(3, index) for index in range(12)]
    learner = Learner(RULES, POINTS)
    first = learner.now
    for chunk in chunks:
        learner.learn(chunk)
        learner.end_batch()
    learnt = learner.strategy()
    mixed = first._replace(
        calls=tuple((learnt if node % 2 == 0 else first).calls[node] for node in range(8))
    )
    assert gain(first, mixed, (1, 3), POINTS, chunks).mean > 0.3


def test_a_stuck_dealer_and_a_lone_second_hand_have_no_other_choice() -> None:
    stuck = Learner(Rules.parse("north-american-stick"), POINTS).now
    assert (stuck.calls[7][:, 0] == 0).all()
    lone = Learner(Rules.parse("north-american-secondalone"), POINTS).now
    assert (lone.calls[1][:, 1] == 0).all()


PLAYED = PlayedValues(
    (
        Cell(0, 1, 0.0, 100, (0.2, -0.1, -0.1), -0.7, 0.1),
        Cell(0, 1, 1.0, 100, (0.1, 0.0, -0.1), -0.4, 0.1),
    ),
    {"seed": 1},
)


def test_played_values_bend_between_their_bins_and_survive_a_file() -> None:
    assert PLAYED.shift(0, 1, [0.5, -1.0])[:, 0].tolist() == pytest.approx([0.15, 0.1])
    assert not PLAYED.shift(0, 1, [-2.0, 2.0]).any()
    assert PLAYED.shift(3, 1, 0.5).tolist() == [[0.0, 0.0, 0.0]]
    again = read_played_values(write_played_values(PLAYED))
    assert again.cells == PLAYED.cells and again.manifest == PLAYED.manifest


def test_offsets_are_the_shifts_in_points(table: BiddingTable) -> None:
    values = OpenValues()
    values.add(solved_chunk(1, 0), strategy_of(table), POINTS)
    means = values.means()
    payoffs = with_offsets(POINTS, means, PLAYED)
    assert payoffs.offsets is not None
    seen = np.flatnonzero(means[0][:, 1])
    euchre, made, march = PLAYED.shift(0, 1, means[0][seen, 1]).T
    expected = -2 * euchre + made + 2 * march
    assert payoffs.offsets[0][seen, 1] == pytest.approx(expected, abs=1e-5)
    assert not payoffs.offsets[0][:, [0, 2]].any()


@pytest.mark.parametrize("played", [None, PLAYED])
def test_a_run_goes_on_to_the_same_table(tmp_path: Path, played: PlayedValues | None) -> None:
    targets = Target.parse("north-american"), Target.parse("north-american@9-8")
    plan = Plan(targets, 6, 7, played)
    saved = tmp_path / "state.npz"

    for stop_at in (1, 4):

        def stop(state: Run, stop_at: int = stop_at) -> None:
            if state.done == stop_at:
                state.save(saved)

        whole = Run(plan)
        whole.go_on(2, stop)
        resumed = Run(plan)
        resumed.load(saved)
        resumed.go_on(1, lambda _: None)
        for (_, _, one), (_, _, other) in zip(whole.tables(), resumed.tables(), strict=True):
            assert np.array_equal(one.calls, other.calls)
            assert np.array_equal(one.discards, other.discards)
            assert one.manifest == other.manifest


def test_a_score_turns_points_into_chances_to_win() -> None:
    payoffs = Target.parse("north-american@9-9").payoffs()
    assert payoffs.together[0].tolist() == [0, 0, 0, 1, 0, 1]
    assert payoffs.together[1].tolist() == [0, 0, 0, 1, 0, 1]
    assert 0.5 < payoffs.passed_out < 0.7  # the other side deals next


@pytest.mark.parametrize(
    "text", ["british", "hoyle-32", "north-american@10-3", "north-american@", "nothing"]
)
def test_no_table_for_other_games(text: str) -> None:
    with pytest.raises(EuchreError):
        Target.parse(text)


def test_play_outs_count_every_deal_once(
    table: BiddingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_outs, "_ENOUGH", 1)
    values = OpenValues()
    values.add(solved_chunk(1, 0), strategy_of(table), POINTS)
    given = play_outs.PlayOuts(RULES, table, values.means(), 4, 9)
    done: list[int] = []
    played = play_outs.play_outs(given, 1, jobs=1, report=done.append)
    assert done == [1]
    assert sum(cell.deals for cell in played.cells) == played.manifest["deals"] > 50
    for cell in played.cells:
        assert sum(cell.shift) == pytest.approx(0, abs=1e-4)
    again = play_outs.play_outs(given, 1, jobs=1, report=done.append)
    assert again.cells == played.cells


def test_a_deal_played_out_is_called_as_it_is_valued(table: BiddingTable) -> None:
    chunk = solved_chunk(6, 0)
    outcome = play_out(chunk, strategy_of(table), POINTS)
    model = TableModel(table, "table")
    for lane in range(0, FEW, 5):
        for node in range(4, 8):
            for action in range(1, 7):
                deal = play_outs.called_deal(RULES, chunk, lane, (node, action))
                value = contract_value(
                    chunk.hands[lane], int(chunk.upcards[lane]), node, deal.calls[-1], model
                )
                assert outcome.opened[node][action, lane] == value


def test_results_add_up_and_shift_as_played(table: BiddingTable) -> None:
    chunks = [solved_chunk(4, index) for index in range(3)]
    strategy = strategy_of(table)
    opened = results_of(strategy, RULES, chunks)
    assert opened.made.sum() + opened.passed_out == pytest.approx(1, abs=1e-4)
    shares = outcome_shares(opened, RULES)
    assert shares.nobody == pytest.approx(opened.passed_out, abs=1e-4)
    means = tuple(np.zeros_like(calls) for calls in strategy.calls)
    played = results_of(strategy, RULES, chunks, (means, PLAYED))
    calls = opened.made[0, 1].sum()
    change = played.made[0, 1] - opened.made[0, 1]
    assert change == pytest.approx([0.2 * calls, -0.1 * calls, -0.1 * calls], abs=1e-6)
    assert np.array_equal(played.made[1:], opened.made[1:])


def test_examples_are_hands_that_the_table_calls_or_passes(
    table: BiddingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    values, hands = OpenValues(), Hands()
    strategy = strategy_of(table)
    for index in range(4):
        chunk = solved_chunk(5, index)
        values.add(chunk, strategy, POINTS)
        hands.add(chunk)
    monkeypatch.setattr(describe, "_SEEN", 0.001)
    model = TableModel(table, "table")
    for found in extremes(strategy, values, hands, 5):
        for is_call, examples in ((True, found.weakest), (False, found.strongest)):
            assert len(examples) <= 5
            for example in examples:
                held = np.array([example.hand.mask], np.uint64)
                chances = model.chances(found.node, held, example.upcard.index)[0]
                calls = list(map(str, actions_of(RULES, found.node, Suit.SPADES)))
                assert (chances[0] < 0.2) == is_call
                assert not is_call or chances[calls.index(example.call)] > 0.8


def test_late_scores_take_the_table_that_gains_most(table: BiddingTable) -> None:
    assert len(list(late_scores(RULES))) == 36
    chunks = [solved_chunk(4, 0)]
    payoffs = Target.parse("north-american@9-9").payoffs()
    meek = table._replace(calls=np.zeros_like(table.calls))
    trained = {"9-0": table, "8-8": table, "9-8": meek}
    assert nearest_table(trained, "9-9", meek, payoffs, chunks).score == "9-0"
    assert nearest_table(trained, "7-9", meek, payoffs, chunks) == ("", 0.0)
