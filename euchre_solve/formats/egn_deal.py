"""One deal of an EGN document: cards, calls, hands, tricks of seats at a table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from euchre_solve.auction import ORDER, PASS, Auction, Call
from euchre_solve.cards import BEST_BOWER, DECK, NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.formats.implied import with_inferred_discard
from euchre_solve.formats.json_text import JsonObject
from euchre_solve.formats.record import Pairs, Remark
from euchre_solve.formats.tag_text import is_key
from euchre_solve.replay import replay
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

EXTRA: Final = "egn."
"""Begins the key of a word or tag that holds something of EGN as JSON."""

_SUITS: Final = "shdc"
_CARDS: Final = {str(card).lower(): card for card in DECK} | {
    "b": BEST_BOWER,
    **{f"n{suit}": Card.parse(f"9{suit}") for suit in _SUITS},
    **{f"10{suit}": Card.parse(f"T{suit}") for suit in _SUITS},
}
_UNKNOWN: Final = {"", "x", *(f"{rank}x" for rank in "x789ntjqka"), *(f"x{s}" for s in _SUITS)}
_CALLS: Final = {"pass": PASS, "order": ORDER} | {
    trump.value: Call(trump) for trump in Trump if trump is not Trump.LOW_NO_TRUMP
}
_DEAL_KEYS: Final = ("dealNumber", "initialState", "phases")
_STATE_KEYS: Final = ("dealer", "upCard", "playerCards", "kitty")
_PHASE_KEYS: Final = ("phaseNumber", "type", "isAlone")
_BIDDING_KEYS: Final = (
    *_PHASE_KEYS,
    *("calls", "discard", "aloneDefender", "cardExchanges", "callAnnotations"),
)
_PLAY_KEYS: Final = (*_PHASE_KEYS, "tricks", "initialLead", "playAnnotations")
_BIDDING: Final = "EUCHRE_BIDDING"
_PLAY: Final = "TRICK_PLAY"
_PLAYERS: Final = 4


class EgnDeal(NamedTuple):
    """What a deal of a document says; ``dealer`` and ``leader`` are seats of the table."""

    deal: Deal
    dealer: int
    leader: int | None
    remarks: tuple[Remark, ...]
    words: Pairs


def seat_of(table_seat: int, dealer: int) -> int:
    """Return the seat, 1 for eldest, of a seat at the table."""
    return (table_seat - dealer - 1) % _PLAYERS + 1


def table_seat_of(seat: int, dealer: int) -> int:
    """Return the seat at the table of a seat counted from eldest."""
    return (seat + dealer) % _PLAYERS


def read_egn_deal(node: JsonObject, rules: Rules, target: int | None) -> EgnDeal:
    """Return the deal of a node as it was recorded; raises `EuchreError`."""
    state = _object(node.need(dict, "initialState"))
    bidding, play, others = _phases(node)
    dealer = _table_seat(state.need(int, "dealer"), "dealer")
    if bidding.take(list, "cardExchanges"):
        raise RuleError(ErrorCode.NOT_BUILT, "exchanges of cards aren't built yet")
    upcard = _card(state.pick("upCard"), "upCard")
    alone = bool(bidding.take(bool, "isAlone") or play.take(bool, "isAlone"))
    calls = _calls(bidding.take(list, "calls") or [], rules, alone=alone)
    contract = _contract_without_upcard(calls, rules) if upcard is None else None
    hands = list(_hands(state.take(list, "playerCards") or [], dealer))
    discarded = _card(bidding.pick("discard"), "discard")
    deal = Deal(
        rules,
        (*hands[:-1], NO_CARDS),
        upcard,
        kitty=_set(state.take(list, "kitty") or [], "kitty", without=upcard),
        calls=calls if upcard else (),
        defence=_defence(bidding, rules, upcard, calls, dealer),
        stated_contract=contract,
        discarded=discarded,
        tricks=_tricks(play.take(list, "tricks") or []),
        target=target,
    )
    if deal.tricks and deal.contract is None:
        raise RuleError(ErrorCode.NO_CONTRACT, "cards are played, but no call made trump")
    deal = replace(deal, hands=(*hands[:-1], _dealt_to_dealer(hands[-1], deal)))
    leader = play.take(int, "initialLead")
    return EgnDeal(
        with_inferred_discard(deal),
        dealer,
        None if leader is None or leader < 0 else _table_seat(leader, "initialLead"),
        (*_remarks(bidding, "b", "callAnnotations"), *_remarks(play, "t", "playAnnotations")),
        (
            *extras(node.rest(_DEAL_KEYS)),
            *extras(state.rest(_STATE_KEYS), "initialState."),
            *extras(bidding.rest(_BIDDING_KEYS), "bidding."),
            *extras(play.rest(_PLAY_KEYS), "play."),
            *extras({"phases": others} if others else {}),
        ),
    )


def extras(rest: dict[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    """Yield what else a node holds, as JSON in one line; what no key can name as one object."""
    odd = {key: value for key, value in rest.items() if not is_key(key)}
    for key, value in rest.items():
        if key not in odd:
            yield f"{EXTRA}{prefix}{key}", compact(value)
    if odd:
        yield f"{EXTRA}{prefix}other", compact(odd)


def compact(value: Any) -> str:
    """Return JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _object(value: Any) -> JsonObject:
    return value if isinstance(value, JsonObject) else JsonObject(value)


