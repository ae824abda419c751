"""Options that several commands share, so that their help is the same everywhere."""

from __future__ import annotations

from enum import Enum
from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from euchre_solve.formats.forms import READABLE, WRITABLE
from euchre_solve.solver.parallel import Backend


class Format(str, Enum):  # noqa: UP042 - typer wants the value as a plain string
    """How answers are written."""

    AUTO = "auto"
    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


def a_number(value: float | None) -> float | None:
    """Refuse nan, which lies in every range."""
    if value is not None and isnan(value):
        raise typer.BadParameter("nan is not a number")
    return value


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
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Go on with what an interrupted run has written to the FILE of -o.",
        show_default=False,
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="No warnings.", show_default=False)
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show all there is.", show_default=False)
]
RatesOption = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Say how fast each worker was.", show_default=False),
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
GamesOption = Annotated[
    str | None,
    typer.Option(
        "--games", metavar="OURS-THEIRS", help="The games of a rubber that have been won."
    ),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", metavar="N", min=0, help="Seed; the same seed gives the same bytes."),
]
DealsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="DEAL…",
        help="Deal lines or history files; - reads a file from standard input.",
    ),
]
FilesArgument = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="History files; - is standard input.")
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help=f"Format of the files, told by their content if left out: {', '.join(READABLE)}.",
    ),
]
ToOption = Annotated[
    str, typer.Option("--to", metavar="FORMAT", help=f"Format to write: {', '.join(WRITABLE)}.")
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]
MaxErrorsOption = Annotated[
    int,
    typer.Option("--max-errors", metavar="N", min=0, help="Leave after N errors; 0 for never."),
]
JobsOption = Annotated[
    int,
    typer.Option("--jobs", metavar="N", min=0, help="Processes to work with; 0 for one a core."),
]
BackendOption = Annotated[
    Backend,
    typer.Option("--backend", help="What to work with instead: threads, or a cluster's workers."),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="The cluster, as in tcp://10.0.0.1:8786."),
]
