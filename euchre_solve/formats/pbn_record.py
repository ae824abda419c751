"""One record of tags read into a deal; see :mod:`euchre_solve.formats.pbn`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, NamedTuple

from euchre_solve.auction import ORDER, PASS, Call
from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.formats.card_text import scan_cards
from euchre_solve.formats.field_values import MAX_POINTS
from euchre_solve.formats.lines import Line
from euchre_solve.formats.record import Pairs
from euchre_solve.formats.recorded_play import with_play
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

TABLE: Final = "NESW"
"""The seats of the table clockwise."""

_SUITS: Final = "shdc"
_WORD: Final = re.compile(r"\S+")
_HOLDING: Final = re.compile(r"(?P<rank>10|[2-9AKQJT])|(?P<dot>\.)|(?P<other>.)", re.IGNORECASE)
_CALL: Final = re.compile(
    r"(?P<pass>p(?:ass)?)|(?P<order>o(?:rder)?)?(?P<suit>[shdc♠♥♦♣]|nt?)?(?P<alone>a(?:lone)?)?",
    re.IGNORECASE,
)
_SYMBOLS: Final = dict(zip("♠♥♦♣", _SUITS, strict=True))
_NONE: Final = "-"
_READ_TAGS: Final = {
    "Deal",
    "Dealer",
    "Auction",
    "Contract",
    "Declarer",
    "Play",
    "GameOptionsJson",
    "Upcard",
    "Discard",
    "Rules",  # a line file has a tag of this name, which means more
}
_NO_CARD: Final = {_NONE, "*"}


class Part(NamedTuple):
    """A part of a line and its place."""

    line: Line
    span: Span

    @property
    def text(self) -> str:
        """What is written there."""
        return self.line.text[slice(*self.span)]

    def words(self) -> list[Part]:
        """Return the words of this part."""
        found = _WORD.finditer(self.line.text, *self.span)
        return [Part(self.line, match.span()) for match in found]


class PbnRecord:
    """The lines of one record: tags, the sections below them, and what is neither."""

    def __init__(self, first: Line) -> None:
        self.first = first
        self.tags: dict[str, Part] = {}
        self.sections: dict[str, list[Part]] = {}
        self.strange: Line | None = None


class RecordReader:
    """One reading of one record; ``line`` is the number of the line read last."""

    def __init__(self, record: PbnRecord, rules: Rules) -> None:
        self.record = record
        self.rules = rules
        self.line = 0

    def read(self) -> Deal:
        """Return the deal of the record; raises `EuchreError` with the text and the place."""
        if self.record.strange:
            with self._at(Part(self.record.strange, (0, len(self.record.strange.text)))):
                raise NotationError(
                    ErrorCode.BAD_FIELD,
                    "this is no tag and no dotted deal",
                    hint='write [Deal "N:AJ9.K.T. ..."] or N:AJ9.K.T. ...',
                )
        if "Deal" not in self.record.tags:
            raise NotationError(
                ErrorCode.EMPTY,
                "the record has no [Deal]",
                hint='write [Deal "N:AJ9.K.T. ..."]; an empty line ends a record',
            )
        self.rules.verify_built()
        options = self._options()
        deal = self._with_contract(self._dealt(options.get("gameOverScore")))
        deal = self._with_discard(deal)
        return self._with_play(deal) if "Play" in self.record.tags else deal

    @contextmanager
    def _at(self, part: Part) -> Iterator[Part]:
        """Give errors the place of ``part``."""
        self.line = part.line.number
        try:
            yield part
        except EuchreError as error:
            if error.text is None:  # else it is the text of a part within this one
                error.text = part.line.text
                error.span = error.span or part.span
            raise

    def _options(self) -> dict[str, Any]:
        if "GameOptionsJson" not in self.record.tags:
            return {}
        with self._at(self.record.tags["GameOptionsJson"]) as part:
            try:
                options = json.loads(json.loads(f'"{part.text}"'))
            except (ValueError, RecursionError):
                options = None
            if not isinstance(options, dict):
                raise NotationError(ErrorCode.BAD_VALUE, "these options are no JSON object")
            if options.get("variation", 0) not in {0, None}:
                raise RuleError(
                    ErrorCode.NOT_BUILT,
                    "this variation isn't built: only the game with an upcard is",
                    hint="variation 1 is bid euchre, played without an upcard",
                )
            target = options.get("gameOverScore")
            if target is not None and (type(target) is not int or not 1 <= target <= MAX_POINTS):
                raise NotationError(ErrorCode.BAD_VALUE, f"{target!r} points can't win a game")
            return options

    # --- the deal

    def _table_seat(self, part: Part) -> int:
        """Return the place at the table, N first, that ``part`` names."""
        with self._at(part):
            at = TABLE.find(part.text.strip().upper() or "?")
            if at < 0 or len(part.text.strip()) != 1:
                raise NotationError(
                    ErrorCode.BAD_SEAT, f"{part.text!r} is not a seat", hint="seats are N E S W"
                )
            return at

    @property
    def other_tags(self) -> Pairs:
        """The tags that the deal isn't made of, without empty ones."""
        values = {
            name: re.sub(r"\\(.)", r"\1", part.text)
            for name, part in self.record.tags.items()
            if name not in _READ_TAGS and name[0].isalpha()
        }
        return tuple((name, value) for name, value in values.items() if value)

    @property
    def dealer(self) -> int:
        """The dealer's place at the table, N first; raises `EuchreError`."""
        tags = self.record.tags
        if "Dealer" in tags:
            return self._table_seat(tags["Dealer"])
        if "Auction" in tags:
            return (self._table_seat(tags["Auction"]) - 1) % len(TABLE)
        return self._table_seat(self._first_seat)

    @property
    def _first_seat(self) -> Part:
        deal = self.record.tags["Deal"]
        colon = deal.line.text.find(":", *deal.span)
        with self._at(deal):
            if colon < 0:
                raise NotationError(
                    ErrorCode.BAD_SEAT,
                    "the deal does not begin with a seat",
                    hint="such as N:AJ9.K.T. for the hand of N",
                )
        return Part(deal.line, (deal.span[0], colon))

    def _seat(self, table_seat: int) -> int:
        """Return our seat of a place at the table: 1 is at the dealer's left."""
        return (table_seat - self.dealer - 1) % len(TABLE) + 1

    def _dealt(self, target: int | None) -> Deal:
        first = self._first_seat
        table_seat = self._table_seat(first)
        whole = self.record.tags["Deal"]
        written = Part(whole.line, (first.span[1] + 1, whole.span[1])).words()
        hands = [NO_CARDS] * len(TABLE)
        for number, part in enumerate(written):
            with self._at(part):
                if number == len(TABLE):
                    raise RuleError(ErrorCode.TOO_MANY_HANDS, "there are four hands")
                seat = self._seat(table_seat + number)
                hands[seat - 1] = self._hand(part, hands)
        upcard = self._card("Upcard")
        with self._at(self.record.tags.get("Upcard", whole)):
            return Deal(self.rules, tuple(hands), upcard, target=target)

    def _hand(self, part: Part, others: list[CardSet]) -> CardSet:
        """Return the cards of a dotted hand."""
        if part.text == _NONE:
            return NO_CARDS
        cards = NO_CARDS
        suit = 0
        for match in _HOLDING.finditer(part.line.text, *part.span):
            self._verify_holding(match, suit)
            if match["dot"]:
                suit += 1
                continue
            rank = match["rank"].upper().replace("10", "T")
            card = Card.parse(rank + _SUITS[suit])
            if card not in self.rules.deck or any(card in hand for hand in (cards, *others)):
                is_twice = card in self.rules.deck
                raise RuleError(
                    ErrorCode.DUPLICATE_CARD if is_twice else ErrorCode.NOT_IN_DECK,
                    f"{card} is {'held twice' if is_twice else f'not in the deck of {self.rules}'}",
                    span=match.span(),
                )
            cards = cards.with_card(card)
        if len(cards) != self.rules.hand_size:
            is_more = len(cards) > self.rules.hand_size
            raise RuleError(
                ErrorCode.TOO_MANY_CARDS if is_more else ErrorCode.TOO_FEW_CARDS,
                f"{part.text} has {len(cards)} cards, not {self.rules.hand_size}",
                hint="write - for a hand that isn't known",
            )
        return cards

    def _verify_holding(self, match: re.Match[str], suit: int) -> None:
        if match["other"] or (match["dot"] and suit == len(_SUITS) - 1):
            raise NotationError(
                ErrorCode.BAD_CARD,
                f"{match[0]!r} has no place in a dotted hand",
                span=match.span(),
                hint="a hand is its spades, hearts, diamonds and clubs with dots between: AJ9.K.T.",
            )

    def _card(self, tag: str) -> Card | None:
        if tag not in self.record.tags:
            return None
        with self._at(self.record.tags[tag]) as part:
            return self._read_card(part, "one card")

    def _read_card(self, part: Part, what: str) -> Card:
        tokens = scan_cards(part.line.text, part.span, self.rules).tokens
        if len(tokens) != 1 or tokens[0].card is None:
            raise NotationError(ErrorCode.BAD_VALUE, f"{part.text!r} is not {what}")
        return tokens[0].card

    # --- calls, discard and play

    def _with_contract(self, deal: Deal) -> Deal:
        tags = self.record.tags
        calls = [word for line in self.record.sections.get("Auction", ()) for word in line.words()]
        if calls:
            if self._seat(self._table_seat(tags["Auction"])) != 1:
                with self._at(tags["Auction"]):
                    raise RuleError(ErrorCode.OUT_OF_TURN, "the dealer's left calls first")
            for part in calls:
                with self._at(part):
                    deal = self._called(deal, part)
            return deal
        if "Contract" not in tags or tags["Contract"].text.strip().lower() in {"", "pass"}:
            return deal
        with self._at(tags["Contract"]) as part:
            call = self._call(part)
            if not isinstance(call.act, Trump):
                raise NotationError(ErrorCode.BAD_VALUE, f"{part.text!r} names no trump")
            if "Declarer" not in tags:
                raise NotationError(ErrorCode.BAD_SEAT, "a contract needs its [Declarer]")
        maker = self._seat(self._table_seat(tags["Declarer"]))
        with self._at(part):
            is_turned_up = deal.upcard is not None and deal.upcard.suit in {call.act.suit, None}
            contract = Contract(call.act, maker, 1 if is_turned_up else 2, call.alone)
            return replace(deal, stated_contract=contract)

    def _called(self, deal: Deal, part: Part) -> Deal:
        if part.text == _NONE:
            return deal
        call = self._call(part)
        is_round_1 = deal.auction.round == 1
        if isinstance(call.act, Trump) and is_round_1 and call.act.suit is deal.auction.upcard.suit:
            call = Call(ORDER.act, call.alone)
        return deal.call(call)

    def _call(self, part: Part) -> Call:
        match = _CALL.fullmatch(part.text.strip())
        if match and match["pass"]:
            return PASS
        if match and match["suit"]:
            letter = match["suit"].lower()
            return Call(Trump(_SYMBOLS.get(letter, letter[0])), alone=bool(match["alone"]))
        if match and match["order"]:
            return Call(ORDER.act, alone=bool(match["alone"]))
        if part.text[:1].isdigit():
            raise RuleError(ErrorCode.NOT_BUILT, "bids of a number aren't built yet")
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{part.text!r} is not a call",
            hint="calls: Pass, S H D C or their symbols, NT, Order; then alone",
        )

    def _with_discard(self, deal: Deal) -> Deal:
        card = self._card("Discard")
        if card is None:
            return deal
        with self._at(self.record.tags["Discard"]):
            return deal.discard(card)

    def _with_play(self, deal: Deal) -> Deal:
        """Return ``deal`` with the tricks: a row each, its columns seats from the first leader."""
        with self._at(self.record.tags["Play"]) as part:
            first = self._seat(self._table_seat(part))
            state = deal.play_state
            if state.leader != first:
                raise RuleError(
                    ErrorCode.OUT_OF_TURN, f"seat {state.leader} leads first, not seat {first}"
                )
        for row in self.record.sections.get("Play", ()):
            state = self._with_row(state, first, row)
        with self._at(part):
            return with_play(deal, state)

    def _with_row(self, state: Play, first: int, row: Part) -> Play:
        """Return ``state`` after the cards of one row."""
        words = row.words()
        columns = {(first - 1 + at) % len(TABLE) + 1: word for at, word in enumerate(words)}
        if len(words) > len(columns):
            with self._at(words[len(columns)]):
                raise NotationError(ErrorCode.BAD_VALUE, "a trick has four columns")
        start = state.active.index(state.leader)
        order = (*state.active[start:], *state.active[:start])
        waits_for: int | None = None
        for seat in (*order, *columns):  # those who sit out come last
            word = columns.pop(seat, None)
            if word is None or word.text in _NO_CARD:
                waits_for = waits_for or seat
                continue
            with self._at(word):
                if waits_for or seat not in order:
                    raise RuleError(ErrorCode.OUT_OF_TURN, f"it is not seat {seat}'s turn to play")
                state = state.play(self._read_card(word, "a card played"))
        return state
