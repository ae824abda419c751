"""One game: its graph, where its points went, its deals."""

from __future__ import annotations

from collections.abc import Iterator

from euchre_solve.review.graded import ReviewedDeal
from euchre_solve.review.page.deal_section import (
    Headline,
    deal_section,
    error_marks,
    headline_of,
)
from euchre_solve.review.page.graph import Point, graph
from euchre_solve.review.page.markup import count, percent, plain, whole
from euchre_solve.review.page.parts import Parts, parts_table
from euchre_solve.review.page.seating import Seating
from euchre_solve.review.page.stages import stages_of


class GamePage:
    """The deals of one game as they come; `html` once the last has come.

    Only deals that are drawn are kept, as HTML; of the others no more than their sum.
    """

    def __init__(self, game: int) -> None:
        self.game = game
        self._rows: list[tuple[int, Headline]] = []
        self._sections: list[str] = []
        self._points: list[Point] = []
        self._parts = Parts()
        self._apart = 0
        self._deals = 0
        self._seating: Seating | None = None
        self._has_sides = True
        self._score = ""

    def add(self, reviewed: ReviewedDeal, seating: Seating, *, drawn: bool) -> None:
        """Take in the next deal."""
        replayed = stages_of(reviewed.record.deal)
        headline = headline_of(reviewed, replayed, seating)
        self._deals += 1
        self._seating = self._seating or seating
        self._has_sides &= seating.dealer is not None and seating.sides == self._seating.sides
        self._score = headline.score
        if reviewed.luck:
            self._apart += 1
            self._parts = self._parts.plus(reviewed.luck, seating)
        if not drawn:
            return
        self._rows.append((reviewed.number, headline))
        self._sections.append(deal_section(reviewed, replayed, seating, headline))
        if headline.before is not None and headline.win is not None:
            self._points.append(_point(reviewed.number, headline, seating))

    def html(self) -> Iterator[str]:
        """Yield the game, piece by piece."""
        assert self._seating is not None  # a game has a deal
        key = f"game-{self.game}"
        yield f'<section aria-labelledby="{key}"><h2 id="{key}">{self._title()}</h2>\n'
        if self._has_sides:
            yield from self._summary(key)
        elif self._deals > 1:
            yield '<p class="lack">No graph: the file doesn\'t tell who sat where.</p>\n'
        yield from self._sections
        if missing := self._deals - len(self._sections):
            yield f'<p class="lack">{count(missing, "more deal")} of this game not drawn.</p>\n'
        yield "</section>\n"

    def _title(self) -> str:
        assert self._seating is not None
        name = f"Game {self.game:,}"
        if not self._has_sides:
            return name
        first, second = self._seating.sides
        score = f", {self._score}" if self._score else ""
        return f"{name}: {first} against {second}{score}"

    def _summary(self, key: str) -> Iterator[str]:
        """Yield what needs sides that stay the same: the graph and the sum of the game."""
        assert self._seating is not None
        sides = self._seating.sides
        if self._points:
            yield f"<figure>{graph(self._points, self._seating.short_sides, key)}"
            yield f"<figcaption>{_key(sides)}</figcaption></figure>\n"
            yield _table(self._rows, sides)
        elif self._deals > 1:
            yield '<p class="lack">No graph: the file tells no score to win a game from.</p>\n'
        if self._apart > 1:
            caption = f"Where the points of {count(self._apart, 'deal')} went"
            yield parts_table(self._parts, self._seating, caption)
        if self._points:
            told = f"The score and the chance of {sides[0]} to win, after each deal:"
            yield f'<p class="lack">{told}</p>\n'


def _point(number: int, headline: Headline, seating: Seating) -> Point:
    assert headline.before is not None and headline.win is not None
    gains = headline.gains
    scored = f"+{abs(gains)} {plain(seating.short_sides[gains < 0])}" if gains else "no points"
    said = f"Deal {number:,}: {scored}, {percent(headline.before)} → {percent(headline.win)}"
    return Point(
        number,
        headline.before,
        headline.win,
        gains,
        said,
        headline.errors[0][0] if headline.errors else None,
    )


def _key(sides: tuple[str, str]) -> str:
    return (
        f"● points for {sides[0]}, ○ for {sides[1]}. "
        "? and ??: a mistake or a blunder in the deal. Each deal leads to its replay."
    )


def _table(rows: list[tuple[int, Headline]], sides: tuple[str, str]) -> str:
    """Return the graph as a table, folded away."""
    heads = ("Deal", "Points", "Score", f"Chance of {sides[0]}", "Errors")
    head = "".join(f'<th scope="col">{title}</th>' for title in heads)
    body = "".join(_row(number, headline) for number, headline in rows)
    return (
        "<details><summary>The graph as a table</summary><table><caption>"
        f"Points are for {sides[0]}; negative: for {sides[1]}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></details>\n"
    )


def _row(number: int, headline: Headline) -> str:
    win = "" if headline.win is None else percent(headline.win)
    cells = (whole(headline.gains), headline.score, win, error_marks(headline.errors) or "none")
    return (
        f'<tr><th scope="row"><a href="#deal-{number}">{number:,}</a></th>'
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )
