"""Cards as people write them, each with its place in the text.

Read are any case, ``10`` or ``T``, suit letters or symbols, rank or suit first, blanks and commas
between cards. A reading never guesses: what isn't one card for certain is refused.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from euchre_solve.cards import BEST_BOWER, DECK, Card
from euchre_solve.errors import ErrorCode, NotationError, Span
from euchre_solve.rules import Rules

BLANKS: Final = " \t\u00a0"
"""What may stand between words of a line; the last is the no-break space of web pages."""

_RANK: Final = r"(?:10|[2-9AKQJT])"
_SYMBOLS: Final = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
_SUIT: Final = rf"(?:[SHDC{''.join(_SYMBOLS)}][\ufe0e\ufe0f]?)"
_TOKEN: Final = re.compile(
    rf"(?P<card>{_RANK}{_SUIT}|{_SUIT}{_RANK}|JOKER|JK(?!{_SUIT})|BB?|XX)"
    rf"|(?P<rest>X)|(?P<blank>[{BLANKS},]+)"
    rf"|(?P<misread_rank>{_RANK})T(?P<misread_suit>{_SUIT})"
    rf"|(?P<lone_rank>{_RANK})|(?P<lone_suit>{_SUIT})|(?P<other>[^{BLANKS},]{_SUIT}?)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_CARD: Final = _TOKEN.groupindex["card"]
_REST: Final = _TOKEN.groupindex["rest"]
_BLANK: Final = _TOKEN.groupindex["blank"]

_PLAIN: Final = str.maketrans({**_SYMBOLS, "\ufe0e": None, "\ufe0f": None})
_BY_NAME: Final = {str(card).lower(): card for card in DECK}
_TWO_OF_SPADES: Final = _BY_NAME["2s"]


class CardToken(NamedTuple):
    """A card and its place in the text; no card for ``xx``, one that isn't known."""

    card: Card | None
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The place in the text."""
        return self.start, self.end


class CardText(NamedTuple):
    """The cards of a text in its order; ``rest`` is the place of a final ``x``, more unknown."""

    tokens: tuple[CardToken, ...]
    rest: Span | None = None


def scan_cards(text: str, span: Span, rules: Rules) -> CardText:
    """Read the cards in a part of ``text``; raises `NotationError` at the first that is none.

    The two of spades is the best bower under ``rules`` that use it so.

    >>> [str(token.card) for token in scan_cards("JS, 10♥ dA", (0, 10), Rules()).tokens]
    ['Js', 'Th', 'Ad']
    """
    tokens = []
    rest = None
    for match in _TOKEN.finditer(text, *span):
        kind = match.lastindex
        if kind == _BLANK:
            continue
        if rest:
            raise NotationError(
                ErrorCode.BAD_CARD,
                "x for the cards that aren't known stands last",
                span=rest,
                hint="write xx for one unknown card",
            )
        if kind == _CARD:
            card = _card_of(match[0])
            if card is _TWO_OF_SPADES and rules.best_bower and card not in rules.deck:
                card = BEST_BOWER
            tokens.append(CardToken(card, match.start(), match.end()))
        elif kind == _REST:
            rest = match.span()
        else:
            raise _bad_card(match)
    return CardText(tuple(tokens), rest)


@cache  # of some two thousand spellings
def _card_of(written: str) -> Card | None:
    plain = written.translate(_PLAIN).lower().replace("10", "t")
    if plain == "xx":
        return None
    return _BY_NAME.get(plain) or _BY_NAME.get(plain[::-1]) or BEST_BOWER


def _bad_card(match: re.Match[str]) -> NotationError:
    found = match.groupdict()
    if found["misread_suit"]:
        meant = _card_of(found["misread_rank"] + found["misread_suit"])
        return NotationError(
            ErrorCode.TEN_NOT_TRUMP,
            f"{match[0]} is not a card",
            span=match.span(),
            hint=f"T means ten, not trump: write {meant}",
        )
    if found["lone_rank"]:
        message = f"{match[0]} has no suit"
    elif found["lone_suit"]:
        message = f"{match[0]} has no rank"
    else:
        message = f"{match[0]!r} is not a card"
    return NotationError(
        ErrorCode.BAD_CARD,
        message,
        span=match.span(),
        hint="a card is a rank (AKQJT98765432) and a suit (s h d c), such as Th",
    )
