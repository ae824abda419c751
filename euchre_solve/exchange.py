"""Cards exchanged: with the kitty before the calls, or with a partner who sits out (§3.5).

A `Transfer` is half an exchange. :func:`settled` returns the deal as if it had been dealt with what
the players hold after their exchanges, so that nothing else has to know of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from euchre_solve.cards import NO_CARDS, CardSet, Rank
from euchre_solve.contract import Contract
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.options import Exchange, FarmersHand, WeakHand
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from euchre_solve.deal import Deal

KITTY: Final = 0
"""The kitty where a seat is asked for."""

_UNDER: Final = 3
LOW: Final = {Rank.NINE, Rank.TEN}
"""What a farmer's hand is made of."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cards that go from seat ``giver`` to seat ``taker``, 0 for the kitty; str is as in ``e:``.

    >>> str(Transfer(3, 1, CardSet.of("Js"))), str(Transfer(KITTY, 2, CardSet.of("As", "Ks")))
    ('3-1Js', 'k-2AsKs')
    """

    giver: int
    taker: int
    cards: CardSet

    def __str__(self) -> str:
        giver, taker = (seat or "k" for seat in (self.giver, self.taker))
        return f"{giver}-{taker}{self.cards}"


def may_go_under(hand: CardSet, rules: Rules) -> bool:
    """Tell whether the holder of a whole ``hand`` may change three cards with the kitty."""
    return WeakHand.UNDER in _claims(hand, rules)


def may_ask_for_redeal(hand: CardSet, rules: Rules) -> bool:
    """Tell whether the holder of a whole ``hand`` may ask for a new deal.

    >>> may_ask_for_redeal(CardSet.of("9s", "9h", "Td", "Tc", "9d"), Rules.parse("beginner-farmer"))
    True
    """
    return WeakHand.REDEAL in _claims(hand, rules)


def _claims(hand: CardSet, rules: Rules) -> Iterator[WeakHand]:
    """Yield what each kind of weak hand that ``hand`` is may do."""
    ranks = [card.rank for card in hand]
    is_low = set(ranks) <= LOW
    has_three = any(ranks.count(rank) >= _UNDER for rank in LOW)
    if has_three if rules.farmers_cards is FarmersHand.THREE else is_low:
        yield rules.farmers_hand
    aces = ranks.count(Rank.ACE)
    has_aces = aces > 0 if rules.players < _FOUR else aces == 1
    if has_aces and set(ranks) <= {*LOW, Rank.ACE}:
        yield rules.ace_no_face


_FOUR: Final = 4
"""From so many players on an ace without faces is one ace."""


def exchangers(contract: Contract, rules: Rules) -> tuple[int, ...]:
    """Return who may change a card for the best of his partner, the maker first."""
    seats = []
    if rules.exchange is not Exchange.OFF and contract.alone:
        seats.append(contract.maker)
    if rules.exchange is Exchange.ALL_ALONE and contract.lone_defender:
        seats.append(contract.lone_defender)
    return tuple(seats)


def verify_exchanges(deal: Deal) -> None:
    """Raise `RuleError` unless the rules allow the exchanges of ``deal``, as far as is known."""
    under = [each for each in deal.exchanges if KITTY in (each.giver, each.taker)]
    others = [each for each in deal.exchanges if each not in under]
    if under:
        _verify_under(deal, under)
    if not others:
        return
    contract = deal.contract
    allowed = exchangers(contract, deal.rules) if contract else ()
    for seat in dict.fromkeys(max((each.giver, each.taker), key=allowed.count) for each in others):
        partner = deal.rules.partner_of(seat)
        mine = [each for each in others if seat in (each.giver, each.taker)]
        ways = sorted((each.giver, each.taker) for each in mine)
        one_each = all(len(each.cards) == 1 for each in mine)
        if seat not in allowed:
            _refuse(f"seat {seat} may not change cards with another seat here")
        if ways != sorted([(seat, partner), (partner, seat)]) or not one_each:
            _refuse(f"seat {seat} changes one card for one of seat {partner}")


def _verify_under(deal: Deal, under: list[Transfer]) -> None:
    seat = max(under[0].giver, under[0].taker)
    ways = sorted((each.giver, each.taker) for each in under)
    if ways != [(KITTY, seat), (seat, KITTY)] or any(len(each.cards) != _UNDER for each in under):
        _refuse(f"one seat changes {_UNDER} cards with the kitty")
    if WeakHand.UNDER not in (deal.rules.farmers_hand, deal.rules.ace_no_face):
        _refuse(f"nobody changes cards with the kitty in {deal.rules}")
    hand = deal.hands[seat - 1]
    given = next(each.cards for each in under if each.giver == seat)
    if len(hand) == deal.rules.hand_size and not may_go_under(hand, deal.rules):
        _refuse(f"seat {seat} may not change cards with the kitty: it holds {hand}")
    is_three = deal.rules.farmers_cards is FarmersHand.THREE
    if is_three and deal.rules.ace_no_face is not WeakHand.UNDER:
        ranks = {card.rank for card in given}
        if len(ranks) > 1 or not ranks <= LOW:
            _refuse(f"seat {seat} gives three nines or three tens")


def _refuse(message: str) -> None:
    raise RuleError(ErrorCode.ILLEGAL_EXCHANGE, message)


def settled(deal: Deal) -> Deal:
    """Return a deal without exchanges that is played as ``deal`` is after those it had."""
    hands = list(deal.hands)
    kitty, discarded = deal.kitty, deal.discarded
    for each in deal.exchanges:
        if each.giver == KITTY:
            kitty -= each.cards
        elif deal.upcard and each.giver == deal.rules.dealer and deal.upcard in each.cards:
            return _settled_upcard(deal, each)
        else:
            _take(deal, hands, each)
        if each.taker == KITTY:
            kitty |= each.cards
    for each in deal.exchanges:
        if each.taker != KITTY:
            hands[each.taker - 1] |= each.cards
    return replace(deal, hands=tuple(hands), kitty=kitty, discarded=discarded, exchanges=())


def _take(deal: Deal, hands: list[CardSet], each: Transfer) -> None:
    """Take the cards of ``each`` out of its giver's hand, as far as they are known to be there."""
    hand = hands[each.giver - 1]
    if len(hand) == deal.rules.hand_size and (each.cards - hand).mask:
        _refuse(f"seat {each.giver} does not hold {each.cards - hand}")
    hands[each.giver - 1] = hand - each.cards


