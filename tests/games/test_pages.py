"""Test pages of games without a browser: records, replays, codes for those who may see them."""

import re

import pytest
from django.template import Context, Template
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.access.throttle import LIMITS, Limit
from games.live.presence import ABANDONED_AFTER_MS, attended_games
from games.models import Game, Link
from games.quick_games import services as quick_games
from games.referee import requests as r
from games.replays import frames_of, record_of
from games.rules import Position, Seat
from games.rules.adjudication import adjudicate
from games.rules.records import Record
from games.rules.sheets import read_sheets
from games.services import recording
from games.services.opening import rename_players
from games.timekeeping import now_ms, stamp_ms
from games.views.game import chart_of
from tests.databases import own_rows
from tests.live.conftest import public_tournament

WON = "e1W e5W e1W e5W e1W e5W e1W e5W e1W"
CHOSEN = {"seats": "2", "rules": "standard", "clock": "10+5"}


def judged(game):
    (sheet,) = read_sheets(str(record_of(game)).split("\n"))
    return adjudicate(sheet)


# ---- records


def test_a_record_proves_its_own_result(opened):
    live = opened("10+5").start().moves(WON)
    verdict = judged(live.game)
    assert str(verdict.outcome) == "X line"
    assert verdict.problem is None
    text = str(record_of(live.game))
    assert '[X "Player X"]' in text
    assert '[TimeControl "10+5"]' in text
    assert "1. e1W {[%clk 0:10:04]}" in text


def test_a_record_can_be_read_back(opened):
    record = record_of(opened("5").start().moves("e1W e5W c1E").game)
    assert Record.parse(str(record)) == record
    assert record.result == "*"


def test_a_call_after_the_move_is_in_the_record(opened):
    live = opened("5", rules="announce=required").start().moves(WON)
    live.granted(r.CallLine(Seat.X, 9))
    assert str(record_of(live.game).steps[-1].move) == "e1W!"
    assert str(judged(live.game).outcome) == "X line"


def test_what_was_taken_back_is_not_in_the_record(opened):
    live = opened("5").start().moves("e1W e5W c1E")
    live.granted(r.TakeBack(1, reason="wrong cube"))
    live.moves("a5S")
    assert [str(step.move) for step in record_of(live.game).steps] == ["e1W", "a5S"]


def test_a_record_begins_where_the_arbiter_set_the_cubes(opened):
    live = opened("5").start().moves("e1W e5W")
    live.granted(r.SetPosition(Position.parse("...../...../...../...../XXXX. X"), reason="fell over"))
    live.moves("e2S")
    record = record_of(live.game)
    assert record.tags["Position"] == "...../...../...../...../XXXX. X"
    assert record.comment == "The arbiter set the position after move 2."
    assert str(judged(live.game).outcome) == "X line"


def test_a_resigned_game_is_believed_from_its_tags(opened):
    live = opened("5").start().moves("e1W")
    live.granted(r.Resign(Seat.O))
    assert str(judged(live.game).outcome) == "X resignation"


def test_four_players_and_games_without_moves_have_records_too(opened):
    four = opened("5", first="N").start().moves("c5E.S c1E.E")
    assert judged(four.game).moves == 2
    wooden = opened("5", input="presses").start()
    wooden.granted(r.Press(Seat.X, 0), 500)
    assert record_of(wooden.game).steps == ()


def test_a_clock_that_counts_up_leaves_no_tag(opened):
    assert "%clk" not in str(record_of(opened("-").start().moves("e1W").game))


# ---- frames


def test_frames_hold_each_position_and_what_it_cost(opened):
    live = opened("10").start()
    live.move("e1W", after_ms=3_000)
    live.move("e5W", after_ms=500)
    first, second = frames_of(live.game)[1:]
    assert (first.spent_ms, second.spent_ms) == (3_000, 500)
    assert (first.seat, str(first.move)) == (Seat.X, "e1W")
    assert second.position == live.state.position
    assert first.face.time_ms == 597_000


def test_the_chart_draws_crosses_up_and_circles_down(opened):
    live = opened("10").start()
    live.move("e1W", after_ms=20_000)
    live.move("e5W", after_ms=10_000)
    chart = chart_of(frames_of(live.game), live.state.clock)
    up, down = chart.bars
    assert (up.side, up.y, up.height) == ("X", "-70.0", "70.0")
    assert (down.side, down.y, down.height) == ("O", "0.0", "35.0")
    assert chart.longest == "0:20"
    unplayed = opened("10")
    assert chart_of(frames_of(unplayed.game), unplayed.state.clock) is None


