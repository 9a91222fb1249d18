"""Addresses of the readable interface. A change that breaks programs gets a new version beside this one."""

from django.urls import path

from tournament.api import reads

urlpatterns = [
    path("", reads.instructions, name="api-page"),
    path("v1/openapi.json", reads.openapi, name="api-openapi"),
    path("v1/events/", reads.tournaments, name="api-events"),
    path("v1/events/<slug:code>/", reads.tournament, name="api-event"),
    path("v1/events/<slug:code>/entrants/", reads.entrants, name="api-entrants"),
    path("v1/events/<slug:code>/stages/<int:stage>/rounds/<int:number>/", reads.round_, name="api-round"),
    path("v1/events/<slug:code>/stages/<int:stage>/standings/", reads.standing, name="api-standings"),
    path("v1/games/<slug:code>/", reads.game, name="api-game"),
    path("v1/players/", reads.players, name="api-players"),
    path("v1/players/<int:pk>/", reads.player, name="api-player"),
    path("v1/ratings/<slug:kind>/", reads.rating_list, name="api-ratings"),
]
