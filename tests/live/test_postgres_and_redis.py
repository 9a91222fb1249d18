"""Run a short `make soak GROWN=1`: two processes, PostgreSQL and Redis, each killed once in play.

And one process stopped in order.
"""

import json
import subprocess
import sys

import pytest
from django.db import connection

from tests.live.conftest import database_url
from tests.server_process import ROOT

SHORT = """
import json, sys
from tests.tools.soak.__main__ import Plan, soak
from tests.tools.soak.grown_simulation import GrownSimulation

hall = GrownSimulation(seed=3, hurries=True, like=sys.argv[1])
hall.faults = lambda: [hall.kill, hall.stop, hall.kill_redis, hall.kill_postgres]
try:
    plan = Plan(seconds=60, seed=3, entrants=2, longest=16, bags=1, between_s=(0.5, 1.0), quiet_s=0)
    rows = soak(hall, plan)
finally:
    hall.close()
print(json.dumps([[row.name, row.value, row.wrong] for row in rows]))
"""


@pytest.mark.django_db
def test_a_process_and_redis_and_postgresql_die_while_clocks_run():
    """Run it in a process of its own, with a PostgreSQL of its own, whose tables are copied."""
    if connection.vendor != "postgresql":
        pytest.skip("runs with what writes games on PostgreSQL")
    done = subprocess.run(
        [sys.executable, "-c", SHORT, database_url()],
        cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout.splitlines()[-1])
    found = {name: value for name, value, _wrong in rows}
    faults = ("kill", "stop", "kill redis", "kill postgres")
    assert [found[f"fault: {name}"] for name in faults] == ["1"] * len(faults)
    games, moves = map(int, found["games, stored moves"].split(", "))
    assert games >= 2
    assert moves >= 16
    assert [row for row in rows if row[2]] == []
