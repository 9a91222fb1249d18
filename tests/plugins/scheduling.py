"""How tests are spread over the workers of xdist; imported only where xdist runs."""

import re

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# `tests/engines/test_table.py::test_…[webkit-fours]`
IN_AN_ENGINE = re.compile(r"tests/engines/.*\[(\w+)")


class Together(LoadScopeScheduling):
    """What shares a server or a browser stays with one worker: each file, all live games, each engine."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        # In the order in which they were collected (tests/conftest.py, tests/browser/conftest.py).
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        if engine := IN_AN_ENGINE.match(nodeid):
            return engine[1]
        return "live" if file.startswith("tests/live/") else file
