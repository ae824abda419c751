"""Exact answers for deals with open hands (§2.9): every contract, or every card of one.

``tricks`` are always the makers', of the whole deal; ``points`` the makers' too, negative for a
euchre. Where the upcard is ordered up the dealer discards what is best for his own side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from euchre_solve.cards import BEST_BOWER, NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.play import Play
from euchre_solve.rules import LeadRule, Rules
from euchre_solve.solver import kernel
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump


@dataclass(frozen=True, slots=True)
class Opening:
    """What a contract is worth when ``leader`` leads.

    ``best_leads`` are all leads that keep the value after ``discard``. ``discards`` gives the
    makers' tricks for each card that the dealer may discard; it is empty, and ``discard`` None,
    where he picks nothing up.
    """

    leader: int
    tricks: int
    points: int
    best_leads: CardSet
    discard: Card | None = None
    discards: tuple[tuple[Card, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ContractSolution:
    """The exact value of one contract with best play by all.

    ``makers`` are the seats of the makers' side, ``alone`` the lone maker, ``defend_alone`` the
    lone defender; ``round`` is None for a deal without an upcard. ``other_lead`` is the value
    under the other lead rule, None where that rule lets the same player lead (§2.5).
    """

    trump: Trump
    round: int | None
    makers: tuple[int, ...]
    alone: int | None
    defend_alone: int | None
    opening: Opening
    other_lead: Opening | None = None

    @property
    def tricks(self) -> int:
        """The makers' tricks."""
        return self.opening.tricks

    @property
    def points(self) -> int:
        """The makers' points; negative for a euchre."""
        return self.opening.points


@dataclass(frozen=True, slots=True)
class DealSolution:
    """Every contract of a deal: by trump, then with partner for each side, then each loner."""

    deal: Deal
    contracts: tuple[ContractSolution, ...]


@dataclass(frozen=True, slots=True)
class CardValue:
    """A legal card of the player to act, and the makers' tricks if it is played."""

    card: Card
    tricks: int
    is_best: bool


@dataclass(frozen=True, slots=True)
class PositionSolution:
    """A deal with its contract, solved from where it stands.

    Where a discard is due, the best one of ``contract`` is taken. ``cards`` values each legal
    card of ``seat``, best first; ``line`` is all tricks, those played and then best play to the
    end. ``defences`` is the contract against each lone defender who may still say so.
    """

    deal: Deal
    contract: ContractSolution
    seat: int | None
    cards: tuple[CardValue, ...]
    line: tuple[tuple[Card, ...], ...]
    defences: tuple[ContractSolution, ...] = ()


def solve_deal(deal: Deal) -> DealSolution:
    """Return every contract of ``deal`` with its exact value.

    Raises `RuleError` (W502) unless all hands are known. Calls made so far are disregarded.
    """
    _verify_known(deal, deal.rules.seats)
    contracts = [
        contract
        for trump in _trumps(deal.rules)
        for contract in _contracts(deal.rules, trump, _round(trump, deal.upcard))
        if deal.upcard != BEST_BOWER or _is_dealers_call(contract, deal.rules)
    ]
    return DealSolution(deal, tuple(_solve_contracts(deal, contracts)))


def solve_position(deal: Deal) -> PositionSolution:
    """Return the exact value of the contract of ``deal`` and of each card of the seat to play.

    Raises `RuleError` without a contract, or unless the hands that take part are known.
    """
    contract = deal.contract
    if contract is None:
        raise RuleError(ErrorCode.NO_CONTRACT, "there is no contract to solve", hint="add m: or b:")
    _verify_known(deal, contract.active_seats(deal.rules))
    defenders = _may_defend_alone(deal)
    solution, *defences = _solve_contracts(
        deal, [contract, *(replace(contract, lone_defender=seat) for seat in defenders)]
    )
    discard = solution.opening.discard if deal.phase is Phase.DISCARD else deal.discarded
    state = _known_state(replace(deal, discarded=discard))
    return PositionSolution(
        deal, solution, state.turn, _card_values(state), _best_line(state).tricks, tuple(defences)
    )


