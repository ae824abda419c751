"""History files there and back, in every format, and what readers make of broken ones."""

import io
import json
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.formats.check import check_record
from euchre_solve.formats.deal_line import format_deal, read_deal
from euchre_solve.formats.deal_reader import DEFAULT_RULES
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.forms import FORMS, READABLE, WRITABLE, detect
from euchre_solve.formats.history import read_history, writer_for
from euchre_solve.formats.line_file import read_line_file
from euchre_solve.formats.quick_line import read_quickly
from euchre_solve.formats.record import Record, Remark, Stated
from euchre_solve.rules import Rules
from tests.random_deals import deals
from tests.random_games import FOUR_RULES, random_game

TWO_WAY = tuple(sorted({*READABLE} & {*WRITABLE} - {"openspiel"}))
"""The formats that hold whole games; of OpenSpiel's below."""
EXAMPLES = Path(__file__).parent.parent / "examples"
GOOD = "1:JsAs9h9dTc"


def written(form, records):
    writer = writer_for(form)
    text = "".join(map(writer.format, records)) + writer.finish()
    return text, writer.losses


def read(data, form=None, source="games"):
    data = data.encode() if isinstance(data, str) else data
    return list(read_history(io.BytesIO(data), source, form=form))


def contents(items):
    return [item.content if isinstance(item, Record) else item for item in items]


def as_egn_holds_it(record):
    """Return a record without what EGN has no key for: stick the dealer, the kitty."""
    rules = Rules.parse(str(record.deal.rules).replace("-stick", ""))
    kitty = replace(record.deal.kitty, mask=0)
    return record._replace(deal=replace(record.deal, rules=rules, kitty=kitty))


@pytest.mark.parametrize("form", TWO_WAY)
@pytest.mark.parametrize("seed", range(16))
def test_whole_games_come_back_identical(form, seed):
    rules = FOUR_RULES[seed % 4]
    records = random_game(seed, rules)
    if seed % 3 == 0:
        records += random_game(seed + 1000, rules, number=2)
    text, losses = written(form, records)
    expected = [record.content for record in records]
    if form == "egn":
        expected = list(map(as_egn_holds_it, expected))
    back = read(text)
    assert contents(back) == expected
    assert written(form, back)[0] == text
    assert losses == (
        {f"what EGN's switches don't say of the rules {rules}"}
        if (form == "egn" and "stick" in rules)
        else set()
    )


@pytest.mark.parametrize("seed", range(24))
def test_games_come_back_from_openspiel(seed):
    rules = ("north-american", "north-american-stick", "north-american-stick-defendalways")[
        seed % 3
    ]
    records = [
        record for record in random_game(seed, rules) if record.deal.discarded != record.deal.upcard
    ]
    text, losses = written("openspiel", records)
    assert losses == {"scores", "tags"} | {
        *(["remarks"] if any(record.remarks for record in records) else []),
        *(["stated facts"] if any(record.stated.number is not None for record in records) else []),
        *(["kitty cards"] if any(record.deal.kitty.mask for record in records) else []),
        *(loss for loss in losses if loss.startswith(("the rules", "calls and answers"))),
    }
    back = read(text)
    assert written("openspiel", back)[0] == text
    for number, (record, found) in enumerate(zip(records, back, strict=True), start=1):
        deal = record.deal
        assert (found.deal.hands, found.deal.upcard) == (deal.hands, deal.upcard)
        assert (found.deal.calls, found.deal.tricks) == (deal.calls, deal.tricks)
        assert (found.deal.discarded, found.deal.contract) == (deal.discarded, deal.contract)
        assert (found.game, found.stated) == (number, Stated(dealer=record.stated.dealer))


def test_what_openspiel_cannot_hold_is_left_out_and_told():
    revoke = "1:KsJs9s9h9d.AsKhQhJhTh.QsAdKdQdJd.TsAhAcKcQc_u:9c_b:pppp-s_t:KsKhQsTs"
    text, losses = written("openspiel", read(f"{revoke}\n1:JsJcAsKh9d_u:Th\n1:JsJcAsKh9c_u:Th\n"))
    assert text == ""
    assert sorted(losses) == [
        "deals that no history holds: a history states every hand and the upcard",
        "deals with illegal acts",
    ]


