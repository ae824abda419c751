"""Who sits where: seats counted from the dealer's left put at a table, under their names."""

from __future__ import annotations

from typing import Final, NamedTuple

from euchre_solve.formats.record import COMPASS, Record
from euchre_solve.review.page.markup import LONGEST, isolated
from euchre_solve.review.report import players_of

_SEATS: Final = 4
_SHORT: Final = 16
"""Characters of a name where two stand in a drawing."""
_DEALER_DRAWN: Final = 2
"""Where the dealer is drawn, South, if the file doesn't tell where he sat."""


class Seating(NamedTuple):
    """The table of one deal: ``dealer`` is the dealer's place in `COMPASS`, None if unknown.

    ``names`` are those of the players, seat 1 first, or of their places.
    """

    dealer: int | None
    names: tuple[str, ...]

    def place(self, seat: int) -> int:
        """Return where a seat is drawn, as an index of `COMPASS`."""
        dealer = _DEALER_DRAWN if self.dealer is None else self.dealer
        return (dealer + seat) % _SEATS

    def letter(self, seat: int) -> str:
        """Return where a seat is drawn: ``N``, ``E``, ``S`` or ``W``."""
        return COMPASS[self.place(seat)]

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat, as HTML."""
        return isolated(self.names[seat - 1])

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides as HTML: North and South's first, or seats 1 and 3's."""
        return self._sides(LONGEST)

    @property
    def short_sides(self) -> tuple[str, str]:
        """The same where there is little room."""
        return self._sides(_SHORT)

    def _sides(self, longest: int) -> tuple[str, str]:
        """Return the names of both sides, each in the order of the places."""
        first = 1 if self.first_sign > 0 else 2
        ours, theirs = (
            " &amp; ".join(
                isolated(self.names[seat - 1], longest)
                for seat in sorted((start, start + 2), key=self.place)
            )
            for start in (first, 3 - first)
        )
        return ours, theirs

    @property
    def first_sign(self) -> int:
        """1 if seats 1 and 3 are the first of `sides`, else -1."""
        return 1 if self.dealer is None or self.place(1) % 2 == 0 else -1


def seating_of(record: Record) -> Seating:
    """Return who sits where in a deal."""
    stated = record.stated.dealer
    return Seating(None if stated is None else COMPASS.index(stated), players_of(record))