def position_of(state: Play) -> Position:
    """Return the position of the play for the solver; the makers are side A."""
    makers = state.contract.makers(state.rules)
    return Position(
        tuple(state.hands[seat - 1] for seat in state.active),
        tuple(seat in makers for seat in state.active),
        state.contract.trump,
        state.active.index(state.leader),
        state.trick,
    )


def _may_defend_alone(deal: Deal) -> tuple[int, ...]:
    """Return the defenders who may still say that they play alone."""
    contract = deal.contract
    if contract is None or deal.stated_contract or deal.tricks or not deal.auction.defender_seat:
        return ()
    return contract.defenders(deal.rules)[len(deal.defence) :]


def _verify_known(deal: Deal, seats: Iterable[int]) -> None:
    size = deal.rules.hand_size
    unknown = [str(seat) for seat in seats if len(deal.hands[seat - 1]) < size]
    if unknown:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            f"the cards of seat{'s' * (len(unknown) > 1)} {', '.join(unknown)} are not all known",
            hint="solving needs the hands of all who play",
        )


def _known_state(deal: Deal) -> Play:
    """Return the state of the play; raises `RuleError` (W501) if the discard is in doubt."""
    discards = deal.consistent_discards
    if deal.discarded is None and len(discards) == 1:
        return replace(deal, discarded=discards[0]).play_state
    if len(discards) > 1:
        raise RuleError(
            ErrorCode.UNKNOWN_DISCARD,
            f"{len(discards)} discards are consistent: {CardSet.from_cards(discards)}",
            hint="add x: with the dealer's discard",
        )
    return deal.play_state


# --- one position


def _card_values(state: Play) -> tuple[CardValue, ...]:
    if state.turn is None:
        return ()
    values = kernel.solve_cards(position_of(state))
    for_makers = state.turn in state.contract.makers(state.rules)
    best = (max if for_makers else min)(values.values())
    cards = [
        CardValue(card, state.makers_tricks + tricks, tricks == best)
        for card, tricks in values.items()
    ]
    return tuple(sorted(cards, key=lambda value: value.tricks * (-1 if for_makers else 1)))


def _best_line(state: Play) -> Play:
    """Play on to the end, of equal cards always the lowest."""
    while state.turn is not None:
        cards = kernel.solve_best(position_of(state)).cards
        state = state.play(_lowest(cards, state.contract.trump))
    return state


def _lowest(cards: Iterable[Card], trump: Trump) -> Card:
    """Return the card least worth keeping: no trump if possible, then the lowest rank."""
    return min(cards, key=lambda card: (trump.is_trump(card), trump.strength_of(card), card))


# --- contracts


@dataclass(frozen=True, slots=True)
class _Question:
    """The start of the play of a contract; side A is always that of seat 1.

    Two contracts may ask the same: with partner, one for each side.
    """

    trump: Trump
    active: tuple[int, ...]
    leader: int
    picks_up: bool

    @property
    def side_mask(self) -> int:
        """Bit ``i`` tells that the ``i``-th active seat is on side A."""
        return sum((seat % 2) << index for index, seat in enumerate(self.active))


@dataclass(frozen=True, slots=True)
class _Answer:
    """Tricks of side A, and what it takes: discards and leads."""

    tricks: int
    best_leads: CardSet
    discard: Card | None
    discards: tuple[tuple[Card, int], ...]


def _trumps(rules: Rules) -> tuple[Trump, ...]:
    suits = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
    return (*suits, Trump.NO_TRUMP) if rules.no_trump_in_round_2 else suits


def _round(trump: Trump, upcard: Card | None) -> int:
    """Return the round in which ``trump`` is made; the best bower turned up goes with any suit."""
    return 1 if upcard == BEST_BOWER or (upcard and upcard.suit is trump.suit) else 2


def _is_dealers_call(contract: Contract, rules: Rules) -> bool:
    """Tell whether the dealer makes it, who alone calls when the best bower is turned up (§2.3)."""
    if contract.alone:
        return contract.maker == rules.dealer
    return rules.dealer in contract.makers(rules)


