"""Only our own pages can open sockets."""

import pytest
from asgiref.testing import ApplicationCommunicator

from tournament.asgi import only_from_our_pages


async def accepting(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})


@pytest.mark.parametrize(
    ("origin", "host", "welcome"),
    [
        ("http://192.168.1.5:8000", "192.168.1.5:8000", True),
        ("https://hall.local:8443", "hall.local:8443", True),
        ("http://HALL.local", "hall.local", True),
        (None, "192.168.1.5:8000", True),  # not a browser: it carries no cookies of a user
        ("http://192.168.1.5:8001", "192.168.1.5:8000", False),
        ("https://evil.example", "192.168.1.5:8000", False),
        ("null", "192.168.1.5:8000", False),
        ("null", "", False),
        ("https://club.example", "inner:8000", True),  # named in FIVELINE_ORIGINS
    ],
)
async def test_a_socket_is_opened_from_the_page_of_the_same_host(settings, origin, host, welcome):
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    scope = {"type": "websocket", "path": "/", "headers": headers}
    visitor = ApplicationCommunicator(only_from_our_pages(accepting), scope)
    await visitor.send_input({"type": "websocket.connect"})
    answer = await visitor.receive_output()
    assert answer["type"] == ("websocket.accept" if welcome else "websocket.close")
