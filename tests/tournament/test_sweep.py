"""The sweep of a running server: it ends with the server, and a failing step does not end it."""

import asyncio

import pytest

from tournament import live_results


async def test_the_sweep_runs_while_the_server_does_and_stops_with_it(monkeypatch):
    seen = asyncio.Event()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(live_results, "sweep", lambda: loop.call_soon_threadsafe(seen.set))
    before = asyncio.all_tasks()
    async with live_results.sweeping():
        await asyncio.wait_for(seen.wait(), 5)
    assert asyncio.all_tasks() == before


@pytest.mark.django_db(transaction=True)
def test_a_sweep_that_fails_does_not_end_the_sweeping(monkeypatch, caplog):
    monkeypatch.setattr(live_results.entering, "apply_missed_results", lambda **_: 1 / 0)
    rated = []
    monkeypatch.setattr(live_results.rating_periods, "bring_up_to_date", lambda: rated.append(True))
    live_results.sweep()
    assert "sweep" in caplog.text
    assert rated, "the steps that follow are done"
