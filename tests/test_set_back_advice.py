"""Advice in set-back: rivals of the maker, and marches declared at a score."""

from __future__ import annotations

import random

import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.auctions.solving import tricks_of
from euchre_solve.advice.auctions.turned_up import turned_up_question
from euchre_solve.advice.auctions.turned_worlds import TurnedWorlds
from euchre_solve.advice.recommend import Advice, recommend
from euchre_solve.cards import CardSet
from euchre_solve.play import Play
from euchre_solve.solver import kernel

from .plain_rivals import played_to_the_end

GAMES = ("set-back", "set-back-euchrededucts")
DISCARD, STAY, LEAD = (
    "1:-.-.-.AhThQs9d8c_u:As_b:po_r:{}",
    "1:-.-.AhThQs9d8c.-_u:As_b:po_r:{}",
    "1:AhThQs9d8c.-.-.-_u:As_b:po-ppp_r:{}",
)
SURE = "1:JsJcAsKsQs.-.-.-_u:9s_r:set-back-declare"


def figures(advice: Advice) -> dict[str, float]:
    return {action.token: action.ev for action in advice.actions}


# --- rivals of the maker


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("asked", [DISCARD, STAY, LEAD])
def test_decisions_of_rivals_are_those_of_plain_play(name: str, asked: str) -> None:
    deal = parse_deal(asked.format(name))
    rules, contract, upcard = deal.rules, deal.contract, deal.upcard
    assert contract and upcard
    question = turned_up_question(deal)
    worlds = TurnedWorlds(question).sample(random.Random(1), 6)
    codes = tricks_of(question, worlds, range(len(question.lines))).tolist()
    for world, row in zip(worlds, codes, strict=True):
        for line, code in zip(question.lines, row, strict=True):
            hands = [CardSet(hand) for hand in world.hands]
            if line.buried:
                hands[3] = hands[3].with_card(upcard) - line.buried
            state = Play.start(rules, contract, tuple(hands))
            state = state.play(line.card) if line.card else state
            end = played_to_the_end(state, rules.euchre_deducts, kernel.solve_tricks)
            gains = contract.gains(end.tricks_won, rules)
            assert question.choices[0].points[code] == -gains[question.seat - 1]


@pytest.mark.parametrize("name", GAMES)
def test_a_rivals_discards_differ(name: str) -> None:
    points = figures(recommend(parse_deal(DISCARD.format(name)), worlds=64))
    assert points["8c"] > points["Qs"] + 0.5


def test_a_discard_is_worth_nothing_where_the_hand_is_thrown_up() -> None:
    hopeless = "1:-.-.-.9h8h7h9d8c_u:7s_{}_r:set-back"
    thrown = recommend(parse_deal(hopeless.format("b:po")), worlds=64)
    assert set(figures(thrown).values()) == {0}
    assert {action.outcomes for action in thrown.actions} == {((0, 1.0),)}
    played = recommend(parse_deal(hopeless.format("m:2s")), worlds=64)  # all play
    assert max(figures(played).values()) < 0
    assert thrown.actions[0].token == played.actions[0].token  # should all others throw up


@pytest.mark.parametrize(
    "line",
    [
        "1:9h8h7h9d8c.-.-.-_u:7s_b:po-dd_r:set-back",
        "1:9h8h7h9d8c.-_u:7s_b:po_r:set-back-players2",
    ],
)
def test_the_last_rival_has_to_play(line: str) -> None:
    (only,) = recommend(parse_deal(line), worlds=64).actions
    assert only.token == "p"


# --- a march declared


@pytest.mark.parametrize(
    ("score", "points", "count"),
    [
        ("", 5, "the first count, 5"),
        ("_s:15-1-4-5", 15, "our count of 15"),
        ("_s:1-15-4-5", 1, "our count of 1"),
    ],
)
def test_a_march_declared_goes_by_the_own_count(score: str, points: int, count: str) -> None:
    advice = recommend(parse_deal(SURE.replace("_r:", f"{score}_r:")), worlds=64)
    assert figures(advice) == {"p": 0, "o": 5, "oa": points}
    assert advice.note and advice.note.endswith(count)


def test_a_march_that_fails_doubles_the_own_count() -> None:
    weak = "1:-.-.-.9h8h7hTd8c_u:9s_b:ppp_s:1-2-3-15_r:set-back-declare"
    assert figures(recommend(parse_deal(weak), worlds=64))["oa"] == -15


def test_cards_of_a_march_declared_go_by_the_own_count() -> None:
    line = SURE.replace("_r:", "_b:oa-ppp_s:15-1-4-5_r:")
    advice = recommend(parse_deal(line), worlds=64)
    assert advice.decision == "play" and advice.actions[0].ev == 15
