"""Test a tablet that keeps a game: custody, presence, late entries, instructions, over the sockets."""

import pytest
from django.contrib.sessions.backends.db import SessionStore

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.close_reason import CloseCause, CloseReason
from games.services.late_entries import late_entries
from games.services.opening import overrule_game, place_game, void_game
from tests.live.client import Client
from tests.tournament.organisers import club_organiser


@pytest.fixture
def served_table(transactional_db):
    """Make `served_table("table:7:4")`: the key of the tablet that serves this table."""

    def open_link(place):
        made = links.make(SYSTEM, role="table", scope=place, topic="tournament:7")
        store = SessionStore()
        store[SESSION_LINKS] = [made.link.pk]
        store.save()
        return store.session_key

    return open_link


def take(table, tab):
    custody = table.ask("custody", tab=tab)
    assert custody["mine"]
    return custody["epoch"]


def test_a_tab_takes_the_game_and_keeps_it_over_a_reload(new_game, join):
    game = new_game(keeper="table")
    table = join(game, role="table")
    assert take(table, "tab") == 1
    table.ask("start", epoch=1, n=1, tab="tab")
    again = join(game, role="table").ask("custody", tab="tab", take=False)
    assert (again["epoch"], again["mine"], again["n"]) == (1, True, 1)


def test_watchers_see_whether_the_table_is_online(new_game, join, server, session):
    game = new_game(keeper="table")
    watcher = join(game)
    assert watcher.received[0]["table"] == {"online": False, "since_ms": None}
    with Client(server, "game", game.code, session(game, "table")) as table:
        table.wait("state")
        take(table, "tab")
        assert watcher.wait("presence")["table"]["online"]
        assert join(game).received[0]["table"]["online"]
    away = watcher.wait(lambda message: message["type"] == "presence" and not message["table"]["online"])
    assert away["table"]["since_ms"] <= away["now_ms"]


def test_a_table_that_falls_silent_is_offline_within_six_seconds_though_its_connection_stands(
    new_game, join, server, session
):
    game = new_game(keeper="table", topic="tournament:3")
    watcher = join(game)
    with (
        Client(server, "topic", "tournament:3") as wall,
        Client(server, "game", game.code, session(game, "table")) as table,
    ):
        table.wait("state")
        wall.wait("state")
        table.send({"type": "here"})
        take(table, "tab")
        assert watcher.wait("presence")["table"]["online"]
        away = wall.wait(lambda sent: sent["type"] == "presence" and not sent["table"]["online"], patience=8)
        silent_ms = away["now_ms"] - away["table"]["since_ms"]
        assert 4_000 < silent_ms < 6_000
        table.send({"type": "here"})
        assert wall.wait("presence")["table"]["online"]


def test_a_player_who_leaves_is_away_to_the_other_and_one_who_only_looks_is_not_there(new_game, join):
    game = new_game()
    ada, ben = join(game, "X"), join(game, "O")
    assert ada.received[0]["seats"] == {}
    ben.send({"type": "here"})
    came = ada.wait("presence")
    assert came["seats"]["O"]["online"]
    assert came["table"] is None
    ben.socket.close()
    assert not ada.wait("presence")["seats"]["O"]["online"]
    again = join(game)
    assert list(again.received[0]["seats"]) == ["O"]


def test_a_tab_that_lost_the_game_is_sent_so_and_what_it_still_sends_is_stored_for_the_desk(new_game, join):
    game = new_game(keeper="table", topic="tournament:3")
    first, second, desk = join(game, role="table"), join(game, role="arbiter"), join(game, role="arbiter")
    take(first, "first")
    first.ask("start", epoch=1, n=1, tab="first")
    assert take(second, "second") == 2
    lost = first.wait(lambda message: message["type"] == "custody" and message["epoch"] == 2)
    assert not lost["mine"]
    late = first.ask("move", seat="X", ply=0, move="a1N", epoch=1, n=2, tab="first", spent_ms=10)
    assert late["code"] == "old-epoch"
    assert desk.wait("late")["game"] == game.code
    assert not [each for each in first.received if each["type"] == "late"]


