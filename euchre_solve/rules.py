"""The rules of a game as data: presets, toggles, and what a preset means in full.

A preset is one row of parameters, a toggle changes some of them; both are named in the notation,
``british`` or ``north-american-stick-defendalone``. Nothing else in the package knows a preset
by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from euchre_solve.cards import BEST_BOWER, DECK, CardSet, Rank
from euchre_solve.errors import ErrorCode, NotationError, RuleError, Span, shortened
from euchre_solve.named import Named
from euchre_solve.scoring import ScoreTable


class Sides(Named):
    """Who plays with whom."""

    PARTNERS = "partners"
    """Every other seat, fixed."""
    MAKER_ALONE = "maker-alone"
    """The maker against all others, who are allies for the deal."""
    CHOSEN_SEATS = "chosen-seats"
    """The maker with the partners he picks by seat."""
    CALLED_CARD = "called-card"
    """The maker with the holder of the best card of a suit he calls."""
    EACH_FOR_HIMSELF = "each-for-himself"


class LeadRule(Named):
    """Who leads to the first trick (§2.5)."""

    ELDEST = "eldest"
    LEFT_OF_LONER = "left-of-loner"


class TrumpMaking(Named):
    """How trump is made."""

    TURN_UP = "turn-up"
    """Two rounds of calls on a card turned up."""
    BIDDING = "bidding"
    """One auction on a number of tricks or points."""


class DefendAlone(Named):
    """When a defender may put his partner out (§2.3, S4)."""

    OFF = "off"
    AGAINST_LONER = "against-loner"
    ALWAYS = "always"


_LOWEST_RANK: Final = {24: Rank.NINE, 28: Rank.EIGHT, 32: Rank.SEVEN, 36: Rank.SIX, 52: Rank.TWO}
_BUILT_PLAIN_CARDS: Final = {24, 28, 32}
_BUILT_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game. Make them with :meth:`parse`, or with `dataclasses.replace`.

    ``plain_cards`` is the size of the deck without the best bower; ``need`` and ``march_tricks``
    are the makers' tricks for a made contract and for a march; ``target`` wins the game.

    >>> str(Rules.parse("north-american-stick")), Rules.parse("british").deck_size
    ('north-american-stick', 25)
    """

    preset: str = "north-american"
    toggles: tuple[str, ...] = ()
    players: int = 4
    plain_cards: int = 24
    best_bower: bool = False
    hand_size: int = 5
    need: int = 3
    march_tricks: int = 5
    sides: Sides = Sides.PARTNERS
    trump_making: TrumpMaking = TrumpMaking.TURN_UP
    widow_size: int = 0
    stick_dealer: bool = False
    no_trump_in_round_2: bool = False
    second_hand_alone: bool = False
    may_discard_upcard: bool = True
    alone: bool = True
    defend_alone: DefendAlone = DefendAlone.OFF
    lead: LeadRule = LeadRule.ELDEST
    score: ScoreTable = field(default_factory=ScoreTable)
    target: int = 10

    @classmethod
    def parse(cls, name: str) -> Rules:
        """Return the rules named by a preset and toggles after it, each after a hyphen.

        Raises `NotationError` for an unknown name, `RuleError` for rules that contradict each
        other. Toggles that change nothing are dropped.
        """
        return _parse_rules(name.lower())

    def __str__(self) -> str:
        return "-".join((self.preset, *self.toggles))

    @property
    def deck_size(self) -> int:
        """Number of cards, the best bower included."""
        return self.plain_cards + self.best_bower

    @property
    def deck(self) -> CardSet:
        """The cards of the game."""
        return _deck(self.plain_cards, best_bower=self.best_bower)

    @property
    def kitty_size(self) -> int:
        """Number of cards not dealt to a hand, the upcard included."""
        return self.deck_size - self.players * self.hand_size

    @property
    def dealer(self) -> int:
        """The dealer's seat: the last to speak."""
        return self.players

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
        if self.best_bower and self.no_trump_in_round_2:
            raise RuleError(
                ErrorCode.CONFLICT,
                "the best bower has no rank at no-trump",
                hint="play no-trump without the best bower (§3.1)",
            )
        if self.kitty_size < (self.trump_making is TrumpMaking.TURN_UP) + self.widow_size:
            raise RuleError(
                ErrorCode.CONFLICT,
                f"{self.players} hands of {self.hand_size} don't fit in {self.deck_size} cards",
            )

    def verify_built(self) -> None:
        """Raise `RuleError` if this version can't solve games of these rules."""
        built = (
            self.players == _BUILT_PLAYERS
            and self.plain_cards in _BUILT_PLAIN_CARDS
            and self.deck_size <= max(_BUILT_PLAIN_CARDS)
            and self.sides is Sides.PARTNERS
            and self.trump_making is TrumpMaking.TURN_UP
        )
        if not built:
            raise RuleError(
                ErrorCode.NOT_BUILT,
                f"{self} isn't built yet",
                hint="four-handed games with a turn-up and 24, 25, 28 or 32 cards are",
            )

    def points(self, tricks: int, *, alone: bool, defended_alone: bool = False) -> int:
        """Return the makers' points for their ``tricks`` (§2.7); negative for a euchre."""
        return self.score.points(
            tricks, self.need, self.march_tricks, alone=alone, defended_alone=defended_alone
        )


