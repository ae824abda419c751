"""``equity``: the chance of winning the game at every score, or at one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar

import typer

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import games_of, naming_rules, parse_rules, rubber_games
from euchre_solve.cli.options import (
    Format,
    FormatOption,
    GamesOption,
    JsonOption,
    OutputOption,
    ScoreOption,
    a_number,
)
from euchre_solve.cli.output import Target, Views, rounded, write_answers
from euchre_solve.errors import ErrorCode, EuchreError, NotationError, Span
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.advice.equity import MatchEquity
    from euchre_solve.advice.matches import MatchValue
    from euchre_solve.advice.race import Shares
    from euchre_solve.advice.shares import OutcomeShares
    from euchre_solve.rules import Rules

Answer = TypeVar("Answer")

_COLUMNS: Final = ("score", "ours", "theirs", "deal", "off_deal", "match_deal", "match_off_deal")
_SIDES: Final = 2

RulesOption = Annotated[
    str,
    typer.Option(
        "--rules", metavar="PRESET[-TOGGLE…]", help="Rules: the target, and what deals can score."
    ),
]
TargetOption = Annotated[
    int | None,
    typer.Option(
        "--target", metavar="N", min=1, max=25, help="Points that win, if not those of the rules."
    ),
]
WinByTwoOption = Annotated[
    bool,
    typer.Option("--win-by-two", help="A side has to lead by two points, too, to win."),
]
SharesOption = Annotated[
    str | None,
    typer.Option(
        "--shares",
        metavar="SHARES",
        help="Percents of the deals in which the dealer's side and the other score 1, 2 and 4 "
        "points, as in 45/16/5,17/12/5.",
    ),
]
SkillOption = Annotated[
    float,
    typer.Option(
        "--skill",
        metavar="P",
        min=0.01,
        max=0.99,
        callback=a_number,
        help="The fraction of all games that our side wins.",
    ),
]


class Equity(NamedTuple):
    """Chances at the ``scores`` asked for, and what they were worked out from.

    ``match`` is what scores are worth where several games count, ``games`` those of a rubber.
    """

    rules: str
    shares: OutcomeShares
    points: tuple[int, ...]
    source: str
    equity: MatchEquity
    shares_at: Mapping[tuple[int, int], OutcomeShares]
    """Those of the scores that have their own, the dealer's side first."""
    scores: tuple[tuple[int, int], ...]
    match: MatchValue | None
    games: tuple[int, int] | None


def equity_command(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    *,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    rules: RulesOption = "north-american",
    target: TargetOption = None,
    win_by_two: WinByTwoOption = False,
    shares: SharesOption = None,
    skill: SkillOption = 0.5,
    score: ScoreOption = None,
    games: GamesOption = None,
    output: OutputOption = None,
) -> None:
    """Say how often a side wins the game from every score, on the deal and off it.

    The sides deal by turns; how often a deal scores how many points, for either side, is known
    from other games or said with --shares. Where several games count, in a rubber or by laps and
    slams, what a score is worth in them is said too; where three players each have a score, how
    often each wins.
    """
    environment: Environment = context.obj
    try:
        chosen = parse_rules(rules)
    except EuchreError as error:
        environment.report(Diagnostic.of(error))
        return
    wanted = Wanted(chosen, target, shares, skill, score, win_by_two, games)
    to = Target(Format.JSON if json else form, output)
    if chosen.score_size > _SIDES:
        from euchre_solve.cli.seat_equity import SEAT_VIEWS, seat_answer  # lazy: start-up

        write_answers(environment, SEAT_VIEWS, _answers(seat_answer, wanted), to)
    else:
        views = Views(_record, _COLUMNS, _rows, _show)
        write_answers(environment, views, _answers(_answer, wanted), to)


class Wanted(NamedTuple):
    """The options that say what to work out."""

    rules: Rules
    target: int | None
    shares: str | None
    skill: float
    score: str | None
    win_by_two: bool
    games: str | None


def _answers(answer: Callable[[Wanted], Answer], wanted: Wanted) -> Iterator[Answer | Diagnostic]:
    try:
        yield answer(wanted)
    except EuchreError as error:
        yield Diagnostic.of(error)


