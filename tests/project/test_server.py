"""HTTP and HTTPS in one event loop: one application, one lifespan, stopped in order."""

import asyncio
import datetime
import os
import signal
import socket
import ssl
from contextlib import suppress

import pytest

from games.live import background
from tests.postgres import free_port
from tournament.server import server
from tournament.server.authority import Authority
from tournament.server.reach import Hall


@pytest.fixture
def told():
    return []


@pytest.fixture
def application(told):
    async def application(scope, receive, send):
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                told.append(kind)
                await send({"type": f"lifespan.{kind}.complete"})
            return
        body = scope["scheme"].encode()
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": body})
        told.append(scope["scheme"])

    return application


@pytest.fixture
def hall(tmp_path):
    hall = Hall("127.0.0.1", free_port(), free_port(), Authority(tmp_path / "authority"))
    hall.ensure_certificate()
    return hall


async def ask(port, context=None):
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=context, server_hostname="localhost" if context else None
    )
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    return answer.rsplit(b"\r\n", 1)[-1].decode()


async def run(application, hall, visit):
    """Serve, visit once it is ready, and stop by a signal as a terminal sends it."""
    ready = asyncio.Event()
    plain = server.bind_port(hall.host, hall.port)
    secure = server.bind_port(hall.host, hall.secure_port)
    serving = asyncio.create_task(server.serve(application, hall, plain, secure, ready.set))
    await ready.wait()
    try:
        await visit()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(serving, 20)


async def test_both_servers_share_one_application_and_one_lifespan(application, hall, told):
    trusted = ssl.create_default_context(cafile=str(hall.authority.folder / "root.crt"))

    async def visit():
        assert await ask(hall.port) == "http"
        assert await ask(hall.secure_port, trusted) == "https"

    await run(application, hall, visit)
    assert told == ["startup", "http", "https", "shutdown"]


async def test_a_stop_says_goodbye_while_everybody_is_still_served(application, hall, told):
    async def say():
        told.append(await ask(hall.port))
        told.append("good-bye")

    async def visit():
        pass

    with background.before_shutdown(say):
        await run(application, hall, visit)
    assert told == ["startup", "http", "http", "good-bye", "shutdown"]
    assert background.shutdown_steps == []


async def test_the_handlers_of_signals_are_given_back(application, hall):
    async def visit():
        assert signal.getsignal(signal.SIGTERM) is not before

    before = signal.getsignal(signal.SIGTERM)
    await run(application, hall, visit)
    assert signal.getsignal(signal.SIGTERM) is before


async def test_a_new_address_gets_into_the_certificate_while_serving(application, hall, monkeypatch):
    root = ssl.create_default_context(cafile=str(hall.authority.folder / "root.crt"))
    renewed = asyncio.Event()
    monkeypatch.setattr(server, "SECONDS_BETWEEN_LOOKS_AT_ADDRESSES", 0.01)

    def ensure_certificate(hall):
        before = hall.authority.certificate.read_bytes()
        monkeypatch.setattr(Hall, "ensure_certificate", lambda hall: False)
        made = hall.authority.ensure_certificate(["new.local"], datetime.datetime.now(datetime.UTC))
        assert hall.authority.certificate.read_bytes() != before
        loop.call_soon_threadsafe(renewed.set)
        return made

    async def names():
        _reader, writer = await asyncio.open_connection(
            "127.0.0.1", hall.secure_port, ssl=root, server_hostname="localhost"
        )
        found = {name for _kind, name in writer.get_extra_info("peercert")["subjectAltName"]}
        writer.close()
        return found

    async def visit():
        assert "new.local" not in await names()
        monkeypatch.setattr(Hall, "ensure_certificate", ensure_certificate)
        await renewed.wait()
        while "new.local" not in await names():
            await asyncio.sleep(0.01)

    loop = asyncio.get_running_loop()
    await run(application, hall, visit)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("203.0.113.77", 8000)])
def test_what_cannot_be_listened_on_is_told(host, port):
    with pytest.raises(server.CannotListen, match=r".+"):
        server.bind_port(host, port)


async def test_nobody_is_let_in_before_the_port_is_served(application, hall):
    """Check that a client is refused at once, so that it tries another process or tries again."""

    async def visit():
        assert await ask(hall.port) == "http"

    plain = server.bind_port(hall.host, hall.port)
    with pytest.raises(ConnectionRefusedError):
        await ask(hall.port)
    plain.close()
    await run(application, hall, visit)


async def test_of_two_that_claim_a_port_at_the_same_time_one_is_told(application, hall):
    first, second = server.bind_port(hall.host, hall.port), server.bind_port(hall.host, hall.port)
    first.listen()
    with pytest.raises(server.CannotListen, match="in use"):
        await server.serve(application, hall, second, None, lambda: None)
    first.close()


def test_accepted_connections_send_without_delay():
    with server.bind_port("127.0.0.1", 0) as listener, socket.socket() as client:
        listener.listen()
        client.connect(listener.getsockname())
        accepted, _address = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such option")
async def test_a_client_that_never_reads_is_closed(hall, monkeypatch):
    monkeypatch.setattr(server, "SECONDS_BEHIND", 1)
    closed = asyncio.Event()

    async def send_until_closed(scope, receive, send):
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await no_wait(receive()))["type"] != "http.disconnect":
            await send({"type": "http.response.body", "body": b"x" * 1_000_000, "more_body": True})
        closed.set()

    async def no_wait(receiving):
        with suppress(TimeoutError):
            return await asyncio.wait_for(receiving, 0.01)
        return {"type": "nothing"}

    async def visit():
        with socket.create_connection(("127.0.0.1", hall.port)) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await asyncio.wait_for(closed.wait(), 15)

    await run(send_until_closed, hall, visit)
