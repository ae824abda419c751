"""One hand as typed on a command line, ``"JS JC AS KH 9D" --up TH --seat 3``.

Each option is a text of its own, read as laxly as a deal line; a fault names the option.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from euchre_solve.auction import PASS, Auction
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.cards import NO_CARDS
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.formats.bid_values import read_bids
from euchre_solve.formats.card_text import BLANKS
from euchre_solve.formats.deal_reader import DEFAULT_RULES, ParsedDeal
from euchre_solve.formats.field_values import (
    read_calls,
    read_cards,
    read_hand,
    read_score,
    read_seat,
)
from euchre_solve.formats.implied import game_over, turned_back
from euchre_solve.formats.line_parts import verify_text
from euchre_solve.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class BareHand:
    """A hand and what goes with it, each as typed; None for an option that wasn't given.

    ``bids`` are the calls from eldest hand on, by default a pass of every seat before; ``seat``
    the holder's, by default the seat to call after ``bids``; ``score`` the holder's side first.
    """

    cards: str
    up: str | None = None
    seat: str | None = None
    bids: str | None = None
    score: str | None = None


def parse_bare_hand(bare: BareHand, rules: Rules | None = None) -> Deal:
    """Return the deal that ``bare`` describes.

    >>> from euchre_solve.formats.deal_line import format_deal
    >>> format_deal(parse_bare_hand(BareHand(cards="JS JC AS KH 9D", up="TH", seat="3")))
    '3:AsJsKh9dJc_u:Th_b:pp'
    """
    return read_bare_hand(bare, rules).deal


def read_bare_hand(bare: BareHand, rules: Rules | None = None) -> ParsedDeal:
    """Return the deal that ``bare`` describes, with warnings; raises `EuchreError`."""
    rules = rules or DEFAULT_RULES
    deal = _empty_deal(bare, rules)
    seat = _seat(bare, deal)
    with naming_option("<arg>", bare.cards) as span:
        hand = read_hand(bare.cards, span, rules, seat)
        hands = [NO_CARDS] * rules.players
        hands[seat - 1] = hand.cards
        try:
            deal = replace(deal, hands=tuple(hands))
        except RuleError as error:
            cards = (token for token in hand.tokens if token.card == error.card)
            error.span = next((token.span for token in cards), span)
            if error.code is ErrorCode.DUPLICATE_CARD:
                error.message = f"{error.card} is the upcard"
            raise
    if bare.bids is None and (deal.upcard or rules.is_auction):
        deal = replace(deal, calls=(PASS,) * rules.callers.index(seat))
    if bare.score is None:
        return ParsedDeal(deal)
    with naming_option("--score", bare.score) as span:
        deal = replace(deal, score=turned_back(read_score(bare.score, span, rules), seat))
    return ParsedDeal(deal, tuple(game_over(deal, bare.score, span, source="--score")))


def _empty_deal(bare: BareHand, rules: Rules) -> Deal:
    """Return the upcard and the calls, without a card in a hand."""
    deal = Deal(rules, (NO_CARDS,) * rules.players)
    if bare.up is not None:
        with naming_option("--up", bare.up) as span:
            if rules.is_auction:
                raise RuleError(ErrorCode.CONFLICT, f"nothing is turned up in {rules}")
            cards = [token.card for token in read_cards(bare.up, span, rules, "the upcard")]
            if len(cards) > 1:
                raise NotationError(ErrorCode.BAD_VALUE, "the upcard is one card")
            deal = replace(deal, upcard=cards[0])
    if bare.bids is not None:
        with naming_option("--bids", bare.bids) as span:
            auction = _read_calls(bare.bids, span, deal)
            deal = replace(deal, calls=auction.calls, defence=auction.defence)
    return deal


def _read_calls(text: str, span: Span, deal: Deal) -> Auction | BiddingAuction:
    if deal.rules.is_auction:
        return read_bids(text, span, deal.bidding)
    if deal.upcard is None:
        raise RuleError(ErrorCode.NO_UPCARD, "there is no upcard to call on", hint="add --up")
    return read_calls(text, span, Auction(deal.rules, deal.upcard))


def _seat(bare: BareHand, deal: Deal) -> int:
    """Return the seat of the hand, which is the seat to call while there are calls to come."""
    turn = deal.seat if deal.phase is Phase.CALL else None
    if bare.seat is None:
        if turn is None:
            raise NotationError(
                ErrorCode.BAD_SEAT,
                "whose hand is it?",
                span=(0, 0),
                text="",
                source="--seat",
                hint="trump is made, so state the seat: --seat 1 is the dealer's left",
            )
        return turn
    with naming_option("--seat", bare.seat) as span:
        seat = read_seat(bare.seat, span, deal.rules)
        if bare.bids is not None and turn not in {None, seat}:
            raise RuleError(
                ErrorCode.OUT_OF_TURN,
                f"after those calls it is seat {turn} that calls, not seat {seat}",
                hint=f"state the calls before seat {seat} with --bids",
            )
        return seat


@contextmanager
def naming_option(source: str, text: str) -> Iterator[Span]:
    """Yield the place of what is written in an option; its errors name it and have a place."""
    start = len(text) - len(text.lstrip(BLANKS))
    span = start, max(start, len(text.rstrip(BLANKS)))
    try:
        verify_text(text)
        if span[0] == span[1]:
            raise NotationError(
                ErrorCode.EMPTY, "there is nothing here", hint="see --help for what goes here"
            )
        yield span
    except EuchreError as error:
        error.source, error.text = source, text
        error.span = error.span or span
        raise
