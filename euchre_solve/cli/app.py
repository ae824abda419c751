"""The command ``euchre-solve``: from the process to a command and back to an exit status."""

from __future__ import annotations

import sys

from euchre_solve import __version__
from euchre_solve.cli.environment import Environment, ExitStatus, forget_stdout


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    environment = Environment.of_process()
    try:
        if arguments == ["--version"]:  # before typer is imported: instant
            environment.stdout.write(f"euchre-solve {__version__}\n")
        else:
            environment.status = _run(arguments, environment)
        environment.stdout.flush()
    except BrokenPipeError:
        forget_stdout()
        return ExitStatus.OK
    except KeyboardInterrupt:
        forget_stdout()
        return ExitStatus.INTERRUPTED
    except OSError as error:
        environment.fail(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    except Exception as error:
        environment.fail(f"internal error, please report it: {type(error).__name__}: {error}")
    return environment.status


def _run(arguments: list[str], environment: Environment) -> ExitStatus:
    from euchre_solve.cli.commands import app  # lazy: start-up

    try:
        app(arguments, prog_name="euchre-solve", obj=environment)
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            raise leaving.__context__ from None
        return ExitStatus(int(leaving.code)) if leaving.code else environment.status
    return environment.status
