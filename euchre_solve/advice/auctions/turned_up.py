"""Questions of games with a turn-up that are looked at as auctions are: set-back and call-ace.

A call is one for all worlds, with the dealer's own discard. In call-ace the suit that names the
partner goes with it; who that is, or nobody, differs from world to world.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from euchre_solve.advice.auctions.discarding import usual_discards
from euchre_solve.advice.auctions.points import points_of
from euchre_solve.advice.auctions.question import (
    Choice,
    Line,
    Question,
    card_question,
    need_of,
    stay_question,
    turn_of,
    verify_hand,
)
from euchre_solve.advice.decision.choices import Kind, verify_discard_known
from euchre_solve.auction import PASS, Act
from euchre_solve.cards import CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.options import Sides

SUIT_NAMES: Final = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
"""What suits are called in a sentence."""


class _Builder:
    """Collects choices and their lines."""

    def __init__(self, deal: Deal, seat: int) -> None:
        self.deal = deal
        self.seat = seat
        self.choices: list[Choice] = []
        self.lines: list[Line] = []

    def add(self, token: str, label: str, lines: list[Line]) -> None:
        """Add a choice with the lines that it may lead to."""
        contract, rules = lines[0].contract, self.deal.rules
        points = points_of(contract, self.seat, rules, self.deal.score)
        numbers = tuple(range(len(self.lines), len(self.lines) + len(lines)))
        self.lines += lines
        self.choices.append(Choice(token, label, numbers, points, contract))

    def question(self, kind: Kind) -> Question:
        """Return the question."""
        return Question(self.deal, self.seat, kind, tuple(self.choices), tuple(self.lines))


def turned_up_question(deal: Deal) -> Question:
    """Return what is to be decided; raises `RuleError` where nothing is, or cards are missing."""
    seat, phase = turn_of(deal)
    verify_hand(deal, seat)
    if phase in (Phase.DEFENCE, Phase.PLAY):
        verify_discard_known(deal, seat)
        return stay_question(deal, seat) if phase is Phase.DEFENCE else card_question(deal, seat)
    builder = _Builder(deal, seat)
    if phase is Phase.CALL:
        _add_calls(builder)
        return builder.question("bid")
    contract = deal.contract
    assert contract
    for line in _with_discards(builder, contract):
        builder.add(str(line.buried), f"discard {line.buried}", [line])
    return builder.question("discard")


def _add_calls(builder: _Builder) -> None:
    deal = builder.deal
    is_shared = deal.rules.sides is Sides.CALLED_CARD
    for call in deal.legal_calls:
        if call == PASS:
            builder.choices.append(Choice(str(call), "pass", (), (0,)))
            continue
        contract = deal.call(call).contract
        assert contract
        suit = contract.trump.suit
        assert suit
        way = "" if not call.alone else " alone" if is_shared else ", march declared"
        label = f"{'order up' if call.act is Act.ORDER else SUIT_NAMES[suit]}{way}"
        contracts = [contract]
        if is_shared and not call.alone:
            contracts = [replace(contract, called=suit) for suit in Suit]
        lines = [line for each in contracts for line in _with_discards(builder, each)]
        builder.add(str(call), label, lines)


def _with_discards(builder: _Builder, contract: Contract) -> Iterator[Line]:
    """Yield a line for each discard of our own, or one with that of the dealer."""
    deal = builder.deal
    rules, dealer = deal.rules, deal.rules.dealer
    needs = (need_of(contract, rules),)
    picks_up = contract.round == 1 and dealer in contract.active_seats(rules)
    if not picks_up or builder.seat != dealer:
        yield Line(contract, needs)
        return
    assert deal.upcard
    six = deal.hands[dealer - 1].with_card(deal.upcard)
    for cards in sorted(six, key=lambda card: card not in usual_discards(six, contract.trump, 1)):
        yield Line(contract, needs, CardSet.from_cards([cards]))
