"""`manage.py serve`, as `make run` calls it: in an empty folder, again, in the hall, and when it fails."""

import json
import os
import signal
import socket
import ssl
import stat
import subprocess
import sys
from dataclasses import dataclass
from http.cookiejar import Cookie
from pathlib import Path
from typing import Any
from urllib.request import HTTPSHandler

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.database_files import create_database
from tests.server_process import ROOT, RunningServer, Visitor


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def first_start(folder):
    """Start a first time in the hall, and stop by Ctrl+C."""
    with RunningServer(folder, host="0.0.0.0") as server:
        server.home = server.get("/")
        server.hall = server.get("/hall/")
        with pytest.raises(InvalidStatus) as server.nowhere:
            connect(f"ws://127.0.0.1:{server.port}/nowhere/").close()
        server.trusted = trusted_handshake(server, folder)
        server.tablet = tablet_by_wss(server, folder)
        with pytest.raises(ssl.SSLCertVerificationError) as server.untrusted:
            handshake(server, ssl.create_default_context())
        server.second = subprocess.run(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env={**server.environment, "PORT": "0", "HOST": "127.0.0.1"},
            capture_output=True,
            text=True,
            check=False,
        )
        server.exit_status = server.stop(signal.SIGINT)
    return server


def handshake(server: RunningServer, context: ssl.SSLContext) -> str:
    with (
        socket.create_connection(("127.0.0.1", server.secure_port), timeout=10) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        secure.sendall(b"GET /hall/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return secure.recv(15).decode()


def trusted_handshake(server: RunningServer, folder: Path) -> str:
    return handshake(server, ssl.create_default_context(cafile=str(folder / "authority" / "root.crt")))


OPEN_A_TABLE = """
from games.access import links
from games.access.permissions import SYSTEM
from games.services.opening import open_game
game = open_game(rules='', control='10+5', seats=2, first='X', keeper='table', casual=True,
                 players={'X': {'name': 'Mira'}, 'O': {'name': 'Jonas'}})
print(game.code, links.make(SYSTEM, role='table', scope=game.scope).path)
"""


@dataclass
class Tablet:
    """What a tablet receives at the secure address."""

    cookies: dict[str, Cookie]
    verbs: list[str]
    verbs_in_the_clear: list[str]


def tablet_by_wss(server: RunningServer, folder: Path) -> Tablet:
    """Open a card by https and connect by wss, then try the same session unencrypted."""
    code, path = in_shell(server, OPEN_A_TABLE).split()
    context = ssl.create_default_context(cafile=str(folder / "authority" / "root.crt"))
    visitor = Visitor(f"https://localhost:{server.secure_port}", HTTPSHandler(context=context))
    visitor.post(path)
    cookies = {each.name: each for each in visitor.cookies}
    key = cookies["__Host-sessionid"].value

    def verbs(address: str, name: str, **more: Any) -> list[str]:
        headers = {"Cookie": f"{name}={key}"}
        with connect(f"{address}/ws/game/{code}/?v=2", additional_headers=headers, **more) as socket:
            return list(json.loads(socket.recv(timeout=15))["mine"]["verbs"])

    return Tablet(
        cookies,
        verbs(f"wss://localhost:{server.secure_port}", "__Host-sessionid", ssl=context),
        verbs(f"ws://127.0.0.1:{server.port}", "__Host-sessionid"),
    )


def test_a_tablet_is_the_table_by_wss_with_a_cookie_that_the_plain_address_does_not_take(first_start):
    tablet = first_start.tablet
    own = tablet.cookies["__Host-sessionid"]
    assert own.secure
    assert "sessionid" not in tablet.cookies
    assert "custody" in tablet.verbs
    assert "custody" not in tablet.verbs_in_the_clear


def test_a_first_start_answers_and_prints_the_link(first_start):
    assert first_start.setup_path is not None
    status, page = first_start.home
    assert status == 200
    assert "terminal" in page


def test_it_stops_when_asked_and_says_so(first_start):
    assert first_start.exit_status == 0
    assert "Fiveline has stopped." in first_start.said
    assert "Traceback" not in first_start.said


def test_a_second_server_on_the_same_data_is_told_where_the_first_one_is(first_start):
    assert first_start.second.returncode == 1
    assert first_start.second.stderr.startswith("Fiveline: Fiveline is already running on ")
    assert first_start.url in first_start.second.stderr
    assert first_start.second.stderr.count("\n") == 1


def test_the_secret_key_is_made_and_kept_from_others(first_start, folder):
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600


def test_in_the_hall_https_stands_beside_http_and_is_trusted_through_the_root_only(first_start):
    assert first_start.trusted == "HTTP/1.1 200 OK"
    assert "self-signed certificate in certificate chain" in str(first_start.untrusted.value) or (
        "unable to get local issuer certificate" in str(first_start.untrusted.value)
    )


def test_a_socket_that_does_not_exist_is_refused_without_noise(first_start):
    assert first_start.nowhere.value.response.status_code == 403


def test_the_hall_page_shows_the_way_to_trust(first_start):
    assert "fiveline-authority.crt" in first_start.hall[1]


def test_a_second_start_prints_the_same_link_until_the_house_stands(first_start, folder):
    with RunningServer(folder) as again:
        assert again.setup_path == first_start.setup_path
    set_up_a_club(again)
    with RunningServer(folder) as later:
        assert later.setup_path is None
        assert later.get("/")[0] == 200


def set_up_a_club(server: RunningServer) -> None:
    in_shell(
        server,
        "from tournament.server.first_run import set_up_club;"
        "set_up_club(club='Five', username='ada', name='Ada', password='a long enough one',"
        " language='en', time_zone='Europe/Paris', address='')",
    )


def in_shell(server: RunningServer, script: str) -> str:
    """Run a script on the data of the server and return its output."""
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", script],
        cwd=ROOT,
        env=server.environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_a_taken_port_is_told_in_a_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        environment = {**os.environ, "FIVELINE_DATA": str(tmp_path), "PORT": str(port), "HOST": "127.0.0.1"}
        refused = subprocess.run(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert refused.returncode == 1
    assert f"port {port}" in refused.stderr
    assert f"PORT={port + 1}" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_taken_https_port_does_not_stop_http(tmp_path):
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        create_database(tmp_path / "fiveline.sqlite3")
        with RunningServer(tmp_path, host="0.0.0.0", HTTPS_PORT=port) as server:
            assert server.get("/")[0] == 200
            assert "No HTTPS" in server.said
