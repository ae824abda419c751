"""How often a deal scores how many points, for the dealer's side and for the other.

Shares come from three places: text of a user, ``45/16/5,17/12/5``; one JSON object,
``{"dealing": {"1": 0.45, …}, "other": {…}}`` with the probability of each number of points; and
a table that knows more about single scores, a JSON document of three keys:

- ``default``: an object as above, for every score that isn't among ``scores``;
- ``scores``: such an object by score, the dealer's side first: ``{"9-8": {…}}``;
- ``manifest``: where the figures come from: ``source`` in words, and ``target``, the points that
  won the games they were counted in; any other key may stand there too.

``data/shares.json`` is the table that comes with the package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any, Final, Self

from euchre_solve.errors import ErrorCode, NotationError, RuleError, shortened
from euchre_solve.rules import DefendAlone, Rules

Chances = tuple[tuple[int, float], ...]
"""The probability of each number of points, by rising points."""

_ROUNDING: Final = 1e-5
"""What figures rounded by those who wrote them may add up to above 1."""

_INEXACT: Final = 1e-9
"""What the sum of probabilities may be wrong by in floating point."""

_FIGURE: Final = re.compile(r"[ ]*([0-9]{1,3}(?:\.[0-9]{1,15})?)[ ]*")
_SCORE: Final = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class OutcomeShares:
    """The probabilities of what a deal scores; in the rest of the deals nobody scores.

    >>> shares = OutcomeShares.of({1: 0.45, 2: 0.16, 4: 0.05}, {1: 0.17, 2: 0.12})
    >>> shares.other, round(shares.nobody, 6)
    (((1, 0.17), (2, 0.12)), 0.05)
    """

    dealing: Chances
    other: Chances

    def __post_init__(self) -> None:
        for points, chance in self.dealing + self.other:
            if points < 1:
                raise _bad(f"a side scores 1 point or more, not {points}")
            if not (isfinite(chance) and chance >= 0):
                raise _bad(f"{chance} is not a share of the deals")
        for chances in (self.dealing, self.other):
            if [points for points, _ in chances] != sorted({points for points, _ in chances}):
                raise _bad("points are to rise, each number once")
        if self._total > 1 + _INEXACT:
            raise _bad(f"the shares add up to {100 * self._total:.6g} %, more than all deals")

    @classmethod
    def of(cls, dealing: Mapping[int, float], other: Mapping[int, float]) -> Self:
        """Return the shares of the dealer's side and of the other, by points.

        Shares that add up to a rounding error more than 1 are cut down to 1.
        """
        total = sum((*dealing.values(), *other.values()))
        scale = total if 1 < total <= 1 + _ROUNDING else 1.0
        return cls(
            *(
                tuple(sorted((points, chance / scale) for points, chance in side.items() if chance))
                for side in (dealing, other)
            )
        )

    @property
    def nobody(self) -> float:
        """The probability that nobody scores."""
        return max(0.0, 1 - self._total)

    @property
    def _total(self) -> float:
        return sum(chance for _, chance in self.dealing + self.other)

    def as_record(self) -> dict[str, dict[str, float]]:
        """Return the shares as an object of JSON."""
        return {
            "dealing": {str(points): chance for points, chance in self.dealing},
            "other": {str(points): chance for points, chance in self.other},
        }


PUBLISHED: Final = OutcomeShares.of({1: 0.45, 2: 0.16, 4: 0.05}, {1: 0.17, 2: 0.12, 4: 0.05})
"""Shares from which a published chart of winning chances comes back, to within a percent."""


TWO_PLAYERS: Final = OutcomeShares.of({1: 0.404, 2: 0.268}, {1: 0.108, 2: 0.22})
"""Shares of the game of two, counted with open hands in 120,000 deals that both bid by strength."""


_MARCHES: Final = {2: (0.568, 0.144), 4: (1.0, 1.0)}
"""The part of the deals that score so many points for the dealer's side, or the other, that are
marches, not euchres; counted in 196,608 deals of self-play."""


def march_part(points: int, *, dealing: bool) -> float:
    """Return how much of a side's deals that score ``points`` are marches of its own."""
    return _MARCHES.get(points, (0.0, 0.0))[0 if dealing else 1]


@dataclass(frozen=True, slots=True)
class ShareTable:
    """Shares that depend on the score, as counted in games to ``manifest["target"]`` points.

    ``scores`` has the dealer's side first.
    """

    default: OutcomeShares
    scores: Mapping[tuple[int, int], OutcomeShares]
    manifest: Mapping[str, Any]

    def for_target(self, target: int) -> Callable[[int, int], OutcomeShares]:
        """Return the shares by score in a game to ``target``.

        A score stands for the points still needed, so 4-3 of 5 is played as 9-8 of 10.
        """
        scores = self.scores_of(target)

        def shares_at(dealing: int, other: int) -> OutcomeShares:
            return scores.get((dealing, other), self.default)

        return shares_at

    def scores_of(self, target: int) -> Mapping[tuple[int, int], OutcomeShares]:
        """Return those of the scores that have their own, counted in a game to ``target``."""
        more = self.manifest["target"] - target
        return {
            (dealing - more, other - more): shares
            for (dealing, other), shares in sorted(self.scores.items())
            if min(dealing, other) >= more
        }


def verify_two_sides(rules: Rules) -> None:
    """Raise `RuleError` unless it is known what deals score in a game of two sides."""
    if rules.is_auction or rules.counts_down:
        raise RuleError(
            ErrorCode.NOT_BUILT,
            f"what deals of {rules} score is not known, so neither are chances of winning",
            hint="they are known for games in which points are added and trump isn't bid for",
        )


