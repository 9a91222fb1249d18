"""A table has one tablet: the first that opens its card; another one is admitted by the PIN or the desk."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from games.access import devices, links, pins
from games.access.permissions import SESSION_DEVICE, SYSTEM, NotAllowed, actor_of
from games.access.throttle import LIMITS
from games.live import requests
from games.models import Action, Custody, Game, LateEntry, LinkDevice
from games.protocol.upward import parse
from games.services import tablets
from games.services.custody import holder_of
from games.services.faults import NotRecorded
from games.services.opening import open_game
from games.timekeeping import stamp_ms
from tests.databases import own_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]

PIN = "271828"


@pytest.fixture
def card():
    return links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3", label="Table 4")


@pytest.fixture
def tablet(card):
    """Return the device that opened the card first."""
    client = Client()
    client.post(card.path)
    return client


def may_serve(client):
    return bool(client.get(reverse("this-device")).context["links"])


def wait(client, card, **sent):
    address = reverse("wait-at-table", args=[card.link.pk])
    return client.post(address, sent) if sent else client.get(address)


def waiting():
    return own_rows(LinkDevice).waiting().get()


def test_the_second_device_that_opens_a_tables_card_waits(tablet, card):
    """Any phone that read the card used to be the table: it took the game, moved and resigned."""
    phone = Client()
    answer = phone.post(reverse("code"), {"code": card.code})
    assert answer.url == reverse("wait-at-table", args=[card.link.pk])
    assert "has its tablet already" in phone.get(answer.url).content.decode()
    assert may_serve(tablet)
    assert not may_serve(phone)
    assert list(own_rows(Action).order_by("pk").values_list("verb", flat=True))[1:] == [
        "open_link",
        "ask_for_table",
    ]


def test_the_tablet_itself_opens_its_card_as_often_as_it_likes(tablet, card):
    for _again in range(3):
        assert tablet.post(card.path).url == "/tables/3/4/"
    assert Action.objects.filter(verb="open_link").count() == 1
    assert own_rows(LinkDevice).count() == 1


def test_one_tap_at_the_desk_lets_the_device_in_for_the_other(tablet, card, browser_of):
    other = Client()
    other.post(card.path)
    desk = browser_of("arbiter", "tournament:3")
    desk.post(reverse("admit-device", args=[waiting().pk]), {"next": "/desk/"})
    assert wait(other, card).url == "/tables/3/4/"
    assert may_serve(other)
    assert not may_serve(tablet)
    admitted = Action.objects.get(verb="admit_device")
    assert admitted.after == {"device": other.session[SESSION_DEVICE]}
    assert admitted.before == {"device": tablet.session[SESSION_DEVICE]}


def test_a_device_that_was_turned_away_is_shown_the_refusal(tablet, card, browser_of):
    other = Client()
    other.post(card.path)
    browser_of("arbiter", "tournament:3").post(reverse("turn-device-away", args=[waiting().pk]))
    assert wait(other, card).status_code == 410
    assert may_serve(tablet)


@pytest.mark.parametrize("name", ["scorer", "table", "anybody"])
def test_no_other_role_admits_devices(tablet, card, browser_of, name):
    other = Client()
    other.post(card.path)
    browser_of(name, "tournament:3").post(reverse("admit-device", args=[waiting().pk]))
    assert not may_serve(other)


def test_the_pin_lets_a_device_in_without_the_desk(tablet, card):
    pins.set_pin(SYSTEM, "tournament:3", PIN)
    other = Client()
    other.post(card.path)
    assert wait(other, card, pin="314159").status_code == 422
    assert wait(other, card, pin=PIN).url == "/tables/3/4/"
    assert may_serve(other)
    assert "tournament:3" in other.session["pins"]


def test_a_device_that_waits_locks_no_pin(tablet, card):
    pins.set_pin(SYSTEM, "tournament:3", PIN)
    for number in range(LIMITS["pin-waiting-scope"].most // 5):
        phone = Client(REMOTE_ADDR=f"10.0.0.{number}")
        phone.post(card.path)
        for _try in range(5):
            wait(phone, card, pin="314159")
    assert "Too many wrong tries" in wait(phone, card, pin=PIN).content.decode()
    assert tablet.post(reverse("unlock", args=[card.link.pk]), {"pin": PIN}).status_code == 302


def test_one_who_asks_again_and_again_fills_nothing(tablet, card):
    for _again in range(devices.MOST_WAITING + 3):
        Client().post(card.path)
    assert own_rows(LinkDevice).waiting().count() == devices.MOST_WAITING


def test_a_tablet_that_gave_its_table_back_leaves_the_place_free(tablet, card):
    tablet.post(reverse("leave-link", args=[card.link.pk]))
    other = Client()
    assert other.post(card.path).url == "/tables/3/4/"


def test_a_slip_opens_on_any_number_of_devices_and_each_is_signed_out_alone(browser_of):
    slip = links.make(SYSTEM, role="player", scope="entrant:7", topic="tournament:3", stands_for="entrant:7")
    phone, laptop = Client(), Client()
    for each in (phone, laptop):
        each.post(slip.path)
        assert may_serve(each)
    row = LinkDevice.objects.get(device=phone.session[SESSION_DEVICE])
    browser_of("organiser").post(reverse("sign-device-out", args=[row.pk]))
    assert not may_serve(phone)
    assert may_serve(laptop)


def test_a_new_code_signs_every_device_out_if_it_is_asked_to(tablet, card, browser_of):
    desk = browser_of("organiser")
    page = desk.get(reverse("links", args=["tournament:3"])).content.decode()
    assert "and sign out every device" in page
    assert tablet.session[SESSION_DEVICE] in page
    desk.post(reverse("renew-link", args=[card.link.pk]))
    assert may_serve(tablet)
    desk.post(reverse("renew-link", args=[card.link.pk]), {"everywhere": "yes"})
    assert not may_serve(tablet)


def test_signing_out_of_an_account_leaves_the_device_its_table(tablet, card, someone):
    tablet.force_login(someone("ada", role="organiser"))
    tablet.post(reverse("sign-out"))
    assert may_serve(tablet)
    assert tablet.post(card.path).url == "/tables/3/4/"


# ---- the game of the table


def open_table_game(place):
    return open_game(
        rules="",
        control="10",
        first="X",
        seats=2,
        players={},
        keeper="table",
        place=place,
        topic="tournament:3",
    )


@pytest.fixture
def game():
    return open_table_game("table:3:4")


def scope_of(client):
    return {"session": client.session, "address": "10.0.0.1"}


def enter(client, game, message, n, tab="tab-1", epoch=1):
    entry = {"nonce": f"{tab}-{n}", "epoch": epoch, "n": n, "tab": tab, "spent_ms": 0}
    return requests.record(game.pk, scope_of(client), parse({**message, **entry}), stamp_ms(), 0)


def take(client, game, tab):
    ask = {"type": "custody", "nonce": f"c-{tab}", "tab": tab, "take": True}
    return requests.record(game.pk, scope_of(client), parse(ask), stamp_ms(), 0)


def test_each_event_knows_the_device_it_came_from(tablet, game):
    take(tablet, game, "tab-1")
    enter(tablet, game, {"type": "start"}, 1)
    assert [event.device for event in game.events.all()] == [tablet.session[SESSION_DEVICE]]
    assert own_rows(Custody).get().device == tablet.session[SESSION_DEVICE]


def test_the_new_tablet_gets_the_game_of_the_old_one_without_a_pin(tablet, card, game):
    """Replaced in mid-round: one tap at the desk, and the paused game is on the new tablet."""
    take(tablet, game, "tab-1")
    enter(tablet, game, {"type": "start"}, 1)
    other = Client()
    other.post(card.path)
    tablets.admit(SYSTEM, waiting())
    wait(other, card)
    assert take(other, game, "tab-2").has_custody
    assert own_rows(Game).get().status == "paused"


def test_a_second_tap_at_the_desk_leaves_the_new_tablet_its_game(tablet, card, game):
    other = Client()
    other.post(card.path)
    row = waiting()
    tablets.admit(SYSTEM, row)
    wait(other, card)
    take(other, game, "tab-2")
    tablets.admit(SYSTEM, row)
    assert holder_of(Game.objects.get(pk=game.pk)) == "tab-2"


def test_what_a_replaced_tablet_played_on_is_kept_for_the_arbiter(tablet, card, game):
    take(tablet, game, "tab-1")
    enter(tablet, game, {"type": "start"}, 1)
    other = Client()
    other.post(card.path)
    tablets.admit(SYSTEM, waiting())
    move = {"type": "move", "seat": "X", "ply": 0, "move": "c1E"}
    with pytest.raises(NotRecorded):
        enter(tablet, game, move, 2)
    assert own_rows(LateEntry).get().code == "old-epoch"


def test_what_a_device_sends_that_was_signed_out_is_nothing(tablet, card, game):
    take(tablet, game, "tab-1")
    enter(tablet, game, {"type": "start"}, 1)
    tablets.sign_out(SYSTEM, card.link)
    with pytest.raises(NotAllowed):
        enter(tablet, game, {"type": "move", "seat": "X", "ply": 0, "move": "c1E"}, 2)
    assert not own_rows(LateEntry).exists()


def test_a_device_that_is_signed_out_of_one_table_keeps_its_other_table(tablet, card, game):
    second = links.make(SYSTEM, role="table", scope="table:3:5", topic="tournament:3")
    tablet.post(second.path)
    beside = open_table_game("table:3:5")
    take(tablet, game, "tab-1")
    take(tablet, beside, "tab-2")
    tablets.sign_out(SYSTEM, card.link)
    assert [holder_of(Game.objects.get(pk=each.pk)) for each in (game, beside)] == ["", "tab-2"]


# ---- devices that were in use when the program was brought up to date


def test_devices_in_use_at_the_update_keep_their_table_and_are_listed(card, game):
    tablet = Client()
    session = tablet.session
    session["links"] = [card.link.pk]
    session.save()
    tablet.cookies["sessionid"] = session.session_key
    take(tablet, game, "tab-1")
    import_module("games.migrations.0009_devices_in_use").list_devices(apps, None)
    row = own_rows(LinkDevice).admitted().get()
    assert may_serve(tablet)
    assert actor_of(scope_of(tablet)).device == row.device == own_rows(Custody).get().device
    phone = Client()
    assert phone.post(card.path).url == reverse("wait-at-table", args=[card.link.pk])
