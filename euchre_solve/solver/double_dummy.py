"""Exact answers for deals with open hands (§2.9): every contract, or every card of one.

``tricks`` are always the makers', of the whole deal; ``points`` the makers' too, negative for a
euchre. Where the upcard is ordered up the dealer discards what is best for his own side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from euchre_solve.cards import BEST_BOWER, DECK, Card, CardSet, Suit
from euchre_solve.contract import Contract, verify_goes_blind
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError, is_allowed
from euchre_solve.exchange import KITTY, Transfer
from euchre_solve.options import Exchange
from euchre_solve.play import Play
from euchre_solve.rules import LeadRule, Rules, Sides
from euchre_solve.solver import kernel
from euchre_solve.solver.endgame import load_endgame
from euchre_solve.solver.exchanging import may_exchange, solve_exchange
from euchre_solve.solver.plan import Answers, Cards, Plan, Question, solve_plan
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump


class ByRank(NamedTuple):
    """What a contract is worth where nobody exchanges cards by what others hold (§3.5)."""

    tricks: int
    points: int
    exchanges: tuple[Transfer, ...]


class Opening(NamedTuple):
    """What a contract is worth when ``leader`` leads.

    ``best_leads`` are all leads that keep the value after ``discard``. ``discards`` gives the
    makers' tricks for each card that the dealer may discard; it is empty, and ``discard`` None,
    where he picks nothing up. ``exchanges`` are the best of those still to come, ``by_rank`` tells
    what becomes of others.
    """

    leader: int
    tricks: int
    points: int
    best_leads: CardSet
    discard: Card | None = None
    discards: tuple[tuple[Card, int], ...] = ()
    exchanges: tuple[Transfer, ...] = ()
    by_rank: ByRank | None = None


class ContractSolution(NamedTuple):
    """The exact value of one contract with best play by all.

    ``makers`` are the seats of the makers' side, ``alone`` the lone maker, ``defend_alone`` the
    lone defender; ``round`` is None for a deal without an upcard. ``other_lead`` is the value
    under the other lead rule, None where that rule lets the same player lead (§2.5). A ``blind``
    loner is the dealer who called unseen; he plays like any other loner for other points.
    """

    trump: Trump
    round: int | None
    makers: tuple[int, ...]
    alone: int | None
    defend_alone: int | None
    opening: Opening
    other_lead: Opening | None = None
    blind: bool = False

    @property
    def tricks(self) -> int:
        """The makers' tricks."""
        return self.opening.tricks

    @property
    def points(self) -> int:
        """The makers' points; negative for a euchre."""
        return self.opening.points


class DealSolution(NamedTuple):
    """Every contract of a deal: by trump, then with partner for each side, then each loner.

    A blind loner comes last.
    """

    deal: Deal
    contracts: tuple[ContractSolution, ...]


class CardValue(NamedTuple):
    """A legal card of the player to act, and the makers' tricks if it is played."""

    card: Card
    tricks: int
    is_best: bool


class PositionSolution(NamedTuple):
    """A deal with its contract, solved from where it stands.

    Where a discard is due, the best one of ``contract`` is taken. ``cards`` values each legal
    card of ``seat``, best first; ``line`` is all tricks, those played and then best play to the
    end. ``defences`` is the contract against each lone defender who may still say so.
    ``burials`` are the best discards of a maker who has taken the widow and not put any away.
    """

    deal: Deal
    contract: ContractSolution
    seat: int | None
    cards: tuple[CardValue, ...]
    line: tuple[tuple[Card, ...], ...]
    defences: tuple[ContractSolution, ...] = ()
    burials: tuple[CardSet, ...] = ()


def solve_deal(deal: Deal, *, with_tables: bool = False) -> DealSolution:
    """Return every contract of ``deal`` with its exact value.

    ``with_tables`` loads the endgame tables, once in a process: worth it from some hundred deals
    of 24 cards on. Raises `RuleError` (W502) unless all hands are known. Calls made so far are
    disregarded.
    """
    is_fast = with_tables and (deal.rules.players, deal.rules.deck_size) == _FAST_GAME
    return _solve_all(deal, load_endgame() if is_fast and kernel.HAS_EXTENSION else None)


