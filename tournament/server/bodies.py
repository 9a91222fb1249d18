"""Limit the size and duration of request bodies before any of it is stored.

Django writes a whole body to disk before any middleware sees the request. A full disk means that no move is
recorded, so what is too large or too slow is answered in front of it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import parse_cookie

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

KIB = 1024
# The longest form of a visitor is a registration. A user with a session may upload a file.
MOST_OF_STRANGERS = 64 * KIB
MOST = 6 * KIB * KIB
SECONDS_FOR_A_BODY = 30

TOO_LARGE = 413, b"This is more than can be taken at once. Send a smaller file, or less text."
TOO_SLOW = 408, b"It took too long to arrive. Send it again, nearer to the access point."


class BodyRefused(Exception):
    """A body that is too large or too slow; `answer` has the status and a sentence."""

    def __init__(self, answer: tuple[int, bytes]) -> None:
        super().__init__(answer[1])
        self.answer = answer


def with_limited_bodies(application: Application) -> Application:
    async def limited(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body, answering = Body(receive, limit_for(scope)), False

        async def tell(message: Message) -> None:
            nonlocal answering
            answering = True
            await send(message)

        try:
            body.check_length(scope)
            await application(scope, body.receive, tell)
        except BodyRefused as refused:
            if not answering:
                # The rest of it is not read.
                await answer(send, *refused.answer, {b"connection": b"close"})

    return limited


class Body:
    """The body of a request, received message by message until it is complete."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most = receive, most
        self._count, self._complete = 0, False
        self._until = asyncio.get_running_loop().time() + SECONDS_FOR_A_BODY

    def check_length(self, scope: dict[str, Any]) -> None:
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > self._most:
            raise BodyRefused(TOO_LARGE)

    async def receive(self) -> Message:
        if self._complete:
            return await self._receive()  # waiting for the client to disconnect may take long
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise BodyRefused(TOO_SLOW) from None
        self._count += len(message.get("body", b""))
        if self._count > self._most:
            raise BodyRefused(TOO_LARGE)
        self._complete = not message.get("more_body", False)
        return message


def limit_for(scope: dict[str, Any]) -> int:
    """Return the limit by the presence of a session cookie; the view checks whether the session is valid."""
    header = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    return MOST if settings.SESSION_COOKIE_NAME in parse_cookie(header) else MOST_OF_STRANGERS


async def answer(send: Send, status: int, text: bytes, headers: Mapping[bytes, bytes]) -> None:
    """Answer with a text, in front of Django."""
    length = str(len(text)).encode()
    sent = {b"content-type": b"text/plain; charset=utf-8", b"content-length": length, **headers}
    await send({"type": "http.response.start", "status": status, "headers": list(sent.items())})
    await send({"type": "http.response.body", "body": text})
