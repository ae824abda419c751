"""What the seat on turn has to decide, and each choice that the rules leave it.

Choices stand in the order in which they are preferred where nothing else tells them apart. Cards
do so as a good player spares them: side cards before trumps, the lowest first, of equal ranks
the one from the longer suit. So the left bower keeps its guard, and no void is made or shown, as
long as another card is as good.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, NamedTuple

from euchre_solve.advice.arena.card_play import plain_order
from euchre_solve.advice.decision.outcomes import contracts_from
from euchre_solve.auction import PASS, Act, Call
from euchre_solve.cards import Card, CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.play import Play
from euchre_solve.trump import Trump

Kind = Literal["bid", "discard", "defend", "play"]
_SUITS: Final = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
_ORDERS: Final = {1: "order up", 2: "assist", 3: "order up", 4: "pick up"}


class Choice(NamedTuple):
    """One choice: its token of the notation, its name, the contract it leads to.

    A pass has no ``contract``. ``discards`` are ours to choose from afterwards, else empty.
    """

    token: str
    label: str
    contract: Contract | None
    discards: tuple[Card, ...] = ()


class Decision(NamedTuple):
    """What ``seat`` has to decide; ``contracts`` are all that the deal may be played in.

    For a card ``state`` is how the play stands.
    """

    deal: Deal
    seat: int
    kind: Kind
    choices: tuple[Choice, ...]
    contracts: tuple[Contract, ...]
    state: Play | None = None

    @property
    def round(self) -> int | None:
        """The round of a call."""
        return self.deal.auction.round if self.kind == "bid" else None


def decision_of(deal: Deal) -> Decision:
    """Return what is to be decided in a deal as the seat on turn sees it.

    Raises `RuleError` where nothing is, or unless that seat's hand is known.
    """
    deal.rules.verify_partnership()
    phase = deal.phase
    if phase is Phase.CALL:
        return _bid(deal)
    dealer = deal.rules.dealer
    if phase is Phase.DISCARD and len(deal.hands[dealer - 1]) == deal.rules.hand_size:
        return _discard(deal)
    if phase in (Phase.DISCARD, Phase.DEFENCE) and _asked(deal):
        return _defence(deal)
    if phase in (Phase.DISCARD, Phase.PLAY):  # only the dealer knows his discard
        return _play(deal)
    raise RuleError(
        ErrorCode.OUT_OF_TURN,
        "there is no call, discard, lone defence or card to decide",
        hint="the deal has to stop before one",
    )


def _bid(deal: Deal) -> Decision:
    seat = deal.auction.seat
    assert seat is not None
    _verify_hand(deal, seat)
    choices = tuple(_call_choice(deal, seat, call) for call in deal.auction.legal_calls)
    return Decision(deal, seat, "bid", choices, contracts_from(deal))


def _call_choice(deal: Deal, seat: int, call: Call) -> Choice:
    if call == PASS:
        return Choice(str(call), "pass", None)
    after = deal.call(call)
    name = _ORDERS[seat] if call.act is Act.ORDER else f"call {_name_of(call.act)}"
    label = f"{name} alone" if call.alone else name
    discards = _discards(after) if seat == deal.rules.dealer else ()
    return Choice(str(call), label, after.contract, discards)


def _name_of(trump: Act | Trump) -> str:
    suit = trump.suit if isinstance(trump, Trump) else None
    return _SUITS[suit] if suit else "no-trump"


def _discards(deal: Deal) -> tuple[Card, ...]:
    """Return what the dealer may discard, the card least worth keeping first."""
    contract = deal.contract
    assert contract is not None
    order = plain_order(contract.trump)
    allowed = (card for card in deal.six_cards if deal.can_discard(card))
    return tuple(sorted(allowed, key=lambda card: order[card.index]))


def _discard(deal: Deal) -> Decision:
    contract = deal.contract
    assert contract is not None
    choices = tuple(
        Choice(str(card), f"discard {card}", contract, (card,)) for card in _discards(deal)
    )
    return Decision(deal, deal.rules.dealer, "discard", choices, (contract,))


def _defence(deal: Deal) -> Decision:
    seat = _asked(deal)
    contract = deal.contract
    assert seat and contract
    _verify_hand(deal, seat)
    alone = replace(contract, lone_defender=seat)
    choices = (
        Choice(str(PASS), "defend together", contract),
        Choice("a", "defend alone", alone),
    )
    return Decision(deal, seat, "defend", choices, (contract, alone))


def _asked(deal: Deal) -> int | None:
    """Return the defender who is asked whether he plays alone."""
    return None if deal.stated_contract else deal.auction.defender_seat


def _play(deal: Deal) -> Decision:
    state = deal.play_state
    seat, contract = state.turn, state.contract
    assert seat is not None
    _verify_hand(deal, seat)
    if seat == deal.rules.dealer and deal.six_cards.mask and not deal.discarded:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS, f"seat {seat} knows what it discarded", hint="add x:"
        )
    hand, trump = state.hands[seat - 1], contract.trump

    def reluctance(card: Card) -> tuple[bool, int, int, int]:
        length = len(hand & trump.cards_of(trump.suit_of(card)))
        return trump.is_trump(card), trump.strength_of(card), -length, -card.index

    cards = sorted(state.legal_cards, key=reluctance)
    choices = tuple(Choice(str(card), f"play {card}", contract) for card in cards)
    return Decision(deal, seat, "play", choices, (contract,), state)


def _verify_hand(deal: Deal, seat: int) -> None:
    hand: CardSet = deal.hands[seat - 1]
    if len(hand) < deal.rules.hand_size:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            f"seat {seat} has to decide, and its cards are not all known",
            hint=f"state all {deal.rules.hand_size} cards of seat {seat}",
        )
