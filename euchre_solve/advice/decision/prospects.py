"""What each choice comes to, world by world: drawn worlds, or all where they are few.

The others' calls weigh the worlds, as the reader makes them likely. A pass goes on by the model to
one end of each drawn world, or to every end that a listed one leaves open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.model import BiddingModel
from euchre_solve.advice.bidding.reading import usual_discards
from euchre_solve.advice.decision.choices import Choice, Decision
from euchre_solve.advice.decision.drawing import Drawn, Source, Where
from euchre_solve.advice.decision.exchanging import (
    Chosen,
    after_going_under,
    exchanged,
    redealt,
)
from euchre_solve.advice.decision.outcomes import Floats, Outcomes
from euchre_solve.advice.decision.passing import Way, drawn_ways, every_way
from euchre_solve.advice.decision.positions import Masks, Positions
from euchre_solve.advice.decision.proposals import Proposals
from euchre_solve.advice.worlds import WorldArrays, Worlds, card_masks
from euchre_solve.cards import Card
from euchre_solve.contract import Contract
from euchre_solve.exchange import exchangers


class Option(NamedTuple):
    """A choice with one of its discards, if it has any: what is valued in each world."""

    choice: Choice
    discard: Card | None


class Comes(NamedTuple):
    """What an option comes to: ``outcomes`` with ``chances``, each in the world of its ``row``."""

    rows: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    chances: Floats


class Prospect(NamedTuple):
    """Worlds with their ``weights``, and by number what each option asked for comes to.

    ``is_all`` tells that there are no other worlds.
    """

    worlds: WorldArrays
    weights: Floats
    comes: dict[int, Comes]
    is_all: bool


class Readers(NamedTuple):
    """Who bids on after a pass, and by whom the calls so far are read."""

    model: BiddingModel
    reader: BiddingModel


class Prospects:
    """The source of prospects for one decision."""

    def __init__(
        self, decision: Decision, outcomes: Outcomes, readers: Readers, where: Where | None
    ) -> None:
        self.decision = decision
        self.outcomes = outcomes
        self.options = tuple(
            Option(choice, discard)
            for choice in decision.choices
            for discard in (choice.discards or (None,))
        )
        self._is_discarded = decision.kind in {"defend", "exchange"}
        worlds = Worlds(decision.deal, after_discard=self._is_discarded)
        self.count = worlds.count
        self._source = Source(Proposals(worlds, readers.reader, decision.seat), where)
        self._model = readers.model

    def draw(self, seed: int, chunks: range, options: Sequence[int], jobs: int) -> Prospect:
        """Return these chunks of worlds, solved for ``options``."""
        return self._solved(self._source.draw(seed, chunks), options, jobs)

    def every(self, jobs: int) -> Prospect:
        """Return all worlds, solved for all options."""
        return self._solved(self._source.every(), range(len(self.options)), jobs)

    def _solved(self, drawn: Drawn, options: Sequence[int], jobs: int) -> Prospect:
        ways = {}
        positions = Positions(self.decision.deal.rules)
        for number in options:
            option = self.options[number]
            after = self._after_exchange(option.choice, drawn)
            ways[number] = self._ways(option, after)
            for way in ways[number]:
                contract = self.outcomes.ends[way.end].contract
                if contract:
                    hands = self._hands(after.worlds, way.rows, contract, option.discard)
                    positions.add(contract, hands)
        results = iter(positions.solve(jobs))
        comes = {
            number: _joined(
                [(way, next(results) if way.end else np.ones(1, np.int8)) for way in parts],
                self.outcomes.width,
            )
            for number, parts in ways.items()
        }
        return Prospect(drawn.worlds, drawn.weights, comes, not drawn.chunks)

    def _after_exchange(self, choice: Choice, drawn: Drawn) -> Drawn:
        """Return the worlds after what a weak hand may do: others, if it asks for a redeal."""
        if choice.under.mask:
            worlds = after_going_under(drawn, self.decision.seat, choice.under)
            return drawn.with_worlds(worlds)
        if choice.is_redeal:
            return drawn.with_worlds(redealt(self.decision.deal, drawn))
        return drawn

    def _ways(self, option: Option, drawn: Drawn) -> list[Way]:
        contract = option.choice.contract
        if contract and contract.called:
            return self._partners(contract, drawn.worlds)
        if contract:
            count = len(drawn.worlds.hands)
            return [Way(self.outcomes.numbers[contract], np.arange(count), np.ones(count))]
        follow = drawn_ways if drawn.chunks else every_way
        node = len(self.decision.deal.calls) + 1
        if option.choice.is_redeal or option.choice.is_first:
            node = 0
        elif option.choice.under.mask:  # the call is still to come
            node -= 1
        return follow(self._model, node, drawn, self.outcomes)

    def _partners(self, contract: Contract, worlds: WorldArrays) -> list[Way]:
        """Return who becomes the maker's partner where, by the suit called; nobody in some."""
        rules, called = self.decision.deal.rules, contract.called
        rows = np.arange(len(worlds.hands))
        hands = self._hands(worlds, rows, contract, None)
        holders = np.full(len(rows), contract.maker)
        cards = contract.trump.cards_of(called) & rules.deck
        for card in sorted(cards, key=contract.trump.strength_of):
            for seat in rules.seats:
                holders[hands[:, seat - 1] & np.uint64(1 << card.index) != 0] = seat
        ways = []
        for seat in np.unique(holders).tolist():
            is_alone = seat == contract.maker
            made = replace(contract, alone=is_alone, partners=() if is_alone else (seat,))
            there = np.flatnonzero(holders == seat)
            ways.append(Way(self.outcomes.numbers[made], there, np.ones(len(there))))
        return ways

    def _hands(
        self, worlds: WorldArrays, rows: NDArray[np.int64], contract: Contract, discard: Card | None
    ) -> Masks:
        """Return the hands as the play starts: ours is the ``discard``, else it is the model's."""
        hands = worlds.hands[rows]
        rules = self.decision.deal.rules
        is_picked_up = contract.round == 1 and rules.dealer in contract.active_seats(rules)
        is_due = is_picked_up and not self._is_discarded
        if is_due:
            upcards = worlds.upcards[rows]
            if discard and self.decision.seat == rules.dealer:
                dropped = np.full(len(rows), discard.index, np.int8)
            else:
                dropped = usual_discards(self._model, contract, hands[:, -1], upcards)
            hands[:, -1] = (hands[:, -1] | card_masks(upcards)) & ~card_masks(dropped)
        if not exchangers(contract, rules):
            return hands
        has_chosen = discard and not (is_due and self.decision.seat == rules.dealer)
        is_ours = has_chosen or self.decision.kind == "exchange"
        chosen = Chosen(self.decision.seat, discard) if is_ours else None
        return exchanged(contract, rules, hands, card_masks(worlds.upcards[rows]), chosen)


def _joined(parts: list[tuple[Way, NDArray[np.int8]]], width: int) -> Comes:
    """Return all ways of an option in one, each with the results of its contract."""
    return Comes(
        np.concatenate([way.rows for way, _ in parts]),
        np.concatenate(
            [
                width * way.end + np.broadcast_to(results, len(way.rows)).astype(np.int64)
                for way, results in parts
            ]
        ),
        np.concatenate([way.chances for way, _ in parts]),
    )
