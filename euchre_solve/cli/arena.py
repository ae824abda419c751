"""``arena``: two players play the same deals, or games, from both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import parse_built_rules
from euchre_solve.cli.options import (
    BackendOption,
    Format,
    FormatOption,
    JobsOption,
    JsonOption,
    OutputOption,
    RatesOption,
    SchedulerOption,
    SeedOption,
)
from euchre_solve.cli.output import Target, Views, rounded, write_answers
from euchre_solve.cli.spreading import spread
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, RuleError
from euchre_solve.formats.bare_hand import naming_option
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.solver.parallel import Backend

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.advice.arena.duplicate import Match, MatchResult, Watcher
    from euchre_solve.advice.arena.lineup import NamedEntrant
    from euchre_solve.advice.arena.playing import Entrant
    from euchre_solve.advice.arena.tally import PlayerRecord
    from euchre_solve.advice.decision.estimates import Estimate
    from euchre_solve.rules import Rules

_PAIRS: Final = 2000
NODES: Final = tuple((round_number, seat) for round_number in (1, 2) for seat in (1, 2, 3, 4))
RATES: Final = ("euchred", "march", "alone")
_MATCH_COLUMNS: Final = ("rules", "seed", "unit", "score", "pairs", "deals")
_COLUMNS: Final = (
    *_MATCH_COLUMNS,
    *("player", "points", "points_stderr", "wins", "wins_stderr", "contracts", *RATES),
    *(f"calls_{round_number}_{seat}" for round_number, seat in NODES),
)

_PLAYER_HELP: Final = "as in table/sampling-30, or ours, open, rule, random."
FirstArgument = Annotated[str, typer.Argument(metavar="FIRST", help=f"A player, {_PLAYER_HELP}")]
SecondArgument = Annotated[str, typer.Argument(metavar="SECOND", help="Another, or the same.")]
PairsOption = Annotated[
    int | None,
    typer.Option(
        "--pairs", "-n", metavar="N", min=1, max=10**9, help="Deals, each played twice: 2000."
    ),
]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", min=1, max=10**9, help="Play whole games instead, each twice."
    ),
]
RulesOption = Annotated[
    str, typer.Option("--rules", metavar="PRESET[-TOGGLE…]", help="Rules of the deals.")
]
ScoreOption = Annotated[
    str | None,
    typer.Option(
        "--score",
        metavar="DEALERS-OTHERS",
        help="Play every deal at this score, and count the games it wins.",
    ),
]
RecordsOption = Annotated[
    Path | None,
    typer.Option("--records", metavar="FILE", help="Write every deal played to FILE, one a line."),
]


class Arena(NamedTuple):
    """A match, and what came of it."""

    match: Match
    result: MatchResult
    is_games: bool

    @property
    def unit(self) -> str:
        """What is played at each of a pair of tables."""
        return "game" if self.is_games else "deal"


def arena_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    first: FirstArgument,
    second: SecondArgument,
    *,
    pairs: PairsOption = None,
    games: GamesOption = None,
    score: ScoreOption = None,
    rules: RulesOption = "north-american",
    seed: SeedOption = 1,
    jobs: JobsOption = 1,
    backend: BackendOption = Backend.PROCESSES,
    scheduler: SchedulerOption = None,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    output: OutputOption = None,
    records: RecordsOption = None,
    verbose: RatesOption = False,
) -> None:
    """Let two players play the same deals, once from each side, and say who wins how much.

    A player is BIDDER/CARDS, each side of the table is played by one of them. Bidders: table,
    table-plain, sampling-N, points, random. Card players: listening-N, listening-N-cautious,
    sampling-N, rule, random. N is how many deals they look into. Both sides of a deal are played,
    so the cards even out.
    """
    environment: Environment = context.obj
    wanted = _Wanted(first, second, pairs, games, score, rules, seed)
    views = Views(_record, _COLUMNS, _rows, _show)
    with spread(environment, backend, scheduler, jobs, tells_rates=verbose) as workers:
        answers = _answers(environment, wanted, workers, records)
        write_answers(environment, views, answers, Target(Format.JSON if json else form, output))


class _Wanted(NamedTuple):
    """The options that say what to play."""

    first: str
    second: str
    pairs: int | None
    games: int | None
    score: str | None
    rules: str
    seed: int


def _answers(
    environment: Environment, wanted: _Wanted, jobs: int, records: Path | None
) -> Iterator[Arena | Diagnostic]:
    from euchre_solve.advice.arena.duplicate import play_games, play_pairs  # lazy: start-up

    try:
        match = _match(wanted)
        play = play_games if wanted.games else play_pairs
        pairs = wanted.games or wanted.pairs or _PAIRS
        with _watching(environment, records, pairs) as watcher:
            result = play(match, pairs, jobs=jobs, watcher=watcher)
        yield Arena(match, result, wanted.games is not None)
    except EuchreError as error:
        yield Diagnostic.of(error)


def _match(wanted: _Wanted) -> Match:
    from euchre_solve.advice.arena.duplicate import Match  # lazy: start-up

    first, second = _entrant("FIRST", wanted.first), _entrant("SECOND", wanted.second)
    rules = _plain_rules(wanted.rules)
    for name, other in (("-n", wanted.pairs), ("--score", wanted.score)):
        if wanted.games and other:
            raise RuleError(
                ErrorCode.CONFLICT,
                f"{name} is of single deals",
                source="--games",
                hint=f"leave out --games or {name}",
            )
    return Match(first, second, rules, wanted.seed, _score(wanted.score, rules))


def _entrant(source: str, written: str) -> NamedEntrant:
    from euchre_solve.advice.arena.lineup import parse_entrant  # lazy: start-up

    with naming_option(source, written) as span:
        return parse_entrant(written, span)


def _plain_rules(name: str) -> Rules:
    from euchre_solve.advice.arena.plain_game import verify_plain  # lazy: start-up

    rules = parse_built_rules(name)
    try:
        verify_plain(rules)
    except EuchreError as error:
        error.source = "--rules"
        raise
    return rules


def _score(written: str | None, rules: Rules) -> tuple[int, int] | None:
    if written is None:
        return None
    from euchre_solve.formats.field_values import read_score  # lazy: start-up

    with naming_option("--score", written) as span:
        ours, theirs = read_score(written, span)
        if max(ours, theirs) >= rules.target:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"at {written.strip()} the game is over",
                hint=f"{rules.target} points win",
            )
    return ours, theirs


@contextmanager
def _watching(environment: Environment, records: Path | None, pairs: int) -> Iterator[Watcher]:
    from euchre_solve.advice.arena.duplicate import Watcher  # lazy: start-up

    with ExitStack() as stack:
        record: Callable[[str], None] | None = None
        if records:
            stream = stack.enter_context(environment.opened(records))

            def record(line: str) -> None:
                stream.write(f"{line}\n")

        yield Watcher(stack.enter_context(_bar(environment, pairs)), record)


@contextmanager
def _bar(environment: Environment, pairs: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar if there is a terminal for one; yield what moves it."""
    if not environment.stderr.isatty():
        yield None
        return
    from rich.console import Console  # lazy: start-up
    from rich.progress import Progress  # lazy: start-up

    with Progress(console=Console(file=environment.stderr), transient=True) as progress:
        task = progress.add_task("playing", total=pairs)
        yield lambda done: progress.update(task, completed=done)


