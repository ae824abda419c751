"""The deal line: one deal in one word, ``1:JsAs9h9dTc.KhQh9sTdAd_u:Jc_b:ppo_s:6-9``.

Reading is lax, writing canonical: ``format_deal(parse_deal(text))`` is a fixed point, and two equal
deals print the same bytes. Every fault carries its place in the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from euchre_solve.cards import CARD_NAMES, DECK, CardSet, Suit
from euchre_solve.deal import Deal
from euchre_solve.formats.bid_values import format_bids
from euchre_solve.formats.deal_reader import (
    DEFAULT_RULES,
    NO_CALL,
    TAKEN_OFF,
    ParsedDeal,
    read_deal,
)
from euchre_solve.formats.implied import implied_passes, turned_score
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from euchre_solve.dealing import Dealt

__all__ = ["ParsedDeal", "format_deal", "format_dealt", "parse_deal", "read_deal"]


_SUIT_MASKS: Final = tuple(
    CardSet.from_cards(card for card in DECK if card.suit is suit).mask for suit in (None, *Suit)
)


def parse_deal(text: str, *, rules: Rules | None = None) -> Deal:
    """Return the deal written in a line; ``rules`` hold where the line names none.

    >>> parse_deal("3:JsJcAsKh9d_u:Th").seat
    3
    """
    return read_deal(text, rules).deal


def format_deal(deal: Deal) -> str:
    """Return the line of ``deal`` in canonical form.

    >>> format_deal(parse_deal("3: 9♦ JS A♠, j♣ ♥K _ s:6-9 _ U:10h"))
    '3:AsJsKh9dJc_u:Th_b:pp_s:6-9'
    """
    first = first_seat(deal)
    last = max((seat for seat in deal.rules.seats if deal.hands[seat - 1].mask), default=first)
    hands = ".".join(_format_hand(deal, seat) for seat in range(first, last + 1))
    fields = "".join(f"_{key}:{value}" for key, value in _format_fields(deal, first) if value)
    return f"{first}:{hands}{fields}"


def format_dealt(dealt: Dealt, rules: Rules) -> str:
    """Return the line of a fresh deal, the kitty left out; quicker than `format_deal`.

    A widow is written.
    """
    hands = ".".join(map(_hand_of_mask, dealt.masks[:-1]))
    ending = "" if rules == DEFAULT_RULES else f"_r:{rules}"
    if rules.is_auction:
        widow = _hand_of_mask(dealt.masks[-1])
        return f"1:{hands}{f'_k:{widow}' if widow else ''}{ending}"
    return f"1:{hands}_u:{CARD_NAMES[dealt.upcard]}{ending}"


def _hand_of_mask(mask: int) -> str:
    return "".join([_cards_of_mask(mask & suit_mask) for suit_mask in _SUIT_MASKS])


@cache  # of what one suit can hold
def _cards_of_mask(mask: int) -> str:
    return str(CardSet(mask))


def first_seat(deal: Deal) -> int:
    """Return the seat whose hand the line of ``deal`` begins with."""
    return next((seat for seat in deal.rules.seats if deal.hands[seat - 1].mask), 1)


def _format_hand(deal: Deal, seat: int) -> str:
    hand = deal.hands[seat - 1]
    return f"{hand}{'x' if len(hand) < deal.rules.hand_size else ''}" if hand.mask else "-"


def _format_fields(deal: Deal, first: int) -> Iterator[tuple[str, str]]:
    """Yield key and value of each field; an empty value is left out."""
    contract = deal.stated_contract
    yield "u", str(deal.upcard or "")
    yield "k", str(deal.kitty)
    yield "r", "" if deal.rules == DEFAULT_RULES else str(deal.rules)
    yield "b", "" if contract else _format_calls(deal)
    yield "m", str(contract or "")
    yield "x", str(deal.discarded or deal.buried)
    yield "e", ".".join(map(str, deal.exchanges))
    yield "t", ".".join("".join(map(str, trick)) for trick in deal.tricks)
    yield "w", TAKEN_OFF if deal.taken_off else ""
    yield "s", "-".join(map(str, turned_score(deal.score, first))) if deal.score else ""
    yield "g", str(deal.target or "")
    yield "i", deal.identifier


def _answer(deal: Deal, *, alone: bool) -> str:
    if not alone:
        return "p"
    return "d" if deal.rules.counts_down else "a"


def _format_calls(deal: Deal) -> str:
    if deal.rules.is_auction:
        return format_bids(deal.bidding)
    if not deal.calls:
        is_waiting = not deal.discarded and not deal.tricks
        is_implied = is_waiting and deal.upcard and implied_passes(deal.hands, deal.rules)
        return NO_CALL if is_implied else ""
    players = deal.rules.players
    rounds = (deal.calls[:players], deal.calls[players:])
    groups = ["".join(map(str, calls)) for calls in rounds if calls]
    if deal.called:
        groups.append(str(deal.called))
    if deal.defence:
        groups.append("".join(_answer(deal, alone=alone) for alone in deal.defence))
    return "-".join(groups)
