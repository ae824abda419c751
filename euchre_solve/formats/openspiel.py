"""Histories of OpenSpiel's game ``euchre``: one action number after another.

First the dealer's place at the table, then 20 cards dealt singly from the dealer on, the upcard,
the calls, the dealer's discard, alone or with partner, a defender's answers where the game allows
them, and the cards played. Card = rank x 4 + suit, ranks 9TJQKA, suits CDHS; 24 passes, 25 to 28
name C D H S, 29 is alone and 30 with partner.

The game is ours of ``north-american-stick`` (its default) or ``north-american``, with
``-defendalways`` where lone defenders are allowed, but for two things: the upcard is never
discarded, and a dealer whose partner goes alone discards all the same.

A `Deal` knows no places at the table and no order of dealing. Histories are written with seat 1 at
place 0, the dealer at 3, and each hand dealt in its order of printing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple

from euchre_solve.auction import ORDER, PASS, Auction, Call
from euchre_solve.cards import Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError, Span
from euchre_solve.rules import DefendAlone, LeadRule, Rules
from euchre_solve.trump import Trump

_RANKS: Final = "9TJQKA"
_SUITS: Final = "cdhs"
_CARDS: Final = tuple(Card.parse(rank + suit) for rank in _RANKS for suit in _SUITS)
_ACTIONS: Final = {card: action for action, card in enumerate(_CARDS)}
_PASS: Final = len(_CARDS)
_NAMES: Final = {_PASS + 1 + at: Trump(suit) for at, suit in enumerate(_SUITS)}
_NAME_ACTIONS: Final = {trump: action for action, trump in _NAMES.items()}
_ALONE: Final = 29
_TOGETHER: Final = 30
_ANSWERS: Final = {_ALONE: True, _TOGETHER: False}
_PLAYERS: Final = 4
_DEALT: Final = 20
_FIRST_CALL: Final = 1 + _DEALT + 1
_NUMBER: Final = re.compile(r"\d{1,3}|[^\s,\[\]()]+")
_STATE_MARK: Final = "[State]"
_GAME: Final = re.compile(r"euchre\((?P<parameters>[^)]*)\)")
_TRUE: Final = {"true", "1"}


class _Action(NamedTuple):
    number: int
    span: Span


def game_string(rules: Rules) -> str:
    """Return the name under which OpenSpiel loads the game of ``rules``.

    >>> game_string(Rules.parse("north-american-stick"))
    'euchre(allow_lone_defender=false,stick_the_dealer=true)'
    """
    defend = str(rules.defend_alone is not DefendAlone.OFF).lower()
    stick = str(rules.stick_dealer).lower()
    return f"euchre(allow_lone_defender={defend},stick_the_dealer={stick})"


def parse_history(text: str, rules: Rules | None = None) -> Deal:
    """Return the deal of a history: numbers in any brackets, or a serialized game and state.

    Without ``rules`` they are those of the game named in the text, else the ones that the history
    shows. A call whose alone or with partner (29, 30) isn't there yet is left out. The discard of
    a dealer who sits out is dropped. Raises `EuchreError`.

    >>> deal = parse_history("3 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 24")
    >>> str(deal.upcard), deal.seat, str(deal.hands[0])
    ('Ac', 2, 'KdQdJdTd9d')
    """
    start = text.find(_STATE_MARK)
    start = 0 if start < 0 else start + len(_STATE_MARK)
    try:
        actions = _read_actions(text, start)
        return _Reader(actions, rules or _rules_of(text[:start], actions)).read()
    except EuchreError as error:
        error.span = error.span or (start, len(text))
        begin = text.rfind("\n", 0, error.span[0]) + 1
        stop = text.find("\n", begin)
        error.text = text[begin:] if stop < 0 else text[begin:stop]
        error.span = error.span[0] - begin, min(error.span[1] - begin, len(error.text))
        raise


def format_history(deal: Deal) -> str:
    """Return the history of ``deal``, for the game of `game_string`; raises `RuleError`.

    Not written: score, target, identifier, and a call before the discard that it demands.

    >>> hands = "AsAhAdAcKs", "KhKdKcQsQh", "QdQcJsJhJd", "JcTsThTdTc"
    >>> format_history(Deal.of(*hands, upcard="9c"))
    '3 7 23 15 11 6 19 18 10 5 22 14 13 8 21 17 9 4 20 16 12 0'
    """
    _verify_expressible(deal)
    assert deal.upcard is not None  # _verify_expressible
    dealt = list(zip(*(deal.hands[-1:] + deal.hands[:-1]), strict=True))
    cards = [*(card for row in dealt for card in row), deal.upcard]
    actions = [_PLAYERS - 1, *(_ACTIONS[card] for card in cards), *_acts(deal)]
    return " ".join(map(str, actions))


# --- reading


def _read_actions(text: str, start: int) -> list[_Action]:
    actions = []
    for match in _NUMBER.finditer(text, start):
        if not match[0].isascii() or not match[0].isdigit() or int(match[0]) > _TOGETHER:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{match[0]!r} is not an action",
                span=match.span(),
                hint=f"actions are numbers from 0 to {_TOGETHER}",
            )
        actions.append(_Action(int(match[0]), match.span()))
    if not actions:
        raise NotationError(
            ErrorCode.EMPTY,
            "there is no history here",
            span=(start, len(text)),
            hint="a history is a line of actions, each a number",
        )
    return actions


def _rules_of(heading: str, actions: list[_Action]) -> Rules:
    """Return the rules of the game named in the heading, or those that the actions show."""
    numbers = [action.number for action in actions]
    defend = len([number for number in numbers if number in _ANSWERS]) > 1
    stick = numbers[_FIRST_CALL:].count(_PASS) < 2 * _PLAYERS
    game = _GAME.search(heading)
    if game:
        parameters = dict(
            item.lower().replace(" ", "").partition("=")[::2]
            for item in game["parameters"].split(",")
        )
        defend = parameters.get("allow_lone_defender", "false") in _TRUE
        stick = parameters.get("stick_the_dealer", "true") in _TRUE
    toggles = "-stick" * stick + "-defendalways" * defend
    return Rules.parse(f"north-american{toggles}")


class _Reader:
    """One reading of one history."""

    def __init__(self, actions: list[_Action], rules: Rules) -> None:
        self.actions = actions
        self.rules = rules
        self.at = 0

    def read(self) -> Deal:
        _verify_game(self.rules)
        deal = self._called(self._dealt())
        contract = deal.contract
        if contract is None:
            return deal
        deal = self._defended(self._discarded(deal, contract), contract)
        state = deal.play_state
        while self._peek() is not None:
            with self._placed():
                state = state.play(self._card())
        return replace(deal, tricks=state.tricks)

    def _peek(self, ahead: int = 0) -> int | None:
        at = self.at + ahead
        return self.actions[at].number if at < len(self.actions) else None

    def _next(self) -> int:
        if self.at == len(self.actions):
            raise NotationError(
                ErrorCode.TOO_FEW_CARDS,
                f"the history ends after {self.at} actions",
                hint=f"a dealer, {_DEALT} cards and the upcard come first",
            )
        self.at += 1
        return self.actions[self.at - 1].number

    def _card(self) -> Card:
        number = self._next()
        if number < len(_CARDS):
            return _CARDS[number]
        raise NotationError(
            ErrorCode.BAD_CARD,
            f"{number} is not a card",
            hint=f"cards are 0 to {len(_CARDS) - 1}: rank x 4 + suit, ranks {_RANKS}, suits CDHS",
        )

    @contextmanager
    def _placed(self) -> Iterator[None]:
        """Give an error inside the place of the action read last."""
        try:
            yield
        except EuchreError as error:
            error.span = error.span or self.actions[self.at - 1].span
            raise

    def _dealt(self) -> Deal:
        hands: list[list[Card]] = [[] for _ in range(_PLAYERS)]
        with self._placed():
            if self._next() >= _PLAYERS:
                raise NotationError(
                    ErrorCode.BAD_SEAT, "the dealer is not 0 to 3", hint="the first action deals"
                )
            seen: set[Card] = set()
            for number in range(_DEALT + 1):
                card = self._card()
                if card in seen:
                    raise RuleError(ErrorCode.DUPLICATE_CARD, f"{card} has been dealt already")
                seen.add(card)
                if number < _DEALT:
                    hands[(number - 1) % _PLAYERS].append(card)
        return Deal(self.rules, tuple(map(CardSet.from_cards, hands)), card)

    def _called(self, deal: Deal) -> Deal:
        while deal.auction.seat and self._peek() is not None:
            ahead = 2 if deal.auction.round == 1 else 1
            with self._placed():
                number = self._next()
                if number != _PASS and number not in _NAMES:
                    raise NotationError(
                        ErrorCode.BAD_VALUE,
                        f"{number} is not a call",
                        hint=f"{_PASS} passes, {min(_NAMES)} to {max(_NAMES)} name C D H S",
                    )
                alone = self._peek(ahead - 1)
                if number != _PASS and alone is None:
                    return deal
                deal = deal.call(_call_of(number, deal.auction, alone=alone == _ALONE))
        if not deal.auction.seat and not deal.contract and self._peek() is not None:
            with self._placed():
                self._next()
                raise RuleError(ErrorCode.AFTER_END, "nothing follows after all have passed")
        return deal

    def _discarded(self, deal: Deal, contract: Contract) -> Deal:
        with self._placed():
            if contract.round == 1:
                card = self._card()
                if deal.rules.dealer in contract.active_seats(deal.rules):
                    deal = deal.discard(card)
                elif card not in deal.hands[-1]:
                    raise RuleError(ErrorCode.NOT_HELD, f"the dealer does not hold {card}")
            if self._next() not in _ANSWERS:
                raise NotationError(
                    ErrorCode.BAD_VALUE, f"here {_ALONE} is alone, {_TOGETHER} with partner"
                )
        return deal

    def _defended(self, deal: Deal, contract: Contract) -> Deal:
        answers: dict[int, bool] = {}
        for seat in sorted(contract.defenders(deal.rules)):
            if self._peek() not in _ANSWERS or True in answers.values():
                break
            with self._placed():
                answers[seat] = _ANSWERS[self._next()]
                may = deal.rules.may_defend_alone(alone=contract.alone)
                if answers[seat] and not may:
                    deal.auction.verify_defend(alone=True)
        if not deal.rules.may_defend_alone(alone=contract.alone):
            return deal
        lone = next((seat for seat, alone in answers.items() if alone), None)
        for seat in contract.defenders(deal.rules):
            if deal.contract != contract or not (lone or seat in answers):
                break
            deal = deal.defend(alone=seat == lone)
        return deal


def _call_of(number: int, auction: Auction, *, alone: bool) -> Call:
    if number == _PASS:
        return PASS
    named = _NAMES[number]
    is_order = auction.round == 1 and named.suit is auction.turned_up_suit
    return Call(ORDER.act if is_order else named, alone)


# --- writing


def _acts(deal: Deal) -> Iterator[int]:
    """Yield the actions after the deal."""
    contract = deal.contract
    if contract is None:
        yield from (_PASS for _ in deal.calls)
        return
    passes = contract.maker - 1 + (contract.round - 1) * _PLAYERS
    yield from (_PASS for _ in range(passes))
    yield _NAME_ACTIONS[contract.trump]
    if contract.round == 1:
        if deal.six_cards.mask and deal.discarded is None:
            return  # the discard is to come
        discard = deal.discarded or tuple(deal.hands[-1])[-1]  # any: the dealer sits out
        yield _ACTIONS[discard]
    yield _ALONE if contract.alone else _TOGETHER
    if deal.rules.defend_alone is not DefendAlone.OFF:
        yield from _answers(deal, contract)
    yield from (_ACTIONS[card] for trick in deal.tricks for card in trick)


def _answers(deal: Deal, contract: Contract) -> Iterator[int]:
    """Yield what the defenders say; they are asked from the dealer's left on."""
    defenders = contract.defenders(deal.rules)
    is_over = deal.stated_contract or deal.tricks or contract.lone_defender
    is_asked = deal.rules.may_defend_alone(alone=contract.alone)
    answered = defenders if is_over or not is_asked else defenders[: len(deal.defence)]
    for seat in sorted(defenders):
        if seat not in answered:
            return
        yield _ALONE if seat == contract.lone_defender else _TOGETHER
        if seat == contract.lone_defender:
            return


