"""``advise`` on the command line: records, rows, tables, sweeps, what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.formats.implied import turned_score

from .command_line import DEAL, SHELL_COMMAND, Done, in_terminal, run, run_script

HAND = "JS JC AS KH 9D"
FEW = ("--worlds", "1024", "--model", "open")
"""Options for a quick answer."""
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
KEYS = [
    *("schema", "kind", "deal", "rules", "seat", "decision", "round", "best", "worlds"),
    *("effective", "exact", "seed", "model", "values", "note", "proof", "actions", "places"),
]
ACTION_KEYS = [
    *("action", "label", "ev", "stderr", "open_ev", "vs_best", "vs_best_stderr", "close"),
    *("outcomes", "discard", "equal"),
]
CARDS = "1:JsAs9dTdQc_u:Ks_b:pppoa"
"""Eldest leads against the dealer, who is alone."""


def record_of(*arguments: str) -> dict[str, Any]:
    stdout, stderr, status = run("advise", *arguments, *FEW, "--json")
    assert (stderr, status) == ("", 0)
    record: dict[str, Any] = json.loads(stdout)
    return record


def faults(done: Done) -> list[str]:
    """Return place and code of each error."""
    return re.findall(r"^(\S+: error \w+)", done.stderr, re.M)


# --- records


def test_record_of_a_call() -> None:
    record = record_of(HAND, "--up", "TH", "--seat", "3")
    assert list(record) == KEYS
    assert [record[key] for key in KEYS[:7]] == [
        *("euchre-solve/1", "advise", "3:AsJsKh9dJc_u:Th_b:pp", "north-american"),
        *("3", "bid", 1),
    ]
    assert (record["worlds"], record["exact"], record["seed"]) == (1024, False, 1)
    actions = record["actions"]
    assert record["best"] == actions[0]["action"]
    assert {action["action"]: action["label"] for action in actions} == {
        "p": "pass",
        "o": "order up",
        "oa": "order up alone",
    }
    for action in actions:
        assert [key for key in action if key != "ends"] == ACTION_KEYS
        mean = sum(int(points) * chance for points, chance in action["outcomes"].items())
        assert sum(action["outcomes"].values()) == pytest.approx(1, abs=1e-5)
        assert mean == pytest.approx(action["ev"], abs=1e-4)
        assert action["vs_best"] == pytest.approx(action["ev"] - actions[0]["ev"], abs=1e-4)
    assert [action["action"] for action in actions if "ends" in action] == ["p"]
    assert {(place["trump"], place["card"]) for place in record["places"]} >= {
        ("h", "Jh"),
        ("h", "Jd"),
        ("h", "Ah"),
    }
    for place in record["places"]:
        assert sum(place[key] for key in (*"1234", "kitty", "upcard")) == pytest.approx(1, abs=1e-4)


def test_a_score_adds_the_chance_of_winning() -> None:
    record = record_of(HAND, "--up", "TH", "--seat", "3", "--score", "6-9")
    keys = [key for key in record["actions"][0] if key not in ACTION_KEYS]
    assert [key for key in keys if key != "ends"] == ["win", "win_stderr"]
    wins = [action["win"] for action in record["actions"]]
    assert wins == sorted(wins, reverse=True)
    assert record["deal"].endswith("_s:6-9")


def test_discards_are_valued() -> None:
    record = record_of("JS 9S AH KH 9D", "--up", "QS", "--seat", "4", "--bids", "pppo")
    assert (record["decision"], record["round"], record["best"]) == ("discard", None, "9d")
    assert {action["action"] for action in record["actions"]} == {
        *("Js", "Qs", "9s", "Ah", "Kh", "9d")
    }
    record = record_of("JS 9S AH KH 9D", "--up", "QS", "--seat", "4")
    best = record["actions"][0]
    assert best["discard"] == "9d"
    assert len(best["discards"]) == 6


def test_where_one_point_wins_a_sure_one_and_the_usual_discard_are_best() -> None:
    arguments = (
        "JS KS 9S AH 9D",
        "--up",
        "TS",
        "--seat",
        "4",
        "--score",
        "9-9",
        "--worlds",
        "1024",
    )
    record = json.loads(run("advise", *arguments, "--json").stdout)
    assert (record["best"], record["values"]) == ("o", "played")
    assert [action["discard"] for action in record["actions"][:2]] == ["9d", "9d"]


def test_lone_defence() -> None:
    record = record_of(
        *("JC AC AH AD KD", "--up", "9C", "--seat", "1"),
        *("--bids", "pppo", "--rules", "british"),
    )
    assert (record["decision"], record["seat"]) == ("defend", "1")
    assert {action["action"] for action in record["actions"]} == {"a", "p"}


def test_record_of_a_card() -> None:
    record = record_of(CARDS)
    assert list(record) == KEYS
    assert [record[key] for key in ("decision", "round", "best", "values", "proof")] == [
        *("play", None, "9d", "open", None)
    ]
    actions = record["actions"]
    assert {action["action"]: action["equal"] for action in actions} == {
        "9d": ["Td"],
        "Td": ["9d"],
        **{card: [] for card in ("Qc", "Js", "As")},
    }
    assert all(list(action) == ACTION_KEYS for action in actions)
    assert all(action["label"] == f"play {action['action']}" for action in actions)


def test_places_of_cards_are_those_not_seen() -> None:
    record = record_of("2:9sAdKdQd9c_u:Js_b:pppo_t:9h")
    places = {place["card"]: place for place in record["places"]}
    assert list(places) == [
        *("Js", "Jc", "As", "Ks", "Qs", "Ts"),
        *("Ah", "Kh", "Qh", "Jh", "Th", "Jd", "Td", "9d", "Ac", "Kc", "Qc", "Tc"),
    ]
    for place in places.values():
        assert sum(place[key] for key in (*"134", "kitty")) == pytest.approx(1, abs=1e-4)
        assert place["2"] == place["upcard"] == 0
    assert places["Js"]["1"] == places["Js"]["3"] == 0 < places["Js"]["kitty"] < 0.2


def test_a_lay_down_is_proved() -> None:
    line = "1:JsJcAsKsQs_u:9h_b:pppp-s"
    proof = record_of(line)["proof"]
    assert proof == "The rest are yours whatever the others hold: Js Jc As Ks Qs."
    table = run("advise", line, *FEW).stdout
    assert "The rest are yours whatever the others hold: J♠ J♣ A♠ K♠ Q♠.\n" in table
    assert re.search(r"^ best  J♠ Q♠ K♠ A♠ J♣ +\+2\.00 ±\.0\d +100$", table, re.M)


@pytest.mark.parametrize(
    ("line", "seat", "decision"),
    [
        (f"{DEAL}_b:pppo", "4", "discard"),
        (f"{DEAL}_b:pppo_x:Qs", "1", "play"),
        (f"{DEAL}_b:pppo_r:british", "4", "discard"),
        ("1:JsAs9h9dTc_u:Jc_b:pppo", "1", "play"),
        ("1:JsAs9h9dTc_u:Jc_b:pppo_r:british", "1", "defend"),
        ("1:JsAs9h9dTc_u:Jc_m:4c_r:british", "1", "play"),
        (f"{DEAL}_b:pppo_x:Qs_t:As9sKs", "4", "play"),
        (f"{DEAL}_m:1s_t:Js", "2", "play"),
    ],
)
def test_who_is_asked(line: str, seat: str, decision: str) -> None:
    record = record_of(line)
    assert (record["seat"], record["decision"]) == (seat, decision)
    stated = [bool(hand.mask) for hand in parse_deal(record["deal"]).hands]
    assert stated == [other == seat for other in "1234"]


def test_what_the_seat_does_not_know_is_not_used() -> None:
    record = record_of(DEAL)
    seen = parse_deal(record["deal"])
    assert [bool(hand.mask) for hand in seen.hands] == [True, False, False, False]
    assert record_of("1:JsAs9h9dTc_u:Jc") == record
    assert "The line tells more than seat 1 knows" in run("advise", DEAL, *FEW, "-v").stdout
    assert "tells more" not in run("advise", "1:JsAs9h9dTc_u:Jc", *FEW, "-v").stdout


def test_a_condition_changes_the_worlds() -> None:
    hand = ("AS KS AD TH 9H", "--up", "9S")
    plain, helped = record_of(*hand), record_of(*hand, "--where", "bowers(3) >= 1")

    def bowers(record: dict[str, Any]) -> float:
        return sum(
            place["3"]
            for place in record["places"]
            if place["card"] in {"Js", "Jc"} and place["trump"] == "s"
        )

    assert bowers(plain) < 1 <= bowers(helped)
    order = [
        next(action["ev"] for action in record["actions"] if action["action"] == "o")
        for record in (plain, helped)
    ]
    assert order[1] > order[0] + 0.3


# --- formats


def test_all_formats_say_the_same() -> None:
    lines = ["3:AsJsKh9dJc_u:Th_b:pp", "4:AsKcQcTh9s_u:Jd_b:ppp_s:8-8", CARDS]
    listed = json.loads(run("advise", *lines, *FEW, "--json").stdout)
    many = run("advise", *lines, *FEW, "--format", "jsonl").stdout
    assert list(map(json.loads, many.splitlines())) == listed
    rows = list(csv.DictReader(io.StringIO(run("advise", *lines, *FEW, "--format", "csv").stdout)))
    expected = [(record, action) for record in listed for action in record["actions"]]
    assert len(rows) == len(expected)
    for row, (record, action) in zip(rows, expected, strict=True):
        for key in row:
            value = (action if key in action else record).get(key)
            if key == "outcomes":
                value = " ".join(f"{points}:{chance}" for points, chance in value.items())
            if key == "equal":
                value = " ".join(value)
            text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
            assert row[key] == text, key


def test_table_says_the_same() -> None:
    arguments = (HAND, "--up", "TH", "--seat", "3", "--score", "6-9")
    stdout = run("advise", *arguments, *FEW).stdout
    record = record_of(*arguments)
    best = record["actions"][0]
    assert stdout.startswith("Seat 3: A♠ J♠ K♥ 9♦ J♣  upcard T♥  calls pp  6-9  north-american\n")
    row = re.search(r"^ best +(\w+(?: \w+)*) +([+-]\d\.\d\d) ±(\.\d\d) +(\d+\.\d)", stdout, re.M)
    assert row
    assert row.groups()[:2] == (best["label"], f"{best['ev']:+.2f}")
    assert row[4] == f"{100 * best['win']:.1f}"
    assert re.search(r"^1,024 deals(, worth \d+)?; seed 1; open values; \S", stdout, re.M)


def test_equal_cards_are_one_row_of_the_table() -> None:
    shown = run("advise", CARDS, *FEW).stdout
    assert shown.splitlines()[:2] == [
        "Seat 1: A♠ J♠ T♦ 9♦ Q♣  upcard K♠  calls pppoa  north-american",
        "♠ made by seat 4 alone",
    ]
    rows = re.findall(r"^ (?:best|close|     ) (.+?) +[+-]\d\.\d\d ±", shown, re.M)
    assert list(map(str.strip, rows)) == ["9♦ T♦", "Q♣", "J♠", "A♠"]
    assert "cards in one row come to the same" in shown
    assert "cards in one row" not in run("advise", HAND, "--up", "TH", *FEW).stdout


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("1:JsAsKs9s9c_u:Jh_b:ba_r:north-american-blindloner", "♥ made by seat 4 alone and blind"),
        ("1:JsAsKs9s9c_u:Th_b:oa-ppp_r:set-back-declare", "♥ made by seat 1 with a march declared"),
    ],
)
def test_table_says_how_a_maker_plays_alone(line: str, made: str) -> None:
    assert run("advise", line, *FEW).stdout.splitlines()[1].startswith(made)


def test_table_shows_what_is_held_and_played() -> None:
    shown = run("advise", "4:Ts9s9dAcQc_u:Kd_b:pppo_x:Ts_t:JdJhAd9d.JcTcJsQc.KdTdQdKs", *FEW)
    assert shown.stdout.splitlines()[:2] == [
        "Seat 4: 9♠ A♣  upcard K♦  calls pppo  north-american",
        "♦ made by seat 4  1: J♦ J♥ A♦ 9♦  1: J♣ T♣ J♠ Q♣  4: K♦ T♦ Q♦ K♠",
    ]


@pytest.mark.parametrize(
    ("line", "lead", "missing"),
    [
        (CARDS, r"9♦ is 0\.\d\d ±\.\d\d points ahead of Q♣\.", "♠ and ♦"),
        ("2:9sAdKdQd9c_u:Js_b:pppo_t:9h", r"9♠ is .* ahead of 9♣\.", "♠ and ♥"),
        ("1:JsJcAsKsQs_u:9h_b:pppp-s", r"All cards come to the same\.", "♠"),
        ("1:JsAs9hTs9c_u:Ad_m:3n_r:north-american-nt", r"A♠ is .* ahead of 9♣\.", "♠"),
    ],
)
def test_reasons_of_a_card(line: str, lead: str, missing: str) -> None:
    shown = run("advise", line, *FEW, "--why").stdout
    assert re.search(f"^{lead}$", shown, re.M)
    assert f"\nWhere the missing {missing} sit, percent\n" in shown
    assert "With all hands open" not in shown and "left J♥" not in shown


def test_reasons() -> None:
    shown = run("advise", HAND, "--up", "TH", "--seat", "3", *FEW, "--why").stdout
    for heading in (
        "With all hands open: ",
        "What it comes to",
        "Where the high trumps were dealt, percent, if ♥ is trump",
        "How the auction ends after pass",
    ):
        assert heading in shown
    assert (
        "Discard to pick up" in run("advise", HAND, "--up", "TS", "--seat", "4", *FEW, "-v").stdout
    )


@pytest.mark.parametrize(
    "arguments",
    [
        [HAND, "--up", "TH", "--seat", "3", "--score", "6-9", "--why"],
        ["QD 9D KS TC 9S", "--up", "TH", "--bids", "pppp", "--score", "6-9", "--why"],
        ["JC AS 9S KH 9D", "--up", "TS", "--seat", "4", "--why"],
        ["1:AsQsTh9c9h_u:Qd_b:pppoa_s:6-9_t:9cKcTd.Jd9hTc.JhTh9s.Ad", "--why"],
        ["JC AS 9S KH 9D", "--up", "TS", "--sweep", "score"],
        ["JC AS 9S KH 9D", "--up", "TS", "--sweep", "seat", "--bids", "pppp"],
        [
            "JC AS 9S KH 9D",
            "--up",
            "TS",
            "--sweep",
            "seat",
            "--bids",
            "pppp",
            "--rules",
            "beginner-nt",
        ],
    ],
)
def test_tables_fit_in_80_columns(arguments: list[str]) -> None:
    plain = run("advise", *arguments, *FEW).stdout
    assert max(map(len, plain.splitlines())) <= 80
    shown = in_terminal("advise", *arguments, *FEW)
    assert "\x1b" in shown and "\x1b" not in plain
    lines = [line.rstrip() for line in ESCAPE.sub("", shown).splitlines()]
    assert lines == plain.splitlines()


def test_no_colours_unless_wanted() -> None:
    arguments = ("advise", HAND, "--up", "TH", "--score", "6-9", "--why", *FEW)
    assert re.search(r"\x1b\[(1;)?3\dm", in_terminal(*arguments))
    assert not re.search(r"\x1b\[(1;)?3\dm", in_terminal(*arguments, NO_COLOR="1"))
    assert "\x1b" not in in_terminal(*arguments, TERM="dumb")


def test_a_terminal_without_symbols() -> None:
    done = run(
        "advise",
        HAND,
        "--up",
        "TH",
        *FEW,
        "--why",
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONIOENCODING="ascii",
    )
    assert done.status == 0
    assert done.stdout.isascii()
    assert "+-" in done.stdout and "#" in done.stdout


# --- sweeps


def test_sweep_over_seats() -> None:
    arguments = ("JC AS 9S KH 9D", "--up", "TS", "--seat", "3", "--score", "6-9")
    record = json.loads(run("advise", *arguments, "--sweep", "seat", *FEW, "--json").stdout)
    assert (record["kind"], record["over"], record["seat"]) == ("sweep", "seat", "3")
    decisions = record["decisions"]
    assert [decision["deal"] for decision in decisions] == [
        f"{seat}:As9sKh9dJc_u:Ts{calls}_s:6-9"
        for seat, calls in ((1, ""), (2, "_b:p"), (3, "_b:pp"), (4, "_b:ppp"))
    ]
    alone = record_of(*arguments)
    assert decisions[2] == {key: alone[key] for key in KEYS[2:]}


def test_sweep_over_upcards() -> None:
    arguments = ("JC AS 9S KH 9D", "--seat", "2", "--up", "TS", "--sweep", "upcard", *FEW)
    rows = list(csv.DictReader(io.StringIO(run("advise", *arguments, "--format", "csv").stdout)))
    upcards = list(dict.fromkeys(parse_deal(row["deal"]).upcard for row in rows))
    assert len(upcards) == 19
    assert len(rows) == 3 * 19
    table = run("advise", *arguments).stdout
    assert len(re.findall(r"[+-]\d\.\d\d", table)) == 19


def test_sweep_over_scores() -> None:
    arguments = ("JS KS 9S AH 9D", "--up", "TS", "--seat", "4")
    record = json.loads(run("advise", *arguments, "--sweep", "score", *FEW, "--json").stdout)
    decisions = record["decisions"]
    scores = [decision["deal"].rpartition(":")[2] for decision in decisions]
    assert scores == [f"{ours}-{theirs}" for ours in range(10) for theirs in range(10)]
    by_score = dict(zip(scores, decisions, strict=True))
    assert by_score["9-9"]["best"] == "o"
    assert by_score["6-9"]["best"] == "oa"
    assert by_score["0-0"]["model"] == "table north-american"
    single = record_of(*arguments, "--score", "9-9")
    assert by_score["9-9"]["model"] == single["model"] == "table north-american at 9-9"
    assert by_score["9-9"]["actions"][0]["win"] == pytest.approx(
        single["actions"][0]["win"], abs=0.03
    )


FEWER = ("--worlds", "64")
SWEPT = {
    "two-handed": "2-8",
    "three-handed-hoyle": "1-3-8",
    "railroad": "6-9",
    "north-american-farmerunder": "6-9",
    "call-ace": "1-2-3-4",
}


@pytest.mark.parametrize(("rules", "score"), SWEPT.items())
def test_other_games_are_swept(rules: str, score: str) -> None:
    """The hand in its own seat is answered as alone; the score goes with its holder."""
    arguments = ("JC AS 9S KH 9D", "--up", "TS", "--seat", "2", "--score", score, "--rules", rules)
    swept = run("advise", *arguments, "--sweep", "seat", *FEWER, "--json")
    decisions = json.loads(swept.stdout)["decisions"]
    alone = json.loads(run("advise", *arguments, *FEWER, "--json").stdout)
    assert decisions[1] == {key: alone[key] for key in alone if key in decisions[1]}
    deals = [parse_deal(decision["deal"]) for decision in decisions]
    assert len(deals) == deals[0].rules.players
    figures = list(map(int, score.split("-")))
    for seat, deal in enumerate(deals, start=1):
        assert deal.seat == seat and deal.score
        assert turned_score(deal.score, seat) == tuple(figures)
    upcards = json.loads(run("advise", *arguments, "--sweep", "upcard", *FEWER, "--json").stdout)
    assert len(upcards["decisions"]) == len(deals[0].rules.deck - deals[0].hands[0]) - (
        deals[0].rules.best_bower
    )


def test_bids_are_swept_over_seats() -> None:
    arguments = ("JC AS 9S KH 9D", "--rules", "auction-5", "--seat", "2", "--sweep", "seat", *FEWER)
    decisions = json.loads(run("advise", *arguments, "--json").stdout)["decisions"]
    assert [decision["seat"] for decision in decisions] == ["1", "2", "3", "4", "5"]
    assert "p      3" in run("advise", *arguments).stdout  # bids go up, 15 last


def test_scores_are_swept_where_two_sides_play() -> None:
    arguments = ("JC AS 9S KH 9D", "--up", "TS", "--seat", "2", "--sweep", "score", *FEWER)
    swept = run("advise", *arguments, "--rules", "two-handed-bytwo", "--json")
    decisions = json.loads(swept.stdout)["decisions"]
    assert len(decisions) == 100 and all(one["actions"][0]["win"] for one in decisions)
    done = run("advise", *arguments, "--rules", "three-handed-hoyle")
    assert faults(done) == ["<arg>:1: error E113"]
    bids = ("JS AS KH QD 9C AC", "--rules", "bid-partners", "--seat", "2", "--sweep", "score")
    assert "the scores of bid-partners aren't swept yet" in run("advise", *bids).stderr
    down = run("advise", *arguments, "--rules", "set-back-players2")
    assert faults(down) == ["<arg>:1: error E113"]


def test_a_sweep_names_all_the_ways_to_bid() -> None:
    arguments = ("JS KS 9S AH 9D", "--up", "TS", "--seat", "4", "--score", "8-9", *FEW)
    *_, how, odd, even = run("advise", *arguments, "--sweep", "seat").stdout.splitlines()
    assert how.endswith("2 ways to bid, by the score")
    assert odd == "seats 1 3: table north-american at 9-8"
    assert even == "seats 2 4: table north-american at 8-9"


def test_sweeps_show_errors_where_there_is_room() -> None:
    arguments = ("JS KS 9S AH 9D", "--up", "TS", "--seat", "4", *FEW)
    seats = run("advise", *arguments, "--score", "8-8", "--sweep", "seat").stdout
    assert len(re.findall(r" \d+\.\d ±\d?\.\d", seats)) == 4
    upcards = run("advise", *arguments, "--sweep", "upcard").stdout
    assert len(re.findall(r"[+-]\d\.\d\d ±\.\d\d", upcards)) == 19
    assert max(map(len, upcards.splitlines())) <= 80


def test_a_sweep_of_a_long_game_fits_in_80_columns() -> None:
    rules = ("--rules", "north-american-to21")
    arguments = ("JS KS 9S AH 9D", "--up", "TS", "--seat", "4", *rules)
    lines = run("advise", *arguments, "--sweep", "score", *FEW).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line.split() for line in lines if re.fullmatch(r" +\d[ \d]*", line)]
    assert heads[0] + heads[1] == heads[2] == list(map(str, range(21)))


# --- many, and what is refused


def test_good_lines_are_answered_in_order_around_bad_ones() -> None:
    lines = [
        "3:AsJsKh9dJc_u:Th_b:pp_i:a",
        "5:-",
        f"{DEAL}_m:1s_t:Js_i:c",
        "3:AsJsKh9dJc_u:As",
        "4:As9sAhKh9d_u:Qs_b:pppo_i:b",
        "3:AsJsKh9dJc_u:Th_b:pppp-pppp",
        "3:AsJsKh9dx_u:Th_b:pp",
    ]
    done = run("advise", "-", *FEW, "--format", "jsonl", stdin="\n".join(lines))
    records = list(map(json.loads, done.stdout.splitlines()))
    assert [record["deal"].rpartition(":")[2] for record in records] == ["a", "c", "b"]
    assert faults(done) == [
        *("<stdin>:2:1: error E102", "<stdin>:4:16: error E203"),
        *("<stdin>:6: error E308", "<stdin>:7: error W502"),
    ]
    assert done.status == 1
    again = run("advise", "-", *FEW, "--format", "jsonl", "--jobs", "2", stdin="\n".join(lines))
    assert again == done


@pytest.mark.parametrize("sweep", [(), ("--sweep", "seat")])
def test_number_of_processes_changes_no_byte(sweep: tuple[str, ...]) -> None:
    arguments = ("advise", HAND, "--up", "TH", *sweep, *FEW)
    assert run(*arguments, "--jobs", "2") == run(*arguments)


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ((HAND, "--up", "JC"), "<arg>:1:4: error E203"),
        ((HAND, "--up", "TH", "--bids", "pppp-pppp"), "--seat:1:1: error E102"),
        ((HAND, "--seat", "1"), "<arg>:1: error E206"),
        ((HAND, "--up", "TH", "--where", "aces(5)"), "--where:1:6: error E102"),
        ((HAND, "--up", "TH", "--where", ""), "--where:1:1: error E101"),
        ((HAND, "--up", "TH", "--where", "has(1, Js) and has(3, Js)"), "--where:1:1: error E118"),
        ((CARDS, "--sweep", "score"), "<arg>:1: error E306"),
        ((CARDS, "--sweep", "seat"), "<arg>:1: error E306"),
        ((HAND, "--up", "TH", "--rules", "auction-5"), "--up:1:1: error"),
        ((HAND, "--rules", "auction-5", "--seat", "2", "--sweep", "upcard"), "<arg>:1: error"),
        ((HAND, "--rules", "auction-5", "--seat", "2", "--sweep", "score"), "<arg>:1: error"),
        ((HAND, "--rules", "auction-5", "--bids", "p3p", "--seat", "2"), "--seat:1:1: error E306"),
        ((HAND, "--up", "TH", "--seat", "1", "--bids", "o", "--sweep", "seat"), "<arg>:1: error"),
    ],
)
def test_faults_end_with_status_1(arguments: tuple[str, ...], place: str) -> None:
    done = run("advise", *arguments, *FEW)
    assert (done.stdout, done.status) == ("", 1)
    assert done.stderr.startswith(place)


@pytest.mark.parametrize(
    ("option", "value"),
    [("--worlds", "0"), ("--precision", "0"), ("--model", "x"), ("--sweep", "x")],
)
def test_wrong_usage(option: str, value: str) -> None:
    stdout, stderr, status = run("advise", HAND, "--up", "TH", option, value)
    assert (stdout, status) == ("", 2)
    assert option in stderr.splitlines()[-1]


def test_a_closed_pipe_is_no_error() -> None:
    script = (
        f"yes '3:AsJsKh9dJc_u:Th_b:pp' | {SHELL_COMMAND} advise - --worlds 1024 --format jsonl"
        ' | head -1 | wc -l; echo "${PIPESTATUS[1]}"'
    )
    assert run_script(script).stdout.split() == ["1", "0"]


def test_answers_go_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "advice.txt"
    arguments = ("advise", HAND, "--up", "TH", *FEW)
    assert run(*arguments, "-o", str(path)) == ("", "", 0)
    assert path.read_text("utf-8") == run(*arguments).stdout


def test_the_best_of_a_sweep_is_behind_nothing() -> None:
    arguments = ("9H TH QC 9D TC", "--up", "JS", "--seat", "1", "--sweep", "score")
    record = json.loads(run("advise", *arguments, *FEW, "--json").stdout)
    best = [decision["actions"][0] for decision in record["decisions"]]
    assert {one["action"] for one in best} == {"p", "o"}
    assert {(one["vs_best"], one["vs_best_stderr"], one["close"]) for one in best} == {
        (0, 0, False)
    }


def test_a_game_to_a_thousand_points_is_refused() -> None:
    stdout, stderr, status = run("advise", "1:AsJsAhKh9d_u:9c_s:3-3_g:1000")
    assert (stdout, status) == ("", 1)
    assert "E114" in stderr and "100 points at most" in stderr


@pytest.mark.parametrize("option", ["--precision", "--max-seconds"])
def test_nan_is_no_number(option: str) -> None:
    stdout, stderr, status = run("advise", "1:AsJsAhKh9d_u:9c", option, "nan")
    assert (stdout, status) == ("", 2)
    assert "nan is not a number" in stderr
