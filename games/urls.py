"""Addresses of live games."""

from django.urls import path

from games.access import seeing  # noqa: F401  (registers the converter of topics)
from games.practice import views as practice
from games.quick_games import views as quick
from games.views import game, play, table, wall

urlpatterns = [
    path("clock/", quick.clock_words, name="clock-words"),
    path("quick/", quick.quick_game, name="quick-game"),
    path("quick/<slug:code>/", quick.lobby, name="lobby"),
    path("quick/<slug:code>/sit/<slug:seat>/", quick.sit, name="lobby-sit"),
    path("quick/<slug:code>/start/", quick.start, name="lobby-start"),
    path("quick/<str:code>/call-off/", quick.call_off, name="call-off-quick"),
    path("practice/", practice.practice, name="practice"),
    path("practice/last/", practice.last_practice_game, name="practised"),
    path("learn/", practice.lessons, name="learn"),
    path("learn/puzzles/", practice.puzzles, name="puzzles"),
    path("play/<slug:code>/", play.play, name="play"),
    path("game/<slug:code>/", game.game, name="game"),
    path("game/<slug:code>/analysis/", practice.analysis, name="analysis"),
    path("game/<slug:code>/record.txt", game.record, name="game-record"),
    path("game/<slug:code>/rematch/", quick.rematch, name="rematch"),
    path("game/<slug:code>/move/", quick.move_code, name="move-code"),
    path("wall/", wall.wall, name="wall"),
    path("wall/<scope:topic>/", wall.wall, name="wall-topic"),
    path("table/<slug:code>/", table.table, name="table"),
    path("tables/<int:tournament>/<int:number>/", table.serve_table, name="serve-table"),
    path("sw.js", table.worker, name="service-worker"),
]
