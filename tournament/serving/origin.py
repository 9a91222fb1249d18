"""Sockets are opened by our own pages only.

In a hall any host name may lead here, so a list of allowed hosts cannot tell our pages from others; that the
page comes from the very host it connects to can. A browser always sends an Origin; a program that sends none
carries nobody's cookies.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


class SameOrigin:
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if is_ours(headers):
            await self.application(scope, receive, send)
        else:
            await receive()  # the request to connect; closing before accepting answers it with 403
            await send({"type": "websocket.close"})


def is_ours(headers: dict[bytes, str]) -> bool:
    origin = headers.get(b"origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    return urlsplit(origin).netloc.lower() == headers.get(b"host", "").lower() != ""
