"""Addresses of a club's memory."""

from django.urls import path

from tournament.views.club import players, ratings

urlpatterns = [
    path("", ratings.rating_list, name="club"),
    path("choose/", ratings.choose, name="club-choose"),
    path("players/", players.all_players, name="club-players"),
    path("players/<int:pk>/", players.player, name="club-player"),
    path("players/<int:pk>/edit/", players.edit, name="club-player-edit"),
    path("players/<int:pk>/merge/", players.merge, name="club-player-merge"),
    path("players/<int:pk>/erase/", players.erase, name="club-player-erase"),
]