def _phases(node: JsonObject) -> tuple[JsonObject, JsonObject, list[Any]]:
    """Return the bidding, the play, and phases that euchre doesn't have."""
    others = []
    found = {_BIDDING: JsonObject(), _PLAY: JsonObject()}
    for phase in node.take(list, "phases") or []:
        if not isinstance(phase, JsonObject):
            raise NotationError(ErrorCode.BAD_VALUE, "a phase is not an object")
        kind = phase.take(str, "type") or ""
        if kind in found:
            found[kind] = phase
        else:
            others.append(phase)
    return found[_BIDDING], found[_PLAY], others


def _table_seat(number: int, what: str) -> int:
    if 0 <= number < _PLAYERS:
        return number
    raise NotationError(ErrorCode.BAD_SEAT, f"{what} {number} is not a seat", hint="seats are 0–3")


def _card(text: Any, what: str) -> Card | None:
    """Return a card; None for one that isn't known."""
    written = text.lower() if isinstance(text, str) else None
    if text is None or written in _UNKNOWN:
        return None
    card = _CARDS.get(written) if written is not None else None
    if card is None:
        raise NotationError(ErrorCode.BAD_CARD, f"{text!r} as {what} is not a card")
    return card


def _set(texts: list[Any], what: str, without: Card | None = None) -> CardSet:
    mask = 0
    for text in texts:
        card = _card(text, what)
        if card is None or card == without:
            continue
        if card in CardSet(mask):
            raise RuleError(ErrorCode.DUPLICATE_CARD, f"{card} is twice in {what}")
        mask |= 1 << card.index
    return CardSet(mask)


def _hands(texts: list[Any], dealer: int) -> Iterable[CardSet]:
    """Yield the cards stated of each seat from eldest on."""
    if texts and len(texts) != _PLAYERS:
        raise RuleError(ErrorCode.TOO_MANY_HANDS, f"{len(texts)} hands for {_PLAYERS} players")
    for seat in range(1, _PLAYERS + 1):
        hand = texts[table_seat_of(seat, dealer)] if texts else []
        if not isinstance(hand, list):
            raise NotationError(ErrorCode.BAD_VALUE, "a hand in playerCards is not an array")
        yield _set(hand, f"the hand of seat {seat}")


def _dealt_to_dealer(stated: CardSet, deal: Deal) -> CardSet:
    """Return the dealer's hand as dealt: some files show it after the pick-up."""
    if deal.upcard is None or deal.upcard not in stated or not replay(deal).picks_up:
        return stated
    dealt = stated.without_card(deal.upcard)
    return dealt.with_card(deal.discarded) if deal.discarded else dealt


def _calls(texts: list[Any], rules: Rules, *, alone: bool) -> tuple[Call, ...]:
    calls: list[Call] = []
    for text in texts:
        call = _CALLS.get(text.lower()) if isinstance(text, str) else None
        if call is None:
            raise NotationError(ErrorCode.BAD_VALUE, f"{text!r} is not a call")
        if len(calls) == 2 * rules.players or (calls and calls[-1] != PASS):
            raise RuleError(ErrorCode.AFTER_END, f"{text} is called after trump is made")
        calls.append(call)
    if alone and calls and calls[-1] != PASS:
        calls[-1] = replace(calls[-1], alone=True)
    return tuple(calls)


def _contract_without_upcard(calls: tuple[Call, ...], rules: Rules) -> Contract | None:
    if not calls or calls[-1] == PASS:
        return None
    last = calls[-1]
    if not isinstance(last.act, Trump):
        raise RuleError(
            ErrorCode.NO_UPCARD,
            "ordered up, but the upcard isn't known",
            hint="add upCard to initialState",
        )
    return Contract(last.act, (len(calls) - 1) % rules.players + 1, 2, last.alone)


def _defence(
    bidding: JsonObject,
    rules: Rules,
    upcard: Card | None,
    calls: tuple[Call, ...],
    dealer: int,
) -> tuple[bool, ...]:
    """Return the defenders' answers; none where nobody may defend alone."""
    lone = bidding.take(int, "aloneDefender")
    if lone is None or upcard is None or not calls or calls[-1] == PASS:
        return ()
    contract = Auction(rules, upcard, calls).contract
    if contract is None or not rules.may_defend_alone(alone=contract.alone):
        return ()
    if lone < 0:
        return (False, False)
    first, second = contract.defenders(rules)
    seat = seat_of(_table_seat(lone, "aloneDefender"), dealer)
    if seat not in {first, second}:
        raise RuleError(ErrorCode.NOT_ALONE, f"seat {seat} may not defend alone")
    return (True,) if seat == first else (False, True)


def _tricks(texts: list[Any]) -> tuple[tuple[Card, ...], ...]:
    tricks = []
    for trick in texts:
        if not isinstance(trick, list):
            raise NotationError(ErrorCode.BAD_VALUE, "a trick is not an array of cards")
        cards = [_card(text, "a card played") for text in trick]
        while cards and cards[-1] is None:
            cards.pop()
        if None in cards:
            raise NotationError(ErrorCode.BAD_CARD, "an unknown card is played")
        tricks.append(tuple(card for card in cards if card))
    while tricks and not tricks[-1]:
        tricks.pop()
    if () in tricks:
        raise NotationError(ErrorCode.BAD_VALUE, "a trick without cards stands before another")
    return tuple(tricks)


def _remarks(phase: JsonObject, letter: str, key: str) -> Iterable[Remark]:
    notes = phase.take(dict, key) or {}
    for number, texts in notes.items():
        if not (number.isascii() and number.isdigit() and len(number) <= 4):  # noqa: PLR2004
            continue
        for text in texts if isinstance(texts, list) else [texts]:
            if isinstance(text, str):
                yield Remark(f"{letter}{int(number) + 1}", text)