WORDS = st.dictionaries(
    st.from_regex(r"[a-z][a-zA-Z0-9_.-]{0,8}", fullmatch=True).filter(
        lambda key: (
            key not in {"number", "dealer", "lead", "tricks", "points", "after", "winner"}
            and not key.startswith("note.")
        )
    ),
    st.text(max_size=12),
    max_size=3,
)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][a-zA-Z0-9_.-]{0,8}", fullmatch=True).filter(lambda key: key != "Rules"),
    st.text(min_size=1, max_size=12),
    max_size=3,
)
STATED = st.builds(
    Stated,
    number=st.none() | st.integers(0, 99),
    dealer=st.none() | st.sampled_from("NESW"),
    leader=st.none() | st.integers(1, 4),
    tricks=st.none() | st.integers(0, 5),
    points=st.none() | st.integers(-4, 4),
    after=st.none() | st.tuples(st.integers(0, 15), st.integers(0, 15)),
    winner=st.none() | st.integers(1, 2),
)
REMARKS = st.lists(st.builds(Remark, st.sampled_from(("b1", "x", "t7", "a2", "-")), st.text()))
RECORDS = st.builds(
    Record,
    deals(),
    source=st.just("games"),
    line=st.just(1),
    text=st.just(""),
    warnings=st.just(()),
    game=st.just(1),
    tags=TAGS.map(lambda tags: tuple(tags.items())),
    words=WORDS.map(lambda words: tuple(words.items())),
    remarks=REMARKS.map(tuple),
    stated=STATED,
).map(lambda record: record._replace(stated=possible(record.stated, record.deal.rules)))


def possible(stated, rules):
    """Return what a deal under ``rules`` can state: a figure and a winner for each side or seat."""
    size = rules.score_size
    return stated._replace(
        dealer=stated.dealer if rules.players == 4 else None,
        leader=min(stated.leader, rules.players) if stated.leader else None,
        after=(stated.after * 4)[:size] if stated.after else None,
    )


@pytest.mark.parametrize("form", ["edl", "jsonl"])
@given(st.lists(RECORDS, max_size=4))
def test_all_that_a_record_can_hold_comes_back(form, records):
    text, losses = written(form, records)
    back = read(text, form)
    assert contents(back) == [record.content for record in records]
    assert written(form, back)[0] == text
    assert losses == set()


@given(st.lists(RECORDS, max_size=3))
def test_egn_and_csv_take_any_record(records):
    for form in ("egn", "csv"):
        text, losses = written(form, records)
        assert text.encode() or losses or not records
    text = written("egn", records)[0]
    assert all(isinstance(item, Record | Diagnostic) for item in read(text, "egn"))


@given(deals())
def test_the_quick_reader_says_what_the_other_says(deal):
    line = format_deal(deal)
    quick = read_quickly(line, DEFAULT_RULES)
    assert quick in {None, read_deal(line, as_played=True).deal}
    assert read_deal(line, as_played=True).deal == read_deal(line).deal


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("form", TWO_WAY)
def test_encodings_line_ends_and_a_missing_last_one(form, end, encoding):
    records = random_game(5)
    text = written(form, records)[0].rstrip("\n").replace("\n", end)
    assert contents(read(text.encode(encoding))) == [
        as_egn_holds_it(record).content if form == "egn" else record.content for record in records
    ]


@pytest.mark.parametrize(
    ("head", "form"),
    [
        (b"", "edl"),
        (b"# a club\n", "edl"),
        (b'[Title "x"]\n', "edl"),
        (b"\xef\xbb\xbf1:-", "edl"),
        (b'{"deal": "1:-"}\n', "jsonl"),
        (b'{"schema": "euchre-solve/1", ', "jsonl"),
        (b'{"hands": [', "jsonl"),
        (b'{\n  "fileType"', "egn"),
        (b"{\n", "egn"),
        (b'{"fileType":"Euchre Game Notation","deals":[]}', "egn"),
        (b' {"version": "1.4", "deals": [{"initialState": {}}]}\n', "egn"),
        ("\ufeff{\n".encode("utf-16-le"), "egn"),
        (b"# histories\n\n3 23 19 3 11 15 22 10 14 2\n", "openspiel"),
        (b"[1, 9, 3, 14, 18, 5, 2, 4, 0, 20]\n", "openspiel"),
        (b"# by OpenSpiel\n[Meta]\nVersion: 1\n\n[Game]\neuchre()\n", "openspiel"),
        (b"% dotted\n", "pbn"),
        (b"N:AJ9.K.T. K.T.J9.A - -\n", "pbn"),
        (b'[Event "a"]\n[Site ""]\n; what\n[Deal "N:- - - -"]\n', "pbn"),
        (b'[Event "a"]\n1:-\n[Deal "N:- - - -"]\n', "edl"),
        (b"./euchre.exe pack.in shuffle 5 Ann Simple\n", "eecs280"),
        (b"Hand 0\n", "eecs280"),
        (b"1:JsAs9h9dTc\n", "edl"),
    ],
)
def test_the_format_is_told_by_the_beginning(head, form):
    assert detect(head).name == form


