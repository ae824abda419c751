"""All commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from euchre_solve import __version__
from euchre_solve.cli.advise import advise_command
from euchre_solve.cli.arena import arena_command
from euchre_solve.cli.check import check_command
from euchre_solve.cli.convert import convert_command
from euchre_solve.cli.deal import deal_command
from euchre_solve.cli.equity import equity_command
from euchre_solve.cli.review import review_command
from euchre_solve.cli.rules import rules_command
from euchre_solve.cli.solve import solve_command

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(
    "solve",
    epilog="\b\nExample:\n  euchre-solve solve 1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc",
)(solve_command)
app.command(
    "advise",
    epilog='\b\nExample:\n  euchre-solve advise "JS JC AS KH 9D" --up TH --seat 3 --score 6-9',
)(advise_command)
app.command("review", epilog="\b\nExample:\n  euchre-solve review examples/club.egn --jobs 0")(
    review_command
)
app.command("check", epilog="\b\nExample:\n  euchre-solve check examples/club.egn")(check_command)
app.command(
    "convert", epilog="\b\nExample:\n  euchre-solve convert examples/club.egn --to edl -o club.edl"
)(convert_command)
app.command(
    "deal",
    epilog='\b\nExample:\n  euchre-solve deal -n 5 --seat 3 --hand "Js Jc x" --where "aces(1) > 1"',
)(deal_command)
app.command("equity", epilog="\b\nExample:\n  euchre-solve equity --rules british --score 6-9")(
    equity_command
)
app.command("arena", epilog="\b\nExample:\n  euchre-solve arena ours rule -n 500 --jobs 0")(
    arena_command
)
app.command("rules", epilog="\b\nExample:\n  euchre-solve rules british")(rules_command)


@app.callback(invoke_without_command=True)
def top_level(
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """Analyse the card game euchre."""
    if version:
        typer.echo(f"euchre-solve {__version__}")
        raise typer.Exit
