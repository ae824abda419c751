"""Exact answers for auction games with open hands: what each seat can bid, and how it is kept.

A bid says how many tricks its maker takes with how many partners, alone or not, with the widow or
without. Everyone plays perfectly: the maker with his partners against all others, who are allies
as long as they play. So in games each for himself a value is what the maker can force alone
against all, whatever the others are up to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from euchre_solve.bidding_auction import denominations
from euchre_solve.bids import Bid
from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel
from euchre_solve.solver.double_dummy import (
    ContractSolution,
    Opening,
    PositionSolution,
    best_line,
    card_values,
    position_of,
    verify_known,
)
from euchre_solve.trump import Trump

_CHUNK: Final = 64
"""Positions asked of the kernel in one call, so that the program can be interrupted."""


class BidValue(NamedTuple):
    """What ``maker`` takes with ``trump`` under bids that differ only in their tricks.

    ``tricks`` are those of his side with the best partners and discards, ``ways`` those that take
    them: of the partners all, each with discards that do. ``bid`` is the highest that is kept,
    None if none is; ``points`` what it gains, or what the lowest costs.
    """

    trump: Trump
    maker: int
    bids: tuple[Bid, ...]
    tricks: int
    bid: Bid | None
    points: int
    ways: tuple[Way, ...]


class Way(NamedTuple):
    """Partners, and the cards put away with the widow in hand."""

    partners: tuple[int, ...]
    buried: CardSet


class AuctionSolution(NamedTuple):
    """All that can be bid in a deal: by kind of bid, then by trump, then by seat."""

    deal: Deal
    values: tuple[BidValue, ...]

    def best_bids(self) -> tuple[BidValue, ...]:
        """Return for each seat in turn its highest bids that are kept, in any trump."""
        best = []
        for seat in self.deal.rules.seats:
            kept = [value for value in self.values if value.maker == seat and value.bid]
            highest = max((value.points for value in kept), default=0)
            best += [value for value in kept if value.points == highest]
        return tuple(best)


class _Try(NamedTuple):
    """One way to play a contract, and the position that it starts from, packed."""

    way: Way
    packed: bytes


def solve_auction(deal: Deal) -> AuctionSolution:
    """Return what every seat can bid in ``deal`` and keep; calls made so far are disregarded.

    Raises `RuleError` (W502) unless all hands, and the widow if there is one, are known.
    """
    verify_known(deal, deal.rules.seats)
    _verify_widow(deal)
    kinds = bid_kinds(deal.rules)
    return AuctionSolution(
        deal,
        tuple(
            _solve_bids(deal, bids, trump, maker)
            for bids in kinds
            for trump in denominations(deal.rules)
            for maker in deal.rules.seats
        ),
    )


def bid_kinds(rules: Rules) -> tuple[tuple[Bid, ...], ...]:
    """Return the bids in groups that differ only in their tricks, each lowest first."""
    kinds: dict[tuple[int, bool, bool], list[Bid]] = {}
    for bid in rules.legal_bids:
        kinds.setdefault((bid.partners, bid.alone, bid.takes_widow), []).append(bid)
    return tuple(map(tuple, kinds.values()))


def _verify_widow(deal: Deal) -> None:
    if len(deal.kitty) < deal.rules.widow_size:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            "the widow's cards are not all known",
            hint=f"add k: with its {deal.rules.widow_size} cards",
        )


def _solve_bids(deal: Deal, bids: tuple[Bid, ...], trump: Trump, maker: int) -> BidValue:
    rules = deal.rules
    contract = Contract(trump, maker, 2, bids[0].alone, bid=bids[0].value)
    others = [seat for seat in rules.seats if seat != maker]
    choices = tuple(combinations(others, bids[0].partners))
    tries = [each for partners in choices for each in _tries(deal, contract, partners)]
    tricks = _most_tricks(tries, rules.hand_size)
    kept = [bid for bid in bids if bid.tricks <= tricks]
    said = kept[-1] if kept else bids[0]
    return BidValue(
        trump,
        maker,
        bids,
        tricks,
        kept[-1] if kept else None,
        replace(contract, bid=said.value).points(tricks, rules),
        tuple(_ways(tries, tricks)) if tricks else (tries[0].way,),
    )


def _tries(deal: Deal, contract: Contract, partners: tuple[int, ...]) -> Iterator[_Try]:
    """Yield every way to play ``contract`` with ``partners``, the likeliest discards first."""
    made = replace(contract, partners=partners)
    for buried in _burials(deal, contract):
        packed = _packed(deal, made, buried)
        yield _Try(Way(partners, buried), packed)


def _burials(deal: Deal, contract: Contract) -> list[CardSet]:
    """Return every set of cards that the maker may put away, those least worth keeping first."""
    if not contract.takes_widow(deal.rules):
        return [NO_CARDS]
    if deal.buried.mask:
        return [deal.buried]
    held = deal.hands[contract.maker - 1] | deal.kitty
    trump = contract.trump

    def worth(card: Card) -> int:
        return trump.strength_of(card) + _TRUMP_WORTH * trump.is_trump(card)

    sets = combinations(sorted(held, key=worth), deal.rules.widow_size)
    return [CardSet.from_cards(cards) for cards in sets]


_TRUMP_WORTH: Final = 20


def _packed(deal: Deal, contract: Contract, buried: CardSet) -> bytes:
    """Return the start of the play; the makers are side A."""
    rules = deal.rules
    active, makers = _seats_of(contract, rules)
    masks = [deal.hands[seat - 1].mask for seat in active]
    if buried.mask:
        held = deal.hands[contract.maker - 1].mask | deal.kitty.mask
        masks[active.index(contract.maker)] = held & ~buried.mask
    sides = sum(1 << at for at, seat in enumerate(active) if seat in makers)
    leader = active.index(contract.first_leader(rules))
    return kernel.pack_position(masks, sides, contract.trump, leader)


@cache
def _seats_of(contract: Contract, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return contract.active_seats(rules), contract.makers(rules)


def _most_tricks(tries: Sequence[_Try], hand_size: int) -> int:
    """Return the most tricks that any of the tries takes.

    Whatever fell short of a number is not asked about a higher one.
    """
    at = 0
    for need in range(1, hand_size + 1):
        found = _first_reaching(tries, at, need)
        if found is None:
            return need - 1
        at = found
    return hand_size


def _first_reaching(tries: Sequence[_Try], start: int, need: int) -> int | None:
    """Return the place of the first of the tries from ``start`` on that takes ``need`` tricks."""
    for at in range(start, len(tries), _CHUNK):
        packed = b"".join(each.packed for each in tries[at : at + _CHUNK])
        flags = kernel.solve_reach_packed(packed, need, only_first=True)
        found = next((place for place, flag in enumerate(flags) if flag), None)
        if found is not None:
            return at + found
    return None


def _ways(tries: Sequence[_Try], tricks: int) -> Iterator[Way]:
    """Yield for each choice of partners the first discards that take ``tricks``, if any do."""
    for partners in dict.fromkeys(each.way.partners for each in tries):
        mine = [each for each in tries if each.way.partners == partners]
        found = _first_reaching(mine, 0, tricks)
        if found is not None:
            yield mine[found].way


# --- one contract


def solve_auction_position(deal: Deal) -> PositionSolution:
    """Return the exact value of the contract of ``deal`` and of each card of the seat to play.

    Where the maker has still to put cards away the best ones are taken; ``burials`` of the answer
    are all that are as good. Raises `RuleError` unless the cards that take part are known.
    """
    contract = deal.contract
    if contract is None:
        raise RuleError(ErrorCode.NO_CONTRACT, "there is no contract to solve", hint="add m: or b:")
    verify_known(deal, contract.active_seats(deal.rules))
    burials: tuple[CardSet, ...] = ()
    settled = deal
    if contract.takes_widow(deal.rules):
        _verify_widow(deal)
        settled = _with_burial(deal)
        if not settled.buried.mask:
            burials = _best_burials(deal, contract)
            settled = replace(deal, buried=burials[0])
    state = settled.play_state
    start = replace(settled, tricks=()).play_state
    return PositionSolution(
        deal if burials else settled,
        _solution(start),
        state.turn if deal.phase is not Phase.CALL else None,
        card_values(state),
        best_line(state).tricks,
        burials=burials,
    )


def _with_burial(deal: Deal) -> Deal:
    """Return ``deal`` with the cards put away that the play shows."""
    if deal.buried.mask or not deal.tricks:
        return deal
    played = NO_CARDS
    seat_by_card = _players_of(deal)
    for card, seat in seat_by_card:
        if deal.contract and seat == deal.contract.maker:
            played = played.with_card(card)
    rest = deal.maker_cards - played
    if len(rest) == deal.rules.widow_size:
        return replace(deal, buried=rest)
    raise RuleError(
        ErrorCode.UNKNOWN_DISCARD,
        f"any {deal.rules.widow_size} of {rest} may have been put away",
        hint="add x: with the maker's discards",
    )


def _players_of(deal: Deal) -> Iterator[tuple[Card, int]]:
    """Yield every card played with the seat that played it."""
    state: Play = replace(deal, tricks=()).play_state
    for trick in deal.tricks:
        for card in trick:
            assert state.turn is not None  # as many as were played
            yield card, state.turn
            state = state.play(card)


def _best_burials(deal: Deal, contract: Contract) -> tuple[CardSet, ...]:
    tries = list(_tries(deal, contract, contract.partners))
    tricks = _most_tricks(tries, deal.rules.hand_size)
    flags = kernel.solve_reach_packed(b"".join(each.packed for each in tries), tricks)
    return tuple(each.way.buried for each, flag in zip(tries, flags, strict=True) if flag)


def _solution(start: Play) -> ContractSolution:
    """Return the value of the contract as the play starts."""
    contract, rules = start.contract, start.rules
    makers = contract.makers(rules)
    alone = contract.maker if contract.alone else None
    if start.turn is None:
        opening = Opening(contract.maker, 0, contract.points(0, rules), NO_CARDS)
    else:
        best = kernel.solve_best(position_of(start))
        points = contract.points(best.tricks, rules)
        opening = Opening(start.turn, best.tricks, points, best.cards)
    return ContractSolution(contract.trump, None, makers, alone, None, opening)
