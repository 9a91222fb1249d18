"""Distribute the tests over the workers of xdist. Import this module only where xdist runs."""

import re

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# `tests/engines/test_table.py::test_…[webkit-fours]`
IN_AN_ENGINE = re.compile(r"tests/engines/.*\[(\w+)")


class Together(LoadScopeScheduling):
    """Keep tests that share a server or a browser on one worker: each file, all live games, each engine."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        # In the order in which they were collected (tests/conftest.py, tests/browser/conftest.py).
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        if engine := IN_AN_ENGINE.match(nodeid):
            return engine[1]
        return "live" if file.startswith("tests/live/") else file
