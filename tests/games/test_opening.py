"""Test opening games, one or a whole round of them, and calling them off."""

from games.clock import TimeControl
from games.models import Game
from games.referee import Agreement
from games.rules import RuleSet, Seat
from games.services.opening import open_games, void_game
from games.signals import table_news
from tests.databases import own_rows
from tests.games.conftest import BEGIN_MS

ALIKE = Agreement(RuleSet(), TimeControl.parse("10+5"), Seat.X)


def seated(*names):
    return {seat: {"name": name} for seat, name in zip("XO", names, strict=True)}


def test_games_opened_together_are_agreed_alike_and_each_has_its_own_code_table_and_players(db):
    boards = [("table:3:1", seated("Ada", "Bea")), ("", seated("Cyd", "Dot"))]
    first, second = open_games(ALIKE, boards, topic="tournament:3", now_ms=BEGIN_MS)
    assert first.code != second.code
    stored = own_rows(Game).order_by("pk")
    assert [game.pk for game in stored] == [first.pk, second.pk]
    assert [(game.place, game.players) for game in stored] == boards
    assert {game.agreement for game in stored} == {ALIKE}
    assert {(game.status, game.topic, game.created_ms) for game in stored} == {
        ("waiting", "tournament:3", BEGIN_MS)
    }


def test_every_table_is_sent_the_game_opened_for_it(db, django_capture_on_commit_callbacks):
    news = []

    def note(sender, place, what, **_):
        news.append((place, what))

    table_news.connect(note)
    with django_capture_on_commit_callbacks(execute=True):
        open_games(ALIKE, [("table:3:1", {}), ("table:3:2", {})], now_ms=BEGIN_MS)
    table_news.disconnect(note)
    assert news == [("table:3:1", "opened"), ("table:3:2", "opened")]


def test_a_game_is_called_off_without_reading_how_it_stands(db, monkeypatch):
    (game,) = open_games(ALIKE, [("table:3:4", {})], now_ms=BEGIN_MS)
    with monkeypatch.context() as unreadable:
        unreadable.setattr(Game, "state_now", lambda game: 1 / 0)
        void_game(game.pk)
    game.refresh_from_db()
    assert (game.voided, game.closed_reason["why"]) == (True, "called-off")
