"""Line files (``.edl``): a deal a line, tags between them, facts and remarks behind the deals.

``[Tag "value"]`` lines hold until changed, an empty value takes the tag away; ``[Rules "british"]``
holds for the lines that name no rules. A blank line ends a game, ``#`` starts a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from euchre_solve.errors import EuchreError
from euchre_solve.formats.deal_line import first_seat, format_deal
from euchre_solve.formats.deal_reader import DEFAULT_RULES, read_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.implied import turned_back, turned_score
from euchre_solve.formats.line_parts import MAX_LENGTH
from euchre_solve.formats.lines import Line, read_lines
from euchre_solve.formats.quick_line import read_quickly
from euchre_solve.formats.record import (
    NOTHING_STATED,
    Pairs,
    Record,
    Remark,
    Stated,
    verify_stated,
)
from euchre_solve.formats.tag_text import (
    NO_TRAILER,
    Trailer,
    format_tag,
    format_trailer,
    parse_tag,
    parse_trailer,
    split_trailer,
)
from euchre_solve.rules import Rules

_TAG_START: Final = "["
_RULES_TAG: Final = "Rules"


class LineFileReader:
    """Reads the lines of one file in turn; what is in force stays from line to line."""

    def __init__(self, source: str, rules: Rules | None = None, *, as_played: bool = True) -> None:
        self.source = source
        self.callers_rules = self.rules = rules or DEFAULT_RULES
        self.as_played = as_played
        self.game = 1
        self.tags: Pairs = ()
        self.is_game_empty = True

    def read(self, line: Line) -> Record | Diagnostic | None:
        """Return what a line holds; None for a tag or a blank line that was well."""
        number, text = line
        if not text:
            self.end_game()
            return None
        try:
            if text.lstrip().startswith(_TAG_START):
                self.set_tag(text)
                return None
            return self._record(number, text)
        except EuchreError as error:
            error.text = text
            return Diagnostic.of(error, self.source, number)

    def end_game(self) -> None:
        """Note that the game is over, if it had a deal."""
        self.game += not self.is_game_empty
        self.is_game_empty = True

    def set_tag(self, text: str) -> None:
        """Note the tag of a line; raises `EuchreError`."""
        key, value = parse_tag(text)
        if key == _RULES_TAG:
            try:
                self.rules = Rules.parse(value) if value else self.callers_rules
            except EuchreError as error:
                at = text.index('"') + 1
                start, end = error.span or (0, len(value))
                error.span = at + start, at + end
                raise
            return
        tags = {**dict(self.tags), key: value}
        self.tags = tuple((key, value) for key, value in tags.items() if value)

    def _record(self, number: int, text: str) -> Record:
        written, start = text, len(text)
        trailer = NO_TRAILER
        if "=" in text or "#" in text:
            written, start = split_trailer(text)
            trailer = parse_trailer(text, start)
        deal = read_quickly(written.strip(), self.rules) if self.as_played else None
        warnings: tuple[Diagnostic, ...] = ()
        words, remarks, stated = trailer
        if deal is None:
            parsed = read_deal(written, self.rules, as_played=self.as_played)
            deal = parsed.deal
            warnings = tuple(Diagnostic.of(each, self.source, number) for each in parsed.warnings)
            if stated.after:
                stated = stated._replace(after=turned_back(stated.after, parsed.first))
        if stated is not NOTHING_STATED:
            verify_stated(stated, deal.rules, text)
        self.is_game_empty = False
        return Record(
            deal,
            self.source,
            number,
            written.rstrip(),
            warnings,
            self.game,
            self.tags,
            words,
            remarks,
            stated,
        )


def read_line_file(
    stream: BinaryIO,
    source: str = "<stdin>",
    rules: Rules | None = None,
    *,
    as_played: bool = True,
) -> Iterator[Record | Diagnostic]:
    """Yield each record of ``stream``, or what is wrong with its line, in constant memory.

    Acts against the rules are read as they are; unless ``as_played``, they are faults.
    """
    reader = LineFileReader(source, rules, as_played=as_played)
    for line in read_lines(stream, source, keep_blank=True):
        if isinstance(line, Diagnostic):
            yield line
            continue
        item = reader.read(line)
        if item is not None:
            yield item


class LineFileWriter:
    """Formats records as the lines of one file, tags where they change."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.game: int | None = None
        self.losses: set[str] = set()

    def format(self, record: Record) -> str:
        """Return the lines of ``record``, each with its end."""
        lines = []
        if self.game is not None and record.game != self.game:
            lines.append("")
        self.game = record.game
        lines += self._changed_tags(dict(record.tags))
        lines.append(self._line(record))
        return "".join(f"{line}\n" for line in lines)

    def finish(self) -> str:
        """Return what stands after the last record."""
        return ""

    def _changed_tags(self, tags: dict[str, str]) -> Iterator[str]:
        if tags == self.tags:
            return
        gone = [key for key in self.tags if key not in tags]
        kept = [key for key in self.tags if key in tags]
        if kept + [key for key in tags if key not in self.tags] != list(tags):
            gone = list(self.tags)  # in another order: begin anew
        for key in gone:
            yield format_tag(key, "")
            del self.tags[key]
        for key, value in tags.items():
            line = format_tag(key, value)
            if len(line) > MAX_LENGTH:
                self.losses.add(f"the tag {key}, which is too long for a line")
            elif self.tags.get(key) != value:
                yield line
                self.tags[key] = value

    def _line(self, record: Record) -> str:
        deal, stated = record.deal, record.stated
        if stated.after:
            stated = stated._replace(after=turned_score(stated.after, first_seat(deal)))
        line = format_deal(deal)
        full = line + format_trailer(Trailer(record.words, record.remarks, stated))
        if len(full) <= MAX_LENGTH:
            return full
        self.losses.add(f"words and remarks of a line longer than {MAX_LENGTH:,} characters")
        return line + self._shortened(record.words, record.remarks, stated, len(line))

    def _shortened(
        self, words: Pairs, remarks: tuple[Remark, ...], stated: Stated, used: int
    ) -> str:
        """Return as many words, then remarks, as there is room for."""
        kept = Trailer(stated=stated)
        for word in words:
            longer = kept._replace(words=(*kept.words, word))
            if used + len(format_trailer(longer)) <= MAX_LENGTH:
                kept = longer
        for remark in remarks:
            longer = kept._replace(remarks=(*kept.remarks, remark))
            if used + len(format_trailer(longer)) <= MAX_LENGTH:
                kept = longer
        return format_trailer(kept)
