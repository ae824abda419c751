"""Every preset and toggle by name, and the rules that a name stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from euchre_solve.bids import Bid
from euchre_solve.errors import ErrorCode, NotationError, RuleError, Span, shortened
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
from euchre_solve.rules import Rules
from euchre_solve.scoring import ScoreTable

_BASE: Final = Rules()
_AUCTION: Final = replace(
    _BASE, trump_making=TrumpMaking.BIDDING, alone=False, widow_size=2, target=15
)
_ALONE: Final = (
    Bid(8, tricks=5, alone=True),
    Bid(15, tricks=5, alone=True, takes_widow=False),
)

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
                exchange=Exchange.ALL_ALONE,
                laps=True,
                slam=True,
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
                score=ScoreTable(one_short=2, march=4, euchre_to_best=True),
            ),
            replace(_BASE, preset="call-ace", plain_cards=32, sides=Sides.CALLED_CARD),
            replace(
                _BASE,
                preset="set-back",
                plain_cards=32,
                sides=Sides.EACH_FOR_HIMSELF,
                alone=False,
                bid_score=BidScore.COUNT_DOWN,
                set_costs=2,
                no_trick_costs=1,
                start=5,
                target=0,
            ),
            replace(
                _AUCTION,
                preset="auction-5",
                players=5,
                plain_cards=32,
                sides=Sides.CHOSEN_SEATS,
                bids=(
                    Bid(3, tricks=3, partners=1),
                    *(Bid(tricks, tricks, partners=2) for tricks in (4, 5)),
                    *_ALONE,
                ),
            ),
            replace(
                _AUCTION,
                preset="auction-6",
                players=6,
                plain_cards=36,
                bids=(*(Bid(tricks, tricks) for tricks in (3, 4, 5)), *_ALONE),
            ),
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
                bids=(
                    *(Bid(tricks, tricks, partners=1) for tricks in (4, 5)),
                    *(Bid(tricks, tricks, partners=2) for tricks in (6, 7)),
                    Bid(10, tricks=7, alone=True),
                    Bid(20, tricks=7, alone=True, takes_widow=False),
                ),
            ),
            replace(
                _AUCTION,
                preset="bid-partners",
                hand_size=6,
                need=4,
                march_tricks=6,
                widow_size=0,
                names_no_trump=True,
                bid_score=BidScore.TRICKS,
                lead=LeadRule.BIDDER,
                target=32,
            ),
            replace(
                _AUCTION,
                preset="bid-individual",
                hand_size=6,
                need=4,
                march_tricks=6,
                sides=Sides.EACH_FOR_HIMSELF,
                widow_size=0,
                names_no_trump=True,
                bid_score=BidScore.COUNT_DOWN,
                set_costs=5,
                no_trick_costs=5,
                lead=LeadRule.BIDDER,
                start=21,
                target=0,
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
        "declare": (
            "a maker may declare a march, to win or double his count",
            {"alone": True, "declared_march": True},
        ),
        "euchrededucts": ("a euchre takes two off each defender's count", {"euchre_deducts": 2}),
        "dealerfirst": ("the dealer calls first, eldest next", {"dealer_first": True}),
        "trumprule": (
            "nobody makes trump whose only trump is a jack",
            {"trump_rule": TrumpRule.ALL},
        ),
        "trumpruledealer": (
            "the dealer doesn't make trump if his only trump is a jack",
            {"trump_rule": TrumpRule.DEALER},
        ),
        "partnersbest": (
            "a loner may change a card for the best of his partner",
            {"exchange": Exchange.LONER},
        ),
        "callbest": (
            "whoever plays alone may change a card for partner's best",
            {"exchange": Exchange.ALL_ALONE},
        ),
        "farmer": (
            "a hand of nines and tens may ask for a redeal",
            {"farmers_hand": WeakHand.REDEAL, "farmers_cards": FarmersHand.ALL},
        ),
        "farmerunder": (
            "a hand of nines and tens may change three cards with the kitty",
            {"farmers_hand": WeakHand.UNDER, "farmers_cards": FarmersHand.ALL},
        ),
        "threeunder": (
            "three nines or three tens may be changed with the kitty",
            {"farmers_hand": WeakHand.UNDER, "farmers_cards": FarmersHand.THREE},
        ),
        "acenoface": (
            "an ace with nines and tens may ask for a redeal",
            {"ace_no_face": WeakHand.REDEAL},
        ),
        "aceunder": (
            "an ace with nines and tens may change three with the kitty",
            {"ace_no_face": WeakHand.UNDER},
        ),
        **{f"players{count}": (f"{count} players", {"players": count}) for count in range(2, 7)},
        "deck24": ("nine is the lowest card", {"plain_cards": 24}),
        "deck28": ("the eights are in the deck", {"plain_cards": 28}),
        "deck32": ("the eights and sevens are in the deck", {"plain_cards": 32}),
        "twos": ("the twos are in the deck, below all other cards", {"twos": True}),
        "cards8": (
            "32 cards, eight each",
            {"plain_cards": 32, "hand_size": 8, "need": 5, "march_tricks": 8},
        ),
        "cards9": (
            "36 cards, nine each",
            {"plain_cards": 36, "hand_size": 9, "need": 5, "march_tricks": 9},
        ),
        "three": (
            "three players, eight cards each",
            {"players": 3, "hand_size": 8, "need": 5, "march_tricks": 8},
        ),
        **{
            f"set{points}": (f"a bid that is set costs {points} points", {"set_costs": points})
            for points in (6, 8, 9)
        },
        "benny": ("the best bower is in the deck", {"best_bower": True}),
        **{
            f"to{points}": (f"{points} points win the game", {"target": points})
            for points in (5, 7, 10, 11, 15, 21)
        },
        "bytwo": ("the game is won with a lead of two points", {"win_by_two": True}),
        "rubber": ("two games win a rubber, which is what counts", {"rubber": True}),
        "robson": (
            "the points of a march may be taken off the others' instead",
            {"set_back": True},
        ),
        "blindloner": (
            "a dealer who turns up a jack may go alone in its suit unseen",
            {"blind_loner": True},
        ),
        "revoketwo": (
            "a revoke costs two points, also against a loner",
            {"revoke_costs_four": RevokeCost.NEVER},
        ),
        "revokefour": (
            "a revoke costs four points where a maker is alone, his too",
            {"revoke_costs_four": RevokeCost.BY_LONER_TOO},
        ),
    }
)
"""Every toggle by name: what it says, and the parameters it sets."""


@lru_cache(maxsize=256)
def parse_rules(name: str) -> Rules:
    """Return what `Rules.parse` returns for ``name`` in lower case."""
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
                hint=_like(toggle),
            )
    _verify_agree(name, words)
    rules = _apply_toggles(PRESETS[preset], [toggle for toggle, _ in words])
    try:
        rules.verify()
    except RuleError as error:
        error.text, error.span = name, (0, len(name))
        raise
    return rules


def _like(toggle: str) -> str:
    """Return which toggles are spelled alike, and where to find the others."""
    from difflib import get_close_matches  # lazy: start-up

    close = get_close_matches(toggle, TOGGLES)
    meant = f"did you mean {' or '.join(close)}? " if close else ""
    return f"{meant}`euchre-solve rules` lists all toggles"


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
                    hint="leave out one of the two",
                )


def _apply_toggles(rules: Rules, wanted: list[str]) -> Rules:
    """Apply ``wanted`` in their order, then name the result by the toggles that matter."""
    base = rules
    for toggle in wanted:
        rules = replace(rules, **TOGGLES[toggle][1])
    changed = {
        item.name for item in fields(rules) if getattr(rules, item.name) != getattr(base, item.name)
    }
    mattering = {
        toggle: changes.items()
        for toggle, (_, changes) in TOGGLES.items()
        if toggle in wanted and changed & changes.keys()
    }
    names = tuple(
        toggle
        for toggle, changes in mattering.items()
        if not any(changes < others for others in mattering.values())
    )
    return replace(rules, toggles=names)