_BASE: Final = Rules()
_AUCTION: Final = replace(_BASE, trump_making=TrumpMaking.BIDDING, target=15)

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            _BASE,
            replace(_BASE, preset="hoyle-1844", plain_cards=32, may_discard_upcard=False, target=5),
            replace(_BASE, preset="hoyle-32", plain_cards=32, target=5),
            replace(_BASE, preset="beginner", lead=LeadRule.LEFT_OF_LONER),
            replace(
                _BASE,
                preset="british",
                best_bower=True,
                second_hand_alone=True,
                defend_alone=DefendAlone.ALWAYS,
                lead=LeadRule.LEFT_OF_LONER,
                score=ScoreTable(lone_made=2),
                target=11,
            ),
            replace(_BASE, preset="ontario-nz", second_hand_alone=True),
            replace(_BASE, preset="skat-7", plain_cards=32, hand_size=7, need=4, march_tricks=7),
            replace(
                _BASE,
                preset="railroad",
                plain_cards=32,
                best_bower=True,
                defend_alone=DefendAlone.AGAINST_LONER,
            ),
            replace(_BASE, preset="two-handed", players=2, sides=Sides.MAKER_ALONE, alone=False),
            replace(
                _BASE,
                preset="three-handed-hoyle",
                players=3,
                plain_cards=32,
                sides=Sides.MAKER_ALONE,
                alone=False,
                score=ScoreTable(march=3),
            ),
            replace(
                _BASE,
                preset="three-handed-cutthroat",
                players=3,
                hand_size=7,
                need=4,
                march_tricks=7,
                sides=Sides.EACH_FOR_HIMSELF,
                alone=False,
                score=ScoreTable(one_short=2, march=4),
            ),
            replace(
                _AUCTION,
                preset="auction-5",
                players=5,
                plain_cards=32,
                sides=Sides.CHOSEN_SEATS,
                widow_size=2,
            ),
            replace(_AUCTION, preset="auction-6", players=6, plain_cards=36, widow_size=2),
            replace(
                _AUCTION,
                preset="auction-7",
                players=7,
                plain_cards=52,
                hand_size=7,
                need=4,
                march_tricks=7,
                sides=Sides.CHOSEN_SEATS,
                widow_size=3,
            ),
        )
    }
)
"""Every preset by name."""

