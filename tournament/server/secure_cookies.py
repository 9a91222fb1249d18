"""Rename the cookies of the encrypted address, so that the plain one can neither read nor set them.

In a hall the same host is served twice, plain and encrypted, and browsers know cookies by host, not by port.
Cookies set at the encrypted one are marked `Secure` and named `__Host-…`; those set at the plain one are
ignored there. The application itself uses the usual names.
"""

from typing import Any

from django.conf import settings

from tournament.server.bodies import Application, Message

PREFIX = "__Host-"
PLAIN_SESSION = "plain_session"  # in the scope: the session that the same browser has at the plain address


def with_secure_cookies(application: Application) -> Application:
    async def translated(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope.get("scheme") not in ("https", "wss"):
            await application(scope, receive, send)
            return

        async def rename(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {
                    **message,
                    "headers": [_secure_set_cookie(*header) for header in message["headers"]],
                }
            await send(message)

        await application(_with_trusted_cookies(scope), receive, rename)

    return translated


def _with_trusted_cookies(scope: dict[str, Any]) -> dict[str, Any]:
    """Return the scope with the cookies that are trusted here, under their usual names."""
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    pairs = (part.strip().partition("=") for line in lines for part in line.split(";"))
    received = {name: value for name, sign, value in pairs if sign}
    trusted = {name: value for name, value in received.items() if name not in _names()}
    for name in _names():
        if own := received.get(PREFIX + name):
            trusted[name] = own
            trusted.pop(PREFIX + name)
    plain = received.get(settings.SESSION_COOKIE_NAME, "")
    if scope["type"] == "websocket" and plain:
        # A page that was opened before an update that introduced these names.
        trusted.setdefault(settings.SESSION_COOKIE_NAME, plain)
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    line = "; ".join(f"{name}={value}" for name, value in trusted.items())
    return {**scope, "headers": [*headers, (b"cookie", line.encode("latin-1"))], PLAIN_SESSION: plain}


def _secure_set_cookie(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    called = value.partition(b"=")[0].decode("latin-1")
    if name.lower() != b"set-cookie" or called not in _names():
        return name, value
    secure = b"" if b"; secure" in value.lower() else b"; Secure"
    return name, PREFIX.encode() + value + secure


def _names() -> tuple[str, str]:
    return settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
