"""Test `record`: one request makes one event; a resend gets the answer of the first time."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Action, Event, Game, Request
from games.referee import requests as r
from games.rules import Seat, Side
from games.services.opening import open_game, place_game, rename_players, void_game
from games.signals import event_recorded, game_over, game_reopened
from tests.databases import own_rows
from tests.games.conftest import ARBITER, BEGIN_MS, mark_flag


@pytest.fixture
def sent_signals():
    """Collect the signals that are sent, each as (its name, its values)."""
    sent = []
    signals = {"event": event_recorded, "over": game_over, "reopened": game_reopened}
    listeners = {name: partial(_listen, sent, name) for name in signals}
    for name, signal in signals.items():
        signal.connect(listeners[name], weak=False)
    yield sent
    for name, signal in signals.items():
        signal.disconnect(listeners[name])


def _listen(sent, name, sender, signal, **values):
    sent.append((name, values))


def test_a_granted_request_makes_exactly_one_event(opened):
    play = opened("10+5").start()
    answer = play.move("c1E", after_ms=4_000)
    assert (answer.seq, answer.repeated) == (2, False)
    assert play.kinds == "started moved"
    assert play.left_ms("X") == 601_000


def test_an_event_is_sent_as_it_is_stored_with_how_the_game_stands(
    opened, sent_messages, django_capture_on_commit_callbacks
):
    play = opened("10+5").start()
    with django_capture_on_commit_callbacks(execute=True):
        play.move("c1E", after_ms=4_000)
    (message,) = sent_messages
    assert message["event"] == play.game.events.get(seq=2).data
    assert (message["event"]["kind"], message["event"]["seat"], message["event"]["move"]) == (
        "moved",
        "X",
        "c1E",
    )
    assert message["event"]["clock"]["accounts"][0][0] == 601_000
    assert message["position"] == "...../...../...../...../....X O"
    assert (message["seq"], message["ply"], message["seat"]) == (2, 1, "O")
    assert message["last"] == {"seat": "X", "move": "c1E", "passes": []}
    assert message["now_ms"] == BEGIN_MS + 4_000


def test_a_refused_request_changes_nothing_but_is_remembered(opened):
    play = opened(topic="tournament:1").start()
    before = own_rows(Game).values().get()
    assert play.refusal(play.make("c3E")) == "not-on-edge"
    assert own_rows(Game).values().get() == before
    assert Request.objects.get(refusal="not-on-edge").params == {"cell": "c3"}


def test_a_resent_move_is_recorded_once(opened):
    play = opened().start()
    move = play.make("c1E")
    first = play.granted(move, nonce="same")
    again = play.ask(move, nonce="same")
    assert (again.seq, again.repeated) == (first.seq, True)
    assert play.kinds == "started moved"


def test_a_quick_game_keeps_no_row_for_what_it_refuses(opened):
    """Any visitor can open one, and could fill the disk with refusals."""
    play = opened(topic="").start()
    for _ in range(3):
        assert play.refusal(play.make("c3E")) == "not-on-edge"
    assert not Request.objects.exclude(refusal="").exists()


def test_a_resent_refusal_is_refused_with_the_same_sentence(opened):
    play = opened(topic="tournament:1").start()
    move = play.make("c3E")
    first = play.ask(move, nonce="same")
    play.move("c1E")
    again = play.ask(move, nonce="same")
    assert again.repeated
    assert (again.refused.code, str(again.refused)) == (first.refused.code, str(first.refused))


def test_a_nonce_serves_one_message_only(opened):
    play = opened().start()
    play.granted(play.make("c1E"), nonce="same")
    assert play.refusal(play.make("c1W"), nonce="same") == "nonce-reused"
    assert play.kinds == "started moved"


def test_the_same_nonce_in_two_games_is_two_requests(opened):
    one, other = opened(), opened()
    assert one.granted(r.Start(), nonce="same").seq == 1
    assert other.granted(r.Start(), nonce="same").seq == 1


def test_a_move_answers_its_ply_despite_offers_in_between(opened):
    play = opened().start()
    move = play.make("c1E")
    play.granted(r.Offer(Seat.X))
    assert play.granted(move, 1_000).seq == 3
    assert play.refusal(move) == "wrong-ply"


def test_the_deadline_is_when_the_running_flag_falls(opened):
    play = opened("1").start()
    quota_ms, grace_ms = play.state.lag(Seat.X).left_ms, 250
    assert play.game.deadline == BEGIN_MS + 60_000 + quota_ms + grace_ms
    play.granted(r.Pause("break"), 1_000)
    assert play.game.deadline is None


def test_a_move_after_the_flag_is_refused_and_the_server_marks_the_flag(
    opened, sent_signals, django_capture_on_commit_callbacks
):
    play = opened("1", topic="tournament:1").start()
    with django_capture_on_commit_callbacks(execute=True):
        answer = play.ask(play.make("c1E"), 70_000, nonce="late")
        assert play.kinds == "started"
        assert mark_flag(play.game_id, play.now_ms)
    assert answer.refused.code == "flag-fallen"
    assert play.kinds == "started flagged"
    assert (play.game.status, play.game.winner, play.game.ending) == ("over", "O", "flag")
    assert [name for name, _ in sent_signals] == ["event", "over"]
    assert Event.objects.get(kind="flagged").actor == "system"
    again = play.ask(play.make("c1E", "X", 0), nonce="late")
    assert (again.refused.code, again.repeated) == ("flag-fallen", True)


def test_a_move_within_the_lag_of_its_player_is_in_time(opened):
    play = opened("1").start()
    late = play.make("c1E", spent_ms=59_500, round_trip_ms=800)
    assert play.granted(late, 60_100).seq == 2
    assert play.left_ms("X") == 500


def test_flagfall_marks_the_flag_once_lag_can_save_no_move(opened):
    play = opened("1").start()
    deadline_ms = play.game.deadline
    assert not Game.objects.due(deadline_ms - 1)
    assert not mark_flag(play.game_id, deadline_ms - 1)
    assert Game.objects.due(deadline_ms).get() == play.game
    assert mark_flag(play.game_id, deadline_ms)
    assert not mark_flag(play.game_id, deadline_ms + 1)
    assert play.kinds == "started flagged"
    assert not Game.objects.due(deadline_ms)


def test_news_comes_after_the_commit_and_says_what_is_stored(
    opened, sent_signals, django_capture_on_commit_callbacks
):
    play = opened(topic="tournament:3", place="table:3:4")
    with django_capture_on_commit_callbacks() as callbacks:
        play.granted(r.Start())
    assert sent_signals == []
    for announce in callbacks:
        announce()
    ((name, values),) = sent_signals
    assert name == "event"
    assert values["event"] == play.game.events.get().data
    assert values["state"] == play.state
    assert (values["topic"], values["code"]) == ("tournament:3", play.game.code)


def test_the_end_and_its_revocation_are_announced(opened, sent_signals, django_capture_on_commit_callbacks):
    play = opened().start()
    with django_capture_on_commit_callbacks(execute=True):
        play.granted(r.Resign(Seat.X))
        play.granted(r.Confirm(Side.O, Side.O))
        play.granted(r.Reopen("entered for the wrong side"))
    assert [name for name, _ in sent_signals] == ["event", "over", "event", "event", "reopened"]
    assert (play.game.status, play.game.winner, play.game.ended_ms) == ("paused", "", None)


def test_a_takeback_reads_the_log_and_shows_the_move_before(opened):
    play = opened().start().moves("c1E a1N e5S")
    play.granted(r.TakeBack(1, None, "wrong cube"), 500)
    game = play.game
    assert (game.ply, game.last["move"]) == (1, "c1E")
    play.granted(r.TakeBack(0, None, "from the start"))
    assert play.game.last is None


def test_a_decision_of_the_arbiter_is_logged_with_the_clocks_before_and_after(opened):
    play = opened(topic="tournament:3").start()
    play.granted(r.Adjust("clock was late", "X", add_ms=30_000), 1_000, actor=ARBITER)
    action = own_rows(Action).get()
    assert (action.actor, action.verb, action.address) == ("user:1", "adjust", "192.0.2.1")
    assert action.target == f"tournament:3/game:{play.game_id}"
    assert (action.before["main_ms"]["X"], action.after["main_ms"]["X"]) == (600_000, 629_000)
    assert action.note == "clock was late"


def test_a_seat_of_another_game_is_refused(opened):
    play = opened().start()
    assert play.refusal(r.Resign(Seat.N)) == "no-such-seat"


def test_a_voided_game_takes_no_more_requests_and_its_flag_never_falls(opened):
    play = opened("1", topic="tournament:3", place="table:3:4").start()
    void_game(play.game_id, ARBITER, "round undone")
    assert play.refusal(play.make("c1E")) == "voided"
    assert not Game.objects.due(BEGIN_MS + 10**9)
    assert play.game.voided


def test_a_move_costs_the_same_queries_early_and_late(opened):
    play = opened().start()
    early, late = play.make("c1E"), None
    with CaptureQueriesContext(connection) as at_first:
        play.granted(early, 1_000)
    play.moves("a1N e5S a5E c1W e3W")
    late = play.make("a2E")
    with CaptureQueriesContext(connection) as later:
        play.granted(late, 1_000)
    assert len(later) == len(at_first)
    assert not [query for query in later if "games_event" in query["sql"] and "SELECT" in query["sql"][:10]]


def test_names_and_tables_change_without_an_event(opened):
    play = opened(topic="tournament:3", place="table:3:4").start()
    rename_players(play.game_id, {"X": {"name": "Ada", "ref": "entrant:1"}})
    place_game(play.game_id, "table:3:9")
    game = play.game
    assert (game.players["X"]["name"], game.place, game.seq) == ("Ada", "table:3:9", 1)
    assert game.scopes == (f"game:{game.pk}", "table:3:9", "tournament:3", "club")


@pytest.mark.parametrize(
    "wrong",
    [
        {"control": "10+"},
        {"rules": "announce=never"},
        {"first": "N", "seats": 2},
        {"players": {"N": {"name": "Ada"}}},
        {"position": "....."},
    ],
)
def test_what_cannot_be_agreed_opens_no_game(db, wrong):
    agreed = {"rules": "", "control": "10", "first": "X", "seats": 2, "players": {}}
    with pytest.raises(ValueError):
        open_game(**agreed | wrong)
    assert not own_rows(Game).exists()
