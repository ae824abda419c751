"""``equity``: the chance of winning the game at every score, or at one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import naming_rules, parse_rules
from euchre_solve.cli.options import (
    Format,
    FormatOption,
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
    from euchre_solve.advice.shares import OutcomeShares

_COLUMNS: Final = ("score", "ours", "theirs", "deal", "off_deal")

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
    """Chances at the ``scores`` asked for, and what they were worked out from."""

    rules: str
    shares: OutcomeShares
    points: tuple[int, ...]
    source: str
    equity: MatchEquity
    shares_at: Mapping[tuple[int, int], OutcomeShares]
    """Those of the scores that have their own, the dealer's side first."""
    scores: tuple[tuple[int, int], ...]


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
    output: OutputOption = None,
) -> None:
    """Say how often a side wins the game from every score, on the deal and off it.

    The sides deal by turns; how often a deal scores how many points, for either side, is known
    from other games or said with --shares.
    """
    environment: Environment = context.obj
    wanted = _Wanted(rules, target, shares, skill, score, win_by_two)
    views = Views(_record, _COLUMNS, _rows, _show)
    write_answers(
        environment, views, _answers(wanted), Target(Format.JSON if json else form, output)
    )


class _Wanted(NamedTuple):
    """The options that say what to work out."""

    rules: str
    target: int | None
    shares: str | None
    skill: float
    score: str | None
    win_by_two: bool


def _answers(wanted: _Wanted) -> Iterator[Equity | Diagnostic]:
    try:
        yield _answer(wanted)
    except EuchreError as error:
        yield Diagnostic.of(error)


def _answer(wanted: _Wanted) -> Equity:
    from euchre_solve.advice.equity import solve_equity  # lazy: start-up
    from euchre_solve.advice.shares import load_shares, parse_shares, scored_points

    rules = parse_rules(wanted.rules)
    with naming_rules():
        rules.verify_partnership()
    points = scored_points(rules)
    solve = partial(
        solve_equity,
        wanted.target or rules.target,
        win_by_two=wanted.win_by_two,
        skill=wanted.skill,
    )
    if wanted.shares is None:
        table = load_shares()
        shares, source, equity = table.default, table.manifest["source"], solve()
        shares_at = {} if wanted.win_by_two else table.scores_of(equity.target)
    else:
        with _naming("--shares", wanted.shares):
            shares = parse_shares(wanted.shares, points)
            source, equity, shares_at = "--shares", solve(shares), {}
    scores = _scores(wanted.score, equity)
    return Equity(str(rules), shares, points, source, equity, shares_at, scores)


def _scores(written: str | None, equity: MatchEquity) -> tuple[tuple[int, int], ...]:
    if written is None:
        points = range(len(equity.deal))
        return tuple((ours, theirs) for ours in points for theirs in points)
    from euchre_solve.formats.field_values import read_score  # lazy: start-up

    with _naming("--score", written) as span:
        ours, theirs = read_score(written, span)
        if equity.is_over(ours, theirs):
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"at {written.strip()} the game is over",
                hint=f"{equity.target} points win",
            )
    return ((ours, theirs),)


def _naming(option: str, text: str) -> AbstractContextManager[Span]:
    from euchre_solve.formats.bare_hand import naming_option  # lazy: start-up

    return naming_option(option, text)


# --- answers


def _rows(answer: Equity) -> Iterator[dict[str, Any]]:
    for ours, theirs in answer.scores:
        deal, off_deal = (
            rounded(answer.equity.win(ours, theirs, dealing=dealing)) for dealing in (True, False)
        )
        yield dict(zip(_COLUMNS, (f"{ours}-{theirs}", ours, theirs, deal, off_deal), strict=True))


def _record(answer: Equity) -> dict[str, Any]:
    equity = answer.equity
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
        "scores": [
            {key: row[key] for key in ("score", "deal", "off_deal")} for row in _rows(answer)
        ],
    }


def _show(answer: Equity, console: Console) -> None:
    from euchre_solve.cli.equity_table import show_equity  # lazy: start-up

    show_equity(answer, console)
