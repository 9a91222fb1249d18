"""Test a few boards at once; `make bench ONLY=boards` measures how many of them are possible."""

from games.models import Game
from tests.tools.load import boards


async def test_every_answered_move_is_in_the_log_and_seen_by_every_watcher(hall_of_boards, server):
    await boards.run(server.port, hall_of_boards, watchers=3, seconds=5, every_s=0.5)
    logged = {
        game.code: [event.kind async for event in game.events.order_by("seq")]
        async for game in Game.objects.all()
    }
    assert boards.faults(hall_of_boards, logged) == []
    assert all(board.answered for board in hall_of_boards)
