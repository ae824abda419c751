"""Make what advice rests on: ``python -m euchre_solve.advice.training --help``.

``train`` makes tables, ``play-outs`` the played values, ``self-play`` the shares of outcomes,
``describe`` says what a table does. In that order: a table for plain points trained with
``--open-hands`` is enough for the play-outs, and all others rest on those. ``open-results`` counts
deals of three players, who have no table.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import Progress

from euchre_solve.advice.bidding.played import load_played_values, write_played_values
from euchre_solve.advice.bidding.table import BiddingTable, catalogue, load_table, write_table
from euchre_solve.advice.seat_shares import verify_seats
from euchre_solve.advice.shares import ShareTable, format_share_table, score_of
from euchre_solve.advice.training.best_response import Gain
from euchre_solve.advice.training.deals import CHUNK, SolvedDeals, solved_chunks
from euchre_solve.advice.training.describe import (
    Hands,
    calls_table,
    examples_table,
    extremes,
)
from euchre_solve.advice.training.game import Payoffs, strategy_of
from euchre_solve.advice.training.grouping import late_scores, nearest_table
from euchre_solve.advice.training.measure import call_shares, exploitability, gains_over
from euchre_solve.advice.training.open_results import open_results
from euchre_solve.advice.training.open_values import OpenValues, with_offsets
from euchre_solve.advice.training.play_outs import PlayOuts, play_outs
from euchre_solve.advice.training.regret import Learner
from euchre_solve.advice.training.run import BATCH, Plan, Run
from euchre_solve.advice.training.self_play import outcome_shares, results_of
from euchre_solve.advice.training.targets import Target
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import Backend, WorkError, spread_over

_HELD_OUT_SEEDS: Final = 1_000_000
"""Added to the seed for the deals that are only measured on."""
_SAVE_SECONDS: Final = 120
_VALUE_BATCHES: Final = 32
"""Batches of deals that the open-hand values of the slots are averaged over."""

Jobs = Annotated[int, typer.Option(min=1, help="Threads or processes.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same bytes.")]
Batches = Annotated[int, typer.Option(min=1, help="Batches of 262,144 deals.")]
Out = Annotated[Path, typer.Option(help="Folder of the files.")]

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def spreading(
    context: typer.Context,
    *,
    backend: Annotated[Backend, typer.Option(help="What works on the deals.")] = Backend.PROCESSES,
    scheduler: Annotated[str | None, typer.Option(help="The cluster, tcp://HOST:8786.")] = None,
) -> None:
    """Make what advice rests on, here or, with the options before the command, on a cluster."""
    context.with_resource(spread_over(backend, scheduler))


@app.command()
def train(  # noqa: PLR0913  its options
    targets: Annotated[list[str], typer.Argument(help="PRESET[-toggle…][@DEALER-OTHER].")],
    *,
    batches: Annotated[int, typer.Option(min=4, help="Batches of 262,144 deals.")] = 128,
    seed: Seed = 1,
    held_out: Annotated[
        int, typer.Option(min=0, help="Batches of other deals to measure on; 0 for none.")
    ] = 32,
    open_hands: Annotated[bool, typer.Option(help="Take open-hand values as they are.")] = False,
    out: Out = Path(),
    state: Annotated[
        Path | None, typer.Option(help="Keep the state here, and go on from it if it exists.")
    ] = None,
    jobs: Jobs = 2,
) -> None:
    """Train the tables of TARGETS side by side and write them with what they are worth."""
    played = None if open_hands else load_played_values()
    plan = Plan(tuple(map(Target.parse, targets)), batches, seed, played)
    run = Run(plan)
    if state and state.exists():
        run.load(state)
    _train(run, state, jobs)
    deals = list(_held_out(seed, held_out, jobs))
    for target, learner, table in run.tables():
        base = load_table(str(target.rules)) if target.score else None
        known = {**table.manifest, **(_measured(learner, deals, base) if deals else {})}
        _write(out, target, table._replace(manifest=known), base)


@app.command("play-outs")
def play_outs_command(  # noqa: PLR0913  its options
    preset: Annotated[str, typer.Argument(help="PRESET[-toggle…] that has a table.")],
    *,
    chunks: Annotated[int, typer.Option(min=1, help="Chunks of 16,384 deals to pick from.")] = 160,
    worlds: Annotated[int, typer.Option(min=1, help="Worlds that a player looks into.")] = 30,
    seed: Seed = 1,
    out: Out = Path(),
    jobs: Jobs = 2,
) -> None:
    """Play deals out and write how far the results are from open hands."""
    target = Target.parse(preset)
    table = load_table(str(target.rules))
    values = _open_values(target, table, _held_out(seed, _VALUE_BATCHES, jobs))
    given = PlayOuts(target.rules, table, values.means(), worlds, seed)
    with _progress() as progress:
        task = progress.add_task("chunks played", total=chunks)
        played = play_outs(
            given, chunks, jobs=jobs, report=lambda done: progress.update(task, completed=done)
        )
    (out / "played-values.json").write_text(write_played_values(played), encoding="utf-8")


@app.command()
def group(
    preset: Annotated[str, typer.Argument(help="PRESET[-toggle…] that has tables.")],
    *,
    batches: Batches = 1,
    seed: Seed = 1,
    out: Out = Path(),
    jobs: Jobs = 2,
) -> None:
    """Let late scores without a table bid by that of another where it gains most, or the plain."""
    target = Target.parse(preset)
    plain = load_table(str(target.rules))
    deals = list(_held_out(seed, batches, jobs))
    means = _open_values(target, plain, deals).means()
    tables = dict(catalogue()[str(target.rules)])
    trained = {score: load_table(name) for score, name in tables.items() if name.endswith(score)}
    for score in late_scores(target.rules):
        if score in trained:
            continue
        payoffs = with_offsets(
            replace(target, score=score_of(score)).payoffs(), means, load_played_values()
        )
        best = nearest_table(trained, score, plain, payoffs, deals)
        tables[score] = tables[best.score]
        typer.echo(f"{score}: {tables[score]}, gains {100 * best.gain:.3f} % of the games")
    path = out / "bidding.json"
    path.write_text(_catalogue_text({**catalogue(), str(target.rules): tables}), encoding="utf-8")


@app.command("self-play")
def self_play(
    preset: Annotated[str, typer.Argument(help="PRESET[-toggle…] that has a table.")],
    *,
    batches: Batches = 4,
    seed: Seed = 1,
    out: Out = Path(),
    jobs: Jobs = 2,
) -> None:
    """Write the shares of outcomes by its tables, as played, for every score with one."""
    target = Target.parse(preset)
    rules = target.rules
    deals = list(_held_out(seed, batches, jobs))
    means = _open_values(target, load_table(str(rules)), deals).means()
    shares = {}
    for score, name in catalogue()[str(rules)].items():
        strategy = strategy_of(load_table(name))
        results = results_of(strategy, rules, deals, (means, load_played_values()))
        shares[score] = outcome_shares(results, rules)
    default = shares.pop("")
    by_score = {score_of(score): found for score, found in shares.items()}
    manifest = {
        "source": f"self-play of the {rules} tables; late scores by their own",
        "target": rules.target,
        "deals": batches * BATCH * CHUNK,
        "seed": seed,
    }
    text = format_share_table(ShareTable(default, by_score, manifest))
    (out / "shares.json").write_text(text, encoding="utf-8")


@app.command("open-results")
def open_results_command(
    preset: Annotated[str, typer.Argument(help="PRESET[-toggle…] of three players.")],
    *,
    chunks: Annotated[int, typer.Option(min=1, help="Chunks of 2,000 deals.")] = 60,
    seed: Seed = 1,
) -> None:
    """Print the shares of results by the seat that makes trump, as they are numbered."""
    rules = Rules.parse(preset)
    verify_seats(rules)
    console = Console()
    found = open_results(rules, chunks, seed).round(5).tolist()
    for seat, shares in zip(rules.seats, found, strict=True):
        console.print(f"seat {seat}: {', '.join(map(str, shares))}")


@app.command()
def describe(
    name: Annotated[str, typer.Argument(help="PRESET[-toggle…][@DEALER-OTHER] with a table.")],
    *,
    batches: Batches = 8,
    examples: Annotated[int, typer.Option(min=0, help="Hands of each kind to show.")] = 6,
    seed: Seed = 1,
    jobs: Jobs = 2,
) -> None:
    """Print how often each seat calls, what comes of it, and hands on the border."""
    target = Target.parse(name)
    tables = catalogue().get(str(target.rules), {})
    if target.score_text not in tables:
        raise RuleError(ErrorCode.NOT_BUILT, f"there is no table for {target}")
    table = load_table(tables[target.score_text])
    strategy = strategy_of(table)
    values, hands = OpenValues(), Hands()
    deals = []
    for chunk in _held_out(seed, batches, jobs):
        values.add(chunk, strategy, Payoffs.of_worth(target.rules, float))
        hands.add(chunk)
        deals.append(chunk)
    opened = results_of(strategy, target.rules, deals)
    played = results_of(strategy, target.rules, deals, (values.means(), load_played_values()))
    console = Console()
    console.print(f"{name}: {opened.deals:,} deals, {100 * opened.passed_out:.2f} % passed out")
    console.print(calls_table(opened, played))
    for found in extremes(strategy, values, hands, examples):
        if found.weakest or found.strongest:
            console.print(examples_table(found))


def _open_values(target: Target, table: BiddingTable, deals: Iterable[SolvedDeals]) -> OpenValues:
    values = OpenValues()
    strategy, points = strategy_of(table), Payoffs.of_worth(target.rules, float)
    for chunk in deals:
        values.add(chunk, strategy, points)
    return values


def _held_out(seed: int, batches: int, jobs: int) -> Iterator[SolvedDeals]:
    """Yield deals that no table was trained on."""
    chunks = range(batches * BATCH)
    with _progress() as progress:
        stream = solved_chunks(seed + _HELD_OUT_SEEDS, chunks, jobs)
        yield from progress.track(stream, len(chunks), description="held-out deals")


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


def _measured(
    learner: Learner, deals: list[SolvedDeals], base: BiddingTable | None
) -> dict[str, Any]:
    """Return what goes into the manifest: two thirds find the deviations, one prices them."""
    cut = 2 * len(deals) // 3
    strategy, payoffs = learner.strategy(), learner.payoffs
    gains = exploitability(strategy, payoffs, deals[:cut], deals[cut:], of_pairs=base is None)
    measured = {
        "gains": _rounded(gains),
        "calls": call_shares(strategy, payoffs, deals[cut:]).round(5).tolist(),
    }
    if base:
        over = gains_over(strategy_of(base), strategy, payoffs, deals[cut:])
        measured["gains_over_plain"] = _rounded(over)
    return measured


def _rounded(gains: list[Gain]) -> list[dict[str, Any]]:
    return [
        {**found._asdict(), "mean": round(found.mean, 5), "stderr": round(found.stderr, 5)}
        for found in gains
    ]


def _write(folder: Path, target: Target, table: BiddingTable, base: BiddingTable | None) -> None:
    """Write the table and enter it in the catalogue."""
    (folder / f"bidding-{target}.xz").write_bytes(write_table(table, base))
    path = folder / "bidding.json"
    tables = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    tables.setdefault(str(target.rules), {})[target.score_text] = str(target)
    path.write_text(_catalogue_text(tables), encoding="utf-8")


def _catalogue_text(tables: Mapping[str, Mapping[str, str]]) -> str:
    return json.dumps(tables, indent=1, sort_keys=True) + "\n"


def _progress() -> Progress:
    return Progress(console=Console(stderr=True))


def _main() -> None:
    try:
        app()
    except (EuchreError, WorkError) as error:
        Console(stderr=True).print(str(error))
        sys.exit(2)


if __name__ == "__main__":
    _main()
