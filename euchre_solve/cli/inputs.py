"""Deals as a command gets them: words of the command line, or lines of standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from euchre_solve.cli.environment import Environment
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.deal_reader import read_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import DealRecord, read_deals
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from euchre_solve.formats.bare_hand import BareHand

STANDARD_INPUT = "-"
"""The word that stands for standard input."""


def bare_hand(**options: str | None) -> BareHand | None:
    """Return what the options say of a hand without a deal line; None if they say nothing."""
    if all(value is None for value in options.values()):
        return None
    from euchre_solve.formats.bare_hand import BareHand  # lazy: start-up

    return BareHand(cards="", **options)


def parse_rules(name: str) -> Rules:
    """Return the rules that the option ``--rules`` names; raises `EuchreError`."""
    try:
        return Rules.parse(name)
    except EuchreError as error:
        error.source = "--rules"
        raise


def read_inputs(
    environment: Environment, words: Iterable[str], rules: Rules, bare: BareHand | None
) -> Iterator[DealRecord | Diagnostic]:
    """Yield the deal of each word, or what is wrong with it."""
    for word in words:
        if word == STANDARD_INPUT:
            yield from read_deals(environment.stdin, "<stdin>", rules)
            continue
        try:
            yield _read_word(word, rules, bare)
        except EuchreError as error:
            yield Diagnostic.of(error)


def _read_word(word: str, rules: Rules, bare: BareHand | None) -> DealRecord:
    if bare:
        if ":" in word:
            raise NotationError(
                ErrorCode.CONFLICT,
                "--up, --seat, --bids and --score go with a bare hand, not with a deal line",
                text=word,
                hint="write u:, b: and s: in the line",
            )
        from euchre_solve.formats.bare_hand import read_bare_hand  # lazy: start-up

        parsed = read_bare_hand(replace(bare, cards=word), rules)
    else:
        parsed = read_deal(word, rules)
    warnings = tuple(Diagnostic.of(warning) for warning in parsed.warnings)
    return DealRecord(1, parsed.deal, warnings)
