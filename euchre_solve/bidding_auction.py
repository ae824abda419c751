"""Making trump by bidding (§3.9, §3.10): one round of bids, then the winner names the trump.

Where partners are picked by seat the winner picks them with the trump. In games each for himself
the others then say, from the winner's left, whether they play or throw up their hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from euchre_solve.auction import PASS, Call
from euchre_solve.bids import Bid
from euchre_solve.contract import Contract
from euchre_solve.errors import ErrorCode, RuleError, is_allowed
from euchre_solve.rules import Rules, Sides
from euchre_solve.trump import Trump


@dataclass(frozen=True, slots=True)
class BiddingAuction:
    """The calls so far, eldest first; the one after a bid by all is the winner's.

    ``defence`` are the answers of the others, True for a hand thrown up. ``call`` and ``defend``
    return the auction after one more act; each is checked by its ``verify_`` method, which raises
    `RuleError`, and ``can_`` tells whether it would.

    >>> auction = BiddingAuction(Rules.parse("auction-6"))
    >>> for call in ("p", "3", "p", "4", "p", "p"):
    ...     auction = auction.call(Call.parse(call))
    >>> auction.seat, str(auction.call(Call(Trump.HEARTS)).contract)
    (4, '4h-4')
    """

    rules: Rules
    calls: tuple[Call, ...] = ()
    defence: tuple[bool, ...] = ()

    @property
    def bids(self) -> tuple[Call, ...]:
        """The calls of the round of bidding."""
        return self.calls[: self.rules.players]

    @property
    def high_bid(self) -> Bid | None:
        """The highest bid so far; None while all have passed."""
        bidder = self.bidder
        value = self.calls[bidder - 1].bid if bidder else None
        return next((bid for bid in self.rules.legal_bids if bid.value == value), None)

    @property
    def bidder(self) -> int | None:
        """The seat that made the highest bid."""
        values = {bid.value for bid in self.rules.legal_bids}
        seats = [seat for seat, call in enumerate(self.bids, start=1) if call.bid in values]
        return max(seats, key=lambda seat: self.bids[seat - 1].bid, default=None)

    @property
    def is_bid_out(self) -> bool:
        """Tell whether everyone has bid or passed."""
        return len(self.calls) >= self.rules.players

    @property
    def is_passed_out(self) -> bool:
        """Tell whether everyone passed: no deal is played."""
        return self.is_bid_out and self.bidder is None

    @property
    def seat(self) -> int | None:
        """The seat to call; None once trump is named or all have passed."""
        if len(self.calls) > self.rules.players:
            return None
        return self.bidder if self.is_bid_out else len(self.calls) + 1

    @property
    def contract(self) -> Contract | None:
        """The contract that was bid and named; None while there is none."""
        bid, maker = self.high_bid, self.bidder
        named = self.calls[self.rules.players :]
        if bid is None or maker is None or not named or not isinstance(named[0].act, Trump):
            return None
        call = named[0]
        assert isinstance(call.act, Trump)
        contract = Contract(call.act, maker, 2, bid.alone, partners=call.partners, bid=bid.value)
        others = contract.defenders(self.rules)
        answers = zip(others, self.defence, strict=False)
        return replace(contract, dropped=tuple(sorted(seat for seat, out in answers if out)))

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every call that the seat to call may make."""
        if self.seat is None:
            return ()
        if self.is_bid_out:
            return tuple(self._namings())
        bids = (Call.of_bid(bid.value) for bid in self.rules.legal_bids)
        return tuple(call for call in (PASS, *bids) if self.can_call(call))

    def _namings(self) -> Iterator[Call]:
        bid, maker = self.high_bid, self.bidder
        assert bid and maker
        others = [seat for seat in self.rules.seats if seat != maker]
        for trump in denominations(self.rules):
            for partners in combinations(others, bid.partners):
                yield Call(trump, partners=partners)

    def can_call(self, call: Call) -> bool:
        """Tell whether the seat to call may make ``call``."""
        return is_allowed(lambda: self.verify_call(call))

    def verify_call(self, call: Call) -> None:
        """Raise `RuleError` unless the seat to call may make ``call``."""
        if self.seat is None:
            state = "all have passed" if self.is_passed_out else "trump is named"
            raise RuleError(ErrorCode.AFTER_END, f"no call after {state}")
        if call.alone:
            raise RuleError(
                ErrorCode.NOT_ALONE,
                f"nobody goes alone by his call in {self.rules}",
                hint="there are bids for playing alone",
            )
        if self.is_bid_out:
            self._verify_naming(call)
        elif call != PASS:
            self._verify_bid(call)

    def _verify_bid(self, call: Call) -> None:
        values = [bid.value for bid in self.rules.legal_bids]
        said = " ".join(map(str, values))
        if call.bid not in values:
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} may not call {call} while others bid",
                hint=f"p, or a bid: {said}",
            )
        if self.high_bid and call.bid <= self.high_bid.value:
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} may not bid {call} over {self.high_bid}",
                hint="each bid has to be higher than the last",
            )

    def _verify_naming(self, call: Call) -> None:
        assert self.bidder is not None and self.high_bid is not None  # somebody bid
        if not isinstance(call.act, Trump):
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} won the auction and has to name the trump",
                hint=f"one of {' '.join(map(str, denominations(self.rules)))}",
            )
        verify_named(call.act, self.rules)
        verify_partners(self.bidder, call.partners, self.high_bid, self.rules)

    def call(self, call: Call) -> BiddingAuction:
        """Return the auction after ``call`` by the seat to call."""
        self.verify_call(call)
        return replace(self, calls=(*self.calls, call))

    @property
    def suit_caller(self) -> int | None:
        """Nobody: a partner is picked by seat, not by a card."""
        return None

    @property
    def defender_seat(self) -> int | None:
        """The seat that is to say whether it plays; None when nobody is asked."""
        contract = self.contract
        if contract is None or self.rules.sides is not Sides.EACH_FOR_HIMSELF:
            return None
        others = contract.defenders(self.rules)
        return others[len(self.defence)] if len(self.defence) < len(others) else None

    def verify_defend(self, *, alone: bool) -> None:
        """Raise `RuleError` unless a seat is asked; ``alone`` is that it throws up its hand."""
        if self.defender_seat is None:
            act = "throw up its hand" if alone else "say that it plays"
            raise RuleError(ErrorCode.OUT_OF_TURN, f"no seat may {act} here under {self.rules}")

    def defend(self, *, alone: bool) -> BiddingAuction:
        """Return the auction after the next seat says whether it throws up its hand."""
        self.verify_defend(alone=alone)
        return replace(self, defence=(*self.defence, alone))


