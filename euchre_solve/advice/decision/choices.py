"""What the seat on turn has to decide, and each choice that the rules leave it.

Choices stand in the order in which they are preferred where nothing else tells them apart. Cards
do so as a good player spares them: side cards before trumps, the lowest first, of equal ranks
the one from the longer suit. So the left bower keeps its guard, and no void is made or shown, as
long as another card is as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from euchre_solve.advice.arena.card_play import plain_order
from euchre_solve.advice.decision.exchanging import cards_under, exchange_asked
from euchre_solve.advice.decision.outcomes import contracts_from
from euchre_solve.auction import BLIND_LONER, PASS, Act, Call
from euchre_solve.cards import BEST_BOWER, NO_CARDS, Card, CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.exchange import exchangers, may_ask_for_redeal
from euchre_solve.play import Play
from euchre_solve.rules import Rules, Sides
from euchre_solve.trump import Trump

Kind = Literal["bid", "discard", "exchange", "defend", "play", "suit", "set-back"]
_SUITS: Final = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}


class Choice(NamedTuple):
    """One choice: its token of the notation, its name, the contract it leads to.

    A pass has no ``contract``; one that ``is_first`` leaves all calls to come. ``discards`` are
    ours to choose from afterwards, else empty: the dealer's, or what a loner puts away for a card
    of his partner. ``under`` goes to the kitty before the calls; a redeal is another deal.
    """

    token: str
    label: str
    contract: Contract | None
    discards: tuple[Card, ...] = ()
    under: CardSet = NO_CARDS
    is_redeal: bool = False
    is_first: bool = False

    @property
    def draws_cards(self) -> bool:
        """Whether it brings cards that a world leaves open: to list all worlds isn't enough."""
        return self.is_redeal or bool(self.under.mask)


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
    deal.rules.verify_advised()
    phase = deal.phase
    if phase is Phase.CALL_SUIT:
        return _suit(deal)
    if deal.rules.sides is Sides.CALLED_CARD:
        raise RuleError(
            ErrorCode.NOT_BUILT,
            f"in {deal.rules} there is advice on the suit to call only",
            hint="the calls have to end with that of the maker",
        )
    if phase is Phase.CALL:
        return _blind_loner(deal) if _may_go_blind(deal) else _bid(deal)
    dealer = deal.rules.dealer
    discarder = dealer if phase is Phase.DISCARD else None
    asked = exchange_asked(deal)
    if asked and asked[0] != discarder:
        return _exchange(deal, asked[0], is_lone=asked[1])
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


def _suit(deal: Deal) -> Decision:
    """Return the suits whose best card may make the maker's partner (§3.9)."""
    seat, contract = deal.seat, deal.contract
    assert seat and contract
    _verify_hand(deal, seat)
    choices, ends = [], []
    for suit in Suit:
        called = replace(contract, called=suit)
        choices.append(Choice(str(suit), f"call {_SUITS[suit]}", called))
        partners = (other for other in deal.rules.seats if other != seat)
        ends += [replace(called, partners=(partner,)) for partner in partners]
        ends.append(replace(called, alone=True))
    return Decision(deal, seat, "suit", tuple(choices), tuple(ends))


def _may_go_blind(deal: Deal) -> bool:
    """Tell whether the dealer is asked to go alone unseen: nobody has looked at a hand yet."""
    return deal.auction.may_go_blind and not any(hand.mask for hand in deal.hands)


def _blind_loner(deal: Deal) -> Decision:
    """Return what a dealer who turns up a jack may do before anyone looks at his cards (§3.7)."""
    contract = deal.call(BLIND_LONER).contract
    assert contract is not None
    choices = (
        Choice("-", "look first", None, is_first=True),
        Choice(str(BLIND_LONER), "go alone unseen", contract),
    )
    return Decision(deal, deal.rules.dealer, "bid", choices, (*contracts_from(deal), contract))


def _bid(deal: Deal) -> Decision:
    seat = deal.auction.seat
    assert seat is not None
    if deal.upcard == BEST_BOWER and seat == deal.rules.dealer:  # he looks at his cards later
        deal = replace(deal, hands=(NO_CARDS,) * deal.rules.players)
    else:
        _verify_hand(deal, seat)
    calls = tuple(_call_choice(deal, seat, call) for call in deal.legal_calls)
    weak = tuple(weak_hand_choices(deal, seat))
    first = replace(deal, calls=()) if any(choice.is_redeal for choice in weak) else deal
    return Decision(deal, seat, "bid", (*calls, *weak), contracts_from(first))


