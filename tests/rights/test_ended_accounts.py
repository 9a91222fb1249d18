"""Every role can be taken and every account ended, the founder's too; none of its rights remains."""

import importlib
import re

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games import signals
from games.access import grants, links
from games.access.grants import GrantRefused
from games.access.permissions import SYSTEM
from games.accounts import accounts, people
from games.models import Action, Grant, Link, SessionInfo
from tests.databases import own_rows
from tests.games.actors import actor_for
from tests.rights.signing import SECRET, is_in, sign_in
from tournament.server import first_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def founder():
    return first_run.set_up_club(
        club="Cube Club",
        language="en",
        time_zone="UTC",
        name="Frida",
        username="frida",
        password="five wooden cubes",
    )


def test_the_founder_runs_the_club_by_a_role_that_can_be_taken(founder, someone):
    there = Client()
    there.force_login(founder)
    bob = someone("bob", role="organiser")
    here = Client()
    here.force_login(bob)
    role = Grant.objects.get(subject=f"user:{founder.pk}")
    here.post(reverse("take-role", args=["club", role.pk]))
    for page in (reverse("staff", args=["club"]), reverse("club-settings"), reverse("welcome")):
        assert there.get(page).status_code == 403, page
    assert there.post(reverse("reset-password", args=[bob.pk])).status_code == 403
    assert there.get("/admin/").status_code == 404


def test_an_ended_account_is_out_everywhere_at_once(founder, someone):
    bob = someone("bob", role="arbiter", scope="tournament:3")
    Grant.objects.create(subject=f"user:{bob.pk}", role="organiser", scope="tournament:4", created_ms=0)
    devices = [Client(), Client()]
    for device in devices:
        sign_in(device, "bob")
    assert [is_in(device) for device in devices] == [True, True]
    people.end_account(actor_for(f"user:{founder.pk}"), bob)
    assert [is_in(device) for device in devices] == [False, False]
    assert not Grant.objects.filter(subject=f"user:{bob.pk}").exists()
    assert not SessionInfo.objects.filter(user=bob).exists()
    assert "do not fit together" in sign_in(Client(), "bob").content.decode()
    verbs = list(Action.objects.filter(actor=f"user:{founder.pk}").values_list("verb", flat=True))
    assert verbs == ["set_up", "take_role", "take_role", "end_account"]


def test_an_ended_account_begins_again_without_its_roles(founder, someone):
    bob = someone("bob", role="organiser")
    people.end_account(SYSTEM, bob)
    people.begin_again(SYSTEM, bob)
    device = Client()
    assert sign_in(device, "bob").status_code == 302
    assert device.get(reverse("staff", args=["club"])).status_code == 403


def test_sockets_of_a_taken_role_and_of_an_ended_account_end(
    founder, someone, django_capture_on_commit_callbacks
):
    keys = []

    def hear(**news):
        keys.extend(news["keys"])

    bob = someone("bob", role="arbiter")
    device = Client()
    sign_in(device, "bob")
    signals.sessions_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            grants.take(SYSTEM, Grant.objects.get(subject=f"user:{bob.pk}"))
        assert keys == [device.session.session_key]
        with django_capture_on_commit_callbacks(execute=True):
            people.end_account(SYSTEM, bob)
        assert len(keys) == 2
    finally:
        signals.sessions_changed.disconnect(hear)


def test_neither_a_reset_nor_an_own_invitation_is_a_way_back_in(founder, someone):
    bob = someone("bob", role="organiser")
    as_bob = actor_for(f"user:{bob.pk}")
    accounts.make_reset(SYSTEM, bob)
    accounts.invite(as_bob, role="organiser", scope="club", label="for later")
    card = links.make(as_bob, role="table", scope="table:3:4", topic="tournament:3").link
    people.end_account(SYSTEM, bob)
    assert own_rows(Link).get(revoked_ms=None) == card, "the tables that bob set up go on"


def test_a_taken_role_takes_the_invitations_made_with_it(founder, someone):
    bob = someone("bob", role="organiser")
    mine = accounts.invite(actor_for(f"user:{bob.pk}"), role="organiser", scope="club", label="")
    other = accounts.invite(actor_for(f"user:{founder.pk}"), role="arbiter", scope="club", label="")
    grants.take(SYSTEM, Grant.objects.get(subject=f"user:{bob.pk}"))
    for made, stays in ((mine, False), (other, True)):
        made.link.refresh_from_db()
        assert (made.link.revoked_ms is None) is stays


