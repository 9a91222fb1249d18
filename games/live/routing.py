"""Route the addresses of the sockets to their consumers (docs/protocol.md)."""

from typing import Any

from django.urls import path, re_path

from .consumers import GameConsumer, TableConsumer, TopicConsumer

# Django's patterns are typed for pages alone.
game: Any = GameConsumer.as_asgi()
topic: Any = TopicConsumer.as_asgi()
table: Any = TableConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/game/<slug:code>/", game),
    re_path(r"^ws/topic/(?P<topic>[a-z]+(?::[0-9]{1,18})?)/$", topic),
    re_path(r"^ws/table/(?P<place>[a-z]+(?::[0-9]{1,18}){1,2})/$", table),
]
