"""Deals as a command gets them: words of the command line, or lines of standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from euchre_solve.cli.environment import Environment
from euchre_solve.errors import EuchreError
from euchre_solve.formats.deal_reader import read_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.line_file import read_line_file
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from euchre_solve.formats.bare_hand import BareHand

STANDARD_INPUT = "-"
"""The word that stands for standard input."""


def bare_hand(**options: str | None) -> BareHand | None:
    """Return what the options say of a hand without a deal line; None if they say nothing."""
    if not any(options.values()):
        return None
    from euchre_solve.formats.bare_hand import BareHand  # lazy: start-up

    return BareHand(cards="", **options)


def read_inputs(
    environment: Environment, words: Iterable[str], rules_name: str, bare: BareHand | None
) -> Iterator[Record | Diagnostic]:
    """Yield the deal of each word, or what is wrong with it."""
    try:
        rules = Rules.parse(rules_name)
    except EuchreError as error:
        error.source = "--rules"
        yield Diagnostic.of(error)
        return
    for word in words:
        if word == STANDARD_INPUT:
            yield from read_line_file(environment.stdin, "<stdin>", rules, as_played=False)
            continue
        try:
            yield _read_word(word, rules, bare)
        except EuchreError as error:
            yield Diagnostic.of(error)


def _read_word(word: str, rules: Rules, bare: BareHand | None) -> Record:
    if bare:
        from euchre_solve.formats.bare_hand import read_bare_hand  # lazy: start-up

        parsed = read_bare_hand(replace(bare, cards=word), rules)
    else:
        parsed = read_deal(word, rules)
    warnings = tuple(Diagnostic.of(warning) for warning in parsed.warnings)
    return Record(parsed.deal, warnings=warnings)
