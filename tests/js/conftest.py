"""The scripts meet a real server in `test_tablet`."""

from tests.live.conftest import lasting_server, new_game, server, session

__all__ = ["lasting_server", "new_game", "server", "session"]
