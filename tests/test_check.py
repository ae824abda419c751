"""What `check` finds: illegal acts at their places, wrong facts, what isn't known."""

import io
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.formats.check_stream import check_chunk, check_items, merge_chunks
from euchre_solve.formats.chunks import split_chunks
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.history import Peeked, read_history
from euchre_solve.formats.line_file import LineFileWriter, read_line_file
from euchre_solve.rules import Rules
from tests.random_games import FOUR_RULES, random_game

HANDS = "1:KsTh9dJc9c.TsKhJhJdTd.9sAh9hKdQd.QsJsQhQcTc_u:Kc"
MADE = HANDS + "_b:po_x:Qs_t:KsTs9sKc.Js9cJd9h.TcJcTdKd.9dJhQdQh.AhQcThKh"
"""Clubs by seat 2: three tricks, one point."""
PASSED = HANDS + "_b:pppp-pppp"


def check(text, rules=None):
    stream = io.BytesIO(text.encode())
    found = check_items(read_line_file(stream, "games.edl", rules))
    return [item for each in found for item in each]


def told(text):
    return [(item.line, item.error.code.number) for item in check(text)]


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_are_well(seed):
    records = random_game(seed, FOUR_RULES[seed % 4])
    assert not any(check_items(records))


def test_a_revoke_is_shown_where_it_stands():
    line = MADE.replace("TcJcTdKd.9dJhQdQh.AhQcThKh", "Tc9dTdKd.QcJcJhQd.ThKhAhQh")
    (item,) = check(f"{line} dealer=W # no comment")
    header, shown_line, caret, hint = str(item).split("\n")
    assert header == "games.edl:1:84: error E301 revoke: seat 1 plays 9d but holds Jc"
    assert shown_line[caret.index("^") :].startswith("9dTdKd.")
    assert hint == "  hint: trick 3 was led with Tc: play Jc; 2 points to the other side (§3.7)"


def test_illegal_calls_and_discards_are_shown_where_they_stand():
    for line, code, column in (
        (HANDS + "_b:pppp-pc", "E304", len(HANDS) + 10),
        (HANDS + "_b:sp".replace("p", ""), "E303", len(HANDS) + 4),
        (HANDS + "_b:o_x:As", "E302", len(HANDS) + 8),
    ):
        item = check(line)[0]
        assert (item.error.code.number, item.column) == (code, column)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{MADE} lead=1 tricks=3 points=1", []),
        (f"{MADE} lead=2 tricks=4 points=2", [(1, "W408"), (1, "W407"), (1, "W406")]),
        (f"{PASSED} points=0", []),
        (f"{PASSED} points=1", [(1, "W406")]),
        (f"{MADE}_s:2-3 after=2-4", []),
        (f"{MADE}_s:2-3 after=2-5", [(1, "W403")]),
        (f"{MADE}_s:2-3\n{MADE}_s:4-2", []),
        (f"{MADE}_s:2-3\n{MADE}_s:2-4", [(2, "W403")]),
        (f"{MADE}_s:2-3\n\n{MADE}_s:2-4", []),
        (f"{MADE}_s:2-3 after=2-5\n{MADE}_s:5-2", [(1, "W403")]),
        (f"{MADE} dealer=N\n{MADE} dealer=E", []),
        (f"{MADE} dealer=N\n{MADE} dealer=S", [(2, "W404")]),
        (f"{MADE} dealer=N\n{MADE}\n{MADE} dealer=S", []),
        (f"{MADE} dealer=N\n{MADE}\n{MADE} dealer=N", [(3, "W404")]),
        (f"{MADE}_s:2-9 winner=2", []),
        (f"{MADE}_s:2-9 winner=1", [(1, "W405")]),
        (f"{MADE}_s:2-3 winner=2", [(1, "W405")]),
        (f"{MADE}_s:2-9\n{PASSED}", [(2, "W401")]),
        (f"{MADE}_s:2-9\n{PASSED}_s:10-2", [(2, "W401")]),
        (f"{MADE}_s:2-4_g:5\n{PASSED}_g:5", [(2, "W401")]),
        (HANDS + "_b:po_x:Qs_t:KsTs9sKc.Js9c", [(1, "W503")]),
        ("1:-_u:9c_b:pppp-s", []),
        ("1:-_u:9c_b:pppp-s_m:1h", [(1, "W402")]),
        ("1:-_u:Kc_b:po_t:" + MADE.split("t:")[1], [(1, "W501")]),
        ("1:-_u:9c_b:pppp-sa_t:KsAsQs", [(1, "W503")]),
        ("1:-_u:Jc_b:pppp-pppp_s:0-3\n1:-_m:3s-2_r:bid-individual", [(2, "W401")]),
        (f"{MADE}_s:2-3\n1:Q\n{MADE}_s:4-2", [(2, "E103")]),
    ],
)
def test_stated_facts_and_what_is_not_known(text, expected):
    assert told(text) == expected


