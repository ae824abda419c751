"""Making trump: two rounds of calls on the card turned up, then who defends alone (§2.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from euchre_solve.cards import Card, CardSet, Rank, Suit
from euchre_solve.contract import Contract, verify_goes_blind
from euchre_solve.errors import ErrorCode, NotationError, RuleError, is_allowed
from euchre_solve.named import Named
from euchre_solve.options import TrumpRule
from euchre_solve.rules import Rules, Sides
from euchre_solve.trump import Trump


class Act(Named):
    """A call that names no trump of its own."""

    PASS = "p"
    ORDER = "o"
    """Order up, assist or pick up: the upcard's suit is trump."""
    BLIND = "b"
    """The dealer goes alone in the upcard's suit before anyone looks at his cards."""
    BID = "bid"
    """A number, where trump is made by bidding."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: pass, order up, name a trump, perhaps alone, or bid a number; str is a token of
    ``b:``.

    The winner of an auction picks ``partners`` with the trump, in games that leave it to him.

    >>> str(Call(Trump.HEARTS, alone=True)), str(PASS), str(Call.of_bid(4))
    ('ha', 'p', '4')
    >>> str(Call(Trump.HEARTS, partners=(2, 5)))
    'h25'
    """

    act: Act | Trump
    alone: bool = False
    partners: tuple[int, ...] = ()
    bid: int = 0

    @classmethod
    def parse(cls, text: str) -> Call:
        """Return the call written ``text``; raises `NotationError`."""
        call = _CALLS.get(text) or _bid_call(text)
        if call is None:
            raise NotationError(ErrorCode.BAD_VALUE, f"{text!r} is not a call", text=text)
        return call

    @classmethod
    def of_bid(cls, value: int) -> Call:
        """Return the bid of a number."""
        return cls(Act.BID, bid=value)

    def __str__(self) -> str:
        if self.bid:
            return str(self.bid)
        return f"{self.act}{'a' if self.alone else ''}{''.join(map(str, self.partners))}"


PASS: Final = Call(Act.PASS)
ORDER: Final = Call(Act.ORDER)
ORDER_ALONE: Final = Call(Act.ORDER, alone=True)
BLIND_LONER: Final = Call(Act.BLIND, alone=True)
_NAMES: Final = {str(trump): trump for trump in Trump}
_LONG_BID: Final = 3
_CALLS: Final = {str(call): call for call in (PASS, BLIND_LONER)} | {
    str(call): call
    for act in (Act.ORDER, *Trump)
    for alone in (False, True)
    for call in (Call(act, alone=alone),)
}


