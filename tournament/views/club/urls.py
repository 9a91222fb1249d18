"""Addresses of the pages of the club."""

from django.urls import path

from tournament.views.club import evenings, importing, players, ratings, settings
from tournament.views.desk import exporting

urlpatterns = [
    path("", ratings.rating_list, name="club"),
    path("settings/", settings.settings, name="club-settings"),
    path("settings/second-factor/", settings.second_factor_rule, name="club-second-factor"),
    path("server/", settings.server, name="club-server"),
    path("choose/", ratings.choose, name="club-choose"),
    path("seed/<slug:code>/", ratings.seed, name="seed-by-rating"),
    path("players/", players.all_players, name="club-players"),
    path("players/<int:pk>/", players.player, name="club-player"),
    path("players/<int:pk>/edit/", players.edit, name="club-player-edit"),
    path("players/<int:pk>/merge/", players.merge, name="club-player-merge"),
    path("players/<int:pk>/erase/", players.erase, name="club-player-erase"),
    path("evenings/", evenings.all_evenings, name="evenings"),
    path("evenings/open/", evenings.open_evening, name="evening-open"),
    path("evenings/<int:pk>/", evenings.evening, name="evening"),
    path("evenings/<int:pk>/arrive/", evenings.arrive, name="evening-arrive"),
    path("evenings/<int:pk>/leave/<int:player_id>/", evenings.leave, name="evening-leave"),
    path("evenings/<int:pk>/play/", evenings.play, name="evening-play"),
    path("evenings/<int:pk>/decide/<int:match_id>/", evenings.decide, name="evening-decide"),
    path("evenings/<int:pk>/call-off/<int:match_id>/", evenings.call_off, name="evening-call-off"),
    path("evenings/<int:pk>/draw/", evenings.draw, name="evening-draw"),
    path("evenings/<int:pk>/close/", evenings.close, name="evening-close"),
    path("evenings/<int:pk>/change/", evenings.change, name="evening-change"),
    path("evenings/announce/", evenings.announce, name="evening-announce"),
    path(
        "evenings/announced/<int:planned_id>/drop/",
        evenings.take_back_announcement,
        name="evening-unannounce",
    ),
    path("exchange/", importing.hub, name="club-exchange"),
    path("import/players/", importing.players, name="club-import-players"),
    path("import/file/", importing.send, name="club-import"),
    path("import/<str:token>/", importing.parcel, name="club-parcel"),
    path("export/<slug:code>/", exporting.hub, name="club-export"),
    path("export/<slug:code>/<slug:what>.<slug:ending>", exporting.export, name="club-export-file"),
]
