"""What a person and a program are told about a fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.deal_line import parse_deal, read_deal
from euchre_solve.formats.diagnostics import Diagnostic


def shown(line):
    with pytest.raises(EuchreError) as caught:
        parse_deal(line)
    return str(Diagnostic.of(caught.value, "games.edl", 57)).split("\n")


def test_the_form_for_people():
    assert shown("1:JsAs9h9dTc.KhKsQs9s9h_u:Jc") == [
        "games.edl:57:22: error E203 duplicate-card: 9h is already held by seat 1",
        "  1:JsAs9h9dTc.KhKsQs9s9h_u:Jc",
        "                       ^^",
        "  hint: each card occurs once in this deck",
    ]


def test_warnings_are_called_so():
    (warning,) = read_deal("1:-_s:10-3").warnings
    assert not Diagnostic.of(warning).is_error
    header = str(Diagnostic.of(warning)).split("\n")[0]
    assert header == "<arg>:1:7: warning W401 game-over: at 10-3 the game is over: 10 points win"


def test_the_form_for_programs():
    with pytest.raises(EuchreError) as caught:
        parse_deal("1:-_z:3")
    assert list(Diagnostic.of(caught.value, "games.edl", 57).as_record().items()) == [
        ("schema", "euchre-solve/1"),
        ("kind", "diagnostic"),
        ("source", "games.edl"),
        ("line", 57),
        ("column", 5),
        ("severity", "error"),
        ("code", "E106"),
        ("name", "unknown-key"),
        ("message", "no field is called 'z'"),
        ("hint", "fields: d u k n r b m x e t w s g i"),
    ]


def test_an_error_without_a_place_has_a_header_only():
    diagnostic = Diagnostic.of(EuchreError(ErrorCode.NOT_BUILT, "not yet", source="--rules"))
    assert str(diagnostic) == "--rules:1: error E113 not-built: not yet"
    assert diagnostic.as_record()["column"] is None


def test_control_characters_are_shown_one_column_wide():
    _, line, caret, _ = shown("1:Js\tAs\x00\x1b[31m")
    assert line == "  1:Js␉As␀␛[31m"
    assert caret.index("^") == line.index("␀")
    _, line, caret, _ = shown("1:Js\udcff\x7f")
    assert line == "  1:Js�␡"
    assert caret == "      ^"


def test_wide_and_zero_width_characters_keep_the_caret_in_place():
    _, line, caret, _ = shown("1:J♠\ufe0fZs")
    assert (line, caret) == ("  1:J♠\ufe0fZs", "      ^^")
    _, line, caret, _ = shown("1:Js_🃏:1")
    assert caret == "       ^^"
    _, _, caret, _ = shown("1:Js_漢_u:1")
    assert caret == "       ^^"
    _, _, caret, _ = shown("🃏:-")
    assert caret == "  ^^"


def test_the_end_of_the_line_can_be_pointed_at():
    _, line, caret, _ = shown("1:JsAs9h9dTc.")
    assert len(caret) == len(line) + 1


@pytest.mark.parametrize("at", [0, 5, 60, 95, 96, 150, 290, 299])
def test_a_long_line_is_shown_around_the_caret(at):
    text = "".join(chr(ord("a") + index % 26) for index in range(300))
    fault = EuchreError(ErrorCode.BAD_VALUE, "no", span=(at, at + 2), text=text)
    _, line, caret = str(Diagnostic.of(fault)).split("\n")
    assert 90 <= len(line) <= 100
    assert line[caret.index("^")] == text[at]
    assert (line[2] == "…") == (at >= 96 or (at > 60 and line[2] == "…"))


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300), st.text(max_size=20))
def test_any_text_makes_a_diagnostic_of_few_short_lines(text, start, end, message):
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    fault = EuchreError(ErrorCode.BAD_CARD, message, span=(start, end), text=text, hint=message)
    lines = str(Diagnostic.of(fault)).split("\n")
    assert 1 <= len(lines) <= 4
    assert all(line.isprintable() for line in lines)
    if text:
        assert len(lines[2].strip()) <= 98
        assert set(lines[2]) <= {" ", "^"}


def test_every_code_has_a_number_of_its_own():
    numbers = [code.number for code in ErrorCode]
    assert len(set(numbers)) == len(numbers)
    assert len({code.slug for code in ErrorCode}) == len(numbers)
