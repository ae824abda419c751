"""Euchre Game Notation, JSON documents of one game (``.egn``) or of a match (``.emn``).

Versions 1.0.0 to 1.4 are read in any spelling of their keys. The score before each deal, which
only the first deal states, is reckoned up from deal to deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, Final, NamedTuple

from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.egn_deal import (
    EXTRA,
    EgnDeal,
    compact,
    extras,
    read_egn_deal,
    seat_of,
)
from euchre_solve.formats.egn_rules import read_ruleset
from euchre_solve.formats.field_values import MAX_POINTS
from euchre_solve.formats.json_text import JsonObject, load_json
from euchre_solve.formats.lines import read_text
from euchre_solve.formats.record import COMPASS, NAME_TAGS, Record, Stated
from euchre_solve.replay import replay
from euchre_solve.rules import Rules

MAX_SIZE: Final = 1 << 26
"""Characters of a document; a game has some ten thousand."""

TEXT_TAGS: Final = {
    "gameId": "GameId",
    "title": "Title",
    "description": "Description",
    "date": "Date",
}
"""Keys of the metadata that are tags, by the names of the tags."""

PLAYER_TAG: Final = f"{EXTRA}player."
RULESET_TAG: Final = f"{EXTRA}ruleset."
MATCH_TAG: Final = f"{EXTRA}match"
_DOCUMENT_KEYS: Final = ("fileType", "version", "metadata", "deals", "games")
_ENTRY_KEYS: Final = ("gameIndex", "players", "gameData")
_METADATA_KEYS: Final = (*TEXT_TAGS, "players", "ruleset", "initialScore", "finalScore")
_PACKED: Final = "the deal is packed in a string, which can't be read"


class _Game(NamedTuple):
    """What the metadata of a game say."""

    rules: Rules
    target: int | None
    tags: tuple[tuple[str, str], ...]
    score: tuple[int, int]
    final: tuple[int, int] | None
    number: int


def read_egn(
    stream: BinaryIO, source: str = "<stdin>", rules: Rules | None = None
) -> Iterator[Record | Diagnostic]:
    """Yield each deal of a document, or what is wrong with it.

    ``rules`` of the caller hold for a game without a ruleset.
    """
    text = read_text(stream, MAX_SIZE)
    try:
        if len(text) > MAX_SIZE:
            raise NotationError(
                ErrorCode.TOO_LONG,
                f"the document is longer than {MAX_SIZE:,} characters",
                hint="split it: each game may be a document of its own",
            )
        document = load_json(text)
        if not isinstance(document, JsonObject):
            raise NotationError(ErrorCode.NOT_JSON, "the document is not a JSON object")
        games = _games(document)
    except EuchreError as error:
        yield Diagnostic.of(error, source, _json_line(error, text))
        return
    lines = _Lines(text)
    for number, (game, extra_tags) in enumerate(games, start=1):
        yield from _read_game(game, extra_tags, _Place(source, lines, number), rules)


class _Place(NamedTuple):
    source: str
    lines: _Lines
    game: int


class _Lines:
    """Line numbers of positions that mostly grow."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at, self.line = 0, 1

    def line_of(self, node: JsonObject) -> int:
        if node.at < self.at:
            self.at, self.line = 0, 1
        self.line += self.text.count("\n", self.at, node.at)
        self.at = node.at
        return self.line


def _json_line(error: EuchreError, text: str) -> int:
    """Return the line that an error of the document itself is in."""
    if error.text is None:
        return 1
    at = text.find(error.text)
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


def _games(document: JsonObject) -> list[tuple[JsonObject, dict[str, str]]]:
    """Return each game of a document with the tags that its match gives it."""
    if document.pick("games") is None:
        return [(document, {})]
    metadata = JsonObject(document.take(dict, "metadata") or {})
    tags = {MATCH_TAG: compact(metadata)} if metadata.keys() - {"players"} else {}
    tags |= extras(document.rest(_DOCUMENT_KEYS), "match.")
    games = []
    for entry in document.need(list, "games"):
        data = entry.pick("gameData") if isinstance(entry, JsonObject) else None
        if data is None and isinstance(entry, JsonObject) and entry.pick("deals") is not None:
            data = entry
        more = (
            entry.rest(_ENTRY_KEYS) if data is not entry and isinstance(entry, JsonObject) else {}
        )
        game = data if isinstance(data, JsonObject) else JsonObject()
        games.append((game, tags | dict(extras(more, "game."))))
    return games


