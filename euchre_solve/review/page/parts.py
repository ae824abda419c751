"""The result of a deal or a game taken apart, as a table with bars."""

from __future__ import annotations

from typing import Final, NamedTuple

from euchre_solve.review.graded import Luck
from euchre_solve.review.page.markup import signed, whole
from euchre_solve.review.page.seating import Seating

_PLACES: Final = 4
_HALF: Final = 50
"""Percent of a bar's room on either side of nought."""


class Parts(NamedTuple):
    """Points of the first side: the result, and what it sums from.

    ``skill`` is what each player's errors came to, by place from North on.
    """

    result: int = 0
    cards: float = 0.0
    play: float = 0.0
    skill: tuple[float, ...] = (0.0,) * _PLACES

    def plus(self, luck: Luck, seating: Seating) -> Parts:
        """Return the sum with one more deal."""
        sign = seating.first_sign
        skill = list(self.skill)
        for seat, lost in enumerate(luck.skill, start=1):
            skill[seating.place(seat)] += sign * lost
        return Parts(
            self.result + sign * luck.result,
            self.cards + sign * luck.cards,
            self.play + sign * luck.play,
            tuple(skill),
        )


def parts_table(parts: Parts, seating: Seating, caption: str) -> str:
    """Return the parts as rows; ``caption`` is HTML."""
    first, second = seating.sides
    sense = f"points for {first}; negative, and to the left: for {second}"
    seats = sorted(range(1, _PLACES + 1), key=seating.place)
    rows = [
        ("Luck of the cards", parts.cards),
        ("Luck of the play", parts.play),
        *((f"Errors of {seating.name(seat)}", parts.skill[seating.place(seat)]) for seat in seats),
    ]
    scale = max(1.0, abs(parts.result), *(abs(value) for _, value in rows))
    body = "".join(_row(label, signed(value), value / scale) for label, value in rows)
    total = _row("Result", whole(parts.result), parts.result / scale)
    return (
        f'<table class="parts"><caption>{caption}: {sense}</caption><thead><tr>'
        '<th scope="col">Part</th><th scope="col">Points</th><td class="bar"></td></tr></thead>'
        f"<tbody>{body}</tbody><tfoot>{total}</tfoot></table>"
    )


def _row(label: str, figure: str, share: float) -> str:
    return (
        f'<tr><th scope="row">{label}</th><td>{figure}</td><td class="bar">{bar(share)}</td></tr>'
    )


def bar(share: float) -> str:
    """Return a bar from the middle to the right, or to the left if negative; 1 fills a half."""
    width = _HALF * min(1.0, abs(share))
    left = _HALF if share >= 0 else _HALF - width
    side = "plus" if share >= 0 else "minus"
    return (
        f'<svg aria-hidden="true"><rect class="{side}" x="{left:.1f}%" width="{width:.1f}%"/>'
        '<line x1="50%" x2="50%" y2="100%"/></svg>'
    )