def _answer(wanted: Wanted) -> Equity:
    from euchre_solve.advice.equity import solve_equity  # lazy: start-up
    from euchre_solve.advice.matches import solve_match
    from euchre_solve.advice.shares import scored_points, verify_two_sides

    rules = wanted.rules
    with naming_rules():
        verify_two_sides(rules)
    games = games_of(rules, rubber_games(wanted.games))
    points = scored_points(rules)
    win_by_two = wanted.win_by_two or rules.win_by_two
    target = wanted.target or rules.target
    shares, shown, source = _shares(wanted, target, points, whole_game=win_by_two or rules.set_back)
    with naming_rules() if wanted.shares is None else _naming("--shares", wanted.shares):
        equity = solve_equity(
            target, shares, win_by_two=win_by_two, skill=wanted.skill, set_back=rules.set_back
        )
        match = solve_match(rules, equity, shares, games)
    return Equity(
        str(rules),
        shown,
        points,
        source,
        equity,
        _shares_at(wanted, equity),
        _scores(wanted, equity),
        match,
        games if rules.rubber else None,
    )


def _shares(
    wanted: Wanted, target: int, points: tuple[int, ...], *, whole_game: bool
) -> tuple[Shares, OutcomeShares, str]:
    """Return the shares to work with, those to show, and where they come from."""
    from euchre_solve.advice.equity import usual_shares  # lazy: start-up
    from euchre_solve.advice.shares import TWO_PLAYERS, load_shares, parse_shares

    if wanted.shares is not None:
        with _naming("--shares", wanted.shares):
            shares = parse_shares(wanted.shares, points)
        return shares, shares, "--shares"
    if wanted.rules.players == _SIDES:
        return TWO_PLAYERS, TWO_PLAYERS, "deals of two players, counted with open hands"
    table = load_shares()
    source = table.manifest["source"]  # behind a semicolon it tells of late scores
    if whole_game:
        source = source.partition(";")[0]
    return usual_shares(target, whole_game=whole_game), table.default, source


def _shares_at(wanted: Wanted, equity: MatchEquity) -> Mapping[tuple[int, int], OutcomeShares]:
    """Return the shares of the scores that have their own."""
    from euchre_solve.advice.shares import load_shares  # lazy: start-up

    rules = wanted.rules
    has_own = wanted.shares is None and rules.players != _SIDES
    if not has_own or equity.win_by_two or rules.set_back:
        return {}
    return load_shares().scores_of(equity.target)


def _scores(wanted: Wanted, equity: MatchEquity) -> tuple[tuple[int, int], ...]:
    if wanted.score is None:
        points = range(len(equity.deal) + equity.lowest)
        return tuple((ours, theirs) for ours in points for theirs in points)
    from euchre_solve.formats.field_values import read_score  # lazy: start-up

    with _naming("--score", wanted.score) as span:
        ours, theirs = read_score(wanted.score, span, wanted.rules)
        if equity.is_over(ours, theirs):
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"at {wanted.score.strip()} the game is over",
                hint=f"{equity.target} points win",
            )
    return ((ours, theirs),)


def _naming(option: str, text: str) -> AbstractContextManager[Span]:
    from euchre_solve.formats.bare_hand import naming_option  # lazy: start-up

    return naming_option(option, text)


# --- answers


def _rows(answer: Equity) -> Iterator[dict[str, Any]]:
    for ours, theirs in answer.scores:
        deal, off_deal = _on_and_off_deal(partial(answer.equity.win, ours, theirs))
        row = {"score": f"{ours}-{theirs}", "ours": ours, "theirs": theirs}
        row |= {"deal": deal, "off_deal": off_deal}
        if answer.match:
            deal, off_deal = _on_and_off_deal(partial(answer.match.value, ours, theirs))
            row |= {"match_deal": deal, "match_off_deal": off_deal}
        yield row


def _on_and_off_deal(figure: Callable[..., float]) -> tuple[float | None, float | None]:
    return rounded(figure(dealing=True)), rounded(figure(dealing=False))


def _record(answer: Equity) -> dict[str, Any]:
    equity, match = answer.equity, answer.match
    return {
        "schema": SCHEMA,
        "kind": "equity",
        "deal": None,
        "rules": answer.rules,
        "target": equity.target,
        "win_by_two": equity.win_by_two,
        "skill": equity.skill,
        "shares": answer.shares.as_record(),
        "shares_at": {
            f"{dealing}-{other}": shares.as_record()
            for (dealing, other), shares in answer.shares_at.items()
        },
        "source": answer.source,
        **({"games": list(answer.games)} if answer.games else {}),
        **({"match_unit": match.unit} if match else {}),
        "scores": [_without_parts(row) for row in _rows(answer)],
    }


def _without_parts(row: dict[str, Any]) -> dict[str, Any]:
    return {key: figure for key, figure in row.items() if key not in {"ours", "theirs"}}


def _show(answer: Equity, console: Console) -> None:
    from euchre_solve.cli.equity_table import show_equity  # lazy: start-up

    show_equity(answer, console)
