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

# Sockets are closed at once with a time to reconnect; this is for requests that are being answered.
SECONDS_TO_FINISH = 5
# For the whole process; less than systemd and containers grant (deploy/), which then kill it silently.
SECONDS_TO_STOP = 15.0
SECONDS_BETWEEN_LOOKS_AT_ADDRESSES = 30
# So that the user who asked for a restart receives the page that waits for it.
SECONDS_TO_ANSWER = 0.5
OPEN_FILES = 65_536


class CannotListen(Exception):
    """The port is taken or forbidden; the message says why."""


class CannotServe(Exception):
    """A background service did not start."""


def bind_port(host: str, port: int) -> socket.socket:
    """Bind the port without listening, so that a client that connects too early is refused.

    If it were accepted, it would get no answer until the server is ready; a refusal lets a phone or a proxy
    try another process at once.
    """
    claimed = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":  # on Windows it would let two programs use the same port
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
    """A server that leaves the signals to `serve`, which runs several of them."""

    capture_signals = contextlib.nullcontext  # type: ignore[assignment]  # a method there, without arguments


def allow_open_files() -> None:
    """Raise the limit of open files as far as the system permits, where there is such a limit."""
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
        # `games.access.permissions` reads them, from the trusted proxies.
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
    """Serve until interrupted or terminated; the signal calls `on_stop` at any point of the program."""
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

    with _handle_signals(running, on_stop) as stop:
        await start(_config(application, lifespan="on"), plain)
        renewing = []
        if secure is not None:
            context = _tls_context(hall)
            await start(_config(application, lifespan="off", context=context), secure)
            renewing.append(asyncio.create_task(_keep_certificate_current(hall, context)))
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
def _handle_signals(
    running: list[tuple[HallServer, asyncio.Task[None]]], on_stop: Callable[[], None]
) -> Iterator[asyncio.Event]:
    """Stop the servers on a signal. The first lets them finish open requests, a second does not wait."""
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


async def _keep_certificate_current(hall: Hall, context: ssl.SSLContext) -> None:
    """Renew the certificate for new connections when the Wi-Fi assigns another address."""
    assert hall.authority is not None
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS_AT_ADDRESSES)
        try:
            if await asyncio.to_thread(hall.ensure_certificate):
                context.load_cert_chain(hall.authority.certificate, hall.authority.key)
        except (OSError, ValueError) as problem:
            # The certificate in use stays valid for its addresses.
            logger.warning("The certificate of the hall could not be renewed: %s", problem)


class Deadline:
    """A time limit for the end of the process, which runs from `start` on, in a thread of its own.

    Every part limits its own waits. This limits their sum, and the time to join the threads of libraries.
    """

    def __init__(self, seconds: float = SECONDS_TO_STOP) -> None:
        self._seconds = seconds
        self._has_begun = False
        self._begun, self._called_off = threading.Event(), threading.Event()
        threading.Thread(target=self._wait, name="deadline", daemon=True).start()

    def start(self) -> None:
        """Start the limit. A signal handler calls this, perhaps while it handles an earlier signal."""
        if not self._has_begun:
            self._has_begun = True
            self._begun.set()

    def call_off(self) -> None:
        """Cancel the limit, because the server has stopped and the process continues with other work."""
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
    """Run as `asyncio.run` does, without waiting for ever for a task that ignores its cancellation."""

    async def whole() -> None:
        try:
            await serving
        finally:
            await background.cancel_all_tasks()

    asyncio.run(whole())
