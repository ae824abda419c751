"""One hand of a transcript, line by line; see :mod:`euchre_solve.formats.transcript`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from euchre_solve.auction import ORDER, PASS, Call
from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.formats.pack import (
    CARD,
    SUIT,
    Pack,
    deal_pack,
    parse_card_name,
    parse_suit_name,
)
from euchre_solve.formats.recorded_play import with_play
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

_SEATS: Final = 4
_OFFER: Final = "Discard upcard:"
_LINE: Final = re.compile(
    rf"(?P<dealer>.+) deals"
    rf"|(?P<upcard>{CARD}) turned up"
    rf"|(?P<passer>.+) passes"
    rf"|(?P<maker>.+) orders up (?P<suit>{SUIT})"
    rf"|(?P<card>{CARD}) (?P<how>led|played) by (?P<player>.+)"
    rf"|(?P<taker>.+) takes the trick"
    rf"|Human player (?P<holder>.+)'s hand: \[(?P<index>\d)\] (?P<held>{CARD})"
    rf"|(?P<prompt>Human player .+, please .+:|{re.escape(_OFFER)}.*)"
    rf"|(?P<answer>pass|{SUIT}|-?\d{{1,2}})"
    rf"|(?P<result>march!|euchred!|.+ and .+ win the hand)"
    rf"|(?P<blank>)",
    re.IGNORECASE,
)
_UPCARD_ANSWER: Final = -1


class Table:
    """The players in the order of their seats at the table, as far as they are known."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def side_of(self, pair: tuple[str, str], first: int) -> int:
        """Return which side a pair of names is; ``first`` if the names don't tell."""
        sides = [side for side in (0, 1) if self.names[side::2] == pair]
        return sides[0] if len(sides) == 1 else min(first, 1)