@cache
def _contracts(rules: Rules, trump: Trump, round_number: int) -> tuple[Contract, ...]:
    """Return each way to make ``trump``: with partner, alone, then against lone defenders."""
    contracts = [Contract(trump, maker, round_number) for maker in (1, 2)]
    if rules.alone:
        contracts += [Contract(trump, maker, round_number, alone=True) for maker in rules.seats]
    for contract in tuple(contracts):
        if rules.may_defend_alone(alone=contract.alone):
            contracts += [
                replace(contract, lone_defender=seat) for seat in contract.defenders(rules)
            ]
    return tuple(contracts)


@cache
def _questions(contract: Contract, rules: Rules) -> tuple[_Question, ...]:
    """Return what ``contract`` asks under the rules' lead, and the other if that differs."""
    active = contract.active_seats(rules)
    picks_up = contract.round == 1 and rules.dealer in active
    leaders = {contract.first_leader(rules): None}
    leaders |= {contract.first_leader(rules, lead): None for lead in LeadRule}
    return tuple(_Question(contract.trump, active, leader, picks_up) for leader in leaders)


def _solve_contracts(deal: Deal, contracts: Iterable[Contract]) -> list[ContractSolution]:
    asked = [(contract, _questions(contract, deal.rules)) for contract in contracts]
    unique = tuple(dict.fromkeys(question for _, questions in asked for question in questions))
    answers = dict(zip(unique, _solve_questions(deal, unique), strict=True))
    return [
        ContractSolution(
            contract.trump,
            contract.round if deal.upcard else None,
            contract.makers(deal.rules),
            contract.maker if contract.alone else None,
            contract.lone_defender,
            *(
                _opening(question, answers[question], contract, deal.rules)
                for question in questions
            ),
        )
        for contract, questions in asked
    ]


def _opening(question: _Question, answer: _Answer, contract: Contract, rules: Rules) -> Opening:
    """Tell the answer, which counts for the side of seat 1, for the makers."""

    def makers(tricks: int) -> int:
        return tricks if contract.maker % 2 else rules.hand_size - tricks

    return Opening(
        question.leader,
        makers(answer.tricks),
        contract.points(makers(answer.tricks), rules),
        answer.best_leads,
        answer.discard,
        tuple((card, makers(tricks)) for card, tricks in answer.discards),
    )


def _solve_questions(deal: Deal, questions: Iterable[_Question]) -> Iterator[_Answer]:
    """Answer all ``questions`` in two calls of the kernel: the discards, then the leads."""
    six = deal.hands[-1].with_card(deal.upcard) if deal.upcard else NO_CARDS
    cards = [deal.discarded] if deal.discarded else list(six)
    cards = [card for card in cards if card != deal.upcard or deal.rules.may_discard_upcard]
    with_discards = [question for question in questions if question.picks_up]
    packed = [
        _pack(deal, question, six.without_card(card))
        for question in with_discards
        for card in cards
    ]
    values = kernel.solve_tricks_packed(b"".join(packed))
    discards = {
        question: tuple(zip(cards, values[at * len(cards) : (at + 1) * len(cards)], strict=True))
        for at, question in enumerate(with_discards)
    }
    chosen = {
        question: _best_discard(values, question.trump, for_side_a=deal.rules.dealer % 2 == 1)
        for question, values in discards.items()
    }
    packed = [
        _pack(deal, question, six.without_card(chosen[question]))
        if question in chosen
        else _pack(deal, question, deal.hands[-1])
        for question in questions
    ]
    tricks, masks = kernel.solve_best_packed(b"".join(packed))
    for question, value, mask in zip(questions, tricks, masks, strict=True):
        yield _Answer(value, CardSet(mask), chosen.get(question), discards.get(question, ()))


def _pack(deal: Deal, question: _Question, dealers_hand: CardSet) -> bytes:
    dealer = deal.rules.dealer
    masks = [
        dealers_hand.mask if seat == dealer else deal.hands[seat - 1].mask
        for seat in question.active
    ]
    leader_index = question.active.index(question.leader)
    return kernel.pack_position(masks, question.side_mask, question.trump, leader_index)


def _best_discard(values: tuple[tuple[Card, int], ...], trump: Trump, *, for_side_a: bool) -> Card:
    """Return the discard best for the dealer's side, of equal ones the least worth keeping."""
    best = (max if for_side_a else min)(tricks for _, tricks in values)
    return _lowest((card for card, tricks in values if tricks == best), trump)
