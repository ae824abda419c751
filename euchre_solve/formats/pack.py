"""Packs of the EECS 280 euchre project: 24 cards by name, shuffled and dealt by its rules.

``shuffle`` is seven in-shuffles of the pack as it lies; without it every hand is dealt from the
pack in the order of its file. Dealing starts at the dealer's left, in batches of 3-2-3-2 and then
2-3-2-3 cards.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from euchre_solve.cards import Card, CardSet
from euchre_solve.errors import ErrorCode, NotationError, RuleError, Span

Pack = tuple[Card, ...]

_RANKS: Final = dict(zip(("nine", "ten", "jack", "queen", "king", "ace"), "9TJQKA", strict=True))
_SUITS: Final = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
CARD: Final = rf"(?:{'|'.join(_RANKS)})\s+of\s+(?:{'|'.join(_SUITS)})"
"""Pattern of a card by name; read it without regard to case."""

SUIT: Final = rf"(?:{'|'.join(_SUITS)})"
"""Pattern of a suit by name."""

_CARD: Final = re.compile(CARD, re.IGNORECASE)
_SIZE: Final = 24
_BATCHES: Final = (3, 2, 3, 2, 2, 3, 2, 3)
_IN_SHUFFLES: Final = 7
_PERIOD: Final = 20
"""In-shuffles after which 24 cards lie as before."""


class DealtPack(NamedTuple):
    """The hands, seat 1 first, the upcard and the cards under it."""

    hands: tuple[CardSet, ...]
    upcard: Card
    kitty: CardSet


def parse_card_name(text: str) -> Card:
    """Return the card of a name.

    >>> parse_card_name("Jack of Spades")
    Card.parse('Js')
    """
    rank, _, suit = text.lower().split()
    return Card.parse(_RANKS[rank] + _SUITS[suit])


def parse_suit_name(text: str) -> str:
    """Return the letter of a suit.

    >>> parse_suit_name("Hearts")
    'h'
    """
    return _SUITS[text.lower()]


def parse_pack(text: str) -> Pack:
    """Return the cards of a pack file, one a line from the top; raises `EuchreError`."""
    cards: list[Card] = []
    for line in text.splitlines():
        name = line.strip().lstrip("\ufeff")
        if not name:
            continue
        whole: Span = (0, len(line))
        if not _CARD.fullmatch(name):
            raise NotationError(
                ErrorCode.BAD_CARD,
                f"{name!r} is not a card",
                span=whole,
                text=line,
                hint="a pack file has a card a line, such as Nine of Spades",
            )
        card = parse_card_name(name)
        if card in cards:
            raise RuleError(
                ErrorCode.DUPLICATE_CARD, f"{name} is in the pack twice", span=whole, text=line
            )
        cards.append(card)
    if len(cards) != _SIZE:
        raise RuleError(ErrorCode.TOO_FEW_CARDS, f"the pack has {len(cards)} cards of {_SIZE}")
    return tuple(cards)


def in_shuffle(pack: Pack) -> Pack:
    """Return the pack cut in half and interleaved, the lower half first."""
    half = len(pack) // 2
    return tuple(card for pair in zip(pack[half:], pack[:half], strict=True) for card in pair)


def shuffled_for(pack: Pack, hand: int) -> Pack:
    """Return the pack as it lies for hand number ``hand``, 0 the first, shuffled before each."""
    for _ in range(_IN_SHUFFLES * (hand + 1) % _PERIOD):
        pack = in_shuffle(pack)
    return pack


def deal_pack(pack: Pack) -> DealtPack:
    """Return what the players get of the pack."""
    hands: list[list[Card]] = [[] for _ in range(len(_BATCHES) // 2)]
    start = 0
    for number, size in enumerate(_BATCHES):
        hands[number % len(hands)] += pack[start : start + size]
        start += size
    kitty = CardSet.from_cards(pack[start + 1 :])
    return DealtPack(tuple(map(CardSet.from_cards, hands)), pack[start], kitty)
