"""JSON Lines: a record a line, the facts of the line file with their names spelled out.

``deal`` is the deal line; the keys after it say the same in pieces. A record is read from its line,
or from the pieces where there is none; where both are there they have to agree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, shortened
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.deal_reader import DEFAULT_RULES, TAKEN_OFF, ParsedDeal, read_deal
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.formats.json_text import JsonObject, load_json_line
from euchre_solve.formats.lines import Line, read_lines
from euchre_solve.formats.quick_line import read_quickly
from euchre_solve.formats.record import (
    Pairs,
    Record,
    Remark,
    Stated,
    verify_stated,
)
from euchre_solve.formats.tag_text import is_act, is_key, read_fact
from euchre_solve.rules import Rules

KIND: Final = "deal"
MAX_LINE: Final = 1 << 20
"""Characters in a line."""

STATED_KEYS: Final = {
    "number": "number",
    "dealer": "dealer",
    "first_leader": "lead",
    "makers_tricks": "tricks",
    "makers_points": "points",
    "score_after": "after",
    "winner": "winner",
}
"""Keys of stated facts, by their words in a line file."""

_LEFT_OUT: Final[dict[str, Any]] = {
    **{"called": None, "taken_off": False},
    **{"buried": [], "exchanges": []},
}
"""What the keys stand for that are written only where there is something to say."""

_FIELDS: Final = {
    "upcard": "u",
    "kitty": "k",
    "rules": "r",
    "contract": "m",
    "discard": "x",
    "buried": "x",
    "exchanges": "e",
    "score": "s",
    "target": "g",
    "identifier": "i",
}
_BETWEEN: Final = {"score": "-", "exchanges": "."}
_SAFE: Final = re.compile(r"[A-Za-z0-9-]*", re.ASCII)


def read_json_lines(
    stream: BinaryIO,
    source: str = "<stdin>",
    rules: Rules | None = None,
    *,
    as_played: bool = True,
) -> Iterator[Record | Diagnostic]:
    """Yield each record of ``stream``, or what is wrong with its line."""
    for line in read_lines(stream, source, limit=MAX_LINE, verify=_verify_bytes):
        if isinstance(line, Diagnostic):
            yield line
            continue
        try:
            yield _read_line(line, source, rules or DEFAULT_RULES, as_played=as_played)
        except EuchreError as error:
            yield Diagnostic.of(error, source, line.number)


def _verify_bytes(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotationError(
            ErrorCode.NOT_TEXT, "there are bytes that are not UTF-8", span=(error.start, error.end)
        ) from None


def _read_line(line: Line, source: str, rules: Rules, *, as_played: bool) -> Record:
    node = load_json_line(line.text)
    if not isinstance(node, JsonObject):
        raise NotationError(
            ErrorCode.NOT_JSON,
            "the line is not a JSON object",
            hint='each line is a record such as {"deal": "1:JsAs9h9dTc_u:Jc"}',
        )
    _verify_kind(node)
    written = node.take(str, "deal")
    deal_text = written if written is not None else _assembled(node, rules)
    deal = read_quickly(deal_text, rules) if as_played else None
    parsed = ParsedDeal(deal) if deal else read_deal(deal_text, rules, as_played=as_played)
    if written is not None:
        _verify_agreement(node, parsed.deal)
    warnings = tuple(Diagnostic.of(each, source, line.number) for each in parsed.warnings)
    stated = _stated(node)
    verify_stated(stated, parsed.deal.rules)
    return Record(
        parsed.deal,
        source,
        line.number,
        deal_text,
        warnings,
        max(1, node.take(int, "game") or 1),
        _pairs(node, "tags"),
        _pairs(node, "words"),
        tuple(_remarks(node)),
        stated,
    )


def _verify_kind(node: JsonObject) -> None:
    """Refuse answers: their deal is what one seat saw, or one and the same for many of them."""
    kind = node.take(str, "kind")
    if kind not in {None, KIND}:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"a record of kind {shortened(repr(kind))} is no recorded deal",
            hint="give the file that it was made from, or its key deal alone, as a deal line",
        )


def _verify_agreement(node: JsonObject, deal: Deal) -> None:
    for key, value in (_LEFT_OUT | spelled(deal)).items():
        if key in node and node[key] != value:
            raise NotationError(
                ErrorCode.CONFLICT,
                f"{key} is not what the deal line says",
                hint="leave out one of the two",
            )


def _assembled(node: JsonObject, rules: Rules) -> str:
    """Return the deal line that the pieces of a record make."""
    named = node.take(str, "rules")
    rules = Rules.parse(named) if named else rules
    players = rules.players
    if node.pick("hands") is None:
        raise NotationError(
            ErrorCode.MISSING_KEY,
            "there is no deal here",
            hint='a record has "deal", its deal line, or its "hands"',
        )
    hands = [_as_hand(_joined(hand, "hands"), rules) for hand in node.need(list, "hands")]
    fields = [f"1:{'.'.join(hands) or '-'}"]
    calls = _strings(node.take(list, "calls") or [], "calls")
    defence = node.take(list, "defence") or []
    if calls:
        rounds = ["".join(calls[:players]), "".join(calls[players:])]
        said = "d" if rules.counts_down else "a"
        answers = "".join(said if alone else "p" for alone in defence)
        called = _safe(node.get("called") or "", "called")
        fields.append("b:" + "-".join(filter(None, (*rounds, called, answers))))
    tricks = [_joined(trick, "tricks") for trick in node.take(list, "tricks") or []]
    if tricks:
        fields.append(f"t:{'.'.join(tricks)}")
    if node.take(bool, "taken_off"):
        fields.append(f"w:{TAKEN_OFF}")
    for key, letter in _FIELDS.items():
        value = node.get(key)
        if isinstance(value, list):
            value = _joined(value, key, _BETWEEN.get(key, ""))
        elif value is not None:
            value = _safe(value, key)
        if value is not None and value != "":
            fields.append(f"{letter}:{value}")
    return "_".join(fields)


def _as_hand(cards: str, rules: Rules) -> str:
    if not cards:
        return "-"
    return cards if len(cards) >= 2 * rules.hand_size else f"{cards}x"


def _strings(values: list[Any], key: str) -> list[str]:
    return [_safe(value, key) for value in values]


def _joined(values: Any, key: str, between: str = "") -> str:
    return between.join(_strings(values if isinstance(values, list) else [values or ""], key))


def _safe(value: Any, key: str) -> str:
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None
    if text is None or not _SAFE.fullmatch(text):
        raise NotationError(ErrorCode.BAD_VALUE, f"{key} holds {value!r}, which it can't")
    return text


def _pairs(node: JsonObject, key: str) -> Pairs:
    pairs = node.take(dict, key) or {}
    for name, value in pairs.items():
        if not isinstance(value, str) or not is_key(name):
            raise NotationError(ErrorCode.BAD_VALUE, f"{key} holds {name!r}: {value!r}")
    return tuple((name, value) for name, value in pairs.items() if value or key != "tags")


def _remarks(node: JsonObject) -> Iterator[Remark]:
    for item in node.take(list, "remarks") or []:
        remark = item if isinstance(item, JsonObject) else JsonObject()
        act = remark.need(str, "act")
        if not is_act(act):
            raise NotationError(ErrorCode.BAD_VALUE, f"{act!r} is not an act: b3, x, t7 or -")
        yield Remark(act, remark.need(str, "text"))


def _stated(node: JsonObject) -> Stated:
    facts: dict[str, Any] = {}
    for key, word in STATED_KEYS.items():
        value = node.get(key)
        if value is None:
            continue
        is_score = word == "after" and isinstance(value, list)
        text = "-".join(map(str, value)) if is_score else str(value)
        fact = read_fact(word, text)
        if fact is None or (fact == "?"):
            raise NotationError(ErrorCode.BAD_VALUE, f"{value!r} can't be what {key} is")
        facts["leader" if word == "lead" else word] = fact
    return Stated(**facts)


def spelled(deal: Deal) -> dict[str, Any]:
    """Return the facts of a deal in pieces."""
    return {
        "rules": str(deal.rules),
        "hands": [[str(card) for card in hand] for hand in deal.hands],
        "upcard": str(deal.upcard) if deal.upcard else None,
        "kitty": [str(card) for card in deal.kitty],
        "calls": [str(call) for call in deal.calls],
        "defence": list(deal.defence),
        **({"called": str(deal.called)} if deal.called else {}),
        "contract": str(deal.stated_contract) if deal.stated_contract else None,
        "discard": str(deal.discarded) if deal.discarded else None,
        **({"buried": [str(card) for card in deal.buried]} if deal.buried.mask else {}),
        **({"exchanges": list(map(str, deal.exchanges))} if deal.exchanges else {}),
        "tricks": [[str(card) for card in trick] for trick in deal.tricks],
        **({"taken_off": True} if deal.taken_off else {}),
        "score": list(deal.score) if deal.score else None,
        "target": deal.target,
        "identifier": deal.identifier,
    }


def record_as_json(record: Record) -> dict[str, Any]:
    """Return the keys of a record in their order."""
    stated = record.stated
    return {
        "schema": SCHEMA,
        "kind": KIND,
        "deal": format_deal(record.deal),
        **spelled(record.deal),
        "game": record.game,
        "number": stated.number,
        "dealer": stated.dealer,
        "first_leader": stated.leader,
        "makers_tricks": stated.tricks,
        "makers_points": stated.points,
        "score_after": list(stated.after) if stated.after else None,
        "winner": stated.winner,
        "tags": dict(record.tags),
        "words": dict(record.words),
        "remarks": [{"act": act, "text": text} for act, text in record.remarks],
    }


class JsonLinesWriter:
    """Formats records, one a line; everything is kept."""

    def __init__(self) -> None:
        self.losses: set[str] = set()

    def format(self, record: Record) -> str:
        """Return the line of ``record``."""
        text = json.dumps(record_as_json(record), ensure_ascii=False)
        if not _is_encodable(text):
            text = json.dumps(record_as_json(record))
        if len(text) > MAX_LINE:
            self.losses.add(f"words and remarks of a line longer than {MAX_LINE:,} characters")
            text = json.dumps(record_as_json(record._replace(words=(), remarks=())))
        return f"{text}\n"

    def finish(self) -> str:
        """Return what stands after the last record."""
        return ""


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