def _settled_upcard(deal: Deal, upcard_given: Transfer) -> Deal:
    """Return the same where the dealer gives the upcard away.

    As the one who plays he might as well have put it away instead of what he did; as the one who
    sits out it may as well have been dealt to his partner.
    """
    dealer, contract = deal.rules.dealer, deal.contract
    assert contract is not None  # verify_exchanges
    got = [each for each in deal.exchanges if each.taker == dealer]
    rest = tuple(each for each in deal.exchanges if each not in (upcard_given, *got))
    hands = list(deal.hands)
    if dealer in contract.active_seats(deal.rules):
        if deal.discarded is None or not deal.rules.may_discard_upcard:
            _refuse("the dealer gives the upcard away without having discarded")
        taken = got[0].cards if got else NO_CARDS
        assert deal.discarded is not None
        hands[dealer - 1] = hands[dealer - 1].without_card(deal.discarded) | taken
        partner = upcard_given.taker - 1
        hands[partner] -= taken
        plain = replace(deal, hands=tuple(hands), discarded=deal.upcard, exchanges=rest)
        return settled(plain)
    seat = upcard_given.taker
    gone = got[0].cards if got else NO_CARDS
    hands[seat - 1] = (hands[seat - 1] - gone) | upcard_given.cards
    hands[dealer - 1] = NO_CARDS
    plain = replace(
        deal,
        hands=tuple(hands),
        upcard=None,
        discarded=None,
        calls=(),
        defence=(),
        stated_contract=replace(contract, round=2),
        exchanges=rest,
    )
    return settled(plain)
