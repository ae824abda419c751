"""The places of acts in a deal line: where a call, the discard or a card played is written."""

from __future__ import annotations

from euchre_solve.errors import EuchreError, Span
from euchre_solve.formats.bid_values import bid_spans
from euchre_solve.formats.card_text import scan_cards
from euchre_solve.formats.field_values import call_spans
from euchre_solve.formats.line_parts import split_at, split_line
from euchre_solve.rules import Rules

_FIELDS = {"b": "b", "x": "x", "t": "t", "w": "w"}


def locate_act(text: str, act: str, rules: Rules) -> Span | None:
    """Return where ``act`` (``b3``, ``x``, ``t7``) stands in a deal line; None if it doesn't."""
    field = _FIELDS.get(act[:1])
    try:
        fields = split_line(text).fields
        if field is None or field not in fields:
            return None
        span = fields[field]
        if field in "xw":
            return span
        number = int(act[1:])
        if field == "b":
            spans = bid_spans(text, span, rules) if rules.is_auction else call_spans(text, span)
        else:
            spans = [
                token.span
                for piece in split_at(text, span, ".")
                for token in scan_cards(text, piece, rules).tokens
            ]
        return spans[number - 1] if number <= len(spans) else span
    except EuchreError:
        return None
