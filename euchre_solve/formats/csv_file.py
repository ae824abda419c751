"""A table of the deals for spreadsheets: one row a deal, names of columns as in JSON Lines.

What follows from the acts is filled in: contract, tricks, points. It is written only.
"""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.json_lines import spelled
from euchre_solve.formats.record import NAME_TAGS, Record
from euchre_solve.replay import replay

COLUMNS: Final = (
    "game",
    "number",
    "dealer",
    "deal",
    "rules",
    *(f"hand_{seat}" for seat in range(1, 5)),
    *(f"name_{seat}" for seat in range(1, 5)),
    "upcard",
    "kitty",
    "calls",
    "discard",
    "tricks",
    "score",
    "target",
    "identifier",
    "maker",
    "trump",
    "round",
    "alone",
    "defend_alone",
    "first_leader",
    "makers_tricks",
    "makers_points",
    "score_after",
    "illegal_acts",
)


class CsvWriter:
    """Formats records as rows under one header."""

    def __init__(self) -> None:
        self.losses: set[str] = set()
        self.is_begun = False

    def format(self, record: Record) -> str:
        """Return the row of ``record``, and the header before the first."""
        self._note_losses(record)
        text = io.StringIO()
        rows = csv.DictWriter(text, COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
        if not self.is_begun:
            rows.writeheader()
        self.is_begun = True
        rows.writerow(_row(record))
        return text.getvalue().encode("utf-8", "backslashreplace").decode()

    def finish(self) -> str:
        """Return what stands after the last record."""
        return "" if self.is_begun else f"{','.join(COLUMNS)}\n"

    def _note_losses(self, record: Record) -> None:
        if record.remarks:
            self.losses.add("remarks")
        if record.words:
            self.losses.add("unknown words")
        if any(key not in NAME_TAGS for key, _ in record.tags):
            self.losses.add("tags")


def _row(record: Record) -> dict[str, Any]:
    deal, stated = record.deal, record.stated
    pieces = spelled(deal)
    replayed = replay(deal)
    contract = replayed.contract
    row: dict[str, Any] = {
        "game": record.game,
        "number": stated.number,
        "dealer": stated.dealer,
        "deal": format_deal(deal),
        "kitty": "".join(pieces["kitty"]),
        "calls": "".join(pieces["calls"]),
        "tricks": ".".join("".join(trick) for trick in pieces["tricks"]),
        "score": "-".join(map(str, deal.score)) if deal.score else None,
        "first_leader": replayed.leader,
        "illegal_acts": len(replayed.faults),
    }
    row |= {key: pieces[key] for key in ("rules", "upcard", "discard", "target", "identifier")}
    row |= {f"hand_{seat}": str(hand) for seat, hand in enumerate(deal.hands, start=1)}
    row |= {f"name_{seat}": name for seat, name in enumerate(record.names, start=1)}
    if contract:
        row["maker"], row["trump"], row["round"] = contract.maker, contract.trump, contract.round
        row["alone"] = int(contract.alone)
        row["defend_alone"] = contract.lone_defender
    if replayed.is_over:
        row["makers_tricks"] = replayed.makers_tricks if contract else None
        row["makers_points"] = replayed.points
    if deal.score and replayed.is_over:
        after = map(sum, zip(deal.score, replayed.gains, strict=True))
        row["score_after"] = "-".join(map(str, after))
    return row
