"""Run ten seconds of `make soak`: two boards, a kill, a stop and a stall; no row shows a fault."""

import json
import subprocess
import sys

from tests.server_process import ROOT

SHORT = """
import json
from tests.tools.soak.__main__ import Plan, soak
from tests.tools.soak.simulation import Simulation

simulation = Simulation(seed=5)
simulation.faults = lambda: [simulation.kill, simulation.stop, simulation.stall]
try:
    rows = soak(simulation, Plan(seconds=10, seed=5, entrants=2, longest=24, quiet_s=1))
finally:
    simulation.close()
print(json.dumps([sum(simulation.done.values()), [[row.name, row.value, row.wrong] for row in rows]]))
"""


def test_ten_seconds_of_a_bad_evening_lose_nothing():
    """Run it in a process of its own: it uses the database of its server."""
    done = subprocess.run(
        [sys.executable, "-c", SHORT], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    faults, rows = json.loads(done.stdout.splitlines()[-1])
    assert faults >= 1
    found = {name: value for name, value, _wrong in rows}
    games, moves = map(int, found["games, stored moves"].split(", "))
    assert games >= 2
    assert moves >= 20
    assert [row for row in rows if row[2]] == []
