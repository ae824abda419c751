"""The full deals of an auction game that a record leaves open: see `consistent`.

A full deal states every hand as dealt and the widow, and once the widow is taken what was put
away; cards that nobody was dealt are told apart from those only as a whole. The maker's cards then
go by where they came from and where they went: of `j` cards of the widow put away, as many of his
own fewer. Each such number is counted by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from euchre_solve.cards import Card, CardSet
from euchre_solve.deal import Deal
from euchre_solve.placing import Place, Placing

_DEALT, _WIDOW, _REST = "dealt", "widow", "rest"
_KEPT: Final = "kept"
_PUT_AWAY: Final = "put away"


class _Spot(NamedTuple):
    """Where a card may be: dealt to ``seat``, in the widow or to nobody, and what the maker did.

    ``fate`` is empty for cards that he hasn't taken.
    """

    origin: str
    seat: int = 0
    fate: str = ""


class Seen(NamedTuple):
    """What the play shows of each seat: the cards it had, and those it can't have had as well."""

    played: Sequence[int]
    barred: Sequence[int]


class AuctionDeals:
    """The full deals that agree with ``deal``, numbered from 0 to ``count`` - 1."""

    def __init__(self, deal: Deal, seen: Seen, *, after_discard: bool) -> None:
        self._deal = deal
        self._seen = seen
        contract = deal.contract
        is_taken = contract is not None and contract.takes_widow(deal.rules)
        is_made = bool(deal.buried.mask or deal.tricks or deal.defence or after_discard)
        self._maker = contract.maker if contract and is_taken and is_made else 0
        spots = list(self._spots())
        kinds: dict[tuple[bool, ...], list[str]] = {}
        for card in deal.rules.deck:
            kinds.setdefault(tuple(self._may_be(card, spot) for spot in spots), []).append(
                str(card)
            )
        self._spots_in_order = spots
        self._kinds = list(kinds.values())
        sizes = tuple(map(len, self._kinds))
        self._parts = [
            Placing(
                sizes,
                [
                    Place(self._room(spot, moved), tuple(fits[at] for fits in kinds))
                    for at, spot in enumerate(spots)
                ],
            )
            for moved in range(deal.rules.widow_size + 1 if self._maker else 1)
        ]
        self.count = sum(part.count for part in self._parts)

    def at(self, number: int) -> Deal:
        """Return deal ``number``."""
        for part in self._parts:
            if number < part.count:
                return self._with_placed(part.at(number, self._kinds))
            number -= part.count
        raise IndexError(number)

    def _spots(self) -> Iterator[_Spot]:
        for seat in self._deal.rules.seats:
            fates = (_KEPT, _PUT_AWAY) if seat == self._maker else ("",)
            yield from (_Spot(_DEALT, seat, fate) for fate in fates)
        if self._deal.rules.widow_size:
            fates = (_KEPT, _PUT_AWAY) if self._maker else ("",)
            yield from (_Spot(_WIDOW, 0, fate) for fate in fates)
        yield _Spot(_REST)

    def _room(self, spot: _Spot, moved: int) -> int:
        """Return the size of a spot if ``moved`` cards of the widow are put away."""
        rules = self._deal.rules
        if spot.origin == _REST:
            return rules.kitty_size - rules.widow_size
        size = rules.hand_size if spot.origin == _DEALT else rules.widow_size
        gone = moved if spot.origin == _WIDOW else rules.widow_size - moved
        return {_PUT_AWAY: gone, _KEPT: size - gone}.get(spot.fate, size)

    def _may_be(self, card: Card, spot: _Spot) -> bool:
        """Tell whether a card can be in a spot, by what is stated of it and was played."""
        deal, bit = self._deal, 1 << card.index
        stated = [at for at, hand in enumerate(deal.hands, start=1) if card in hand]
        if stated and (spot.origin, spot.seat) != (_DEALT, stated[0]):
            return False
        if card in deal.kitty and spot.origin != _WIDOW:
            return False
        if card in deal.buried and spot.fate != _PUT_AWAY:
            return False
        player = self._maker if spot.fate == _KEPT else 0 if spot.fate else spot.seat
        played_by = next((at for at, cards in enumerate(self._seen.played, 1) if cards & bit), 0)
        if played_by:
            return player == played_by
        return not (player and self._seen.barred[player - 1] & bit)

    def _with_placed(self, placed: list[list[str]]) -> Deal:
        hands = [CardSet()] * self._deal.rules.players
        widow, buried = CardSet(), CardSet()
        for spot, names in zip(self._spots_in_order, placed, strict=True):
            cards = CardSet.of(*names)
            if spot.origin == _DEALT:
                hands[spot.seat - 1] |= cards
            elif spot.origin == _WIDOW:
                widow |= cards
            if spot.fate == _PUT_AWAY:
                buried |= cards
        return replace(self._deal, hands=tuple(hands), kitty=widow, buried=buried)
