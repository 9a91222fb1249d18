"""The admin shows every table except secrets, and changes nothing."""

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from games.models import Link, SessionInfo

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.rights.admin_urls")]

NOT_SHOWN = {
    *("admin.LogEntry", "auth.Group", "auth.Permission", "contenttypes.ContentType"),
    *("sessions.Session", "games.Pin", "games.SecondFactor", "games.RecoveryCode", "tournament.Parcel"),
}
SECRET = re.compile(r"hash|secret|password$|token|session_key|offline|offered")


@pytest.fixture
def root(client, someone):
    client.force_login(someone("root", is_staff=True, is_superuser=True))
    return client


def shown_models():
    return [model for model in apps.get_models() if admin.site.is_registered(model)]


def address_of(model, page, *args):
    return reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_{page}", args=args)


def test_every_table_is_shown_but_those_of_secrets(root):
    assert {model._meta.label for model in apps.get_models()} - {
        model._meta.label for model in shown_models()
    } == NOT_SHOWN


def test_every_table_can_be_read_and_searched_and_none_be_changed(root):
    for model in shown_models():
        assert root.get(address_of(model, "changelist"), {"q": "a"}).status_code == 200, model
        assert root.get(address_of(model, "add")).status_code == 403, model
        assert root.post(address_of(model, "add"), {}).status_code == 403, model


def test_no_column_that_is_named_like_a_secret_is_shown_or_searched(rf, someone):
    request = rf.get("/admin/")
    request.user = someone("root", is_staff=True, is_superuser=True)
    for model in shown_models():
        page = admin.site.get_model_admin(model)
        names = {*page.get_list_display(request), *page.get_search_fields(request), *page.get_fields(request)}
        assert [name for name in names if SECRET.search(name)] == [], model


def test_hashes_and_session_keys_are_on_no_page(root, someone):
    anna = someone("anna")
    link = Link.objects.create(token_hash="mark-of-token", code_hash="mark-of-code", created_ms=1)
    session = SessionInfo.objects.create(
        session_key="mark-of-session", user=anna, device="Tablet", created_ms=1, seen_ms=1
    )
    for row in (anna, link, session):
        for page in (address_of(row, "changelist"), address_of(row, "change", row.pk)):
            text = root.get(page).content.decode()
            assert str(row.pk) in text
            assert "mark-of" not in text
            assert anna.password not in text
    found = root.get(address_of(link, "changelist"), {"q": "mark-of"}).content.decode()
    assert "0 links" in found


@pytest.mark.parametrize(
    ("label", "lookup"),
    [
        ("auth.User", "password__startswith"),
        ("games.Link", "token_hash__startswith"),
        ("games.SessionInfo", "session_key__startswith"),
        ("games.SessionInfo", "user__password__startswith"),
    ],
)
def test_a_hidden_value_cannot_be_guessed_letter_by_letter(root, label, lookup):
    assert root.get(address_of(apps.get_model(label), "changelist"), {lookup: "a"}).status_code == 400


def test_players_are_changed_on_pages_of_the_club_alone(root):
    player = apps.get_model("tournament.Player").objects.create(first_name="Anna")
    page = root.get(address_of(player, "change", player.pk))
    assert (page.status_code, b'name="_save"' in page.content) == (200, False)
    assert root.post(address_of(player, "change", player.pk), {"first_name": "Bob"}).status_code == 403
    assert root.post(address_of(player, "delete", player.pk), {"post": "yes"}).status_code == 403
    player.refresh_from_db()
    assert player.first_name == "Anna"