@pytest.mark.parametrize(("data", "source"), [(b"EGN\0\1\2", "x"), (b"abc", "games.egnb")])
def test_binary_files_are_refused_with_a_hint(data, source):
    (item,) = read(data, source=source)
    assert item.error.code.number == "E116"
    assert ".egnb" in item.error.hint


def test_forced_formats_hold():
    (item,) = read("1:-", "jsonl")
    assert item.error.code.number == "E115"
    assert set(FORMS) == {*READABLE, *WRITABLE}


# --- line files


def test_tags_hold_until_changed_and_blank_lines_end_games():
    text = f"""
# a club
[Title "A \\"B\\" #1"]   # the title

{GOOD} # the first
{GOOD} a=1 b="x y # z" note.b1="! yes" note.b1=again # the second


[Title ""]
[North "Zoë"]
{GOOD}
"""
    first, second, third = read(text)
    assert [item.game for item in (first, second, third)] == [1, 1, 2]
    assert first.tags == (("Title", 'A "B" #1'),)
    assert second.words == (("a", "1"), ("b", "x y # z"))
    assert second.remarks == (Remark("b1", "! yes"), Remark("b1", "again"))
    assert [remark.mark for remark in second.remarks] == ["!", ""]
    assert third.tags == (("North", "Zoë"),)


def test_rules_of_a_tag_hold_for_lines_without_their_own():
    text = f'[Rules "british"]\n1:Bbx\n{GOOD}_r:beginner\n[Rules ""]\n{GOOD}'
    assert [str(item.deal.rules) for item in read(text)] == [
        "british",
        "beginner",
        "north-american",
    ]


def test_stated_facts_and_the_names_of_the_seats():
    text = (
        '[North "N"]\n[East "E"]\n2:JsAs9h9dTc_s:1-2 dealer=E after=3-4 lead=2 points=-2 winner=1'
    )
    (record,) = read(text)
    assert record.stated == Stated(dealer="E", after=(4, 3), leader=2, points=-2, winner=1)
    assert record.deal.score == (2, 1)
    assert record.names == ("", "", "N", "E")


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        (f"{GOOD} dealer=Q", "E108", 14),
        (f"{GOOD} after=3", "E108", 14),
        (f"{GOOD} winner=3", "E108", 14),
        (f"{GOOD} a=1 a=2", "E107", 17),
        (f'{GOOD} a="x', "E105", 14),
        (f'{GOOD} a="\\q"', "E108", 16),
        (f"{GOOD} a=1 what", "E105", 17),
        ("[Title]", "E105", 1),
        ('  [Title "x"] y', "E105", 3),
        ('[Rules "no-such"]', "E111", 9),
        ("1:JsJs a=1", "E203", 5),
    ],
)
def test_broken_lines_of_a_line_file(line, code, column):
    broken, good = read(f"{line}\n{GOOD}\n")
    assert (broken.error.code.number, broken.column) == (code, column)
    assert good.line == 2


def test_too_much_for_a_line_is_left_out_and_told():
    (record,) = read(GOOD)
    long = record._replace(remarks=(Remark("b1", "x" * 5000), Remark("b2", "short")))
    text, losses = written("edl", [long, record._replace(tags=(("T", "y" * 5000),))])
    assert [item.remarks for item in read(text)] == [(Remark("b2", "short"),), ()]
    assert len(losses) == 2
    assert written("jsonl", [long])[1] == set()


# --- JSON Lines


def test_a_record_in_pieces_needs_no_line():
    (record,) = random_game(3)[:1]
    whole = json.loads(written("jsonl", [record])[0])
    del whole["deal"]
    (back,) = read(json.dumps(whole))
    assert back.content == record.content


