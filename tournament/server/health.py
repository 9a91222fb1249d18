"""What machines ask a server, answered in front of Django: no session, no host name, no redirect to HTTPS.

`/healthz` says that the process runs, `/readyz` that it may be sent visitors. Strangers learn yes or no.
`/metrics` is for the machine itself, or for whoever knows FIVELINE_METRICS_TOKEN.
"""

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from django.conf import settings
from django.db import connection

from games.live import background
from games.live import metrics as counted
from games.live.database_threads import reading
from games.timekeeping import ticks_ms
from tournament.server import metrics, reach
from tournament.server.bodies import Application, answer
from tournament.server.problems import in_one_line
from tournament.services.backup import updating

logger = logging.getLogger(__name__)

SECONDS_TO_ANSWER = 3
# However often it is asked, the database is asked once a second.
FRESH_MS = 1_000
HEADERS = {
    b"content-type": b"text/plain; version=0.0.4; charset=utf-8",
    b"cache-control": b"no-store",
}


class Readiness:
    """Whether the database answers, as it was found a moment ago."""

    def __init__(self) -> None:
        self._known: tuple[int, bool] | None = None
        self.serving = False

    async def now(self) -> bool:
        if not self.serving:
            return False
        if self._known is None or ticks_ms() - self._known[0] > FRESH_MS:
            self._known = (ticks_ms(), await _database_answers())
        return self._known[1]


readiness = Readiness()


async def _database_answers() -> bool:
    try:
        await asyncio.wait_for(reading.run(_ask_database), SECONDS_TO_ANSWER)
    except Exception as problem:
        logger.warning("not ready: %s", in_one_line(problem) or type(problem).__name__)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")


@background.service
@asynccontextmanager
async def being_ready() -> AsyncIterator[None]:
    """From when all services run until a stop begins; on data of another version, never."""
    state = await reading.run(updating.look)
    if state.pending:
        raise updating.not_up_to_date()
    readiness.serving = True
    try:
        with background.farewell(stop_being_ready):
            yield
    finally:
        await stop_being_ready()


async def stop_being_ready() -> None:
    readiness.serving = False


def with_health(application: Application) -> Application:
    async def answering(scope: dict[str, Any], receive: Any, send: Any) -> None:
        status, text = 200, "ok\n"
        match scope["path"]:
            case "/healthz":
                pass
            case "/readyz":
                if not await readiness.now():
                    status, text = 503, "not ready\n"
            case "/metrics":
                status, text = (200, await metrics.write_metrics()) if may_read_metrics(scope) else (404, "")
            case _:
                began_ms = ticks_ms()
                await application(scope, receive, send)
                counted.pages.add(ticks_ms() - began_ms)
                return
        await answer(send, status, text.encode(), HEADERS)

    return answering


def may_read_metrics(scope: dict[str, Any]) -> bool:
    """Whoever brings the token; without one, the machine itself. A proxy on it says for whom it asks."""
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        given = headers.get(b"authorization", b"")
        return hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode())
    forwarded = {b"x-forwarded-for", b"forwarded", b"x-real-ip"} & headers.keys()
    client = scope.get("client")
    return not forwarded and client is not None and reach.is_loopback(client[0])
