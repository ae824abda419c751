"""Reading a deal line: what its parts mean together, and every check on them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from euchre_solve.auction import PASS, Auction
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.formats.bid_values import read_bid_contract, read_bids
from euchre_solve.formats.card_text import CardToken
from euchre_solve.formats.field_values import (
    call_spans,
    is_compass,
    read_calls,
    read_cards,
    read_contract,
    read_hand,
    read_number,
    read_score,
    read_seat,
    read_set,
    with_exchanges,
)
from euchre_solve.formats.implied import (
    game_over,
    implied_passes,
    turned_back,
    with_inferred_discard,
)
from euchre_solve.formats.line_parts import split_at, split_line
from euchre_solve.options import TrumpRule
from euchre_solve.play import Play
from euchre_solve.presets import TOGGLES
from euchre_solve.rules import Rules

DEFAULT_RULES: Final = Rules()
"""The rules of a line that names none."""

NO_CALL: Final = "-"
"""An auction that has not begun, where a lone known hand would imply passes."""

TAKEN_OFF: Final = "off"
"""What the points of a march do that aren't added: they are taken off the other side's."""

_UPCARD: Final = "the upcard"  # the places as Deal names them
_KITTY: Final = "in the kitty"


class ParsedDeal(NamedTuple):
    """A deal that was read, and what is doubtful about it (W4xx, W5xx)."""

    deal: Deal
    warnings: tuple[EuchreError, ...] = ()
    first: int = 1
    """The seat of the first hand written, whose side a score begins with."""


def read_deal(text: str, rules: Rules | None = None, *, as_played: bool = False) -> ParsedDeal:
    """Return the deal written in a line, with warnings; raises `EuchreError` with its place.

    ``as_played`` takes a call, discard or card played that the rules forbid too, for
    :mod:`euchre_solve.replay` to find.
    """
    try:
        return _Reader(text, rules or DEFAULT_RULES, as_played=as_played).read()
    except EuchreError as error:
        error.text = text
        if error.span is None:
            error.span = 0, len(text)
        raise


class _Reader:
    """One reading of one line."""

    def __init__(self, text: str, rules: Rules, *, as_played: bool) -> None:
        self.text = text
        self.as_played = as_played
        self.parts = split_line(text)
        self.warnings: list[EuchreError] = []
        self.tokens: dict[str, tuple[CardToken, ...]] = {}
        self.rules = self._rules(rules)
        self.dealer = self._dealer()

    def read(self) -> ParsedDeal:
        deal = self._cards_and_calls()
        fields = self.parts.fields
        if deal.rules.trump_rule is not TrumpRule.OFF and "b" in fields and not self.as_played:
            self._verify_trump_rule(deal, fields["b"])
        if "x" in fields:
            deal = self._with_discard(deal, fields["x"])
        if "e" in fields:
            deal = with_exchanges(deal, self.text, fields["e"])
        if "t" in fields:
            deal = self._with_tricks(deal, fields["t"])
        if "w" in fields:
            deal = self._with_points_off(deal, fields["w"])
        if "s" in fields:
            self.warnings += game_over(deal, self.text, fields["s"])
        first = read_seat(self.text, self.parts.seat, self.rules, self.dealer)
        return ParsedDeal(deal, tuple(self.warnings), first)

    def _value(self, key: str) -> str:
        return self.text[slice(*self.parts.fields[key])] if key in self.parts.fields else ""

    def _warn(self, code: ErrorCode, message: str, span: Span, hint: str) -> None:
        self.warnings.append(EuchreError(code, message, span=span, text=self.text, hint=hint))

    # --- rules and seats

    def _rules(self, rules: Rules) -> Rules:
        fields = self.parts.fields
        span = fields.get("r", self.parts.seat)
        try:
            if "r" in fields:
                rules = Rules.parse(self._value("r"))
            rules.verify_built()
        except EuchreError as error:
            start = span[0]
            error.span = (start + error.span[0], start + error.span[1]) if error.span else span
            raise
        return self._with_players(rules) if "n" in fields else rules

    def _with_players(self, rules: Rules) -> Rules:
        """Return the rules for the number of players that is stated."""
        span = self.parts.fields["n"]
        players = read_number(self.text, span, "a number of players")
        if players == rules.players:
            return rules
        for toggle, (_, changes) in TOGGLES.items():
            if changes.get("players") == players:
                with suppress(EuchreError):
                    return Rules.parse(f"{rules}-{toggle}")
        raise RuleError(
            ErrorCode.CONFLICT,
            f"{rules} is not played by {players}",
            span=span,
            hint="name a game for so many by r:",
        )

    def _dealer(self) -> str | None:
        """Return the dealer's compass letter; None where seats are numbers."""
        seat = self.parts.seat
        by_compass = is_compass(self.text[slice(*seat)])
        span = self.parts.fields.get("d")
        if span is None:
            if not by_compass:
                return None
            raise NotationError(
                ErrorCode.NO_DEALER,
                "seats N E S W say nothing without the dealer",
                span=seat,
                hint="add the dealer's seat, such as d:W, or number the seats from eldest hand (1)",
            )
        if not is_compass(self._value("d")):
            raise NotationError(
                ErrorCode.BAD_SEAT,
                f"{self._value('d')!r} is not one of N E S W",
                span=span,
                hint="d: is the dealer's seat at the table",
            )
        if not by_compass:
            read_seat(self.text, seat, self.rules)
            raise NotationError(
                ErrorCode.BAD_VALUE,
                "d: goes with seats N E S W, and the first hand's is a number",
                span=span,
                hint=f"leave it out: numbered seats have the dealer at {self.rules.dealer}",
            )
        return self._value("d").lower()

    # --- cards and calls

    def _cards_and_calls(self) -> Deal:
        fields, text = self.parts.fields, self.text
        first, hands = self._hands()
        upcard = self._upcard()
        auction = self._auction(upcard, hands)
        score = read_score(text, fields["s"], self.rules) if "s" in fields else None
        try:
            return Deal(
                self.rules,
                hands,
                upcard,
                kitty=self._kitty(),
                calls=auction.calls if auction else (),
                defence=auction.defence if auction else (),
                called=auction.called if isinstance(auction, Auction) else None,
                stated_contract=self._stated_contract(upcard, auction),
                score=turned_back(score, first) if score else None,
                target=read_number(text, fields["g"], "a target") if "g" in fields else None,
                identifier=self._identifier(),
            )
        except RuleError as error:
            self._locate(error)
            raise

    def _verify_trump_rule(self, deal: Deal, span: Span) -> None:
        """Raise the error of a call that rests on a lone jack, at its place."""
        from euchre_solve.replay import replay  # lazy: start-up

        for act, error in replay(deal).faults:
            if act.startswith("b"):
                error.span = call_spans(self.text, span)[int(act[1:]) - 1]
                raise error

    def _hands(self) -> tuple[int, tuple[CardSet, ...]]:
        """Return the seat of the first hand written, and all hands from seat 1."""
        players = self.rules.players
        first = read_seat(self.text, self.parts.seat, self.rules, self.dealer)
        if len(self.parts.hands) > players:
            raise RuleError(
                ErrorCode.TOO_MANY_HANDS,
                f"{len(self.parts.hands)} hands for {players} players",
                span=(self.parts.hands[players][0], self.parts.hands[-1][1]),
            )
        hands = [NO_CARDS] * players
        seat = first
        for span in self.parts.hands:
            cards, tokens = read_hand(self.text, span, self.rules, seat)
            hands[seat - 1] = cards
            self.tokens[f"held by seat {seat}"] = tokens
            seat = self.rules.next_seat(seat)
        return first, tuple(hands)

    def _upcard(self) -> Card | None:
        span = self.parts.fields.get("u")
        if span and self._value("u") != "-" and self.rules.is_auction:
            raise RuleError(ErrorCode.CONFLICT, f"no card is turned up in {self.rules}", span=span)
        return None if span is None or self._value("u") == "-" else self._card(span, _UPCARD)

    def _card(self, span: Span, where: str) -> Card:
        """Return the one card at ``span``."""
        tokens = self.tokens[where] = read_cards(self.text, span, self.rules, where)
        card = tokens[0].card
        if len(tokens) > 1 or card is None:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{where} is one card",
                span=(tokens[-1].start, tokens[-1].end),
            )
        return card

    def _kitty(self) -> CardSet:
        span = self.parts.fields.get("k")
        if span is None or self._value("k") == "-":
            return NO_CARDS
        tokens = self.tokens[_KITTY] = read_cards(self.text, span, self.rules, "the kitty")
        return read_set(tokens, _KITTY)

    def _auction(
        self, upcard: Card | None, hands: tuple[CardSet, ...]
    ) -> Auction | BiddingAuction | None:
        """Return the calls, stated or implied by a lone known hand; None without an upcard."""
        fields = self.parts.fields
        if self.rules.is_auction:
            bidding = BiddingAuction(self.rules)
            if "b" not in fields:
                return bidding
            return read_bids(self.text, fields["b"], bidding, as_played=self.as_played)
        if upcard is None:
            if "b" in fields:
                raise RuleError(
                    ErrorCode.NO_UPCARD,
                    "there is no upcard to call on",
                    span=fields["b"],
                    hint="add u: or state the contract with m:",
                )
            return None
        auction = Auction(self.rules, upcard)
        if "b" in fields:
            return read_calls(self.text, fields["b"], auction, as_played=self.as_played)
        if not fields.keys() & {"m", "x", "t"}:
            return replace(auction, calls=(PASS,) * implied_passes(hands, self.rules))
        return auction

    def _stated_contract(
        self, upcard: Card | None, auction: Auction | BiddingAuction | None
    ) -> Contract | None:
        """Return the contract of ``m:``; None where the calls are stated too, which count more."""
        span = self.parts.fields.get("m")
        if span is None:
            return None
        if self.rules.is_auction:
            stated = read_bid_contract(self.text, span, self.rules)
        else:
            stated = read_contract(self.text, span, self.rules, upcard, self.dealer)
        if auction is None or not auction.calls:
            return stated
        if str(auction.contract) != str(stated):
            made = f"{auction.contract}" if auction.contract else "no contract"
            self._warn(
                ErrorCode.WRONG_CONTRACT,
                f"the calls make {made}, not {stated}",
                span,
                "the calls count: leave out m: or correct it",
            )
        return None

    def _identifier(self) -> str:
        name = self._value("i")
        for at, char in enumerate(name, start=self.parts.fields["i"][0] if name else 0):
            if not (char.isascii() and (char.isalnum() or char == "-")):
                raise NotationError(
                    ErrorCode.BAD_VALUE,
                    f"{char!r} can't be in an identifier",
                    span=(at, at + 1),
                    hint="an identifier has letters, digits and hyphens",
                )
        return name

    def _locate(self, error: RuleError) -> None:
        """Give ``error`` the place of the card it is about: of two alike, the later one."""
        if error.place is None or error.span:
            return
        if error.card is None:  # too many in the kitty
            excess = self.tokens[error.place][self.rules.stated_kitty_size :]
            error.span = excess[0].start, excess[-1].end
            return
        found = sorted(
            (token.span, place)
            for place, tokens in self.tokens.items()
            for token in tokens
            if token.card == error.card
        )
        if error.code is ErrorCode.DUPLICATE_CARD:
            error.message = f"{error.card} is already {found[0][1]}"
            error.span = found[1][0]
        else:
            error.span = next(span for span, place in found if place == error.place)

    # --- discard and play

    def _with_discard(self, deal: Deal, span: Span) -> Deal:
        if self.rules.is_auction:
            return self._with_burial(deal, span)
        card = self._card(span, "the discard")
        if self.as_played and deal.contract:
            return replace(deal, discarded=card)
        try:
            return deal.discard(card)
        except RuleError as error:
            error.span = span
            raise

    def _with_burial(self, deal: Deal, span: Span) -> Deal:
        """Return the deal after the maker, with the widow, put the cards at ``span`` away."""
        tokens = read_cards(self.text, span, self.rules, "a discard")
        cards = read_set(tokens, "among the discards")
        if self.as_played and deal.contract:
            return replace(deal, buried=cards)
        try:
            return deal.bury(cards)
        except RuleError as error:
            error.span = span
            raise

    def _with_tricks(self, deal: Deal, span: Span) -> Deal:
        states: list[tuple[Span, Play]] = []
        try:
            state = deal.play_state
        except RuleError as error:
            error.span, error.hint = span, "add b: or m:"
            raise
        if self.as_played:
            return self._with_tricks_as_played(deal, span)
        for piece in split_at(self.text, span, "."):
            _verify_trick_ends(state, piece, span)
            if piece[0] == piece[1] == span[1] and states:
                break  # a dot after the last trick
            for token in read_cards(self.text, piece, self.rules, "a card played"):
                assert token.card is not None  # read_cards
                try:
                    state = state.play(token.card)
                except RuleError as error:
                    error.span = token.span
                    raise
                states.append((token.span, state))
        return self._with_inferred_discard(replace(deal, tricks=state.tricks), states)

    def _with_tricks_as_played(self, deal: Deal, span: Span) -> Deal:
        """Take the cards as they are; fill in the discard if the play leaves one."""
        pieces = list(split_at(self.text, span, "."))
        if len(pieces) > 1 and pieces[-1][0] == pieces[-1][1]:
            pieces.pop()  # a dot after the last trick
        tricks = tuple(
            tuple(
                token.card
                for token in read_cards(self.text, piece, self.rules, "a card played")
                if token.card
            )
            for piece in pieces
        )
        return with_inferred_discard(replace(deal, tricks=tricks))

    def _with_points_off(self, deal: Deal, span: Span) -> Deal:
        if self._value("w").lower() != TAKEN_OFF:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{self._value('w')!r} is nothing that a march's points do",
                span=span,
                hint=f"w:{TAKEN_OFF} if they were taken off the other side's; else leave it out",
            )
        if self.as_played and deal.contract:
            return replace(deal, taken_off=True)
        try:
            return deal.take_off()
        except RuleError as error:
            error.span = span
            raise

    def _with_inferred_discard(self, deal: Deal, states: list[tuple[Span, Play]]) -> Deal:
        """Fill in the discard if the play leaves one; warn of several; refuse none."""
        six = deal.six_cards
        if deal.discarded or len(six) <= self.rules.hand_size:
            return deal
        discards = deal.consistent_discards
        if len(discards) == 1:
            return replace(deal, discarded=discards[0])
        if discards:
            self._warn(
                ErrorCode.UNKNOWN_DISCARD,
                f"{len(discards)} discards are consistent with the play:"
                f" {' '.join(map(str, discards))}",
                self.parts.fields["t"],
                "add the discard as x:",
            )
            return deal
        raise RuleError(
            ErrorCode.REVOKE,
            f"no discard from {six} allows this card after those before it",
            span=next(
                span
                for span, state in states
                if not replace(deal, tricks=state.tricks).consistent_discards
            ),
            hint="the dealer did not follow suit, or played seven cards",
        )


def _verify_trick_ends(state: Play, piece: Span, span: Span) -> None:
    if not state.trick:
        return
    size = len(state.trick)
    raise NotationError(
        ErrorCode.BAD_VALUE,
        f"trick {len(state.tricks)} ends after {size} card{'s' * (size != 1)}",
        span=(piece[0], min(piece[0] + 1, span[1])),
        hint=f"{len(state.active)} seats play to each trick",
    )