@pytest.mark.parametrize(
    "piece", ['"taken_off": true', '"exchanges": ["1-3Js"]', '"called": "h"', '"buried": ["As"]']
)
def test_pieces_that_the_deal_line_lacks_contradict_it(piece):
    line = f'{{"deal": "1:-_u:Jc_r:north-american-robson_b:o", {piece}}}'
    (broken,) = read(line, "jsonl")
    assert broken.error.code.number == "E114"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"deal": "1:-", "upcard": "Jc"}', "E114"),
        ('{"deal": "1:-", "game": "x"}', "E108"),
        ('{"deal": 3}', "E108"),
        ("{}", "E117"),
        ("[]", "E115"),
        ('{"deal"', "E115"),
        ('{"deal": "1:JsJs"}', "E203"),
        ('{"deal": "1:-", "dealer": "Q"}', "E108"),
        ('{"deal": "1:-", "tags": {"a b": "c"}}', "E108"),
        ('{"deal": "1:-", "remarks": [{"act": "z", "text": ""}]}', "E108"),
        ('{"deal": "1:-", "remarks": [3]}', "E117"),
        ('{"hands": [["Js_u:Jc"]]}', "E108"),
        ('{"deal": "1:-", "number": ' + "9" * 5000 + "}", "E115"),
        ("[" * 100_000, "E115"),
    ],
)
def test_broken_lines_of_json_lines(line, code):
    broken, good = read(f'{line}\n{{"deal": "{GOOD}"}}', "jsonl")
    assert broken.error.code.number == code
    assert good.line == 2


@pytest.mark.parametrize("kind", ["solve", "review", "advise", "diagnostic", "x" * 100])
def test_answers_are_no_recorded_deals(kind):
    refused, good = read(f'{{"kind": "{kind}", "deal": "{GOOD}"}}\n{{"deal": "{GOOD}"}}')
    assert (refused.error.code.number, refused.line, good.line) == ("E108", 1, 2)
    assert "no recorded deal" in refused.error.message and refused.error.hint


def test_a_record_without_kind_is_a_deal():
    unnamed, null, named = read(
        "".join(
            f'{{{kind}"deal": "{GOOD}"}}\n' for kind in ("", '"kind": null, ', '"kind": "deal", ')
        )
    )
    assert unnamed.deal == null.deal == named.deal


# --- formats of other programs


def test_a_serialized_game_is_one_history():
    state = "3 23 10 11 15 19 17 7 3 18 20 22 9 13 8 6 1 5 4 21 0 12 24 24 24 24 24 24 24 24"
    numbers = state.replace(" ", "\n")
    heading = "# made by OpenSpiel\n[Meta]\nVersion: 1\n\n[Game]\neuchre(stick_the_dealer=false)\n"
    one = f"{heading}[State]\n{numbers}\n\n"
    first, second, broken, last = read(f"{one}{one}{heading}[State]\n3\n99\n\n{one}")
    assert [item.game for item in (first, second, last)] == [1, 2, 4]
    assert first.deal == second.deal == last.deal
    assert (str(first.deal.rules), len(first.deal.calls)) == ("north-american", 8)
    assert (broken.error.code.number, broken.line) == ("E108", 70 + 15)


def test_names_and_dealers_of_pbn_records():
    text = """[Event "a \\"b\\""]
[North "Ann"]
[Dealer "E"]
[Deal "N:AJ9.K.T. K.T.J9.A - -"]
what
[Event "c"]
[Deal "S:AJ9.K.T. - - -"]
E:- - - AJ9.K.T.
"""
    broken, second, third = read(text)
    assert (broken.error.code.number, broken.line) == ("E105", 5)
    assert [(item.stated.dealer, item.line) for item in (second, third)] == [("S", 6), ("E", 8)]
    (record,) = read(text.replace("what\n", "").partition('[Event "c')[0])
    assert record.tags == (("Event", 'a "b"'), ("North", "Ann"))
    assert record.names == ("", "", "Ann", "")


def test_a_transcript_is_dealt_from_the_pack_beside_it(tmp_path):
    folder = EXAMPLES / "eecs280"
    game = (folder / "game.out").read_bytes()
    path = tmp_path / "game.out"
    path.write_bytes(game)
    alone = read(game, source=str(path))
    assert not any(item.deal.is_open for item in alone[1:2])
    (tmp_path / "game.pack").write_bytes((folder / "pack.in").read_bytes())
    (tmp_path / "pack.in").write_text("another", "utf-8")
    dealt = read(game, source=str(path))
    assert all(item.deal.is_open for item in dealt)
    assert [item.stated for item in dealt] == [item.stated for item in alone]
    assert (dealt[1].names, dealt[1].stated.dealer) == (("Cleo", "Dan", "Ann", "Bert"), "E")
    (tmp_path / "game.pack").unlink()
    fault, *rest = read(game, source=str(path))
    assert (fault.error.code.number, fault.source) == ("E103", str(tmp_path / "pack.in"))
    assert contents(rest) == contents(alone)


