"""What is wrong with recorded acts, told one by one, each by the act it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from euchre_solve.cards import DECK, NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules


class Fault(NamedTuple):
    """An illegal act: ``b3`` the third call, ``a1`` the first defender's answer, ``x`` the
    discard, ``t7`` the seventh card played; and what is wrong with it."""

    act: str
    error: RuleError


def explain_discard(deal: Deal) -> tuple[Fault, ...]:
    """Return what is wrong with the discard of ``deal``, the play apart."""
    assert deal.discarded is not None
    try:
        replace(deal, discarded=None, tricks=()).verify_discard(deal.discarded)
    except RuleError as error:
        return (Fault("x", error),)
    return ()


def explain_burial(deal: Deal) -> tuple[Fault, ...]:
    """Return what is wrong with the cards that the maker put away, the play apart."""
    try:
        replace(deal, buried=NO_CARDS, tricks=()).verify_bury(deal.buried)
    except RuleError as error:
        return (Fault("x", error),)
    return ()


def explain_lead(act: int, number: int, card: Card, seats: tuple[int, int]) -> Fault:
    """Return the fault of a lead by the first of ``seats`` where the second was to lead."""
    leads, is_due = seats
    error = RuleError(
        ErrorCode.OUT_OF_TURN,
        f"seat {leads} leads {card}, but seat {is_due} is to lead",
        card=card,
        hint=f"seat {is_due} won trick {number - 1}" if number > 1 else None,
    )
    return Fault(f"t{act}", error)


def explain_trick(
    rules: Rules, active: tuple[int, ...], tricks: tuple[tuple[Card, ...], ...]
) -> tuple[Fault, ...]:
    """Return a fault for the first trick that can't be one; the play can't be followed past it."""
    played = 0
    for number, trick in enumerate(tricks, start=1):
        if number > rules.hand_size:
            error = RuleError(ErrorCode.AFTER_END, f"trick {number} is played after the last trick")
            return (Fault(f"t{played + 1}", error),)
        played += len(trick)
        if len(trick) > len(active) or (len(trick) < len(active) and number < len(tricks)):
            error = RuleError(
                ErrorCode.WRONG_TRICK,
                f"trick {number} has {len(trick)} card{'s' * (len(trick) != 1)}",
                hint=f"{len(active)} seats play to each trick",
            )
            return (Fault(f"t{max(played, 1)}", error),)
    return ()


class _Table:
    """Who is known to hold what, as the explanation goes through the play."""

    def __init__(self, deal: Deal, moves: Sequence[tuple[int, int, int]], dead: CardSet) -> None:
        self.deal = deal
        self.dead = dead
        self.stated = [hand.mask for hand in deal.hands]
        if deal.upcard and not dead.mask >> deal.upcard.index & 1:
            self.stated[-1] |= 1 << deal.upcard.index
        self.stated = [mask & ~dead.mask for mask in self.stated]
        self.held = list(self.stated)
        for seat_index, bit, _ in moves:
            if self.objection(seat_index, bit) is None:
                self.held[seat_index] |= bit
        self.played = 0
        self.counts = [mask.bit_count() for mask in self.stated]

    def objection(self, seat_index: int, bit: int) -> tuple[ErrorCode, str] | None:
        """Return why the seat can't hold the card, whatever was played before; mostly None."""
        card, seat = DECK[bit.bit_length() - 1], seat_index + 1
        if card not in self.deal.rules.deck:
            return ErrorCode.NOT_IN_DECK, f"{card} is not in the deck of {self.deal.rules}"
        holders = [at for at, mask in enumerate(self.stated) if mask & bit]
        where = None
        if holders and seat_index not in holders:
            where = f"in the hand of seat {holders[0] + 1}"
        elif card in self.dead:
            where = "out of play"
        if where:
            return ErrorCode.NOT_HELD, f"seat {seat} does not hold {card}: it is {where}"
        return None

    def verify(self, seat_index: int, bit: int) -> RuleError | None:
        """Return what speaks against the seat's holding the card now; note that it is played."""
        card, seat = DECK[bit.bit_length() - 1], seat_index + 1
        found = self.objection(seat_index, bit)
        if found is None and self.played & bit:
            found = ErrorCode.NOT_HELD, f"seat {seat} does not hold {card}: it is played already"
        elif found is None and not self.stated[seat_index] & bit:
            self.counts[seat_index] += 1
            if self.counts[seat_index] > self.deal.rules.hand_size:
                found = ErrorCode.NOT_HELD, f"seat {seat} does not hold {card}"
        self.played |= bit
        return RuleError(found[0], found[1], card=card) if found else None


def explain_play(
    deal: Deal, contract: Contract, moves: Sequence[tuple[int, int, int]], dead: CardSet
) -> tuple[Fault, ...]:
    """Return every fault of the cards played: (index of the seat, bit of the card, suit led)."""
    table = _Table(deal, moves, dead)
    faults = []
    lead, number = DECK[0], 0
    for at, (seat_index, bit, led_mask) in enumerate(moves, start=1):
        card = DECK[bit.bit_length() - 1]
        if not led_mask:
            lead, number = card, number + 1
        owed = CardSet(table.held[seat_index] & led_mask & ~table.played)
        error = table.verify(seat_index, bit)
        if error is None and owed.mask and not led_mask & bit:
            points = contract.revoke_points(seat_index + 1, deal.rules)
            error = _revoke(seat_index + 1, card, owed, (number, lead))
            if points:
                error.hint = f"{error.hint}; {points} points to the other side (§3.7)"
        if error:
            faults.append(Fault(f"t{at}", error))
    return tuple(faults)


def _revoke(seat: int, card: Card, owed: CardSet, trick: tuple[int, Card]) -> RuleError:
    number, lead = trick
    return RuleError(
        ErrorCode.REVOKE,
        f"seat {seat} plays {card} but holds {owed}",
        card=card,
        hint=f"trick {number} was led with {lead}: play {' or '.join(map(str, owed))}",
    )
