"""Test a game over the sockets: what the player is answered, what all others receive."""

from django.core.management import call_command

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.services.opening import rename_players, void_game
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.live.client import Client
from tests.live.conftest import public_tournament


def test_every_client_that_connects_is_sent_the_state(new_game, join):
    game = new_game()
    state = join(game).received[0]
    assert state["game"]["code"] == game.code
    assert (state["seq"], state["status"], state["seat"]) == (0, "waiting", "X")
    assert state["mine"] == {"seats": [], "verbs": []}


def test_a_player_is_sent_which_seat_is_theirs(new_game, join):
    mine = join(new_game(), "O").received[0]["mine"]
    assert mine["seats"] == ["O"]
    assert {"start", "move", "resign"} <= set(mine["verbs"])


def test_a_move_is_answered_and_its_event_is_then_sent_to_all_once(new_game, join):
    game = new_game()
    player, watcher = join(game, "X", "O"), join(game)
    player.ask("start")
    answer = player.ask("move", seat="X", ply=0, move="a1N", spent_ms=100)
    assert answer == {"type": "answer", "nonce": answer["nonce"], "seq": 2}
    event = player.receive()
    assert (event["type"], event["event"]) == ("event", game.events.get(seq=2).data)
    assert event == watcher.wait(lambda message: message["seq"] == 2)
    player.does("move", seat="O", ply=1, move="e5S", spent_ms=100)
    watcher.wait(lambda message: message["seq"] == 3)
    assert player.seqs == watcher.seqs == [1, 2, 3]


def test_a_resent_move_is_recorded_once_and_answered_the_same(new_game, join):
    game = new_game()
    player = join(game, "X", "O")
    player.ask("start")
    first = player.ask("move", seat="X", ply=0, move="a1N", nonce="once")
    again = player.ask("move", seat="X", ply=0, move="a1N", nonce="once")
    assert again["seq"] == first["seq"] == 2
    assert Game.objects.get(pk=game.pk).seq == 2


def test_a_right_is_asked_for_each_request(new_game, join):
    game = new_game()
    watcher, player = join(game), join(game, "X")
    assert watcher.ask("start")["code"] == "not-allowed"
    assert player.ask("start")["type"] == "answer"
    assert player.ask("move", seat="O", ply=0, move="a1N")["code"] == "not-allowed"
    assert player.ask("rule", winner="X", reason="mine")["code"] == "not-allowed"


def test_a_right_that_was_withdrawn_ends_at_once(new_game, join):
    from games.access import links
    from games.models import Link

    game = new_game()
    player = join(game, "X", "O")
    player.ask("start")
    for link in Link.objects.all():
        links.revoke(SYSTEM, link)
    assert player.ask("move", seat="X", ply=0, move="a1N")["code"] == "not-allowed"


def test_refusals_are_sentences_in_the_language_of_the_viewer(new_game, join):
    game = new_game()
    english, german = join(game, "X"), join(game, "X", **{"Accept-Language": "de-AT,de;q=0.9"})
    ours = english.ask("move", seat="X", ply=0, move="a1N")
    theirs = german.ask("move", seat="X", ply=0, move="a1N")
    assert ours["code"] == theirs["code"] == "not-started"
    assert ours["text"] == "The game has not started yet."
    assert theirs["text"] != ours["text"]


def test_a_client_that_comes_back_asks_for_what_it_missed(new_game, join):
    game = new_game()
    player = join(game, "X", "O")
    player.ask("start")
    for ply, move in enumerate(("a1N", "e5S", "b1N")):
        player.ask("move", seat="XO"[ply % 2], ply=ply, move=move)
    late = join(game)
    late.send({"type": "since", "seq": 1})
    late.wait("seq")
    assert late.seqs == [2, 3, 4]
    missed = [message for message in late.received if message["type"] == "event"]
    assert all(message["now_ms"] >= late.received[0]["now_ms"] for message in missed)


