"""Deals as a command gets them: words of the command line, or lines of standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from euchre_solve.cli.environment import Environment
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.deal_reader import read_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record
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
) -> Iterator[Record | Diagnostic]:
    """Yield the deal of each word, or what is wrong with it."""
    for word in words:
        if word == STANDARD_INPUT:
            yield from _read_stream(environment.stdin, "<stdin>", rules)
            continue
        if not bare and _is_file(word):
            with Path(word).open("rb") as stream:
                yield from _read_stream(stream, word, rules)
            continue
        try:
            yield _read_word(word, rules, bare)
        except EuchreError as error:
            yield Diagnostic.of(error)


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long, or no path at all
        return False


def _read_stream(stream: BinaryIO, source: str, rules: Rules) -> Iterator[Record | Diagnostic]:
    """Yield the records that hold no act against the rules, or the first such act."""
    from euchre_solve.formats.check import illegal_acts  # lazy: start-up
    from euchre_solve.formats.history import read_history  # lazy: start-up
    from euchre_solve.replay import replay  # lazy: start-up

    for item in read_history(stream, source, rules=rules):
        if isinstance(item, Diagnostic):
            yield item
            continue
        replayed = replay(item.deal)
        if not replayed.faults and len(replayed.discards) <= 1:
            yield item
        elif item.text:
            yield _read_again(item)
        else:
            faults = illegal_acts(item, replayed)
            yield faults[0] if faults else item


def _read_again(record: Record) -> Record | Diagnostic:
    """Read a deal line strictly, which names the place of the first fault or doubt."""
    try:
        parsed = read_deal(record.text, record.deal.rules)
    except EuchreError as error:
        return record.diagnose(error)
    return record._replace(warnings=tuple(map(record.diagnose, parsed.warnings)))


def _read_word(word: str, rules: Rules, bare: BareHand | None) -> Record:
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
    return Record(parsed.deal, warnings=warnings)
