"""Run scripts of the browser by Node: the one of Playwright's package, or the one on the path."""

import os
import shutil
import subprocess
from pathlib import Path

import playwright

HERE = Path(__file__).parent


def node() -> str:
    inside = Path(playwright.__file__).parent / "driver" / "node"
    found = str(inside) if inside.exists() else shutil.which("node")
    assert found, "neither Playwright's package nor the path has Node"
    return found


def run(*arguments: str, **environment: str) -> str:
    """Run a script and return its output; if it fails, raise with its errors."""
    done = subprocess.run(
        [node(), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=HERE,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )
    assert done.returncode == 0, f"\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_tests(file: str, **environment: str) -> None:
    told = run("--test", "--test-reporter=spec", file, **environment)
    assert "pass 0" not in told, f"no test ran in {file}"
