"""Stopping ends in time, even if a task or thread still waits."""

import asyncio
import subprocess
import sys
import threading

import pytest

from games.live import background, database_threads, flags
from games.live.database_threads import DatabaseThreads
from games.services.lost_time import Process
from games.timekeeping import stamp_ms
from tests.server_process import ROOT
from tournament.server import server

ONE = {"sqlite": 1, "postgresql": 1}


@pytest.fixture
def stuck():
    """Wait for a database that does not answer."""
    answered = threading.Event()
    yield answered.wait
    answered.set()


async def test_threads_that_wait_for_the_database_do_not_keep_the_server(stuck, monkeypatch, caplog):
    monkeypatch.setattr(database_threads, "SECONDS_TO_FINISH", 0.1)
    pool = DatabaseThreads("slow", {"sqlite": 3, "postgresql": 3})
    waiting = [asyncio.ensure_future(pool.run(stuck)) for _ in range(5)]
    await asyncio.sleep(0.05)
    await asyncio.wait_for(asyncio.to_thread(pool.close), 20)
    assert "slow-0" in caplog.text
    for task in waiting:
        task.cancel()


@pytest.mark.parametrize(("skips_cancelled", "done"), [(True, []), (False, [1])])
async def test_a_job_that_was_cancelled_is_written_all_the_same_but_not_read(stuck, skips_cancelled, done):
    pool, did = DatabaseThreads("few", ONE, skips_cancelled=skips_cancelled), []
    waiting = [asyncio.ensure_future(pool.run(work)) for work in (stuck, lambda: did.append(1))]
    await asyncio.sleep(0.05)
    waiting[1].cancel()
    await asyncio.sleep(0)
    stuck.__self__.set()
    await waiting[0]
    await asyncio.to_thread(pool.close)
    assert did == done


async def test_the_last_moment_is_not_waited_for_for_ever(stuck, monkeypatch, caplog):
    pool = DatabaseThreads("writes", ONE)
    monkeypatch.setattr(flags, "writing", pool)
    monkeypatch.setattr(flags, "SECONDS_TO_STOP", 0.1)
    process = Process(stamp_ms)
    monkeypatch.setattr(process, "stop", stuck)
    async with asyncio.timeout(5):
        await flags.FlagTasks(process).stop()
    assert "the last heartbeat counts" in caplog.text


def test_a_task_of_a_library_that_swallows_being_cancelled_does_not_keep_the_server(monkeypatch):
    """Swallow the cancellation, as `asyncio.wait_for` of Python 3.11 does if it finishes at that moment."""
    monkeypatch.setattr(background, "SECONDS_BETWEEN_CANCELS", 0.01)
    ended = []

    async def stubborn():
        for _ in range(3):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                continue
        ended.append(True)

    async def serving():
        serving.task = asyncio.ensure_future(stubborn())
        await asyncio.sleep(0)

    running = threading.Thread(target=server.run, args=[serving()], daemon=True)
    running.start()
    running.join(timeout=10)
    assert ended == [True]


WAITS = """
import django; django.setup()
import threading
from concurrent.futures import ThreadPoolExecutor
from tournament.server.server import Deadline

deadline = Deadline(0.5)
deadline.start()
{more}
ThreadPoolExecutor().submit(threading.Event().wait, {seconds})  # joined when the process ends
"""


def _ended(more: str = "", seconds: int = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WAITS.format(more=more, seconds=seconds)],
        cwd=ROOT, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


def test_a_process_that_does_not_end_by_itself_says_what_it_waits_for_and_ends():
    done = _ended()
    assert done.returncode == 1
    assert done.stderr.startswith("Fiveline has not stopped within 0 s and ends now.")
    assert "threading.py" in done.stderr


def test_a_server_that_goes_on_after_its_stop_is_left_alone():
    done = _ended("deadline.start(); deadline.call_off()", seconds=2)
    assert (done.returncode, done.stderr) == (0, "")
