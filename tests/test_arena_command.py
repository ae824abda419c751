"""The command ``arena``: its records, its tables, what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from euchre_solve.advice.arena.duplicate import Match, play_games, play_pairs
from euchre_solve.advice.arena.lineup import parse_entrant
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules

from .command_line import in_terminal, run

FIRST, SECOND = "points/sampling-3", "points/rule"
KEYS = [
    *("schema", "kind", "deal", "rules", "seed", "unit", "score", "pairs", "deals"),
    *("points", "wins", "players"),
]
PLAYERS = parse_entrant(FIRST), parse_entrant(SECOND)


def rounded(values: tuple[float, float]) -> dict[str, float]:
    return {"mean": round(values[0], 6), "stderr": round(values[1], 6)}


def test_a_record_of_deals() -> None:
    stdout, stderr, status = run("arena", FIRST, SECOND, "-n", "30", "--seed", "7", "--json")
    assert (stderr, status) == ("", 0)
    record = json.loads(stdout)
    assert list(record) == KEYS
    assert [record[key] for key in KEYS[:9]] == [
        *("euchre-solve/1", "arena", None, "north-american", 7, "deal", None, 30, 60),
    ]
    result = play_pairs(Match(*PLAYERS, seed=7), 30)
    assert record["points"] == rounded(result.points)
    assert record["wins"] is None
    first, second = record["players"]
    assert [first["name"], second["name"]] == [FIRST, SECOND]
    assert first["bids_by"] == "points"
    assert first["euchred"] == rounded(result.first.euchre_rate)
    assert first["contracts"] == result.first.contracts
    assert first["calls"][1] == {
        "round": 1,
        "seat": "2",
        "asked": result.first.asked[1],
        **rounded(result.first.call_rate(1)),
    }


def test_a_record_of_games() -> None:
    arguments = ("--games", "2", "--rules", "north-american-to5")
    record = json.loads(run("arena", FIRST, SECOND, *arguments, "--json").stdout)
    result = play_games(Match(*PLAYERS, Rules.parse("north-american-to5")), 2)
    assert (record["unit"], record["pairs"], record["deals"]) == ("game", 2, result.deals)
    assert result.wins and record["wins"] == rounded(result.wins)
    assert record["points"] == rounded(result.points)


def test_rows_are_of_players() -> None:
    stdout = run("arena", FIRST, SECOND, "-n", "9", "--score", "9-8", "--format", "csv").stdout
    first, second = csv.DictReader(io.StringIO(stdout))
    assert (first["player"], second["player"]) == (FIRST, SECOND)
    assert float(first["points"]) == -float(second["points"])
    assert float(first["wins"]) == pytest.approx(1 - float(second["wins"]))
    assert first["score"] == "9-8" and first["calls_1_1"]


def test_the_same_bytes_for_any_number_of_jobs(tmp_path: Path) -> None:
    written = []
    for jobs in ("1", "2"):
        path = tmp_path / jobs
        arguments = ("-n", "45", "--jobs", jobs, "--records", str(path))
        written.append((run("arena", FIRST, SECOND, *arguments).stdout, path.read_bytes()))
    assert written[0] == written[1]
    lines = written[0][1].decode().splitlines()
    assert [parse_deal(line.split()[0]).identifier for line in lines[-4::2]] == ["45a", "45b"]


def test_records_can_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "deals.edl"
    run("arena", "random", "rule", "--games", "1", "--records", str(path))
    stdout, stderr, status = run("check", str(path))
    assert (stderr, status) == ("", 0)
    assert re.fullmatch(r"\d+ deals: \d+ ok, 0 warnings, 0 errors\n", stdout)


def test_tables() -> None:
    stdout, stderr, status = run("arena", "rule", "random", "-n", "40", "--score", "8-8")
    assert (stderr, status) == ("", 0)
    lines = stdout.splitlines()
    assert lines[:3] == [
        "north-american, 40 deals at 8-8, each from both sides, seed 1",
        "first   points/rule, bids by points",
        "second  random/random, bids by random",
    ]
    assert re.search(r"^ points a deal +\+\d\.\d{4} +0\.\d{4} +\+\d+\.\d$", stdout, re.M)
    assert re.search(r"^ games won, % +\d\d\.\d\d +\d\.\d\d +\+\d+\.\d$", stdout, re.M)
    assert re.search(r"^ euchred +\d+\.\d ± \d+\.\d +\d+\.\d ± \d+\.\d$", stdout, re.M)
    assert max(map(len, lines)) <= 80
    shown = in_terminal("arena", "rule", "random", "-n", "40", "--score", "8-8", NO_COLOR="1")
    assert "points a deal" in shown


def test_any_seed_will_do() -> None:
    _, stderr, status = run("arena", "rule", "random", "-n", "2", "--seed", str(10**30))
    assert (stderr, status) == ("", 0)


def test_equals_are_not_ahead() -> None:
    stdout = run("arena", "rule", "points/rule", "-n", "2").stdout
    assert re.search(r"^ points a deal +\+0\.0000 +0\.0000 +–$", stdout, re.M)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rule", "table/rul"], "SECOND:1:7: error E108 bad-value: 'rul' is not a card player"),
        (["best", "rule"], "FIRST:1:1: error E108 bad-value: 'best' is not a player"),
        (["", "rule"], "FIRST:1:1: error E101 empty"),
        (["rule", "rule", "--score", "9-10"], "--score:1:1: error E108 bad-value: at 9-10 the"),
        (["rule", "rule", "--score", "9"], "--score:1:1: error E108 bad-value: '9' is not a"),
        (["rule", "rule", "--games", "1", "-n", "1"], "--games:1: error E114 conflict: -n"),
        (["rule", "rule", "--games", "1", "--score", "1-1"], "--games:1: error E114 conflict: --s"),
        (["rule", "rule", "--rules", "british"], "--rules:1: error E113 not-built: british"),
    ],
)
def test_faults_end_the_command_with_status_1(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "deals.edl"
    stdout, stderr, status = run("arena", *arguments, "--records", str(path))
    assert (stdout, status) == ("", 1)
    assert stderr.startswith(message)
    assert not path.exists()


@pytest.mark.parametrize(("option", "value"), [("-n", "0"), ("--games", "0"), ("--jobs", "-1")])
def test_wrong_usage(option: str, value: str) -> None:
    stdout, stderr, status = run("arena", "rule", "rule", option, value)
    assert (stdout, status) == ("", 2)
    assert option in stderr.splitlines()[-1]