class HandReader:
    """The reading of one hand: `feed` it the lines after ``Hand n``, then ask for `finished`.

    ``dealer`` is the dealer's place at the table.
    """

    def __init__(self, rules: Rules, table: Table, number: int, pack: Pack | None) -> None:
        self.rules = rules
        self.table = table
        self.number = number
        self.dealt = deal_pack(pack) if pack else None
        self.dealer = number % _SEATS
        self.seat_names: list[str] = [""] * _SEATS
        self.deal: Deal | None = None
        self.state: Play | None = None
        self.shown: list[Card] = []
        self.shown_to = ""
        self.offered: list[Card] = []
        self.played = [NO_CARDS] * _SEATS
        self.late_discard: Card | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names from seat 1 on; empty where unknown."""
        return tuple(self.seat_names)

    def feed(self, text: str) -> None:
        """Take in one line; raises `EuchreError` if it can't be."""
        match = _LINE.fullmatch(text)
        if match is None:
            raise NotationError(ErrorCode.BAD_FIELD, "this is no line of a transcript")
        if match["index"] is None:
            self._end_of_shown(is_discard=text.startswith(_OFFER))
        if match["dealer"]:
            self._sit_down(match["dealer"])
        elif match["upcard"]:
            self._turn_up(parse_card_name(match["upcard"]))
        elif match["passer"]:
            self._call(match["passer"], None)
        elif match["maker"]:
            self._call(match["maker"], Trump(parse_suit_name(match["suit"])))
        elif match["player"]:
            self._play(match["player"], parse_card_name(match["card"]), match["how"])
        elif match["taker"]:
            self._verify_taker(match["taker"])
        elif match["holder"]:
            self._show(match["holder"], int(match["index"]), parse_card_name(match["held"]))
        elif match["answer"]:
            self._answer(match["answer"])

    def finished(self) -> Deal:
        """Return the deal of the lines so far; raises `EuchreError` if they contradict it."""
        deal = self._begun
        if self.state is None:
            return deal
        deal = replace(deal, tricks=self.state.tricks)
        if self.late_discard and deal.discarded is None:
            deal = deal.discard(self.late_discard)
        return with_play(deal, deal.play_state)

    @property
    def _begun(self) -> Deal:
        if self.deal is None:
            raise RuleError(
                ErrorCode.NO_UPCARD,
                "the hand has no upcard yet",
                hint="after the dealer stands a line such as Jack of Diamonds turned up",
            )
        return self.deal

    # --- players

    def _sit_down(self, dealer: str) -> None:
        """Take in who deals, and so where the others sit."""
        players = self.table.names
        if players and dealer not in players:
            raise RuleError(ErrorCode.OUT_OF_TURN, f"{dealer} is not one of {', '.join(players)}")
        if players and players[self.dealer] != dealer:
            self.dealer = players.index(dealer)
        for seat in self.rules.seats:
            self.seat_names[seat - 1] = players[(self.dealer + seat) % _SEATS] if players else ""
        self.seat_names[-1] = dealer

    def _verify_player(self, seat: int, name: str) -> None:
        """Raise `RuleError` unless ``name`` may be the player at ``seat``, who acts now."""
        known = self.seat_names[seat - 1]
        if known and known != name:
            raise RuleError(ErrorCode.OUT_OF_TURN, f"it is the turn of {known}, not of {name}")
        self.seat_names[seat - 1] = name
        if all(self.seat_names) and not self.table.names:
            places = range(_SEATS)
            self.table.names = tuple(self.seat_names[(at - self.dealer - 1) % 4] for at in places)

    # --- cards shown

    def _turn_up(self, card: Card) -> None:
        if self.dealt is None:
            self.deal = Deal(self.rules, (NO_CARDS,) * _SEATS, card)
            return
        if self.dealt.upcard != card:
            raise RuleError(
                ErrorCode.CONFLICT,
                f"from this pack {self.dealt.upcard} is turned up, not {card}",
                hint="is it the pack of this game, and was it shuffled?",
            )
        self.deal = Deal(self.rules, self.dealt.hands, card, kitty=self.dealt.kitty)

    def _show(self, name: str, index: int, card: Card) -> None:
        if index == 0:
            self._end_of_shown(is_discard=False)
        self.shown.append(card)
        self.shown_to = name

    def _end_of_shown(self, *, is_discard: bool) -> None:
        """Take in the hand that a human player was shown in the lines before."""
        shown, self.shown = self.shown, []
        if not shown:
            return
        deal = self._begun
        cards = CardSet.from_cards(shown)
        seat = deal.rules.dealer if is_discard else deal.seat
        if self.state or (deal.phase is Phase.DISCARD and not is_discard):
            seat = (self.state or deal.play_state).turn
        if seat is None:
            raise RuleError(ErrorCode.AFTER_END, "a hand is shown after the last card")
        self._verify_player(seat, self.shown_to)
        if is_discard:
            self.offered = shown
        if deal.contract is None or is_discard:
            self._know(seat, cards)
        else:
            self._know_held(seat, cards | self.played[seat - 1])

    def _know_held(self, seat: int, cards: CardSet) -> None:
        """Take in all cards that ``seat`` plays, from a hand shown during the play."""
        deal = self._begun
        six = deal.six_cards if seat == self.rules.dealer else NO_CARDS
        if not six.mask or deal.upcard is None:
            self._know(seat, cards)
        elif deal.upcard not in cards:
            self.late_discard = deal.upcard
            self._know(seat, cards)
        else:
            self._know(seat, cards.without_card(deal.upcard))
            if len(six) > self.rules.hand_size and len(six - cards) == 1:
                self.late_discard = next(iter(six - cards))

    def _know(self, seat: int, cards: CardSet) -> None:
        deal = self._begun
        hands = list(deal.hands)
        hands[seat - 1] |= cards
        if len(hands[seat - 1]) > self.rules.hand_size:
            raise RuleError(
                ErrorCode.CONFLICT, f"{self.shown_to} was dealt {deal.hands[seat - 1]}, not {cards}"
            )
        self.deal = replace(deal, hands=tuple(hands))

    def _answer(self, text: str) -> None:
        """Take in what was typed: of interest only for the discard, shown nowhere else."""
        offered, self.offered = self.offered, []
        if not offered or not text.lstrip("-").isdigit():
            return
        index = int(text)
        if index >= len(offered) or index < _UPCARD_ANSWER:
            raise NotationError(ErrorCode.BAD_VALUE, f"there was no card {index}")
        deal = self._begun
        card = deal.upcard if index == _UPCARD_ANSWER else offered[index]
        assert card is not None
        self.deal = deal.discard(card)

    # --- acts

    def _call(self, name: str, trump: Trump | None) -> None:
        auction = self._begun.auction
        if auction.seat:
            self._verify_player(auction.seat, name)
        call = PASS if trump is None else Call(trump)
        if trump and auction.round == 1 and trump.suit is auction.turned_up_suit:
            call = ORDER
        self.deal = self._begun.call(call)

    def _play(self, name: str, card: Card, how: str) -> None:
        state = self.state or self._begun.play_state
        if state.turn:
            self._verify_player(state.turn, name)
            if bool(state.trick) is (how.lower() == "led"):
                raise RuleError(
                    ErrorCode.OUT_OF_TURN,
                    f"{name} {'follows' if state.trick else 'leads'} here",
                )
            seat = state.turn
            self.played[seat - 1] = self.played[seat - 1].with_card(card)
        self.state = state.play(card)

    def _verify_taker(self, name: str) -> None:
        state = self.state
        if state is None or state.trick:
            raise RuleError(ErrorCode.OUT_OF_TURN, "the trick is not complete")
        if self.seat_names[state.leader - 1] != name:
            raise RuleError(
                ErrorCode.CONFLICT,
                f"{self.seat_names[state.leader - 1]} takes this trick, not {name}",
            )