def weak_hand_choices(deal: Deal, seat: int) -> Iterator[Choice]:
    """Yield what the holder of a weak hand may do before his first call (§3.5)."""
    if not deal.hands[seat - 1].mask:  # not looked at yet
        return
    for cards in cards_under(deal, seat):
        yield Choice(f"{seat}-k{cards}", f"change {' '.join(map(str, cards))}", None, under=cards)
    is_first = len(deal.calls) < deal.rules.players and not deal.kitty.mask  # else it is done
    if is_first and may_ask_for_redeal(deal.hands[seat - 1], deal.rules):
        yield Choice("redeal", "ask for a redeal", None, is_redeal=True)


def _call_choice(deal: Deal, seat: int, call: Call) -> Choice:
    if call == PASS:
        return Choice(str(call), "pass", None)
    after = deal.call(call)
    name = _order_name(deal.rules, seat) if call.act is Act.ORDER else f"call {_name_of(call.act)}"
    label = f"{name} alone" if call.alone else name
    contract = after.contract
    assert contract is not None
    discards = _discards(after) if len(after.six_cards) > deal.rules.hand_size else ()
    if not discards and seat in exchangers(contract, deal.rules):
        discards = _least_first(deal.hands[seat - 1], contract)
    return Choice(str(call), label, contract, discards)


def _order_name(rules: Rules, seat: int) -> str:
    names = {rules.second_hand: "assist", rules.dealer: "pick up"}
    return names.get(seat, "order up")


def _name_of(trump: Act | Trump) -> str:
    suit = trump.suit if isinstance(trump, Trump) else None
    return _SUITS[suit] if suit else "no-trump"


def _discards(deal: Deal) -> tuple[Card, ...]:
    """Return what the dealer may discard, the card least worth keeping first."""
    contract = deal.contract
    assert contract is not None
    return _least_first((card for card in deal.six_cards if deal.can_discard(card)), contract)


def _least_first(cards: Iterable[Card], contract: Contract) -> tuple[Card, ...]:
    order = plain_order(contract.trump)
    return tuple(sorted(cards, key=lambda card: order[card.index]))


def _exchange(deal: Deal, seat: int, *, is_lone: bool) -> Decision:
    """Return what a loner may put away for a card of his partner, or this one give him."""
    contract = deal.contract
    assert contract is not None
    hand = deal.hands[seat - 1]
    if seat == deal.rules.dealer and contract.round == 1 and deal.upcard:
        hand = hand.with_card(deal.upcard)  # he has discarded, or sits out with it
        if deal.discarded:
            hand = hand.without_card(deal.discarded)
    verb = "put away" if is_lone else "give"
    choices = [
        Choice(str(card), f"{verb} {card}", contract, (card,))
        for card in _least_first(hand, contract)
    ]
    if is_lone:
        choices.append(Choice("keep", "change nothing", contract))
    return Decision(deal, seat, "exchange", tuple(choices), (contract,))


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
    contract = deal.contract_with_partner
    assert contract is not None
    state = replace(deal.play_state, contract=contract)  # of what was dealt, before exchanges
    seat = state.turn
    assert seat is not None
    _verify_hand(deal, seat)
    verify_discard_known(deal, seat)
    hand, trump = state.hands[seat - 1], contract.trump

    def reluctance(card: Card) -> tuple[bool, int, int, int]:
        length = len(hand & trump.cards_of(trump.suit_of(card)))
        return trump.is_trump(card), trump.strength_of(card), -length, -card.index

    cards = sorted(state.legal_cards, key=reluctance)
    choices = tuple(Choice(str(card), f"play {card}", contract) for card in cards)
    return Decision(deal, seat, "play", choices, (contract,), state)


def verify_discard_known(deal: Deal, seat: int) -> None:
    """Raise `RuleError` if ``seat`` has discarded, and it isn't said what."""
    if seat == deal.rules.dealer and deal.six_cards.mask and not deal.discarded:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS, f"seat {seat} knows what it discarded", hint="add x:"
        )


def _verify_hand(deal: Deal, seat: int) -> None:
    hand: CardSet = deal.hands[seat - 1]
    if len(hand) < deal.rules.hand_size:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            f"seat {seat} has to decide, and its cards are not all known",
            hint=f"state all {deal.rules.hand_size} cards of seat {seat}",
        )
