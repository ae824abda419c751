"""What is certain of the rest of the play, whatever the others hold: by proof, never by samples.

*The result is settled* if it pays the same for every number of tricks that the makers may still
come to. He who surely holds the highest trumps outstanding wins a trick with each of them, however
it is played; nothing else is counted.

*The rest are ours* if the seat on turn has its cards in an order in which each of them wins its
trick, whatever the others play. Somebody beats a card only with a higher one that he may hold and
may play: of the suit led, if earlier leads of the suit didn't take all that he may have; or a
trump, if he may be void by then and has trumps left after those that we drew. Partner counts as an
opponent: he might have to ruff.

Both arguments work on what each of the others surely holds and what he may hold, told by the record
(`consistent.Facts`). Where all worlds are listed and few, each is a record of its own: what holds
in every one is certain too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from euchre_solve.advice.arena.card_play import followers, powers
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.cards import Card, CardSet
from euchre_solve.consistent import Facts
from euchre_solve.deal import Deal
from euchre_solve.play import Play

FEW: Final = 500
"""Worlds that are gone through one by one."""


class Proof(NamedTuple):
    """Says what is certain; ``token`` is the card to play for it, None where any will do."""

    text: str
    token: str | None


class _Holding(NamedTuple):
    """What a seat holds for certain, and what it may hold at most; masks by card index."""

    surely: int
    maybe: int


_Hands = dict[int, _Holding]
"""The holdings by seat of all that play."""


def prove(deal: Deal, state: Play, worlds: WorldArrays | None) -> Proof | None:
    """Return what is certain for the seat on turn at ``state``.

    ``worlds`` are all that agree with ``deal``, None where they are more than `FEW`.
    """
    cases = [_by_record(deal, state)]
    if worlds is not None:
        cases = list(_by_world(state, worlds))
    order = _claim(state, cases)
    if order:
        cards = " ".join(map(str, order))
        return Proof(f"The rest are yours whatever the others hold: {cards}.", str(order[0]))
    points = {value for hands in cases for value in _payments(state, hands)}
    return _settled(state, points.pop()) if len(points) == 1 else None


def _by_record(deal: Deal, state: Play) -> _Hands:
    facts = Facts(deal, after_discard=True)
    hands = {}
    for seat in state.active:
        surely = facts.fixed[seat - 1] & ~facts.played[seat - 1]
        loose = facts.may_take[seat - 1] if facts.rooms[seat - 1] else 0
        hands[seat] = _Holding(surely, surely | loose)
    return hands


def _by_world(state: Play, worlds: WorldArrays) -> Iterator[_Hands]:
    for row in worlds.hands.tolist():
        yield {seat: _Holding(row[seat - 1], row[seat - 1]) for seat in state.active}


# --- the result is settled


def _settled(state: Play, points: int) -> Proof:
    makers = " & ".join(map(str, state.contract.makers(state.rules)))
    return Proof(
        f"The result is settled: {points:+d} for the makers, seats {makers}, "
        "whatever is held and played.",
        None,
    )


def _payments(state: Play, hands: _Hands) -> set[int]:
    """Return the makers' points for every number of tricks that they may come to."""
    rules, contract = state.rules, state.contract
    done, left = state.makers_tricks, rules.hand_size - sum(state.tricks_won)
    seat, sure = _top_trumps(state, hands)
    is_makers = seat in contract.makers(rules)
    least = done + (sure if is_makers else 0)
    most = done + left - (0 if is_makers else sure)
    return {contract.points(tricks, rules) for tricks in range(least, most + 1)}


def _top_trumps(state: Play, hands: _Hands) -> tuple[int | None, int]:
    """Return who surely holds the highest trumps that are not gone, and how many in a row."""
    trump = state.contract.trump
    if trump.suit is None:  # a suit has no power over the others
        return None, 0
    first = state.active.index(state.leader)
    places = state.active[first:] + state.active[:first]
    table = dict(zip(state.trick, places, strict=False))
    outstanding = set(table) | {card for hand in hands.values() for card in CardSet(hand.maybe)}
    owner, count = None, 0
    for card in sorted(outstanding, key=trump.strength_of, reverse=True):
        if not trump.is_trump(card):
            continue
        holders = [seat for seat, hand in hands.items() if hand.surely >> card.index & 1]
        holder = table.get(card) or (holders[0] if holders else None)
        if holder is None or owner not in {None, holder}:
            break
        owner, count = holder, count + 1
    return owner, count


# --- the rest are ours


def _claim(state: Play, cases: Sequence[_Hands]) -> tuple[Card, ...] | None:
    """Return an order of our cards in which each wins its trick, high trumps first if that does."""
    assert state.turn is not None
    trump = state.contract.trump
    hand = sorted(
        state.hands[state.turn - 1],
        key=lambda card: (trump.is_trump(card), trump.strength_of(card), -card.index),
        reverse=True,
    )

    def wins(order: tuple[Card, ...]) -> bool:
        return all(_wins_all(state, order, hands) for hands in cases)

    for first in hand:
        if first in state.legal_cards and wins((first,)):  # few cards do, so few orders are tried
            rest = [card for card in hand if card != first]
            for order in permutations(rest):
                if wins((first, *order)):
                    return first, *order
    return None


def _wins_all(state: Play, order: tuple[Card, ...], hands: _Hands) -> bool:
    trick = state.trick
    led = [trick[0] if trick else order[0], *order[1:]]
    power = powers(state.contract.trump, led[0])
    if any(power[card.index] > power[order[0].index] for card in trick):
        return False
    turn = state.active.index(state.turn or 0)
    yet_to_play = len(state.active) - len(trick) - 1
    later = [state.active[(turn + step) % len(state.active)] for step in range(1, yet_to_play + 1)]
    return not any(
        _can_beat(state, order, led, hand, 0 if seat in later else 1)
        for seat, hand in hands.items()
        if seat != state.turn
    )


def _can_beat(
    state: Play, order: tuple[Card, ...], led: list[Card], hand: _Holding, start: int
) -> bool:
    """Tell whether one who plays from trick ``start`` on may win one of our tricks."""
    trump = state.contract.trump
    trumps = trump.cards_of(trump.suit).mask if trump.suit else 0
    followed: dict[int, int] = {}
    for card, lead in zip(order[start:], led[start:], strict=True):
        suit, power = followers(trump, lead), powers(trump, lead)
        higher = CardSet.from_cards(
            other for other in CardSet(hand.maybe) if power[other.index] > power[card.index]
        ).mask
        drawn = followed.get(suit, 0)
        if higher & suit and (hand.maybe & suit).bit_count() > drawn:
            return True
        can_be_void = (hand.surely & suit).bit_count() <= drawn
        has_trumps_left = (hand.maybe & trumps).bit_count() > followed.get(trumps, 0)
        if higher & ~suit and can_be_void and has_trumps_left:
            return True
        followed[suit] = drawn + 1
    return False
