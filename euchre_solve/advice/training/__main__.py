"""Train bidding tables: ``python -m euchre_solve.advice.training north-american``."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import Progress

from euchre_solve.advice.played import load_played_values
from euchre_solve.advice.table import BiddingTable, load_table, write_table
from euchre_solve.advice.training.deals import SolvedDeals, solved_chunks
from euchre_solve.advice.training.measure import call_shares, exploitability
from euchre_solve.advice.training.regret import Learner
from euchre_solve.advice.training.run import BATCH, Plan, Run
from euchre_solve.advice.training.targets import Target
from euchre_solve.errors import EuchreError

_HELD_OUT_SEEDS: Final = 1_000_000
"""Added to the seed for the deals that are only measured on."""
_SAVE_SECONDS: Final = 120


def train(  # noqa: PLR0913  its options
    targets: Annotated[list[str], typer.Argument(help="PRESET[-toggle…][@DEALER-OTHER].")],
    *,
    batches: Annotated[int, typer.Option(min=4, help="Batches of 262,144 deals.")] = 128,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same tables.")] = 1,
    held_out: Annotated[
        int, typer.Option(min=0, help="Batches of other deals to measure on; 0 for none.")
    ] = 32,
    open_hands: Annotated[bool, typer.Option(help="Take open-hand values as they are.")] = False,
    out: Annotated[Path, typer.Option(help="Folder of the tables.")] = Path(),
    state: Annotated[
        Path | None, typer.Option(help="Keep the state here, and go on from it if it exists.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Threads that solve deals.")] = 2,
) -> None:
    """Train the tables of TARGETS side by side and write them with what they are worth."""
    played = None if open_hands else load_played_values()
    plan = Plan(tuple(map(Target.parse, targets)), batches, seed, played)
    run = Run(plan)
    if state and state.exists():
        run.load(state)
    _train(run, state, jobs)
    deals: list[SolvedDeals] = []
    if held_out:
        chunks = range(held_out * BATCH)
        with _progress() as progress:
            stream = solved_chunks(seed + _HELD_OUT_SEEDS, chunks, jobs)
            deals = list(progress.track(stream, len(chunks), description="held-out deals"))
    for target, learner, table in run.tables():
        known = {**table.manifest, **(_measured(learner, deals) if deals else {})}
        base = load_table(str(target.rules)) if target.score else None
        _write(out, target, table._replace(manifest=known), base)


def _train(run: Run, state: Path | None, jobs: int) -> None:
    saved = time.monotonic()
    with _progress() as progress:
        task = progress.add_task("batches", total=run.plan.batches, completed=run.done)

        def report(run: Run) -> None:
            nonlocal saved
            progress.update(task, completed=run.done)
            if state and time.monotonic() - saved > _SAVE_SECONDS:
                run.save(state)
                saved = time.monotonic()

        run.go_on(jobs, report)
    if state:
        run.save(state)


def _measured(learner: Learner, deals: list[SolvedDeals]) -> dict[str, Any]:
    """Return what goes into the manifest: two thirds find the deviations, one prices them."""
    cut = 2 * len(deals) // 3
    strategy = learner.strategy()
    gains = exploitability(strategy, learner.payoffs, deals[:cut], deals[cut:])
    shares = call_shares(strategy, learner.payoffs, deals[cut:])
    return {
        "gains": [
            {**found._asdict(), "mean": round(found.mean, 5), "stderr": round(found.stderr, 5)}
            for found in gains
        ],
        "calls": shares.round(5).tolist(),
    }


def _write(folder: Path, target: Target, table: BiddingTable, base: BiddingTable | None) -> None:
    """Write the table and enter it in the catalogue."""
    (folder / f"bidding-{target}.xz").write_bytes(write_table(table, base))
    path = folder / "bidding.json"
    tables = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    score = f"{target.score[0]}-{target.score[1]}" if target.score else ""
    tables.setdefault(str(target.rules), {})[score] = str(target)
    path.write_text(json.dumps(tables, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _progress() -> Progress:
    return Progress(console=Console(stderr=True))


def _main() -> None:
    try:
        typer.run(train)
    except EuchreError as error:
        Console(stderr=True).print(str(error))
        sys.exit(2)


if __name__ == "__main__":
    _main()
