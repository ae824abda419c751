"""A cluster of workers, and the client that asks it.

Chunks travel as bytes that only we read, so that no scheduler looks into them. Workers import this
package, and keep what they have loaded from chunk to chunk.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, wait
from concurrent.futures import Future as Answer
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from euchre_solve import __version__
from euchre_solve.solver.parallel import Done, WorkError, attempt

if TYPE_CHECKING:
    from distributed import Future

_Chunk = TypeVar("_Chunk")
_Result = TypeVar("_Result")

_PATIENCE: Final = 10.0
"""Seconds that a cluster may be without a worker, or we without its scheduler."""

_LOGGERS: Final = ("distributed", "distributed.client", "tornado.application", "asyncio")

_GLANCE: Final = 1.0
"""Seconds between looks at who is there."""


class Cluster(Protocol):
    """What is asked of a cluster."""

    def size(self) -> int:
        """Return how many chunks are worked on at once, 1 at least."""

    def submit(self, work: Callable[[_Chunk], _Result], chunk: _Chunk) -> Any:
        """Send a chunk out and return a ticket for it."""

    def wait(self, ticket: Any) -> Done[Any]:
        """Return what came of a chunk; raises `WorkError` if nobody is left to do it."""

    def cancel(self, tickets: list[Any]) -> None:
        """Give up chunks that are out."""

    def close(self) -> None:
        """Leave the cluster, which goes on without us."""


def connect(scheduler: str | None) -> Cluster:
    """Return the cluster of a scheduler; raises `WorkError` if it can't be had."""
    try:
        import distributed  # noqa: F401  lazy: start-up
    except ImportError:
        raise WorkError(
            "--backend dask needs the extra dask: pip install 'euchre-solve[dask]'"
        ) from None
    if scheduler is None:
        raise WorkError("--backend dask needs the address of its scheduler: --scheduler tcp://…")
    return _Dask(scheduler)


def do_packed(version: str, packed: bytes) -> bytes:
    """Do a chunk on a worker; raises `RuntimeError` if that would do it in another way."""
    if version != __version__:
        raise RuntimeError(f"a worker has euchre-solve {__version__}, not {version}")
    work, chunk = pickle.loads(packed)
    return pickle.dumps(attempt(work, chunk), pickle.HIGHEST_PROTOCOL)


def version_here() -> str:
    """Return the version of this package, wherever that runs."""
    return __version__


def _verify_scheduler(address: str) -> None:
    """Raise `WorkError` unless a scheduler answers: a client hangs, or cries out, at all else."""
    import asyncio  # lazy: start-up

    from distributed import Security, rpc  # lazy: start-up

    async def identity() -> dict[str, Any]:
        arguments = Security().get_connection_args("client")
        async with rpc(address, timeout=_PATIENCE, connection_args=arguments) as remote:
            return dict(await remote.identity())

    try:
        found = asyncio.run(asyncio.wait_for(identity(), _PATIENCE))
    except (TypeError, ValueError) as error:  # the address, or what is set up for it
        raise WorkError(f"--scheduler {address}: {error}") from None
    except Exception:
        found = {}
    if "workers" not in found:
        raise WorkError(f"no scheduler answers at {address}")


@dataclass(slots=True)
class _Ticket:
    """A chunk that is out, as it was sent."""

    packed: bytes
    future: Future


class _Dask:
    """Workers of a dask scheduler."""

    def __init__(self, scheduler: str) -> None:
        import dask  # lazy: start-up
        from distributed import Client  # lazy: start-up

        # Or the last thousand messages are kept, and what we send is in them.
        dask.config.set({"distributed.admin.low-level-log-length": 0})
        for name in _LOGGERS:  # of what they tell we tell what matters
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._scheduler = scheduler
        self._size = 0
        self._looked = 0.0
        self._missed: float | None = None
        _verify_scheduler(scheduler)
        try:
            self._client = Client(
                scheduler, timeout=_PATIENCE, set_as_default=False, name="euchre-solve"
            )
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except OSError:
            raise WorkError(f"{scheduler} has no workers") from None
        self._verify_versions()
        self._look()

    def size(self) -> int:
        if time.monotonic() - self._looked > _GLANCE:
            self._look()
        return max(1, self._size)

    def submit(self, work: Callable[[_Chunk], _Result], chunk: _Chunk) -> _Ticket:
        packed = pickle.dumps((work, chunk), pickle.HIGHEST_PROTOCOL)
        return _Ticket(packed, self._submit(packed))

    def _submit(self, packed: bytes) -> Future:
        try:
            return self._client.submit(do_packed, __version__, packed, pure=False)
        except Exception:
            raise self._lost("the scheduler is lost") from None

    def wait(self, ticket: _Ticket) -> Done[Any]:
        from distributed import KilledWorker  # lazy: start-up

        is_suspect = False
        while True:
            answer = self._ask(ticket)
            try:
                while wait([answer], _GLANCE).not_done:
                    self._look()
                done: Done[Any] = pickle.loads(answer.result())
            except WorkError:
                raise
            except OSError:  # on the way: not for long, or `_look` knows better
                self._look()
            except KilledWorker:  # maybe it only waited on workers that another chunk ended
                if is_suspect:
                    return Done(failure="ended one worker after the other")
                is_suspect = True
                ticket.future = self._submit(ticket.packed)
            except CancelledError:
                raise self._lost("the scheduler is lost") from None
            except Exception as error:
                raise WorkError(f"{self._scheduler}: {type(error).__name__}: {error}") from None
            else:
                return done
            finally:
                answer.cancel()

    def _ask(self, ticket: _Ticket) -> Answer[bytes]:
        """Ask for what came of a chunk; to be waited for as long as need be.

        A request cut off while the answer is on its way would leave the client in disorder.
        """
        import asyncio  # lazy: start-up

        request = self._client.gather(ticket.future, asynchronous=True)
        return asyncio.run_coroutine_threadsafe(request, self._client.loop.asyncio_loop)

    def cancel(self, tickets: list[_Ticket]) -> None:
        if tickets and self._client.status == "running":
            self._client.cancel([ticket.future for ticket in tickets], force=True)

    def close(self) -> None:
        with suppress(OSError):  # it takes longer: it ends with us
            self._client.close(timeout=_GLANCE)

    def _verify_versions(self) -> None:
        """Raise `WorkError` unless all have this package: who can't read a chunk dies of it."""
        answers = self._client.run(version_here, on_error="return")
        found = {f"worker {address}": answer for address, answer in answers.items()}
        try:
            found["the scheduler"] = self._client.run_on_scheduler(version_here)
        except Exception as error:
            found["the scheduler"] = error
        for place, answer in found.items():
            if answer != __version__ and not isinstance(answer, OSError):  # one that just went
                raise WorkError(f"{self._scheduler}: {place} has no euchre-solve {__version__}")

    def _look(self) -> None:
        """See how many threads there are; raise `WorkError` if there were none for long."""
        self._looked = time.monotonic()
        is_there = self._client.status == "running"
        try:
            self._size = sum(self._client.nthreads().values()) if is_there else 0
        except OSError:
            self._size, is_there = 0, False
        if self._size:
            self._missed = None
        elif self._missed is None:
            self._missed = self._looked
        elif self._looked - self._missed > _PATIENCE:
            raise self._lost("no worker is left" if is_there else "the scheduler is lost")

    def _lost(self, what: str) -> WorkError:
        return WorkError(f"{self._scheduler}: {what}; what is written so far is in order")