def _read_game(
    node: JsonObject, extra_tags: dict[str, str], place: _Place, rules: Rules | None
) -> Iterator[Record | Diagnostic]:
    source, lines, _ = place
    try:
        game = _metadata(node, extra_tags, place.game, rules)
        deals = node.need(list, "deals")
    except EuchreError as error:
        yield Diagnostic.of(error, source, lines.line_of(node))
        return
    score: tuple[int, int] | None = game.score
    for index, deal_node in enumerate(deals):
        is_object = isinstance(deal_node, JsonObject)
        line = lines.line_of(deal_node) if is_object else lines.line
        try:
            if not is_object:
                raise NotationError(
                    ErrorCode.UNKNOWN_FORMAT, _PACKED, hint="export the game as plain EGN"
                )
            number = deal_node.take(int, "dealNumber")
            found = read_egn_deal(deal_node, game.rules, game.target)
        except EuchreError as error:
            error.message = f"deal {index}: {error.message}"
            yield Diagnostic.of(error, source, line)
            score = None
            continue
        final = game.final if index == len(deals) - 1 else None
        record = _record(game, found, score, final)
        score = _score_after(record, found.dealer, score)
        stated = record.stated._replace(number=index if number is None else number)
        yield record._replace(source=source, line=line, stated=stated)


def _metadata(
    node: JsonObject, extra_tags: dict[str, str], number: int, rules: Rules | None
) -> _Game:
    metadata = JsonObject(node.take(dict, "metadata") or {})
    ruleset = metadata.take(dict, "ruleset")
    tags = {
        tag: str(metadata.take(str, key)) for key, tag in TEXT_TAGS.items() if metadata.pick(key)
    }
    for name, player in zip(NAME_TAGS, metadata.take(list, "players") or [], strict=False):
        if isinstance(player, dict):
            tags[name] = str(player.get("name") or "")
            tags[f"{PLAYER_TAG}{name}"] = compact(player)
        else:
            tags[name] = str(player or "")
    read, target, rest = read_ruleset(JsonObject(ruleset or {}))
    tags |= extras(rest, RULESET_TAG.removeprefix(EXTRA))
    tags |= extras(metadata.rest(_METADATA_KEYS), "metadata.")
    tags |= extras(node.rest(_DOCUMENT_KEYS), "document.")
    tags |= extra_tags
    return _Game(
        read if ruleset is not None or rules is None else rules,
        target,
        tuple((key, value) for key, value in tags.items() if value),
        _score(metadata, "initialScore") or (0, 0),
        _score(metadata, "finalScore"),
        number,
    )


def _score(metadata: JsonObject, key: str) -> tuple[int, int] | None:
    figures = metadata.take(list, key)
    if not figures:
        return None
    if len(figures) != 2 or any(  # noqa: PLR2004
        type(figure) is not int or not 0 <= figure <= MAX_POINTS for figure in figures
    ):
        raise NotationError(ErrorCode.BAD_VALUE, f"{key} is not two figures: {figures}")
    return figures[0], figures[1]


def turned(score: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """Turn a score between the table's order of sides and that of seat 1 on, its own inverse."""
    return score if dealer % 2 else score[::-1]


def _record(
    game: _Game, found: EgnDeal, score: tuple[int, int] | None, final: tuple[int, int] | None
) -> Record:
    deal = found.deal
    if score is not None:
        deal = replace(deal, score=turned(score, found.dealer))
    stated = Stated(
        dealer=COMPASS[found.dealer],
        leader=None if found.leader is None else seat_of(found.leader, found.dealer),
        after=turned(final, found.dealer) if final else None,
    )
    return Record(
        deal,
        game=game.number,
        tags=game.tags,
        words=found.words,
        remarks=found.remarks,
        stated=stated,
    )


def _score_after(
    record: Record, dealer: int, score: tuple[int, int] | None
) -> tuple[int, int] | None:
    if score is None:
        return None
    ours, theirs = turned(replay(record.deal).gains, dealer)
    return score[0] + ours, score[1] + theirs
