"""The arbiter's PIN on a tablet that serves a table."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.access import links, pins
from games.access.permissions import SYSTEM, ScopedPlace, actor_of, may
from games.access.pins import PinRefused
from games.access.throttle import LIMITS, TooManyTries
from games.models import Action, Pin
from games.services.opening import open_game
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.games.actors import actor_for
from tests.rights.offline_pins import passes_offline

pytestmark = pytest.mark.django_db

EVENT = ScopedPlace(("tournament:3", "club"))
GOOD = "271828"


@pytest.fixture
def tablet(client):
    """Make a client that serves table 4, and return it with its link."""
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.post(made.path)
    pins.set_pin(SYSTEM, "tournament:3", GOOD)
    return client, made.link


def test_the_pin_unlocks_for_ten_minutes(tablet):
    client, link = tablet
    client.post(reverse("unlock", args=[link.pk]), {"pin": GOOD})
    until = client.session["pins"]["tournament:3"]
    assert pins.UNLOCKED_FOR_MS - 5000 < until - now_ms() <= pins.UNLOCKED_FOR_MS
    table, socket = ScopedPlace(("table:3:4", "tournament:3", "club")), {"session": client.session}
    assert may(actor_of(socket), "adjust", table)
    with time_machine.travel((until + 1) / 1000):
        assert not may(actor_of(socket), "adjust", table), "the ten minutes are over"


def test_a_script_is_answered_in_json(tablet):
    client, link = tablet
    address, accept = reverse("unlock", args=[link.pk]), {"accept": "application/json"}
    wrong = client.post(address, {"pin": "314159"}, headers=accept)
    assert wrong.status_code == 403
    assert wrong.json()["code"] == "pin-wrong"
    assert "Tries left: 4" in wrong.json()["error"]
    assert client.post(address, {"pin": GOOD}, headers=accept).json()["until_ms"] > now_ms()


def test_too_few_digits_cost_no_try_and_a_missing_pin_is_said_first(tablet):
    client, link = tablet
    address, accept = reverse("unlock", args=[link.pk]), {"accept": "application/json"}
    assert client.post(address, {"pin": "3141"}, headers=accept).json() == {
        "code": "pin-short",
        "error": "The PIN has at least six digits.",
    }
    wrong = client.post(address, {"pin": "314159"}, headers=accept)
    assert "Tries left: 4" in wrong.json()["error"]
    own_rows(Pin).all().delete()
    assert client.post(address, {"pin": "3141"}, headers=accept).json()["code"] == "pin-missing"


def test_locking_again_is_at_once(tablet):
    client, link = tablet
    client.post(reverse("unlock", args=[link.pk]), {"pin": GOOD})
    client.post(reverse("lock"))
    assert "pins" not in client.session


def test_each_tablet_has_its_own_counter(tablet):
    client, link = tablet
    tries = LIMITS["pin-link"].most
    actor = actor_for(link.subject)
    for left in reversed(range(tries)):
        with pytest.raises(PinRefused) as refusal:
            pins.unlock(client.session, actor, link, "314159")
        assert refusal.value.params == {"left": left}
    with pytest.raises(TooManyTries):
        pins.unlock(client.session, actor, link, GOOD)
    # A quick game opened on the same tablet is a link of its own, and buys no tries at this one.
    with pytest.raises(TooManyTries):
        pins.unlock(client.session, actor_for(link.subject, "link:99"), link, GOOD)
    other = links.make(SYSTEM, role="table", scope="table:3:5", topic="tournament:3").link
    pins.unlock(client.session, actor_for(other.subject), other, GOOD)
    with time_machine.travel(now_ms() / 1000 + LIMITS["pin-link"].lock_ms / 1000 + 1):
        pins.unlock(client.session, actor, link, GOOD)


def test_a_new_session_on_the_same_tablet_gets_no_new_tries(tablet):
    client, link = tablet
    for _ in range(LIMITS["pin-link"].most):
        client.post(reverse("unlock", args=[link.pk]), {"pin": "314159"})
    session = client.session
    session.cycle_key()
    client.cookies["sessionid"] = session.session_key
    answer = client.post(reverse("unlock", args=[link.pk]), {"pin": GOOD})
    assert "Too many wrong tries" in answer.content.decode()


@pytest.mark.parametrize("pin", ["12345", "1234567890123", "12a456", "١٢٣٤٥٦", ""])
def test_a_pin_of_another_form_is_refused(pin):
    with pytest.raises(PinRefused) as refusal:
        pins.set_pin(SYSTEM, "club", pin)
    assert refusal.value.code == "pin-form"


@pytest.mark.parametrize("pin", ["123456", "111111", "987654", "246802", "123123", "121212"])
def test_a_pin_that_is_guessed_first_is_refused(pin):
    with pytest.raises(PinRefused) as refusal:
        pins.set_pin(SYSTEM, "club", pin)
    assert refusal.value.code == "pin-easy"


def test_without_a_pin_the_tablet_shows_who_sets_one(client):
    with pytest.raises(PinRefused) as refusal:
        pins.unlock(client.session, actor_for("link:1"), EVENT, GOOD)
    assert refusal.value.code == "pin-missing"


def test_the_offline_verifier_knows_the_pin_and_is_not_the_servers_hash(tablet):
    verifier = pins.offline_verifier(EVENT)
    assert passes_offline(verifier, GOOD)
    assert pins.offline_verifier(ScopedPlace(("tournament:4",))) is None
    row = own_rows(Pin).get()
    assert str(verifier["salt"]) not in row.hash
    assert 0 <= verifier["check"] < 2**pins.OFFLINE_BITS


def test_the_offline_verifier_leaves_many_pins_possible(tablet):
    """A reader of the tablet cannot tell the PIN from the others that pass."""
    verifier = {**pins.offline_verifier(EVENT), "iterations": 1}
    verifier["check"] = pins._short_hash(GOOD, verifier["salt"], 1, verifier["bits"])
    passing = sum(passes_offline(verifier, f"{number:06}") for number in range(100_000))
    assert 50 < passing < 160


def test_the_log_has_every_try_and_no_pin(tablet):
    client, link = tablet
    client.post(reverse("unlock", args=[link.pk]), {"pin": "314159"})
    client.post(reverse("unlock", args=[link.pk]), {"pin": GOOD})
    assert list(Action.objects.filter(target="tournament:3").values_list("actor", "verb")) == [
        ("system", "set_pin"),
        (link.subject, "pin_wrong"),
        (link.subject, "unlock"),
    ]
    assert not any(GOOD in str(row) or "314159" in str(row) for row in own_rows(Action).values())


def test_staff_set_the_pin_on_the_page(browser_of):
    browser = browser_of("arbiter")
    assert (
        "guessed first" in browser.post(reverse("set-pin", args=["club"]), {"pin": "123456"}).content.decode()
    )
    assert browser.post(reverse("set-pin", args=["club"]), {"pin": GOOD}).status_code == 302
    assert passes_offline(own_rows(Pin).get().offline, GOOD)


def test_a_quick_game_has_no_pin_to_guess_at(client):
    """Strangers open quick games: they reached the club's PIN and locked it for every tablet."""
    pins.set_pin(SYSTEM, "club", GOOD)
    link = links.make(SYSTEM, role="table", scope="game:17").link
    with pytest.raises(PinRefused) as refusal:
        pins.unlock(client.session, actor_for(link.subject), link, "314159")
    assert refusal.value.code == "pin-missing"
    game = open_game(rules="", control="5+0", first="X", seats=2, players={}, casual=True)
    assert pins.offline_verifier(game) is None


def test_the_tablet_on_which_the_pin_was_right_is_not_locked_by_others(tablet):
    client, link = tablet
    client.post(reverse("unlock", args=[link.pk]), {"pin": GOOD})
    for number in range(LIMITS["pin-scope"].most):
        other = links.make(SYSTEM, role="table", scope=f"table:3:{9 + number}", topic="tournament:3").link
        with pytest.raises(PinRefused):
            pins.unlock(Client().session, actor_for(other.subject), other, "314159")
    stranger = links.make(SYSTEM, role="table", scope="table:3:8", topic="tournament:3").link
    with pytest.raises(TooManyTries):
        pins.unlock(Client().session, actor_for(stranger.subject), stranger, GOOD)
    assert client.post(reverse("unlock", args=[link.pk]), {"pin": GOOD}).status_code == 302
    # Another PIN has to be right here once before it is as good.
    pins.set_pin(SYSTEM, "tournament:3", "493817")
    assert client.post(reverse("unlock", args=[link.pk]), {"pin": "493817"}).status_code == 200