# --- answers


def _record(answer: Arena) -> dict[str, Any]:
    match, result = answer.match, answer.result
    return {
        "schema": SCHEMA,
        "kind": "arena",
        "deal": None,
        **_match_row(answer),
        "points": _estimate(result.points),
        "wins": result.wins and _estimate(result.wins),
        "players": [
            _player_record(record, bidders_name(match, entrant))
            for record, entrant in ((result.first, match.first), (result.second, match.second))
        ],
    }


def _match_row(answer: Arena) -> dict[str, Any]:
    match, result = answer.match, answer.result
    score = match.score and "-".join(map(str, match.score))
    values = str(match.rules), match.seed, answer.unit, score, result.pairs, result.deals
    return dict(zip(_MATCH_COLUMNS, values, strict=True))


def _player_record(record: PlayerRecord, bids_by: str) -> dict[str, Any]:
    calls = [
        {"round": round_number, "seat": str(seat), "asked": record.asked[node]}
        | _estimate(record.call_rate(node))
        for node, (round_number, seat) in enumerate(NODES)
    ]
    rates = {name: _estimate(rate) for name, rate in zip(RATES, rates_of(record), strict=True)}
    return {
        "name": record.name,
        "bids_by": bids_by,
        "calls": calls,
        "contracts": record.contracts,
        **rates,
    }


def _rows(answer: Arena) -> Iterator[dict[str, Any]]:
    points, wins = answer.result.points, answer.result.wins
    for sign, record in ((1, answer.result.first), (-1, answer.result.second)):
        won = wins and (wins.mean if sign > 0 else 1 - wins.mean)
        yield {
            **_match_row(answer),
            "player": record.name,
            "points": rounded(sign * points.mean),
            "points_stderr": rounded(points.stderr),
            "wins": rounded(won),
            "wins_stderr": wins and rounded(wins.stderr),
            "contracts": record.contracts,
            **{
                name: rounded(rate.mean) for name, rate in zip(RATES, rates_of(record), strict=True)
            },
            **{
                f"calls_{round_number}_{seat}": rounded(record.call_rate(node).mean)
                for node, (round_number, seat) in enumerate(NODES)
            },
        }


def rates_of(record: PlayerRecord) -> tuple[Estimate, ...]:
    """Return the rates of a player's contracts in the order of `RATES`."""
    return record.euchre_rate, record.march_rate, record.loner_rate


def bidders_name(match: Match, entrant: Entrant) -> str:
    """Return what a player bids by, such as the table of the score."""
    return entrant.at(match.rules, match.score).bidder.name


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": rounded(estimate.mean), "stderr": rounded(estimate.stderr)}


def _show(answer: Arena, console: Console) -> None:
    from euchre_solve.cli.arena_table import show_arena  # lazy: start-up

    show_arena(answer, console)
