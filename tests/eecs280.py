"""A game of the EECS 280 euchre project written out, by its public rules, for tests.

Simple players are as the project describes them; human players are shown their hands and choose at
random. Cards are strings of the notation, nothing of the package is used but the order of suits.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RANKS = "9TJQKA"
SUITS = "shcd"
RANK_NAMES = dict(zip(RANKS, ("Nine", "Ten", "Jack", "Queen", "King", "Ace"), strict=True))
SUIT_NAMES = {"s": "Spades", "h": "Hearts", "c": "Clubs", "d": "Diamonds"}
NEXT = {"s": "c", "c": "s", "h": "d", "d": "h"}
NEW_PACK = [rank + suit for suit in SUITS for rank in RANKS]


def name_of(card: str) -> str:
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def suit_of(card: str, trump: str) -> str:
    return trump if card[0] == "J" and card[1] == NEXT[trump] else card[1]


def value(card: str, trump: str, led: str = "") -> tuple[bool, int, bool, int, int]:
    is_trump = suit_of(card, trump) == trump
    bower = (card == f"J{trump}") * 2 + (card == f"J{NEXT[trump]}")
    plain = RANKS.index(card[0]), SUITS.index(card[1])
    return is_trump, bower, bool(led) and suit_of(card, trump) == led, *plain


@dataclass
class Game:
    """One game; ``hands`` keeps what was dealt and buried, to compare with."""

    pack: list[str]
    shuffle: bool
    points: int
    players: list[tuple[str, str]]
    seed: int = 0
    echo: bool = False
    lines: list[str] = field(default_factory=list)
    hands: list[dict[str, object]] = field(default_factory=list)

    def run(self) -> str:
        self.rng = random.Random(self.seed)
        players = " ".join(f"{name} {kind}" for name, kind in self.players)
        how = "shuffle" if self.shuffle else "noshuffle"
        self.say(f"./euchre.exe pack.in {how} {self.points} {players} ")
        scores = [0, 0]
        number = 0
        while max(scores) < self.points:
            self.play_hand(number, scores)
            number += 1
        side = scores.index(max(scores))
        self.say(f"{self.pair(side)} win!")
        return "".join(f"{line}\n" for line in self.lines)

    def say(self, line: str = "") -> None:
        self.lines.append(line)

    def pair(self, side: int) -> str:
        return f"{self.players[side][0]} and {self.players[side + 2][0]}"

    def is_human(self, player: int) -> bool:
        return self.players[player][1] == "Human"

    def show(self, player: int) -> list[str]:
        order = sorted(self.held[player], key=lambda card: (RANKS.index(card[0]), card[1]))
        for at, card in enumerate(order):
            self.say(f"Human player {self.players[player][0]}'s hand: [{at}] {name_of(card)}")
        return order

    def ask(self, player: int, what: str, answer: str) -> None:
        self.say(f"Human player {self.players[player][0]}, please {what}:")
        if self.echo:
            self.say(answer)

    def play_hand(self, number: int, scores: list[int]) -> None:
        dealer = number % 4
        if self.shuffle:
            for _ in range(7):
                halves = zip(self.pack[12:], self.pack[:12], strict=True)
                self.pack = [card for pair in halves for card in pair]
        self.held: list[list[str]] = [[], [], [], []]
        at = 0
        for turn, size in enumerate((3, 2, 3, 2, 2, 3, 2, 3)):
            self.held[(dealer + 1 + turn) % 4] += self.pack[at : at + size]
            at += size
        upcard = self.pack[20]
        seats = [(dealer + seat) % 4 for seat in (1, 2, 3, 4)]
        record: dict[str, object] = {
            "hands": [sorted(self.held[player]) for player in seats],
            "score": (scores[(dealer + 1) % 2], scores[dealer % 2]),
            "discard": None,
        }
        self.hands.append(record)
        self.say(f"Hand {number}")
        self.say(f"{self.players[dealer][0]} deals")
        self.say(f"{name_of(upcard)} turned up")
        maker, trump, in_round = self.make(dealer, upcard)
        if in_round == 1:
            record["discard"] = self.pick_up(dealer, upcard)
        self.say()
        tricks = self.play_tricks(seats[0], trump)
        self.score(tricks, maker, scores)
        record["after"] = (scores[(dealer + 1) % 2], scores[dealer % 2])

    def make(self, dealer: int, upcard: str) -> tuple[int, str, int]:
        for in_round in (1, 2):
            for turn in range(1, 5):
                player = (dealer + turn) % 4
                stuck = in_round == 2 and turn == 4
                suit = self.call(player, upcard, in_round, stuck=stuck)
                if suit:
                    self.say(f"{self.players[player][0]} orders up {SUIT_NAMES[suit]}")
                    return player, suit, in_round
                self.say(f"{self.players[player][0]} passes")
        raise AssertionError

    def call(self, player: int, upcard: str, in_round: int, *, stuck: bool) -> str:
        trump = upcard[1] if in_round == 1 else NEXT[upcard[1]]
        if self.is_human(player):
            self.show(player)
            others = [suit for suit in SUITS if (suit == upcard[1]) == (in_round == 1)]
            suit = self.rng.choice(others) if stuck or self.rng.random() < 0.2 else ""
            answer = SUIT_NAMES.get(suit, "pass")
            self.ask(player, 'enter a suit, or "pass"', answer)
            return suit
        high = [
            card
            for card in self.held[player]
            if suit_of(card, trump) == trump and card[0] in "JQKA"
        ]
        return trump if stuck or len(high) >= 3 - in_round else ""

    def pick_up(self, dealer: int, upcard: str) -> str:
        if self.is_human(dealer):
            order = self.show(dealer)
            self.say("Discard upcard: [-1]")
            index = self.rng.randint(-1, 4)
            self.ask(dealer, "select a card to discard", str(index))
            discard = upcard if index < 0 else order[index]
        else:
            six = [*self.held[dealer], upcard]
            discard = min(six, key=lambda card: value(card, upcard[1]))
        self.held[dealer].append(upcard)
        self.held[dealer].remove(discard)
        return discard

    def play_tricks(self, leader: int, trump: str) -> list[int]:
        tricks = [0, 0]
        for _ in range(5):
            trick: list[str] = []
            for turn in range(4):
                player = (leader + turn) % 4
                card = self.choose(player, trick[0] if trick else "", trump)
                self.held[player].remove(card)
                trick.append(card)
                how = "played" if turn else "led"
                self.say(f"{name_of(card)} {how} by {self.players[player][0]}")
            led = suit_of(trick[0], trump)
            best = max(range(4), key=lambda turn: value(trick[turn], trump, led))
            leader = (leader + best) % 4
            tricks[leader % 2] += 1
            self.say(f"{self.players[leader][0]} takes the trick")
            self.say()
        return tricks

    def choose(self, player: int, led: str, trump: str) -> str:
        held = self.held[player]
        follow = [card for card in held if led and suit_of(card, trump) == suit_of(led, trump)]
        if self.is_human(player):
            order = self.show(player)
            card = self.rng.choice(follow or held)
            self.ask(player, "select a card", str(order.index(card)))
            return card
        if follow:
            return max(follow, key=lambda card: value(card, trump, suit_of(led, trump)))
        if led:
            return min(held, key=lambda card: value(card, trump))
        plain = [card for card in held if suit_of(card, trump) != trump]
        return max(plain or held, key=lambda card: value(card, trump))

    def score(self, tricks: list[int], maker: int, scores: list[int]) -> None:
        side = tricks.index(max(tricks))
        euchred = side != maker % 2
        march = tricks[side] == 5 and not euchred
        scores[side] += 2 if euchred or march else 1
        self.say(f"{self.pair(side)} win the hand")
        if euchred or march:
            self.say("euchred!" if euchred else "march!")
        for each in (0, 1):
            self.say(f"{self.pair(each)} have {scores[each]} points")
        self.say()


def pack_text(pack: list[str]) -> str:
    return "".join(f"{name_of(card)}\n" for card in pack)
