"""Advice on calls, discards and lone defence: known answers, errors, exactness, reproducibility."""

from __future__ import annotations

import pytest

from euchre_solve import parse_deal
from euchre_solve.advice.recommend import Action, Advice, recommend
from euchre_solve.errors import RuleError


def advise(line: str, **options: object) -> Advice:
    return recommend(parse_deal(line), values="open", **options)


def action(advice: Advice, token: str) -> Action:
    return next(one for one in advice.actions if one.token == token)


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_lay_down_sweeps_alone_in_every_seat(seat: int) -> None:
    hands = ["-"] * 4
    hands[seat - 1] = "JsJcAsKsQs"
    calls = "p" * (seat - 1)
    line = f"1:{'.'.join(hands)}_u:9s_b:{calls}" if calls else f"1:{'.'.join(hands)}_u:9s"
    best = advise(line).actions[0]
    assert (best.token, best.ev, best.stderr) == ("oa", 4.0, 0.0)
    assert best.outcomes == ((4, 1.0),)


def test_no_sweep_where_an_opponent_holds_the_left() -> None:
    advice = advise("1:Jcx.AsKsQsTsAh.-.-_u:Js_b:p", worlds=1024)
    assert 4 not in dict(action(advice, "oa").outcomes)


def test_nothing_to_decide() -> None:
    with pytest.raises(RuleError, match="no call, discard, lone defence or card"):
        advise("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_b:pppp-pppp")
    with pytest.raises(RuleError, match="seat 2 has to decide"):
        advise("1:JsAs9h9dTc.-.-.-_u:Jc_b:p")
