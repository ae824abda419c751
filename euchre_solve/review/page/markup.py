"""Pieces of HTML: text made safe, cards with their symbols and names, figures.

Everything that comes from a file goes through `safe`; every other function takes and returns
HTML that is whole in itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape
from typing import Final

from euchre_solve.cards import Card, CardSet, Rank, Suit
from euchre_solve.trump import Trump

_AS_TEXT: Final = "\ufe0e"
"""Behind a suit, it keeps a phone from drawing a picture."""
_SYMBOLS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SUIT_NAMES: Final = {suit: suit.name.lower() for suit in Suit}
_RED: Final = {Suit.HEARTS, Suit.DIAMONDS}
LONGEST: Final = 40
"""Characters of a name that are shown."""
_NO_TEXT: Final = {"Cc", "Cs", "Co", "Cn"}
"""Categories of characters that a page can't show."""


def safe(text: str, longest: int = LONGEST) -> str:
    """Return text of a file as HTML, cut where it is too long to be read.

    >>> safe("<b>Ann & Bo")
    '&lt;b&gt;Ann &amp; Bo'
    """
    short = text if len(text) <= longest else f"{text[: longest - 1]}…"
    shown = (" " if unicodedata.category(char) in _NO_TEXT else char for char in short)
    return escape("".join(shown))


def isolated(text: str, longest: int = LONGEST) -> str:
    """Return the same, its direction of writing kept from what stands around it."""
    return f"<bdi>{safe(text, longest)}</bdi>"


def plain(isolated_text: str) -> str:
    """Return what `isolated` made as it may stand in an attribute or a drawing."""
    return isolated_text.replace("<bdi>", "").replace("</bdi>", "")


# --- cards


def card_name(card: Card) -> str:
    """Return a card in words: ``king of hearts``."""
    return f"{card.rank.name.lower()} of {_SUIT_NAMES[card.suit]}" if card.suit else "best bower"


def one_card(card: Card, extra: str = "") -> str:
    """Return a card that stands by itself; ``extra`` are more classes."""
    name = card_name(card)
    return f'<b class="{_classes(card)}{extra}" role="img" aria-label="{name}">{_face(card)}</b>'


def hand(cards: CardSet, trump: Trump | None, hidden: int = 0) -> str:
    """Return the cards of a hand sorted, trumps first, and ``hidden`` ones face down."""
    order = sorted_hand(cards, trump)
    names = [card_name(card) for card in order]
    if hidden:
        names.append(f"{hidden} unknown")
    faces = "".join(f'<b class="{_classes(card)}">{_face(card)}</b>' for card in order)
    faces += '<b class="c u">?</b>' * hidden
    label = ", ".join(names) or "no cards"
    return f'<span class="hand" role="img" aria-label="{label}">{faces}</span>'


def sorted_hand(cards: CardSet, trump: Trump | None) -> list[Card]:
    """Return cards as players hold them: by suit, trumps first, from the highest down."""
    if trump is None:
        return list(cards)

    suits = list(Suit)

    def place(card: Card) -> tuple[bool, int, int]:
        suit = trump.suit_of(card)
        return (
            not trump.is_trump(card),
            suits.index(suit) if suit else 0,
            -trump.strength_of(card),
        )

    return sorted(cards, key=place)


def trump_sign(trump: Trump) -> str:
    """Return a trump with its symbol: ``♥`` or ``no-trump``."""
    return suit_sign(trump.suit) if trump.suit else "no-trump"


def suit_sign(suit: Suit) -> str:
    """Return the symbol of a suit, with its name."""
    colour = "suit r" if suit in _RED else "suit"
    symbol = f"{_SYMBOLS[suit]}{_AS_TEXT}"
    return f'<b class="{colour}" role="img" aria-label="{_SUIT_NAMES[suit]}">{symbol}</b>'


def _classes(card: Card) -> str:
    return "c r" if card.suit in _RED else "c"


def _face(card: Card) -> str:
    if card.suit is None:
        return "★"
    rank = "10" if card.rank is Rank.TEN else str(card.rank)
    return f"{rank}{_SYMBOLS[card.suit]}{_AS_TEXT}"


# --- figures


def signed(value: float, decimals: int = 2) -> str:
    """Return a figure with its sign, nought without: ``+1.20``, ``−0.35``, ``0.00``."""
    text = f"{value:+.{decimals}f}"
    return text.replace("-", "−") if float(text) else text[1:]


def unsigned(value: float, decimals: int = 2) -> str:
    """Return a figure without a plus: ``1.20``."""
    return signed(value, decimals).lstrip("+")


def whole(value: int) -> str:
    """Return points that are counted, with their sign."""
    return signed(value, 0)


def percent(share: float) -> str:
    """Return a share as a whole percentage: ``62%``."""
    return f"{100 * share:.0f}%"


def with_error(value: float, stderr: float, decimals: int = 2) -> str:
    """Return a figure and its standard error: ``0.42 ± 0.05``."""
    return f"{unsigned(value, decimals)}\u00a0±\u00a0{stderr:.{decimals}f}"


def count(number: int, noun: str) -> str:
    """Return ``1 deal``, ``2 deals``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def listed(parts: Iterable[str]) -> str:
    """Return ``a``, ``a or b``, ``a, b or c``."""
    *others, last = parts
    return f"{', '.join(others)} or {last}" if others else last
