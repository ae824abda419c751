"""Auction games a second time, as plainly as they can be written, to compare the package with.

Cards, calls and answers are strings of the notation; nothing is imported from the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.plain_rules import RANKS, legal_cards, winner

SUITS = "shdc"
GAMES = {
    "auction-5": (5, "AKQJT987", 5, 2),
    "auction-5-benny": (5, "AKQJT987", 5, 2),
    "auction-6": (6, "AKQJT9876", 5, 2),
    "auction-7": (7, RANKS, 7, 3),
    "bid-partners": (4, "AKQJT9", 6, 0),
    "bid-partners-cards8": (4, "AKQJT987", 8, 0),
    "bid-partners-cards9-set9": (4, "AKQJT9876", 9, 0),
    "bid-individual": (4, "AKQJT9", 6, 0),
    "bid-individual-three": (3, "AKQJT9", 8, 0),
}
"""Players, ranks, cards of a hand and of the widow."""

SOLO = {"auction-5": ("8", "15"), "auction-6": ("8", "15"), "auction-7": ("10", "20")}


@dataclass(frozen=True)
class PlainAuction:
    """The record of a deal; every question is answered from all of it."""

    name: str
    hands: tuple[tuple[str, ...], ...]
    widow: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    buried: tuple[str, ...] = ()
    answers: str = ""
    plays: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        return "-".join(self.name.split("-")[:2])

    @property
    def players(self) -> int:
        return GAMES[self.name][0]

    @property
    def size(self) -> int:
        return GAMES[self.name][2]

    def all_bids(self) -> list[str]:
        lowest = {"auction-7": 4}.get(self.game, 3 if self.game in SOLO else 1)
        return [*map(str, range(lowest, self.size + 1)), *SOLO.get(self.game, ())]

    def bid(self) -> tuple[int, str]:
        """The winner of the auction and his bid; seat 0 if there is none."""
        made = [(at, call) for at, call in enumerate(self.calls[: self.players], 1) if call != "p"]
        return made[-1] if made else (0, "")

    def partner_count(self) -> int:
        _, bid = self.bid()
        counts = {"auction-5": "3:1 4:2 5:2", "auction-7": "4:1 5:1 6:2 7:2"}
        said = dict(pair.split(":") for pair in counts.get(self.game, "").split())
        return int(said.get(bid, 0))

    def legal_calls(self) -> set[str]:
        if len(self.calls) < self.players:
            _, high = self.bid()
            bids = self.all_bids()
            return {"p", *(bids[bids.index(high) + 1 :] if high else bids)}
        maker, _ = self.bid()
        others = [str(seat) for seat in range(1, self.players + 1) if seat != maker]
        trumps = SUITS if self.game in SOLO else f"{SUITS}nl"
        return {
            trump + "".join(partners)
            for trump in trumps
            for partners in combinations(others, self.partner_count())
        }

    def takes_widow(self) -> bool:
        return bool(self.widow) and self.bid()[1] not in {"15", "20"}

    def others(self) -> list[int]:
        """All but the maker, from his left."""
        maker, _ = self.bid()
        return [(maker + step - 1) % self.players + 1 for step in range(1, self.players)]

    def phase(self) -> str:
        maker, _ = self.bid()
        if len(self.calls) < self.players + 1:
            return "over" if len(self.calls) == self.players and not maker else "call"
        if self.takes_widow() and not self.buried:
            return "discard"
        if self.game == "bid-individual" and len(self.answers) < self.players - 1:
            return "answer"
        is_over = len(self.active()) == 1 or len(self.plays) == self.size * len(self.active())
        return "over" if is_over else "play"

    def makers(self) -> list[int]:
        maker, _ = self.bid()
        if self.game in {"auction-6", "bid-partners"}:
            return [seat for seat in range(1, self.players + 1) if seat % 2 == maker % 2]
        return sorted([maker, *map(int, self.calls[-1][1:])])

    def active(self) -> list[int]:
        maker, bid = self.bid()
        out = {
            seat for seat, answer in zip(self.others(), self.answers, strict=False) if answer == "d"
        }
        if bid in SOLO.get(self.game, ()):
            out |= set(self.makers()) - {maker}
        return [seat for seat in range(1, self.players + 1) if seat not in out]

    def playing_hands(self) -> dict[int, list[str]]:
        maker, _ = self.bid()
        hands = {seat: list(hand) for seat, hand in enumerate(self.hands, 1)}
        if self.takes_widow():
            held = hands[maker] + list(self.widow)
            hands[maker] = [card for card in held if card not in self.buried]
        return hands

    def play_out(self) -> tuple[int, dict[int, int], list[str]]:
        """The seat to play, the tricks of each seat, and the cards that may be played."""
        maker, _ = self.bid()
        trump, active, hands = self.calls[-1][0], self.active(), self.playing_hands()
        seat = maker if self.game.startswith("bid") else active[0]
        won = dict.fromkeys(range(1, self.players + 1), 0)
        trick: list[tuple[int, str]] = []
        for card in self.plays:
            hands[seat].remove(card)
            trick.append((seat, card))
            seat = active[(active.index(seat) + 1) % len(active)]
            if len(trick) == len(active):
                seat = trick[winner([card for _, card in trick], trump)][0]
                won[seat] += 1
                trick = []
        led = trick[0][1] if trick else None
        return seat, won, legal_cards(hands[seat], led, trump)

    def gains(self) -> list[int]:
        """What the deal adds to each figure of the score."""
        maker, bid = self.bid()
        if not maker:
            return [0] * (2 if self.game in {"auction-6", "bid-partners"} else self.players)
        _, won, _ = self.play_out()
        tricks = sum(won[seat] for seat in self.makers())
        need = min(int(bid), self.size)
        if self.game == "bid-individual":
            return [self.counted_down(seat, won, need) for seat in range(1, self.players + 1)]
        if self.game == "bid-partners":
            cost = 9 if "set9" in self.name else int(bid)
            ours = tricks if tricks >= need else -cost
            return [ours, self.size - tricks] if maker % 2 else [self.size - tricks, ours]
        paid = [
            int(bid) if (seat in self.makers()) == (tricks >= need) else 0
            for seat in range(1, self.players + 1)
        ]
        return paid[:2] if self.game == "auction-6" else paid

    def counted_down(self, seat: int, won: dict[int, int], bid: int) -> int:
        maker, _ = self.bid()
        if self.active() == [maker]:
            return -bid if seat == maker else 0
        if seat == maker and won[seat] < bid:
            return 5
        if seat not in self.active():
            return 0
        return -won[seat] if won[seat] else 5


def winner_of(score: Sequence[int], bidder: int) -> int:
    """The place of who has won a game each for himself: the lowest, of level ones the bidder."""
    return min(range(len(score)), key=lambda place: (score[place], place != bidder - 1, place))


def is_won(name: str, score: Sequence[int]) -> bool:
    """Tell whether a game is over."""
    if name.startswith("bid-individual"):
        return min(score) <= 0
    return max(score) >= (32 if name.startswith("bid") else 15)
