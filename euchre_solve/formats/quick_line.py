"""Deal lines in canonical form with whole hands, read ten times as fast as any line.

:func:`read_quickly` returns None for a line that isn't one, or that anything is wrong with;
:func:`~euchre_solve.formats.deal_reader.read_deal` then has the say. Where it returns a deal it is
the same.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from euchre_solve.auction import PASS, Auction
from euchre_solve.cards import CARD_NAMES, DECK, NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import EuchreError
from euchre_solve.formats.field_values import read_calls, read_contract
from euchre_solve.formats.implied import with_inferred_discard
from euchre_solve.rules import Rules

_LINE: Final = re.compile(
    r"1:([^_]+)(?:_u:(..))?(?:_k:([^_]+))?(?:_r:([a-z0-9-]+))?(?:_b:([a-z-]+))?(?:_m:([1-7a-z]+))?"
    r"(?:_x:(..))?(?:_t:([^_]+))?(?:_s:([0-9]{1,3}(?:-[0-9]{1,3})+))?(?:_g:([1-9][0-9]{0,2}))?"
    r"(?:_i:([A-Za-z0-9-]+))?",
    re.ASCII,
)
_CARDS: Final = dict(zip(CARD_NAMES, DECK, strict=True))
_MASKS: Final = {name: 1 << card.index for name, card in _CARDS.items()}
_UNKNOWN: Final = "-"
_MAYBE_BEST_BOWER: Final = "2s"


def read_quickly(text: str, rules: Rules) -> Deal | None:
    """Return the deal as recorded in a canonical line; None where another reading is needed."""
    match = _LINE.fullmatch(text)
    if match is None or _MAYBE_BEST_BOWER in text:
        return None
    hands, up, kitty, preset, calls, stated, gone, tricks, points, target, name = match.groups()
    try:
        rules = Rules.parse(preset) if preset else rules
        upcard = _CARDS[up] if up else None
        contract = _contract(rules, upcard, stated) if stated else None
        made = _auction(rules, upcard, calls) if calls else None
        if (made is None) == (contract is None):
            return None  # calls and a contract, or none of them: passes may be implied
        if (gone or tricks) and made and made.calls[-1:] in {(), (PASS,)}:
            return None
        goal = int(target) if target else None
        score = tuple(map(int, points.split("-"))) if points else None
        if score and max(score) >= (goal or rules.target):
            return None
        deal = Deal(
            rules,
            _hands(hands, rules),
            upcard,
            kitty=CardSet(_mask(kitty)) if kitty else NO_CARDS,
            calls=made.calls if made else (),
            defence=made.defence if made else (),
            called=made.called if made else None,
            stated_contract=contract,
            discarded=_CARDS[gone] if gone else None,
            tricks=tuple(map(_trick, tricks.split("."))) if tricks else (),
            score=score,
            target=goal,
            identifier=name or "",
        )
    except (KeyError, EuchreError):
        return None
    return with_inferred_discard(deal)


def _hands(text: str, rules: Rules) -> tuple[CardSet, ...]:
    hands = [NO_CARDS if hand == _UNKNOWN else _hand(hand, rules) for hand in text.split(".")]
    hands += [NO_CARDS] * (rules.players - len(hands))
    return tuple(hands)


def _hand(text: str, rules: Rules) -> CardSet:
    mask = _mask(text)
    if mask.bit_count() != rules.hand_size:
        raise KeyError(text)
    return CardSet(mask)


def _mask(text: str) -> int:
    """Return the cards in ``text``; raises KeyError unless each is one, and there once."""
    mask = 0
    for at in range(0, len(text), 2):
        bit = _MASKS[text[at : at + 2]]
        if mask & bit:
            raise KeyError(text)
        mask |= bit
    return mask


@lru_cache(maxsize=4096)
def _auction(rules: Rules, upcard: Card | None, text: str) -> Auction | None:
    if upcard is None:
        return None
    try:
        auction = read_calls(text, (0, len(text)), Auction(rules, upcard), as_played=True)
        _ = auction.contract  # an ordered best bower makes none
    except EuchreError:
        return None
    return auction


@lru_cache(maxsize=4096)
def _contract(rules: Rules, upcard: Card | None, text: str) -> Contract:
    return read_contract(text, (0, len(text)), rules, upcard, None)


def _trick(text: str) -> tuple[Card, ...]:
    if not text:
        raise KeyError(text)
    return tuple([_CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
