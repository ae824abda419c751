"""The rules a second time, as plainly as they can be written, to compare the package with.

Cards, trumps and calls are strings of the notation; nothing is imported from the package. Every
question is answered from the whole record of the deal, however slow that is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

RANKS = "AKQJT98765432"
SAME_COLOUR = {"s": "c", "c": "s", "h": "d", "d": "h"}
PLAIN_PRESETS: dict[str, dict[str, object]] = {
    "north-american": {},
    "hoyle-1844": {"ranks": "AKQJT987", "upcard_goes_back": False, "target": 5},
    "hoyle-32": {"ranks": "AKQJT987", "target": 5},
    "beginner": {"lead": "left"},
    "british": {
        "benny": True,
        "second_alone": True,
        "defend": "always",
        "lead": "left",
        "lone_made": 2,
        "target": 11,
    },
    "ontario-nz": {"second_alone": True},
    "skat-7": {"ranks": "AKQJT987", "hand_size": 7, "need": 4},
}
PLAIN_TOGGLES: dict[str, dict[str, object]] = {
    "stick": {"stick": True},
    "nt": {"no_trump": True},
    "secondalone": {"second_alone": True},
    "secondfree": {"second_alone": False},
    "defendalone": {"defend": "loner"},
    "defendalways": {"defend": "always"},
    "eldestleads": {"lead": "eldest"},
    "leftleads": {"lead": "left"},
    "deck28": {"ranks": "AKQJT98"},
    "deck32": {"ranks": "AKQJT987"},
    "benny": {"benny": True},
}
RULE_NAMES = (
    *PLAIN_PRESETS,
    "north-american-stick",
    "north-american-nt",
    "north-american-stick-nt",
    "north-american-secondalone",
    "north-american-defendalone",
    "north-american-defendalways",
    "north-american-leftleads",
    "north-american-deck28",
    "north-american-deck32",
    "north-american-benny",
    "north-american-deck28-benny",
    "north-american-stick-nt-secondalone-defendalways-leftleads",
    "british-stick",
    "british-secondfree-defendalone-eldestleads",
    "hoyle-1844-stick-defendalone",
    "skat-7-nt-defendalways",
)
"""Built presets, and the toggles one by one and together."""

Act = tuple[str, str]
"""What is done and how: ``("call", "oa")``, ``("discard", "9d")``, ``("defend", "alone")``,
``("play", "As")``."""


@cache
def trump_order(trump: str) -> tuple[str, ...]:
    """The trumps from the highest down."""
    if trump in "nl":
        return ()
    bowers = ("Bb", f"J{trump}", f"J{SAME_COLOUR[trump]}")
    return bowers + tuple(rank + trump for rank in "AKQT98765432")


@cache
def suit_order(suit: str, trump: str) -> tuple[str, ...]:
    """The cards of a suit from the highest down."""
    if suit == trump:
        return trump_order(trump)
    ranks = reversed(RANKS) if trump == "l" else RANKS
    return tuple(rank + suit for rank in ranks if rank + suit not in trump_order(trump))


def suit_of(card: str, trump: str) -> str:
    return trump if card in trump_order(trump) else card[1]


def legal_cards(hand: Sequence[str], led: str | None, trump: str) -> list[str]:
    if led is None:
        return list(hand)
    following = [card for card in hand if suit_of(card, trump) == suit_of(led, trump)]
    return following or list(hand)


def winner(trick: Sequence[str], trump: str) -> int:
    for card in trump_order(trump) + suit_order(suit_of(trick[0], trump), trump):
        if card in trick:
            return trick.index(card)
    raise AssertionError(trick)


def partner(seat: int) -> int:
    return {1: 3, 2: 4, 3: 1, 4: 2}[seat]


def left_of(seat: int) -> int:
    return {1: 2, 2: 3, 3: 4, 4: 1}[seat]


@dataclass(frozen=True)
class PlainRules:
    ranks: str = "AKQJT9"
    benny: bool = False
    hand_size: int = 5
    need: int = 3
    stick: bool = False
    no_trump: bool = False
    second_alone: bool = False
    upcard_goes_back: bool = True
    defend: str = "off"
    lead: str = "eldest"
    lone_made: int = 1
    target: int = 10

    @classmethod
    def named(cls, name: str) -> PlainRules:
        preset = max((known for known in PLAIN_PRESETS if name.startswith(known)), key=len)
        changes = dict(PLAIN_PRESETS[preset])
        for toggle in name[len(preset) :].split("-")[1:]:
            changes |= PLAIN_TOGGLES[toggle]
        return replace(cls(), **changes)  # type: ignore[arg-type]

    @property
    def deck(self) -> list[str]:
        cards = [rank + suit for suit in "shdc" for rank in self.ranks]
        return [*cards, "Bb"] if self.benny else cards


@dataclass(frozen=True)
class PlainDeal:
    rules: PlainRules
    hands: tuple[tuple[str, ...], ...]
    upcard: str
    calls: tuple[str, ...] = ()
    discarded: str | None = None
    answers: tuple[str, ...] = ()
    plays: tuple[str, ...] = ()
    fixed: tuple[str, int, int, bool, int] | None = field(default=None)
    """A contract without its calls: trump, maker, round, alone, lone defender or 0."""

    @classmethod
    def shuffled(cls, rules: PlainRules, source: random.Random) -> PlainDeal:
        cards = rules.deck
        source.shuffle(cards)
        size = rules.hand_size
        hands = tuple(tuple(cards[at * size : at * size + size]) for at in range(4))
        return cls(rules, hands, cards[4 * size])

    @property
    def passed_out(self) -> bool:
        return self.calls == ("p",) * 8

    @property
    def contract(self) -> tuple[str, int, int, bool] | None:
        """Trump, maker, round, alone."""
        if self.fixed:
            return self.fixed[:4]
        made = [(at, call) for at, call in enumerate(self.calls) if call != "p"]
        if not made:
            return None
        [(at, call)] = made
        trump = self.upcard[1] if call[0] == "o" else call[0]
        return trump, at % 4 + 1, 1 if at < 4 else 2, call.endswith("a")

    @property
    def lone_defender(self) -> int:
        if self.fixed:
            return self.fixed[4]
        return self.defenders[self.answers.index("alone")] if "alone" in self.answers else 0

    @property
    def defenders(self) -> tuple[int, int]:
        assert self.contract
        first = left_of(self.contract[1])
        return first, partner(first)

    @property
    def active(self) -> list[int]:
        assert self.contract
        _, maker, _, alone = self.contract
        out = {partner(maker)} if alone else set()
        if self.lone_defender:
            out.add(partner(self.lone_defender))
        return [seat for seat in (1, 2, 3, 4) if seat not in out]

    @property
    def first_leader(self) -> int:
        assert self.contract
        _, maker, _, alone = self.contract
        seat = left_of(maker) if alone and self.rules.lead == "left" else 1
        while seat not in self.active:
            seat = left_of(seat)
        return seat

    def legal_calls(self) -> list[str]:
        rules = self.rules
        seat = len(self.calls) % 4 + 1
        if len(self.calls) < 4:
            if self.upcard == "Bb":
                named = [suit + alone for suit in "shdc" for alone in ("", "a")]
                return named if seat == 4 else ["p"]
            if seat == 2 and rules.second_alone:
                return ["p", "oa"]
            return ["p", "o", "oa"]
        names = [suit for suit in "shdc" if suit != self.upcard[1]]
        if rules.no_trump:
            names.append("n")
        calls = [name + alone for name in names for alone in ("", "a")]
        return calls if seat == 4 and rules.stick else ["p", *calls]

    def holding(self) -> list[list[str]]:
        """What each seat holds now."""
        assert self.contract
        hands = [list(hand) for hand in self.hands]
        if self.picks_up and self.discarded:
            hands[3].append(self.upcard)
            hands[3].remove(self.discarded)
        for seat, card in zip(self.players(), self.plays, strict=False):
            hands[seat - 1].remove(card)
        return hands

    @property
    def picks_up(self) -> bool:
        if self.contract is None:
            return False
        _, maker, number, alone = self.contract
        return number == 1 and not (alone and maker == 2)

    def tricks(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Leader and cards of each trick, the last one perhaps unfinished or empty."""
        assert self.contract
        size = len(self.active)
        leader = self.first_leader
        for at in range(0, len(self.plays) + 1, size):
            trick = self.plays[at : at + size]
            yield leader, trick
            if len(trick) == size:
                leader = self.order_from(leader)[winner(trick, self.contract[0])]

    def order_from(self, leader: int) -> list[int]:
        at = self.active.index(leader)
        return self.active[at:] + self.active[:at]

    def players(self) -> list[int]:
        """Who played each card so far, and who is to play next."""
        seats = [seat for leader, _ in self.tricks() for seat in self.order_from(leader)]
        return seats[: len(self.plays) + 1]

    @property
    def makers_tricks(self) -> int:
        assert self.contract
        leaders = [leader for leader, _ in self.tricks()][1:]
        maker = self.contract[1]
        return sum(leader in {maker, partner(maker)} for leader in leaders)

    @property
    def makers_points(self) -> int:
        assert self.contract
        alone, tricks = self.contract[3], self.makers_tricks
        if tricks == self.rules.hand_size:
            return 4 if alone else 2
        if tricks >= self.rules.need:
            return self.rules.lone_made if alone else 1
        return -4 if self.lone_defender else -2

    @property
    def phase(self) -> str:
        if self.passed_out:
            return "passed-out"
        if self.contract is None:
            return "call"
        if self.picks_up and self.discarded is None:
            return "discard"
        if self.asks_defender:
            return "defence"
        over = len(self.plays) == self.rules.hand_size * len(self.active)
        return "finished" if over else "play"

    @property
    def asks_defender(self) -> bool:
        if self.fixed or "alone" in self.answers or len(self.answers) == 2:
            return False
        assert self.contract
        return self.rules.defend == "always" or (self.rules.defend == "loner" and self.contract[3])

    @property
    def seat(self) -> int | None:
        if self.phase == "call":
            return len(self.calls) % 4 + 1
        if self.phase == "discard":
            return 4
        if self.phase == "defence":
            return self.defenders[len(self.answers)]
        return self.players()[-1] if self.phase == "play" else None

    def legal_acts(self) -> list[Act]:
        phase = self.phase
        if phase == "call":
            return [("call", call) for call in self.legal_calls()]
        if phase == "discard":
            six = [*self.hands[3], self.upcard]
            kept = None if self.rules.upcard_goes_back else self.upcard
            return [("discard", card) for card in six if card != kept]
        if phase == "defence":
            return [("defend", "together"), ("defend", "alone")]
        if phase == "play":
            assert self.contract and self.seat
            trick = list(self.tricks())[-1][1]
            hand = self.holding()[self.seat - 1]
            led = trick[0] if trick else None
            return [("play", card) for card in legal_cards(hand, led, self.contract[0])]
        return []

    def after(self, act: Act) -> PlainDeal:
        what, how = act
        if what == "call":
            return replace(self, calls=(*self.calls, how))
        if what == "discard":
            return replace(self, discarded=how)
        if what == "defend":
            return replace(self, answers=(*self.answers, how))
        return replace(self, plays=(*self.plays, how))
