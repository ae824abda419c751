"""Conditions on a fresh deal, ``trumps(3) >= 3 and bowers(1) == 0``: read, then asked often.

The grammar is a small part of Python's expressions: whole numbers, the counts of `COUNTS`,
``has(place, card)``, comparisons, ``+ - *``, ``and or not`` and parentheses. Nothing of it is
executed: the text is parsed and every part of it is one of these, or refused with its place.

A place is a seat, ``kitty`` or ``upcard``. Trump is the upcard's suit.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import Final

from euchre_solve.cards import BEST_BOWER, DECK, Card, CardSet, Rank, Suit
from euchre_solve.dealing import Dealt
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.formats.card_text import scan_cards
from euchre_solve.formats.line_parts import verify_text
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

Number = Callable[[Dealt], int]
"""What a part of a condition comes to in a deal; 0 is false."""

MAX_CONDITION: Final = 1000
"""Characters in a condition."""

_PLACES: Final = ("kitty", "upcard")
_CARD_BY_RANK: Final = re.compile(r"(?<![\w.])(10|[2-9])([shdc])(?!\w)", re.IGNORECASE)
_COMPARISONS: Final[dict[type, Callable[[int, int], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Final[dict[type, Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_RIGHT_SIGNS: Final = {"=": "==", "&&": "and", "||": "or", "!": "not", "&": "and", "|": "or"}
_MISTAKEN: Final = re.compile(r"(?<![=!<>])=(?!=)|&&?|\|\|?|!(?!=)")
_MAX_DEPTH: Final = 50
_PARTS: Final = "numbers, counts such as aces(1), has(3, Js), == != < <= > >=, + - *, and or not"
_UNARY: Final[dict[type, Callable[[int], int]]] = {ast.Not: operator.not_, ast.USub: operator.neg}
_EXAMPLE: Final = 'write a condition such as "trumps(3) >= 3 and bowers(1) == 0"'


def _of_suit(suit: Suit) -> int:
    return CardSet.from_cards(card for card in DECK if card.suit is suit).mask


def _of_rank(rank: Rank) -> int:
    return CardSet.from_cards(card for card in DECK if card.rank is rank).mask


_FIXED_MASKS: Final = {
    **{suit.name.lower(): _of_suit(suit) for suit in Suit},
    **{
        f"{rank.name.lower()}{'es' if rank is Rank.SIX else 's'}": _of_rank(rank)
        for rank in tuple(Rank)[1:]
    },
}


def _trump_of(upcard: Card) -> Trump:
    return Trump(upcard.suit.value) if upcard.suit else Trump.NO_TRUMP


def _trumps(upcard: Card) -> int:
    trump = _trump_of(upcard)
    return (trump.cards_of(trump.suit) if trump.suit else CardSet()).with_card(BEST_BOWER).mask


def _bowers(upcard: Card) -> int:
    jacks = CardSet(_FIXED_MASKS["jacks"] | 1 << BEST_BOWER.index)
    return (jacks & CardSet(_trumps(upcard))).mask


def _table(mask_of: Callable[[Card], int]) -> tuple[int, ...]:
    """Return the masks by the index of the upcard."""
    return tuple(map(mask_of, DECK))


_TRUMP_MASKS: Final = {"trumps": _table(_trumps), "bowers": _table(_bowers)}

COUNTS: Final = (*_FIXED_MASKS, *_TRUMP_MASKS, "suits")
"""The functions that count the cards of a place: by printed suit and rank, ``trumps`` with the
left bower, ``bowers`` with the best bower; ``suits`` counts the suits that are there."""


def parse_condition(text: str, rules: Rules, source: str = "--where") -> Number:
    """Return the function that tells whether a deal meets the condition ``text``.

    Raises `EuchreError` with the place of what can't be read.

    >>> holds = parse_condition("aces(1) == 2 and has(1, 9d)", Rules())
    >>> hands = (CardSet.of("As", "Ah", "9d", "Ts", "Th").mask, 0, 0, 0, 0)
    >>> holds(Dealt(hands, Card.parse("Jc").index))
    True
    """
    try:
        return _Reader(text, rules).read()
    except EuchreError as error:
        error.source, error.text = source, text
        raise


class _Reader:
    """One reading of one condition."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.text = text
        self.rules = rules

    def read(self) -> Number:
        if len(self.text) > MAX_CONDITION:
            raise NotationError(
                ErrorCode.TOO_LONG,
                f"the condition is longer than {MAX_CONDITION:,} characters",
                span=(MAX_CONDITION, MAX_CONDITION + 1),
            )
        verify_text(self.text)
        start = len(self.text) - len(self.text.lstrip())
        if start == len(self.text):
            raise NotationError(
                ErrorCode.EMPTY, "there is no condition here", span=(0, 0), hint=_EXAMPLE
            )
        # 9d is no name to Python, d9 is one and as long
        swapped = _CARD_BY_RANK.sub(r"\2\1", self.text)
        self.line = swapped[start:].replace("\n", " ").replace("#", "$")  # no comments
        self.shift = start
        return self._value(self._parsed())

    def _parsed(self) -> ast.expr:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of odd literals, which are refused below
                return ast.parse(self.line, mode="eval").body
        except SyntaxError as error:
            raise self._unreadable(error.offset or len(self.text)) from None
        except (ValueError, RecursionError, MemoryError):
            raise self._refusal(None, "the condition is too deeply nested") from None

    def _unreadable(self, offset: int) -> NotationError:
        """Return the error of text that Python's grammar refuses at column ``offset``."""
        mistaken = _MISTAKEN.search(self.text)
        if mistaken:
            right = _RIGHT_SIGNS[mistaken[0]]
            return NotationError(
                ErrorCode.BAD_VALUE,
                f"{mistaken[0]!r} is no sign of a condition",
                span=mistaken.span(),
                hint=f"write {right}",
            )
        at = min(max(0, offset - 1 + self.shift), len(self.text) - 1)
        return NotationError(
            ErrorCode.BAD_VALUE,
            "the condition can't be read from here on",
            span=(at, at + 1),
            hint=_EXAMPLE,
        )

    def _span(self, node: ast.expr) -> Span:
        """Return the place of ``node``; Python counts bytes."""
        ends = (node.col_offset, node.end_col_offset or node.col_offset)
        encoded = self.line.encode()
        start, end = (len(encoded[:at].decode(errors="ignore")) + self.shift for at in ends)
        return max(0, start), min(end, len(self.text))

    def _refusal(
        self,
        node: ast.expr | None,
        message: str,
        hint: str = _EXAMPLE,
        code: ErrorCode = ErrorCode.BAD_VALUE,
    ) -> NotationError:
        span = self._span(node) if node else (0, len(self.text))
        return NotationError(code, message, span=span, hint=hint)

    def _value(self, node: ast.expr, depth: int = 0) -> Number:
        if depth > _MAX_DEPTH:
            raise self._refusal(
                node, "the condition is too deeply nested", "write it in a simpler way"
            )

        number = self._operation(node, lambda part: self._value(part, depth + 1))
        if number is None:
            what = self.text[slice(*self._span(node))]
            raise self._refusal(
                node, f"{what!r} has no place in a condition", f"there are: {_PARTS}"
            )
        return number

    def _operation(self, node: ast.expr, value: Callable[[ast.expr], Number]) -> Number | None:
        match node:
            case ast.BoolOp(op=sign, values=parts):
                joined = _all_of if isinstance(sign, ast.And) else _any_of
                return joined(list(map(value, parts)))
            case ast.UnaryOp(op=ast.Not() | ast.USub() as sign, operand=operand):
                of = _UNARY[type(sign)]
                inner = value(operand)
                return lambda dealt: of(inner(dealt))
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
                return _joined(_ARITHMETIC[type(sign)], value(left), value(right))
            case ast.Compare():
                return self._comparison(node, list(map(value, (node.left, *node.comparators))))
        return self._term(node)

    def _term(self, node: ast.expr) -> Number | None:
        match node:
            case ast.Constant(value=int(number)) if type(number) is int:
                return lambda _: number
            case ast.Call(func=ast.Name(id=name)):
                return self._count(name, node)
        return None

    def _comparison(self, node: ast.Compare, terms: list[Number]) -> Number:
        steps = []
        for sign, left, right in zip(node.ops, terms[:-1], terms[1:], strict=True):
            if type(sign) not in _COMPARISONS:
                raise self._refusal(node, "this comparison isn't one of numbers", "== != < <= > >=")
            steps.append(_joined(_COMPARISONS[type(sign)], left, right))
        return steps[0] if len(steps) == 1 else _all_of(steps)

    # --- counts

    def _count(self, name: str, call: ast.Call) -> Number:
        wanted = 2 if name == "has" else 1
        if name != "has" and name not in COUNTS:
            raise self._refusal(call.func, f"nothing is called {name!r}", f"there are: {_known()}")
        if self.rules.is_auction and (name in _TRUMP_MASKS or name == "suits"):
            raise self._refusal(
                call.func,
                f"{name} goes by the upcard's suit, and {self.rules} has none",
                f"there are: {', '.join(_FIXED_MASKS)}, has",
            )
        if len(call.args) != wanted or call.keywords:
            example = "has(3, Js)" if name == "has" else f"{name}(3)"
            raise self._refusal(
                call, f"{name} takes {wanted} value{'s' * (wanted > 1)}", f"write {example}"
            )
        place = self._place(call.args[0])
        if name == "has":
            return _has(place, 1 << self._card(call.args[1]).index)
        if name in _FIXED_MASKS:
            return _fixed_count(place, _FIXED_MASKS[name])
        if name == "suits":
            return _suits(place)
        return _trump_count(place, _TRUMP_MASKS[name])

    @property
    def _places(self) -> tuple[str, ...]:
        return _PLACES[:1] if self.rules.is_auction else _PLACES

    def _place(self, node: ast.expr) -> int:
        """Return the index in `Dealt.masks`; one past the end for the upcard."""
        players = self.rules.players
        match node:
            case ast.Constant(value=int(seat)) if type(seat) is int and seat in self.rules.seats:
                return seat - 1
            case ast.Name(id=name) if name.lower() in self._places:
                return players + _PLACES.index(name.lower())
        written = self.text[slice(*self._span(node))]
        raise self._refusal(
            node,
            f"{written!r} is not a seat",
            f"seats are 1 (the dealer's left) to {players} (the dealer);"
            f" or {', or '.join(self._places)}",
            ErrorCode.BAD_SEAT,
        )

    def _card(self, node: ast.expr) -> Card:
        start, end = self._span(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            start, end = start + 1, end - 1
        tokens = scan_cards(self.text, (start, end), self.rules).tokens
        card = tokens[0].card if len(tokens) == 1 else None
        if card is None:
            raise self._refusal(
                node, f"{self.text[start:end]!r} is not a card", "has(3, Js)", ErrorCode.BAD_CARD
            )
        if card not in self.rules.deck:
            raise RuleError(
                ErrorCode.NOT_IN_DECK,
                f"{card} is not in the {self.rules.deck_size} cards of {self.rules}",
                span=(start, end),
            )
        return card


@cache
def _known() -> str:
    return f"{', '.join(COUNTS)}, has"


# --- parts, each a function of the deal


def _all_of(parts: list[Number]) -> Number:
    return lambda dealt: all(part(dealt) for part in parts)


def _any_of(parts: list[Number]) -> Number:
    return lambda dealt: any(part(dealt) for part in parts)


def _joined(sign: Callable[[int, int], int], left: Number, right: Number) -> Number:
    return lambda dealt: sign(left(dealt), right(dealt))


def _mask_at(place: int) -> Number:
    return lambda dealt: dealt.masks[place] if place < len(dealt.masks) else 1 << dealt.upcard


def _has(place: int, mask: int) -> Number:
    held = _mask_at(place)
    return lambda dealt: held(dealt) & mask != 0


def _fixed_count(place: int, mask: int) -> Number:
    held = _mask_at(place)
    return lambda dealt: (held(dealt) & mask).bit_count()


def _trump_count(place: int, masks: tuple[int, ...]) -> Number:
    held = _mask_at(place)
    return lambda dealt: (held(dealt) & masks[dealt.upcard]).bit_count()


def _suits(place: int) -> Number:
    """Count the suits of a place, the bowers among trumps."""
    held = _mask_at(place)
    by_upcard = tuple(
        tuple(_trump_of(upcard).cards_of(suit).mask for suit in (*Suit, None)) for upcard in DECK
    )
    return lambda dealt: sum(held(dealt) & mask != 0 for mask in by_upcard[dealt.upcard])
