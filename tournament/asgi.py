"""The ASGI application: pages, sockets, and the services that run as long as the server."""

# ruff: noqa: E402 -- some modules can be imported only after the applications are loaded.

import os
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.urls import re_path

from games.live import background, broadcast, cleanup, flags  # noqa: F401  they register what they run
from games.live.routing import websocket_urlpatterns
from games.live.sessions import with_session
from tournament.server import alive  # noqa: F401  holds the data while it is served
from tournament.server.bodies import with_limited_bodies
from tournament.server.health import with_health
from tournament.server.secure_cookies import with_secure_cookies
from tournament.server.static import with_static_files


def only_from_our_pages(application: Any) -> Any:
    """Let only our own pages open sockets.

    In a hall any host name may lead here, so a list of allowed hosts cannot tell our pages from others; that
    the page comes from the very host it connects to can. A browser always sends an Origin; a program that
    sends none carries no cookies.
    """

    async def connect(scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        is_trusted = origin is None or origin in settings.CSRF_TRUSTED_ORIGINS
        if is_trusted or urlsplit(origin).netloc.lower() == headers.get(b"host", "").lower() != "":
            await application(scope, receive, send)
        else:
            await receive()  # the request to connect; closing before accepting answers it with 403
            await send({"type": "websocket.close"})

    return connect


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Run the services by the lifespan protocol; one that cannot start stops the server and says why."""
    await receive()
    phase = "startup"
    try:
        async with background.run_services():
            await send({"type": "lifespan.startup.complete"})
            phase = "shutdown"
            await receive()
    except Exception as reason:
        await send({"type": f"lifespan.{phase}.failed", "message": f"{type(reason).__name__}: {reason}"})
        raise
    await send({"type": "lifespan.shutdown.complete"})


# Django's patterns are typed for pages alone.
denied: Any = WebsocketDenier.as_asgi()
nowhere: Any = re_path("", denied)

application = ProtocolTypeRouter(
    {
        "http": with_health(with_static_files(with_secure_cookies(with_limited_bodies(pages)))),
        "websocket": only_from_our_pages(
            with_secure_cookies(with_session(URLRouter([*websocket_urlpatterns, nowhere])))
        ),
        "lifespan": lifespan,
    }
)