def test_the_longest_move_of_a_quick_game_is_a_move_and_not_the_scale(opened):
    live = opened("10").start()
    live.move("e1W", after_ms=8_000)
    live.move("e5W", after_ms=5_000)
    chart = chart_of(frames_of(live.game), live.state.clock)
    assert chart.longest == "0:08"
    assert [bar.height for bar in chart.bars] == ["56.0", "35.0"], "small bars stay small"


@pytest.mark.parametrize("ending", ["line", "resignation"])
def test_all_the_thinking_adds_up_with_the_turn_in_which_the_game_ended(opened, ending):
    live = opened("10").start()
    for move in (WON if ending == "line" else WON[:7]).split():
        live.move(move, after_ms=10_000)
    if ending == "resignation":
        live.granted(r.Resign(Seat.X), 90_000)
    assert live.game.ending == ending
    chart = chart_of(frames_of(live.game), live.state.clock)
    totals = {"line": ("0:50", "0:40"), "resignation": ("1:40", "0:10")}
    assert tuple(time for _, time in chart.spent) == totals[ending]


# ---- pages


def test_a_position_has_an_address(opened, client):
    live = opened("10").start().moves(WON)
    page = client.get(reverse("game", args=[live.game.code]) + "?ply=2").content.decode()
    assert "Move 2 of 9" in page
    assert re.search(r'data-ply="2" data-move="e5W"\s+aria-current="true"', page)


@pytest.mark.parametrize("ply", ["-1", "x", "99", "9" * 30, "２"])
def test_an_address_that_names_no_move_shows_a_position_all_the_same(opened, client, ply):
    live = opened("10").start().moves("e1W e5W")
    answer = client.get(reverse("game", args=[live.game.code]), {"ply": ply})
    assert answer.status_code == 200
    assert "Move 2 of 2" in answer.content.decode()


def test_the_record_is_an_attachment_with_a_harmless_name(opened, client):
    live = opened("10").start()
    rename_players(live.game_id, {"X": {"name": 'A"; rm/../'}, "O": {"name": "Ölaf"}})
    answer = client.get(reverse("game-record", args=[live.game.code]))
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.txt"', answer["Content-Disposition"])
    assert answer["Content-Type"].startswith("text/plain")
    rename_players(live.game_id, {"X": {"name": "Łucja Ørsted"}, "O": {"name": "Ölaf"}})
    answer = client.get(reverse("game-record", args=[live.game.code]))
    assert 'filename="lucja-orsted-olaf-' in answer["Content-Disposition"]


def test_names_cannot_become_markup(opened, client):
    live = opened("10").start()
    rename_players(live.game_id, {"X": {"name": "<script>alert(1)</script>"}, "O": {"name": "</script>"}})
    for address in (reverse("game", args=[live.game.code]), reverse("home")):
        assert "<script>alert" not in client.get(address).content.decode()


def test_watching_needs_a_steady_number_of_queries(opened, client, django_assert_max_num_queries):
    short, long = opened("10").start().moves("e1W"), opened("10").start().moves(WON)
    for live in (short, long):
        with django_assert_max_num_queries(4):
            client.get(reverse("game", args=[live.game.code]))


# ---- quick games


def test_a_quick_game_on_this_tablet_gives_this_browser_the_table(db, client):
    answer = client.post(reverse("quick-game"), {**CHOSEN, "where": "tablet", "name_1": "Mira"})
    game = own_rows(Game).get()
    assert answer.url == reverse("table", args=[game.code])
    assert client.get(answer.url).status_code == 200
    assert (game.keeper, game.casual, game.players["X"]["name"]) == ("table", True, "Mira")


def test_codes_of_the_seats_are_shown_to_the_opener_of_the_game(db, client):
    from django.test import Client

    client.post(reverse("quick-game"), {**CHOSEN, "where": "phones"})
    game = own_rows(Game).get()
    lobby = reverse("lobby", args=[game.code])
    assert client.get(lobby).content.decode().count("data-code") == 2
    stranger = Client()
    assert stranger.get(lobby).url == reverse("play", args=[game.code])
    stranger.post(reverse("lobby-sit", args=[game.code, "X"]))
    stranger.post(reverse("lobby-start", args=[game.code]))
    assert not Link.objects.filter(used_ms__isnull=False).exists()
    assert own_rows(Game).get().status == "waiting"


