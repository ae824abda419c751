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
    "railroad": {"ranks": "AKQJT987", "benny": True, "defend": "loner"},
    "two-handed": {"players": 2, "pairs": False, "alone": False},
    "three-handed-hoyle": {
        "players": 3,
        "ranks": "AKQJT987",
        "pairs": False,
        "alone": False,
        "march": 3,
    },
    "three-handed-cutthroat": {
        "players": 3,
        "hand_size": 7,
        "need": 4,
        "pairs": False,
        "alone": False,
        "march": 4,
        "one_short": 2,
        "shares_euchre": True,
    },
    "call-ace": {"ranks": "AKQJT987", "pairs": False, "calls_card": True},
    "set-back": {"ranks": "AKQJT987", "pairs": False, "alone": False, "start": 5, "target": 0},
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
    "dealerfirst": {"dealer_first": True},
    "trumprule": {"trump_rule": "all"},
    "trumpruledealer": {"trump_rule": "dealer"},
    "bytwo": {"by_two": True},
    "players5": {"players": 5},
    "players6": {"players": 6},
    "deck24": {"ranks": "AKQJT9"},
    "players2": {"players": 2},
    "players3": {"players": 3},
    "declare": {"alone": True},
    "euchrededucts": {"euchre_deducts": 2},
    "robson": {"set_back": True},
    "blindloner": {"blind_loner": True},
    "twos": {"twos": True},
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
    "british-dealerfirst",
    "two-handed-benny",
    "three-handed-hoyle-deck24-stick",
    "call-ace-players5",
    "call-ace-players6",
    "set-back-players3-declare-euchrededucts",
    "north-american-trumprule-bytwo",
    "north-american-stick-trumpruledealer",
    "british-deck32-twos",
)
"""Built presets, and the toggles one by one and together."""

