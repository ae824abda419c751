"""A deal as it is replayed: the auction, then every trick, each with the cards held before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from euchre_solve.auction import Call
from euchre_solve.cards import Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.replay import Replay, reconstruct, replay


class Act(NamedTuple):
    """One thing done: its place in the record as in `Graded.act`, who did it, and what.

    ``what`` is a call, a card, or the answer of a defender who is asked to play alone.
    """

    act: str
    seat: int
    what: Call | Card | bool


class Held(NamedTuple):
    """What a seat holds: the cards known, and how many more."""

    cards: CardSet
    hidden: int


class Stage(NamedTuple):
    """What is seen at once: the hands before ``acts``; ``winner`` is the seat that took a trick."""

    held: tuple[Held, ...]
    acts: tuple[Act, ...]
    winner: int | None = None


class Replayed(NamedTuple):
    """A deal from its auction to its last trick; ``outcome`` is what it came to."""

    deal: Deal
    outcome: Replay
    auction: Stage
    tricks: tuple[Stage, ...]

    @property
    def contract(self) -> Contract | None:
        """The contract played, None if there is none."""
        return self.outcome.contract

    def sits_out(self, seat: int) -> bool:
        """Tell whether a seat has no part in the play."""
        contract = self.contract
        return contract is not None and seat not in contract.active_seats(self.deal.rules)


def stages_of(deal: Deal) -> Replayed:
    """Return the stages of a deal, with the hands as far as the play shows them."""
    deal = reconstruct(deal)
    outcome = replay(deal)
    auction = Stage(_held(deal, deal.hands, 0), tuple(_auction_acts(deal, outcome)))
    return Replayed(deal, outcome, auction, tuple(_tricks(deal, outcome)))


def _held(deal: Deal, hands: tuple[CardSet, ...], played: int) -> tuple[Held, ...]:
    """Return what each seat holds once ``played`` tricks are over."""
    size = deal.rules.hand_size - played
    return tuple(Held(hand, max(0, size - len(hand))) for hand in hands)


def _auction_acts(deal: Deal, outcome: Replay) -> Iterator[Act]:
    players = deal.rules.players
    for at, call in enumerate(deal.calls):
        yield Act(f"b{at + 1}", at % players + 1, call)
    if deal.discarded and outcome.picks_up:
        yield Act("x", deal.rules.dealer, deal.discarded)
    if outcome.contract:
        asked = outcome.contract.defenders(deal.rules)
        for at, (seat, alone) in enumerate(zip(asked, deal.defence, strict=False)):
            yield Act(f"d{at + 1}", seat, alone)


def _tricks(deal: Deal, outcome: Replay) -> Iterator[Stage]:
    contract, leader = outcome.contract, outcome.leader
    if contract is None or leader is None:
        return
    active = contract.active_seats(deal.rules)
    hands = list(_hands_played(deal, outcome))
    at, number = active.index(leader), 0
    for played, trick in enumerate(deal.tricks):
        held = _held(deal, tuple(hands), played)
        acts = []
        for place, card in enumerate(trick):
            number += 1
            seat = active[(at + place) % len(active)]
            acts.append(Act(f"t{number}", seat, card))
            hands[seat - 1] = hands[seat - 1].without_card(card)
        winner = None
        if len(trick) == len(active):
            at = (at + contract.trump.winner_index(trick)) % len(active)
            winner = active[at]
        yield Stage(held, tuple(acts), winner)


def _hands_played(deal: Deal, outcome: Replay) -> tuple[CardSet, ...]:
    """Return the hands after the pick-up; all six cards of a dealer whose discard is unknown."""
    if not outcome.picks_up or deal.upcard is None:
        return deal.hands
    *others, dealt = deal.hands
    picked_up = dealt.with_card(deal.upcard)
    return *others, picked_up.without_card(deal.discarded) if deal.discarded else picked_up
