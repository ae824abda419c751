"""A contract: which trump, made by whom, with whom, in which round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from euchre_solve.bids import Bid, bid_gains, bid_points, counted_gains, counted_points
from euchre_solve.cards import BEST_BOWER, NO_CARDS, Card, CardSet, Rank, Suit
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.options import RevokeCost
from euchre_solve.rules import LeadRule, Rules, Sides
from euchre_solve.trump import Trump


@dataclass(frozen=True, slots=True)
class Contract:
    """Trump made by the player at seat ``maker``; str is the notation of ``m:``.

    ``round`` is 1 when the upcard was ordered up, 2 when another suit was named;
    ``lone_defender`` is the seat of a defender who plays without his partner. ``partners`` are the
    seats that play with the maker in this deal, in games without fixed partners. Where the maker
    calls the best card of a suit, ``called`` is that suit, and the holder its partner, if known. In
    auction games ``bid`` is the bid that won, ``dropped`` are the seats that threw up their hands.
    A ``blind`` maker went alone before he looked at his cards.

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
    called: Suit | None = None
    bid: int = 0
    dropped: tuple[int, ...] = ()
    blind: bool = False

    def __str__(self) -> str:
        if self.bid:
            dropped = f"-{''.join(map(str, self.dropped))}" if self.dropped else ""
            partners = "".join(map(str, self.partners))
            return f"{self.maker}{self.trump}{partners}-{self.bid}{dropped}"
        defender = f"{self.lone_defender}a" if self.lone_defender else ""
        alone = "a" if self.alone and not self.called else ""
        blind = "b" if self.blind else ""
        dropped = f"-{''.join(map(str, self.dropped))}" if self.dropped else ""
        return f"{self.maker}{self.trump}{blind}{alone}{self.called or ''}{defender}{dropped}"

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
        has_declared = self.alone and rules.counts_down and not self.bid
        start = self.maker if lead is LeadRule.BIDDER or has_declared else 1
        if lead is LeadRule.LEFT_OF_LONER and self.alone and not self.called:
            start = rules.next_seat(self.maker)
        while start not in active:
            start = rules.next_seat(start)
        return start

    def with_partner(
        self, hands: Sequence[CardSet], rules: Rules, dead: CardSet = NO_CARDS
    ) -> Contract | None:
        """Return the contract with the partner whom the called suit makes; None while unknown.

        He holds the best card of the suit in ``hands``, which are those after the discard. If
        that is the maker himself, or nobody, the maker is alone without having said so (§3.9).
        """
        if self.called is None:
            return self
        cards = self.trump.cards_of(self.called) & rules.deck
        is_open = all(len(hand) >= rules.hand_size for hand in hands)
        for card in sorted(cards, key=self.trump.strength_of, reverse=True):
            holder = next((at for at, hand in enumerate(hands, start=1) if card in hand), None)
            if holder is not None:
                is_alone = holder == self.maker
                return replace(self, alone=is_alone, partners=() if is_alone else (holder,))
            if not is_open and card not in dead:
                return None
        return replace(self, alone=True)

    def points(self, tricks: int, rules: Rules) -> int:
        """Return the makers' points for their ``tricks`` (§2.7); negative for a euchre."""
        if self.bid:
            return bid_points(self, tricks, rules)
        if rules.counts_down:
            return counted_points(tricks, rules, declared=self.alone)
        if self.blind:
            return rules.blind_points(tricks)
        return rules.points(tricks, alone=self.alone, defended_alone=self.lone_defender is not None)

    def revoke_points(self, seat: int, rules: Rules) -> int | None:
        """Return what a revoke of ``seat`` is worth to the other side (§3.7), None if not told."""
        if rules.sides is not Sides.PARTNERS or rules.is_auction:
            return None
        by_loner = rules.revoke_costs_four is RevokeCost.BY_LONER_TOO
        against = rules.revoke_costs_four is not RevokeCost.NEVER and seat in self.defenders(rules)
        return 4 if self.alone and (by_loner or against) else 2

    def may_take_off(self, tricks: int, rules: Rules) -> bool:
        """Tell whether the makers, with ``tricks``, may take their points off the others (§3.7)."""
        return rules.set_back and not self.blind and tricks >= rules.march_tricks

    def gains(
        self, tricks_won: Sequence[int], rules: Rules, score: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """Return what a finished deal adds to each figure of the score (§2.7), seat 1's first.

        ``tricks_won`` are those of each seat; ``score`` is that before the deal, which matters
        where a march was declared.
        """
        if self.bid:
            return bid_gains(self, tricks_won, rules)
        if rules.counts_down:
            return counted_gains(self, tricks_won, rules, score)
        makers = self.makers(rules)
        points = self.points(sum(tricks_won[seat - 1] for seat in makers), rules)
        scoring = makers if points > 0 else self.defenders(rules)
        share = abs(points)
        if points < 0 and rules.score.euchre_to_best:
            most = max(tricks_won[seat - 1] for seat in scoring)
            scoring = tuple(seat for seat in scoring if tricks_won[seat - 1] == most)
            share //= len(scoring)
        return tuple(share if seat in scoring else 0 for seat in rules.seats[: rules.score_size])


def verify_stated_contract(contract: Contract, rules: Rules, upcard: Card | None) -> None:
    """Raise `RuleError` unless a contract stated without its calls can be under ``rules``."""
    if rules.is_auction:
        from euchre_solve.bidding_auction import verify_bid_contract  # it is made of contracts

        verify_bid_contract(contract, rules)
        return
    second_hand = contract.maker == rules.second_hand
    if upcard == BEST_BOWER and contract.maker != rules.dealer:
        raise RuleError(
            ErrorCode.ILLEGAL_CALL, "with the best bower turned up only the dealer makes trump"
        )
    is_turned_up = upcard is not None and upcard.suit in {contract.trump.suit, None}
    if contract.round != (1 if is_turned_up else 2):
        raise RuleError(
            ErrorCode.ILLEGAL_CALL, f"{contract.trump} can't be made in round {contract.round}"
        )
    if contract.trump is Trump.LOW_NO_TRUMP or (
        contract.trump is Trump.NO_TRUMP and not rules.no_trump_in_round_2
    ):
        raise RuleError(
            ErrorCode.ILLEGAL_CALL,
            f"{contract.trump} may not be named in {rules}",
            hint="name a suit; -nt in the rules allows no-trump in round 2",
        )
    _verify_called(contract, rules)
    if contract.dropped and not (
        rules.counts_down and set(contract.dropped) < set(contract.defenders(rules))
    ):
        raise RuleError(
            ErrorCode.ILLEGAL_CALL, f"seats {contract.dropped} can't all have thrown up their hands"
        )
    if contract.alone and not rules.alone:
        raise RuleError(ErrorCode.NOT_ALONE, f"nobody goes alone in {rules}")
    if contract.blind:
        _verify_blind(contract, rules, upcard)
    if contract.round == 1 and second_hand and rules.second_hand_alone and not contract.alone:
        raise RuleError(
            ErrorCode.MUST_BE_ALONE,
            f"seat {contract.maker}, the dealer's partner, may only call alone in round 1",
            hint="write an a behind the suit",
        )
    defender = contract.lone_defender
    if defender is None:
        return
    if defender in contract.makers(rules):
        raise RuleError(
            ErrorCode.NOT_ALONE, f"seat {defender} is on the makers' side and can't defend alone"
        )
    if not rules.may_defend_alone(alone=contract.alone):
        raise RuleError(
            ErrorCode.NOT_ALONE,
            f"no defender may play alone against {contract} under {rules}",
            hint="rules with -defendalone or -defendalways let him",
        )


def verify_goes_blind(rules: Rules, upcard: Card | None) -> None:
    """Raise `RuleError` unless the dealer may go alone unseen on ``upcard`` (§3.7)."""
    if not rules.blind_loner:
        raise RuleError(
            ErrorCode.ILLEGAL_CALL,
            f"nobody goes alone unseen in {rules}",
            hint="rules with -blindloner let the dealer",
        )
    if upcard is None or upcard.rank is not Rank.JACK:
        raise RuleError(
            ErrorCode.ILLEGAL_CALL, "the dealer goes alone unseen only if a jack is turned up"
        )


def _verify_blind(contract: Contract, rules: Rules, upcard: Card | None) -> None:
    verify_goes_blind(rules, upcard)
    if contract.maker != rules.dealer or contract.round != 1:
        raise RuleError(
            ErrorCode.ILLEGAL_CALL, "only the dealer goes alone unseen, in the suit turned up"
        )


def _verify_called(contract: Contract, rules: Rules) -> None:
    """Raise `RuleError` unless a suit is called where one is due, and nowhere else."""
    is_due = rules.sides is Sides.CALLED_CARD and not contract.alone
    if is_due == (contract.called is not None):
        return
    raise RuleError(
        ErrorCode.ILLEGAL_CALL,
        f"seat {contract.maker} has to call a suit for his partner"
        if is_due
        else "no suit is called for a partner here",
        hint="write it behind the trump: 3hc" if is_due else None,
    )
