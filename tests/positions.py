"""Positions of every kind for tests: random ones, Hypothesis strategies, stored problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from euchre_solve.cards import BEST_BOWER, DECK, Card, CardSet, Rank, Suit
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump

DATA = Path(__file__).parent / "data"

_RANKS = tuple(Rank)[1:]
_DECK_RANK_COUNTS = (6, 6, 6, 7, 8, 9, 13)
"""24 cards most often, then 28, 32, 36 and 52; the best bower makes 25, 29, 33, 37, 53."""


def deck_of(rank_count: int, *, with_best_bower: bool) -> list[Card]:
    """Return the cards of the highest ``rank_count`` ranks, and the best bower if wanted."""
    ranks = _RANKS[:rank_count]
    best = [BEST_BOWER] if with_best_bower else []
    return best + [card for card in DECK if card.rank in ranks]


def random_position(random: Random, max_hand: int = 4, max_cards: int = 14) -> Position:
    """Return a position of any kind, its hands of at most ``max_hand`` cards.

    Any number of players, sides, trump, deck and leader; every other one is in mid-trick.
    """
    player_count = random.choice((2, 3, 3, 4, 4, 4, 5, 6, 7))
    hand_size = random.randint(1, min(max_hand, max_cards // player_count))
    deck = deck_of(random.choice(_DECK_RANK_COUNTS), with_best_bower=random.random() < 0.3)
    drawn = random.sample(deck, player_count * hand_size)
    position = Position(
        tuple(CardSet.from_cards(drawn[index::player_count]) for index in range(player_count)),
        tuple(random.random() < 0.5 for _ in range(player_count)),
        random.choice(tuple(Trump)),
        random.randrange(player_count),
    )
    for _ in range(random.choice((0, random.randrange(player_count)))):
        position = position.play(random.choice(list(position.legal_cards)))
    return position


def random_long_suits(random: Random, max_cards: int = 12) -> Position:
    """Return a position with few, long suits out of 52 cards: most of them count for little."""
    player_count = random.choice((2, 2, 3, 3, 4, 5))
    suits = random.sample(tuple(Suit), random.choice((1, 2, 2, 3)))
    deck = [card for card in DECK if card.suit in suits]
    hand_size = random.randint(1, min(5, max_cards // player_count, len(deck) // player_count))
    drawn = random.sample(deck, player_count * hand_size)
    return Position(
        tuple(CardSet.from_cards(drawn[index::player_count]) for index in range(player_count)),
        tuple(random.random() < 0.5 for _ in range(player_count)),
        random.choice(tuple(Trump)),
        random.randrange(player_count),
    )


def kin_of(position: Position, random: Random, count: int) -> Iterator[Position]:
    """Yield positions made by exchanging cards of a suit: each hand keeps its suits' lengths."""
    for _ in range(count):
        hands = list(position.hands)
        one, other = random.sample(range(len(hands)), 2)
        given = random.choice(list(hands[one]))
        suit = position.trump.cards_of(position.trump.suit_of(given))
        for taken in random.sample(list(hands[other] & suit), len(hands[other] & suit))[:1]:
            hands[one] = hands[one].without_card(given).with_card(taken)
            hands[other] = hands[other].without_card(taken).with_card(given)
        position = replace(position, hands=tuple(hands))
        yield position


def random_deal(random: Random, player_count: int = 4, hand_size: int = 5) -> Position:
    """Return a deal from 24 cards with a suit as trump; partners sit opposite each other."""
    drawn = random.sample(deck_of(6, with_best_bower=False), player_count * hand_size)
    return Position(
        tuple(CardSet.from_cards(drawn[index::player_count]) for index in range(player_count)),
        tuple(index % 2 == 0 for index in range(player_count)),
        random.choice((Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)),
        random.randrange(player_count),
    )


def positions(max_hand: int = 4, max_cards: int = 14) -> st.SearchStrategy[Position]:
    """Return a strategy for `random_position`."""
    return st.randoms(use_true_random=False).map(
        lambda random: random_position(random, max_hand, max_cards)
    )


@dataclass(frozen=True, slots=True)
class Problem:
    """A stored position with its value and the value of every lead."""

    family: str
    position: Position
    tricks: int
    values: dict[Card, int]


def stored_problems() -> Iterator[Problem]:
    """Read the problems of the independent reference solver, and its answers."""
    lines = (DATA / "oracle_problems.txt").read_text(encoding="utf-8").splitlines()
    answers = (DATA / "oracle_answers.txt").read_text(encoding="utf-8").splitlines()
    for family, problem, answer in zip(lines[::2], lines[1::2], answers, strict=True):
        tricks, *leads = answer.split()
        values = dict(lead.split("=") for lead in leads)
        yield Problem(
            family.removeprefix("# "),
            _parse_problem(problem),
            int(tricks),
            {_parse_card(card): int(value) for card, value in values.items()},
        )


def _parse_problem(line: str) -> Position:
    trump, leader, sides, *hands = line.split()
    active = [index for index, hand in enumerate(hands) if hand != "-"]
    return Position(
        tuple(CardSet.from_cards(map(_parse_card, hands[index].split(","))) for index in active),
        tuple(sides[index] == "1" for index in active),
        Trump(trump.lower()),
        active.index(int(leader)),
    )


def _parse_card(text: str) -> Card:
    return Card.parse(text[0] + text[1].lower())
