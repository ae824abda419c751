"""Every way to get a deal line wrong: the code and the column reported."""

import pytest

from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.deal_line import parse_deal, read_deal

OPEN = "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc"
SPOKEN = "1:-_u:Ks_b:pppp-c_t:9cTcKcAc.TdQd9dKd.9sTsQsQc.Jh9hThKh.AdJsQhJd"

WARNINGS = [
    ("1:-_s:10-3", "W401", 7),
    ("2:-_s:0-5_g:5", "W401", 7),
    ("1:-_u:Ks_m:3s_b:ppp", "W402", 12),
    ("1:-_u:Ks_b:ppo_m:3sa", "W402", 18),
    (OPEN + "_b:ppo_t:JsTd9cAc", "W501", 60),
    (OPEN + "_m:3c_t:Js", "W501", 59),
]

BROKEN = [
    ("", "E101", 1),
    ("   \t", "E101", 5),
    ("1:", "E101", 3),
    ("1:JsAs9h9dTc.", "E101", 14),
    ("1:JsAs9h9dTc..-", "E101", 14),
    ("JsAs9h9dTc", "E102", 1),
    ("5:JsAs9h9dTc", "E102", 1),
    ("0:JsAs9h9dTc", "E102", 1),
    ("01:JsAs9h9dTc", "E102", 1),
    ("u:Jc", "E102", 1),
    (":JsAs9h9dTc", "E102", 1),
    ("1:-_u:Jc_m:5h", "E102", 12),
    ("1:-_u:Jc_m:3ha0a", "E102", 15),
    ("N:-_d:3", "E102", 7),
    ("X:-_d:W", "E102", 1),
    ("X:-", "E102", 1),
    ("N:-_d:NE", "E102", 7),
    ("1:JsAs9h9dZz", "E103", 11),
    ("1:JsAs9h9dT", "E103", 11),
    ("1:JsAs9h9dsTc", "E103", 13),
    ("1:JsxAs9h9d", "E103", 5),
    ("1:JsAs9h9d1c", "E103", 11),
    ("1:JsAs9h9d♥", "E103", 11),
    ("3:JsAs9h9dTc_u:J", "E103", 16),
    ("1:JKsAsKsQsTs", "E103", 3),
    ("1:♠J♠A♠K♠Q♠", "E103", 11),
    ("1:AT♥Js", "E104", 3),
    ("1:JsAs9hKTsTc", "E104", 9),
    ("1:-_u:10TD", "E104", 7),
    ("1:JsAs.9h9dTc_u", "E105", 15),
    ("1:-_", "E105", 5),
    ("1:-__u:Jc", "E105", 5),
    ("1:-_uJc", "E105", 5),
    ("1:-_JsAs", "E105", 5),
    ("1:-_i:a_b", "E105", 9),
    ("1:-_z:3", "E106", 5),
    ("1:-_up:Jc", "E106", 5),
    ("1:-_:Jc", "E106", 5),
    ("1:-_u:Jc_u:Jc", "E107", 10),
    ("1:-_U:Jc_s:1-2_u:Jc", "E107", 16),
    ("1:-_u:", "E108", 7),
    ("1:-_s:6", "E108", 7),
    ("1:-_s:6-9-3", "E108", 7),
    ("1:-_s:1001-0", "E108", 7),
    ("1:-_s:-1-3", "E108", 7),
    ("1:-_g:0", "E108", 7),
    ("1:-_g:1001", "E108", 7),
    ("1:-_g:ten", "E108", 7),
    ("1:-_i:a b", "E108", 8),
    ("1:-_i:é", "E108", 7),
    ("1:-_n:x", "E108", 7),
    ("1:-_d:W", "E108", 7),
    ("1:-_u:JcJd", "E108", 9),
    ("1:-_u:xx", "E108", 7),
    ("1:-_u:Jc_b:q", "E108", 12),
    ("1:-_u:Jc_b:pa", "E108", 12),
    ("1:-_u:Jc_b:pp-p", "E108", 14),
    ("1:-_u:Jc_b:pppp--p", "E108", 17),
    ("1:-_u:Jc_b:-p", "E108", 12),
    ("1:-_u:Jc_m:h3", "E108", 12),
    ("1:-_u:Jc_m:3ha1", "E108", 12),
    ("1:-_u:Jc_b:o_x:9d9h", "E108", 18),
    ("1:-_k:Jsx", "E108", 9),
    ("1:-_u:Ks_m:4c_t:", "E108", 17),
    ("1:-_u:Ks_m:4c_t:9cTc.KcAc", "E108", 22),
    ("1:-_u:Ks_m:4c_t:9cTcKcAc..Td", "E108", 26),
    ("1:-_r:british_u:9c_b:o-q", "E108", 24),
    ("1:-_u:Ks_m:4c_t:.9c", "E108", 17),
    ("1:-_u:Ks_m:4c_t:9cxx", "E108", 19),
    ("1:-_u:Jc_b:p-", "E108", 13),
    ("1:Js\x00s", "E109", 5),
    ("1:-_u:Jc\x7f", "E109", 9),
    ("1:-\u202e", "E109", 4),
    ("1:-\udcff_u:Jc", "E109", 4),
    ("1:-\ufffd", "E109", 4),
    ("1:-\n2:-", "E109", 4),
    ("1:-_i:" + "a" * 4091, "E110", 4097),
    ("1:-_r:canadian", "E111", 7),
    ("1:-_r:north-american-stik", "E111", 22),
    ("1:-_r:british-to9-nt", "E111", 15),
    ("1:-_r:british-", "E111", 15),
    ("N:JsAs9h9dTc", "E112", 1),
    ("n:-_u:Jc", "E112", 1),
    ("1:-_e:1-2Js", "E313", 7),
    ("1:-_n:3", "E114", 7),
    ("1:-_r:auction-6_u:Jc", "E114", 19),
    ("1:-_u:Jc_b:5", "E303", 12),
    ("1:-_r:north-american-nt-benny", "E114", 7),
    ("1:-_r:british-nt", "E114", 7),
    ("1:JsAs9h8dTc", "E201", 9),
    ("1:-_u:7c", "E201", 7),
    ("1:-_k:9s8s", "E201", 9),
    ("1:Bbx", "E201", 3),
    ("1:-_u:Jc_b:o_x:8s", "E201", 16),
    ("1:-_u:Ks_m:4c_t:9c8c", "E201", 19),
    ("1:JsAs9h2sTc", "E201", 9),
    ("1:JsAs9h9dTcKs", "E202", 13),
    ("1:JsAs9h9dTcKsQsx", "E202", 13),
    ("1:JsAs9h9dTcx", "E202", 13),
    ("1:JsxxAsxxxx9s", "E202", 13),
    ("1:-_k:9sTsJsQs", "E202", 13),
    ("1:JsAs9hJsTc", "E203", 9),
    ("1:JsAs9h9dTc.KhQhJsTdAd", "E203", 18),
    ("4:JsAs9h9dTc.KhQhJsTdAd", "E203", 18),
    ("1:JsAs9h9dTc_u:Js", "E203", 16),
    ("1:-_u:Js_k:JsTs", "E203", 12),
    ("1:-_k:TsTs", "E203", 9),
    ("1:BbAs9h9dTc_u:Bb_r:british", "E203", 16),
    ("1:2sAs9h9dTc_u:jk_r:british", "E203", 16),
    ("3:KhQhJsTdAd_k:Ts_u:Kh", "E203", 21),
    ("1:JsAs9h9d", "E204", 3),
    ("1:Jsxx", "E204", 3),
    ("1:-.-.Js_u:Jc", "E204", 7),
    ("1:-.-.-.9c_u:Ks_m:4c_t:9c", "E204", 9),
    ("2:-.JsJd", "E204", 5),
    ("1:-.-.-.-.-", "E205", 11),
    ("3:-.-.-.-.-.Js", "E205", 11),
    ("1:-_b:pp", "E206", 7),
    ("1:-_u:-_b:pp", "E206", 11),
    (OPEN + "_b:ppo_x:Qs_t:JsTd9cTh", "E301", 71),
    (OPEN + "_b:ppo_t:JsTd9cQs", "E301", 66),
    ("1:-_u:Ks_m:4c_t:9cTsKcAc.QdAdTc", "E301", 30),
    (OPEN + "_b:ppo_x:9d", "E302", 60),
    (OPEN + "_b:ppo_x:Qs_t:JsKs", "E302", 67),
    (OPEN + "_b:pppp-ph_t:Js9sKsQs.Ks9d", "E302", 73),
    ("1:-_u:Ks_m:4c_t:9c9c", "E302", 19),
    (OPEN + "_b:ppo_x:Qs_t:JsTd9cJc.Jc", "E302", 74),
    ("1:-_u:Jc_b:h", "E303", 12),
    ("1:-_u:Jc_b:pppp-o", "E303", 17),
    ("1:-_u:Jc_b:pppp-n", "E303", 17),
    ("1:-_u:Jc_b:l", "E303", 12),
    ("1:-_u:Bb_r:british_b:o", "E303", 22),
    ("1:-_u:Bb_r:british_b:pppp", "E303", 25),
    ("1:-_u:Jc_m:3n", "E303", 12),
    ("1:-_u:Jc_b:pppp-pca", "E304", 18),
    ("1:-_u:Jc_b:pppPc", "E304", 16),
    ("1:-_u:Jc_b:pppp-h_x:9d", "E305", 21),
    ("1:-_u:Jc_m:2ca_x:9d", "E305", 18),
    ("1:-_r:hoyle-1844_u:Jc_b:o_x:Jc", "E305", 29),
    ("1:-_u:Jc_x:9d", "E307", 12),
    ("1:-_t:9d", "E307", 7),
    ("1:-_u:Jc_b:pp_t:9d", "E307", 17),
    ("1:-_u:Jc_b:pppp-pppp_t:9d", "E307", 24),
    ("1:-_u:Jc_b:op", "E308", 13),
    ("1:-_u:Jc_b:pppp-pppps", "E308", 21),
    (SPOKEN + ".Ah", "E308", 66),
    ("1:-_r:north-american-stick_u:Jc_b:pppp-pppp", "E309", 43),
    ("1:-_r:british_u:Jc_b:po", "E310", 23),
    ("1:-_r:ontario-nz_u:Jc_m:2c", "E310", 25),
    ("1:-_u:Jc_b:o-p", "E311", 14),
    ("1:-_r:british_u:Jc_b:o-aa", "E311", 25),
    ("1:-_r:british_u:Jc_b:o-ppp", "E311", 26),
    ("1:-_u:Jc_m:3ha2a", "E311", 12),
    ("1:-_r:british_u:Jc_m:3h1a", "E311", 22),
    ("1:-_r:north-american-defendalone_u:Jc_b:o-a", "E311", 43),
    ("1:-_u:Jc_b:o_w:off", "E314", 16),
    ("1:-_r:north-american-robson_u:Jc_b:o_w:off", "E314", 40),
]


