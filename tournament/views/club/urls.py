"""Addresses of a club's memory."""

from django.urls import path

from tournament.views.club import exporting, importing, players, ratings

urlpatterns = [
    path("", ratings.rating_list, name="club"),
    path("choose/", ratings.choose, name="club-choose"),
    path("players/", players.all_players, name="club-players"),
    path("players/<int:pk>/", players.player, name="club-player"),
    path("players/<int:pk>/edit/", players.edit, name="club-player-edit"),
    path("players/<int:pk>/merge/", players.merge, name="club-player-merge"),
    path("players/<int:pk>/erase/", players.erase, name="club-player-erase"),
    path("exchange/", importing.hub, name="club-exchange"),
    path("import/players/", importing.players, name="club-import-players"),
    path("import/file/", importing.send, name="club-import"),
    path("import/<str:token>/", importing.parcel, name="club-parcel"),
    path("export/<slug:code>/", exporting.hub, name="club-export"),
    path("export/<slug:code>/<slug:what>.<slug:ending>", exporting.export, name="club-export-file"),
]
