"""Start a real server as `make run` does, in its own process with its own data folder."""

import os
import re
import signal
import subprocess
import sys
import threading
from http.cookiejar import CookieJar
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlencode
from urllib.request import BaseHandler, HTTPCookieProcessor, Request, build_opener, urlopen

from tests.postgres import free_port

ROOT = Path(__file__).resolve().parent.parent


class RunningServer:
    """A server: `with RunningServer(folder) as server: server.get("/")`. `server.said` is its output."""

    running: ClassVar[list["RunningServer"]] = []

    def __init__(
        self,
        data: Path,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        command: tuple[str, ...] = (sys.executable, "manage.py"),
        folder: Path = ROOT,
        **environment: str,
    ):
        self.command, self.folder = command, folder
        self.data, self.port = data, port or free_port()
        self.secure_port = free_port()
        self.said = ""
        self.environment = {
            **{
                name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
            },
            "FIVELINE_DATA": str(data),
            "HOST": host,
            "PORT": str(self.port),
            "HTTPS_PORT": str(self.secure_port),
            "PYTHONUNBUFFERED": "1",
            **environment,
        }

    def __enter__(self) -> "RunningServer":
        self.process = subprocess.Popen(
            [*self.command, "serve"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started, self._again = threading.Event(), threading.Event()
        # Read its output while it runs: once the pipe is full, the server would stop.
        self._listener = threading.Thread(target=self._listen, args=[started], daemon=True)
        self._listener.start()
        started.wait()
        if "Ctrl+C" not in self.said:
            raise AssertionError(f"The server did not start: {self.said}")
        self.running.append(self)
        return self

    def _listen(self, started: threading.Event) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if "Ctrl+C" in line:
                (self._again if started.is_set() else started).set()
        started.set()

    def __exit__(self, *_: object) -> None:
        self.running.remove(self)
        if self.process.poll() is None:
            self.stop()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send it a signal, wait for its end and return its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(timeout=30)
        self._listener.join(timeout=10)
        return status

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def setup_path(self) -> str | None:
        found = re.search(r"(/setup/\w+/)", self.said)
        return found[1] if found else None

    def get(self, path: str) -> tuple[int, str]:
        with urlopen(self.url + path, timeout=10) as answer:
            return answer.status, answer.read().decode()

    def started_again(self) -> None:
        """Wait until a server that restarts itself has started a second time."""
        assert self._again.wait(timeout=60), self.said


class Visitor:
    """A simple browser: it keeps cookies, and sends forms with the token of their page."""

    def __init__(self, url: str, *handlers: BaseHandler) -> None:
        self.url = url
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies), *handlers)

    def get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=20) as answer:
            return " ".join(answer.read().decode().split())

    def post(self, path: str, *, at: str = "", **fields: str) -> str:
        """Send a form of the page `at`, by default the page with the address of the form."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(at or path))
        assert token
        body = urlencode(fields | {"csrfmiddlewaretoken": token[1]}).encode()
        request = Request(self.url + path, data=body, headers={"Referer": self.url + (at or path)})
        with self.opener.open(request, timeout=20) as answer:
            return " ".join(answer.read().decode().split())