def _verify_expressible(deal: Deal) -> None:
    """Raise `RuleError` if no history says what ``deal`` does."""
    _verify_game(deal.rules)
    if deal.upcard is None or not deal.is_open:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS,
            "a history states every hand and the upcard",
            hint="fill in the cards, or choose a consistent deal",
        )
    contract = deal.contract
    if contract is None:
        return
    if contract.blind:
        raise RuleError(ErrorCode.CONFLICT, "OpenSpiel's euchre has no blind loner")
    if contract.trump not in _NAME_ACTIONS:
        raise RuleError(ErrorCode.CONFLICT, "OpenSpiel's euchre has no no-trump")
    eldest = contract.first_leader(deal.rules, LeadRule.ELDEST)
    if contract.first_leader(deal.rules) != eldest:
        raise RuleError(
            ErrorCode.CONFLICT, f"in OpenSpiel's euchre seat {eldest} leads against this loner"
        )
    if deal.discarded is not None and deal.discarded == deal.upcard:
        raise RuleError(
            ErrorCode.ILLEGAL_DISCARD, "in OpenSpiel's euchre the upcard can't be discarded"
        )
    if deal.tricks and deal.six_cards.mask and deal.discarded is None:
        raise RuleError(
            ErrorCode.UNKNOWN_DISCARD, "a history states the discard", hint="add x: to the deal"
        )


def _verify_game(rules: Rules) -> None:
    """Raise `RuleError` unless OpenSpiel's game has the cards of ``rules``."""
    rules.verify_built()
    has_other_cards = rules.deck != CardSet.from_cards(_CARDS)
    if (
        has_other_cards
        or rules.players != _PLAYERS
        or rules.dealer_first
        or rules.hand_size * _PLAYERS != _DEALT
    ):
        raise RuleError(
            ErrorCode.CONFLICT,
            f"OpenSpiel's euchre has {len(_CARDS)} cards, five a hand, not those of {rules}",
        )
