"""The values of a deal line's parts in auction games: bids, what is named, answers, a contract."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from euchre_solve.auction import Call
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.contract import Contract, verify_stated_contract
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.formats.card_text import BLANKS
from euchre_solve.formats.field_values import with_call
from euchre_solve.rules import Rules, Sides
from euchre_solve.trump import Trump

_ANSWERS: Final = 2
"""Groups of calls before that of the answers."""

_ONE_FIGURE: Final = 9

_ANSWER: Final = {"p": False, "d": True}
_CONTRACT: Final = re.compile(
    r"(?P<maker>[0-9])(?P<trump>[shdcnl])(?P<partners>[0-9]*)"
    r"(?:-(?P<bid>[0-9]{1,2})(?:-(?P<dropped>[0-9]+))?)?",
    re.IGNORECASE | re.ASCII,
)


def read_bids(
    text: str, span: Span, auction: BiddingAuction, *, as_played: bool = False
) -> BiddingAuction:
    """Return ``auction`` after the bids, the trump and the answers at ``span``.

    ``as_played`` takes a call that the rules forbid too, as long as a call was due.
    """
    start = span[0]
    if text[slice(*span)] == "-":
        return auction
    for number, group in enumerate(text[slice(*span)].split("-")):
        place = start, start + len(group)
        if number:
            _verify_ends(auction, number, (start - 1, start))
        if number < _ANSWERS:
            auction = _read_calls(text, place, auction, as_played=as_played)
        else:
            auction = _read_answers(text, place, auction)
        start = place[1] + 1
    return auction


def _verify_ends(auction: BiddingAuction, number: int, span: Span) -> None:
    """Raise `NotationError` if no group of calls ends where a hyphen stands."""
    players = auction.rules.players
    is_end = len(auction.calls) == players + number - 1 and number <= _ANSWERS
    if not is_end:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            "no round of calls ends here",
            span=span,
            hint=f"{players} bids, then the trump, then who throws up his hand",
        )


def bid_spans(text: str, span: Span, rules: Rules) -> list[Span]:
    """Return where each call at ``span`` stands."""
    return [match.span() for match in _calls_of(rules).finditer(text, *span) if match["call"]]


@cache
def _calls_of(rules: Rules) -> re.Pattern[str]:
    """Return what matches a call: of two figures only those that are a bid of ``rules``."""
    long_bids = "".join(f"{bid}|" for bid in rules.legal_bids if bid.value > _ONE_FIGURE)
    return re.compile(
        rf"(?P<blank>[{BLANKS},]+)|(?P<call>p|{long_bids}[0-9]|[shdcnl][0-9]*)|(?P<other>.)",
        re.IGNORECASE | re.ASCII | re.DOTALL,
    )


def _read_calls(
    text: str, span: Span, auction: BiddingAuction, *, as_played: bool
) -> BiddingAuction:
    for match in _calls_of(auction.rules).finditer(text, *span):
        if match["blank"]:
            continue
        try:
            if match["other"]:
                raise NotationError(
                    ErrorCode.BAD_VALUE,
                    f"{match[0].lower()!r} is not a call",
                    hint="calls: p pass, a number; then the trump: s h d c, n and l no-trump",
                )
            auction = with_call(auction, Call.parse(match[0].lower()), as_played=as_played)
        except EuchreError as error:
            error.span = match.span()
            raise
    return auction


def _read_answers(text: str, span: Span, auction: BiddingAuction) -> BiddingAuction:
    for at in range(*span):
        written = text[at].lower()
        if written in BLANKS:
            continue
        if written not in _ANSWER:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{written!r} is not an answer",
                span=(at, at + 1),
                hint="after the trump: p for playing, d for dropping out, from the maker's left",
            )
        try:
            auction = auction.defend(alone=_ANSWER[written])
        except RuleError as error:
            error.span = at, at + 1
            raise
    return auction


def read_bid_contract(text: str, span: Span, rules: Rules) -> Contract:
    """Return the contract of an auction game at ``span``: maker, trump, partners, the bid."""
    match = _CONTRACT.fullmatch(text, *span)
    if match is None:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{text[slice(*span)]!r} is not a contract of an auction",
            span=span,
            hint="a contract is a seat, a trump, the partners picked, a hyphen and the bid: 3h25-4",
        )
    maker, bid = int(match["maker"]), int(match["bid"] or 0)
    terms = next((terms for terms in rules.legal_bids if terms.value == bid), None)
    contract = Contract(
        Trump(match["trump"].lower()),
        maker,
        2,
        terms is not None and terms.alone,
        partners=_seats(match["partners"]),
        bid=bid,
        dropped=_seats(match["dropped"] or ""),
    )
    try:
        if maker not in rules.seats:
            raise RuleError(ErrorCode.BAD_SEAT, f"{maker} is not a seat of {rules}")
        verify_stated_contract(contract, rules, None)
    except RuleError as error:
        error.span = span
        raise
    return contract


def _seats(written: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, written)))


def format_bids(auction: BiddingAuction) -> str:
    """Return calls and answers as :func:`read_bids` reads them; empty for none."""
    players = auction.rules.players
    groups = ["".join(map(str, auction.calls[:players]))]
    if len(auction.calls) > players:
        groups.append("".join(map(str, auction.calls[players:])))
    if auction.defence and auction.rules.sides is Sides.EACH_FOR_HIMSELF:
        groups.append("".join("d" if out else "p" for out in auction.defence))
    return "-".join(groups)
