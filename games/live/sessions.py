"""Add the address and the session of its cookie to the scope of a socket, and find its language.

Only the key is read here; `access.actor_of` reads the session itself, again for each message.
"""

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from channels.sessions import CookieMiddleware
from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from games.access.permissions import address_of


class SocketSessionMiddleware:
    """The middleware that adds both. Unlike that of Channels it does not handle what is sent."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.store = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        session = self.store(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        brought = {"session": session, "address": address_of(scope)}
        await self.application({**scope, **brought}, receive, send)


def with_session(application: Any) -> Any:
    return CookieMiddleware(SocketSessionMiddleware(application))


def language_of(scope: Mapping[str, Any]) -> str:
    """Return the language that the client wants, otherwise the default."""
    accepted = dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin-1")
    return wanted_language(scope.get("cookies", {}), accepted) or settings.LANGUAGE_CODE


def wanted_language(cookies: Mapping[str, str], accepted: str) -> str:
    """Return the language chosen here, otherwise the first offered one that the browser wants, or ""."""
    wanted = [cookies.get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [language for language, _weight in parse_accept_lang_header(accepted)]
    for language in wanted:
        with suppress(LookupError):
            return translation.get_supported_language_variant(language)
    return ""
