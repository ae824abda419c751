"""The deal line: one deal in one word, ``1:JsAs9h9dTc.KhQh9sTdAd_u:Jc_b:ppo_s:6-9``.

Reading is lax, writing canonical: ``format_deal(parse_deal(text))`` is a fixed point, and two equal
deals print the same bytes. Every fault carries its place in the line.
"""

from __future__ import annotations

from collections.abc import Iterator

from euchre_solve.deal import Deal
from euchre_solve.formats.deal_reader import (
    DEFAULT_RULES,
    NO_CALL,
    ParsedDeal,
    read_deal,
)
from euchre_solve.formats.implied import implied_passes, turned_score
from euchre_solve.rules import Rules

__all__ = ["ParsedDeal", "format_deal", "parse_deal", "read_deal"]


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
    yield "x", str(deal.discarded or "")
    yield "t", ".".join("".join(map(str, trick)) for trick in deal.tricks)
    yield "s", "-".join(map(str, turned_score(deal.score, first))) if deal.score else ""
    yield "g", str(deal.target or "")
    yield "i", deal.identifier


def _format_calls(deal: Deal) -> str:
    if not deal.calls:
        is_waiting = not deal.discarded and not deal.tricks
        is_implied = is_waiting and deal.upcard and implied_passes(deal.hands)
        return NO_CALL if is_implied else ""
    players = deal.rules.players
    rounds = (deal.calls[:players], deal.calls[players:])
    groups = ["".join(map(str, calls)) for calls in rounds if calls]
    if deal.defence:
        groups.append("".join("a" if alone else "p" for alone in deal.defence))
    return "-".join(groups)
