"""A test that fails every other time is named at the end of the run, not hidden by the second try."""

import os
import subprocess
import sys

from tests.served import ROOT
from tests.tried_twice import TRIED_TWICE

MOODY = """
from pathlib import Path

def test_passes_the_second_time():
    seen = Path(__file__).with_name("seen")
    first = not seen.exists()
    seen.touch()
    assert not first

def test_always_passes():
    pass
"""


def test_what_was_tried_twice_is_named_and_nothing_else(tmp_path):
    (tmp_path / "test_moody.py").write_text(MOODY)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTEST_ADDOPTS": "",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        TRIED_TWICE: str(tmp_path / "notes"),
    }

    def python(*arguments):
        program = [sys.executable, "-m", *arguments]
        return subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, text=True)

    assert python("tests.tried_twice").stderr == ""
    assert python("pytest", "-q").returncode == 1
    assert python("pytest", "-q", "--last-failed", "-p", "tests.tried_twice").returncode == 0
    told = python("tests.tried_twice").stderr
    assert "TRIED TWICE (1)" in told
    assert "test_moody.py::test_passes_the_second_time" in told
    assert "test_always_passes" not in told
