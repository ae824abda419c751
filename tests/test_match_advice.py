"""Advice where more than one game counts, or each of three players has a score."""

from __future__ import annotations

import csv
import io
import json

import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.decision.winning import match_equity, match_value
from euchre_solve.advice.matches import Games
from euchre_solve.advice.recommend import Action, recommend
from euchre_solve.advice.seat_race import seat_equity
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel

from .command_line import run

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

RAILROAD = "3:JsAsKsKh9d_u:Ts_r:railroad_s:8-0"
RUBBER = "3:JcAs9sKh9d_u:Ts_r:hoyle-32-rubber_s:3-3"


def action(line: str, token: str, games: Games = (0, 0)) -> Action:
    """Return an action of the seat on turn, from one batch of deals."""
    advice = recommend(parse_deal(line), worlds=1, games=games)
    return next(action for action in advice.actions if action.token == token)


def test_a_match_is_the_mean_over_what_a_call_comes_to() -> None:
    """Eldest's side deals next, so it does for seat 3."""
    order = action(RAILROAD, "oa")
    value, win = match_value(10, Rules.parse("railroad"), (0, 0)), match_equity(10)
    assert value and order.match is not None
    for counted, at in ((order.match, value.value), (order.win, win.win)):
        mean = sum(
            chance * at(8 + max(int(points), 0), max(-int(points), 0), dealing=True)
            for points, chance in order.outcomes
        )
        assert counted == pytest.approx(mean, abs=1e-9)


def test_the_best_call_is_that_of_the_match() -> None:
    """At 8-0 a march wins the game with partner as alone, but alone it brings laps."""
    advice = recommend(parse_deal(RAILROAD), worlds=1)
    assert advice.match_unit == "games"
    matches = [action.match for action in advice.actions]
    assert matches == sorted(matches, key=lambda match: -(match or 0))
    alone, together = (
        next(action for action in advice.actions if action.token == token) for token in ("oa", "o")
    )
    assert advice.actions[0] is alone
    assert together.win and alone.win and alone.win < together.win


@pytest.mark.parametrize("games", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_a_rubber_counts_from_the_games_won(games: Games) -> None:
    order = action(RUBBER, "o", games)
    value = match_value(5, Rules.parse("hoyle-32-rubber"), games)
    assert value and order.match is not None
    mean = sum(
        chance * value.value(3 + max(int(points), 0), 3 + max(-int(points), 0), dealing=True)
        for points, chance in order.outcomes
    )
    assert order.match == pytest.approx(mean, abs=1e-9)
    assert order.win == action(RUBBER.replace("-rubber", ""), "o").win


def test_without_a_score_no_match_is_counted() -> None:
    advice = recommend(parse_deal(RAILROAD.removesuffix("_s:8-0")), worlds=1)
    assert advice.match_unit is None
    assert {(action.match, action.win) for action in advice.actions} == {(None, None)}


def test_the_chance_of_one_of_three() -> None:
    """Seat 3 deals at 6-9-3: its own points, then those of seats 1 and 2."""
    order = action("3:JsJc9sAh9d_u:Ts_r:three-handed-hoyle_s:6-9-3", "o")
    equity = seat_equity(Rules.parse("three-handed-hoyle"), 10)
    gains = {3: (0, 0, 3), 1: (0, 0, 1), -2: (2, 2, 0)}
    mean = sum(
        chance * equity.after((9, 3, 6), gains[int(points)])[2] for points, chance in order.outcomes
    )
    assert order.win == pytest.approx(mean, abs=1e-9)


def test_a_defender_of_three_shares_a_euchre_by_chance() -> None:
    line = "1:AhJdAdQcKc9c9h_u:Ts_r:three-handed-cutthroat_b:ppo_s:7-3-9"
    advice = recommend(parse_deal(line), worlds=1)
    wins = [action.win for action in advice.actions]
    assert all(win is not None and 0 < win < 1 for win in wins)
    assert wins == sorted(wins, key=lambda win: -(win or 0))


def test_four_scores_tell_no_chances() -> None:
    line = "1:JsJc9sAh9d_u:Ts_r:call-ace_b:o_s:3-4-5-6"
    assert recommend(parse_deal(line), worlds=1).actions[0].win is None


# --- the command


def test_records_and_rows_tell_the_match() -> None:
    stdout, stderr, status = run("advise", "--json", RAILROAD, "--worlds", "1")
    assert (stderr, status) == ("", 0)
    record = json.loads(stdout)
    assert record["match_unit"] == "games"
    assert all({"win", "match", "match_stderr"} <= set(each) for each in record["actions"])
    table = run("advise", RAILROAD, "--worlds", "1", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["match"] for row in rows] == [str(each["match"]) for each in record["actions"]]
    assert {row["match_unit"] for row in rows} == {"games"}


@pytest.mark.parametrize(
    ("arguments", "heading"),
    [((RAILROAD,), "games"), ((RUBBER, "--games", "0-1"), "rubber")],
)
def test_tables_show_the_match_in_place_of_the_game(
    arguments: tuple[str, ...], heading: str
) -> None:
    shown = run("advise", *arguments, "--worlds", "1").stdout.splitlines()
    assert heading in shown[2].split()
    assert "%" not in shown[2]
    assert max(map(len, shown[:6])) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((RUBBER, "--games", "2-0"), "--games:1:1: error E108 bad-value: at 2-0 games the rubber"),
        ((RUBBER, "--games", "x"), "--games:1:1: error E108 bad-value: 'x' is not a score"),
        (
            (RUBBER.partition("_s:")[0], "--games", "1-0"),
            "--games:1: error E114 conflict: games of a rubber count only beside a score",
        ),
        ((RAILROAD, "--games", "1-0"), "--games:1: error E114 conflict: in railroad no rubber"),
    ],
)
def test_games_that_cannot_be(arguments: tuple[str, ...], message: str) -> None:
    stdout, stderr, status = run("advise", *arguments)
    assert (stdout, status) == ("", 1)
    assert stderr.startswith(message)


def test_the_points_of_a_march() -> None:
    line = (
        "1:9h9dQcJc9c.9sAhJhThKd.AsKsKhTdKc.JsAdQdJdTc_u:Qh_r:north-american-robson"
        "_b:pppo_x:Tc_t:9dKdTdAd.Jd9hThKh.QhQcAhKs.JhAsQdJc.9sKcJs9c_s:8-3"
    )
    shown = run("advise", line, "--why").stdout.splitlines()
    assert shown[3].split() == ["march", "win", "%", "vs", "best"]
    assert shown[5].split()[:4] == ["best", "take", "off", "2"]
    record = json.loads(run("advise", "--json", line).stdout)
    assert (record["decision"], record["best"]) == ("set-back", "off")
    assert [action["action"] for action in record["actions"]] == ["off", "add"]
