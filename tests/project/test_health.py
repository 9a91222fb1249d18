"""Health for machines: whether the server is alive and ready, and metrics for those who may read them."""

import json
import logging
import re
from pathlib import Path

import pytest

from games.live import background, metrics
from games.live.database_threads import reading
from games.signals import event_recorded
from tournament.asgi import application
from tournament.server import health
from tournament.server.problems import JsonFormatter

LINE = re.compile(
    r'^(# (HELP|TYPE) fiveline_\w+ .+|fiveline_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [0-9.e+-]+)$'
)


async def ask(path, *, client="127.0.0.1", **headers):
    told = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        told.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 5),
        "server": ("127.0.0.1", 80),
        "http_version": "1.1",
    }
    await application(scope, receive, send)
    return told[0]["status"], b"".join(each.get("body", b"") for each in told[1:]).decode()


@pytest.fixture
def serving(monkeypatch):
    fresh = health.Readiness()
    fresh.serving = True
    monkeypatch.setattr(health, "readiness", fresh)
    yield fresh
    reading.close()


async def test_a_process_that_runs_is_healthy_whatever_its_name_and_profile(settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["club.example"], True
    assert await ask("/healthz", host="10.0.0.7") == (200, "ok\n")


@pytest.mark.django_db(transaction=True)
async def test_it_is_ready_while_the_database_answers_and_asks_it_once_a_second(serving, monkeypatch):
    assert await ask("/readyz") == (200, "ok\n")

    def gone():
        raise OSError("the database is away: postgres://secret")

    monkeypatch.setattr(health, "_ask_database", gone)
    assert (await ask("/readyz"))[0] == 200, "as it was a moment ago"
    serving._known = None
    assert await ask("/readyz") == (503, "not ready\n")


async def test_it_is_not_ready_before_and_after_it_serves(serving):
    serving.serving = False
    assert (await ask("/readyz"))[0] == 503


def test_readiness_begins_after_all_other_services():
    assert background.services[-1] is health.report_ready


@pytest.mark.django_db(transaction=True)
async def test_figures_are_told_in_the_form_that_prometheus_reads(serving, monkeypatch):
    before = read_figures(await ask("/metrics"))
    for ms in (3, 5, 7, 9_000):
        metrics.answers.add(ms)
    event_recorded.send(None, event={"kind": "flagged"})
    monkeypatch.setattr(metrics, "failed_writes", metrics.Occurrences(count=3))
    after = read_figures(await ask("/metrics"))
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown['answer_seconds_bucket{le="0.005"}'] == 2
    assert grown['answer_seconds_bucket{le="0.01"}'] == 3
    assert grown['answer_seconds_bucket{le="+Inf"}'] == grown["answer_seconds_count"] == 4
    assert grown["answer_seconds_sum"] == pytest.approx(9.015)
    assert grown['events_total{kind="flagged"}'] == grown["flags_total"] == 1
    assert after["failed_writes_total"] == 3
    assert after['boards{state="on_the_clock"}'] == 0
    names = {name.partition("{")[0] for name in after}
    assert names >= {
        *("info", "boards", "sockets", "outbox_messages", "outbox_longest", "writes_waiting"),
        *("page_seconds_count", "clock_jumps_total", "disk_free_bytes"),
    }
    assert not [name for name in names if name.endswith("_created")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="only Linux says it")
async def test_memory_is_counted_in_the_pages_of_this_machine(serving):
    figures = read_figures(await ask("/metrics"))
    status = Path("/proc/self/status").read_text(encoding="ascii")
    resident = 1024 * int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])
    assert figures["memory_bytes"] == pytest.approx(resident, rel=0.2)
    assert 3 < figures["open_files"] < 10_000


def read_figures(answer):
    """Read the metrics: value of each sample by its name, without our prefix, and its labels."""
    status, text = answer
    assert status == 200
    assert [line for line in text.splitlines() if not LINE.match(line)] == []
    samples = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name.removeprefix("fiveline_"): float(value) for name, _space, value in samples}


@pytest.mark.parametrize(
    ("asked", "token", "told"),
    [
        ({}, "", True),
        ({"client": "::1"}, "", True),
        ({"client": "192.168.1.7"}, "", False),
        ({"x_forwarded_for": "203.0.113.7"}, "", False),
        ({}, "cubes", False),
        ({"authorization": "Bearer oak"}, "cubes", False),
        ({"client": "192.168.1.7", "authorization": "Bearer cubes"}, "cubes", True),
    ],
)
async def test_figures_are_for_the_machine_itself_or_for_who_knows_the_token(
    settings, monkeypatch, asked, token, told
):
    async def some():
        return "figures"

    monkeypatch.setattr(health, "write_metrics", some)
    settings.METRICS_TOKEN = token
    assert await ask("/metrics", **asked) == ((200, "figures") if told else (404, ""))


def test_a_line_of_the_log_is_a_line_of_json():
    try:
        raise ValueError("two\nlines")
    except ValueError as problem:
        caught = (type(problem), problem, problem.__traceback__)
    record = logging.LogRecord("games", logging.ERROR, "", 1, "no %s", ("move",), caught)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("error", "games", "no move")
    assert "two\nlines" in told["traceback"]
