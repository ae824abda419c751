"""The command ``equity``: its records, its grids, what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from euchre_solve.advice.decision.winning import match_value
from euchre_solve.advice.equity import solve_equity
from euchre_solve.advice.seat_race import seat_equity
from euchre_solve.advice.shares import PUBLISHED, load_shares
from euchre_solve.rules import Rules

from .command_line import in_terminal, run

ESCAPE = re.compile(r"\x1b\[[\d;]*m")
BACKGROUND = re.compile(r"\x1b\[(?:[\d;]*;)?48;5;(\d+)m")
SHARES = "45/16/5,17/12/5"
KEYS = [
    *("schema", "kind", "deal", "rules", "target", "win_by_two", "skill", "shares"),
    *("shares_at", "source", "scores"),
]


def test_one_record_with_every_score() -> None:
    stdout, stderr, status = run("equity", "--json", "--shares", SHARES)
    assert (stderr, status) == ("", 0)
    record = json.loads(stdout)
    assert list(record) == KEYS
    assert [record[key] for key in KEYS[:7]] == [
        *("euchre-solve/1", "equity", None, "north-american", 10, False, 0.5),
    ]
    assert record["shares"] == PUBLISHED.as_record()
    assert record["source"] == "--shares"
    equity = solve_equity(10, PUBLISHED)
    assert len(record["scores"]) == 100
    for entry in record["scores"]:
        ours, theirs = map(int, entry["score"].split("-"))
        assert entry["deal"] == round(equity.win(ours, theirs, dealing=True), 6)
        assert entry["off_deal"] == round(equity.win(ours, theirs, dealing=False), 6)
    lines = run("equity", "--format", "jsonl", "--shares", SHARES).stdout.splitlines()
    assert list(map(json.loads, lines)) == [record]


def test_without_shares_those_of_the_package_are_taken() -> None:
    record = json.loads(run("equity", "--json", "--score", "8-9").stdout)
    table = load_shares()
    assert record["source"] == table.manifest["source"]
    assert record["shares"] == table.default.as_record()
    assert record["shares_at"] == {
        f"{dealing}-{other}": shares.as_record()
        for (dealing, other), shares in sorted(table.scores.items())
    }
    (entry,) = record["scores"]
    assert entry["deal"] == round(solve_equity(10).win(8, 9, dealing=True), 6)


def test_source_is_silent_on_late_scores_where_they_do_not_count() -> None:
    for rules in ("north-american-robson", "north-american-bytwo"):
        record = json.loads(run("equity", "--json", "--score", "8-9", "--rules", rules).stdout)
        assert record["shares_at"] == {}
        assert record["source"] == load_shares().manifest["source"].partition(";")[0]


def test_shares_of_late_scores_count_by_the_points_still_needed() -> None:
    arguments = ("equity", "--json", "--score", "1-1")
    shorter = json.loads(run(*arguments, "--target", "5").stdout)["shares_at"]
    table = load_shares()
    at = {(dealing - 5, other - 5): shares for (dealing, other), shares in table.scores.items()}
    assert shorter == {
        f"{dealing}-{other}": shares.as_record()
        for (dealing, other), shares in at.items()
        if min(dealing, other) >= 0
    }
    assert json.loads(run(*arguments, "--win-by-two").stdout)["shares_at"] == {}


def test_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(run("equity", "--format", "csv").stdout)))
    assert list(rows[0]) == [
        *("score", "ours", "theirs", "deal", "off_deal", "match_deal", "match_off_deal"),
    ]
    assert [(row["score"], row["ours"], row["theirs"]) for row in rows] == [
        (f"{ours}-{theirs}", str(ours), str(theirs)) for ours in range(10) for theirs in range(10)
    ]


@pytest.mark.parametrize(
    ("arguments", "target", "by_two", "skill"),
    [
        (["--rules", "british"], 11, False, 0.5),
        (["--rules", "north-american-to5", "--target", "7"], 7, False, 0.5),
        (["--win-by-two", "--score", "12-11"], 10, True, 0.5),
        (["--skill", "0.6"], 10, False, 0.6),
        (["--rules", "hoyle-32-bytwo"], 5, True, 0.5),
    ],
)
def test_options_say_what_game_it_is(
    arguments: list[str], target: int, skill: float, *, by_two: bool
) -> None:
    record = json.loads(run("equity", "--json", *arguments).stdout)
    assert (record["target"], record["win_by_two"], record["skill"]) == (target, by_two, skill)
    equity = solve_equity(target, win_by_two=by_two, skill=skill)
    for entry in record["scores"]:
        score = map(int, entry["score"].split("-"))
        assert entry["off_deal"] == round(equity.win(*score, dealing=False), 6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--shares", "45/16,17/12/5"], "--shares:1:1: error E108 bad-value: 3 figures"),
        (["--shares", "45/16/5,17/12/x"], "--shares:1:15: error E108 bad-value: 'x' is not"),
        (["--shares", "0/0/0,0/0/0"], "--shares:1:1: error E114 conflict: with these shares no"),
        (["--shares", " "], "--shares:1:2: error E101 empty"),
        (["--score", "10-3"], "--score:1:1: error E108 bad-value: at 10-3 the game is over"),
        (["--score", "six"], "--score:1:1: error E108 bad-value: 'six' is not a score"),
        (["--rules", "auction-5"], "--rules:1: error E113 not-built"),
        (["--rules", "british-to9"], "--rules:1:9: error E111 unknown-rules"),
        (["--rules", "auction-6"], "--rules:1: error E113 not-built: what deals of auction-6"),
        (["--rules", "call-ace"], "--rules:1: error E113 not-built: what deals of call-ace"),
        (["--games", "1-0"], "--games:1: error E114 conflict: in north-american no rubber"),
        (
            ["--rules", "three-handed-hoyle", "--score", "6-9"],
            "--score:1:1: error E108 bad-value: '6-9' is not a score",
        ),
        (
            ["--rules", "three-handed-hoyle", "--score", "6-9-10"],
            "--score:1:1: error E108 bad-value: at 6-9-10 the game is over",
        ),
        (
            ["--rules", "three-handed-hoyle", "--skill", "0.6"],
            "--skill:1: error E114 conflict: this is for games of two sides",
        ),
        (["--rules", "railroad-robson"], "--rules:1: error E113 not-built: what scores are"),
    ],
)
def test_faults_end_the_command_with_status_1(arguments: list[str], message: str) -> None:
    stdout, stderr, status = run("equity", *arguments)
    assert (stdout, status) == ("", 1)
    assert stderr.startswith(message)


@pytest.mark.parametrize(
    ("option", "value"),
    [("--target", "0"), ("--target", "26"), ("--skill", "1"), ("--skill", "nan"), ("--seed", "1")],
)
def test_wrong_usage(option: str, value: str) -> None:
    stdout, stderr, status = run("equity", option, value)
    assert (stdout, status) == ("", 2)
    assert option in stderr.splitlines()[-1]


# --- tables


def grids(shown: str) -> list[list[str]]:
    """Return the rows of figures, each as its words."""
    rows = (line.split() for line in ESCAPE.sub("", shown).splitlines())
    return [row for row in rows if row and all(map(str.isdigit, row))]


def test_both_grids_stand_side_by_side() -> None:
    stdout, stderr, status = run("equity", "--shares", SHARES)
    assert (stderr, status) == ("", 0)
    assert re.search(r"^We deal +They deal$", stdout, re.M)
    assert stdout.splitlines()[1:3] == [
        "1/2/4 points: dealer's side 45/16/5 %, the other 17/12/5 %",
        "source: --shares",
    ]
    head, *rows = grids(stdout)
    assert head == [*map(str, range(10))] * 2
    assert [row[0] for row in rows] == [row[11] for row in rows] == [*map(str, range(10))]
    assert (rows[0][1], rows[8][9], rows[9][9], rows[9][18]) == ("51", "54", "72", "82")
    assert {int(cell) for row in rows for cell in row[1:11]} <= set(range(1, 100))


@pytest.mark.parametrize(
    "arguments", [[], ["--rules", "british"], ["--target", "12"], ["--target", "25"]]
)
def test_grids_fit_in_80_columns(arguments: list[str]) -> None:
    shown = in_terminal("equity", *arguments)
    plain = run("equity", *arguments).stdout
    for text in (ESCAPE.sub("", shown), plain):
        assert max(map(len, text.splitlines())) <= 80
        assert "…" not in text
    assert grids(shown) == grids(plain)


def test_colours_follow_the_figures_on_a_terminal_only() -> None:
    assert "\x1b" not in run("equity").stdout
    assert len(set(BACKGROUND.findall(in_terminal("equity")))) == 7
    bare = in_terminal("equity", NO_COLOR="1")
    assert not BACKGROUND.search(bare)
    assert grids(bare) == grids(run("equity").stdout)


def test_one_score() -> None:
    stdout, stderr, status = run("equity", "--score", "6-9", "--shares", SHARES, "--win-by-two")
    assert (stderr, status) == ("", 0)
    equity = solve_equity(10, PUBLISHED, win_by_two=True)
    deal, off_deal = (100 * equity.win(6, 9, dealing=dealing) for dealing in (True, False))
    assert stdout.startswith("north-american, first to 10, by two\n")
    assert re.search(rf"^ 6-9 +{deal:.1f} +{off_deal:.1f}$", stdout, re.M)


def test_skill_is_told() -> None:
    shown = run("equity", "--skill", "0.55", "--score", "0-0").stdout
    assert shown.startswith("north-american, first to 10, 55 % of games won by us\n")


def test_answers_go_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "equity.txt"
    assert run("equity", "-o", str(path)) == ("", "", 0)
    assert path.read_text("utf-8") == run("equity").stdout


# --- matches, and games of three


@pytest.mark.parametrize(
    ("arguments", "unit", "games"),
    [
        (["--rules", "railroad"], "games", None),
        (["--rules", "hoyle-32-rubber"], "rubber points", [0, 0]),
        (["--rules", "hoyle-32-rubber", "--games", "0-1"], "rubber points", [0, 1]),
    ],
)
def test_what_scores_are_worth_in_a_match(
    arguments: list[str], unit: str, games: list[int] | None
) -> None:
    record = json.loads(run("equity", "--json", *arguments).stdout)
    assert (record["match_unit"], record.get("games")) == (unit, games)
    rules = Rules.parse(arguments[1])
    match = match_value(rules.target, rules, tuple(games or (0, 0)))
    assert match
    for entry in record["scores"]:
        ours, theirs = map(int, entry["score"].split("-"))
        assert entry["match_deal"] == round(match.value(ours, theirs, dealing=True), 6)
        assert entry["match_off_deal"] == round(match.value(ours, theirs, dealing=False), 6)
    rows = run("equity", "--format", "csv", *arguments).stdout.splitlines()
    assert rows[1].split(",")[-2:] == [
        str(record["scores"][0][key]) for key in ("match_deal", "match_off_deal")
    ]


@pytest.mark.parametrize("rules", ["railroad", "hoyle-32-rubber", "north-american-robson"])
def test_matches_fit_in_80_columns(rules: str) -> None:
    shown = ESCAPE.sub("", in_terminal("equity", "--rules", rules))
    assert max(map(len, shown.splitlines())) <= 80
    assert ("in hundredths" in shown) == (rules != "north-american-robson")


def test_a_score_below_nothing() -> None:
    arguments = ("equity", "--json", "--rules", "north-american-robson", "--score", "-2-9")
    (entry,) = json.loads(run(*arguments).stdout)["scores"]
    assert (entry["score"], 0 < entry["off_deal"] < entry["deal"] < 0.03) == ("-2-9", True)


def test_three_players_at_one_score() -> None:
    arguments = ("equity", "--rules", "three-handed-hoyle", "--score", "6-9-3")
    shown = run(*arguments).stdout.splitlines()
    record = json.loads(run(*arguments, "--json").stdout)
    equity = seat_equity(Rules.parse("three-handed-hoyle"), 10)
    assert [entry["dealer"] for entry in record["scores"]] == ["we", "left", "right"]
    left_deals = record["scores"][1]  # so the player on our right is eldest hand
    right, we, left = equity.chances((3, 6, 9))
    assert [left_deals[role] for role in ("we", "left", "right")] == [
        round(chance, 6) for chance in (we, left, right)
    ]
    assert shown[-2].split() == ["left", *(f"{100 * chance:.1f}" for chance in (we, left, right))]


def test_three_players_at_all_scores() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(
                run("equity", "--format", "csv", "--rules", "three-handed-cutthroat").stdout
            )
        )
    )
    assert list(rows[0]) == ["score", "dealer", "we", "left", "right"]
    assert len(rows) == 3 * 10**3
    assert all(
        abs(sum(float(row[role]) for role in ("we", "left", "right")) - 1) < 2e-6 for row in rows
    )
    shown = run("equity", "--rules", "three-handed-cutthroat").stdout
    assert "9-9-9" in shown and "9-9-8" not in shown