# --- whatever comes

VALID = {
    form: written(form, random_game(1) + random_game(2, number=2))[0]
    for form in (*TWO_WAY, "openspiel")
}
VALID["pbn"] = (EXAMPLES / "club.pbn").read_text("utf-8")
VALID["eecs280"] = (EXAMPLES / "eecs280/game.out").read_text("utf-8")


@settings(max_examples=300)
@given(st.binary(max_size=300), st.sampled_from((None, *READABLE)))
def test_any_bytes_make_records_or_diagnostics(data, form):
    for item in read(data, form):
        assert isinstance(item, Record | Diagnostic)
        assert str(item)


@st.composite
def mutated(draw, form):
    text = VALID[form]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 12)))
        piece = draw(
            st.sampled_from(('"', "{", "}", "[", "]", ":", ",", "null", "-1", "\n", "_", "=", "Js"))
            | st.text(max_size=4)
        )
        text = text[:at] + piece + text[end:]
    return text


@pytest.mark.parametrize("form", VALID)
@given(st.data())
def test_mutations_of_a_file_make_records_or_diagnostics(form, data):
    for item in read(data.draw(mutated(form)).encode("utf-8", "replace"), form):
        assert isinstance(item, Record | Diagnostic)
        if isinstance(item, Record):
            assert written("edl", [item])[0]
            check_record(item)
            written("openspiel", [item])


@pytest.mark.parametrize("form", ["edl", "jsonl"])
@given(st.data())
def test_readers_go_on_at_the_next_record(form, data):
    lines = VALID[form].split("\n")
    at = data.draw(st.integers(6, len(lines) - 3))
    broken = data.draw(st.text(max_size=30)).replace("\n", " ").replace("\r", " ")
    good = [item for item in read("\n".join(lines), form) if item.line > at + 1]
    lines[at] = broken if not broken.strip().startswith("[") else "x"
    again = read("\n".join(lines), form)
    after = [item for item in again if item.line > at + 1]
    assert [item.deal for item in after] == [item.deal for item in good]


def test_a_long_file_needs_no_memory():
    block = VALID["edl"].encode() * 20

    class Endless:
        left = 100

        def read(self, size=-1):
            self.left -= 1
            return block if self.left > 0 else b""

    tracemalloc.start()
    try:
        count = 0
        for item in read_line_file(Endless()):
            count += isinstance(item, Record)
            if count > 3000:
                break
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count > 3000
    assert peak < 3_000_000


@pytest.mark.parametrize("line", [b" \n", b"#\n", b'[A "x"]\n', b"[ Deal", b"3 ", b"$ ", b"%\n"])
def test_no_beginning_takes_long_to_tell(line):
    for head in (line * 4000, b'[Event "a"]\n' + line * 4000, b"$" + line * 4000):
        assert detect(head[:4096]).name in READABLE


@pytest.mark.parametrize("wrong", [[], {}, [[]], 7, True])
def test_card_of_a_wrong_type_costs_only_its_deal(wrong):
    games = json.loads((EXAMPLES / "club.egn").read_bytes())
    whole = read(json.dumps(games).encode())
    games["deals"][0]["initialState"]["upCard"] = wrong
    fault, *rest = read(json.dumps(games).encode())
    assert isinstance(fault, Diagnostic)
    assert len(rest) == len(whole) - 1


@pytest.mark.parametrize("wrong", [[], {}, {"a": 1}, 7, True])
def test_value_of_a_wrong_type_costs_only_its_line(wrong):
    lines = (EXAMPLES / "club.jsonl").read_text("utf-8").splitlines()
    bad = json.dumps({"schema": "euchre-solve/1", "kind": "deal", "rules": wrong, "hands": ["As"]})
    items = read("\n".join([lines[0], bad, *lines[1:]]).encode())
    assert sum(isinstance(item, Diagnostic) for item in items) <= 1
    assert sum(not isinstance(item, Diagnostic) for item in items) >= len(lines)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda deal: deal["phases"].pop(0), "E307"),
        (lambda deal: deal["phases"][1]["tricks"].insert(2, []), "E108"),
    ],
)
def test_play_that_can_not_be_written_again_is_refused(change, code):
    games = json.loads((EXAMPLES / "club.egn").read_bytes())
    change(games["deals"][0])
    fault, *rest = read(json.dumps(games).encode())
    assert fault.error.code.number == code
    assert len(rest) == len(games["deals"]) - 1
