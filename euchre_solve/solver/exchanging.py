"""Open-hand values where a lone player may change a card for the best of his partner (§3.5).

The dealer discards first, then the lone maker puts a card away and takes one of his partner, then
a lone defender does. Each does what is best for his side, with all hands open: his partner gives
the card that helps most, which a partner who doesn't see the other hands may miss.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from euchre_solve.cards import Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.exchange import Transfer, exchangers
from euchre_solve.solver import kernel
from euchre_solve.trump import Trump


class Exchanged(NamedTuple):
    """The makers' tricks; the best discard, and the tricks for each; exchanges; best leads."""

    tricks: int
    discard: Card | None
    discards: tuple[tuple[Card, int], ...]
    transfers: tuple[Transfer, ...]
    best_leads: CardSet


class _Swap(NamedTuple):
    """What an exchange leaves in the hand of ``seat``, and the cards given and got, if any."""

    hand_mask: int
    given: Card | None = None
    got: Card | None = None


def may_exchange(deal: Deal, contract: Contract) -> bool:
    """Tell whether an exchange is still to come in ``deal`` and all cards for it are known."""
    seats = exchangers(contract, deal.rules)
    partners = map(deal.rules.partner_of, seats)
    is_known = all(len(deal.hands[seat - 1]) == deal.rules.hand_size for seat in partners)
    return bool(seats) and is_known and not deal.tricks and not deal.exchanges


def solve_exchange(deal: Deal, contract: Contract, leader: int) -> Exchanged:
    """Return the value of ``contract`` when ``leader`` leads, with the best exchanges by all."""
    ways = []
    for discard, hand in _after_discards(deal, contract):
        hands = [each.mask for each in deal.hands]
        hands[-1] = hand.mask
        ways.append((discard, *_best_swaps(_Table(deal, contract, leader, hands))))
    sign = 1 if deal.rules.dealer in contract.makers(deal.rules) else -1
    discard, tricks, swaps = max(
        ways, key=lambda way: (sign * way[1], -_worth(way[0], contract.trump))
    )
    discards = [(card, value) for card, value, _ in ways if card]
    seats = exchangers(contract, deal.rules)
    transfers = tuple(
        transfer
        for seat, swap in zip(seats, swaps, strict=True)
        if swap.given and swap.got
        for transfer in (
            Transfer(seat, deal.rules.partner_of(seat), CardSet.of(swap.given)),
            Transfer(deal.rules.partner_of(seat), seat, CardSet.of(swap.got)),
        )
    )
    hands = [each.mask for each in deal.hands]
    if discard and deal.upcard:
        hands[-1] = deal.hands[-1].with_card(deal.upcard).without_card(discard).mask
    table = _Table(deal, contract, leader, hands)
    _, (leads, *_) = kernel.solve_best_packed(table.position(dict(zip(seats, swaps, strict=True))))
    return Exchanged(tricks, discard, tuple(discards), transfers, CardSet(leads))


def _after_discards(deal: Deal, contract: Contract) -> Iterator[tuple[Card | None, CardSet]]:
    """Yield each discard of the dealer and his hand after it; None where he picks nothing up."""
    rules = deal.rules
    hand = deal.hands[-1]
    if (
        contract.round != 1
        or deal.upcard is None
        or rules.dealer not in contract.active_seats(rules)
    ):
        yield None, hand
        return
    six = hand.with_card(deal.upcard)
    for card in CardSet.of(deal.discarded) if deal.discarded else six:
        if card != deal.upcard or rules.may_discard_upcard:
            yield card, six.without_card(card)


class _Table(NamedTuple):
    """Who plays, from which hands (masks, seat 1 first), before any exchange."""

    deal: Deal
    contract: Contract
    leader: int
    hands: list[int]

    def position(self, swaps: dict[int, _Swap]) -> bytes:
        """Return the position to the first lead after ``swaps``, by seat."""
        rules, contract = self.deal.rules, self.contract
        active, makers = contract.active_seats(rules), contract.makers(rules)
        return kernel.pack_position(
            [swaps[seat].hand_mask if seat in swaps else self.hands[seat - 1] for seat in active],
            sum((seat in makers) << index for index, seat in enumerate(active)),
            contract.trump,
            active.index(self.leader),
        )

    def swaps_of(self, seat: int) -> list[_Swap]:
        """Return every exchange of ``seat``, none at all first."""
        partner = self.deal.rules.partner_of(seat)
        pool = self.deal.hands[partner - 1]
        if partner == self.deal.rules.dealer and self.contract.round == 1 and self.deal.upcard:
            pool = pool.with_card(self.deal.upcard)
        hand = CardSet(self.hands[seat - 1])
        return [
            _Swap(hand.mask),
            *(
                _Swap(hand.without_card(given).with_card(got).mask, given, got)
                for got in pool
                for given in hand
            ),
        ]


def _best_swaps(table: _Table) -> tuple[int, tuple[_Swap, ...]]:
    """Return the makers' tricks after the best exchanges, of equal ones the first, and these."""
    seats = exchangers(table.contract, table.deal.rules)
    maker, defender = _both(table, seats)
    ours: list[_Swap | None] = [*table.swaps_of(maker)] if maker else [None]
    theirs: list[_Swap | None] = [*table.swaps_of(defender)] if defender else [None]

    def values(pairs: list[tuple[_Swap | None, _Swap | None]]) -> list[int]:
        swaps = [zip((maker, defender), pair, strict=True) for pair in pairs]
        packed = [table.position({seat: swap for seat, swap in each if swap}) for each in swaps]
        return list(kernel.solve_tricks_packed(b"".join(packed)))

    # the defender's first way bounds what the maker gets from each of his
    bounds = values([(first, theirs[0]) for first in ours])
    best = -1, 0, 0
    for row in sorted(range(len(ours)), key=lambda at: -bounds[at]):
        if bounds[row] <= best[0]:
            break
        answers = values([(ours[row], second) for second in theirs])
        worst = min(answers)
        if worst > best[0]:
            best = worst, row, answers.index(worst)
    tricks, row, column = best
    return tricks, tuple(swap for swap in (ours[row], theirs[column]) if swap)


def _both(table: _Table, seats: tuple[int, ...]) -> tuple[int, int]:
    """Return the seats of the maker and of the defender who may exchange; 0 for nobody."""
    maker = table.contract.maker
    return (maker if maker in seats else 0, next((seat for seat in seats if seat != maker), 0))


def _worth(card: Card | None, trump: Trump) -> float:
    """Return how much ``card`` is worth keeping: trumps most, then by rank."""
    return trump.strength_of(card) + _TRUMPS * trump.is_trump(card) if card else 0


_TRUMPS: Final = 100
