"""Test games that are closed from outside: what is sent, what is stored, what can come back."""

from games.close_reason import UNDONE, CloseCause, CloseReason
from games.models import Event, Game, LateEntry
from games.referee import requests as r
from games.rules import Move, Seat, Side
from games.services.custody import holder_of
from games.services.late_entries import late_entries
from games.services.opening import overrule_game, place_game, restore_game, void_game
from tests.databases import own_rows
from tests.games.conftest import BEGIN_MS, Tablet

TYPED = CloseReason(CloseCause.ENTERED, "1 – 0", "X")


def move(text, seat, ply):
    return r.MakeMove(Seat(seat), ply, Move.parse(text))


def test_a_game_that_was_called_off_says_why_and_keeps_its_place(opened):
    play = opened("1", topic="tournament:3", place="table:3:4").start()
    void_game(play.game_id, closed_reason=UNDONE)
    assert (play.game.closed_reason["why"], play.game.place) == ("undone", "table:3:4")


def test_what_a_table_still_sends_for_a_game_called_off_is_stored_and_not_recorded(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    void_game(tablet.live.game_id)
    assert tablet.send(body).refused.code == "voided"
    assert tablet.send(body).refused.code == "voided"
    assert [late.code for late in late_entries(tablet.live.game_id)] == ["voided"]
    assert tablet.live.kinds == "started"


def test_an_overruled_game_is_live_no_longer_but_takes_in_what_its_table_played(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    overrule_game(tablet.live.game_id, TYPED)
    assert not own_rows(Game).live().exists()
    assert tablet.send(body).seq == 2
    assert tablet.live.game.closed_reason == {"why": "entered", "result": "1 – 0", "winner": "X"}


def test_an_overruled_game_on_phones_takes_no_moves_and_its_flag_never_falls(opened):
    play = opened("1").start()
    overrule_game(play.game_id, TYPED)
    assert play.refusal(play.make("c1E")) == "overruled"
    assert not Game.objects.due(BEGIN_MS + 10**9)
    assert play.granted(r.Rule(Side.X, "the arbiter has looked")).seq == 2


def test_a_game_that_comes_back_waits_for_the_arbiter_at_the_clocks_it_had(at_table):
    tablet = at_table("10")
    tablet.enter(move("c1E", "X", 0), 4_000)
    overrule_game(tablet.live.game_id, TYPED)
    restore_game(tablet.live.game_id)
    state = tablet.live.state
    assert (tablet.live.game.closed_reason, state.status) == (None, "paused")
    assert state.clock.account("O").main_ms == 600_000
    assert Tablet(tablet.live, "tab-1").take().epoch == 3


def test_a_game_at_another_table_is_free_for_the_tablet_there(at_table):
    tablet = at_table(topic="tournament:3", place="table:3:4")
    late = tablet.frame(move("c1E", "X", 0), 1_000)
    place_game(tablet.live.game_id, "table:3:5")
    assert tablet.live.kinds == "started paused"
    assert tablet.send(late).refused.code == "old-epoch"
    there = Tablet(tablet.live, "tab-5").take()
    assert holder_of(tablet.live.game) == "tab-5"
    there.enter(r.Resume(None))
    assert there.enter(move("c1E", "X", 0), 1_000).refused is None


def test_a_game_that_stays_at_its_table_keeps_its_tablet(at_table):
    tablet = at_table(topic="tournament:3", place="table:3:4")
    place_game(tablet.live.game_id, "table:3:4")
    assert tablet.enter(move("c1E", "X", 0), 1_000).seq == 2
    assert own_rows(Event).count() == 2
    assert not own_rows(LateEntry).exists()