def denominations(rules: Rules) -> tuple[Trump, ...]:
    """Return what the winner of an auction may name."""
    return tuple(trump for trump in Trump if trump.suit or rules.names_no_trump)


def verify_named(trump: Trump, rules: Rules) -> None:
    """Raise `RuleError` unless the winner of an auction may name ``trump``."""
    if trump not in denominations(rules):
        raise RuleError(ErrorCode.ILLEGAL_CALL, f"{trump} may not be named in {rules}")


def verify_partners(maker: int, partners: tuple[int, ...], bid: Bid, rules: Rules) -> None:
    """Raise `RuleError` unless ``maker`` may pick ``partners`` for ``bid``."""
    others = set(rules.seats) - {maker}
    if len(set(partners) & others) == len(partners) == bid.partners:
        return
    due = f"{bid.partners} partner{'s' * (bid.partners != 1)}" if bid.partners else "no partner"
    raise RuleError(
        ErrorCode.ILLEGAL_CALL,
        f"a bid of {bid} picks {due}, not {''.join(map(str, partners)) or 'none'}",
        hint="write their seats behind the trump, as in h25" if bid.partners else None,
    )


def verify_bid_contract(contract: Contract, rules: Rules) -> None:
    """Raise `RuleError` unless a contract stated without its calls can be under ``rules``."""
    bid = next((bid for bid in rules.legal_bids if bid.value == contract.bid), None)
    if bid is None:
        said = f"a bid of {contract.bid} is not one" if contract.bid else "the bid is missing"
        raise RuleError(
            ErrorCode.ILLEGAL_CALL,
            f"{said} in {rules}",
            hint=f"write it behind a hyphen, as in 3h-4: {' '.join(map(str, rules.legal_bids))}",
        )
    verify_named(contract.trump, rules)
    verify_partners(contract.maker, contract.partners, bid, rules)
    if contract.dropped and rules.sides is not Sides.EACH_FOR_HIMSELF:
        raise RuleError(ErrorCode.ILLEGAL_CALL, f"nobody throws up his hand in {rules}")
    if not set(contract.dropped) <= set(contract.defenders(rules)):
        raise RuleError(ErrorCode.ILLEGAL_CALL, "only others than the maker throw up their hands")
    if contract.lone_defender:
        raise RuleError(ErrorCode.NOT_ALONE, f"no defender plays alone in {rules}")