def _bid_call(text: str) -> Call | None:
    """Return a call of an auction game; None if it isn't one."""
    if text.isascii() and text.isdigit() and len(text) < _LONG_BID and int(text):
        return Call.of_bid(int(text))
    name, seats = text[:1], text[1:]
    if name in _NAMES and seats.isascii() and seats.isdigit():
        return Call(_NAMES[name], partners=tuple(sorted(map(int, seats))))
    return None


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, in their order, on one upcard; ``defence`` are the defenders' answers;
    ``called`` is the suit whose best card makes the maker's partner.

    ``call`` and ``defend`` return the auction after one more act; each is checked by its
    ``verify_`` method, which raises `RuleError`, and ``can_`` tells whether it would.

    >>> from euchre_solve.cards import Card
    >>> auction = Auction(Rules(), Card.parse("9h")).call(PASS).call(PASS).call(ORDER)
    >>> str(auction.contract), auction.seat
    ('3h', None)
    """

    rules: Rules
    upcard: Card
    calls: tuple[Call, ...] = ()
    defence: tuple[bool, ...] = ()
    called: Suit | None = None

    @property
    def round(self) -> int:
        """1 while the upcard may be ordered up, 2 once it is turned down."""
        made = bool(self.calls) and self.calls[-1] != PASS
        return 1 + ((len(self.calls) - made) // self.rules.players >= 1)

    @property
    def turned_up_suit(self) -> Suit | None:
        """The suit of the upcard; None for the best bower."""
        return self.upcard.suit

    @property
    def is_passed_out(self) -> bool:
        """Tell whether everyone passed twice: no deal is played."""
        return len(self.calls) == 2 * self.rules.players and self.calls[-1] == PASS

    @property
    def seat(self) -> int | None:
        """The seat to call; None once trump is made or all have passed."""
        if self.is_passed_out or (self.calls and self.calls[-1] != PASS):
            return None
        return self.rules.callers[len(self.calls) % self.rules.players]

    @property
    def contract(self) -> Contract | None:
        """The contract that the calls and the defence made; None while there is none."""
        if not self.calls or self.calls[-1] == PASS:
            return None
        last = self.calls[-1]
        is_blind = last.act is Act.BLIND
        at = (len(self.calls) - 1) % self.rules.players
        maker = self.rules.dealer if is_blind else self.rules.callers[at]
        suit = self.turned_up_suit
        if isinstance(last.act, Trump):
            trump = last.act
        elif suit:
            trump = Trump(suit.value)
        else:
            raise RuleError(ErrorCode.ILLEGAL_CALL, "the best bower can't be ordered up")
        contract = Contract(
            trump, maker, self.round, last.alone, called=self.called, blind=is_blind
        )
        if self.rules.counts_down:
            answers = zip(contract.defenders(self.rules), self.defence, strict=False)
            return replace(contract, dropped=tuple(sorted(seat for seat, out in answers if out)))
        if True in self.defence:
            defender = contract.defenders(self.rules)[self.defence.index(True)]
            return replace(contract, lone_defender=defender)
        return contract

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every call that the seat to call may make; `BLIND_LONER` is the dealer's, before it."""
        return tuple(
            call for call in _CALLS.values() if call != BLIND_LONER and self.can_call(call)
        )

    @property
    def may_go_blind(self) -> bool:
        """Tell whether the dealer may go alone now, before anyone looks at his cards (§3.7)."""
        return self.can_call(BLIND_LONER)

    def can_call(self, call: Call) -> bool:
        """Tell whether the seat to call may make ``call``."""
        return is_allowed(lambda: self.verify_call(call))

    def verify_call(self, call: Call) -> None:
        """Raise `RuleError` unless the seat to call may make ``call`` (§2.3, S1 and S2)."""
        if self.seat is None:
            state = "all have passed twice" if self.is_passed_out else "trump is made"
            raise RuleError(ErrorCode.AFTER_END, f"no call after {state}")
        if call.act is Act.BLIND:
            self._verify_goes_blind()
            return
        if call.alone and not self.rules.alone:
            raise RuleError(ErrorCode.NOT_ALONE, f"nobody goes alone in {self.rules}")
        if self.round == 1:
            self._verify_first_round(call)
        else:
            self._verify_second_round(call)

    def _verify_goes_blind(self) -> None:
        verify_goes_blind(self.rules, self.upcard)
        if self.calls:
            raise RuleError(
                ErrorCode.OUT_OF_TURN, "the dealer goes alone unseen before anyone has spoken"
            )

    def _verify_first_round(self, call: Call) -> None:
        if self.turned_up_suit is None:
            self._verify_blind_call(call)
            return
        if call == PASS:
            return
        if call.act is not Act.ORDER:
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} may not name a suit in round 1",
                hint="round 1 is on the upcard: p, o or oa",
            )
        if self.seat == self.rules.second_hand and self.rules.second_hand_alone and not call.alone:
            raise RuleError(
                ErrorCode.MUST_BE_ALONE,
                f"seat {self.seat}, the dealer's partner, may only pass or go alone in round 1",
                hint="write oa",
            )

    def _verify_blind_call(self, call: Call) -> None:
        """Raise `RuleError` unless ``call`` is due on the best bower: the dealer names a suit."""
        if self.seat != self.rules.dealer and call != PASS:
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} may only pass: the best bower was turned up",
                hint="the dealer names a suit, the others pass (§3.1)",
            )
        if self.seat == self.rules.dealer and not (isinstance(call.act, Trump) and call.act.suit):
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} has to name a suit: the best bower was turned up",
                hint="write s, h, d or c, with an a to go alone",
            )

    def _verify_second_round(self, call: Call) -> None:
        if call == PASS:
            if self.rules.stick_dealer and self.seat == self.rules.dealer:
                raise RuleError(
                    ErrorCode.DEALER_STUCK, "the dealer may not pass in round 2 of these rules"
                )
            return
        if not isinstance(call.act, Trump):
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"seat {self.seat} may not order up in round 2",
                hint="round 2 names another suit: p, s, h, d or c",
            )
        if call.act.suit is self.turned_up_suit and call.act.suit:
            others = " ".join(suit.value for suit in Suit if suit is not self.turned_up_suit)
            raise RuleError(
                ErrorCode.TURNED_DOWN,
                f"{call.act} was turned down and may not be named in round 2",
                hint=f"name another suit: {others}",
            )
        if call.act is Trump.LOW_NO_TRUMP or (
            call.act is Trump.NO_TRUMP and not self.rules.no_trump_in_round_2
        ):
            raise RuleError(
                ErrorCode.ILLEGAL_CALL,
                f"{call.act} may not be named in these rules",
                hint="name a suit; -nt in the rules allows no-trump in round 2",
            )

    def call(self, call: Call) -> Auction:
        """Return the auction after ``call`` by the seat to call."""
        self.verify_call(call)
        return replace(self, calls=(*self.calls, call))

    @property
    def suit_caller(self) -> int | None:
        """The maker who is to call a suit for his partner; None where that isn't due."""
        contract = self.contract
        if self.rules.sides is not Sides.CALLED_CARD or contract is None:
            return None
        return None if contract.alone or contract.called else contract.maker

    def call_suit(self, suit: Suit) -> Auction:
        """Return the auction after the maker calls the best card of ``suit``; any may be called."""
        if self.suit_caller is None:
            raise RuleError(ErrorCode.ILLEGAL_CALL, "no suit is called for a partner here")
        return replace(self, called=suit)

    @property
    def defender_seat(self) -> int | None:
        """The defender who is to say whether he defends alone; None when nobody is asked."""
        contract = self.contract
        if contract is None or contract.lone_defender:
            return None
        if not (self.rules.counts_down or self.rules.may_defend_alone(alone=contract.alone)):
            return None
        defenders = contract.defenders(self.rules)
        return defenders[len(self.defence)] if len(self.defence) < len(defenders) else None

    def can_defend(self, *, alone: bool) -> bool:
        """Tell whether the next defender may say that he defends alone, or together."""
        return is_allowed(lambda: self.verify_defend(alone=alone))

    def verify_defend(self, *, alone: bool) -> None:
        """Raise `RuleError` unless a defender is asked (§2.3, S4)."""
        if self.defender_seat is None:
            asked = "alone" if alone else "together"
            raise RuleError(
                ErrorCode.NOT_ALONE, f"no defender may say {asked} here under {self.rules}"
            )
        others = self.rules.players - 1
        if alone and self.rules.counts_down and sum(self.defence) == others - 1:
            raise RuleError(
                ErrorCode.OUT_OF_TURN,
                f"seat {self.defender_seat} has to play: all others threw up their hands",
            )

    def defend(self, *, alone: bool) -> Auction:
        """Return the auction after the next defender says whether he plays alone."""
        self.verify_defend(alone=alone)
        return replace(self, defence=(*self.defence, alone))

    def can_call_on(self, call: Call, hand: CardSet) -> bool:
        """Tell whether the seat to call may make ``call`` with ``hand``."""
        return is_allowed(lambda: self.verify_call_on(call, hand))

    def verify_call_on(self, call: Call, hand: CardSet) -> None:
        """Raise `RuleError` if the trump rule forbids ``call`` to a seat dealt ``hand`` (§3.3).

        A dealer who has to call and may name nothing else is free of it.
        """
        self.verify_call(call)
        rule = self.rules.trump_rule
        if rule is TrumpRule.OFF or (rule is TrumpRule.DEALER and self.seat != self.rules.dealer):
            return
        if call == BLIND_LONER or not self._rests_on_a_jack(call, hand):
            return
        if not self.can_call(PASS) and all(
            self._rests_on_a_jack(other, hand) for other in self.legal_calls
        ):
            return
        raise RuleError(
            ErrorCode.ILLEGAL_CALL,
            f"seat {self.seat} has no trump but a jack",
            hint=f"{self.rules} asks for another trump in the hand as dealt",
        )

    def _rests_on_a_jack(self, call: Call, hand: CardSet) -> bool:
        """Tell whether ``call`` makes a suit trump of which ``hand`` has a jack at most."""
        made = replace(self, calls=(*self.calls, call)).contract
        if made is None or made.trump.suit is None or self.turned_up_suit is None:
            return False
        trumps = hand & made.trump.cards_of(made.trump.suit)
        return not any(card.rank is not Rank.JACK for card in trumps) and len(trumps) <= 1
