"""Test that what visitors leave behind is deleted, and nothing that counts."""

from datetime import UTC, datetime

import pytest
from django.contrib.sessions.models import Session

from games.access import links
from games.access.permissions import SYSTEM
from games.live import cleanup
from games.models import Game, Grant, Link, SessionInfo, Throttle
from games.quick_games import services as quick_games
from games.services.opening import void_game
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.games.conftest import BEGIN_MS

YEAR_MS = 365 * cleanup.DAY_MS


@pytest.fixture(autouse=True)
def a_few_at_once(monkeypatch):
    monkeypatch.setattr(cleanup, "AT_ONCE", 2)


def session(key, expires_ms):
    expires = datetime.fromtimestamp(expires_ms / 1000, UTC)
    return Session.objects.create(session_key=key, session_data="", expire_date=expires)


def test_sessions_go_when_they_have_ended(db, django_user_model):
    user = django_user_model.objects.create_user("ann")
    for number in range(5):
        session(f"old-{number}", now_ms() - 1_000)
        SessionInfo.objects.create(session_key=f"old-{number}", user=user, created_ms=0, seen_ms=0)
    session("open", now_ms() + 60_000)
    assert cleanup.delete_leftovers()["sessions that ended"] == 5
    assert own_rows(Session).get().session_key == "open"
    assert not own_rows(SessionInfo).exists()


def test_quick_games_that_were_called_off_go_with_their_links_and_games_that_were_played_stay(opened):
    over, begun, called_off, of_tournament = (
        opened(casual=True),
        opened(casual=True).start(),
        opened(casual=True).start(),
        opened(casual=True, topic="tournament:1"),
    )
    over.start().move("c1E")
    for play in (called_off, of_tournament):
        void_game(play.game_id, reason="abandoned")
    made = links.make(SYSTEM, role="table", scope=called_off.game.scope, expires_ms=BEGIN_MS)
    fresh = links.make(
        SYSTEM, role="table", scope=of_tournament.game.scope, topic="tournament:1", expires_ms=BEGIN_MS
    )
    cleanup.delete_leftovers(BEGIN_MS - YEAR_MS)
    assert own_rows(Game).count() == 4
    cleanup.delete_leftovers(BEGIN_MS + YEAR_MS)
    assert {*own_rows(Game).values_list("pk", flat=True)} == {
        over.game_id,
        begun.game_id,
        of_tournament.game_id,
    }
    assert own_rows(Link).get() == fresh.link
    assert not Grant.objects.filter(subject=made.link.subject).exists()


def test_a_game_that_cannot_be_called_off_does_not_stop_the_others(opened, monkeypatch, caplog):
    broken, old = opened(casual=True), opened(casual=True)
    own_rows(Game).update(created_ms=now_ms() - 2 * quick_games.ABANDONED_AFTER_MS)

    def void_or_fail(game_id, **given):
        if game_id == broken.game_id:
            raise ValueError("unreadable")
        void_game(game_id, **given)

    monkeypatch.setattr(quick_games, "void_game", void_or_fail)
    assert quick_games.call_off_abandoned() == 1
    assert old.game.voided
    assert f"game:{broken.game_id} could not be called off" in caplog.text


def test_a_kind_of_row_that_cannot_be_deleted_does_not_stop_the_others(db, monkeypatch, caplog):
    broken = cleanup.Leftover("broken", 0, lambda before_ms: 1 // 0)
    monkeypatch.setattr(cleanup, "LEFTOVERS", (broken, *cleanup.LEFTOVERS))
    session("old", now_ms() - 1_000)
    assert cleanup.delete_leftovers()["sessions that ended"] == 1
    assert "broken could not be deleted" in caplog.text


def test_wrong_tries_are_deleted_once_they_lock_no_one_out(db):
    Throttle.objects.create(key="old", since_ms=0)
    Throttle.objects.create(key="locked", since_ms=0, until_ms=now_ms() + 60_000)
    cleanup.delete_leftovers()
    assert own_rows(Throttle).get().key == "locked"
