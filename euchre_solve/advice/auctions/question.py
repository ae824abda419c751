"""What the seat on turn has to decide where trump is made by bidding, and each way to go on.

A *line* is one way to play the rest: a trump with partners, cards put away, a card played. A choice
has one line or several, of which one is taken for all worlds: a bid can be played in any trump.
"""

from __future__ import annotations

from itertools import combinations
from math import ceil
from typing import Final, Literal, NamedTuple

from euchre_solve.advice.auctions.discarding import likely_discards
from euchre_solve.advice.auctions.points import points_of
from euchre_solve.advice.decision.choices import Kind
from euchre_solve.auction import PASS, Call
from euchre_solve.bidding_auction import denominations
from euchre_solve.bids import Bid
from euchre_solve.cards import Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.options import BidScore, Sides
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

Goal = Literal["kept", "made", "set", "won", "a trick"]
"""What a seat is after: a bid kept, trump made, either set, or a trick, which a rival needs.

A seat that doesn't know its side wants to win on whichever it is.
"""
_SUITS: Final = {
    Trump.SPADES: "spades",
    Trump.HEARTS: "hearts",
    Trump.DIAMONDS: "diamonds",
    Trump.CLUBS: "clubs",
    Trump.NO_TRUMP: "no-trump",
    Trump.LOW_NO_TRUMP: "low no-trump",
}
_LARGE: Final = 36
"""Cards in the hands above which a deal costs some thirty times as much."""

_FEW_PARTNERS: Final = 4
"""Choices of partners looked at before a bid in such games."""


class Line(NamedTuple):
    """One way to play: ``buried`` are the maker's discards, None for the usual ones.

    ``needs`` are numbers of our tricks that make a difference; where a card is to be played
    ``card`` is it.
    """

    contract: Contract
    needs: tuple[int, ...]
    buried: CardSet | None = None
    card: Card | None = None


class Choice(NamedTuple):
    """One choice: its token of the notation, its name, its ``lines`` by number, the contract.

    ``points`` are ours by the tricks that we take in all, as in `points.points_of`; of a choice
    without a line they are the first.
    """

    token: str
    label: str
    lines: tuple[int, ...]
    points: tuple[float, ...]
    contract: Contract | None = None


class Question(NamedTuple):
    """What ``seat`` has to decide."""

    deal: Deal
    seat: int
    kind: Kind
    choices: tuple[Choice, ...]
    lines: tuple[Line, ...]

    @property
    def is_large(self) -> bool:
        """Tell whether tricks cost too much to count, so that only `Line.needs` are asked for."""
        rules = self.deal.rules
        left = rules.hand_size - max(len(self.deal.tricks) - 1, 0)
        return rules.players * left > _LARGE and rules.bid_score is BidScore.BID

    @property
    def is_among_rivals(self) -> bool:
        """Tell whether it is how a seat fares that plays for itself, and is not the maker."""
        contract = self.lines[0].contract
        rivals = self.deal.rules.sides is Sides.EACH_FOR_HIMSELF
        return rivals and contract.maker != self.seat

    @property
    def may_throw_up_later(self) -> bool:
        """Tell whether the dealer, who discards, may throw up his hand after it."""
        deal, contract = self.deal, self.lines[0].contract
        is_rivals_discard = self.kind == "discard" and self.is_among_rivals
        is_one_of_more = len(contract.defenders(deal.rules)) > 1
        return is_rivals_discard and is_one_of_more and not deal.stated_contract

    @property
    def declares_march(self) -> bool:
        """Tell whether a march declared is what the seat may choose, or plays for."""
        if not self.deal.rules.counts_down or self.deal.rules.is_auction:
            return False
        return not self.is_among_rivals and any(line.contract.alone for line in self.lines)

    @property
    def is_bid(self) -> bool:
        """Tell whether it is a bid, not yet what to name."""
        is_call = self.kind == "bid" and self.deal.rules.is_auction
        return is_call and not self.deal.bidding.is_bid_out


