"""A flag of a player who was never there is a call at the desk, not a result."""

from games.models import Event, SeatConnection, ServerProcess
from games.referee import requests as r
from games.services import offline_review
from tests.databases import own_rows
from tests.games.conftest import ARBITER, mark_flag

MINUTE_MS = 60_000


def flagged(opened, *, moves="c1E", **given):
    live = opened("1", keeper="server", topic="tournament:1", **given).start().moves(moves)
    assert mark_flag(live.game_id, live.now_ms + 2 * MINUTE_MS)
    return live


def test_a_flag_of_a_player_who_was_never_there_waits_for_the_arbiter(opened):
    live = flagged(opened)
    assert own_rows(Event).get(kind="flagged").suspect == "absent"
    assert offline_review.waits_for_review(live.game)
    assert offline_review.approve(live.game_id, ARBITER)
    assert not offline_review.waits_for_review(live.game)


def test_a_flag_of_a_player_who_has_moved_counts_at_once(opened):
    assert not offline_review.waits_for_review(flagged(opened, moves="c1E a1N e5S").game)


def test_a_flag_of_a_player_who_is_connected_counts_at_once(opened):
    live = opened("1", keeper="server", topic="tournament:1").start().moves("c1E")
    process = ServerProcess.objects.create(name="one", started_ms=1, beat_ms=live.now_ms + 2 * MINUTE_MS)
    SeatConnection.objects.create(game=live.game, seat="O", process=process)
    live.granted(r.Flag(), 2 * MINUTE_MS)
    assert not offline_review.waits_for_review(live.game)


def test_in_a_quick_game_every_flag_counts(opened):
    live = opened("1", keeper="server", casual=True).start().moves("c1E")
    assert mark_flag(live.game_id, live.now_ms + 2 * MINUTE_MS)
    assert not offline_review.waits_for_review(live.game)


def test_where_lag_is_not_given_back_a_claim_gives_nothing(opened):
    for given_back_ms, gives in ((200, True), (0, False)):
        live = opened("10", keeper="server").start()
        game = live.game
        game.gives_lag_back = gives
        game.save(update_fields=["gives_lag_back"])
        live.granted(live.make("c1E", spent_ms=0, round_trip_ms=200), 5_000)
        assert live.game.events.get(kind="moved").data["lag_ms"] == given_back_ms