def test_what_is_remembered_and_what_is_read_from_the_log_are_the_same(new_game, join):
    """Compare a board that was watched all the time with one that was not watched."""
    game = new_game()
    watcher = join(game)
    for request in (r.Start(), r.Pause("player"), r.Resume("player"), r.CallArbiter(None, "noise")):
        record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
    events = [watcher.wait("event") for _ in range(4)]
    watcher.send({"type": "since", "seq": 0})
    events += [watcher.wait("event") for _ in range(4)]
    first, again = events[:4], events[4:]
    assert [without_time(message) for message in first] == [without_time(message) for message in again]


def without_time(message):
    return {key: value for key, value in message.items() if key != "now_ms"}


def test_what_another_process_writes_reaches_every_board(new_game, join, server):
    """Write as the other process: nothing announces its events to the server."""
    game = new_game()
    watcher = join(game)
    with Client(server, "topic", "club") as wall:
        wall.wait("state")
        record(game_id=game.pk, request=r.Start(), actor=SYSTEM, stamp_ms=stamp_ms())
        for client in (watcher, wall):
            assert client.wait("event")["event"]["kind"] == "started"


def is_flagged(message):
    return message["type"] == "event" and message["event"]["kind"] == "flagged"


def test_a_flag_that_a_command_marks_is_seen(new_game, join):
    game = new_game(control="0:01")
    watcher = join(game)
    # Long enough ago for the flag to have fallen, not so long that it looks like an outage.
    record(game_id=game.pk, request=r.Start(), actor=SYSTEM, stamp_ms=stamp_ms() - 5_000)
    call_command("flagfall", "--once")
    assert watcher.wait(is_flagged)["outcome"]


def test_the_server_marks_a_flag_by_itself(new_game, join):
    game = new_game(control="0:01")
    player = join(game, "X", "O")
    started = player.does("start")
    fell = player.wait(is_flagged)
    late_ms = fell["now_ms"] - started["now_ms"]
    deadline_ms = 1_000 + 3 * 154 + 250  # main time, the whole lag quota, the grace
    assert deadline_ms <= late_ms < deadline_ms + 1_500
    assert fell["outcome"]["winner"] == "O"


def test_a_wall_shows_all_live_games_of_its_topic_and_those_that_come(new_game, server):
    first = new_game(topic="tournament:7")
    new_game(topic="tournament:8")
    with Client(server, "topic", "tournament:7") as wall:
        assert wall.wait("state")["game"]["code"] == first.code
        second = new_game(topic="tournament:7")
        assert wall.wait("state")["game"]["code"] == second.code
        assert wall.ask("start")["code"] == "read-only"


def test_a_tablet_is_sent_which_game_is_on_its_table(new_game, server):
    public_tournament("tournament:7")
    with Client(server, "table", "table:7:4") as tablet:
        assert tablet.wait("news")["game"] is None
        game = new_game(topic="tournament:7", place="table:7:4", keeper="table")
        assert tablet.wait("news")["game"] == game.code
        void_game(game.pk)
        assert tablet.wait("news")["game"] is None


def test_the_other_name_of_a_player_shows_at_once(new_game, join):
    game = new_game()
    watcher = join(game)
    player = join(game, "X", "O")
    rename_players(game.pk, {"X": {"name": "Substitute"}, "O": {"name": "Player O"}})
    void_game(game.pk)
    assert watcher.wait("state")["voided"]
    assert watcher.received[-1]["game"]["players"]["X"]["name"] == "Substitute"
    assert player.ask("start")["code"] == "voided"


def test_an_open_board_is_sent_the_current_seq_every_few_seconds(new_game, join):
    beat = join(new_game()).wait("seq")
    assert beat["seq"] == 0
    assert beat["now_ms"] > 0


def test_a_ping_is_answered_with_the_time_and_its_mark_measures_the_way(new_game, join):
    player = join(new_game(), "X")
    player.send({"type": "ping", "t": 17.5})
    pong = player.wait("pong")
    assert pong["t"] == 17.5
    player.send({"type": "ping", "mark": pong["mark"]})
    player.send({"type": "ping", "t": "next"})
    assert player.wait("pong")["t"] == "next"  # the mark alone was not answered