def is_asked_here(deal: Deal) -> bool:
    """Tell whether the decision is a question of this package: not so the suit of call-ace."""
    rules = deal.rules
    if rules.sides is Sides.CALLED_CARD:
        return deal.phase is not Phase.CALL_SUIT
    return rules.is_auction or rules.counts_down


def question_of(deal: Deal) -> Question:
    """Return what is to be decided in a deal as the seat on turn sees it.

    Raises `RuleError` where nothing is, or unless the cards that this seat knows are stated.
    """
    seat, phase = turn_of(deal)
    verify_hand(deal, seat)
    if phase is Phase.DEFENCE:
        return stay_question(deal, seat)
    if phase is Phase.PLAY:
        return card_question(deal, seat)
    if phase is Phase.CALL:
        return _naming(deal, seat) if deal.bidding.is_bid_out else _bidding(deal, seat)
    return _discard(deal, seat)


def turn_of(deal: Deal) -> tuple[int, Phase]:
    """Return the seat that has to decide, and when it does; raise `RuleError` if there is none.

    Only who took the widow, or the upcard, knows what he put away: where his hand isn't known he
    has done it.
    """
    seat, phase = deal.seat, deal.phase
    if phase is Phase.DISCARD and seat and len(deal.hands[seat - 1]) < deal.rules.hand_size:
        asked = deal.making.defender_seat
        seat, phase = (asked, Phase.DEFENCE) if asked else (deal.play_state.turn, Phase.PLAY)
    if seat is None:
        raise RuleError(
            ErrorCode.AFTER_END,
            "the deal is over: there is nothing to decide",
            hint="leave out the last acts to be advised on them",
        )
    return seat, phase


def goal_of(contract: Contract, seat: int, rules: Rules) -> Goal:
    """Return what ``seat`` is after."""
    if seat in contract.makers(rules):
        return "kept" if contract.bid else "made"
    return "a trick" if rules.sides is Sides.EACH_FOR_HIMSELF else "set"


def need_of(contract: Contract, rules: Rules) -> int:
    """Return the tricks that the makers need."""
    if contract.bid:
        return contract.terms(rules).tricks
    is_declared = contract.alone and rules.counts_down
    return rules.hand_size if is_declared else rules.need


# --- the kinds of decision


def _bidding(deal: Deal, seat: int) -> Question:
    rules = deal.rules
    kinds: dict[tuple[int, bool, bool], tuple[int, ...]] = {}
    lines: list[Line] = []
    choices = []
    terms = {bid.value: bid for bid in rules.legal_bids}
    for call in deal.bidding.legal_calls:
        if call == PASS:
            choices.append(Choice(str(call), "pass", (), (0,)))
            continue
        bid = terms[call.bid]
        kind = _kind(bid)
        if kind not in kinds:
            more = _lines_of(bid, seat, rules, _needs_like(bid, rules))
            if rules.players * rules.hand_size > _LARGE:
                more = _with_few_partners(more)
            kinds[kind] = tuple(range(len(lines), len(lines) + len(more)))
            lines += more
        contract = lines[kinds[kind][0]].contract
        points = points_of(_with_bid(contract, bid), seat, rules)
        choices.append(Choice(str(call), f"bid {call}", kinds[kind], points))
    if not lines:
        raise RuleError(
            ErrorCode.AFTER_END,
            "nothing is higher than the bid that stands: only a pass is left",
            hint="write the pass behind the calls",
        )
    return Question(deal, seat, "bid", tuple(choices), tuple(lines))


def _with_bid(contract: Contract, bid: Bid) -> Contract:
    return Contract(
        contract.trump, contract.maker, 2, bid.alone, partners=contract.partners, bid=bid.value
    )


def _with_few_partners(lines: list[Line]) -> list[Line]:
    """Return the lines with some of the partners: which ones is settled when trump is named."""
    partners = list(dict.fromkeys(line.contract.partners for line in lines))
    few = partners[:: ceil(len(partners) / _FEW_PARTNERS)]
    return [line for line in lines if line.contract.partners in few]


def _needs_like(bid: Bid, rules: Rules) -> tuple[int, ...]:
    """Return the tricks of all bids that are played as ``bid`` is."""
    return tuple(other.tricks for other in rules.legal_bids if _kind(other) == _kind(bid))


