"""Uvicorn for a club evening: one process, one event loop, HTTP and in the hall HTTPS beside it.

Both servers carry the same application; its lifespan runs once, with the plain one, which therefore starts
first and stops last.
"""

import asyncio
import contextlib
import faulthandler
import logging
import os
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Literal

import uvicorn

from games.live import background
from games.live.connection_limits import LARGEST_MESSAGE, SECONDS_BEHIND
from tournament.server import restarting
from tournament.server.reach import Hall

logger = logging.getLogger(__name__)

# Sockets are told to come back later at once; this is for pages under way.
SECONDS_TO_FINISH = 5
# For the whole process; less than systemd and containers grant (deploy/), which then kill without a word.
SECONDS_TO_STOP = 15.0
SECONDS_BETWEEN_LOOKS_AT_ADDRESSES = 30
# So that whoever asked for a restart has the page that waits for it.
SECONDS_TO_ANSWER = 0.5
OPEN_FILES = 65_536


class CannotListen(Exception):
    """Somebody else listens there, or we may not; says why."""


class CannotServe(Exception):
    """A service of ours did not start."""


def claim(host: str, port: int) -> socket.socket:
    """The port is ours; nobody can connect before it is served.

    Whoever came earlier would be let in by the system and hear nothing until then, where a refusal at once
    lets a phone, or a proxy, go to another process.
    """
    claimed = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have the same port
            claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if claimed.family == socket.AF_INET6:
            is_both = host == "::" and socket.has_dualstack_ipv6()
            claimed.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not is_both)
        set_listener_options(claimed)
        claimed.bind((host, port))
    except OSError as problem:
        claimed.close()
        raise CannotListen(_reason(problem)) from problem
    except OverflowError as problem:
        claimed.close()
        raise CannotListen("ports go up to 65535") from problem
    return claimed


def set_listener_options(listener: socket.socket) -> None:
    """Send small messages without delay and close connections whose client never reads.

    Linux hands both options to accepted sockets. Without the first, a second small message waits 40 ms for
    the acknowledgement of the first. Without the second, a closed connection keeps its buffer until the
    client reads it, which may be never.
    """
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; elsewhere uvicorn's ping ends such a connection
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS_BEHIND * 1_000)


def _reason(problem: OSError) -> str:
    return os.strerror(problem.errno) if problem.errno else str(problem)


class HallServer(uvicorn.Server):
    """A server that leaves the signals to whoever runs several of them."""

    capture_signals = contextlib.nullcontext  # type: ignore[assignment]  # a method there, without arguments


def allow_open_files() -> None:
    """As many as the system lets us have; where there is no such limit, nothing is to do."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _config(
    application: Any, *, lifespan: Literal["on", "off"], context: ssl.SSLContext | None = None
) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        lifespan=lifespan,
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        # Messages are small: compressing each costs more than sending it.
        ws_per_message_deflate=False,
        ssl_context_factory=(lambda *_: context) if context else None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # `games.access.permissions` reads them, from the proxies it was told to trust.
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )


async def serve(
    application: Any,
    hall: Hall,
    plain: socket.socket,
    secure: socket.socket | None,
    on_ready: Callable[[], None],
    on_stop: Callable[[], None] = lambda: None,
) -> None:
    """Serve until interrupted or terminated; `on_stop` is called by the signal, in the middle of anything."""
    running: list[tuple[HallServer, asyncio.Task[None]]] = []
    allow_open_files()

    async def start(config: uvicorn.Config, listener: socket.socket) -> None:
        server = HallServer(config)
        task = asyncio.create_task(server.serve([listener]))
        running.append((server, task))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if not server.started:
            if isinstance(problem := task.exception(), OSError):  # another one came first after all
                raise CannotListen(_reason(problem)) from problem
            raise CannotServe("Fiveline could not start; what stands above says why.")

    with _stopping(running, on_stop) as stop:
        await start(_config(application, lifespan="on"), plain)
        renewing = []
        if secure is not None:
            context = _tls_context(hall)
            await start(_config(application, lifespan="off", context=context), secure)
            renewing.append(asyncio.create_task(_keep_vouching(hall, context)))
        loop = asyncio.get_running_loop()

        def stop_soon() -> None:
            loop.call_soon_threadsafe(loop.call_later, SECONDS_TO_ANSWER, stop.set)

        restarting.offer(stop_soon)
        on_ready()
        await stop.wait()
        restarting.offer(None)
        for task in renewing:
            task.cancel()
        await background.run_shutdown_steps()
        for server, task in reversed(running):
            server.should_exit = True
            await task


@contextlib.contextmanager
def _stopping(
    running: list[tuple[HallServer, asyncio.Task[None]]], on_stop: Callable[[], None]
) -> Iterator[asyncio.Event]:
    """The first signal lets all finish what is under way; a second one does not wait."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def handle(_number: int, _frame: object) -> None:
        on_stop()
        for server, _task in running:
            server.force_exit = stop.is_set()
        loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tls_context(hall: Hall) -> ssl.SSLContext:
    assert hall.authority is not None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(hall.authority.certificate, hall.authority.key)
    return context


async def _keep_vouching(hall: Hall, context: ssl.SSLContext) -> None:
    """When the Wi-Fi gives another address, new connections get a certificate that knows it."""
    assert hall.authority is not None
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS_AT_ADDRESSES)
        try:
            if await asyncio.to_thread(hall.vouch):
                context.load_cert_chain(hall.authority.certificate, hall.authority.key)
        except (OSError, ValueError) as problem:
            # The certificate in use goes on working for the addresses it knows.
            logger.warning("The certificate of the hall could not be renewed: %s", problem)


class Deadline:
    """Give the process some seconds to end, from `start` on. Until then it waits in a thread of its own.

    What every part waits for is bounded where it waits. This is for the sum of it, and for what libraries do
    when a process ends: it joins their threads, however long those take.
    """

    def __init__(self, seconds: float = SECONDS_TO_STOP) -> None:
        self._seconds = seconds
        self._has_begun = False
        self._begun, self._called_off = threading.Event(), threading.Event()
        threading.Thread(target=self._wait, name="deadline", daemon=True).start()

    def start(self) -> None:
        """Called by a handler of signals, perhaps while it runs for an earlier one."""
        if not self._has_begun:
            self._has_begun = True
            self._begun.set()

    def call_off(self) -> None:
        """The server has stopped, and the process goes on with something else."""
        self._called_off.set()

    def _wait(self) -> None:
        self._begun.wait()
        if self._called_off.wait(self._seconds):
            return
        print(
            f"Fiveline has not stopped within {self._seconds:.0f} s and ends now. "
            "Nothing that was answered is lost. What it waited for:",
            file=sys.stderr,
        )
        faulthandler.dump_traceback(all_threads=True)
        sys.stderr.flush()
        os._exit(1)


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Run as `asyncio.run` does, which alone would wait for ever for a task that swallows being cancelled."""

    async def whole() -> None:
        try:
            await serving
        finally:
            await background.cancel_all_tasks()

    asyncio.run(whole())
