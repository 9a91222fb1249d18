"""Runs the tests of the scripts under Node: the one inside Playwright's package, or the one on the path.

The mirrors of Python code are tried twice: on the cases that are kept, and on fresh ones for every seed here.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.vectors import make_replay, make_rules

HERE = Path(__file__).parent
FILES = sorted(path.name for path in HERE.glob("*.test.js"))
FRESH_SEEDS = (1, 2, 3)
FRESH_GAMES = 100


def node() -> str:
    import playwright

    inside = Path(playwright.__file__).parent / "driver" / "node"
    found = str(inside) if inside.exists() else shutil.which("node")
    assert found, "neither Playwright's package nor the path has Node"
    return found


def run(file: str, **environment: str) -> None:
    done = subprocess.run(
        [node(), "--test", "--test-reporter=spec", str(HERE / file)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )
    assert done.returncode == 0, f"\n{done.stdout}\n{done.stderr}"
    assert "pass 0" not in done.stdout, f"no test ran in {file}"


@pytest.mark.parametrize("file", FILES)
def test_scripts_pass_their_tests(file):
    run(file)


@pytest.mark.parametrize("seed", FRESH_SEEDS)
def test_the_rules_in_the_browser_agree_on_fresh_games(seed, tmp_path):
    path = tmp_path / "rules.json"
    path.write_text(make_rules.written(seed, FRESH_GAMES), encoding="utf-8")
    run("rules.test.js", VECTORS_RULES=str(path))


@pytest.mark.parametrize("seed", FRESH_SEEDS)
def test_the_referee_in_the_browser_agrees_on_fresh_games(seed, tmp_path):
    path = tmp_path / "replay.json"
    path.write_text(make_replay.written(seed, FRESH_GAMES), encoding="utf-8")
    run("replay.test.js", VECTORS_REPLAY=str(path))
