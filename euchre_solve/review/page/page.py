"""A review written as one HTML page, in memory that doesn't grow with the deals.

The page begins with the players compared and ends with what each of them lost, and between stand
the games, so nothing can be written before the last deal is read: what is drawn is kept, at most
``shown`` deals, and of the rest only sums.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from typing import Final, TextIO

from euchre_solve import __version__
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Grade, ReviewedDeal
from euchre_solve.review.grading import ERRORS, GAMES, POINTS
from euchre_solve.review.page.game import GamePage
from euchre_solve.review.page.markup import count, safe
from euchre_solve.review.page.phrases import badge
from euchre_solve.review.page.players import Players
from euchre_solve.review.page.seating import seating_of

_WORDS: Final = (
    f"<p>A loss counts from where it is beyond {ERRORS} standard errors. It is what the best "
    "choice would have brought more, on average over the deals that the seat may have sat in: "
    "what it could know. <em>Open hands</em> is hindsight: the best in this very deal with all "
    "cards seen. Equal cards are no error, a forced card is no decision.</p>"
    "<p>Luck of the cards is what a deal was worth before the first call; luck of the play is "
    "what neither it nor an error explains.</p>"
)

SHOWN: Final = 500
"""Deals drawn unless told otherwise: some 10 MB of HTML."""

_LONGEST_TITLE: Final = 120


def write_page(
    stream: TextIO,
    deals: Iterable[ReviewedDeal],
    *,
    title: str | None = None,
    shown: int = SHOWN,
) -> None:
    """Write the review of a history as HTML; only the first ``shown`` deals are drawn.

    The title is that of the file if it has one, unless ``title`` is given.
    """
    page = _Page(shown)
    for reviewed in deals:
        page.add(reviewed)
    for piece in page.html(title):
        stream.write(piece)


class _Page:
    """What is kept of the deals."""

    def __init__(self, shown: int) -> None:
        self._shown = shown
        self._deals = self._decisions = self._drawn = 0
        self._first: Record | None = None
        self._game: tuple[str, int] | None = None
        self._games: list[GamePage] = []
        self._players = Players()

    def add(self, reviewed: ReviewedDeal) -> None:
        """Take in the next deal."""
        record = reviewed.record
        seating = seating_of(record)
        self._first = self._first or record
        self._deals += 1
        self._decisions += len(reviewed.decisions)
        self._players.add(reviewed)
        is_drawn = self._deals <= self._shown
        if (game := (record.source, record.game)) != self._game and is_drawn:
            self._game = game
            self._games.append(GamePage(len(self._games) + 1))
        if game == self._game:
            self._games[-1].add(reviewed, seating, drawn=is_drawn)
        if is_drawn:
            self._drawn = reviewed.number

    def html(self, title: str | None) -> Iterator[str]:
        """Yield the page, piece by piece."""
        tags = dict(self._first.tags) if self._first else {}
        name = safe(title or tags.get("Title") or "Euchre review", _LONGEST_TITLE)
        yield _head(name)
        yield f"<header><h1>{name}</h1><p>{self._subtitle(tags)}</p></header>\n<main>\n"
        if self._deals:
            yield from self._reviewed()
        else:
            yield "<p>No deals.</p>\n"
        yield f"{_legend()}</main>\n<footer><p>euchre_solve {__version__}</p></footer>\n"
        yield "</body></html>\n"

    def _subtitle(self, tags: dict[str, str]) -> str:
        told = [safe(tags[tag]) for tag in ("Event", "Date") if tag in tags]
        if self._first:
            told.append(safe(str(self._first.deal.rules)))
        games = [count(len(self._games), "game")] if self._drawn == self._deals else []
        figures = [*games, count(self._deals, "deal"), count(self._decisions, "decision")]
        return " · ".join((*told, *figures))

    def _reviewed(self) -> Iterator[str]:
        """Yield the players compared, the games, and the players one by one."""
        yield '<section aria-labelledby="players"><h2 id="players">Players</h2>\n'
        yield from self._players.tables()
        yield "</section>\n"
        for game in self._games:
            yield from game.html()
        if self._deals > self._shown:
            drawn = f"The first {count(self._shown, 'deal')} of {self._deals:,} are drawn"
            yield f'<p class="lack">{drawn}; the figures of the players are of all.</p>\n'
        yield '<section aria-labelledby="each"><h2 id="each">Player by player</h2>\n'
        yield from self._players.sections(self._drawn)
        yield "</section>\n"


def _head(name: str) -> str:
    """Return the head of the page; nothing but its own style may be loaded or run."""
    style = files(__package__).joinpath("data/page.css").read_text(encoding="utf-8")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{name}</title><style>{style}</style></head>\n<body>\n"
    )


def _legend() -> str:
    """Return what the signs and words mean."""
    meanings = ["nothing was better", "behind the best by too little to tell", *_limits()]
    grades = "".join(
        f"<div><dt>{badge(grade)}</dt><dd>{meaning}</dd></div>"
        for grade, meaning in zip(Grade, meanings, strict=True)
    )
    return (
        '<section class="legend" aria-labelledby="legend"><h2 id="legend">How to read it</h2>'
        f"<dl>{grades}</dl>{_WORDS}</section>\n"
    )


def _limits() -> Iterator[str]:
    """Yield from where on a decision is an inaccuracy, a mistake, a blunder."""
    for points, games in zip(POINTS, GAMES, strict=True):
        yield f"lost more than {100 * games:g}% of the game, without a score {points:g} points"
