"""Euchre, analysed: open hands solved exactly, on the command line and in Python.

>>> from euchre_solve import parse_deal, solve_deal
>>> deal = parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc")
>>> best = max(solve_deal(deal).contracts, key=lambda contract: contract.points)
>>> str(best.trump), best.makers, best.tricks
('s', (1, 3), 3)
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing takes 10 ms, in which nobody could catch an interruption yet
if TYPE_CHECKING:
    from typing import Any

    from euchre_solve.cards import Card, CardSet
    from euchre_solve.deal import Deal
    from euchre_solve.errors import EuchreError
    from euchre_solve.formats.deal_line import format_deal, parse_deal
    from euchre_solve.rules import Rules
    from euchre_solve.solver.double_dummy import solve_deal, solve_position
    from euchre_solve.trump import Trump

__version__ = "0.1.0"

__all__ = [
    "Card",
    "CardSet",
    "Deal",
    "EuchreError",
    "Rules",
    "Trump",
    "format_deal",
    "parse_deal",
    "solve_deal",
    "solve_position",
]

_HOMES = {
    "Card": "cards",
    "CardSet": "cards",
    "Deal": "deal",
    "EuchreError": "errors",
    "Rules": "rules",
    "Trump": "trump",
    "format_deal": "formats.deal_line",
    "parse_deal": "formats.deal_line",
    "solve_deal": "solver.double_dummy",
    "solve_position": "solver.double_dummy",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first wanted, so that importing the package costs nothing."""
    import importlib

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
