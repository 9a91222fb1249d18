"""Firefox by WebDriver BiDi over its own socket, without a driver."""

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import threading
from typing import Any

from playwright.sync_api import ViewportSize
from websockets.sync.client import connect

from tests.engines.engine import PATIENCE_S, Engine, EngineFault, finger_tap, process

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Animations are off, as in the Chromium of the tests.
PREFERENCES = {"intl.accept_languages": "en", "ui.prefersReducedMotion": 1}
# NS_BINDING_ABORTED: a page that is left or reloaded stops loading its fonts.
LEFT_WHILE_LOADING = "status=2152398850"


class Firefox(Engine):
    name = "firefox"

    def start(self) -> None:
        wishes = [f"user_pref({json.dumps(each)}, {json.dumps(PREFERENCES[each])});" for each in PREFERENCES]
        (self.folder / "user.js").write_text("\n".join(wishes))
        firefox = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
        assert firefox, "These tests need Firefox: apt install firefox-esr"
        started = self.running.enter_context(
            process(
                *(firefox, "--headless", "--no-remote", "--remote-debugging-port=0"),
                *("--profile", str(self.folder)),
                env={**os.environ, "HOME": str(self.folder)},
                stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
        )
        said = started.stderr
        assert said is not None
        address = next((found[1] for line in said if (found := LISTENS.match(line))), None)
        assert address, "Firefox ended before it listened."
        # Read its output while it runs: the browser would stop once the pipe is full.
        threading.Thread(target=said.read, daemon=True).start()
        self.line = self.running.enter_context(connect(f"{address}/session", max_size=None))
        self.numbers = itertools.count(1)
        self.heard: list[str] = []
        self.user = self.page = ""
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self.running.callback(self._ask, "browser.close")

    def fresh(self) -> None:
        if self.user:
            self._ask("browser.removeUserContext", userContext=self.user)
        self.user = self._ask("browser.createUserContext")["userContext"]
        self.page = self._ask("browsingContext.create", type="tab", userContext=self.user)["context"]
        self.heard.clear()

    def resize(self, size: ViewportSize) -> None:
        self._do("browsingContext.setViewport", viewport=size)

    def open(self, address: str) -> None:
        self._do("browsingContext.navigate", url=address, wait="complete")

    def reload(self) -> None:
        self._do("browsingContext.reload", wait="complete")

    def evaluate(self, expression: str) -> Any:
        wanted = f"(async () => JSON.stringify(await ({expression})) ?? null)()"
        answer = self._ask(
            "script.evaluate", expression=wanted, target={"context": self.page}, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise EngineFault(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value") or "null")

    def tap_at(self, x: int, y: int) -> None:
        self._do("input.performActions", actions=finger_tap(x, y))

    def capture(self) -> bytes:
        return base64.b64decode(self._do("browsingContext.captureScreenshot")["data"])

    def complaints(self) -> list[str]:
        self._ask("session.status")  # all earlier messages have arrived then
        return [text for text in self.heard if LEFT_WHILE_LOADING not in text]

    def _do(self, method: str, **parameters: Any) -> Any:
        return self._ask(method, context=self.page, **parameters)

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.line.recv(timeout=PATIENCE_S))
            if answer["type"] == "event" and answer["params"]["level"] == "error":
                self.heard.append(answer["params"]["text"])
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            raise EngineFault(f"{answer['error']}: {answer['message']}")
        return answer["result"]
