"""Open-hand values where a lone player may change a card for the best of his partner (§3.5).

The dealer discards first, then the lone maker puts a card away and takes one of his partner, then
a lone defender does. Each does what is best for his side, with all hands open: his partner gives
the card that helps most, which a partner who doesn't see the other hands may miss.

*By rank* nobody looks at another's cards: who plays alone puts away his lowest singleton of a plain
suit, without one his lowest card, plain suits first; his partner gives the highest trump, without
one the highest card, of equal ones that of the suit he has fewest of. Only the dealer still
discards what is best.
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
    """The makers' tricks; the best discard, and the tricks for each; exchanges; best leads.

    ``by_rank`` are the tricks and the exchanges where cards are exchanged by their rank.
    """

    tricks: int
    discard: Card | None
    discards: tuple[tuple[Card, int], ...]
    transfers: tuple[Transfer, ...]
    best_leads: CardSet
    by_rank: tuple[int, tuple[Transfer, ...]]


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
    ways, by_rank = [], []
    for discard, hand in _after_discards(deal, contract):
        hands = [each.mask for each in deal.hands]
        hands[-1] = hand.mask
        table = _Table(deal, contract, leader, hands)
        ways.append(_Way(discard, table, *_best_swaps(table)))
        by_rank.append(_Way(discard, table, *_swaps_by_rank(table)))
    best = max(ways, key=_Way.merit)
    usual = max(by_rank, key=_Way.merit)
    _, (leads, *_) = kernel.solve_best_packed(best.table.position(best.by_seat))
    return Exchanged(
        best.tricks,
        best.discard,
        tuple((way.discard, way.tricks) for way in ways if way.discard),
        best.transfers,
        CardSet(leads),
        (usual.tricks, usual.transfers),
    )


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

    def pool_of(self, seat: int) -> CardSet:
        """Return the cards of which the partner of ``seat`` gives him one."""
        partner = self.deal.rules.partner_of(seat)
        pool = self.deal.hands[partner - 1]
        if partner == self.deal.rules.dealer and self.contract.round == 1 and self.deal.upcard:
            pool = pool.with_card(self.deal.upcard)
        return pool

    def swaps_of(self, seat: int) -> list[_Swap]:
        """Return every exchange of ``seat``, none at all first."""
        hand = CardSet(self.hands[seat - 1])
        return [
            _Swap(hand.mask),
            *(
                _Swap(hand.without_card(given).with_card(got).mask, given, got)
                for got in self.pool_of(seat)
                for given in hand
            ),
        ]


class _Way(NamedTuple):
    """A discard, if one is due, with the makers' tricks after the exchanges that follow it."""

    discard: Card | None
    table: _Table
    tricks: int
    swaps: tuple[_Swap, ...]

    def merit(self) -> tuple[int, float]:
        """Return how much the dealer likes it: for the tricks, then for the card it costs."""
        rules, contract = self.table.deal.rules, self.table.contract
        sign = 1 if rules.dealer in contract.makers(rules) else -1
        return sign * self.tricks, -_worth(self.discard, contract.trump)

    @property
    def by_seat(self) -> dict[int, _Swap]:
        """The exchanges by the seat that plays alone."""
        seats = exchangers(self.table.contract, self.table.deal.rules)
        return dict(zip(seats, self.swaps, strict=True))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Both halves of each exchange."""
        partner_of = self.table.deal.rules.partner_of
        return tuple(
            transfer
            for seat, swap in self.by_seat.items()
            if swap.given and swap.got
            for transfer in (
                Transfer(seat, partner_of(seat), CardSet.of(swap.given)),
                Transfer(partner_of(seat), seat, CardSet.of(swap.got)),
            )
        )


def _swaps_by_rank(table: _Table) -> tuple[int, tuple[_Swap, ...]]:
    """Return the makers' tricks after exchanges by rank, and these."""
    trump = table.contract.trump
    seats = exchangers(table.contract, table.deal.rules)
    swaps = []
    for seat in seats:
        hand = CardSet(table.hands[seat - 1])
        given, got = _lowest(hand, trump), _highest(table.pool_of(seat), trump)
        swaps.append(_Swap(hand.without_card(given).with_card(got).mask, given, got))
    position = table.position(dict(zip(seats, swaps, strict=True)))
    (tricks,) = kernel.solve_tricks_packed(position)
    return tricks, tuple(swaps)


def _lowest(hand: CardSet, trump: Trump) -> Card:
    """Return what a lone player puts away by rank."""

    def reluctance(card: Card) -> tuple[bool, float]:
        is_single = len(hand & trump.cards_of(trump.suit_of(card))) == 1
        return trump.is_trump(card) or not is_single, _worth(card, trump)

    return min(hand, key=reluctance)


def _highest(pool: CardSet, trump: Trump) -> Card:
    """Return what the partner of a lone player gives him by rank."""

    def merit(card: Card) -> tuple[float, int]:
        return _worth(card, trump), -len(pool & trump.cards_of(trump.suit_of(card)))

    return max(pool, key=merit)


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
