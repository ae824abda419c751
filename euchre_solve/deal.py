"""One deal: its cards, and what has been called, discarded and played so far.

A `Deal` is a frozen value. Each act (``call``, ``discard``, ``defend``, ``play``) returns the deal
after it; ``verify_`` the same name raises `RuleError` with the reason against it, ``can_`` tells
whether it would. Hands are as dealt: the upcard is the dealer's only after his pick-up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from euchre_solve.auction import Auction, Call
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.cards import NO_CARDS, Card, CardSet, Suit
from euchre_solve.contract import Contract, verify_stated_contract
from euchre_solve.errors import ErrorCode, RuleError, is_allowed
from euchre_solve.exchange import Transfer, exchangers, settled, verify_exchanges
from euchre_solve.named import Named
from euchre_solve.play import Play
from euchre_solve.rules import Rules, Sides


class Phase(Named):
    """What the deal waits for (§2.3)."""

    CALL = "call"
    CALL_SUIT = "call-suit"
    DISCARD = "discard"
    DEFENCE = "defence"
    PLAY = "play"
    FINISHED = "finished"
    PASSED_OUT = "passed-out"


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal and its record so far, seats counted from 1 = eldest hand to the dealer.

    ``hands`` are the known cards of each seat as dealt, seat 1 first, all of them or fewer;
    ``kitty`` the known cards under the upcard, or those of the widow; ``buried`` are the cards
    that whoever took the widow put away. ``stated_contract`` stands in for ``calls`` that weren't
    recorded. ``score`` is that of seat 1's side, then the other's, or of each seat where sides
    change; ``target`` overrides the rules' own. ``exchanges`` come after the discard, those with
    the kitty before the calls. ``taken_off`` tells that the points of a march were taken off the
    other side's instead of being added. Raises `RuleError` (E2xx) for cards that can't be.

    >>> deal = Deal.of("JsAs9h9dTc", "KhQh9sTdAd", "AhKsQc9cJd", "JhQsKdAcTh", upcard="Jc")
    >>> deal.phase, deal.seat
    (Phase.CALL, 1)
    """

    rules: Rules
    hands: tuple[CardSet, ...]
    upcard: Card | None = None
    kitty: CardSet = NO_CARDS
    calls: tuple[Call, ...] = ()
    defence: tuple[bool, ...] = ()
    stated_contract: Contract | None = None
    discarded: Card | None = None
    buried: CardSet = NO_CARDS
    tricks: tuple[tuple[Card, ...], ...] = ()
    score: tuple[int, ...] | None = None
    target: int | None = None
    identifier: str = ""
    exchanges: tuple[Transfer, ...] = ()
    called: Suit | None = None
    taken_off: bool = False

    @classmethod
    def of(cls, *hands: str, upcard: str | None = None, rules: str = "north-american") -> Deal:
        """Return a fresh deal from strict notation, eldest hand first."""
        return cls(
            Rules.parse(rules),
            tuple(
                CardSet.of(*(hand[at : at + 2] for at in range(0, len(hand), 2))) for hand in hands
            ),
            Card.parse(upcard) if upcard else None,
        )

    def __post_init__(self) -> None:
        self.rules.verify_built()
        if len(self.hands) != self.rules.players:
            raise RuleError(
                ErrorCode.TOO_MANY_HANDS,
                f"{len(self.hands)} hands for {self.rules.players} players",
            )
        if self.stated_contract:
            verify_stated_contract(self.stated_contract, self.rules, self.upcard)
        if self.score is not None and len(self.score) != self.rules.score_size:
            raise RuleError(
                ErrorCode.CONFLICT,
                f"a score of {self.rules} has {self.rules.score_size} figures",
            )
        if self.exchanges:
            verify_exchanges(self)
        if self._has_possible_cards():
            return
        deck = self.rules.deck
        seen: dict[str, CardSet] = {}
        places = [(f"held by seat {seat}", hand) for seat, hand in enumerate(self.hands, start=1)]
        places.append(("the upcard", CardSet.from_cards([self.upcard] if self.upcard else [])))
        places.append(("in the kitty", self.kitty))
        for place, cards in places:
            self._verify_cards(cards, place, deck, seen)
            seen[place] = cards

    def _has_possible_cards(self) -> bool:
        """Tell at once whether all cards are in the deck, apart, and no more than there is room."""
        union, count = self.kitty.mask, self.kitty.mask.bit_count()
        possible = count <= self.rules.stated_kitty_size
        if self.upcard:
            union, count = union | 1 << self.upcard.index, count + 1
        for hand in self.hands:
            size = hand.mask.bit_count()
            possible = possible and size <= self.rules.hand_size
            union, count = union | hand.mask, count + size
        return possible and union.bit_count() == count and not union & ~self.rules.deck.mask

    def _verify_cards(
        self, cards: CardSet, place: str, deck: CardSet, seen: dict[str, CardSet]
    ) -> None:
        """Raise `RuleError` if ``cards`` can't be at ``place`` beside what was ``seen``."""
        if (cards - deck).mask:
            card = next(iter(cards - deck))
            raise RuleError(
                ErrorCode.NOT_IN_DECK,
                f"{card} is not in the {self.rules.deck_size} cards of {self.rules}",
                place=place,
                card=card,
            )
        for other, others in seen.items():
            if (cards & others).mask:
                card = next(iter(cards & others))
                raise RuleError(
                    ErrorCode.DUPLICATE_CARD,
                    f"{card} is already {other}",
                    place=place,
                    card=card,
                    hint="each card occurs once in this deck",
                )
        in_kitty = place == "in the kitty"
        room = self.rules.stated_kitty_size if in_kitty else self.rules.hand_size
        if len(cards) > room:
            raise RuleError(
                ErrorCode.TOO_MANY_CARDS, f"{len(cards)} cards {place}, {room} at most", place=place
            )

    # --- what is known

    @property
    def is_open(self) -> bool:
        """Tell whether every hand is known in full."""
        return all(len(hand) == self.rules.hand_size for hand in self.hands)

    @property
    def bidding(self) -> BiddingAuction:
        """The auction so far, where trump is made by bidding."""
        return BiddingAuction(self.rules, self.calls, self.defence)

    @property
    def making(self) -> Auction | BiddingAuction:
        """The auction so far, of whichever kind; raises `RuleError` if an upcard is missing."""
        return self.bidding if self.rules.is_auction else self.auction

    @property
    def auction(self) -> Auction:
        """The calls on the upcard so far; raises `RuleError` without one."""
        if self.upcard is None:
            raise RuleError(ErrorCode.NO_UPCARD, "there is no upcard to call on", hint="add u:")
        return Auction(self.rules, self.upcard, self.calls, self.defence, self.called)

    @property
    def contract(self) -> Contract | None:
        """The contract, stated or made by the calls; None while there is none.

        Its partners are missing where they follow from the cards, see `contract_with_partner`.
        """
        if self.stated_contract:
            return self.stated_contract
        return self.making.contract if self.calls else None

    @property
    def contract_with_partner(self) -> Contract | None:
        """The contract with the partner that was called, as far as the cards tell.

        A dealer who may still discard is taken to keep the card that was called.
        """
        contract = self.contract
        if contract is None or contract.called is None:
            return contract
        hands, dead = list(self.hands), self.kitty
        six = self.six_cards
        if six.mask:
            hands[-1] = six.without_card(self.discarded) if self.discarded else six
        elif self.upcard:
            dead = dead.with_card(self.upcard)
        if self.discarded:
            dead = dead.with_card(self.discarded)
        return contract.with_partner(hands, self.rules, dead) or contract

    @property
    def six_cards(self) -> CardSet:
        """The dealer's known cards once he has picked up; empty if no pick-up is due."""
        contract = self.contract
        if contract is None or self.rules.dealer not in contract.active_seats(self.rules):
            return NO_CARDS
        return self._picked_up

    @property
    def _picked_up(self) -> CardSet:
        """`six_cards`, also of a dealer whom his partner puts out by defending alone after it."""
        contract = self.contract
        if contract is None or contract.round != 1 or self.upcard is None:
            return NO_CARDS
        before = replace(contract, lone_defender=None, dropped=())
        if self.rules.dealer not in before.active_seats(self.rules):
            return NO_CARDS
        if self.exchanges:
            return self.settled._picked_up
        return self.hands[self.rules.dealer - 1].with_card(self.upcard)

    @property
    def phase(self) -> Phase:
        """What the deal waits for now."""
        contract = self.contract
        if contract is None:
            passed_out = bool(self.calls) and self.making.is_passed_out
            return Phase.PASSED_OUT if passed_out else Phase.CALL
        if not self.tricks:
            if not self.stated_contract and self.making.suit_caller:
                return Phase.CALL_SUIT
            if (self.six_cards.mask and self.discarded is None) or self._is_widow_open:
                return Phase.DISCARD
            if not self.stated_contract and self.making.defender_seat:
                return Phase.DEFENCE
        return Phase.FINISHED if self.play_state.is_finished else Phase.PLAY

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the deal is over."""
        phase = self.phase
        if phase is Phase.CALL:
            return self.making.seat if self.calls else self.rules.callers[0]
        if phase is Phase.CALL_SUIT:
            return self.auction.suit_caller
        if phase is Phase.DISCARD:
            return self.contract.maker if self.contract and self.contract.bid else self.rules.dealer
        if phase is Phase.DEFENCE:
            return self.making.defender_seat
        return self.play_state.turn if phase is Phase.PLAY else None

    @property
    def settled(self) -> Deal:
        """The deal as if dealt with what the players hold after their exchanges."""
        return settled(self) if self.exchanges else self

    # --- calls

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every call that the seat to call may make."""
        return tuple(call for call in self.making.legal_calls if self.can_call(call))

    def can_call(self, call: Call) -> bool:
        """Tell whether the seat to call may make ``call``."""
        return is_allowed(lambda: self.verify_call(call))

    def verify_call(self, call: Call) -> None:
        """Raise `RuleError` unless the seat to call may make ``call``."""
        if self.stated_contract:
            raise RuleError(ErrorCode.AFTER_END, "no call after trump is made")
        auction = self.making
        hand = self.hands[auction.seat - 1] if auction.seat else NO_CARDS
        if isinstance(auction, Auction) and len(hand) == self.rules.hand_size:
            auction.verify_call_on(call, hand)
        else:
            auction.verify_call(call)

    def call(self, call: Call) -> Deal:
        """Return the deal after ``call`` by the seat to call."""
        self.verify_call(call)
        return replace(self, calls=(*self.calls, call))

    def can_call_suit(self) -> bool:
        """Tell whether the maker is to call a suit for his partner; he may call any."""
        return is_allowed(self.verify_call_suit)

    def verify_call_suit(self) -> None:
        """Raise `RuleError` unless the maker is to call a suit for his partner (§3.9)."""
        if self.phase is not Phase.CALL_SUIT:
            raise RuleError(ErrorCode.ILLEGAL_CALL, "no suit is called for a partner here")

    def _verify_suit_called(self) -> None:
        if self.rules.sides is Sides.CALLED_CARD and self.phase is Phase.CALL_SUIT:
            raise RuleError(
                ErrorCode.OUT_OF_TURN, "the maker has to call a suit for his partner first"
            )

    def call_suit(self, suit: Suit) -> Deal:
        """Return the deal after the maker calls the best card of ``suit`` for his partner."""
        self.verify_call_suit()
        return replace(self, called=suit)

    # --- the dealer's pick-up and discard

    def can_discard(self, card: Card) -> bool:
        """Tell whether the dealer may discard ``card``."""
        return is_allowed(lambda: self.verify_discard(card))

    def verify_discard(self, card: Card) -> None:
        """Raise `RuleError` unless the dealer, having picked up, may discard ``card`` (§2.3)."""
        if self.contract is None:
            raise RuleError(ErrorCode.NO_CONTRACT, "no discard before trump is made")
        self._verify_suit_called()
        six = self._picked_up
        if not six.mask or self.discarded:
            reason = "the dealer has discarded" if self.discarded else "the dealer picks nothing up"
            raise RuleError(
                ErrorCode.ILLEGAL_DISCARD,
                f"no discard here: {reason}",
                hint="only a dealer who plays and whose upcard was ordered up discards",
            )
        if card == self.upcard and not self.rules.may_discard_upcard:
            raise RuleError(
                ErrorCode.ILLEGAL_DISCARD, f"{self.rules} forbids to discard the upcard"
            )
        if card not in six:
            self._verify_may_be_dealers(card)
        if self.tricks:
            played = [card for trick in self.tricks for card in trick]
            _replay(replace(self, tricks=(), discarded=card).play_state, played)

    def _verify_may_be_dealers(self, card: Card) -> None:
        dealer = self.rules.dealer
        if card not in self.rules.deck:
            raise RuleError(ErrorCode.NOT_IN_DECK, f"{card} is not in the deck of {self.rules}")
        known_elsewhere = card in self.kitty or any(card in hand for hand in self.hands)
        if known_elsewhere or len(self.hands[dealer - 1]) == self.rules.hand_size:
            raise RuleError(ErrorCode.NOT_HELD, f"seat {dealer} does not hold {card}")

    def discard(self, card: Card) -> Deal:
        """Return the deal after the dealer discards ``card``."""
        self.verify_discard(card)
        return replace(self, discarded=card)

    @property
    def consistent_discards(self) -> tuple[Card, ...]:
        """The discards that the play so far allows, where the dealer's six cards are known."""
        six = self.six_cards
        if self.discarded or len(six) <= self.rules.hand_size:
            return (self.discarded,) if self.discarded else ()
        fresh = replace(self, tricks=())
        played = [card for trick in self.tricks for card in trick]

        def is_consistent(discard: Card) -> bool:
            state = fresh.discard(discard).play_state
            return is_allowed(lambda: _replay(state, played))

        return tuple(card for card in six if fresh.can_discard(card) and is_consistent(card))

    # --- the widow

    @property
    def _is_widow_open(self) -> bool:
        """Tell whether the maker has taken the widow and put nothing away yet."""
        contract = self.contract
        return contract is not None and contract.takes_widow(self.rules) and not self.buried.mask

    @property
    def maker_cards(self) -> CardSet:
        """The known cards of a maker who takes the widow: his hand and the widow's; else none."""
        contract = self.contract
        if contract is None or not contract.takes_widow(self.rules):
            return NO_CARDS
        return self.hands[contract.maker - 1] | self.kitty

    def can_bury(self, cards: CardSet) -> bool:
        """Tell whether the maker, having taken the widow, may put ``cards`` away."""
        return is_allowed(lambda: self.verify_bury(cards))

    def verify_bury(self, cards: CardSet) -> None:
        """Raise `RuleError` unless the maker, having taken the widow, may put ``cards`` away."""
        contract = self.contract
        if contract is None:
            raise RuleError(ErrorCode.NO_CONTRACT, "no discard before trump is named")
        if not contract.takes_widow(self.rules) or self.buried.mask:
            reason = "the maker has discarded" if self.buried.mask else "the maker takes no widow"
            raise RuleError(ErrorCode.ILLEGAL_DISCARD, f"no discard here: {reason}")
        if len(cards) != self.rules.widow_size:
            raise RuleError(
                ErrorCode.ILLEGAL_DISCARD,
                f"{len(cards)} cards are put away, {self.rules.widow_size} are due",
            )
        known = self.maker_cards
        elsewhere = NO_CARDS
        for seat in self.rules.seats:
            if seat != contract.maker:
                elsewhere |= self.hands[seat - 1]
        is_whole = len(known) == self.rules.hand_size + self.rules.widow_size
        wrong = cards & elsewhere or cards - (known if is_whole else self.rules.deck)
        if wrong.mask:
            raise RuleError(
                ErrorCode.NOT_HELD, f"seat {contract.maker} does not hold {next(iter(wrong))}"
            )

    def bury(self, cards: CardSet) -> Deal:
        """Return the deal after the maker puts ``cards`` away."""
        self.verify_bury(cards)
        return replace(self, buried=cards)

    # --- defending alone

    def can_defend(self, *, alone: bool) -> bool:
        """Tell whether the next defender may say that he plays alone, or together."""
        return is_allowed(lambda: self.verify_defend(alone=alone))

    def verify_defend(self, *, alone: bool) -> None:
        """Raise `RuleError` unless a defender is asked now."""
        unknown_discard = self.phase is Phase.DISCARD and not self.is_open
        if self.phase is not Phase.DEFENCE and not unknown_discard:
            raise RuleError(ErrorCode.OUT_OF_TURN, "no defender is asked now")
        self.making.verify_defend(alone=alone)

    def defend(self, *, alone: bool) -> Deal:
        """Return the deal after the next defender says whether he plays alone."""
        self.verify_defend(alone=alone)
        return replace(self, defence=(*self.defence, alone))

    # --- the play

    @property
    def play_state(self) -> Play:
        """The state of the play; raises `RuleError` before there is a contract."""
        state = self._play_start
        trusted = [card for trick in self.tricks for card in trick]
        return _replay(state, trusted)

    @property
    def _play_start(self) -> Play:
        contract = self.contract_with_partner
        if contract is None:
            raise RuleError(ErrorCode.NO_CONTRACT, "no card is played before trump is made")
        if self.exchanges:
            return self.settled._play_start
        hands = list(self.hands)
        dead = self.kitty
        six = self.six_cards
        may_hold = NO_CARDS
        if six.mask and self.discarded:
            hands[-1] = six.without_card(self.discarded)
        elif six.mask:
            hands[-1], may_hold = NO_CARDS, NO_CARDS if self._may_give_upcard else six
        elif self.upcard and not self._may_give_upcard:
            dead = dead.with_card(self.upcard)
        if contract.takes_widow(self.rules):
            hands[contract.maker - 1], dead = self._after_widow
        if self.discarded:
            dead = dead.with_card(self.discarded)
        return Play.start(self.rules, contract, tuple(hands), dead=dead, dealer_may_hold=may_hold)

    @property
    def _may_give_upcard(self) -> bool:
        """Tell whether the dealer sits out and may have given the upcard to who plays alone."""
        contract, rules = self.contract, self.rules
        if contract is None or contract.round != 1:
            return False
        givers = map(rules.partner_of, exchangers(contract, rules))
        return rules.dealer in givers

    @property
    def _after_widow(self) -> tuple[CardSet, CardSet]:
        """The maker's known cards after his discards, and those known to be put away."""
        return (self.maker_cards - self.buried if self.buried.mask else NO_CARDS), self.buried

    def can_play(self, card: Card) -> bool:
        """Tell whether the seat to play may play ``card``, as far as the cards are known."""
        return is_allowed(lambda: self.verify_play(card))

    def verify_play(self, card: Card) -> None:
        """Raise `RuleError` unless the seat to play may play ``card``."""
        self._verify_suit_called()
        if self.phase is Phase.DISCARD and not self.tricks and self.is_open:
            raise RuleError(ErrorCode.OUT_OF_TURN, "the dealer has to discard first", hint="add x:")
        if self._is_widow_open and not self.tricks and self.is_open:
            raise RuleError(ErrorCode.OUT_OF_TURN, "the maker has to discard first", hint="add x:")
        after = self.play_state.play(card)
        if len(self.six_cards) <= self.rules.hand_size or self.discarded:
            return
        if not replace(self, tricks=after.tricks).consistent_discards:
            raise RuleError(
                ErrorCode.REVOKE,
                f"no discard from {self.six_cards} lets seat {self.rules.dealer} play as he did",
                hint=f"with {card} the cards played agree with none of the six discards",
            )

    def play(self, card: Card) -> Deal:
        """Return the deal after the seat to play plays ``card``."""
        self.verify_play(card)
        return replace(self, tricks=self.play_state.play(card).tricks)

    # --- setting the others back

    def can_take_off(self) -> bool:
        """Tell whether the makers may take the points of a march off the other side's."""
        return is_allowed(self.verify_take_off)

    def verify_take_off(self) -> None:
        """Raise `RuleError` unless the makers may take points off the other side's (§3.7)."""
        state = self.play_state if self.contract else None
        if state is None or not (
            state.is_finished and state.contract.may_take_off(state.makers_tricks, self.rules)
        ):
            raise no_march(self.rules)

    def take_off(self) -> Deal:
        """Return the deal after the makers take the points of their march off the other side's."""
        self.verify_take_off()
        return replace(self, taken_off=True)


def no_march(rules: Rules) -> RuleError:
    """Return the error of points that are taken off where they can't be."""
    if not rules.set_back:
        return RuleError(
            ErrorCode.NO_MARCH,
            f"no points are taken off the other side in {rules}",
            hint="rules with -robson let the makers do so after a march",
        )
    return RuleError(
        ErrorCode.NO_MARCH,
        "points are taken off the other side only after a march",
        hint="all tricks of the makers are one; a blind loner's are always added (§3.7)",
    )


def _replay(state: Play, cards: list[Card]) -> Play:
    for card in cards:
        state = state.play(card)
    return state
