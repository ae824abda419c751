"""Read history files in any format and print the points that each player's calls have made."""

import sys
from collections import Counter
from pathlib import Path

from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.history import read_history
from euchre_solve.replay import replay

points: Counter[str] = Counter()
for name in sys.argv[1:]:
    with Path(name).open("rb") as stream:
        for item in read_history(stream, name):
            if isinstance(item, Diagnostic):
                print(item, file=sys.stderr)
                continue
            played = replay(item.deal)
            if played.contract and played.points is not None:
                points[item.names[played.contract.maker - 1]] += played.points
for player, total in points.most_common():
    print(f"{player or 'unknown':12} {total:+d}")
