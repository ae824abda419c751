"""What a random deal has to hold, as typed on a command line: hands and an upcard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from euchre_solve.cards import NO_CARDS, CardSet
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.formats.bare_hand import naming_option
from euchre_solve.formats.card_text import BLANKS
from euchre_solve.formats.field_values import read_cards, read_hand, read_seat
from euchre_solve.rules import Rules

_MORE_OTHERS: Final = re.compile(rf"(?<=[xX])[xX{BLANKS},]+$")


def read_wanted(
    rules: Rules, seats: Sequence[str], hands: Sequence[str], up: str | None = None
) -> Deal:
    """Return the deal that holds the given cards: the first hand is the first seat's, and so on.

    Raises `EuchreError` whose source is the option meant.

    >>> deal = read_wanted(Rules(), ["3"], ["Js Jc As x x"], "Th")
    >>> str(deal.hands[2]), str(deal.upcard)
    ('AsJsJc', 'Th')
    """
    deal = Deal(rules, (NO_CARDS,) * rules.players)
    if len(seats) != len(hands):
        source, other = ("--seat", "--hand") if len(seats) > len(hands) else ("--hand", "--seat")
        raise NotationError(
            ErrorCode.BAD_SEAT,
            f"--seat is given {len(seats)} times, --hand {len(hands)} times",
            source=source,
            hint=f"each {source} goes with a {other}, in the same order",
        )
    if up is not None:
        deal = _with_upcard(deal, up)
    for seat, hand in zip(seats, hands, strict=True):
        deal = _with_hand(deal, seat, hand)
    return deal


def _with_upcard(deal: Deal, up: str) -> Deal:
    with naming_option("--up", up) as span:
        cards = [token.card for token in read_cards(up, span, deal.rules, "the upcard")]
        if len(cards) > 1:
            raise NotationError(ErrorCode.BAD_VALUE, "the upcard is one card")
        return replace(deal, upcard=cards[0])


def _with_hand(deal: Deal, seat: str, cards: str) -> Deal:
    with naming_option("--seat", seat) as span:
        number = read_seat(seat, span, deal.rules)
        if deal.hands[number - 1].mask:
            raise NotationError(ErrorCode.BAD_SEAT, f"seat {number} has a hand already")
    with naming_option("--hand", cards) as span:
        # one x is enough for all cards that aren't known
        plain = _MORE_OTHERS.sub(lambda match: " " * len(match[0]), cards[: span[1]])
        hand = read_hand(plain, (span[0], len(plain.rstrip(BLANKS))), deal.rules, number)
        hands = list(deal.hands)
        hands[number - 1] = hand.cards
        try:
            return replace(deal, hands=tuple(hands))
        except RuleError as error:
            found = (token for token in hand.tokens if token.card == error.card)
            error.span = next((token.span for token in found), span)
            if error.code is ErrorCode.DUPLICATE_CARD and error.card:
                error.message = f"{error.card} is already {_place_of(deal, error.card.index)}"
            raise


def _place_of(deal: Deal, index: int) -> str:
    """Say where a card is that ``deal`` holds."""
    for seat, hand in zip(deal.rules.seats, deal.hands, strict=True):
        if (hand & CardSet(1 << index)).mask:
            return f"held by seat {seat}"
    return "the upcard"
