"""Services that run as long as the server: started in order, stopped in reverse order, once."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from games.live import background
from tournament.asgi import application


@pytest.fixture
def told(monkeypatch):
    """Return a list of what happened, in order; only the services of the test are registered."""
    monkeypatch.setattr(background, "services", [])
    return []


def service(name, told, *, fails=False):
    @asynccontextmanager
    async def run():
        if fails:
            raise RuntimeError(f"{name} cannot start")
        told.append(f"{name} starts")
        yield
        told.append(f"{name} stops")

    return background.service(run)


async def live(told):
    """Play the server's part of the lifespan protocol, and return the types of the answers."""
    requests = asyncio.Queue()
    answers = []
    for kind in ("startup", "shutdown"):
        requests.put_nowait({"type": f"lifespan.{kind}"})

    async def send(message):
        told.append(message["type"])
        answers.append(message)

    await application({"type": "lifespan"}, requests.get, send)
    return answers


async def test_services_start_before_the_server_and_stop_in_reverse(told):
    service("hub", told)
    service("flagfall", told)
    await live(told)
    assert told == [
        "hub starts",
        "flagfall starts",
        "lifespan.startup.complete",
        "flagfall stops",
        "hub stops",
        "lifespan.shutdown.complete",
    ]


async def test_a_service_that_cannot_start_stops_the_server_and_those_before_it(told):
    service("hub", told)
    service("flagfall", told, fails=True)
    with pytest.raises(RuntimeError, match="flagfall cannot start"):
        await live(told)
    assert told == ["hub starts", "hub stops", "lifespan.startup.failed"] or told == [
        "hub starts",
        "lifespan.startup.failed",
    ]


def test_a_service_registered_twice_is_started_once(told):
    run = service("hub", told)
    background.service(run)
    assert background.services == [run]


@pytest.mark.parametrize("swallows", [1, background.MOST_CANCELS])
async def test_a_task_that_swallows_being_cancelled_does_not_keep_the_server(swallows, monkeypatch, caplog):
    """Swallow the cancellation, as the client of Redis does when its connection breaks at that moment."""
    monkeypatch.setattr(background, "SECONDS_BETWEEN_CANCELS", 0.01)
    cancelled = 0

    async def stubborn():
        nonlocal cancelled
        while cancelled <= swallows:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled += 1
                if cancelled > swallows:
                    raise

    async with asyncio.timeout(5):
        async with background.tasks(stubborn()):
            await asyncio.sleep(0)
    assert cancelled == min(swallows + 1, background.MOST_CANCELS)
    assert ("does not end" in caplog.text) == (swallows == background.MOST_CANCELS)
