"""The command ``euchre-solve``: from the process to a command and back to an exit status.

Nothing but `sys` is imported before `main` runs, here and in the package itself, so that an
interruption is caught as soon as Python runs anything of ours.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from euchre_solve.cli.environment import Environment, ExitStatus

_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        return _main(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        from euchre_solve.cli.environment import forget_stdout

        forget_stdout()
        return _INTERRUPTED


def _main(arguments: list[str]) -> int:
    from euchre_solve.cli.environment import Environment, ExitStatus, forget_stdout

    try:
        environment = Environment.of_process()
    except OSError as error:
        if sys.stderr:
            sys.stderr.write(f"euchre-solve: {error.strerror}\n")
        return ExitStatus.FAILURE
    try:
        environment.status = _run(arguments, environment)
        environment.stdout.flush()
    except BrokenPipeError:  # nobody reads on; standard error never raises it
        forget_stdout()
        return ExitStatus.OK
    except OSError as error:
        forget_stdout()
        environment.fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except Exception as error:
        from euchre_solve.errors import InstallationError

        fault = f"internal error, please report it: {type(error).__name__}: {error}"
        environment.fail(str(error) if isinstance(error, InstallationError) else fault)
    return environment.status


def _run(arguments: list[str], environment: Environment) -> ExitStatus:
    import os

    from euchre_solve.cli.environment import ExitStatus

    if arguments == ["--version"]:  # before typer is imported: instant
        from euchre_solve import __version__

        environment.stdout.write(f"euchre-solve {__version__}\n")
        return ExitStatus.OK
    _end_when_told()
    # with one thread numpy is imported 50 ms sooner, and nothing here multiplies large matrices
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from euchre_solve.cli.commands import app

    try:
        app(arguments, prog_name="euchre-solve", obj=environment)
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            raise leaving.__context__ from None
        return ExitStatus(int(leaving.code)) if leaving.code else environment.status
    return environment.status


def _end_when_told() -> None:
    """Take a termination for an interruption: files are closed, worker processes ended."""
    import signal
    import threading

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)
