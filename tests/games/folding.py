"""Check that the fold of a log equals its row, and that the referee would rule the same again."""

from games.models import Game
from games.referee import dump, dump_state, last_turn, load_event, replay, replay_while_valid


def assert_log_folds_to_row(game: Game) -> None:
    rows = list(game.events.order_by("seq"))
    events = [load_event(row.data) for row in rows]
    state = replay(game.agreement, events)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert game.state == dump_state(state)
    assert game.state_now() == state
    assert (game.seq, game.ply, game.status) == (state.seq, state.ply, state.status)
    assert game.winner == (state.outcome.winner or "" if state.outcome else "")
    assert game.ending == (state.outcome.ending if state.outcome else "")
    assert game.deadline == (None if game.voided or game.closed_reason else state.deadline_ms)
    assert (game.ended_ms is not None) == (state.outcome is not None)
    assert (game.started_ms is not None) == state.clock.started
    assert game.last == dump(last_turn(events))
    assert replay_while_valid(game.agreement, events)[1] is None


def assert_logs_fold_to_rows() -> None:
    for game in Game.objects.all():
        assert_log_folds_to_row(game)