Act = tuple[str, str]
"""What is done and how: ``("call", "oa")``, ``("suit", "h")``, ``("discard", "9d")``,
``("defend", "alone")``, ``("play", "As")``."""


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
    players: int = 4
    pairs: bool = True
    alone: bool = True
    calls_card: bool = False
    march: int = 2
    one_short: int = 0
    shares_euchre: bool = False
    dealer_first: bool = False
    trump_rule: str = "none"
    by_two: bool = False
    start: int = 0
    euchre_deducts: int = 0
    set_back: bool = False
    blind_loner: bool = False
    twos: bool = False

    @property
    def order(self) -> list[int]:
        """The seats as they call."""
        seats = list(range(1, self.players + 1))
        return [seats[-1], *seats[:-1]] if self.dealer_first else seats

    def left_of(self, seat: int) -> int:
        return 1 if seat == self.players else seat + 1

    def partner(self, seat: int) -> int:
        """The seat opposite; 0 where there are no pairs."""
        return {1: 3, 2: 4, 3: 1, 4: 2}[seat] if self.pairs else 0

    def winner_of(self, score: Sequence[int]) -> int | None:
        """The place in the score of who has won the game."""
        if self.start:
            return list(score).index(min(score)) if min(score) <= 0 else None
        best = max(score)
        others = sorted(score)[:-1]
        if best < self.target or (self.by_two and best < others[-1] + 2):
            return None
        return list(score).index(best)

    @classmethod
    def named(cls, name: str) -> PlainRules:
        preset = max((known for known in PLAIN_PRESETS if name.startswith(known)), key=len)
        changes = dict(PLAIN_PRESETS[preset])
        for toggle in name[len(preset) :].split("-")[1:]:
            changes |= PLAIN_TOGGLES[toggle]
        return replace(cls(), **changes)  # type: ignore[arg-type]

    @property
    def deck(self) -> list[str]:
        ranks = f"{self.ranks}2" if self.twos else self.ranks
        cards = [rank + suit for suit in "shdc" for rank in ranks]
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
    called: str = ""
    score: tuple[int, ...] = ()
    taken_off: bool = False
    fixed: tuple[str, int, int, bool, int] | None = field(default=None)
    """A contract without its calls: trump, maker, round, alone, lone defender or 0."""

    @classmethod
    def shuffled(cls, rules: PlainRules, source: random.Random) -> PlainDeal:
        cards = rules.deck
        source.shuffle(cards)
        size = rules.hand_size
        hands = tuple(tuple(cards[at * size : at * size + size]) for at in range(rules.players))
        return cls(rules, hands, cards[rules.players * size])

    @property
    def passed_out(self) -> bool:
        return self.calls == ("p",) * (2 * self.rules.players)

    @property
    def contract(self) -> tuple[str, int, int, bool] | None:
        """Trump, maker, round, alone."""
        if self.fixed:
            return self.fixed[:4]
        made = [(at, call) for at, call in enumerate(self.calls) if call != "p"]
        if not made:
            return None
        [(at, call)] = made
        trump = self.upcard[1] if call[0] in "ob" else call[0]
        players = self.rules.players
        maker = players if self.is_blind else self.rules.order[at % players]
        return trump, maker, 1 if at < players else 2, call.endswith("a")

    @property
    def is_blind(self) -> bool:
        """The dealer went alone before anyone looked at his cards."""
        return self.calls == ("ba",)

    @property
    def may_go_blind(self) -> bool:
        return self.rules.blind_loner and not self.calls and self.upcard[0] == "J"

    @property
    def may_take_off(self) -> bool:
        """The makers have a march whose points the others may lose instead."""
        if not self.rules.set_back or self.passed_out or self.is_blind:
            return False
        return self.phase == "finished" and self.makers_tricks == self.rules.hand_size

    @property
    def lone_defender(self) -> int:
        if self.fixed:
            return self.fixed[4]
        return self.defenders[self.answers.index("alone")] if "alone" in self.answers else 0

    @property
    def makers(self) -> list[int]:
        """The makers' side, a partner who sits out included."""
        assert self.contract
        trump, maker, _, alone = self.contract
        if self.rules.pairs:
            return [maker, self.rules.partner(maker)]
        if not self.called or alone:
            return [maker]
        hands = [list(hand) for hand in self.hands]
        if self.picks_up:
            hands[-1].append(self.upcard)
            if self.discarded:
                hands[-1].remove(self.discarded)
        for card in suit_order(self.called, trump):
            for seat, hand in enumerate(hands, start=1):
                if card in hand:
                    return [maker] if seat == maker else [maker, seat]
        return [maker]

    @property
    def defenders(self) -> list[int]:
        assert self.contract
        seats, seat = [], self.contract[1]
        for _ in range(self.rules.players - 1):
            seat = self.rules.left_of(seat)
            seats.append(seat)
        return [seat for seat in seats if seat not in self.makers]

    @property
    def active(self) -> list[int]:
        assert self.contract
        _, maker, _, alone = self.contract
        out = {self.rules.partner(maker)} if alone else set()
        if self.rules.start:
            out |= set(self.dropped)
        elif self.lone_defender:
            out.add(self.rules.partner(self.lone_defender))
        return [seat for seat in range(1, self.rules.players + 1) if seat not in out]

    @property
    def dropped(self) -> list[int]:
        """Who threw up his hand, where that is what an answer means."""
        answers = zip(self.defenders, self.answers, strict=False)
        return [seat for seat, answer in answers if answer == "alone"]

    @property
    def first_leader(self) -> int:
        assert self.contract
        _, maker, _, alone = self.contract
        seat = self.rules.left_of(maker) if alone and self.rules.lead == "left" else 1
        if alone and self.rules.start:
            seat = maker
        while seat not in self.active:
            seat = self.rules.left_of(seat)
        return seat

    def legal_calls(self) -> list[str]:
        rules = self.rules
        seat = rules.order[len(self.calls) % rules.players]
        dealer = rules.players
        ways = ("", "a") if rules.alone else ("",)
        if len(self.calls) < rules.players:
            if self.upcard == "Bb":
                named = [suit + alone for suit in "shdc" for alone in ways]
                return named if seat == dealer else ["p"]
            orders = ["oa"] if seat == 2 and rules.second_alone else [f"o{way}" for way in ways]
            return ["p", *self.with_a_second_trump(orders, seat)]
        names = [suit for suit in "shdc" if suit != self.upcard[1]]
        if rules.no_trump:
            names.append("n")
        calls = [name + alone for name in names for alone in ways]
        allowed = self.with_a_second_trump(calls, seat)
        if seat == dealer and rules.stick:
            return allowed or calls
        return ["p", *allowed]

    def with_a_second_trump(self, calls: list[str], seat: int) -> list[str]:
        """The calls that don't rest on a lone jack, where that is forbidden."""
        rule, hand = self.rules.trump_rule, self.hands[seat - 1]
        if rule == "none" or (rule == "dealer" and seat != self.rules.players) or not hand:
            return calls
        legal = []
        for call in calls:
            trump = self.upcard[1] if call[0] == "o" else call[0]
            trumps = [card for card in hand if card in trump_order(trump)]
            if trump == "n" or len(trumps) > 1 or any(card[0] != "J" for card in trumps):
                legal.append(call)
        return legal

    def holding(self) -> list[list[str]]:
        """What each seat holds now."""
        assert self.contract
        hands = [list(hand) for hand in self.hands]
        if self.picks_up and self.discarded:
            hands[-1].append(self.upcard)
            hands[-1].remove(self.discarded)
        for seat, card in zip(self.players(), self.plays, strict=False):
            hands[seat - 1].remove(card)
        return hands

    @property
    def picks_up(self) -> bool:
        if self.contract is None:
            return False
        _, maker, number, alone = self.contract
        return number == 1 and not (alone and self.rules.partner(maker) == self.rules.players)

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
        return sum(self.tricks_of(seat) for seat in self.makers)

    def tricks_of(self, seat: int) -> int:
        return [leader for leader, _ in self.tricks()][1:].count(seat)

    @property
    def makers_points(self) -> int:
        assert self.contract
        alone, tricks = self.contract[3], self.makers_tricks
        if self.rules.start and alone:
            return self.rules.start if tricks == 5 else -self.rules.start
        if self.rules.start:
            return tricks if tricks >= 3 else -2
        alone = alone or (self.rules.calls_card and len(self.makers) == 1)
        if tricks == self.rules.hand_size:
            return 4 if alone else self.rules.march
        if tricks == self.rules.hand_size - 1 and self.rules.one_short:
            return self.rules.one_short
        if tricks >= self.rules.need:
            return self.rules.lone_made if alone else 1
        return -4 if self.lone_defender else -2

    @property
    def blind_points(self) -> int:
        return 5 if self.makers_tricks == self.rules.hand_size else -1

    @property
    def gains(self) -> list[int]:
        """What the deal adds to each figure of the score."""
        rules, seats = self.rules, range(1, self.rules.players + 1)
        if self.passed_out:
            return [0] * (2 if rules.pairs else rules.players)
        if rules.start:
            return [self.counted(seat) for seat in seats]
        points = self.blind_points if self.is_blind else self.makers_points
        if self.taken_off:
            each = [0 if seat in self.makers else -points for seat in seats]
        elif points > 0:
            each = [points if seat in self.makers else 0 for seat in seats]
        else:
            paid = [seat for seat in seats if seat not in self.makers]
            share = -points
            if rules.shares_euchre:
                most = max(map(self.tricks_of, paid))
                paid = [seat for seat in paid if self.tricks_of(seat) == most]
                share = 2 if len(paid) == 1 else 1
            each = [share if seat in paid else 0 for seat in seats]
        return each[:2] if rules.pairs else each

    def counted(self, seat: int) -> int:
        """What the deal adds to a count that goes down."""
        assert self.contract
        maker, declared = self.contract[1], self.contract[3]
        tricks, made = self.tricks_of(seat), self.tricks_of(maker)
        if seat == maker and declared:
            return -self.score[seat - 1] if made == 5 else self.score[seat - 1]
        if seat == maker:
            return -made if made >= 3 else 2
        if seat in self.dropped:
            return 0
        return (-tricks if tricks else 1) - (self.rules.euchre_deducts if made < 3 else 0)

    @property
    def phase(self) -> str:
        if self.passed_out:
            return "passed-out"
        if self.contract is None:
            return "call"
        if self.rules.calls_card and not (self.called or self.contract[3] or self.fixed):
            return "call-suit"
        if self.picks_up and self.discarded is None:
            return "discard"
        if self.asks_defender:
            return "defence"
        over = len(self.plays) == self.rules.hand_size * len(self.active)
        return "finished" if over else "play"

    @property
    def asks_defender(self) -> bool:
        if self.fixed or len(self.answers) == len(self.defenders):
            return False
        if self.rules.start:
            return True
        if "alone" in self.answers:
            return False
        assert self.contract
        return self.rules.defend == "always" or (self.rules.defend == "loner" and self.contract[3])

    @property
    def seat(self) -> int | None:
        if self.phase == "call":
            return self.rules.order[len(self.calls) % self.rules.players]
        if self.phase == "call-suit":
            assert self.contract
            return self.contract[1]
        if self.phase == "discard":
            return self.rules.players
        if self.phase == "defence":
            return self.defenders[len(self.answers)]
        return self.players()[-1] if self.phase == "play" else None

    def legal_acts(self) -> list[Act]:
        phase = self.phase
        if phase == "call":
            return [("call", call) for call in self.legal_calls()]
        if phase == "call-suit":
            return [("suit", suit) for suit in "shdc"]
        if phase == "discard":
            six = [*self.hands[-1], self.upcard]
            kept = None if self.rules.upcard_goes_back else self.upcard
            return [("discard", card) for card in six if card != kept]
        if phase == "defence":
            return self.answers_left()
        if phase == "play":
            assert self.contract and self.seat
            trick = list(self.tricks())[-1][1]
            hand = self.holding()[self.seat - 1]
            led = trick[0] if trick else None
            return [("play", card) for card in legal_cards(hand, led, self.contract[0])]
        return []

    def answers_left(self) -> list[Act]:
        """What a defender who is asked may say; somebody has to play where hands are thrown up."""
        left = [answer for answer in self.answers if answer != "alone"]
        if self.rules.start and not left and len(self.answers) == len(self.defenders) - 1:
            return [("defend", "together")]
        return [("defend", "together"), ("defend", "alone")]

    def after(self, act: Act) -> PlainDeal:
        what, how = act
        if what == "call":
            return replace(self, calls=(*self.calls, how))
        if what == "suit":
            return replace(self, called=how)
        if what == "discard":
            return replace(self, discarded=how)
        if what == "defend":
            return replace(self, answers=(*self.answers, how))
        return replace(self, plays=(*self.plays, how))