def test_hands_of_a_loners_partner_are_not_known():
    game = next(
        record
        for seed in range(30)
        for record in random_game(seed)
        if record.deal.contract and record.deal.contract.alone and record.deal.contract.round == 2
    )
    out = game.deal.rules.partner_of(game.deal.contract.maker)
    hands = [
        hand if at != out else replace(hand, mask=0) for at, hand in enumerate(game.deal.hands, 1)
    ]
    found = list(check_items([game._replace(deal=replace(game.deal, hands=tuple(hands)))]))
    assert [item.error.code.number for item in found[0]] == ["W502"]


# --- in chunks


def in_chunks(data, size, rules=None):
    chunks = split_chunks(Peeked(io.BytesIO(data)), "games.edl", rules, size)
    return list(merge_chunks(map(check_chunk, chunks)))


def serially(data, rules=None):
    return list(check_items(read_history(io.BytesIO(data), "games.edl", form="edl", rules=rules)))


def shown(found):
    return [tuple(map(str, each)) for each in found]


PIECES = (
    f"{MADE}_s:2-3",
    f"{MADE}_s:4-2 dealer=N",
    f"{PASSED} dealer=E after=1-1",
    MADE,
    "1:Q",
    "1:-_u:9c_b:pppp-s_t:KsKhQsTs.KdAs9d9h",
    "",
    "",
    "# a comment",
    '[Rules "north-american-stick"]',
    '[Rules "british"]',
    '[Rules ""]',
    '[Rules "none"]',
    '[Title "x"]',
    "[",
    "x" * 5000,
    "1:Bbx",
)


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.integers(1, 900), st.sampled_from("\n"))
def test_chunks_find_what_one_reading_finds(lines, size, end):
    data = end.join(lines).encode()
    assert shown(in_chunks(data, size)) == shown(serially(data))


def test_a_line_without_end_is_one_bad_line():
    data = f"{MADE}\n".encode() + b"x" * 200_000 + f"\n{MADE}\n".encode()
    for size in (100, 5000, 1 << 20):
        found = in_chunks(data, size)
        assert [[item.error.code.number for item in each] for each in found] == [[], ["E110"], []]
        assert found[1][0].line == 2


def test_diagnostics_survive_the_way_between_processes():
    import pickle

    (item,) = check("1:JsJs")
    again = pickle.loads(pickle.dumps(item))
    assert isinstance(again, Diagnostic)
    assert str(again) == str(item)


def test_random_changes_of_whole_games_are_mostly_noticed():
    rng = random.Random(1)
    codes = Counter()
    for seed in range(12):
        records = random_game(seed, "north-american")
        at = rng.randrange(len(records))
        deal = records[at].deal
        if len(deal.tricks) < 2:
            continue
        tricks = (deal.tricks[1], deal.tricks[0], *deal.tricks[2:])
        records[at] = records[at]._replace(deal=replace(deal, tricks=tricks))
        lines = "".join(map(LineFileWriter().format, records))
        codes.update(item.error.code.number[0] for item in check(lines, Rules()))
    assert codes["E"] >= 5
