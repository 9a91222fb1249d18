"""The addresses of the sockets (docs/protocol.md)."""

from django.urls import path, re_path

from games.live.game_connections import GameConnection, TableConnection, TopicConnection

websocket_urlpatterns = [
    path("ws/game/<slug:code>/", GameConnection.serve),
    re_path(r"^ws/topic/(?P<topic>[a-z]+(?::[0-9]{1,18})?)/$", TopicConnection.serve),
    re_path(r"^ws/table/(?P<place>[a-z]+(?::[0-9]{1,18}){1,2})/$", TableConnection.serve),
]
