"""Reports by player and by pair: what they lost, by kind of decision, and how lucky they were.

Points are those of the player's side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from euchre_solve.deal import Deal
from euchre_solve.formats.record import COMPASS, NAME_TAGS, Record
from euchre_solve.named import Named
from euchre_solve.review.graded import Grade, Graded, Luck
from euchre_solve.review.rates import Draw, Losses, Ratio

MOST_PLAYERS: Final = 10_000
"""Players, and pairs, that are told apart; all later ones are `OTHERS`."""
OTHERS: Final = "others"
NEAR: Final = 200
"""Deals within which another table of the same cards is found: two long games."""
Names = tuple[str, ...]
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
        self.result, self.cards, self.play, self.adjusted = (Ratio() for _ in range(4))

    def add(self, decisions: Sequence[Graded], luck: Luck | None, side: float, draw: Draw) -> None:
        """Take in a deal: own decisions, and the luck, whose sign is 1 for seats 1 and 3."""
        self.deals += 1
        self.grades.update(decision.grade for decision in decisions)
        self.total.add(sum(decision.counted for decision in decisions), len(decisions), draw)
        wins = [won for decision in decisions if (won := decision.win_counted) is not None]
        self.games.add(sum(wins), len(wins), draw)
        for kind, losses in self.losses.items():
            own = [decision.counted for decision in decisions if _KIND_OF[decision.kind] == kind]
            losses.add(sum(own), len(own), draw)
        for decision in decisions:
            if slip := slip_of(decision):
                count, lost = self.slips[slip]
                self.slips[slip] = count + 1, lost + decision.counted
        if luck:
            adjusted = luck.result - luck.cards - luck.play
            parts = (luck.result, luck.cards, luck.play, adjusted)
            kept = (self.result, self.cards, self.play, self.adjusted)
            for part, ratio in zip(parts, kept, strict=True):
                ratio.add(side * part, 1, draw)


class Report:
    """Accounts by player and by pair, in the order in which they first sat down.

    Keys are the one name or the two; that of the `OTHERS` is empty.
    """

    def __init__(self) -> None:
        self.deals = 0
        self.decisions = 0
        self.players: dict[Names, Account] = {}
        self.pairs: dict[Names, Account] = {}
        self._draws: dict[object, Draw] = {}

    def add(
        self,
        players: tuple[str, ...],
        decisions: Sequence[Graded],
        luck: Luck | None,
        deal: Deal | None = None,
    ) -> None:
        """Take in a deal; ``players`` are the names by seat.

        The same cards in the same seats are one draw at all tables, if ``deal`` has them in full.
        """
        draw = self._draw(deal)
        self.deals += 1
        self.decisions += len(decisions)
        own = [(name,) for name in players]
        sides = [tuple(sorted(players[seat % 2 :: 2])) for seat in range(len(players))]
        for accounts, names in ((self.players, own), (self.pairs, sides)):
            for account, seats in _seated(accounts, names):
                mine = [decision for decision in decisions if decision.seat in seats]
                side = sum(1 if seat % 2 else -1 for seat in seats) / len(seats)  # 0 on both sides
                account.add(mine, luck, side, draw)

    def _draw(self, deal: Deal | None) -> Draw:
        """Return the draw that a deal is part of."""
        if deal is None or not deal.is_open:
            return {}
        draw = self._draws.setdefault((deal.hands, deal.upcard), {})
        if len(self._draws) > NEAR:
            del self._draws[next(iter(self._draws))]
        return draw


def _seated(
    accounts: dict[Names, Account], by_seat: Sequence[Names]
) -> Iterator[tuple[Account, list[int]]]:
    """Yield the accounts of those who sit at a table, and the seats of each."""
    for names in by_seat:
        if names not in accounts and len(accounts) < MOST_PLAYERS:
            accounts[names] = Account(" & ".join(names))
    known = [names if names in accounts else () for names in by_seat]
    for names in dict.fromkeys(known):
        seats = [seat for seat, other in enumerate(known, start=1) if other == names]
        yield accounts.setdefault(names, Account(OTHERS)), seats


def players_of(record: Record) -> tuple[str, ...]:
    """Return who sat where, seat 1 first: by name, else by place at the table, else by seat."""
    dealer = record.stated.dealer
    places = [f"seat {seat}" for seat in record.deal.rules.seats]
    if dealer is not None:
        at = COMPASS.index(dealer)
        places = [NAME_TAGS[(at + seat) % len(NAME_TAGS)] for seat in record.deal.rules.seats]
    return tuple(name or place for name, place in zip(record.names, places, strict=True))


def slip_of(decision: Graded) -> Slip | None:
    """Return what was wrong with a call, None for one that was fine, that is no call, or that
    mostly was the best.
    """
    if decision.kind != "bid" or decision.grade in {Grade.BEST, Grade.FINE}:
        return None
    if decision.best == decision.done:
        return None
    is_alone, should_be = _is_alone(decision.done), _is_alone(decision.best)
    if is_alone and not should_be:
        return Slip.LONER_OVERBID
    if should_be and not is_alone:
        return Slip.LONER_MISSED
    return Slip.PASSED if decision.done == _PASS else Slip.CALLED


def _is_alone(call: str) -> bool:
    return call.endswith(_ALONE)
