"""``solve`` on the command line: its records and rows, many deals at once, faults among them."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest

from euchre_solve.formats.deal_line import format_deal, parse_deal
from tests.command_line import DEAL, Done, run
from tests.test_broken_lines import BROKEN, WARNINGS
from tests.test_double_dummy import D2, stored_contracts

CANONICAL = "1:AsJs9h9dTc.9sKhQhAdTd.KsAhJdQc9c.QsJhThKdAc_u:Jc"
OTHER = "1:KsQs9sKhJd.JsTsQhThAd.JhKdTdAcJc.AsAh9hQd9d_u:Tc"

CONTRACT_KEYS = ["trump", "round", "side", "alone", "defend_alone"]
OPENING_KEYS = ["leader", "discard", "tricks", "points", "best_leads"]
COLUMNS = [
    *("deal", "rules", *CONTRACT_KEYS, *OPENING_KEYS),
    *("seat", "card", "card_tricks", "best", "bid", "blind"),
]

HEADER = re.compile(r"(.+?):(\d+):(?:(\d+):)? (error|warning) ([EW]\d{3}) [a-z-]+: .+")


def record_of(*arguments: str) -> dict[str, Any]:
    stdout, stderr, status = run("solve", *arguments, "--json")
    assert (stderr, status) == ("", 0)
    record: dict[str, Any] = json.loads(stdout)
    return record


def records_of(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def diagnostics_of(stderr: str) -> list[tuple[str, int, str, int | None, list[str]]]:
    """Return source, line, code, column and the lines below of each diagnostic."""
    found: list[tuple[str, int, str, int | None, list[str]]] = []
    for line in stderr.splitlines():
        if line.startswith("  "):
            found[-1][-1].append(line)
            continue
        header = HEADER.fullmatch(line)
        assert header, line
        column = int(header[3]) if header[3] else None
        found.append((header[1], int(header[2]), header[5], column, []))
    return found


def assert_caret(text: str, column: int | None, below: list[str]) -> None:
    """The caret stands under ``column`` of ``text``, or of the part of it that is shown."""
    assert column
    shown, caret = below[0], below[1]
    assert re.fullmatch(r" *\^+", caret)
    at = caret.index("^")
    if len(text) <= 96 and text.isascii() and text.isprintable():
        assert shown == f"  {text}"
        assert at == column + 1
    elif column <= len(text) and text[column - 1].isascii() and text[column - 1].isprintable():
        assert shown[at] == text[column - 1]


# --- records


def test_record_of_a_fresh_deal() -> None:
    record = record_of(DEAL)
    assert list(record) == ["schema", "kind", "deal", "rules", "contracts"]
    assert [record[key] for key in list(record)[:4]] == [
        "euchre-solve/1",
        "solve",
        CANONICAL,
        "north-american",
    ]
    contracts = record["contracts"]
    for contract in contracts:
        keys = [key for key in contract if key not in {"discards", "other_lead"}]
        assert keys == [*CONTRACT_KEYS, *OPENING_KEYS]
        if "other_lead" in contract:
            keys = [key for key in contract["other_lead"] if key != "discards"]
            assert keys == OPENING_KEYS
            assert contract["other_lead"]["leader"] != contract["leader"]
    assert [(item["trump"], item["side"], item["alone"]) for item in contracts] == [
        (trump, side, alone)
        for trump in "shdc"
        for side, alone in (
            *(("13", None), ("24", None)),
            *(("13", "1"), ("24", "2"), ("13", "3"), ("24", "4")),
        )
    ]
    assert {item["trump"]: item["round"] for item in contracts} == {"s": 2, "h": 2, "d": 2, "c": 1}


def test_contract_of_a_fresh_deal_in_full() -> None:
    clubs = record_of(DEAL)["contracts"][-5]
    assert clubs == {
        "trump": "c",
        "round": 1,
        "side": "24",
        "alone": None,
        "defend_alone": None,
        "leader": "1",
        "discard": "Qs",
        "tricks": 3,
        "points": 1,
        "best_leads": ["As", "9h", "9d"],
        "discards": [
            {"card": card, "tricks": tricks}
            for card, tricks in {"Qs": 3, "Jh": 2, "Th": 2, "Kd": 2, "Ac": 2, "Jc": 1}.items()
        ],
    }


def test_record_of_a_deal_with_its_contract() -> None:
    record = record_of(f"{D2}_m:1sa_t:Js")
    assert list(record) == ["schema", "kind", "deal", "rules", "contract", "seat", "cards", "line"]
    assert list(record["contract"]) == [*CONTRACT_KEYS, *OPENING_KEYS, "other_lead"]
    assert (record["contract"]["alone"], record["contract"]["points"]) == ("1", 4)
    assert record["seat"] == "2"
    assert record["cards"] == [
        {"card": "Ts", "tricks": 5, "best": True},
    ]
    assert re.fullmatch(r"JsTs9s(\.(..){3}){4}", record["line"])


def test_record_of_a_deal_that_a_defender_may_join_alone() -> None:
    record = record_of(f"{DEAL}_r:british_b:ppo_x:Qs")
    assert list(record)[4:6] == ["contract", "defences"]
    assert [defence["defend_alone"] for defence in record["defences"]] == ["4", "2"]


def test_record_of_a_finished_deal() -> None:
    line = record_of(f"{DEAL}_m:1s")["line"]
    record = record_of(f"{DEAL}_m:1s_t:{line}")
    assert (record["seat"], record["cards"], record["line"]) == (None, [], line)


def test_record_without_upcard() -> None:
    rounds = {contract["round"] for contract in record_of(DEAL.split("_")[0])["contracts"]}
    assert rounds == {None}


def test_rules_of_the_option_hold_for_lines_that_name_none() -> None:
    record = record_of(DEAL, "--rules", "beginner")
    assert record["rules"] == "beginner"
    assert record["deal"].endswith("_r:beginner")
    assert record_of(f"{DEAL}_r:beginner", "--rules", "north-american-stick") == record


# --- formats


def test_all_formats_say_the_same() -> None:
    lines = [DEAL, f"{DEAL}_m:3c", f"{DEAL}_m:1s"]
    listed = json.loads(run("solve", *lines, "--json").stdout)
    assert records_of(run("solve", *lines, "--format", "jsonl")) == listed
    assert json.loads(run("solve", *lines, "--format", "json").stdout) == listed
    rows = list(csv.DictReader(io.StringIO(run("solve", *lines, "--format", "csv").stdout)))
    assert list(rows[0]) == COLUMNS
    expected = [
        flat_row(record, contract, card)
        for record in listed
        for contract in record.get("contracts", [record.get("contract")])
        for card in record.get("cards", [{}])
    ]
    assert rows == expected


def flat_row(record: dict[str, Any], contract: dict[str, Any], card: dict[str, Any]) -> Any:
    row = {
        "deal": record["deal"],
        "rules": record["rules"],
        **{key: contract[key] for key in (*CONTRACT_KEYS, *OPENING_KEYS)},
        "seat": record.get("seat"),
        "card": card.get("card"),
        "card_tricks": card.get("tricks"),
        "best": card.get("best"),
        "bid": None,
        "blind": contract.get("blind"),
    }
    row["best_leads"] = " ".join(row["best_leads"])
    return {
        key: "" if value is None else value if isinstance(value, str) else json.dumps(value)
        for key, value in row.items()
    }


def test_tables_say_the_same() -> None:
    stdout = run("solve", DEAL, "--format", "table").stdout
    assert run("solve", DEAL).stdout == stdout
    clubs = next(line for line in stdout.splitlines() if line.startswith(" ♣ "))
    figures = re.findall(r"\d [+-]\d", clubs)
    contracts = record_of(DEAL)["contracts"][-6:]
    assert figures == [f"{item['tricks']} {item['points']:+d}" for item in contracts]
    assert clubs.rstrip().endswith("Q♠")
    line = record_of(f"{DEAL}_m:3c")["line"].split(".")
    shown = run("solve", f"{DEAL}_m:3c").stdout
    for number, trick in enumerate(line, start=1):
        row = next(
            row for row in shown.splitlines() if re.match(rf" {number} +\d +\S\S +\S\S ", row)
        )
        assert row.count("♠") == trick.count("s")
        assert row.count("♣") == trick.count("c")


def table_of(deal: str, *options: str) -> str:
    return run("solve", deal, *options).stdout


DECLARED = "1:7s8hAdKdTc.QhQdKcQc9c.Qs9sJhAc8c.As8s7hJd7c_u:Th_r:set-back-declare-euchrededucts"


def test_marches_are_declared_where_nobody_goes_alone() -> None:
    shown = table_of(DECLARED)
    assert "alone" not in shown and "loner" not in shown and "lead rule" not in shown
    assert "No declared march makes." in shown
    leads = shown.partition("Leads and discards")[2].splitlines()
    assert leads[2].split() == ["trump", "maker", "result", "led", "by", "lead", "discard"]
    assert [line.split()[:2] for line in leads[4:8]] == [["♠", seat] for seat in "1234"]
    assert len([line for line in leads if line[1:2] in set("♠♥♦♣")]) == 16
    assert "Declared marches\n" in table_of(DECLARED, "-v")
    assert "♥ made by 4 with a march declared: 3 tricks, -5" in table_of(f"{DECLARED}_m:4ha")


def test_a_blind_loner_is_shown_though_he_fails() -> None:
    deal = "1:ThQdJdTc9c.KsTs9hQcJc.QsAdTd9dKc.AsAhKhQhAc_u:Jh_r:north-american-blindloner"
    blind = table_of(deal).partition("Blind loner\n")[2].splitlines()
    assert blind[-1].split()[:5] == ["♥", "4", "4", "-1", "1"]
    assert "Blind loner" not in table_of(deal.replace("-blindloner", ""))


@pytest.mark.parametrize(
    "rules", ["skat-7-callbest", "skat-7-callbest-defendalways-nt", "set-back-declare", "call-ace"]
)
def test_tables_are_80_columns_wide(rules: str) -> None:
    deals = run("deal", "--rules", rules, "-n", "10", "--seed", "78").stdout
    shown = run("solve", "-", "-v", stdin=deals).stdout.splitlines()
    assert max(map(len, shown)) <= 80


def test_one_deal_is_a_record_and_many_are_an_array() -> None:
    assert isinstance(json.loads(run("solve", DEAL, "--json").stdout), dict)
    for arguments, stdin, count in (
        ([DEAL, OTHER], "", 2),
        (["-"], DEAL, 1),
        (["-"], "", 0),
        (["-", OTHER], f"{DEAL}\n{DEAL}\n", 3),
        (["5:-", OTHER], "", 1),
    ):
        listed = json.loads(run("solve", *arguments, "--json", stdin=stdin).stdout)
        assert isinstance(listed, list)
        assert len(listed) == count


def test_nothing_but_the_header_without_an_answer() -> None:
    assert run("solve", "-", "--format", "csv").stdout == ",".join(COLUMNS) + "\n"
    assert run("solve", "-", "--format", "jsonl") == ("", "", 0)
    assert run("solve", "-") == ("", "", 0)


# --- standard input


def test_stored_contracts_in_one_run() -> None:
    stored = stored_contracts()
    lines = [line for line, _, _ in stored]
    done = run("solve", "-", "--json", stdin="\n".join(f"{line}\t# solved" for line in lines))
    assert (done.stderr, done.status) == ("", 0)
    records = json.loads(done.stdout)
    assert [record["deal"] for record in records] == lines
    for record, (line, tricks, _) in zip(records, stored, strict=True):
        assert record["contract"]["tricks"] == tricks, line
        assert {card["tricks"] for card in record["cards"] if card["best"]} == {tricks}


def test_stored_discards_in_one_run() -> None:
    stored = [(line, values) for line, _, values in stored_contracts() if values]
    undecided = [line.partition("_x:")[0] for line, _ in stored]
    done = run("solve", "-", "--format", "jsonl", stdin="\n".join(undecided))
    assert (done.stderr, done.status) == ("", 0)
    for record, (line, values) in zip(records_of(done), stored, strict=True):
        contract = record["contract"]
        best = (max if "4" in contract["side"] else min)(values.values())
        assert {item["card"]: item["tricks"] for item in contract["discards"]} == values, line
        assert contract["tricks"] == best == values[contract["discard"]], line


def test_good_lines_are_answered_in_order_around_bad_ones() -> None:
    stdin = f"# a game\n\n{DEAL}_i:a\n5:-\n{DEAL}_i:b  # fine\n1:JsJs\r\n{OTHER}_i:c_m:2c\n"
    done = run("solve", "-", "--format", "jsonl", stdin=stdin)
    assert [record["deal"].rpartition(":")[2] for record in records_of(done)] == ["a", "b", "c"]
    found = [item[:4] for item in diagnostics_of(done.stderr)]
    assert found == [("<stdin>", 4, "E102", 1), ("<stdin>", 6, "E203", 5)]
    assert done.status == 1


def is_one_line(text: str) -> bool:
    return bool(text.strip()) and "\n" not in text


def test_every_broken_line_is_reported_once_and_the_others_answered() -> None:
    broken = [row for row in BROKEN if is_one_line(row[0])]
    assert len(broken) > 100
    stdin = "".join(f"{text}\n{DEAL}\n" for text, _, _ in broken)
    done = run(
        *("solve", "-", "--format", "jsonl"), stdin=stdin.encode("utf-8", errors="surrogateescape")
    )
    assert done.status == 1
    assert [record["deal"] for record in records_of(done)] == [CANONICAL] * len(broken)
    found = diagnostics_of(done.stderr)
    assert [item[:4] for item in found] == [
        ("<stdin>", 2 * number + 1, code, column) for number, (_, code, column) in enumerate(broken)
    ]
    for (text, _, column), item in zip(broken, found, strict=True):
        assert_caret(text, column, item[-1])


def test_every_broken_word_is_reported_once_and_the_others_answered() -> None:
    broken = [row for row in BROKEN if "\0" not in row[0]]
    words = [word for text, _, _ in broken for word in (text, DEAL)]
    done = run("solve", "--format", "csv", "--", *words)
    assert done.status == 1
    assert done.stdout.count("\n") == 1 + 24 * len(broken)
    found = diagnostics_of(done.stderr)
    assert [item[:4] for item in found] == [("<arg>", 1, code, col) for _, code, col in broken]
    for (text, _, column), item in zip(broken, found, strict=True):
        assert_caret(text, column, item[-1])


def test_line_of_a_megabyte_is_reported_shortly() -> None:
    done = run("solve", "-", "--format", "jsonl", stdin=f"{DEAL}\n1:{'A' * 1_000_000}\n{DEAL}\n")
    assert len(records_of(done)) == 2
    ((source, line, code, column, _),) = diagnostics_of(done.stderr)
    assert (source, line, code, column, done.status) == ("<stdin>", 2, "E110", 4097, 1)
    assert len(done.stderr) < 500


def test_bytes_that_are_no_text() -> None:
    stdin = b"1:Js\0\n" + f"{DEAL}\n".encode() + b"1:Js\xff9h\n\x1b[31m\n" + DEAL.encode()
    done = run("solve", "-", "--format", "jsonl", stdin=stdin)
    assert len(records_of(done)) == 2
    found = [item[1:4] for item in diagnostics_of(done.stderr)]
    assert found == [(1, "E109", 5), (3, "E109", 5), (4, "E109", 1)]
    assert all(line.isprintable() for line in done.stderr.splitlines())


# --- warnings and what can't be answered


def test_warnings_are_written_unless_quiet() -> None:
    line = f"{DEAL}_s:10-3"
    loud = run("solve", line, "--json")
    ((_, _, code, column, below),) = diagnostics_of(loud.stderr)
    assert (code, column, loud.status) == ("W401", len(DEAL) + 4, 0)
    assert_caret(line, column, below)
    assert run("solve", line, "--json", "-q") == (loud.stdout, "", 0)
    assert run("solve", line, "--json", "--quiet") == (loud.stdout, "", 0)


def test_errors_are_written_though_quiet() -> None:
    done = run("solve", "5:-", "-q")
    assert diagnostics_of(done.stderr)[0][2] == "E102"
    assert done.status == 1


def test_bare_hand_is_not_enough_to_solve() -> None:
    done = run(
        *("solve", "JS JC AS KH 9D", "--up", "TH", "--seat", "3"), *("--bids", "pp", "--score=6-9")
    )
    assert done.stdout == ""
    assert [item[:3] for item in diagnostics_of(done.stderr)] == [("<arg>", 1, "W502")]
    assert done.status == 1


def test_unknown_cards_are_refused_though_quiet() -> None:
    lines = f"3:JsJcAsKh9d_u:Th\n{DEAL}\n"
    done = run("solve", "-", "--format", "jsonl", "-q", stdin=lines)
    assert len(records_of(done)) == 1
    assert [item[:3] for item in diagnostics_of(done.stderr)] == [("<stdin>", 1, "W502")]
    assert done.status == 1


def test_unknown_discard_is_refused_once_with_its_place() -> None:
    for line, code, column in WARNINGS:
        if code != "W501":
            continue
        done = run("solve", line)
        assert done.stdout == ""
        ((_, _, found, place, below),) = diagnostics_of(done.stderr)
        assert (found, place, done.status) == (code, column, 1)
        assert_caret(line, column, below)


@pytest.mark.parametrize(
    ("options", "source", "code", "column"),
    [
        (["--up", "TX"], "--up", "E103", 1),
        (["--up", "TH", "--seat", "5"], "--seat", "E102", 1),
        (["--up", "TH", "--seat", "3", "--bids", "pq"], "--bids", "E108", 2),
        (["--up", "TH", "--seat", "4", "--bids", "pp"], "--seat", "E306", 1),
        (["--up", "TH", "--seat", "3", "--score", "6"], "--score", "E108", 1),
        (["--up", "JC"], "<arg>", "E203", 4),
        (["--bids", "pp"], "--bids", "E206", 1),
    ],
)
def test_fault_in_an_option_names_it(
    options: list[str], source: str, code: str, column: int
) -> None:
    done = run("solve", "JS JC AS KH 9D", *options)
    assert (done.stdout, done.status) == ("", 1)
    ((where, line, found, place, below),) = diagnostics_of(done.stderr)
    assert (where, line, found, place) == (source, 1, code, column)
    typed = options[options.index(source) + 1] if source in options else "JS JC AS KH 9D"
    assert_caret(typed, column, below)


def test_options_of_a_bare_hand_do_not_go_with_a_deal_line() -> None:
    done = run("solve", DEAL, "--up", "Jc")
    assert (done.stdout, done.status) == ("", 1)
    assert [item[:3] for item in diagnostics_of(done.stderr)] == [("<arg>", 1, "E114")]


@pytest.mark.parametrize(
    ("name", "code", "column"),
    [("canadian", "E111", 1), ("british-to9", "E111", 9), ("british-nt", "E114", 1)],
)
def test_unknown_rules_in_the_option_are_reported_once(name: str, code: str, column: int) -> None:
    done = run("solve", "-", DEAL, "--rules", name, stdin=f"{DEAL}\n")
    assert (done.stdout, done.status) == ("", 1)
    ((source, line, found, place, below),) = diagnostics_of(done.stderr)
    assert (source, line, found, place) == ("--rules", 1, code, column)
    assert_caret(name, column, below)


def test_a_deal_of_other_rules_is_refused() -> None:
    done = run("solve", DEAL, "--rules", "auction-6")
    assert diagnostics_of(done.stderr)[0][2] == "E114"
    assert (done.stdout, done.status) == ("", 1)


def test_deal_is_echoed_in_canonical_form() -> None:
    lax = "1: ♠J A♠, 9h ♦9 10c . KhQh9sTdAd . AhKsQc9cJd.JhQsKdAcTh _ U:jC _ s:6-9"
    assert record_of(lax)["deal"] == format_deal(parse_deal(f"{CANONICAL}_s:6-9"))
