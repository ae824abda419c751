"""One hand given by the options of a command."""

import pytest

from euchre_solve.auction import ORDER, PASS
from euchre_solve.errors import EuchreError
from euchre_solve.formats.bare_hand import BareHand, parse_bare_hand, read_bare_hand
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.rules import Rules

HAND = "JS JC AS KH 9D"


def told(rules=None, **options):
    return format_deal(parse_bare_hand(BareHand(**{"cards": HAND} | options), rules))


def test_a_hand_reads_as_the_deal_line_of_the_same():
    assert told(up="TH", seat="3") == "3:AsJsKh9dJc_u:Th_b:pp"
    assert told(up="10♥", seat=" 3 ", bids="pp", score="6-9") == "3:AsJsKh9dJc_u:Th_b:pp_s:6-9"
    assert told(up="TH", bids="PPPP-P") == "2:AsJsKh9dJc_u:Th_b:pppp-p"
    assert told(up="TH", seat="4", bids="ppo") == "4:AsJsKh9dJc_u:Th_b:ppo"
    assert told(cards="JS JC x", up="TH") == "1:JsJcx_u:Th"
    assert told() == "1:AsJsKh9dJc"
    assert told(Rules.parse("british"), cards="JK xx xx xx xx", up="9c") == "1:Bbx_u:9c_r:british"


def test_the_score_is_the_holders_first():
    assert parse_bare_hand(BareHand(cards=HAND, up="TH", seat="2", score="6-9")).score == (9, 6)
    (warning,) = read_bare_hand(BareHand(cards=HAND, seat="2", score="10-9")).warnings
    assert (warning.code.number, warning.source) == ("W401", "--score")


def test_calls_are_a_pass_of_everyone_before():
    assert parse_bare_hand(BareHand(cards=HAND, up="TH", seat="4")).calls == (PASS,) * 3
    assert parse_bare_hand(BareHand(cards=HAND, up="TH", seat="1", bids="o")).calls == (ORDER,)
    assert parse_bare_hand(BareHand(cards=HAND, seat="4")).calls == ()


@pytest.mark.parametrize(
    ("options", "source", "code", "span"),
    [
        ({"cards": "JS JC AZ"}, "<arg>", "E103", (6, 7)),
        ({"cards": "JS JC"}, "<arg>", "E204", (0, 5)),
        ({"cards": "  "}, "<arg>", "E101", (2, 2)),
        ({"cards": "JS JC AS KH 9D 9H"}, "<arg>", "E202", (15, 17)),
        ({"cards": "JS JC AS KH JS"}, "<arg>", "E203", (12, 14)),
        ({"cards": "JS JC AS KH 8D"}, "<arg>", "E201", (12, 14)),
        ({"up": "KH"}, "<arg>", "E203", (9, 11)),
        ({"up": "TH TD"}, "--up", "E108", (0, 5)),
        ({"up": "8H"}, "--up", "E201", (0, 2)),
        ({"up": " xx"}, "--up", "E108", (1, 3)),
        ({"up": "T\x00"}, "--up", "E109", (1, 2)),
        ({"seat": "5"}, "--seat", "E102", (0, 1)),
        ({"seat": "N"}, "--seat", "E102", (0, 1)),
        ({"up": "TH", "bids": "ppo"}, "--seat", "E102", (0, 0)),
        ({"up": "TH", "bids": "pp", "seat": "4"}, "--seat", "E306", (0, 1)),
        ({"up": "TH", "bids": "pq"}, "--bids", "E108", (1, 2)),
        ({"up": "TH", "bids": "pppp-h"}, "--bids", "E304", (5, 6)),
        ({"bids": "pp"}, "--bids", "E206", (0, 2)),
        ({"score": "6"}, "--score", "E108", (0, 1)),
    ],
)
def test_errors_name_the_option(options, source, code, span):
    with pytest.raises(EuchreError) as caught:
        told(**options)
    error = caught.value
    assert (error.source, error.code.number, error.span) == (source, code, span)
    assert error.text is not None