def solve_deals(deals: Iterable[Deal]) -> Iterator[DealSolution]:
    """Yield what `solve_deal` says of each deal, much faster for deals of 24 cards to four.

    The endgame tables are loaded when the first of these comes.
    """
    for deal in deals:
        yield solve_deal(deal, with_tables=True)


def solve_position(deal: Deal) -> PositionSolution:
    """Return the exact value of the contract of ``deal`` and of each card of the seat to play.

    Raises `RuleError` without a contract, or unless the hands that take part are known.
    """
    contract = deal.contract_with_partner
    if contract is None:
        raise RuleError(ErrorCode.NO_CONTRACT, "there is no contract to solve", hint="add m: or b:")
    verify_known(deal, contract.active_seats(deal.rules))
    asked, deal = deal, _with_discard(deal.settled)
    has_exchanged = any(KITTY not in (each.giver, each.taker) for each in asked.exchanges)
    defenders = _may_defend_alone(deal)
    solution, *defences = _solve_outline(
        deal,
        _outline(
            deal.rules,
            [contract, *(replace(contract, lone_defender=seat) for seat in defenders)],
            has_upcard=deal.upcard is not None,
        ),
        is_exchanging=not has_exchanged,
    )
    discard = solution.opening.discard if deal.phase is Phase.DISCARD else deal.discarded
    exchanges = solution.opening.exchanges
    state = replace(deal, discarded=discard, exchanges=exchanges).play_state
    return PositionSolution(
        asked if asked.exchanges else deal,
        solution,
        state.turn,
        card_values(state),
        best_line(state).tricks,
        tuple(defences),
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
    if deal.rules.counts_down or contract is None or deal.stated_contract or deal.tricks:
        return ()
    if not deal.making.defender_seat:
        return ()
    return contract.defenders(deal.rules)[len(deal.defence) :]


def verify_known(deal: Deal, seats: Iterable[int]) -> None:
    """Raise `RuleError` (W502) unless the hands of ``seats`` are known in full."""
    size = deal.rules.hand_size
    unknown = [str(seat) for seat in seats if len(deal.hands[seat - 1]) < size]
    if unknown:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            f"the cards of seat{'s' * (len(unknown) > 1)} {', '.join(unknown)} are not all known",
            hint="solving needs the hands of all who play",
        )


def _with_discard(deal: Deal) -> Deal:
    """Return ``deal`` with the discard that the play shows; raises `RuleError` (W501) in doubt."""
    if deal.discarded or not deal.tricks or not deal.six_cards.mask:
        return deal
    discards = deal.consistent_discards
    if len(discards) == 1:
        return replace(deal, discarded=discards[0])
    raise RuleError(
        ErrorCode.UNKNOWN_DISCARD,
        f"{len(discards)} discards are consistent: {CardSet.from_cards(discards)}",
        hint="add x: with the dealer's discard",
    )


# --- one position


def card_values(state: Play) -> tuple[CardValue, ...]:
    """Return the value of each card of the seat to play, best first; none once all is over."""
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


def best_line(state: Play) -> Play:
    """Play on to the end, of equal cards always the lowest."""
    while state.turn is not None:
        cards = kernel.solve_best(position_of(state)).cards
        state = state.play(_lowest(cards, state.contract.trump))
    return state


def _lowest(cards: Iterable[Card], trump: Trump) -> Card:
    """Return the card least worth keeping: no trump if possible, then the lowest rank."""
    return min(cards, key=lambda card: (trump.is_trump(card), trump.strength_of(card), card))


# --- contracts


_Thrown = tuple[Card | None, tuple[tuple[Card, int], ...]]
"""The best discard, and the makers' tricks for each."""

_NOTHING_THROWN: _Thrown = (None, ())

_FAST_GAME = (4, 24)
"""Players and cards of the deck that the endgame tables are for."""


def _trumps(rules: Rules) -> tuple[Trump, ...]:
    suits = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
    return (*suits, Trump.NO_TRUMP) if rules.no_trump_in_round_2 else suits


def _round(trump: Trump, turned: Card | Suit | None) -> int:
    """Return the round in which ``trump`` is made; the best bower turned up goes with any suit."""
    return 1 if turned in (BEST_BOWER, trump.suit) and turned is not None else 2


