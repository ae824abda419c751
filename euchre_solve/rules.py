"""The rules of a game as data: what a preset and its toggles mean in full.

A preset is one row of parameters, a toggle changes some of them (:mod:`.presets`); both are named
in the notation, ``british`` or ``north-american-stick-defendalone``. Nothing else in the package
knows a preset by its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from euchre_solve.bids import Bid, bidding_contradictions
from euchre_solve.cards import BEST_BOWER, DECK, CardSet, Rank
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.options import (
    BidScore,
    DefendAlone,
    Exchange,
    FarmersHand,
    LeadRule,
    RevokeCost,
    Sides,
    TrumpMaking,
    TrumpRule,
    WeakHand,
)
from euchre_solve.scoring import ScoreTable

__all__ = ["DefendAlone", "LeadRule", "Rules", "Sides", "TrumpMaking"]

_SIDES: Final = 2

_PARTNERSHIP: Final = 4
"""Players of a game in two pairs."""

_TURN_UP_SIDES: Final = {Sides.MAKER_ALONE, Sides.CALLED_CARD}
"""Sides that only games with a turn-up have."""

_MOST_CARDS: Final = 32
"""Cards of the largest deck that advice samples."""

_ODD_PAIRS: Final = {2, 3, 5, 7}
_CALLING: Final = 4

_SET_BACK: Final = 4

_UNDER: Final = 3
"""Cards that go under the table."""

_TWOS: Final = 4
"""Cards of one rank."""

_LOWEST_RANK: Final = {24: Rank.NINE, 28: Rank.EIGHT, 32: Rank.SEVEN, 36: Rank.SIX, 52: Rank.TWO}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game. Make them with :meth:`parse`, or with `dataclasses.replace`.

    ``plain_cards`` is the size of the deck without the best bower, and without the four ``twos``
    that may stand below its lowest rank; ``need`` and ``march_tricks``
    are the makers' tricks for a made contract and for a march; ``target`` wins the game, and is
    below ``start`` where points are counted down. ``bids`` are those of an auction, none for any
    number of tricks; ``set_costs`` is what a bid not kept costs, 0 for the bid itself. Under
    ``set_back`` the makers may take the points of a march off the other side's; under
    ``blind_loner`` the dealer may go alone unseen when a jack is turned up (§3.7).

    >>> str(Rules.parse("north-american-stick")), Rules.parse("british").deck_size
    ('north-american-stick', 25)
    """

    preset: str = "north-american"
    toggles: tuple[str, ...] = ()
    players: int = 4
    plain_cards: int = 24
    twos: bool = False
    best_bower: bool = False
    hand_size: int = 5
    need: int = 3
    march_tricks: int = 5
    sides: Sides = Sides.PARTNERS
    trump_making: TrumpMaking = TrumpMaking.TURN_UP
    widow_size: int = 0
    bids: tuple[Bid, ...] = ()
    names_no_trump: bool = False
    bid_score: BidScore = BidScore.BID
    set_costs: int = 0
    no_trick_costs: int = 0
    euchre_deducts: int = 0
    stick_dealer: bool = False
    no_trump_in_round_2: bool = False
    second_hand_alone: bool = False
    dealer_first: bool = False
    trump_rule: TrumpRule = TrumpRule.OFF
    may_discard_upcard: bool = True
    alone: bool = True
    declared_march: bool = False
    defend_alone: DefendAlone = DefendAlone.OFF
    exchange: Exchange = Exchange.OFF
    farmers_hand: WeakHand = WeakHand.OFF
    farmers_cards: FarmersHand = FarmersHand.ALL
    ace_no_face: WeakHand = WeakHand.OFF
    lead: LeadRule = LeadRule.ELDEST
    score: ScoreTable = field(default_factory=ScoreTable)
    start: int = 0
    target: int = 10
    win_by_two: bool = False
    laps: bool = False
    slam: bool = False
    rubber: bool = False
    set_back: bool = False
    blind_loner: bool = False
    revoke_costs_four: RevokeCost = RevokeCost.AGAINST_LONER

    @classmethod
    def parse(cls, name: str) -> Rules:
        """Return the rules named by a preset and toggles after it, each after a hyphen.

        Raises `NotationError` for an unknown name, `RuleError` for rules that contradict each
        other. Toggles that change nothing are dropped.
        """
        from euchre_solve.presets import parse_rules  # they are made of rules

        return parse_rules(name.lower())

    def __hash__(self) -> int:
        # caches ask for it with each deal: of some forty fields those that mostly tell
        return hash((self.preset, self.toggles, self.target))

    def __str__(self) -> str:
        return "-".join((self.preset, *self.toggles))

    @property
    def deck_size(self) -> int:
        """Number of cards, the best bower included."""
        return self.plain_cards + _TWOS * self.twos + self.best_bower

    @property
    def deck(self) -> CardSet:
        """The cards of the game."""
        return _deck(self.plain_cards, best_bower=self.best_bower, twos=self.twos)

    @property
    def kitty_size(self) -> int:
        """Number of cards not dealt to a hand, the upcard included."""
        return self.deck_size - self.players * self.hand_size

    @property
    def stated_kitty_size(self) -> int:
        """Number of cards that a deal may state beside the hands and the upcard."""
        return self.widow_size if self.is_auction else self.kitty_size - 1

    @property
    def is_auction(self) -> bool:
        """Tell whether trump is made by bidding."""
        return self.trump_making is TrumpMaking.BIDDING

    @property
    def legal_bids(self) -> tuple[Bid, ...]:
        """The bids of an auction, lowest first."""
        return self.bids or tuple(Bid(tricks, tricks) for tricks in range(1, self.hand_size + 1))

    @property
    def dealer(self) -> int:
        """The dealer's seat: the last to speak."""
        return self.players

    @property
    def callers(self) -> tuple[int, ...]:
        """The seats in the order of their calls: from eldest on, or from the dealer."""
        if self.dealer_first:
            return (self.dealer, *self.seats[:-1])
        return tuple(self.seats)

    @property
    def second_hand(self) -> int | None:
        """The seat of the dealer's one partner; None where he has none or more."""
        partners = [seat for seat in self.side_of(self.dealer) if seat != self.dealer]
        return partners[0] if len(partners) == 1 else None

    def partner_of(self, seat: int) -> int:
        """Return the seat opposite ``seat`` in a four-handed game."""
        return (seat + 1) % 4 + 1

    def side_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats that always play with ``seat``, itself included, lowest first.

        Whom a maker plays with for one deal is a matter of the contract.
        """
        if self.sides is not Sides.PARTNERS:
            return (seat,)
        return tuple(other for other in self.seats if (other - seat) % 2 == 0)

    @property
    def score_size(self) -> int:
        """Number of figures in a score: one a side, or one a seat where sides change."""
        return 2 if self.sides is Sides.PARTNERS else self.players

    @property
    def counts_down(self) -> bool:
        """Tell whether the lowest score wins."""
        return self.start > self.target

    @property
    def maker_wins_ties(self) -> bool:
        """Tell whether the bidder wins of seats that end a game level (§3.10)."""
        return self.is_auction and self.counts_down

    @property
    def may_score_below_0(self) -> bool:
        """Tell whether a figure of the score may be negative."""
        return self.is_auction or self.counts_down or self.set_back

    @property
    def seats(self) -> range:
        """All seats from eldest (1) to dealer."""
        return range(1, self.players + 1)

    def next_seat(self, seat: int) -> int:
        """Return the seat on the left of ``seat``."""
        return seat % self.players + 1

    def may_defend_alone(self, *, alone: bool) -> bool:
        """Tell whether a defender may play without partner; ``alone`` if the maker does (§3.4)."""
        against_loner = alone and self.defend_alone is DefendAlone.AGAINST_LONER
        return against_loner or self.defend_alone is DefendAlone.ALWAYS

    def verify(self) -> None:
        """Raise `RuleError` if the parameters contradict each other."""
        if self.kitty_size < (self.trump_making is TrumpMaking.TURN_UP) + self.widow_size:
            raise RuleError(
                ErrorCode.CONFLICT,
                f"{self.players} hands of {self.hand_size} don't fit in {self.deck_size} cards",
                hint="take a larger deck, or fewer cards a hand",
            )
        for is_wrong, message, hint in self._contradictions():
            if is_wrong:
                raise RuleError(ErrorCode.CONFLICT, message, hint=hint)

    def _contradictions(self) -> Iterator[tuple[bool, str, str]]:
        """Yield whether something is asked for that makes no sense, what, and what would."""
        has_partner = self.sides is Sides.PARTNERS
        weak = WeakHand.UNDER in (self.farmers_hand, self.ace_no_face)
        yield (
            self.start > 0 and self.target != 0,
            f"counts go down from {self.start}, and who is down to nought wins",
            "points that win are for games that count up (§3.10)",
        )
        yield (
            self.start > 0 and self.win_by_two,
            "counts go down, and who is down to nought wins",
            "a lead of two is for games that count up (§3.8)",
        )
        yield (
            self.declared_march and not (self.counts_down and not self.is_auction),
            "no march is declared",
            "it is for set-back (§3.10)",
        )
        yield from bidding_contradictions(self)
        yield (
            self.euchre_deducts > 0 and not (self.counts_down and not self.is_auction),
            "no count is taken down by a euchre",
            "it is for set-back (§3.10)",
        )
        yield (
            self.counts_down and not self.is_auction and self.players > _SET_BACK,
            f"{self.players} players are too many",
            "2, 3 or 4 are right",
        )
        yield (
            self.alone
            and not self.counts_down
            and self.sides in (Sides.MAKER_ALONE, Sides.EACH_FOR_HIMSELF),
            "every maker plays alone anyway",
            "set-back has marches that are declared (§3.10)",
        )
        yield (
            has_partner and self.players in _ODD_PAIRS,
            f"{self.players} players don't make pairs",
            "other numbers are for games without fixed partners",
        )
        yield (
            self.sides is Sides.CALLED_CARD and self.players < _CALLING,
            f"{self.players} players are too few to call a partner among",
            "4, 5 or 6 are right",
        )
        yield (
            self.twos and _LOWEST_RANK[self.plain_cards] is Rank.TWO,
            "the twos are in the deck anyway",
            "they are for decks without them (§3.1)",
        )
        yield (
            self.best_bower and self.no_trump_in_round_2,
            "the best bower has no rank at no-trump",
            "play no-trump without the best bower (§3.1)",
        )
        yield (
            self.second_hand_alone and self.second_hand is None,
            "the dealer has no partner who could go alone",
            "it is for four-handed games in pairs (§3.3)",
        )
        yield (
            self.defend_alone is not DefendAlone.OFF and not has_partner,
            "no defender has a partner of his own",
            "it is for games in pairs (§3.4)",
        )
        yield (
            self.exchange is not Exchange.OFF and not (has_partner and self.alone),
            "nobody plays alone while a partner of his sits out",
            "it is for games in pairs (§3.5)",
        )
        yield (
            self.lead is LeadRule.LEFT_OF_LONER and not self.alone,
            "nobody goes alone",
            "the lead rule is about loners (§2.5)",
        )
        yield (
            self.stick_dealer and self.dealer_first,
            "a dealer who speaks first can't be stuck",
            "stick him where he speaks last (§3.3)",
        )
        yield (
            weak and self.kitty_size <= _UNDER,
            f"there are not {_UNDER} cards under the upcard",
            "ask for a redeal instead (§3.5)",
        )
        yield (
            self.laps and self.win_by_two,
            "points beyond the target can't both carry over and be needed to win",
            "laps are Railroad's, the lead of two is of other games (§3.8)",
        )
        yield (
            self.rubber and (self.laps or self.slam or self.score_size != _SIDES),
            "a rubber is two games won by one of two sides, each by the losers' points",
            "it is for games of two sides without laps and slams (§3.8)",
        )
        yield (
            self.set_back and (not has_partner or self.is_auction),
            "no march takes points off one other side",
            "it is for games in pairs with a turn-up (§3.7)",
        )
        yield (
            self.revoke_costs_four is not RevokeCost.AGAINST_LONER
            and (not has_partner or self.is_auction),
            "what a revoke costs is told only of games with a turn-up in pairs",
            "those have it (§3.7)",
        )
        yield (
            self.blind_loner and (self.second_hand is None or self.is_auction),
            "no dealer goes alone while one partner of his sits out",
            "it is for four-handed games in pairs with a turn-up (§3.7)",
        )

    def verify_built(self) -> None:
        """Raise `RuleError` if this version can't solve games of these rules."""
        if self.is_auction and self.sides in _TURN_UP_SIDES:
            raise RuleError(ErrorCode.NOT_BUILT, f"{self} isn't built yet")

    def verify_advised(self) -> None:
        """Raise `RuleError` unless `advise` knows the game.

        Those have a turn-up, and two fixed pairs, or makers for a deal.
        """
        self.verify_built()
        is_known = (
            not self.is_auction
            and self.deck_size <= _MOST_CARDS + 1
            and (
                self.players == _PARTNERSHIP
                if self.sides is Sides.PARTNERS
                else not self.counts_down
            )
        )
        if not is_known:
            raise RuleError(
                ErrorCode.NOT_BUILT,
                f"{self} is only dealt, checked and solved, there is no advice on it yet",
                hint="games with a turn-up, two sides and at most 33 cards are advised",
            )

    def verify_partnership(self) -> None:
        """Raise `RuleError` unless it is one four-handed game in fixed pairs with a turn-up.

        These are the games that the arena and reviews know.
        """
        self.verify_built()
        is_known = (
            self.players == _PARTNERSHIP
            and self.sides is Sides.PARTNERS
            and not self.is_auction
            and self.deck_size <= _MOST_CARDS
            and not self.dealer_first
            and self.trump_rule is TrumpRule.OFF
            and self.exchange is Exchange.OFF
            and self.farmers_hand is self.ace_no_face is WeakHand.OFF
            and not (self.set_back or self.blind_loner)
            and not (self.laps or self.slam or self.rubber)
        )
        if not is_known:
            raise RuleError(
                ErrorCode.NOT_BUILT,
                f"{self} isn't reviewed, swept or played out by this version",
                hint="four-handed games in pairs of up to 32 cards are, one game at a time",
            )

    def blind_points(self, tricks: int) -> int:
        """Return the points of a blind loner for his ``tricks`` (§3.7)."""
        is_march = tricks >= self.march_tricks
        return self.score.blind_march if is_march else -self.score.blind_failed

    def points(self, tricks: int, *, alone: bool, defended_alone: bool = False) -> int:
        """Return the makers' points for their ``tricks`` (§2.7); negative for a euchre."""
        return self.score.points(
            tricks, self.need, self.march_tricks, alone=alone, defended_alone=defended_alone
        )


@cache
def _deck(plain_cards: int, *, best_bower: bool, twos: bool) -> CardSet:
    ranks = tuple(Rank)
    lowest = ranks.index(_LOWEST_RANK[plain_cards])
    cards = CardSet.from_cards(
        card
        for card in DECK[1:]
        if ranks.index(card.rank) <= lowest or (twos and card.rank is Rank.TWO)
    )
    return cards.with_card(BEST_BOWER) if best_bower else cards
