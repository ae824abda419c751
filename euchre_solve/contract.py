"""A contract: which trump, made by whom, with whom, in which round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from euchre_solve.bids import Bid, bid_gains, bid_points
from euchre_solve.rules import LeadRule, Rules
from euchre_solve.trump import Trump


@dataclass(frozen=True, slots=True)
class Contract:
    """Trump made by the player at seat ``maker``; str is the notation of ``m:``.

    ``round`` is 1 when the upcard was ordered up, 2 when another suit was named;
    ``lone_defender`` is the seat of a defender who plays without his partner. ``partners`` are the
    seats that play with the maker in this deal, in games without fixed partners. In auction games
    ``bid`` is the bid that won, and ``dropped`` are the seats that threw up their hands.

    >>> str(Contract(Trump.HEARTS, maker=3, round=2, alone=True, lone_defender=2))
    '3ha2a'
    >>> str(Contract(Trump.SPADES, maker=5, round=2, partners=(1, 2), bid=4))
    '5s12-4'
    """

    trump: Trump
    maker: int
    round: int
    alone: bool = False
    lone_defender: int | None = None
    partners: tuple[int, ...] = ()
    bid: int = 0
    dropped: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.bid:
            dropped = f"-{''.join(map(str, self.dropped))}" if self.dropped else ""
            partners = "".join(map(str, self.partners))
            return f"{self.maker}{self.trump}{partners}-{self.bid}{dropped}"
        defender = f"{self.lone_defender}a" if self.lone_defender else ""
        return f"{self.maker}{self.trump}{'a' if self.alone else ''}{defender}"

    def active_seats(self, rules: Rules) -> tuple[int, ...]:
        """Return the seats that take part in the play, lowest first."""
        out = set(self.dropped)
        if self.alone:
            out |= {seat for seat in self.makers(rules) if seat != self.maker}
        if self.lone_defender:
            out |= {seat for seat in self.defenders(rules) if seat != self.lone_defender}
        return tuple(seat for seat in rules.seats if seat not in out)

    def makers(self, rules: Rules) -> tuple[int, ...]:
        """Return the makers' seats, lowest first, a partner who sits out included."""
        if not self.partners:
            return rules.side_of(self.maker)
        return tuple(sorted((self.maker, *self.partners)))

    def defenders(self, rules: Rules) -> tuple[int, ...]:
        """Return the defenders' seats in order from the maker's left."""
        makers = self.makers(rules)
        clockwise = (*rules.seats[self.maker :], *rules.seats[: self.maker])
        return tuple(seat for seat in clockwise if seat not in makers)

    def active_opponents(self, rules: Rules) -> tuple[int, ...]:
        """Return the seats that play against the makers."""
        return tuple(seat for seat in self.defenders(rules) if seat in self.active_seats(rules))

    def terms(self, rules: Rules) -> Bid:
        """Return what the bid promises."""
        return next(bid for bid in rules.legal_bids if bid.value == self.bid)

    def takes_widow(self, rules: Rules) -> bool:
        """Tell whether the maker takes a widow and puts as many cards away."""
        return bool(self.bid and rules.widow_size and self.terms(rules).takes_widow)

    def first_leader(self, rules: Rules, lead: LeadRule | None = None) -> int:
        """Return who leads to the first trick under ``lead``, or under the rules (§2.5)."""
        lead = lead or rules.lead
        active = self.active_seats(rules)
        start = self.maker if lead is LeadRule.BIDDER else 1
        if lead is LeadRule.LEFT_OF_LONER and self.alone:
            start = rules.next_seat(self.maker)
        while start not in active:
            start = rules.next_seat(start)
        return start

    def points(self, tricks: int, rules: Rules) -> int:
        """Return the makers' points for their ``tricks`` (§2.7); negative for a euchre."""
        if self.bid:
            return bid_points(self, tricks, rules)
        return rules.points(tricks, alone=self.alone, defended_alone=self.lone_defender is not None)

    def gains(self, tricks_won: Sequence[int], rules: Rules) -> tuple[int, ...]:
        """Return what a finished deal adds to each figure of the score (§2.7), seat 1's first.

        ``tricks_won`` are those of each seat.
        """
        if self.bid:
            return bid_gains(self, tricks_won, rules)
        makers = self.makers(rules)
        points = self.points(sum(tricks_won[seat - 1] for seat in makers), rules)
        scoring = makers if points > 0 else self.defenders(rules)
        share = abs(points)
        if points < 0 and rules.score.euchre_to_best:
            most = max(tricks_won[seat - 1] for seat in scoring)
            scoring = tuple(seat for seat in scoring if tricks_won[seat - 1] == most)
            share //= len(scoring)
        return tuple(share if seat in scoring else 0 for seat in rules.seats[: rules.score_size])
