"""The players that a match can be between, by name: ``BIDDER/CARDS``, as in ``table/sampling-30``.

A name is a bidder and a card player, with the number of worlds that they look at in place of an
``N``; or it is one of `SHORT`, which stand for both. Those who bid or listen by the table know the
score, ``table-plain`` bids the same at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from euchre_solve.advice.arena.bidders import Bidder, ModelBidder, PointCountBidder, RandomBidder
from euchre_solve.advice.arena.card_players import CardPlayer, RandomPlayer, RulePlayer
from euchre_solve.advice.arena.playing import Player
from euchre_solve.advice.arena.sampling import SamplingPlayer
from euchre_solve.advice.arena.sampling_bidder import SamplingBidder
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious
from euchre_solve.errors import ErrorCode, NotationError, Span, shortened
from euchre_solve.rules import Rules

SHORT: Final = {
    "ours": "table/listening-100",
    "open": "sampling-30/sampling-30",
    "rule": "points/rule",
    "random": "random/random",
}
"""Names that stand for a bidder and a card player."""
_WORLDS: Final = re.compile(r"(?<=-)[1-9][0-9]{0,4}(?=-|$)")


class _Deals(NamedTuple):
    """What deals a player is made for, and how many worlds it looks at."""

    rules: Rules
    score: tuple[int, int] | None
    worlds: int


_BIDDERS: Final[Mapping[str, Callable[[_Deals], Bidder]]] = {
    "table": lambda deals: ModelBidder(model_for(deals.rules, deals.score)),
    "table-plain": lambda deals: ModelBidder(model_for(deals.rules)),
    "sampling-N": lambda deals: SamplingBidder(deals.worlds),
    "points": lambda _: PointCountBidder(),
    "random": lambda _: RandomBidder(),
}
_CARD_PLAYERS: Final[Mapping[str, Callable[[_Deals], CardPlayer]]] = {
    "listening-N": lambda deals: SamplingPlayer(deals.worlds, model_for(deals.rules, deals.score)),
    "listening-N-cautious": lambda deals: SamplingPlayer(
        deals.worlds, Cautious(model_for(deals.rules, deals.score))
    ),
    "sampling-N": lambda deals: SamplingPlayer(deals.worlds),
    "rule": lambda _: RulePlayer(),
    "random": lambda _: RandomPlayer(),
}


@dataclass(frozen=True, slots=True)
class NamedEntrant:
    """A player by the names of its parts, made anew wherever it plays."""

    bidder: str
    cards: str

    @property
    def name(self) -> str:
        """Both names, ``BIDDER/CARDS``."""
        return f"{self.bidder}/{self.cards}"

    def at(self, rules: Rules, score: tuple[int, int] | None) -> Player:
        """Return the player for deals at ``score``, see `playing.Entrant`."""
        return _player(self, rules, score)


@lru_cache(maxsize=512)
def _player(entrant: NamedEntrant, rules: Rules, score: tuple[int, int] | None) -> Player:
    (bidder, bidder_worlds), (cards, cards_worlds) = map(_kind, (entrant.bidder, entrant.cards))
    return Player(
        entrant.name,
        _BIDDERS[bidder](_Deals(rules, score, bidder_worlds)),
        _CARD_PLAYERS[cards](_Deals(rules, score, cards_worlds)),
    )


def parse_entrant(text: str, span: Span | None = None) -> NamedEntrant:
    """Return the player that is named at ``span`` of a text; raises `NotationError`.

    >>> parse_entrant("rule").name
    'points/rule'
    """
    start, end = span or (0, len(text))
    name = text[start:end]
    bidder, slash, cards = SHORT.get(name, name).partition("/")
    if not slash:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{shortened(name)!r} is not a player",
            span=(start, end),
            text=text,
            hint=f"a player is BIDDER/CARDS, as in table/sampling-30, or {_list(SHORT, 'or')}",
        )
    middle = start + len(bidder)
    if name not in SHORT:
        _verify(text, (start, middle), _BIDDERS, "bidder")
        _verify(text, (middle + 1, end), _CARD_PLAYERS, "card player")
    return NamedEntrant(bidder, cards)


def _verify(text: str, span: Span, makers: Mapping[str, Any], what: str) -> None:
    word = text[slice(*span)]
    kind, worlds = _kind(word)
    if kind not in makers or ("N" in kind) != bool(worlds):
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{shortened(word)!r} is not a {what}",
            span=span,
            text=text,
            hint=f"{what}s are {_list(makers, 'and')}; N is a number of worlds",
        )


def _kind(word: str) -> tuple[str, int]:
    """Return a name with N for its number of worlds, and that number, 0 if it has none."""
    found = _WORLDS.search(word)
    return _WORLDS.sub("N", word, count=1), int(found[0]) if found else 0


def _list(names: Mapping[str, Any], last: str) -> str:
    *most, final = names
    return f"{', '.join(most)} {last} {final}"