@pytest.mark.parametrize(
    "lose",
    [
        lambda founder: people.end_account(SYSTEM, founder),
        lambda founder: grants.take(SYSTEM, Grant.objects.get(subject=f"user:{founder.pk}")),
    ],
)
def test_the_club_keeps_its_last_organiser(founder, someone, lose):
    """An organiser who cannot sign in any more does not count."""
    someone("gone", role="organiser", is_active=False)
    with pytest.raises(GrantRefused, match="the club's last organiser"):
        lose(founder)
    founder.refresh_from_db()
    assert founder.is_active


def test_hidden_power_of_older_houses_becomes_a_role_or_ends(founder, someone):
    """The founder's role was taken before: it stays taken. Accounts from the command line are listed."""
    founder.is_superuser = founder.is_staff = True
    founder.save()
    own_rows(Grant).all().delete()
    root = someone("root", is_superuser=True, is_staff=True)
    gone = someone("gone", is_superuser=True, is_active=False)
    migration = importlib.import_module("games.migrations.0007_no_hidden_power")
    migration.grant_openly(apps, None)
    migration.grant_openly(apps, None)
    assert [(each.subject, each.role) for each in own_rows(Grant)] == [(f"user:{root.pk}", "organiser")]
    assert list(get_user_model().objects.filter(is_superuser=True)) == [root, gone]


@pytest.mark.empty_club
def test_the_terminal_lists_accounts_and_is_the_way_back_in(someone, capsys, client):
    someone("bob", role="arbiter", scope="tournament:3")
    someone("gone", is_active=False)
    call_command("accounts")
    assert capsys.readouterr().out.splitlines() == [
        "bob (Bob): arbiter of tournament:3",
        "gone (Gone): no role, ended",
    ]
    call_command("accounts", "organiser")
    client.post(re.search(r"/l/\S+", capsys.readouterr().out)[0])
    wishes = {"name": "Ada", "username": "ada", "password": SECRET, "password_again": SECRET}
    client.post(reverse("invitation"), wishes)
    assert client.get(reverse("staff", args=["club"])).status_code == 200
    call_command("accounts", "password", "bob")
    code = re.search(r"code (\S+) on", capsys.readouterr().out)[1]
    assert Client().post(reverse("code"), {"code": code}).url == reverse("new-password")
    for name in ("gone", "nobody"):
        with pytest.raises(CommandError, match=name):
            call_command("accounts", "password", name)


@pytest.mark.empty_club
def test_the_staff_page_shows_who_really_has_power(founder, someone):
    bob = someone("bob", role="arbiter", scope="tournament:3")
    someone("carl", is_active=False)
    sign_in(Client(), "bob")
    here = Client()
    here.force_login(founder)
    page = here.get(reverse("staff", args=["club"]))
    assert [person.name for person, _grant in page.context["staff"]] == ["Frida"]
    assert [(each.name, each.devices) for each in page.context["others"]] == [("Bob", 1), ("Carl", 0)]
    shown = page.content.decode()
    assert reverse("person", args=[bob.pk]) in shown
    assert "ended" in shown


def test_an_organiser_ends_an_account_and_lets_it_begin_again_on_its_page(founder, someone):
    bob = someone("bob", role="arbiter")
    device, here = Client(), Client()
    sign_in(device, "bob")
    here.force_login(founder)
    assert "Where the account is signed in" in here.get(reverse("person", args=[bob.pk])).content.decode()
    here.post(reverse("end-device", args=[bob.pk, SessionInfo.objects.get(user=bob).pk]))
    assert not is_in(device)
    here.post(reverse("end-account", args=[bob.pk]))
    assert "do not fit together" in sign_in(device, "bob").content.decode()
    here.post(reverse("begin-account", args=[bob.pk]))
    sign_in(device, "bob")
    assert is_in(device)
    here.post(reverse("sign-out-everywhere", args=[bob.pk]))
    assert not is_in(device)
    mine = here.post(reverse("end-account", args=[founder.pk]), follow=True)
    assert "last organiser" in mine.content.decode()
