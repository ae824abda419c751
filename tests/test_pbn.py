"""Dotted deals and records of tags: read as they are, faults with their place, and on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.deal import Phase
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import Line
from euchre_solve.formats.pbn import parse_dotted, parse_pbn, read_pbn
from euchre_solve.rules import Rules

DOTTED = "N:AJ9.K.T. K.T.J9.A T.AJ..JT Q.Q9.KQ."
LINE = "1:KsThJd9dAc.TsAhJhJcTc.QsQh9hKdQd.AsJs9sKhTd"
RECORD = f"""\
[Event "Club; \\"late\\" night"]
% a line that is left alone
[Deal "{DOTTED}"]
[Upcard "9C"]
[Auction "E"]
Pass Pass Pass {{thinks}} Pass
Pass ♥alone - -
[Play "E"] ; columns E S W N
SK ST SQ -
HT HA H9 -
-  HJ HQ -
"""


def lines_of(text: str) -> list[Line]:
    return [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]


def test_hands_are_read_from_the_dealer_on() -> None:
    assert format_deal(parse_dotted(DOTTED)) == LINE
    assert format_deal(parse_dotted(f' [Deal "{DOTTED}"]')) == LINE
    turned = " ".join(DOTTED[2:].split()[1:] + DOTTED[2:].split()[:1])
    assert format_deal(parse_dotted(f'[Dealer "N"]\n[Deal "e: {turned.lower()}"]')) == LINE
    assert format_deal(parse_dotted(f'[Deal "E:{turned}"]\n[Auction "E"]\n')) == LINE


def test_unknown_and_missing_hands() -> None:
    assert format_deal(parse_dotted("W:AJ9.K.10. - K.T.J9.A")) == "2:KsThJd9dAc.-.AsJs9sKhTd"
    assert parse_dotted("N:AJ9.K.T") == parse_dotted("N:AJ9.K.T.")  # the clubs' dot left out
    assert format_deal(parse_dotted("S:- - - -", Rules.parse("british"))) == "1:-_r:british"


def test_a_record_with_calls_and_play() -> None:
    [deal] = parse_pbn(RECORD)
    assert format_deal(deal) == f"{LINE}_u:9c_b:pppp-pha_t:KsTsQs.ThAh9h.JhQh"
    assert deal.contract and str(deal.contract) == "2ha"


def test_contract_without_calls() -> None:
    head = f'[Deal "{DOTTED}"]\n[Declarer "S"]\n'
    [named] = parse_pbn(f'{head}[Contract "H"]\n')
    assert format_deal(named) == f"{LINE}_m:2h"
    [ordered] = parse_pbn(f'{head}[Contract "♣alone"]\n[Upcard "9c"]\n')
    assert format_deal(ordered) == f"{LINE}_u:9c_m:2ca"
    [discarded] = parse_pbn(f'{head}[Contract "c"]\n[Upcard "9c"]\n[Discard "TD"]\n')
    assert format_deal(discarded) == f"{LINE}_u:9c_m:2c_x:Td"
    [ordered] = parse_pbn(f'[Deal "{DOTTED}"]\n[Upcard "9c"]\n[Auction "E"]\nPass C\n')
    assert "".join(map(str, ordered.calls)) == "po" and ordered.phase is Phase.DISCARD


def test_game_options_of_ptn() -> None:
    options = '[GameOptionsJson "{\\"gameOverScore\\":7,\\"variation\\":0}"]'
    [deal] = parse_pbn(f'[Event "x"]\n{options}\n[Deal "{DOTTED}"]\n')
    assert deal.target == 7


@pytest.mark.parametrize(
    ("text", "code", "line", "place"),
    [
        ("nothing", "E108 E105", 1, "nothing"),
        ('[Event "x"]', "E101", 1, None),
        ('[Deal "AJ9.K.T."]', "E102", 1, "AJ9.K.T."),
        ('[Deal "X:AJ9.K.T."]', "E102", 1, "X"),
        ("N:AJ9.K.AT.", "E202", 1, "AJ9.K.AT."),
        ("N:AJ9.K..", "E204", 1, "AJ9.K.."),
        ("N:AJ9.K.X.", "E103", 1, "X"),
        ("N:AJ9.K.T..", "E103", 1, "."),
        ("N:AJ8.K.T.", "E201", 1, "8"),
        ("N:AJ9.K.T. A.T.J9.A", "E203", 1, "A"),
        ("N:- - - - -", "E205", 1, "-"),
        (f'[Deal "{DOTTED}"]\n[Upcard "AS"]', "E203", 2, "AS"),
        (f'[Deal "{DOTTED}"]\n[Upcard "5"]', "E103", 2, "5"),
        (f'[Deal "{DOTTED}"]\n[Dealer "Q"]', "E102", 2, "Q"),
        (f'[Deal "{DOTTED}"]\n[Auction "E"]\nPass', "E206", 3, "Pass"),
        (f'[Deal "{DOTTED}"]\n[Upcard "9C"]\n[Auction "E"]\nPass 3♣', "E113", 4, "3♣"),
        (f'[Deal "{DOTTED}"]\n[Upcard "9C"]\n[Auction "E"]\nPass so', "E108", 4, "so"),
        (f'[Deal "{DOTTED}"]\n[Dealer "S"]\n[Upcard "9C"]\n[Auction "E"]\nP', "E306", 4, "E"),
        (f'[Deal "{DOTTED}"]\n[Contract "H"]', "E102", 2, "H"),
        (f'[Deal "{DOTTED}"]\n[GameOptionsJson "{{\\"variation\\":1}}"]', "E113", 2, None),
        (f'[Deal "{DOTTED}"]\n[GameOptionsJson "[["]', "E108", 2, "[["),
        (RECORD.replace("H9 -", "H9 HK"), "E306", 10, "HK"),
        (RECORD.replace("SK ST", "SK HA"), "E301", 9, "HA"),
        (RECORD.replace("-  HJ", "C9 HJ"), "E302", 11, "C9"),
    ],
)
def test_faults_name_their_line_and_place(
    text: str, code: str, line: int, place: str | None
) -> None:
    found = list(read_pbn(lines_of(text), "x.pbn"))
    [fault] = found
    assert isinstance(fault, Diagnostic)
    assert fault.error.code.number in code
    assert fault.line == line
    if place is not None:
        assert fault.error.text and fault.error.text[slice(*fault.error.span)] == place


def test_reading_goes_on_after_a_fault() -> None:
    text = f'{DOTTED}\nN:AJ9\n\n[Event "a"]\n[Deal "{DOTTED}"]\n[Event "b"]\n[Deal "{DOTTED}"]'
    found = list(read_pbn(lines_of(text)))
    assert [isinstance(item, Diagnostic) for item in found] == [False, True, False, False]
    assert [item.line for item in found] == [1, 2, 4, 6]


@given(
    st.lists(st.sampled_from([*RECORD.split("\n"), DOTTED, *"[]:\"'.- AJ9SHDC\\{}"]), max_size=20)
)
def test_any_text_raises_only_our_errors(pieces: list[str]) -> None:
    for joint in ("\n", ""):
        for item in read_pbn(lines_of(joint.join(pieces))):
            assert not isinstance(item, Diagnostic) or item.error.text is not None