SELF_EXPLANATORY = {"E108", "E114", "E302", "E303", "E305", "E313"}
"""Codes whose message may say enough: where a card is, or what is forbidden."""


@pytest.mark.parametrize(("line", "code", "column"), WARNINGS)
def test_doubtful_lines_are_read_with_a_warning(line, code, column):
    (warning,) = read_deal(line).warnings
    assert (warning.code.number, warning.span[0] + 1, warning.text) == (code, column, line)


@pytest.mark.parametrize(("line", "code", "column"), BROKEN)
def test_broken_line(line, code, column):
    with pytest.raises(EuchreError) as caught:
        parse_deal(line)
    error = caught.value
    assert (error.code.number, error.span[0] + 1) == (code, column)
    assert error.text == line
    assert error.hint or code in SELF_EXPLANATORY


def test_every_code_has_a_line():
    covered = {code for _, code, _ in [*BROKEN, *WARNINGS]}
    elsewhere = {
        ErrorCode.OUT_OF_TURN,
        ErrorCode.UNKNOWN_CARDS,
        ErrorCode.NO_DEAL,
        ErrorCode.NOT_BUILT,  # what is advised
    }
    of_histories = {"E115", "E116", "E117", "E312", "W503", "E601", "E602"} | {
        f"W40{at}" for at in range(3, 10)
    }
    rest = {code.number for code in elsewhere} | of_histories
    assert covered == {code.number for code in ErrorCode} - rest


def test_errors_say_what_and_how():
    with pytest.raises(EuchreError) as caught:
        parse_deal("4:JsAs9h9dTc.KhQhJsTdAd")
    assert caught.value.message == "Js is already held by seat 4"
    with pytest.raises(EuchreError) as caught:
        parse_deal("1:JsAs.A10♥")
    assert caught.value.hint
    with pytest.raises(EuchreError) as caught:
        parse_deal("1:AT♥")
    assert caught.value.hint == "T means ten, not trump: write Ah"
