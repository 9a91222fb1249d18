"""Let thirty visitors open pages without a pause, on PostgreSQL, and count the connections."""

import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg

from tests.postgres import Postgres
from tests.server_process import RunningServer
from tournament.environment import POOL

VISITORS, SECONDS, PROCESSES = 30, 12, 2
PAGES = ("/", "/quick/", "/people/", "/clock/")


class Visits:
    def __init__(self) -> None:
        self.opened = 0
        self.failed = 0
        self.most = 0
        self.over = threading.Event()

    def visit(self, url: str, number: int) -> None:
        while not self.over.is_set():
            number += 1
            try:
                with urlopen(url + PAGES[number % len(PAGES)], timeout=60) as answer:
                    answer.read()
                self.opened += 1
            except HTTPError as error:
                self.failed += error.code >= 500
                self.opened += error.code < 500
            except OSError:
                self.failed += 1

    def watch(self, database: str) -> None:
        with psycopg.connect(database, autocommit=True) as connection:
            while not self.over.is_set():
                asked = connection.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                ).fetchone()
                self.most = max(self.most, asked[0] - 1 if asked else 0)
                time.sleep(0.1)


def run(say: Callable[[str], None]) -> None:
    started, visits = Postgres(), Visits()
    shared = {"DATABASE_URL": started.url, "FIVELINE_SECRET_KEY": "only for this measurement"}
    with ExitStack() as stack:
        stack.callback(started.stop)
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(PROCESSES)]
        servers = [stack.enter_context(RunningServer(folder, **shared)) for folder in folders]
        threads = [
            threading.Thread(target=visits.visit, args=[servers[number % PROCESSES].url, number])
            for number in range(VISITORS)
        ] + [threading.Thread(target=visits.watch, args=[started.url])]
        for thread in threads:
            thread.start()
        time.sleep(SECONDS)
        visits.over.set()
        for thread in threads:
            thread.join()
    say(
        f"{VISITORS} visitors for {SECONDS} s at {PROCESSES} processes: {visits.opened} pages, "
        f"{visits.failed} failed, {visits.most} connections at most (limit {PROCESSES * POOL['max_size']})"
    )
