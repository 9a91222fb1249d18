"""What stands around the services: the admin, the sweep of a running server, names for the log."""

import asyncio

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.urls import reverse

from games.access.seeing import thing_at
from games.audit_log.names import look_up_names
from tests.databases import own_rows
from tournament import live_results
from tournament.models import Match, Player


@pytest.mark.urls("tests.with_admin")
def test_the_admin_lists_everything_and_changes_no_event(event, client):
    e = event("A B", planned_rounds=1)
    e.publish()
    client.force_login(get_user_model().objects.create_superuser("root", password="x"))
    for model in apps.get_app_config("tournament").get_models():
        if not admin.site.is_registered(model):
            continue
        page = client.get(reverse(f"admin:tournament_{model._meta.model_name}_changelist"))
        assert page.status_code == 200, model
    match = own_rows(Match).get()
    page = client.get(reverse("admin:tournament_match_change", args=[match.pk]))
    assert (page.status_code, b'name="_save"' in page.content) == (200, False)
    page = client.get(reverse("admin:tournament_match_delete", args=[match.pk]))
    assert page.status_code == 403


def test_ids_are_named_for_the_log_and_scopes_find_their_things(event):
    e = event("Anna")
    entrant, player = e.entrants["Anna"], own_rows(Player).get()
    named = look_up_names([entrant.scope, f"player:{player.pk}", e.tournament.scope])
    assert named == {entrant.scope: "Anna", f"player:{player.pk}": "Anna", e.tournament.scope: "Open"}
    assert thing_at(entrant.scope) == entrant


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
