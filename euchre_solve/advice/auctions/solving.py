"""The tricks that our side takes along each line, world by world, with open hands.

In the largest games only the numbers of tricks that make a difference are asked for, by searches
with a window of nothing: what is found is then the highest such number reached, or one below the
lowest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.auctions.discarding import usual_discards
from euchre_solve.advice.auctions.points import code_of, ours
from euchre_solve.advice.auctions.question import Line, Question
from euchre_solve.advice.auctions.rivals import Euchre, played_out
from euchre_solve.advice.auctions.worlds import World
from euchre_solve.cards import CardSet
from euchre_solve.consistent import Shown
from euchre_solve.contract import Contract
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel
from euchre_solve.solver.kernel import pack
from euchre_solve.solver.position import Position

Tricks = NDArray[np.int8]


def tricks_of(question: Question, worlds: Sequence[World], lines: Sequence[int]) -> Tricks:
    """Return the codes of our tricks, those taken before included: ``int8[worlds, lines]``.

    What a code is tells `points.code_of`.
    """
    state = question.deal.play_state if question.kind == "play" else None
    if question.is_among_rivals:
        return np.array([_among_rivals(question, world, lines) for world in worlds], np.int8)
    if state and not question.is_large:
        rows = [list(_by_card(question, state, world, lines)) for world in worlds]
        return np.array(rows, np.int8)
    columns = [_column(question, state, worlds, question.lines[number]) for number in lines]
    return np.array(columns, np.int8).T


def _column(
    question: Question, state: Play | None, worlds: Sequence[World], line: Line
) -> list[int]:
    """Return our tricks along a line in each world."""
    if state:
        starts = [_after(question, state, world, line) for world in worlds]
    else:
        starts = [_start(question, world, line) for world in worlds]
    if not question.is_large:
        tricks = kernel.solve_tricks_packed(b"".join(packed for _, packed in starts))
        return [code + found for (code, _), found in zip(starts, tricks, strict=True)]
    return [_reached(taken, packed, line.needs) for taken, packed in starts]


def _reached(taken: int, packed: bytes, needs: tuple[int, ...]) -> int:
    """Return the highest of ``needs`` that is reached, or one below the lowest."""
    found = needs[0] - 1
    for need in needs:
        left = need - taken
        if left > 0 and not kernel.solve_reach_packed(packed, left)[0]:
            break
        found = need
    return found


def _start(question: Question, world: World, line: Line) -> tuple[int, bytes]:
    """Return the start of the play along ``line``; our side is side A.

    Before it comes the code of no tricks.
    """
    rules, contract = question.deal.rules, line.contract
    hands = _after_discards(world, line, rules)
    if contract.called:
        contract = contract.with_partner(list(map(CardSet, hands)), rules) or contract
    active = contract.active_seats(rules)
    mine = ours(contract, question.seat, rules)
    return code_of(contract, question.seat, 0, rules), kernel.pack_position(
        [hands[seat - 1] for seat in active],
        sum(1 << at for at, seat in enumerate(active) if seat in mine),
        contract.trump,
        active.index(contract.first_leader(rules)),
    )


def _after_discards(world: World, line: Line, rules: Rules) -> list[int]:
    """Return the hands of a world once the cards of ``line`` are put away, if that is to come."""
    hands = list(world.hands)
    taker = _taker(line.contract, rules)
    if taker and world.widow:
        hands[taker - 1] = _kept(hands[taker - 1] | world.widow, world, line)
    return hands


def _taker(contract: Contract, rules: Rules) -> int | None:
    """Return who takes cards after the calls, and puts as many away."""
    if contract.bid:
        return contract.maker if contract.takes_widow(rules) else None
    picks_up = contract.round == 1 and rules.dealer in contract.active_seats(rules)
    return rules.dealer if picks_up else None


def _kept(cards: int, world: World, line: Line) -> int:
    buried = line.buried
    if buried is None:
        size = world.widow.bit_count()
        buried = usual_discards(CardSet(cards), line.contract.trump, size)
    return cards & ~buried.mask


# --- a card to play


class _World(NamedTuple):
    """A world in play: the position, our tricks so far, and the contract with its partner."""

    position: Position
    taken: int
    contract: Contract


def _in_play(question: Question, state: Play, world: World) -> _World:
    rules, contract = state.rules, state.contract
    if contract.called:
        shown = Shown(rules.players)
        shown.replay(question.deal, contract)
        hands = [CardSet(held | gone) for held, gone in zip(world.hands, shown.played, strict=True)]
        contract = contract.with_partner(hands, rules) or contract
    mine = ours(contract, question.seat, rules)
    position = Position(
        tuple(CardSet(world.hands[seat - 1]) for seat in state.active),
        tuple(seat in mine for seat in state.active),
        contract.trump,
        state.active.index(state.leader),
        state.trick,
    )
    return _World(position, sum(state.tricks_won[seat - 1] for seat in mine), contract)


def _after(question: Question, state: Play, world: World, line: Line) -> tuple[int, bytes]:
    """Return the code of no more tricks once the card of ``line`` is played, and what follows."""
    assert line.card
    before = _in_play(question, state, world)
    after = before.position.play(line.card)
    is_ours = not after.trick and after.side_a[after.leader_index]
    taken = before.taken + is_ours
    return code_of(before.contract, question.seat, taken, state.rules), pack(after)


def _by_card(question: Question, state: Play, world: World, lines: Sequence[int]) -> Iterator[int]:
    """Yield the code of our tricks after each card of ``lines``."""
    before = _in_play(question, state, world)
    taken = code_of(before.contract, question.seat, before.taken, state.rules)
    values = kernel.solve_cards(before.position)
    for number in lines:
        card = question.lines[number].card
        assert card
        yield taken + values[card]


def _among_rivals(question: Question, world: World, lines: Sequence[int]) -> list[int]:
    """Return the code of our tricks along each line if everyone plays for himself."""
    state = question.deal.play_state
    rules, maker = state.rules, state.contract.maker
    found = []
    for number in lines:
        won = list(state.tricks_won)
        line = question.lines[number]
        hands = tuple(_after_discards(world, line, rules))
        position = _in_play(question, state, World(hands, 0)).position
        card = line.card
        after = position.play(card) if card else position
        if card and not after.trick:
            won[state.active[after.leader_index] - 1] += 1
        euchre = None
        if rules.euchre_deducts:
            need = rules.need - won[maker - 1]
            euchre = Euchre(state.active.index(maker), need, rules.euchre_deducts)
        for seat, more in zip(state.active, played_out(after, euchre), strict=True):
            won[seat - 1] += more
        is_euchred = rules.euchre_deducts > 0 and won[maker - 1] < rules.need
        found.append(won[question.seat - 1] + is_euchred * (rules.hand_size + 1))
    return found
