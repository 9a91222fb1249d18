"""The wheel is complete: installed into an empty environment, one command serves pages and boards.

Its dependencies are those of the tests' environment, because a whole installation takes minutes;
`make release` makes one.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from websockets.sync.client import connect

from games.protocol.downward import PROTOCOL
from tests.server_process import ROOT, RunningServer, Visitor
from tournament import installation


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (made,) = folder.glob("fiveline-*.whl")
    return made


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory) -> str:
    """Return the command `fiveline` of an environment with nothing else of ours."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", wheel],
        check=True,
    )
    (packages,) = place.glob("lib/python*/site-packages")
    (packages / "what-it-depends-on.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return str(place / "bin" / "fiveline")


def test_everything_a_server_needs_is_in_it_and_nothing_of_the_tests(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "tournament/bundled/templates/base.html",
        "tournament/bundled/static/sw.js",
        "tournament/locale/de/LC_MESSAGES/django.mo",
        "tournament/migrations/0001_initial.py",
        "tournament/demo/data/people.json",
        "tournament/demo/data/demo-autumn.json",
    } <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("rubik-LICENSE.txt") for name in names)
    for folder in ("templates", "static"):
        ours = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert {f"tournament/bundled/{name}" for name in ours} <= names
    tops = {name.partition("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"games", "tournament"}


def test_the_installed_command_serves_pages_and_boards(command, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("FIVELINE_", "PYTEST"))
    }
    told = subprocess.run(
        [command, "version"], cwd=tmp_path, env=clean, capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("Fiveline ")
    surroundings = {"HOME": str(home), "XDG_DATA_HOME": "", "FIVELINE_DATA": "", "PYTHONPATH": ""}
    with RunningServer(tmp_path, command=(command,), folder=tmp_path, **surroundings) as server:
        assert (home / ".local/share/fiveline/fiveline.sqlite3").exists(), "where the system keeps such data"
        assert server.setup_path is not None
        assert "@layer" in server.get("/static/css/fiveline.css")[1]
        assert server.get("/sw.js")[0] == 200
        guest = Visitor(server.url)
        table = guest.post(
            "/quick/", where="tablet", clock="10+5", cubes="screen", rules="standard", seats="2"
        )
        code = re.search(r"/(?:table|game)/([a-z0-9]{8})/", table)[1]
        (session,) = (each.value for each in guest.cookies if each.name == "sessionid")
        address = f"ws://127.0.0.1:{server.port}/ws/game/{code}/?v={PROTOCOL}"
        with connect(address, additional_headers={"Cookie": f"sessionid={session}"}) as socket:
            assert json.loads(socket.recv(timeout=20))["type"] == "state"
        assert "Regeln" in german(server, "/rules/")
    assert "Traceback" not in server.said


def german(server, path) -> str:
    guest = Visitor(server.url)
    guest.opener.addheaders = [("Accept-Language", "de")]
    return guest.get(path)


@pytest.mark.parametrize(
    ("platform", "told", "folder"),
    [
        ("linux", {}, "/home/ada/.local/share/fiveline"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/fiveline"),
        ("darwin", {}, "/home/ada/Library/Application Support/Fiveline"),
        ("win32", {}, "/home/ada/AppData/Local/Fiveline"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Fiveline"),
    ],
)
def test_data_lies_where_each_system_keeps_it(platform, told, folder, monkeypatch):
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert installation.platform_data_folder(platform, Path("/home/ada")) == Path(folder)
