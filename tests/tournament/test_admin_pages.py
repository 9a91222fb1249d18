"""The admin shows every table of tournaments and changes none."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.databases import own_rows
from tournament.models import Match


@pytest.mark.urls("tests.rights.admin_urls")
def test_the_admin_lists_everything_and_changes_no_tournament(make_tournament, client):
    e = make_tournament("A B", planned_rounds=1)
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
