"""After every story: the log judged again is valid, folds to the same state, and survives JSON."""

import json

import pytest

from games.referee import dump_event, dump_state, load_event, load_state, replay, replay_while_valid
from tests.referee.table import Table


@pytest.fixture
def table():
    """Open tables; when the test is done, fold, verify and reload each log."""
    opened = []

    def open_table(*args, **kwargs):
        opened.append(Table(*args, **kwargs))
        return opened[-1]

    yield open_table
    for each in opened:
        stored = json.loads(json.dumps([dump_event(event) for event in each.log]))
        assert replay(each.agreement, [load_event(data) for data in stored]) == each.state
        assert load_state(each.agreement, json.loads(json.dumps(dump_state(each.state)))) == each.state
        assert replay_while_valid(each.agreement, each.log)[1] is None
