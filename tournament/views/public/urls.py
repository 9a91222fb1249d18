"""Addresses of public pages, the projector, a player's own page, and paper."""

from django.urls import path

from tournament.views import setup
from tournament.views.public import (
    entrants,
    player,
    print_sheets,
    prize_sheets,
    projector,
    rounds,
    standings,
    tournaments,
)

urlpatterns = [
    path("events/", tournaments.tournaments, name="tournaments"),
    path("e/<slug:code>/", tournaments.overview, name="tournament"),
    path("calendar.ics", tournaments.club_calendar, name="calendar"),
    path("e/<slug:code>/event.ics", tournaments.tournament_calendar, name="tournament-calendar"),
    path("e/<slug:code>/follow/", tournaments.follow, name="tournament-follow"),
    path("e/<slug:code>/round/", rounds.round_page, name="tournament-round"),
    path("e/<slug:code>/round/<int:number>/", rounds.round_page, name="tournament-round-number"),
    path("e/<slug:code>/standings/", standings.standings, name="tournament-standings"),
    path("e/<slug:code>/standings/<int:number>/<int:index>/", standings.working, name="tournament-working"),
    path("e/<slug:code>/cross-table/", standings.cross_table, name="tournament-cross-table"),
    path("e/<slug:code>/bracket/", rounds.bracket, name="tournament-bracket"),
    path("e/<slug:code>/entrants/", entrants.entrants, name="tournament-entrants"),
    path("e/<slug:code>/entrants/<int:number>/", entrants.entrant, name="tournament-entrant"),
    path("e/<slug:code>/prizes/", standings.prizes, name="tournament-prizes"),
    path("e/<slug:code>/enter/", entrants.enter, name="tournament-enter"),
    path("e/<slug:code>/projector/", projector.projector, name="projector"),
    path("e/<slug:code>/print/", print_sheets.hub, name="print"),
    path("e/<slug:code>/print/pairings/", print_sheets.pairings_by_board, name="print-pairings"),
    path(
        "e/<slug:code>/print/pairings-by-name/", print_sheets.pairings_by_name, name="print-pairings-by-name"
    ),
    path("e/<slug:code>/print/standings/", print_sheets.standings, name="print-standings"),
    path("e/<slug:code>/print/cross-table/", print_sheets.cross_table, name="print-cross-table"),
    path("e/<slug:code>/print/start-list/", print_sheets.start_list, name="print-start-list"),
    path("e/<slug:code>/print/prizes/", prize_sheets.prize_list, name="print-prizes"),
    path("e/<slug:code>/print/certificates/", prize_sheets.certificates, name="print-certificates"),
    path("e/<slug:code>/print/bracket/", print_sheets.bracket, name="print-bracket"),
    path("e/<slug:code>/print/score-sheets/", print_sheets.score_sheets, name="print-score-sheets"),
    path("e/<slug:code>/print/table-cards/", print_sheets.table_cards, name="print-table-cards"),
    path("e/<slug:code>/print/slips/", print_sheets.player_slips, name="print-slips"),
    path("e/<slug:code>/print/poster/", print_sheets.poster, name="print-poster"),
    path("player/<int:entrant_id>/", player.player, name="player"),
    path("player/<int:entrant_id>/report/", player.report, name="player-report"),
    path("player/<int:entrant_id>/<slug:deed>/", player.attend, name="player-attend"),
    path("demo/", setup.demo, name="demo"),
]
