"""A tablet that keeps a game: custody, presence, late entries, instructions, over the sockets."""

import pytest
from django.contrib.sessions.backends.db import SessionStore

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.close_reason import CloseCause, CloseReason
from games.services.late_entries import late_entries
from games.services.opening import overrule_game, place_game, void_game
from tests.live.client import Client
from tests.organisers import club_organiser


@pytest.fixture
def served_table(transactional_db):
    """`served_table("table:7:4")`: the key of the tablet that serves this table."""

    def open_link(place):
        made = links.make(SYSTEM, role="table", scope=place, topic="tournament:7")
        store = SessionStore()
        store[SESSION_LINKS] = [made.link.pk]
        store.save()
        return store.session_key

    return open_link


def take(table, tab):
    told = table.ask("custody", tab=tab)
    assert told["mine"]
    return told["epoch"]


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
    assert watcher.heard[0]["table"] == {"online": False, "since_ms": None}
    with Client(server, "game", game.code, session(game, "table")) as table:
        table.wait("state")
        take(table, "tab")
        assert watcher.wait("presence")["table"]["online"]
        assert join(game).heard[0]["table"]["online"]
    gone = watcher.wait(lambda told: told["type"] == "presence" and not told["table"]["online"])
    assert gone["table"]["since_ms"] <= gone["now_ms"]


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
        gone = wall.wait(lambda told: told["type"] == "presence" and not told["table"]["online"], patience=8)
        silent_ms = gone["now_ms"] - gone["table"]["since_ms"]
        assert 4_000 < silent_ms < 6_000
        table.send({"type": "here"})
        assert wall.wait("presence")["table"]["online"]


def test_a_player_who_leaves_is_away_to_the_other_and_one_who_only_looks_is_not_there(new_game, join):
    game = new_game()
    ada, ben = join(game, "X"), join(game, "O")
    assert ada.heard[0]["seats"] == {}
    ben.send({"type": "here"})
    came = ada.wait("presence")
    assert came["seats"]["O"]["online"]
    assert came["table"] is None
    ben.socket.close()
    assert not ada.wait("presence")["seats"]["O"]["online"]
    again = join(game)
    assert list(again.heard[0]["seats"]) == ["O"]


def test_a_tab_that_lost_the_game_is_told_and_what_it_still_sends_is_kept_for_the_desk(new_game, join):
    game = new_game(keeper="table", topic="tournament:3")
    first, second, desk = join(game, role="table"), join(game, role="arbiter"), join(game, role="arbiter")
    take(first, "first")
    first.ask("start", epoch=1, n=1, tab="first")
    assert take(second, "second") == 2
    lost = first.wait(lambda told: told["type"] == "custody" and told["epoch"] == 2)
    assert not lost["mine"]
    late = first.ask("move", seat="X", ply=0, move="a1N", epoch=1, n=2, tab="first", spent_ms=10)
    assert late["code"] == "old-epoch"
    assert desk.wait("late")["game"] == game.code
    assert not [told for told in first.heard if told["type"] == "late"]


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
    desk.wait(lambda told: told.get("status") == "paused")  # by the event, or by a state that has it already
    assert join(game, role="table").heard[0]["instructions"] == []


def test_the_desk_hears_of_late_entries_on_the_topic_and_a_wall_does_not(new_game, join, server):
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
        assert "late" not in {told["type"] for told in wall.heard}


def test_a_tablet_whose_game_was_put_on_another_table_is_told_and_its_last_moves_are_kept(
    new_game, server, served_table
):
    game = new_game(keeper="table", topic="tournament:7", place="table:7:4", casual=False)
    with Client(server, "game", game.code, served_table(game.place)) as table:
        table.wait("state")
        take(table, "tab")
        table.ask("start", epoch=1, n=1, tab="tab")
        place_game(game.pk, "table:7:5")
        told = table.wait(lambda heard: heard["type"] == "state" and heard["game"]["place"] == "table:7:5")
        assert told["status"] == "paused"
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


def test_a_tablet_is_told_why_its_game_is_gone_before_it_is_refused_anything(new_game, server, served_table):
    game = new_game(keeper="table", topic="tournament:7", place="table:7:4", casual=False)
    with Client(server, "game", game.code, served_table(game.place)) as table:
        table.wait("state")
        take(table, "tab")
        void_game(game.pk, closed_reason=CloseReason(CloseCause.ENTERED, "1 – 0", "X"))
        told = table.wait(lambda heard: heard["type"] == "state" and heard["voided"])
        assert told["game"]["gone"] == {"why": "entered", "result": "1 – 0", "winner": "X"}
        assert table.ask("custody", tab="tab", take=False)["mine"]
        assert table.ask("start", epoch=1, n=1, tab="tab")["code"] == "voided"


def test_a_wall_hears_at_once_that_a_game_is_gone(new_game, server):
    game = new_game(keeper="table", topic="tournament:7")
    with Client(server, "topic", "tournament:7") as wall:
        wall.wait("state")
        overrule_game(game.pk, CloseReason(CloseCause.ENTERED, "1 – 0", "X"))
        told = wall.wait(lambda heard: heard["type"] == "state" and heard["game"]["gone"], patience=5)
        assert told["game"]["code"] == game.code
