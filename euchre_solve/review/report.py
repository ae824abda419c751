"""Reports by player and by pair: what they lost, by kind of decision, and how lucky they were.

All sums are taken deal by deal, so memory doesn't grow; a deal is what errors count as one draw,
as its decisions hang together. Points are those of the player's side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf, sqrt
from typing import Final, NamedTuple

from euchre_solve.formats.record import COMPASS, NAME_TAGS, Record
from euchre_solve.named import Named
from euchre_solve.review.graded import Grade, Graded, Luck

MOST_PLAYERS: Final = 10_000
"""Players, and pairs, that are told apart; all later ones are `OTHERS`."""
OTHERS: Final = "others"
_PASS: Final = "p"
_ALONE: Final = "a"


class Slip(Named):
    """What was wrong with a call."""

    PASSED = "passed"
    """A call with partner was best."""
    CALLED = "called"
    """A pass or another suit was best."""
    LONER_MISSED = "loner-missed"
    LONER_OVERBID = "loner-overbid"


KINDS: Final = {
    "calls": ("bid", "defend"),
    "discards": ("discard",),
    "leads": ("lead",),
    "plays": ("play",),
}
"""The kinds of decisions that a report tells apart."""
_KIND_OF: Final = {kind: name for name, kinds in KINDS.items() for kind in kinds}


class Mean(NamedTuple):
    """A mean and its standard error, infinite for a single deal."""

    mean: float
    stderr: float


class Losses:
    """What was lost in decisions of one kind; by the deal and by the decision."""

    def __init__(self) -> None:
        self.lost = 0.0
        self.decisions = 0
        self._squares = [0.0, 0.0, 0.0]

    def add(self, lost: float, decisions: int) -> None:
        """Take in the decisions of one deal."""
        self.lost += lost
        self.decisions += decisions
        self._squares[0] += lost * lost
        self._squares[1] += lost * decisions
        self._squares[2] += decisions * decisions

    def by_deal(self, deals: int) -> Mean:
        """Return what was lost in each of so many deals."""
        return self._ratio(deals, deals, (self._squares[0], self.lost, deals))

    def by_decision(self, deals: int) -> Mean:
        """Return what was lost in each decision."""
        lost, both, decisions = self._squares
        return self._ratio(self.decisions, deals, (lost, both, decisions))

    def _ratio(self, count: int, deals: int, squares: tuple[float, float, float]) -> Mean:
        """Return the ratio of two sums over deals, with the error of one (delta method)."""
        if not count:
            return Mean(0.0, inf)
        ratio = self.lost / count
        if deals <= 1:
            return Mean(ratio, inf)
        lost, both, counts = squares
        left = max(lost - 2 * ratio * both + ratio * ratio * counts, 0.0)
        return Mean(ratio, sqrt(left * deals / (deals - 1)) / count)


class Moments:
    """The mean of a number by deal."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Take in a deal."""
        self.count += 1
        self.total += value
        self._squares += value * value

    def mean(self) -> Mean:
        """Return the mean of all."""
        if not self.count:
            return Mean(0.0, inf)
        mean = self.total / self.count
        if self.count == 1:
            return Mean(mean, inf)
        spread = max(self._squares / self.count - mean * mean, 0.0)
        return Mean(mean, sqrt(spread / (self.count - 1)))


class Account:
    """All that is known of a player, or a pair: ``losses`` by kind, in points and in games.

    ``result`` is what its side scored a deal, ``cards`` and ``play`` its luck in that,
    ``adjusted`` the rest: what the other side lost by mistakes, less what its own did.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.deals = 0
        self.grades: Counter[Grade] = Counter()
        self.total = Losses()
        self.games = Losses()
        self.losses = {kind: Losses() for kind in KINDS}
        self.slips: dict[Slip, tuple[int, float]] = dict.fromkeys(Slip, (0, 0.0))
        self.result, self.cards, self.play, self.adjusted = (Moments() for _ in range(4))

    def add(self, decisions: Sequence[Graded], luck: Luck | None, side: float) -> None:
        """Take in a deal: own decisions, and the luck, whose sign is 1 for seats 1 and 3."""
        self.deals += 1
        self.grades.update(decision.grade for decision in decisions)
        self.total.add(sum(decision.counted for decision in decisions), len(decisions))
        wins = [won for decision in decisions if (won := decision.win_counted) is not None]
        self.games.add(sum(wins), len(wins))
        for kind, losses in self.losses.items():
            own = [decision.counted for decision in decisions if _KIND_OF[decision.kind] == kind]
            losses.add(sum(own), len(own))
        for decision in decisions:
            if slip := slip_of(decision):
                count, lost = self.slips[slip]
                self.slips[slip] = count + 1, lost + decision.counted
        if luck:
            adjusted = luck.result - luck.cards - luck.play
            parts = (luck.result, luck.cards, luck.play, adjusted)
            kept = (self.result, self.cards, self.play, self.adjusted)
            for part, moments in zip(parts, kept, strict=True):
                moments.add(side * part)


class Report:
    """Accounts by player and by pair, in the order in which they first sat down."""

    def __init__(self) -> None:
        self.deals = 0
        self.decisions = 0
        self.players: dict[str, Account] = {}
        self.pairs: dict[str, Account] = {}

    def add(self, players: tuple[str, ...], decisions: Sequence[Graded], luck: Luck | None) -> None:
        """Take in a deal; ``players`` are the names by seat."""
        self.deals += 1
        self.decisions += len(decisions)
        pairs = [" & ".join(sorted(players[start::2])) for start in (0, 1)]
        sides = tuple(pairs[place % 2] for place in range(len(players)))
        for accounts, names in ((self.players, players), (self.pairs, sides)):
            for name in dict.fromkeys(names):
                seats = [seat for seat, other in enumerate(names, start=1) if other == name]
                self._add(accounts, name, seats, (decisions, luck))

    def _add(
        self,
        accounts: dict[str, Account],
        name: str,
        seats: list[int],
        deal: tuple[Sequence[Graded], Luck | None],
    ) -> None:
        if name not in accounts and len(accounts) >= MOST_PLAYERS:
            name = OTHERS
        account = accounts.setdefault(name, Account(name))
        decisions, luck = deal
        own = [decision for decision in decisions if decision.seat in seats]
        side = sum(1 if seat % 2 else -1 for seat in seats) / len(seats)  # 0 on both sides
        account.add(own, luck, side)


def players_of(record: Record) -> tuple[str, ...]:
    """Return who sat where, seat 1 first: by name, else by place at the table, else by seat."""
    dealer = record.stated.dealer
    places = [f"seat {seat}" for seat in record.deal.rules.seats]
    if dealer is not None:
        at = COMPASS.index(dealer)
        places = [NAME_TAGS[(at + seat) % len(NAME_TAGS)] for seat in record.deal.rules.seats]
    return tuple(name or place for name, place in zip(record.names, places, strict=True))


def slip_of(decision: Graded) -> Slip | None:
    """Return what was wrong with a call, None for one that was fine or is no call."""
    if decision.kind != "bid" or decision.grade in {Grade.BEST, Grade.FINE}:
        return None
    is_alone, should_be = _is_alone(decision.done), _is_alone(decision.best)
    if is_alone and not should_be:
        return Slip.LONER_OVERBID
    if should_be and not is_alone:
        return Slip.LONER_MISSED
    return Slip.PASSED if decision.done == _PASS else Slip.CALLED


def _is_alone(call: str) -> bool:
    return call.endswith(_ALONE)