def _kind(bid: Bid) -> tuple[int, bool, bool]:
    """Return how a bid is played."""
    return bid.partners, bid.alone, bid.takes_widow


def _lines_of(bid: Bid, seat: int, rules: Rules, needs: tuple[int, ...]) -> list[Line]:
    others = [other for other in rules.seats if other != seat]
    return [
        Line(Contract(trump, seat, 2, bid.alone, partners=partners, bid=bid.value), needs)
        for trump in denominations(rules)
        for partners in combinations(others, bid.partners)
    ]


def _naming(deal: Deal, seat: int) -> Question:
    bid = deal.bidding.high_bid
    assert bid
    if bid.takes_widow:
        _verify_widow(deal)
    lines = _lines_of(bid, seat, deal.rules, (bid.tricks,))
    points = points_of(lines[0].contract, seat, deal.rules)
    choices = tuple(_named(line.contract, number, points) for number, line in enumerate(lines))
    return Question(deal, seat, "bid", choices, tuple(lines))


def _named(contract: Contract, number: int, points: tuple[float, ...]) -> Choice:
    call = Call(contract.trump, partners=contract.partners)
    return Choice(str(call), f"call {plan_name(contract)}", (number,), points, contract)


def plan_name(contract: Contract) -> str:
    """Return the trump and the partners, who go by their seats."""
    partners = " & ".join(map(str, contract.partners))
    name = _SUITS[contract.trump]
    return f"{name} with {partners}" if partners else name


def _discard(deal: Deal, seat: int) -> Question:
    contract, rules = deal.contract, deal.rules
    assert contract
    _verify_widow(deal)
    sets = likely_discards(deal.maker_cards, contract.trump, rules.widow_size)
    points = points_of(contract, seat, rules)
    choices = tuple(
        Choice(str(cards), f"discard {' '.join(map(str, cards))}", (number,), points, contract)
        for number, cards in enumerate(sets)
    )
    needs = (need_of(contract, rules),)
    lines = tuple(Line(contract, needs, cards) for cards in sets)
    return Question(deal, seat, "discard", choices, lines)


def stay_question(deal: Deal, seat: int) -> Question:
    """Return whether ``seat`` is to throw up its hand."""
    contract = deal.contract
    assert contract
    points = points_of(contract, seat, deal.rules)
    choices = [Choice("p", "stay", (0,), points, contract)]
    if deal.can_defend(alone=True):
        choices.append(Choice("d", "throw up", (), (0,), contract))
    return Question(deal, seat, "defend", tuple(choices), (Line(contract, (1,)),))


def card_question(deal: Deal, seat: int) -> Question:
    """Return which card ``seat`` is to play."""
    state = deal.play_state
    contract = state.contract
    points = points_of(contract, seat, deal.rules, deal.score)
    trump = contract.trump

    def reluctance(card: Card) -> tuple[bool, int, int]:
        return trump.is_trump(card), trump.strength_of(card), card.index

    cards = sorted(state.legal_cards, key=reluctance)
    choices = tuple(
        Choice(str(card), f"play {card}", (number,), points, contract)
        for number, card in enumerate(cards)
    )
    need = need_of(contract, deal.rules)
    if goal_of(contract, seat, deal.rules) == "set":
        need = deal.rules.hand_size - need + 1
    lines = tuple(Line(contract, (need,), card=card) for card in cards)
    return Question(deal, seat, "play", choices, lines)


def verify_hand(deal: Deal, seat: int) -> None:
    """Raise `RuleError` unless the cards of ``seat`` are all known."""
    if len(deal.hands[seat - 1]) < deal.rules.hand_size:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            f"seat {seat} has to decide, and its cards are not all known",
            hint=f"state all {deal.rules.hand_size} cards of seat {seat}",
        )


def _verify_widow(deal: Deal) -> None:
    if len(deal.kitty) < deal.rules.widow_size:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            f"seat {deal.seat} has taken the widow, and its cards are not all known",
            hint=f"add k: with its {deal.rules.widow_size} cards",
        )
