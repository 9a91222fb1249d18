"""The second factor: set up, asked for at every sign-in, recovered, required by the club, switched off."""

import re

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.access.permissions import SYSTEM, actor_of, may
from games.access.throttle import LIMITS
from games.accounts import accounts, second_factor
from games.models import Action, RecoveryCode, SecondFactor, SessionInfo
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.rights.signing import SECRET, is_in, sign_in
from tests.rights.test_actor import scope_of
from tournament.models import Club, ClubSettings
from tournament.services.club.club_settings import GRACE_MS, demand_second_factor

pytestmark = pytest.mark.django_db

RFC_KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # "12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_the_standard(seconds, code):
    """RFC 6238, appendix B, its last six digits."""
    assert second_factor.code_at(RFC_KEY, seconds // 30) == code
    assert second_factor.matching_step(RFC_KEY, code, seconds * 1000) == seconds // 30
    assert second_factor.matching_step(RFC_KEY, code, (seconds + 90) * 1000) is None


def code_of(secret, steps=0):
    return second_factor.code_at(secret, now_ms() // second_factor.STEP_MS + steps)


@pytest.fixture
def owner(someone):
    """Make Ada with her second factor; return her secret and her recovery codes."""
    ada = someone(role="organiser")
    secret = second_factor.offer_secret(ada)
    ada.codes = second_factor.switch_on(SYSTEM, ada, code_of(secret, -1))
    ada.secret = secret
    return ada


def type_code(client, code):
    return client.post(reverse("sign-in-code"), {"code": code})


def test_it_is_set_up_with_an_app_and_asked_for_at_the_next_sign_in(client, someone):
    someone()
    sign_in(client)
    page = client.post(reverse("second-factor-begin")).content.decode()
    secret = re.search(r"data-secret>([A-Z2-7 ]+)<", page)[1].replace(" ", "")
    assert 'src="data:image/svg+xml' in page
    wrong = client.post(reverse("second-factor-confirm"), {"code": "000000"}).content.decode()
    assert "not right" in wrong
    assert secret[:4] in wrong
    assert sign_in(Client()).url == "/account/"
    done = client.post(reverse("second-factor-confirm"), {"code": code_of(secret, -1)}).content.decode()
    assert len(re.findall(r"<li>(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}</li>", done)) == second_factor.CODE_COUNT
    other = Client()
    assert sign_in(other).url.startswith(reverse("sign-in-code"))
    assert not is_in(other)
    assert type_code(other, code_of(secret)).status_code == 302
    assert is_in(other)


def test_a_code_works_once_and_an_older_one_never(owner):
    first, second = Client(), Client()
    for device in (first, second):
        sign_in(device)
    code = code_of(owner.secret)
    type_code(first, code)
    assert "used already" in type_code(second, code).content.decode()
    assert "used already" in type_code(second, code_of(owner.secret, -1)).content.decode()
    assert (is_in(first), is_in(second)) == (True, False)


def test_a_recovery_code_works_once(owner):
    first, second = Client(), Client()
    for device in (first, second):
        sign_in(device)
        type_code(device, owner.codes[0].lower())
    assert (is_in(first), is_in(second)) == (True, False)
    assert second_factor.codes_left(owner) == second_factor.CODE_COUNT - 1
    assert owner.codes[0] not in str(list(own_rows(RecoveryCode).values()))
    assert Action.objects.get(verb="recovery_used").after == {"left": second_factor.CODE_COUNT - 1}


def test_codes_are_not_guessed_without_end(owner):
    device = Client()
    sign_in(device)
    for _ in range(LIMITS["factor-account"].most):
        type_code(device, "000000")
    assert "Too many wrong tries" in type_code(device, code_of(owner.secret)).content.decode()
    assert not is_in(device)


def test_the_password_must_have_been_given_a_moment_ago(owner):
    device = Client()
    assert type_code(device, code_of(owner.secret)).url == reverse("sign-in")
    sign_in(device)
    with time_machine.travel(now_ms() / 1000 + accounts.HALF_MS / 1000 + 1):
        assert type_code(device, code_of(owner.secret)).url == reverse("sign-in")


def test_a_new_password_by_link_does_not_lead_past_it(owner):
    device = Client()
    device.post(accounts.make_reset(SYSTEM, owner).path)
    fields = {"password": "five wooden cubes", "password_again": "five wooden cubes"}
    assert device.post(reverse("new-password"), fields).url == reverse("sign-in-code")
    assert not is_in(device)
    type_code(device, code_of(owner.secret))
    assert is_in(device)


def test_the_secret_does_not_leave_the_house_with_a_backup(owner, settings):
    assert owner.secret not in str(list(own_rows(SecondFactor).values()))
    settings.SECRET_KEY = "of another house"
    device = Client()
    sign_in(device)
    type_code(device, code_of(owner.secret))
    assert not is_in(device)
    type_code(device, owner.codes[1])
    assert is_in(device)


def test_it_is_switched_off_by_its_owner_and_renewed(owner):
    device = Client()
    sign_in(device)
    type_code(device, code_of(owner.secret))
    device.post(reverse("second-factor-codes"))
    old = second_factor._hash_code(owner.codes[0].replace("-", ""))
    assert not RecoveryCode.objects.filter(code_hash=old).exists()
    device.post(reverse("second-factor-off"))
    assert sign_in(Client()).url == "/account/"


def test_an_organiser_takes_it_off_an_account_and_so_does_the_terminal(owner, browser_of, someone):
    boss = Client()
    boss.force_login(someone("boss", role="organiser"))
    own_rows(SessionInfo).update(password_ms=0)
    asked = boss.post(reverse("take-factor-off", args=[owner.pk])).content.decode()
    assert "Your password, please" in asked
    assert second_factor.is_on(owner)
    boss.post(reverse("take-factor-off", args=[owner.pk]), {"fresh_password": SECRET})
    assert not second_factor.is_on(owner)
    assert Action.objects.filter(verb="factor_off").exists()
    second_factor.switch_on(SYSTEM, owner, code_of(second_factor.offer_secret(owner)))
    call_command("accounts", "second-factor-off", "ada")
    assert not second_factor.is_on(owner)


def test_a_club_that_requires_it_gives_time_and_locks_no_account_out(someone):
    ada = someone(role="organiser")
    club_settings = ClubSettings.objects.create(
        club=Club.objects.create(name="Cube Club"), language="en", time_zone="UTC", set_up_ms=1
    )
    demand_second_factor(actor=SYSTEM, club_settings=club_settings, wanted=True)
    staff = reverse("staff", args=["club"])
    device = Client()
    sign_in(device)
    assert device.get(staff).status_code == 200
    assert "in good time" in device.get(reverse("account")).content.decode()
    with time_machine.travel(now_ms() / 1000 + GRACE_MS / 1000 + 60):
        device = Client()
        sign_in(device)
        scope = scope_of(device)
        assert device.get(staff).url == reverse("second-factor")
        assert not may(actor_of(scope), "manage_club")
        device.post(reverse("second-factor-begin"))
        device.post(reverse("second-factor-confirm"), {"code": code_of(second_factor.offered_secret(ada))})
        assert device.get(staff).status_code == 200
        assert may(actor_of(scope), "manage_club")
        page = device.post(reverse("second-factor-off"), follow=True).content.decode()
        assert "instead of ending it" in page


def test_a_new_device_is_reported_on_the_account_page_and_by_email(someone, settings, monkeypatch):
    emails = []
    monkeypatch.setattr(accounts, "run_in_background", lambda task, *email: emails.append(email))
    settings.MAIL = object()
    someone(email="ada@example.org")
    here, there = Client(REMOTE_ADDR="10.0.0.5"), Client(REMOTE_ADDR="10.0.0.6")
    for device in (here, here, there):
        sign_in(device)
    assert [email[2] for email in emails] == ["ada@example.org"]
    assert "10.0.0.6" in emails[0][1]
    assert "New sign-in" in here.get(reverse("account")).content.decode()
    assert "New sign-in" not in there.get(reverse("account")).content.decode()
