"""What was done, and what was best, in words."""

from __future__ import annotations

from typing import Final

from euchre_solve.auction import PASS, Act, Call
from euchre_solve.cards import Card
from euchre_solve.review.annotating import MARKS as ERROR_MARKS
from euchre_solve.review.graded import Grade, Graded
from euchre_solve.review.page.markup import listed, one_card, trump_sign
from euchre_solve.trump import Trump

MARKS: Final = {Grade.BEST: "✓", Grade.FINE: "≈", **ERROR_MARKS}
"""The sign of each grade: chess players' own from an inaccuracy on."""

ERRORS: Final = tuple(ERROR_MARKS)
"""The grades that cost something, the least first."""

_ORDERED: Final = {1: "ordered up", 2: "assisted", 3: "ordered up", 4: "picked up"}
_ORDER: Final = {1: "order up", 2: "assist", 3: "order up", 4: "pick up"}


def badge(grade: Grade) -> str:
    """Return a grade as its sign and its word."""
    return f'<span class="g {grade}"><b aria-hidden="true">{MARKS[grade]}</b> {grade}</span>'


def called(seat: int, call: Call) -> str:
    """Return a call that was made: ``ordered up alone``."""
    return "passed" if call == PASS else _named(call, _ORDERED[seat], "called")


def done(graded: Graded) -> str:
    """Return what a seat did: ``led K♠``."""
    if graded.kind == "bid":
        return called(graded.seat, Call.parse(graded.done))
    if graded.kind == "defend":
        return f"defended {_together(graded.done)}"
    verb = {"discard": "discarded", "lead": "led", "play": "played"}[graded.kind]
    return f"{verb} {one_card(Card.parse(graded.done))}"


def could(graded: Graded, token: str) -> str:
    """Return one thing that a seat could do: ``order up``, or a card."""
    if graded.kind == "bid":
        call = Call.parse(token)
        return "pass" if call == PASS else _named(call, _ORDER[graded.seat], "call")
    if graded.kind == "defend":
        return f"defend {_together(token)}"
    return one_card(Card.parse(token))


def any_of(graded: Graded, tokens: tuple[str, ...]) -> str:
    """Return several things that a seat could do, each as good as the other."""
    return listed(could(graded, token) for token in tokens)


def _named(call: Call, order: str, verb: str) -> str:
    if isinstance(call.act, Trump):
        order = f"{verb} {trump_sign(call.act)}"
    assert call.act is not Act.PASS
    return f"{order} alone" if call.alone else order


def _together(token: str) -> str:
    return "alone" if token == "a" else "together"