def test_what_the_desk_wants_reaches_the_table_and_is_done_by_an_entry(new_game, join):
    game = new_game(keeper="table", topic="tournament:3")
    table, desk = join(game, role="table"), join(game, role="arbiter")
    take(table, "tab")
    table.ask("start", epoch=1, n=1, tab="tab")
    asked = desk.ask("pause", reason="desk")
    wish = table.wait("instruction")
    assert wish["id"] == asked["instruction"]
    done = table.ask("pause", reason="desk", epoch=1, n=2, tab="tab", spent_ms=5, instruction=wish["id"])
    assert done["type"] == "answer", done
    desk.wait(lambda sent: sent.get("status") == "paused")  # by the event, or by a state that has it already
    assert join(game, role="table").received[0]["instructions"] == []


def test_the_desk_is_sent_late_entries_on_the_topic_and_a_wall_is_not(new_game, join, server):
    from django.test import Client as Browser

    club_organiser("chief", password="a long password")
    browser = Browser()
    browser.login(username="chief", password="a long password")
    game = new_game(keeper="table", topic="tournament:3")
    first = join(game, role="table")
    take(first, "first")
    key = browser.cookies["sessionid"].value
    topic = (server, "topic", "tournament:3")
    with Client(*topic, key) as desk, Client(*topic) as wall:
        for each in (desk, wall):
            each.wait("state")
        take(join(game, role="arbiter"), "second")
        first.ask("start", epoch=1, n=1, tab="first")
        assert desk.wait("late")["game"] == game.code
        wall.wait("seq")
        assert "late" not in {each["type"] for each in wall.received}


def test_a_tablet_whose_game_was_put_on_another_table_is_sent_so_and_its_last_moves_are_stored(
    new_game, server, served_table
):
    game = new_game(keeper="table", topic="tournament:7", place="table:7:4", casual=False)
    with Client(server, "game", game.code, served_table(game.place)) as table:
        table.wait("state")
        take(table, "tab")
        table.ask("start", epoch=1, n=1, tab="tab")
        place_game(game.pk, "table:7:5")
        state = table.wait(lambda sent: sent["type"] == "state" and sent["game"]["place"] == "table:7:5")
        assert state["status"] == "paused"
        late = table.ask("move", seat="X", ply=0, move="a1N", epoch=1, n=2, tab="tab", spent_ms=10)
        assert late["code"] == "old-epoch"
        stranger = {
            "seat": "X",
            "ply": 0,
            "move": "a1N",
            "epoch": 1,
            "n": 3,
            "tab": "another",
            "spent_ms": 10,
        }
        assert table.ask("move", **stranger)["code"] == "not-allowed"
    assert [entry.n for entry in late_entries(game.pk)] == [2]


def test_a_tablet_is_sent_why_its_game_was_closed_before_any_refusal(new_game, server, served_table):
    game = new_game(keeper="table", topic="tournament:7", place="table:7:4", casual=False)
    with Client(server, "game", game.code, served_table(game.place)) as table:
        table.wait("state")
        take(table, "tab")
        void_game(game.pk, closed_reason=CloseReason(CloseCause.ENTERED, "1 – 0", "X"))
        state = table.wait(lambda message: message["type"] == "state" and message["voided"])
        assert state["game"]["gone"] == {"why": "entered", "result": "1 – 0", "winner": "X"}
        assert table.ask("custody", tab="tab", take=False)["mine"]
        assert table.ask("start", epoch=1, n=1, tab="tab")["code"] == "voided"


def test_a_wall_is_sent_at_once_that_a_game_was_closed(new_game, server):
    game = new_game(keeper="table", topic="tournament:7")
    with Client(server, "topic", "tournament:7") as wall:
        wall.wait("state")
        overrule_game(game.pk, CloseReason(CloseCause.ENTERED, "1 – 0", "X"))
        state = wall.wait(lambda message: message["type"] == "state" and message["game"]["gone"], patience=5)
        assert state["game"]["code"] == game.code
