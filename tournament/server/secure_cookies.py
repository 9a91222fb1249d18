"""Cookies of the encrypted address have names of their own, so that the plain one never gets to see them.

In a hall the same host is served twice, plain and encrypted, and browsers know cookies by host, not by port.
What is set at the encrypted one is marked `Secure` and called `__Host-…`; what was set at the plain one is
not believed there. Behind it everybody goes on using the usual names.
"""

from typing import Any

from django.conf import settings

from tournament.server.bodies import Application, Message

PREFIX = "__Host-"
PLAIN_SESSION = "plain_session"  # in the scope: the session that the same browser has at the plain address


def with_own_cookies(application: Application) -> Application:
    async def translated(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope.get("scheme") not in ("https", "wss"):
            await application(scope, receive, send)
            return

        async def rename(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [_set_here(*header) for header in message["headers"]]}
            await send(message)

        await application(_believed(scope), receive, rename)

    return translated


def _believed(scope: dict[str, Any]) -> dict[str, Any]:
    """Give the scope the cookies that count here, under their usual names."""
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    pairs = (part.strip().partition("=") for line in lines for part in line.split(";"))
    brought = {name: value for name, sign, value in pairs if sign}
    shown = {name: value for name, value in brought.items() if name not in _names()}
    for name in _names():
        if own := brought.get(PREFIX + name):
            shown[name] = own
            shown.pop(PREFIX + name)
    plain = brought.get(settings.SESSION_COOKIE_NAME, "")
    if scope["type"] == "websocket" and plain:
        # A page that was open before these names were: it has not been here since.
        shown.setdefault(settings.SESSION_COOKIE_NAME, plain)
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    line = "; ".join(f"{name}={value}" for name, value in shown.items())
    return {**scope, "headers": [*headers, (b"cookie", line.encode("latin-1"))], PLAIN_SESSION: plain}


def _set_here(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    called = value.partition(b"=")[0].decode("latin-1")
    if name.lower() != b"set-cookie" or called not in _names():
        return name, value
    secure = b"" if b"; secure" in value.lower() else b"; Secure"
    return name, PREFIX.encode() + value + secure


def _names() -> tuple[str, str]:
    return settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