TOGGLES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = MappingProxyType(
    {
        "stick": ("the dealer may not pass in round 2", {"stick_dealer": True}),
        "nt": ("no-trump may be named in round 2", {"no_trump_in_round_2": True}),
        "secondalone": (
            "the dealer's partner must go alone to call in round 1",
            {"second_hand_alone": True},
        ),
        "secondfree": (
            "the dealer's partner may assist in round 1",
            {"second_hand_alone": False},
        ),
        "defendalone": (
            "a defender may play alone against a loner",
            {"defend_alone": DefendAlone.AGAINST_LONER},
        ),
        "defendalways": (
            "a defender may play alone against any maker",
            {"defend_alone": DefendAlone.ALWAYS},
        ),
        "eldestleads": ("eldest leads against a loner too", {"lead": LeadRule.ELDEST}),
        "leftleads": ("the player on a loner's left leads", {"lead": LeadRule.LEFT_OF_LONER}),
        "deck28": ("the eights are in the deck", {"plain_cards": 28}),
        "deck32": ("the eights and sevens are in the deck", {"plain_cards": 32}),
        "benny": ("the best bower is in the deck", {"best_bower": True}),
        **{
            f"to{points}": (f"{points} points win the game", {"target": points})
            for points in (5, 7, 10, 11, 15, 21)
        },
    }
)
"""Every toggle by name: what it says, and the parameters it sets."""


@cache
def _deck(plain_cards: int, *, best_bower: bool) -> CardSet:
    ranks = tuple(Rank)
    lowest = ranks.index(_LOWEST_RANK[plain_cards])
    cards = CardSet.from_cards(card for card in DECK[1:] if ranks.index(card.rank) <= lowest)
    return cards.with_card(BEST_BOWER) if best_bower else cards


@lru_cache(maxsize=256)
def _parse_rules(name: str) -> Rules:
    preset = max(
        (known for known in PRESETS if f"{name}-".startswith(f"{known}-")), key=len, default=None
    )
    if preset is None:
        raise NotationError(
            ErrorCode.UNKNOWN_RULES,
            f"no preset is called {shortened(name)!r}",
            text=name,
            span=(0, len(name)),
            hint=f"presets: {', '.join(PRESETS)}",
        )
    words = _words(name, len(preset) + 1)
    for toggle, span in words:
        if toggle not in TOGGLES:
            raise NotationError(
                ErrorCode.UNKNOWN_RULES,
                f"no toggle is called {shortened(toggle)!r}",
                text=name,
                span=span,
                hint=f"toggles: {', '.join(TOGGLES)}",
            )
    _verify_agree(name, words)
    rules = _apply_toggles(PRESETS[preset], [toggle for toggle, _ in words])
    try:
        rules.verify()
    except RuleError as error:
        error.text, error.span = name, (0, len(name))
        raise
    return rules


def _words(name: str, start: int) -> list[tuple[str, Span]]:
    """Return the toggles in ``name`` from ``start`` on, each with its place."""
    words = []
    for word in name[start:].split("-") if len(name) >= start else []:
        words.append((word, (start, start + len(word))))
        start += len(word) + 1
    return words


def _verify_agree(name: str, words: list[tuple[str, Span]]) -> None:
    """Raise `RuleError` if two toggles set the same parameter to different values."""
    set_by: dict[str, str] = {}
    for toggle, span in words:
        for key, value in TOGGLES[toggle][1].items():
            other = set_by.setdefault(key, toggle)
            if TOGGLES[other][1][key] != value:
                raise RuleError(
                    ErrorCode.CONFLICT,
                    f"{other} and {toggle} contradict each other",
                    text=name,
                    span=span,
                )


def _apply_toggles(rules: Rules, wanted: list[str]) -> Rules:
    """Apply ``wanted`` in their order, then name the result by the toggles that matter."""
    base = rules
    for toggle in wanted:
        rules = replace(rules, **TOGGLES[toggle][1])
    changed = {
        item.name for item in fields(rules) if getattr(rules, item.name) != getattr(base, item.name)
    }
    names = tuple(
        toggle
        for toggle, (_, changes) in TOGGLES.items()
        if any(key in changed and getattr(rules, key) == value for key, value in changes.items())
    )
    return replace(rules, toggles=names)
