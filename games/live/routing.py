"""The addresses of the sockets (docs/protocol.md)."""

from typing import Any

from django.urls import path, re_path

from games.live.game_connections import GameConnection, TableConnection, TopicConnection

from .connection import Connection


def _socket(connection: type[Connection]) -> Any:
    """Channels calls it as an ASGI application; Django's patterns are typed for pages alone."""
    return connection.serve


websocket_urlpatterns = [
    path("ws/game/<slug:code>/", _socket(GameConnection)),
    re_path(r"^ws/topic/(?P<topic>[a-z]+(?::[0-9]{1,18})?)/$", _socket(TopicConnection)),
    re_path(r"^ws/table/(?P<place>[a-z]+(?::[0-9]{1,18}){1,2})/$", _socket(TableConnection)),
]
