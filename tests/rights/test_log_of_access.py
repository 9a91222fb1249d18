"""Every step with accounts, roles, links, devices and PINs writes its entry into the log, and no other."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.access import grants, links, pins
from games.access.links import NewLink
from games.access.permissions import SYSTEM
from games.accounts import accounts, people, second_factor
from games.accounts.second_factor import FactorRefused
from games.models import Action, Grant, LinkDevice, SessionInfo
from games.timekeeping import now_ms
from tests.club.test_log_of_the_club import CLUB
from tests.databases import own_rows
from tests.games.test_log_of_games import GAMES
from tests.rights.signing import SECRET, sign_in
from tests.rights.test_audit_sentences import WRITTEN
from tests.tournament.logged import values_without_label
from tests.tournament.test_log_of_entries import ENTRIES
from tests.tournament.test_log_of_rounds import RESULTS, ROUNDS
from tests.tournament.test_log_of_tournaments import HALL, TOURNAMENTS
from tournament.server import first_run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]

PIN, WRONG_PIN = "271828", "314159"
FRESH = "another long secret"
NEW = {"name": "Cy", "username": "cy", "email": "", "password": SECRET, "password_again": SECRET}
NEW_PASSWORD = {"password": FRESH, "password_again": FRESH}


@dataclass
class Doors:
    """Ada runs the club and is signed in `here`; Bob has a role; a table has its card and its tablet."""

    ada: User
    bob: User
    here: Client
    tablet: Client
    card: NewLink

    def press(self, page: str, *args: object, **fields: str) -> None:
        self.here.post(reverse(page, args=args), fields)

    def sign_bob_in(self) -> Client:
        device = Client()
        sign_in(device, "bob")
        return device


@pytest.fixture
def doors(someone):
    ada, bob = someone("ada", role="organiser"), someone("bob", role="arbiter")
    here, tablet = Client(), Client()
    sign_in(here, "ada")
    card = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    tablet.post(card.path)
    return Doors(ada, bob, here, tablet, card)


def nothing(doors):
    pass


def with_pin(doors):
    pins.set_pin(SYSTEM, "tournament:3", PIN)


def with_factor(doors):
    secret = second_factor.offer_secret(doors.bob)
    code = second_factor.code_at(secret, now_ms() // second_factor.STEP_MS)
    doors.codes = second_factor.switch_on(SYSTEM, doors.bob, code)


def with_display(doors):
    doors.display = links.make(SYSTEM, role="display", scope="club")


def another_waits(doors):
    """Let a second device open the card of the table."""
    Client().post(doors.card.path)
    doors.waiting = own_rows(LinkDevice).waiting().get()


def bob_signed_in_twice(doors):
    doors.device = doors.sign_bob_in()
    doors.sign_bob_in()


def bob_ended(doors):
    people.end_account(SYSTEM, doors.bob)


def invited(doors):
    doors.invitation = accounts.invite(SYSTEM, role="arbiter", scope="tournament:3", label="")
    doors.phone = Client()
    doors.phone.post(doors.invitation.path)


def reset_opened(doors):
    doors.phone = Client()
    doors.phone.post(accounts.make_reset(SYSTEM, doors.bob).path)


def type_wrong_code(doors):
    with pytest.raises(FactorRefused):
        second_factor.check_code(SYSTEM, doors.bob, "000000")


def switch_factor_on(doors):
    secret = second_factor.offer_secret(doors.bob)
    second_factor.switch_on(
        SYSTEM, doors.bob, second_factor.code_at(secret, now_ms() // second_factor.STEP_MS)
    )


def set_up_club(doors):
    first_run.set_up_club(
        club="Cubes", language="en", time_zone="UTC", name="F", username="f", password="five wooden cubes"
    )


def unlock(pin):
    return lambda doors: doors.tablet.post(reverse("unlock", args=[doors.card.link.pk]), {"pin": pin})


# The entries that are expected, the state before, and what is done.
ACCESS = [
    ("set_up", nothing, set_up_club),
    ("sign_in", nothing, lambda doors: doors.sign_bob_in()),
    ("sign_in_failed", nothing, lambda doors: sign_in(Client(), "bob", password="nonsense")),
    ("sign_out", nothing, lambda doors: doors.press("sign-out")),
    (
        "password_wrong",
        nothing,
        lambda doors: doors.press("password", old_password="nonsense", **NEW_PASSWORD),
    ),
    ("change_password", nothing, lambda doors: doors.press("password", old_password=SECRET, **NEW_PASSWORD)),
    (
        "change_particulars",
        nothing,
        lambda doors: doors.press("account-particulars", name="Ada B.", email=""),
    ),
    ("end_sessions", nothing, lambda doors: doors.press("end-other-sessions")),
    (
        "end_sessions",
        bob_signed_in_twice,
        lambda doors: doors.press("sign-out-everywhere", doors.bob.pk),
    ),
    (
        "end_sessions",
        bob_signed_in_twice,
        lambda doors: doors.press(
            "end-device", doors.bob.pk, SessionInfo.objects.filter(user=doors.bob).first().pk
        ),
    ),
    ("open_account give_role", invited, lambda doors: doors.phone.post(reverse("invitation"), NEW)),
    (
        "reset_password sign_in",
        reset_opened,
        lambda doors: doors.phone.post(reverse("new-password"), NEW_PASSWORD),
    ),
    ("take_role end_account", nothing, lambda doors: doors.press("end-account", doors.bob.pk)),
    ("begin_account", bob_ended, lambda doors: doors.press("begin-account", doors.bob.pk)),
    ("factor_on", nothing, switch_factor_on),
    ("factor_off", with_factor, lambda doors: doors.press("take-factor-off", doors.bob.pk)),
    ("factor_wrong", with_factor, type_wrong_code),
    ("recovery_made", with_factor, lambda doors: second_factor.renew_codes(SYSTEM, doors.bob)),
    ("recovery_used", with_factor, lambda doors: second_factor.check_code(SYSTEM, doors.bob, doors.codes[0])),
    (
        "give_role",
        nothing,
        lambda doors: grants.give(SYSTEM, subject=f"user:{doors.bob.pk}", role="scorer", scope="club"),
    ),
    ("take_role", nothing, lambda doors: grants.take(SYSTEM, Grant.objects.get(role="arbiter"))),
    ("make_link", nothing, lambda doors: links.make(SYSTEM, role="display", scope="club")),
    ("renew_link", nothing, lambda doors: doors.press("renew-link", doors.card.link.pk)),
    ("revoke_link", nothing, lambda doors: doors.press("revoke-link", doors.card.link.pk)),
    (
        "open_link",
        with_display,
        lambda doors: Client().post(doors.display.path),
    ),
    ("ask_for_table", nothing, lambda doors: Client().post(doors.card.path)),
    ("admit_device", another_waits, lambda doors: doors.press("admit-device", doors.waiting.pk)),
    ("turn_device_away", another_waits, lambda doors: doors.press("turn-device-away", doors.waiting.pk)),
    (
        "sign_device_out",
        nothing,
        lambda doors: doors.press("sign-device-out", LinkDevice.objects.get(link=doors.card.link).pk),
    ),
    (
        "leave_link",
        nothing,
        lambda doors: doors.tablet.post(reverse("leave-link", args=[doors.card.link.pk])),
    ),
    ("set_pin", nothing, with_pin),
    ("unlock", with_pin, unlock(PIN)),
    ("pin_wrong", with_pin, unlock(WRONG_PIN)),
]


@pytest.mark.parametrize(("verbs", "before", "deed"), ACCESS, ids=[verbs for verbs, _, _ in ACCESS])
def test_every_step_with_accounts_and_rights_is_logged(doors, verbs, before, deed):
    before(doors)
    known = own_rows(Action).count()
    deed(doors)
    written = list(own_rows(Action).order_by("pk")[known:])
    assert [entry.verb for entry in written] == verbs.split()
    assert all(entry.actor and entry.target for entry in written)
    assert {name for entry in written for name in values_without_label(entry)} == set()


def test_every_verb_of_the_log_is_in_one_of_these_tables():
    tables = (ACCESS, GAMES, TOURNAMENTS, HALL, ENTRIES, ROUNDS, RESULTS, CLUB)
    tried = {verb.rstrip("*") for table in tables for verbs, _, _ in table for verb in verbs.split()}
    assert set(WRITTEN) - tried == set()