def _is_dealers_call(contract: Contract, rules: Rules) -> bool:
    """Tell whether the dealer makes it, who alone calls when the best bower is turned up (§2.3)."""
    if contract.alone:
        return contract.maker == rules.dealer
    return rules.dealer in contract.makers(rules)


@cache
def _contracts(rules: Rules, trump: Trump, round_number: int) -> tuple[Contract, ...]:
    """Return each way to make ``trump``: with partner, alone, then against lone defenders."""
    if rules.sides is Sides.CALLED_CARD:
        contracts = [
            Contract(trump, first, round_number, partners=(second,))
            for first, second in combinations(rules.seats, 2)
        ]
    else:
        sides = dict.fromkeys(map(rules.side_of, rules.seats))
        contracts = [Contract(trump, side[0], round_number) for side in sides]
    if rules.alone:
        contracts += [Contract(trump, maker, round_number, alone=True) for maker in rules.seats]
    for contract in tuple(contracts):
        if rules.may_defend_alone(alone=contract.alone):
            contracts += [
                replace(contract, lone_defender=seat) for seat in contract.defenders(rules)
            ]
    return tuple(contracts)


class _Entry(NamedTuple):
    """All of a `ContractSolution` that the cards don't change.

    ``head`` are its first five fields; ``counts_for_a`` tells that the makers are side A;
    ``points`` are theirs for each number of tricks; ``questions`` the numbers of what the
    contract asks in the plan: under the rules' lead, and under the other if that differs.
    """

    head: tuple[Trump, int | None, tuple[int, ...], int | None, int | None]
    counts_for_a: bool
    points: tuple[int, ...]
    questions: tuple[int, ...]
    contract: Contract


class _Outline(NamedTuple):
    """A list of contracts, and what they ask."""

    plan: Plan
    entries: tuple[_Entry, ...]


def _questions(contract: Contract, rules: Rules) -> tuple[Question, ...]:
    """Return what ``contract`` asks under the rules' lead, and the other if that differs."""
    active = contract.active_seats(rules)
    picks_up = contract.round == 1 and rules.dealer in active
    leaders = {contract.first_leader(rules): None}
    leads = (LeadRule.ELDEST, LeadRule.LEFT_OF_LONER) if contract.alone and not contract.bid else ()
    leaders |= {contract.first_leader(rules, lead): None for lead in leads}
    makers = contract.makers(rules)
    others = tuple(seat for seat in rules.seats if seat not in makers)
    side_a = makers if 1 in makers else others
    return tuple(Question(contract.trump, active, leader, picks_up, side_a) for leader in leaders)


@cache
def _outline_of_deal(
    rules: Rules, turned: Card | Suit | None, *, may_go_blind: bool = False
) -> _Outline:
    """Return all contracts of a deal; ``turned`` is the upcard's suit, or the best bower."""
    contracts = [
        contract
        for trump in _trumps(rules)
        for contract in _contracts(rules, trump, _round(trump, turned))
        if turned != BEST_BOWER or _is_dealers_call(contract, rules)
    ]
    if may_go_blind:
        contracts += [
            replace(contract, blind=True)
            for contract in contracts
            if contract.round == 1 and contract.alone and contract.maker == rules.dealer
        ]
    return _outline(rules, contracts, has_upcard=turned is not None)


def _outline(rules: Rules, contracts: Iterable[Contract], *, has_upcard: bool) -> _Outline:
    asked = {contract: _questions(contract, rules) for contract in contracts}
    unique = tuple(dict.fromkeys(question for asks in asked.values() for question in asks))
    entries = tuple(
        _Entry(
            (
                contract.trump,
                contract.round if has_upcard else None,
                contract.makers(rules),
                contract.maker if contract.alone else None,
                contract.lone_defender,
            ),
            1 in contract.makers(rules),
            tuple(contract.points(tricks, rules) for tricks in range(rules.hand_size + 1)),
            tuple(map(unique.index, questions)),
            contract,
        )
        for contract, questions in asked.items()
    )
    return _Outline(Plan(rules.players, rules.hand_size, unique), entries)


