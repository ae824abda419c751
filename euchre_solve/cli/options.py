"""Options that several commands share, so that their help is the same everywhere."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class Format(str, Enum):  # noqa: UP042 - typer wants the value as a plain string
    """How answers are written."""

    AUTO = "auto"
    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


FormatOption = Annotated[
    Format, typer.Option("--format", help="How to write the answers; auto is a table.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules", metavar="PRESET[-TOGGLE…]", help="Rules of deals that don't name theirs by r:."
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", readable=False, help="Write the answers to FILE."
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="No warnings.", show_default=False)
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show all there is.", show_default=False)
]
UpOption = Annotated[str | None, typer.Option("--up", metavar="CARD", help="The upcard.")]
SeatOption = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", help="Whose hand it is; 1 is eldest.")
]
BidsOption = Annotated[
    str | None, typer.Option("--bids", metavar="CALLS", help="The calls so far, as in b:.")
]
ScoreOption = Annotated[
    str | None, typer.Option("--score", metavar="OURS-THEIRS", help="The score, as in 6-9.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", help="Seed; the same seed gives the same bytes.")
]
