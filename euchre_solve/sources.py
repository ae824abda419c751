"""Where each preset and toggle comes from, by tags that docs/rules.md explains."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_ENCYCLOPEDIA: Final = "encyclopedia"
_OLDER: Final = "older-encyclopedia"
_TWO_HANDED: Final = "two-handed"
_HOYLE: Final = "hoyle"
_MODERN: Final = "modern"
_BOTH: Final = f"{_ENCYCLOPEDIA}, {_OLDER}"

SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "north-american": f"{_BOTH}, {_MODERN}",
        "hoyle-1844": _ENCYCLOPEDIA,
        "hoyle-32": _HOYLE,
        "beginner": _MODERN,
        "british": _ENCYCLOPEDIA,
        "ontario-nz": _OLDER,
        "skat-7": _OLDER,
        "railroad": _HOYLE,
        "two-handed": f"{_TWO_HANDED}, {_HOYLE}",
        "three-handed-hoyle": _HOYLE,
        "three-handed-cutthroat": _ENCYCLOPEDIA,
        "call-ace": _HOYLE,
        "set-back": _ENCYCLOPEDIA,
        **{f"auction-{players}": _HOYLE for players in (5, 6, 7)},
        "bid-partners": _ENCYCLOPEDIA,
        "bid-individual": _ENCYCLOPEDIA,
        "stick": f"{_BOTH}, {_TWO_HANDED}, {_MODERN}",
        "nt": _OLDER,
        "secondalone": _BOTH,
        "secondfree": _ENCYCLOPEDIA,
        "defendalone": f"{_ENCYCLOPEDIA}, {_HOYLE}",
        "defendalways": _ENCYCLOPEDIA,
        "eldestleads": f"{_BOTH}, {_TWO_HANDED}, {_HOYLE}",
        "leftleads": f"{_ENCYCLOPEDIA}, {_MODERN}",
        "declare": _ENCYCLOPEDIA,
        "euchrededucts": _ENCYCLOPEDIA,
        "dealerfirst": _ENCYCLOPEDIA,
        "trumprule": _ENCYCLOPEDIA,
        "trumpruledealer": _ENCYCLOPEDIA,
        "partnersbest": _ENCYCLOPEDIA,
        "callbest": _HOYLE,
        "farmer": _BOTH,
        "farmerunder": _ENCYCLOPEDIA,
        "threeunder": _OLDER,
        "acenoface": _BOTH,
        "aceunder": _BOTH,
        **{f"players{count}": f"{_ENCYCLOPEDIA}, {_HOYLE}" for count in range(2, 7)},
        "deck24": f"{_ENCYCLOPEDIA}, {_HOYLE}",
        "deck28": f"{_ENCYCLOPEDIA}, {_HOYLE}",
        "deck32": f"{_BOTH}, {_TWO_HANDED}, {_HOYLE}",
        "twos": _ENCYCLOPEDIA,
        "cards8": _ENCYCLOPEDIA,
        "cards9": _ENCYCLOPEDIA,
        "three": _ENCYCLOPEDIA,
        **{f"set{points}": "own" for points in (6, 8, 9)},
        "benny": f"{_BOTH}, {_TWO_HANDED}, {_HOYLE}, {_MODERN}",
        "to5": f"{_BOTH}, {_HOYLE}, {_MODERN}",
        "to7": f"{_BOTH}, {_HOYLE}",
        "to10": f"{_BOTH}, {_TWO_HANDED}, {_MODERN}",
        "to11": _BOTH,
        "to15": _OLDER,
        "to21": _ENCYCLOPEDIA,
        "bytwo": _OLDER,
        "rubber": _HOYLE,
        "robson": _BOTH,
        "blindloner": _BOTH,
        "revoketwo": _MODERN,
        "revokefour": _OLDER,
    }
)
"""The tags of each preset and toggle; ``own`` where no source says how."""
