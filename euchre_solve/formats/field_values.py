"""The values of a deal line's parts: a seat, a hand, calls, a contract, a score.

Each reader gets the text and the place of the value in it, and raises `EuchreError` with the place
of what is wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from euchre_solve.auction import PASS, Auction, Call
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.cards import NO_CARDS, Card, CardSet, Suit
from euchre_solve.contract import Contract, verify_stated_contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.exchange import KITTY, Transfer
from euchre_solve.formats.card_text import BLANKS, CardText, CardToken, scan_cards
from euchre_solve.match import RUBBER
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

MAX_POINTS: Final = 1000
"""The highest score, and the highest target of a game."""

_Calls = TypeVar("_Calls", Auction, BiddingAuction)
_COMPASS: Final = "nesw"
_CALL: Final = re.compile(
    rf"(?P<dash>-)|(?P<blank>[{BLANKS},]+)|(?P<call>ba|[polshdcn]a?)|(?P<bid>\d+)|(?P<other>.)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_CONTRACT: Final = re.compile(
    r"(?P<maker>[0-9nesw])(?P<trump>[shdcnl])(?P<blind>b?)(?P<alone>a?)(?P<called>[shdc]?)(?:(?P<defender>[0-9nesw])a)?"
    r"(?:-(?P<dropped>[1-9]+))?",
    re.IGNORECASE | re.ASCII,
)
_TRANSFER: Final = re.compile(r"[ ]*([0-9kK])[ ]*-[ ]*([0-9kK])")
_SCORE: Final = re.compile(r"-?[0-9]{1,4}([ ]*-[ ]*-?[0-9]{1,4})*")
_BETWEEN: Final = re.compile(r"(?<=[0-9])[ ]*-[ ]*")


class WrittenHand(NamedTuple):
    """The known cards of a hand, and where each stands."""

    cards: CardSet
    tokens: tuple[CardToken, ...]


_UNKNOWN_HAND: Final = WrittenHand(NO_CARDS, ())


def read_seat(text: str, span: Span, rules: Rules, dealer: str | None = None) -> int:
    """Return the seat written at ``span``: a number, or a compass letter if ``dealer`` is one."""
    written = text[slice(*span)].lower()
    if dealer and written and written in _COMPASS and len(written) == 1:
        return (_COMPASS.index(written) - _COMPASS.index(dealer) - 1) % rules.players + 1
    if written.isascii() and written.isdigit() and written.lstrip("0") == written:
        seat = int(written) if len(written) == 1 else 0
        if seat in rules.seats:
            return seat
    raise NotationError(
        ErrorCode.BAD_SEAT,
        f"{written!r} is not a seat",
        span=span,
        hint=f"seats are 1 (the dealer's left) to {rules.players} (the dealer)",
    )


def is_compass(written: str) -> bool:
    """Tell whether ``written`` is a seat by compass letter."""
    return len(written) == 1 and written.lower() in _COMPASS


def read_hand(text: str, span: Span, rules: Rules, seat: int) -> WrittenHand:
    """Return the hand of ``seat``: ``-``, or cards and perhaps an ``x`` for those not known."""
    start, end = span
    if end - start == 1 and text[start] == "-":
        return _UNKNOWN_HAND
    owner = f"the hand of seat {seat}"
    if start == end:
        raise NotationError(
            ErrorCode.EMPTY, f"{owner} is empty", span=span, hint="write - for an unknown hand"
        )
    found = scan_cards(text, span, rules)
    known = read_set(found.tokens, f"in {owner}")
    _verify_size(found, span, rules, owner)
    return WrittenHand(known, found.tokens)


def _verify_size(found: CardText, span: Span, rules: Rules, owner: str) -> None:
    size, room = len(found.tokens), rules.hand_size
    if size > room or (size == room and found.rest):
        excess = found.rest or (0, 0)
        if size > room:
            excess = found.tokens[room].start, found.tokens[-1].end
        raise RuleError(
            ErrorCode.TOO_MANY_CARDS,
            f"{owner} has {size} cards{' and more' if found.rest else ''}, {room} at most",
            span=excess,
            hint="hands are as dealt: the dealer's five, without the upcard"
            if room + 1 == size and not found.rest
            else None,
        )
    if size < room and not found.rest:
        raise RuleError(
            ErrorCode.TOO_FEW_CARDS,
            f"{owner} has {size} card{'s' * (size != 1)} of {room}",
            span=span,
            hint="end it with x if the others aren't known",
        )


def read_set(tokens: tuple[CardToken, ...], where: str) -> CardSet:
    """Return the known cards among ``tokens``; raises `RuleError` if one is there twice."""
    mask = 0
    for card, start, end in tokens:
        if card is None:
            continue
        bit = 1 << card.index
        if mask & bit:
            raise RuleError(
                ErrorCode.DUPLICATE_CARD,
                f"{card} is twice {where}",
                span=(start, end),
                card=card,
                hint="each card occurs once in this deck",
            )
        mask |= bit
    return CardSet(mask)


def read_cards(text: str, span: Span, rules: Rules, where: str) -> tuple[CardToken, ...]:
    """Return cards that are all known; ``where`` says what they are."""
    found = scan_cards(text, span, rules)
    unknown = found.rest or next((token.span for token in found.tokens if not token.card), None)
    if unknown or not found.tokens:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{where} can't be left unknown here",
            span=unknown or span,
            hint="leave out what isn't known",
        )
    return found.tokens


def read_calls(text: str, span: Span, auction: Auction, *, as_played: bool = False) -> Auction:
    """Return ``auction`` after the calls at ``span``; ``-`` alone stands for no call yet.

    ``as_played`` takes a call that the rules forbid too, as long as a call was due.
    """
    if text[slice(*span)] == "-":
        return auction
    turned_down = False
    for match in _CALL.finditer(text, *span):
        if match["blank"]:
            continue
        if match["dash"]:
            if auction.suit_caller:
                return _read_called_suit(text, (match.end(), span[1]), auction)
            if auction.contract:
                return _read_defence(text, (match.end(), span[1]), auction)
            if turned_down or len(auction.calls) != auction.rules.players:
                raise NotationError(
                    ErrorCode.BAD_VALUE,
                    "no round of calls ends here",
                    span=match.span(),
                    hint=f"a round has {auction.rules.players} calls",
                )
            turned_down = True
            continue
        try:
            auction = with_call(auction, _call(match), as_played=as_played)
        except EuchreError as error:
            error.span = match.span()
            raise
    return auction


def with_call(auction: _Calls, call: Call, *, as_played: bool) -> _Calls:
    """Return the auction after ``call``; ``as_played`` takes an illegal one as it was made."""
    if as_played and auction.seat is not None:
        return replace(auction, calls=(*auction.calls, call))
    return auction.call(call)


def call_spans(text: str, span: Span) -> list[Span]:
    """Return where each call at ``span`` stands."""
    found = _CALL.finditer(text, *span)
    return [match.span() for match in found if match["call"] or match["bid"]]


def _call(match: re.Match[str]) -> Call:
    written = match[0].lower()
    if match["bid"]:
        raise RuleError(
            ErrorCode.ILLEGAL_CALL, "a number is bid only where trump is made by bidding"
        )
    if match["other"] or written == f"{PASS}a":
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{written!r} is not a call",
            hint="calls: p pass, o order up, s h d c name a suit, n no-trump; then a for alone",
        )
    return Call.parse(written)


def _read_called_suit(text: str, span: Span, auction: Auction) -> Auction:
    written = text[slice(*span)].strip(BLANKS).lower()
    suit = next((suit for suit in Suit if suit.value == written), None)
    if suit is None:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{written!r} is not a suit that is called",
            span=span,
            hint="after the contract comes the suit of the partner's card: s, h, d or c",
        )
    return auction.call_suit(suit)


def _read_defence(text: str, span: Span, auction: Auction) -> Auction:
    for at in range(*span):
        written = text[at].lower()
        if written in BLANKS:
            continue
        said = "d" if auction.rules.counts_down else "a"
        if written not in {"p", said}:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{written!r} is not a defender's answer",
                span=(at, at + 1),
                hint="after the contract: p for playing, d for dropping out, from the maker's left"
                if auction.rules.counts_down
                else "after the contract: p for together, a for alone, from the maker's left",
            )
        try:
            auction = auction.defend(alone=written == said)
        except RuleError as error:
            error.span = at, at + 1
            raise
    return auction


def read_contract(
    text: str, span: Span, rules: Rules, upcard: Card | None, dealer: str | None
) -> Contract:
    """Return the contract at ``span``, made in round 1 if the ``upcard`` allows its suit there."""
    match = _CONTRACT.fullmatch(text, *span)
    if match is None or (match["blind"] and not match["alone"]):
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{text[slice(*span)]!r} is not a contract",
            span=span,
            hint="a contract is a seat, a suit and a for alone: 3h, 3ha; or 3ha2a if seat 2 defends"
            " alone",
        )
    trump = Trump(match["trump"].lower())
    is_turned_up = upcard is not None and upcard.suit in {trump.suit, None}
    contract = Contract(
        trump,
        read_seat(text, match.span("maker"), rules, dealer),
        1 if is_turned_up else 2,
        alone=bool(match["alone"]),
        called=Suit(match["called"].lower()) if match["called"] else None,
        dropped=tuple(sorted(map(int, match["dropped"] or ""))),
        blind=bool(match["blind"]),
    )
    if match["defender"]:
        defender = read_seat(text, match.span("defender"), rules, dealer)
        contract = replace(contract, lone_defender=defender)
    try:
        verify_stated_contract(contract, rules, upcard)
    except RuleError as error:
        error.span = span
        raise
    return contract


def with_exchanges(deal: Deal, text: str, span: Span) -> Deal:
    """Return ``deal`` with the exchanges at ``span``: from-toCARDS, dots between."""
    transfers = []
    start = span[0]
    for piece in text[slice(*span)].split("."):
        match = _TRANSFER.match(piece)
        at = start, start + len(piece)
        if match is None:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{piece!r} is no exchange",
                span=at,
                hint="write from-toCARDS, k for the kitty: 3-1Js.1-3Td",
            )
        giver, taker = (
            KITTY
            if match[end].lower() == "k"
            else read_seat(text, (at[0] + match.start(end), at[0] + match.end(end)), deal.rules)
            for end in (1, 2)
        )
        tokens = read_cards(text, (at[0] + match.end(), at[1]), deal.rules, "a card exchanged")
        transfers.append(Transfer(giver, taker, read_set(tokens, "in the exchange")))
        start = at[1] + 1
    try:
        deal = replace(deal, exchanges=tuple(transfers))
        _ = deal.settled
    except RuleError as error:
        error.span = span
        raise
    return deal


def read_score(text: str, span: Span, rules: Rules | None = None) -> tuple[int, ...]:
    """Return the figures of a score in their order: those of two sides, or as ``rules`` have it."""
    size = rules.score_size if rules else 2
    match = _SCORE.fullmatch(text, *span)
    figures = tuple(map(int, _BETWEEN.split(match[0]))) if match else ()
    may_be_below_0 = rules is not None and rules.may_score_below_0
    if (
        len(figures) != size
        or max(map(abs, figures)) > MAX_POINTS
        or (min(figures) < 0 and not may_be_below_0)
    ):
        number = "two" if size == 2 else f"{size}"  # noqa: PLR2004 - sides
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{text[slice(*span)]!r} is not a score",
            span=span,
            hint=f"a score is {number} figures, such as {'-'.join('6903217'[:size])}",
        )
    return figures


def read_games(text: str, span: Span) -> tuple[int, int]:
    """Return the games that two sides have won of a rubber that isn't over."""
    ours, theirs = read_score(text, span)
    if max(ours, theirs) >= RUBBER:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"at {text[slice(*span)]} games the rubber is over",
            span=span,
            hint=f"{RUBBER} games win it",
        )
    return ours, theirs


def read_number(text: str, span: Span, what: str) -> int:
    """Return the positive number at ``span``; ``what`` says what it counts."""
    written = text[slice(*span)]
    if written.isascii() and written.isdigit() and len(written) <= len(str(MAX_POINTS)):
        number = int(written)
        if 1 <= number <= MAX_POINTS:
            return number
    raise NotationError(
        ErrorCode.BAD_VALUE,
        f"{written!r} is not {what}",
        span=span,
        hint=f"a whole number from 1 to {MAX_POINTS}",
    )
