"""A game as a graph: one side's chance of winning it, deal by deal.

Drawn in pixels from top to bottom and in percent from left to right, so that it fills a wide
screen or a phone's with letters of the same size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from euchre_solve.review.graded import Grade
from euchre_solve.review.page.markup import percent, plain
from euchre_solve.review.page.phrases import MARKS

_TOP: Final = 22
_BOTTOM: Final = 222
_HEIGHT: Final = 264
_LEFT: Final = 12.5
_RIGHT: Final = 97.0
_EVEN: Final = 0.5
_MANY: Final = 24
"""Deals from which on only every fifth is numbered."""

_SHOWN: Final = {Grade.MISTAKE, Grade.BLUNDER}


class Point(NamedTuple):
    """One deal: its number, the first side's chance ``before`` and after it (``win``).

    ``gains`` are the points of the first side, negative if the other's; ``said`` tells in plain
    text what happened; ``worst`` is the grade of the worst decision.
    """

    number: int
    before: float
    win: float
    gains: int
    said: str
    worst: Grade | None


def graph(points: Sequence[Point], sides: tuple[str, str], key: str) -> str:
    """Return the graph as SVG; ``key`` makes its ids unique in the page, ``sides`` are HTML."""
    first, second = map(plain, sides)
    title = f"Chance of {first} to win the game, deal by deal"
    trend = f"From {percent(points[0].before)} to {percent(points[-1].win)} in {len(points)} deals."
    line = [(_LEFT, points[0].before), *((_x(at, points), p.win) for at, p in enumerate(points, 1))]
    return (
        f'<svg class="graph" role="group" aria-labelledby="{key}-title" '
        f'aria-describedby="{key}-desc"><title id="{key}-title">{title}</title>'
        f'<desc id="{key}-desc">{trend} The same figures stand in the table below.</desc>'
        f"{''.join(_grid())}{_curve(line)}"
        f'<text class="side" x="{_LEFT}%" y="{_TOP - 8}">▲ {first}</text>'
        f'<text class="side" x="{_LEFT}%" y="{_HEIGHT - 5}">▼ {second}</text>'
        f"{''.join(_deal(at, points) for at in range(1, len(points) + 1))}</svg>"
    )


def _x(at: int, points: Sequence[Point]) -> float:
    return _LEFT + (_RIGHT - _LEFT) * at / len(points)


def _y(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share


def _grid() -> Iterator[str]:
    for quarters in range(5):
        share = quarters / 4
        y = _y(share)
        kind = ' class="half"' if share == _EVEN else ""
        yield f'<line{kind} x1="{_LEFT}%" x2="{_RIGHT}%" y1="{y:.0f}" y2="{y:.0f}"/>'
        yield f'<text x="{_LEFT - 1}%" y="{y + 4:.0f}" text-anchor="end">{percent(share)}</text>'
    yield f'<text x="{_RIGHT}%" y="{_HEIGHT - 5}" text-anchor="end">deal</text>'


def _curve(line: Sequence[tuple[float, float]]) -> str:
    """Return the line and the area between it and even chances, stretched to the full width."""
    path = " ".join(f"{x:.2f},{_y(share):.1f}" for x, share in line)
    ends = f"{line[-1][0]:.2f},{_y(_EVEN):.1f} {line[0][0]:.2f},{_y(_EVEN):.1f}"
    return (
        f'<svg viewBox="0 0 100 {_HEIGHT}" preserveAspectRatio="none" width="100%" '
        f'height="{_HEIGHT}" aria-hidden="true"><polygon points="{path} {ends}"/>'
        f'<polyline points="{path}"/></svg>'
    )


def _deal(at: int, points: Sequence[Point]) -> str:
    """Return one deal: a dot, full if the first side scored, and a strip that leads to it."""
    point = points[at - 1]
    x, y = _x(at, points), _y(point.win)
    step = (_RIGHT - _LEFT) / len(points)
    start = x - step / 2
    number = ""
    if len(points) <= _MANY or point.number % 5 == 0:
        number = f'<text x="{x:.2f}%" y="{_BOTTOM + 18}" text-anchor="middle">{point.number}</text>'
    mark = ""
    if point.worst and point.worst in _SHOWN:
        above = y - 12 if y > _TOP + 20 else y + 22
        mark = (
            f'<text class="mark {point.worst}" x="{x:.2f}%" y="{above:.0f}" text-anchor="middle">'
            f"{MARKS[point.worst]}</text>"
        )
    scored = "plus" if point.gains > 0 else "minus" if point.gains < 0 else "none"
    return (
        f'<a href="#deal-{point.number}" aria-label="{point.said}"><title>{point.said}</title>'
        f'<rect x="{start:.2f}%" y="0" width="{min(step, 100 - start):.2f}%" height="{_HEIGHT}"/>'
        f'<circle class="{scored}" cx="{x:.2f}%" cy="{y:.1f}" r="5"/>{mark}{number}</a>'
    )
