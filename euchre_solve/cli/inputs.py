"""Deals as a command gets them: words of the command line, or lines of standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from euchre_solve.cli.environment import Environment
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError
from euchre_solve.formats.deal_reader import read_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    from euchre_solve.formats.bare_hand import BareHand
    from euchre_solve.formats.history import Peeked

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
    with naming_rules():
        return Rules.parse(name)


def parse_built_rules(name: str) -> Rules:
    """Return the same, if this version can deal with them; raises `EuchreError`."""
    rules = parse_rules(name)
    with naming_rules():
        rules.verify_built()
    return rules


def rubber_games(written: str | None) -> tuple[int, int] | None:
    """Return the games of the option ``--games``, ours first; None without it."""
    if written is None:
        return None
    from euchre_solve.formats.bare_hand import naming_option  # lazy: start-up
    from euchre_solve.formats.field_values import read_games

    with naming_option("--games", written) as span:
        return read_games(written, span)


def games_of(rules: Rules, games: tuple[int, int] | None) -> tuple[int, int]:
    """Return the ``games`` told, none if they aren't; raise `RuleError` where none count."""
    if games and not rules.rubber:
        raise RuleError(
            ErrorCode.CONFLICT,
            f"in {rules} no rubber is played",
            source="--games",
            hint="rules with -rubber count games",
        )
    return games or (0, 0)


@contextmanager
def naming_rules() -> Iterator[None]:
    """Say of an error that it is in the option ``--rules``."""
    try:
        yield
    except EuchreError as error:
        error.source = "--rules"
        raise


def read_inputs(
    environment: Environment, words: Iterable[str], rules: Rules, bare: BareHand | None
) -> Iterator[Record | Diagnostic]:
    """Yield the deal of each word, or what is wrong with it."""
    for word in words:
        if are_many(word):
            if bare:
                yield Diagnostic.of(_not_a_bare_hand(word))
                continue
            with opened_word(environment, word) as (stream, source):
                yield from read_stream(stream, source, rules)
            continue
        try:
            yield _read_word(word, rules, bare)
        except EuchreError as error:
            yield Diagnostic.of(error)


def are_many(word: str) -> bool:
    """Tell whether a word stands for a file, in which any number of deals may be."""
    if word == STANDARD_INPUT:
        return True
    try:
        return Path(word).exists() and not Path(word).is_dir()
    except (OSError, ValueError):  # too long, or no path at all
        return False


@contextmanager
def opened_word(environment: Environment, word: str) -> Iterator[tuple[BinaryIO, str]]:
    """Open the file that a word stands for; return its stream and what to call it."""
    if word == STANDARD_INPUT:
        yield environment.stdin, "<stdin>"
        return
    with Path(word).open("rb") as stream:
        yield stream, word


def read_stream(
    stream: BinaryIO | Peeked, source: str, rules: Rules
) -> Iterator[Record | Diagnostic]:
    """Yield the records of a file of any format that hold no act against the rules."""
    from euchre_solve.formats.history import read_history  # lazy: start-up

    yield from without_faults(read_history(stream, source, rules=rules))


def without_faults(items: Iterable[Record | Diagnostic]) -> Iterator[Record | Diagnostic]:
    """Yield the records that hold no act against the rules, or the first such act."""
    from euchre_solve.formats.check import illegal_acts  # lazy: start-up
    from euchre_solve.replay import replay  # lazy: start-up

    for item in items:
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


def _not_a_bare_hand(word: str) -> NotationError:
    return NotationError(
        ErrorCode.CONFLICT,
        "--up, --seat, --bids and --score go with a bare hand, not with a deal line or file",
        text=word,
        hint="write u:, b: and s: in the line",
    )


def _read_word(word: str, rules: Rules, bare: BareHand | None) -> Record:
    if bare:
        if ":" in word:
            raise _not_a_bare_hand(word)
        from euchre_solve.formats.bare_hand import read_bare_hand  # lazy: start-up

        parsed = read_bare_hand(replace(bare, cards=word), rules)
    else:
        try:
            parsed = read_deal(word, rules)
        except EuchreError as error:
            if ":" not in word and error.code is ErrorCode.BAD_SEAT:
                error.hint = "no file has this name, and a deal begins as in 3:JsJcAsKh9d"
            raise
    warnings = tuple(Diagnostic.of(warning) for warning in parsed.warnings)
    return Record(parsed.deal, warnings=warnings)