def test_codes_are_forgotten_once_the_game_has_started(db, client):
    client.post(reverse("quick-game"), {**CHOSEN, "where": "phones"})
    game = own_rows(Game).get()
    client.post(reverse("lobby-sit", args=[game.code, "X"]))
    assert client.post(reverse("lobby-start", args=[game.code])).url == reverse("play", args=[game.code])
    assert client.session.get(quick_games.SESSION_LOBBIES) == {}
    assert client.get(reverse("play", args=[game.code])).status_code == 200


def test_lots_decide_the_seats_and_lose_no_player(db, client):
    names = {"name_1": "Ada", "name_2": "Ben", "name_3": "Cem", "name_4": "Dora"}
    client.post(reverse("quick-game"), {**CHOSEN, **names, "seats": "4", "lots": "on", "where": "phones"})
    players = own_rows(Game).get().players
    assert sorted(who["name"] for who in players.values()) == ["Ada", "Ben", "Cem", "Dora"]


def test_opening_games_for_ever_is_stopped_with_a_sentence(db, client, monkeypatch):
    monkeypatch.setitem(LIMITS, "quick-address", Limit(2, 60_000, lock_ms=60_000))
    for _ in range(2):
        client.post(reverse("quick-game"), {**CHOSEN, "where": "phones"})
    answer = client.post(reverse("quick-game"), {**CHOSEN, "where": "phones"})
    assert answer.status_code == 422
    assert "has to wait until" in answer.content.decode()
    assert own_rows(Game).count() == 2


def test_a_quick_game_without_an_event_for_a_day_is_called_off(opened):
    old, fresh, official = opened(casual=True), opened(casual=True), opened(topic="tournament:1")
    day = quick_games.ABANDONED_AFTER_MS
    own_rows(Game).update(created_ms=now_ms() - 2 * day)
    recording.record(game_id=fresh.game_id, request=r.Start(), actor=SYSTEM, stamp_ms=now_ms())
    assert quick_games.call_off_abandoned() == 1
    assert old.game.voided
    assert not fresh.game.voided
    assert not official.game.voided


def test_the_wall_of_a_topic_names_its_socket(db, client):
    public_tournament("tournament:7")
    page = client.get(reverse("wall-topic", args=["tournament:7"])).content.decode()
    assert '"topics": ["tournament:7"]' in page


def test_the_start_page_leads_to_the_walls_of_what_is_played(opened):
    for play in (opened("5"), opened("5", topic="tournament:9")):
        play.now_ms = stamp_ms()
        play.start()
    opened("5")  # not started: nothing to look at
    page = Template("{% load start_page %}{% live_games %}").render(Context())
    assert page.count("card live-game") == 2
    assert reverse("wall") + '"' in page
    assert reverse("wall-topic", args=["tournament:9"]) in page


def test_a_quick_game_that_was_begun_and_left_is_called_off_sooner(opened):
    begun, waiting = opened(casual=True), opened(casual=True)
    long_ago_ms = now_ms() - quick_games.LEFT_AFTER_MS - 1
    begun.now_ms = long_ago_ms
    begun.start()
    own_rows(Game).update(created_ms=long_ago_ms)
    assert quick_games.call_off_abandoned() == 1
    assert begun.game.closed_reason == {"why": "abandoned", "result": "", "winner": ""}
    assert not waiting.game.voided


def test_the_start_page_shows_no_board_without_players(opened):
    left, played = opened(casual=True), opened(casual=True, keeper="table")
    left.now_ms = stamp_ms() - ABANDONED_AFTER_MS - 1
    left.start()
    played.now_ms = stamp_ms()
    played.start()
    own_rows(Game).update(created_ms=left.now_ms)
    assert list(attended_games(own_rows(Game))) == [played.game]


def test_a_board_of_a_tournament_that_waits_is_expected_however_long(opened):
    waits = opened(topic="tournament:1", keeper="table")
    own_rows(Game).update(created_ms=now_ms() - 10 * ABANDONED_AFTER_MS)
    assert list(attended_games(own_rows(Game))) == [waits.game]