def _solve_all(deal: Deal, endgame: bytes | None = None) -> DealSolution:
    deal = deal.settled
    verify_known(deal, deal.rules.seats)
    turned = deal.upcard.suit or deal.upcard if deal.upcard else None
    may_go_blind = is_allowed(lambda: verify_goes_blind(deal.rules, deal.upcard))
    outline = _outline_of_deal(deal.rules, turned, may_go_blind=may_go_blind)
    return DealSolution(deal, _solve_outline(deal, outline, endgame))


def _solve_outline(
    deal: Deal, outline: _Outline, endgame: bytes | None = None, *, is_exchanging: bool = True
) -> tuple[ContractSolution, ...]:
    plan, entries = outline
    answers = solve_plan(plan, _cards_of(deal), endgame)
    size = plan.hand_size
    leads = list(map(CardSet, answers.lead_masks))
    discards = _discards(deal, plan, answers)
    is_exchanging = is_exchanging and deal.rules.exchange is not Exchange.OFF
    solutions = []
    for head, counts_for_a, points, questions, contract in entries:
        openings = []
        with_exchange = is_exchanging and may_exchange(deal, contract)
        for number in questions:
            tricks = answers.tricks[number]
            if not counts_for_a:
                tricks = size - tricks
            leader, best_leads = plan.questions[number].leader, leads[number]
            thrown = discards[number][counts_for_a] if number in discards else _NOTHING_THROWN
            opening = Opening(leader, tricks, points[tricks], best_leads, *thrown)
            if with_exchange:
                opening = _exchanged(deal, contract, leader)
            openings.append(opening)
        other = openings[1] if len(openings) > 1 else None
        solutions.append(ContractSolution(*head, openings[0], other, contract.blind))
    return tuple(solutions)


def _exchanged(deal: Deal, contract: Contract, leader: int) -> Opening:
    """Return the opening of a contract with exchanges to come."""
    found = solve_exchange(deal, contract, leader)
    tricks, transfers = found.by_rank
    return Opening(
        leader,
        found.tricks,
        contract.points(found.tricks, deal.rules),
        found.best_leads,
        found.discard,
        found.discards,
        found.transfers,
        ByRank(tricks, contract.points(tricks, deal.rules), transfers),
    )


def _discards(deal: Deal, plan: Plan, answers: Answers) -> dict[int, tuple[_Thrown, _Thrown]]:
    """Return, by question with a pick-up, what to discard: as side B, then side A counts."""
    discards: dict[int, tuple[_Thrown, _Thrown]] = {}
    width = plan.hand_size + 1
    six = tuple(deal.hands[-1].with_card(deal.upcard)) if deal.upcard else ()
    for number, index in enumerate(answers.discard_indices):
        if index < 0:
            continue
        values = answers.discards[number * width : (number + 1) * width]
        known = tuple([pair for pair in zip(six, values, strict=True) if pair[1] >= 0])
        other = tuple([(card, plan.hand_size - value) for card, value in known])
        discards[number] = (DECK[index], other), (DECK[index], known)
    return discards


def _cards_of(deal: Deal) -> Cards:
    hands = [hand.mask for hand in deal.hands]
    if deal.upcard is None:
        return Cards(hands, None, 0)
    upcard_mask = 1 << deal.upcard.index
    allowed_mask = 1 << deal.discarded.index if deal.discarded else hands[-1] | upcard_mask
    if not deal.rules.may_discard_upcard:
        allowed_mask &= ~upcard_mask
    contract = deal.contract if deal.rules.sides is Sides.CALLED_CARD else None
    if contract and contract.called and not deal.discarded:
        allowed_mask &= ~_card_called(deal, contract, contract.called)
    return Cards(hands, deal.upcard.index, allowed_mask)


def _card_called(deal: Deal, contract: Contract, suit: Suit) -> int:
    """Return the mask of the card that makes the dealer partner, or shows him to be alone."""
    cards = deal.six_cards & contract.trump.cards_of(suit)
    best = max(cards, key=contract.trump.strength_of, default=None)
    with_partner = deal.contract_with_partner
    is_dealers = with_partner and deal.rules.dealer in with_partner.makers(deal.rules)
    return 1 << best.index if best and is_dealers else 0