def scored_points(rules: Rules) -> tuple[int, ...]:
    """Return every number of points that a side can score in a deal under ``rules``.

    >>> scored_points(Rules.parse("north-american"))
    (1, 2, 4)
    """
    score = rules.score
    points = {score.made, score.march, score.euchre}
    if score.one_short is not None:
        points.add(score.one_short)
    if rules.alone:
        points |= {score.lone_made, score.lone_march}
    if rules.defend_alone is not DefendAlone.OFF:
        points.add(score.lone_defender_euchre)
    return tuple(sorted(points))


# --- text


def parse_shares(text: str, points: Sequence[int] = (1, 2, 4)) -> OutcomeShares:
    """Return the shares written in percent, the dealer's side first, a figure for each of
    ``points``; raises `NotationError`.

    >>> parse_shares("45/16/5,17/12/5") == PUBLISHED
    True
    """
    sides: list[dict[int, float]] = []
    start = 0
    for side in text.split(","):
        figures = side.split("/")
        if len(figures) != len(points):
            raise _unread(
                text,
                (start, start + len(side)),
                f"{len(points)} figures are due here, one for each of {_list(points)} points",
            )
        sides.append({})
        for scored, figure in zip(points, figures, strict=True):
            sides[-1][scored] = _percent(text, (start, start + len(figure)))
            start += len(figure) + 1
    if len(sides) != 2:  # noqa: PLR2004 - two sides
        raise _unread(text, (0, len(text)), f"these are the shares of {len(sides)} sides, not 2")
    try:
        return OutcomeShares.of(*sides)
    except NotationError as error:
        error.text, error.span = text, (0, len(text))
        raise


def format_shares(shares: OutcomeShares, points: Sequence[int] = (1, 2, 4)) -> str:
    """Return the shares in percent as they are read, to a tenth.

    >>> format_shares(PUBLISHED)
    '45/16/5,17/12/5'
    """
    sides = map(dict, (shares.dealing, shares.other))
    return ",".join(
        "/".join(f"{round(100 * side.get(scored, 0), 1):g}" for scored in points) for side in sides
    )


def _percent(text: str, span: tuple[int, int]) -> float:
    match = _FIGURE.fullmatch(text, *span)
    if match is None:
        raise _unread(text, span, f"{shortened(text[slice(*span)])!r} is not a number of percent")
    return float(f"{match[1]}e-2")


def _list(points: Sequence[int]) -> str:
    return ", ".join(map(str, points))


def _unread(text: str, span: tuple[int, int], message: str) -> NotationError:
    return NotationError(
        ErrorCode.BAD_VALUE,
        message,
        span=span,
        text=text,
        hint="shares are percents of all deals, the dealer's side first: 45/16/5,17/12/5",
    )


def _bad(message: str) -> NotationError:
    return NotationError(ErrorCode.BAD_VALUE, message)


# --- JSON


def parse_share_table(text: str) -> ShareTable:
    """Return the table in a JSON document; raises `NotationError`."""
    from euchre_solve.formats.json_text import JsonObject, load_json_line  # lazy: start-up

    document = load_json_line(text)
    if not isinstance(document, JsonObject):
        raise _bad("a table of shares is a JSON object")
    manifest = JsonObject(document.need(dict, "manifest"))
    manifest.need(str, "source")
    manifest.need(int, "target")
    scores = JsonObject(document.need(dict, "scores"))
    return ShareTable(
        shares_of_record(document.need(dict, "default")),
        {score_of(score): shares_of_record(scores.need(dict, score)) for score in scores},
        dict(manifest),
    )


def format_share_table(table: ShareTable) -> str:
    """Return the table as a JSON document, one line a score."""
    scores = ",\n".join(
        f'    "{dealing}-{other}": {json.dumps(shares.as_record())}'
        for (dealing, other), shares in sorted(table.scores.items())
    )
    return (
        f'{{\n  "manifest": {json.dumps(dict(table.manifest), ensure_ascii=False)},\n'
        f'  "default": {json.dumps(table.default.as_record())},\n'
        f'  "scores": {{{f"{chr(10)}{scores}{chr(10)}  " if scores else ""}}}\n}}\n'
    )


@cache
def load_shares() -> ShareTable:
    """Return the table that comes with the package."""
    from euchre_solve.advice.shipped import read_shipped  # lazy: start-up

    return read_shipped("shares.json", lambda data: parse_share_table(data.decode()))


def shares_of_record(record: Mapping[str, Any]) -> OutcomeShares:
    """Return the shares in an object of JSON, the inverse of `OutcomeShares.as_record`."""
    from euchre_solve.formats.json_text import JsonObject  # lazy: start-up

    sides = (JsonObject(record).need(dict, side) for side in ("dealing", "other"))
    return OutcomeShares.of(
        *({_points(key): _number(value) for key, value in side.items()} for side in sides)
    )


def _points(key: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", key):
        raise _bad(f"{shortened(key)!r} is not a number of points")
    return int(key)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _bad(f"{shortened(repr(value))} is not a probability")
    return float(value)


def score_of(key: str) -> tuple[int, int]:
    """Return the score in a key of ``scores``, the dealer's side first."""
    match = _SCORE.fullmatch(key)
    if match is None:
        raise _bad(f"{shortened(key)!r} is not a score")
    return int(match[1]), int(match[2])
