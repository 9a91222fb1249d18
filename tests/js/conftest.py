"""The scripts meet a real server in `test_tablet`."""

from tests.live.conftest import lasting, new_game, server, session

__all__ = ["lasting", "new_game", "server", "session"]
