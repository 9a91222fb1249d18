"""People and rights in a real browser: invited, signed in, sessions ended; codes, the PIN and the log."""

import re

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from games.access import links, pins
from games.access.permissions import CLUB, SYSTEM
from games.accounts import accounts, second_factor
from games.models import Grant
from games.timekeeping import now_ms
from tests.browser.conftest import PHONE, scrolls_sideways
from tests.rights.offline_pins import passes_offline
from tournament.models import Tournament

SECRET = "a long enough secret"
OPEN_PAGES = ("/sign-in/", "/forgot/", "/code/", "/device/", "/l/no-such-token")
STAFF_PAGES = (
    "/account/",
    "/account/password/",
    "/account/second-factor/",
    "/staff/club/",
    "/links/club/",
    "/pin/club/",
    "/log/club/",
    "/log/club/?who=system",
)


@pytest.fixture
def organiser(transactional_db):
    user = get_user_model().objects.create_user("olga", password=SECRET, first_name="Olga")
    Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=now_ms())
    return user


def sign_in(page, hall, name="olga"):
    page.goto(hall + "/sign-in/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/account/")


def fill_the_club():
    links.make(SYSTEM, role="display", scope="club", label="Screen in the hall")
    links.make(SYSTEM, role="table", scope="club", label="Table 4")
    accounts.invite(SYSTEM, role="arbiter", scope="club", label="Bea")
    pins.set_pin(SYSTEM, "club", "271828")


def test_from_the_invitation_to_signing_out(hall, organiser, new_page, axe):
    desk, phone = new_page(), new_page(size=PHONE)
    sign_in(desk, hall)
    desk.goto(hall + "/staff/club/")
    desk.get_by_label("Role", exact=True).select_option("arbiter")
    desk.get_by_label("For whom").fill("Bea")
    desk.get_by_role("button", name="Make the invitation").click()
    code = desk.locator("[data-code]").inner_text()
    axe(desk)

    phone.goto(hall + "/code/")
    phone.get_by_label("Code", exact=True).fill(code.lower())
    phone.get_by_role("button", name="Open").click()
    expect(phone).to_have_url(re.compile("/invitation/$"))
    axe(phone)
    phone.get_by_label("Your name").fill("Bea")
    phone.get_by_label("User name").fill("bea")
    phone.get_by_label("Password", exact=True).fill(SECRET)
    phone.get_by_label("Password again").fill(SECRET)
    phone.get_by_role("button", name="Open the account").click()
    expect(phone).to_have_url(re.compile("/desk/$"))
    phone.goto(hall + "/account/")
    expect(phone.get_by_role("heading", name="Bea")).to_be_visible()
    expect(phone.get_by_role("main").get_by_text("arbiter", exact=True)).to_be_visible()

    # A second device of the same person, ended from the first.
    tablet = new_page()
    sign_in(tablet, hall, "bea")
    phone.reload()
    phone.get_by_role("button", name="Sign out there").click()
    expect(phone.get_by_text("1 session was ended.")).to_be_visible()
    tablet.reload()
    expect(tablet).to_have_url(re.compile(r"/sign-in/\?next=/account/$"))

    phone.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(phone.get_by_text("You are signed out.")).to_be_visible()


def test_a_scanned_link_leaves_the_address_bar_clean(hall, transactional_db, page, axe):
    made = links.make(SYSTEM, role="table", scope="club", label="Table 4")
    pins.set_pin(SYSTEM, "club", "271828")
    page.goto(hall + made.path)
    expect(page).to_have_url(re.compile("/device/$"))
    axe(page)
    page.get_by_role("link", name="Arbiter's PIN").click()
    page.get_by_label("Arbiter's PIN").fill("314159")
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_text("Tries left: 4")).to_be_visible()
    axe(page)
    page.get_by_label("Arbiter's PIN").fill("271828")
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_text("unlocked on this tablet for ten minutes")).to_be_visible()
    page.get_by_role("button", name="Give this right back").click()
    expect(page.get_by_role("heading", name="Nothing yet")).to_be_visible()


def test_signing_in_works_by_keyboard_alone(hall, organiser, page):
    page.goto(hall + "/sign-in/")
    expect(page.get_by_label("User name")).to_be_focused()
    page.keyboard.type("olga")
    page.keyboard.press("Tab")
    page.keyboard.type(SECRET)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Olga")).to_be_visible()


def test_a_wrong_password_is_told_where_it_was_typed(hall, organiser, page, axe):
    page.goto(hall + "/sign-in/")
    page.get_by_label("User name").fill("olga")
    page.get_by_label("Password", exact=True).fill("nonsense")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not fit together")
    axe(page)


def test_a_new_password_is_handed_over_at_the_desk(hall, organiser, new_page, axe):
    bea = get_user_model().objects.create_user("bea", password="forgotten by now")
    Grant.objects.create(subject=f"user:{bea.pk}", role="arbiter", scope="club", created_ms=now_ms())
    desk, phone = new_page(), new_page(size=PHONE)
    sign_in(desk, hall)
    desk.goto(hall + "/staff/club/")
    desk.get_by_role("link", name="bea").click()
    desk.get_by_role("button", name="New password").click()
    axe(desk)
    phone.goto(desk.get_by_label("Or send this address").input_value())
    expect(phone).to_have_url(re.compile("/new-password/$"))
    axe(phone)
    phone.get_by_label("New password", exact=True).fill(SECRET)
    phone.get_by_label("New password again").fill(SECRET)
    phone.get_by_role("button", name="Set the password").click()
    expect(phone.get_by_text("Your new password is set")).to_be_visible()


def test_a_second_factor_from_its_set_up_to_a_recovery_code(hall, organiser, new_page, axe):
    desk, phone = new_page(), new_page(size=PHONE)
    sign_in(desk, hall)
    desk.get_by_role("link", name="Second factor").click()
    desk.get_by_role("button", name="Set it up").click()
    secret = desk.locator("[data-secret]").inner_text().replace(" ", "")
    axe(desk)
    desk.get_by_label("Code", exact=True).fill(
        second_factor.code_at(secret, now_ms() // second_factor.STEP_MS)
    )
    desk.get_by_role("button", name="Switch it on").click()
    code = desk.locator("[data-codes] li").first.inner_text()
    axe(desk)

    phone.goto(hall + "/sign-in/?next=/staff/club/")
    phone.get_by_label("User name").fill("olga")
    phone.get_by_label("Password", exact=True).fill(SECRET)
    phone.keyboard.press("Enter")
    expect(phone.get_by_label("Code", exact=True)).to_be_focused()
    axe(phone)
    phone.keyboard.type("000000")
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("This code is not right")).to_be_visible()
    phone.get_by_label("Code", exact=True).fill(code)
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(re.compile("/staff/club/$"))


def test_a_role_that_is_taken_ends_the_open_desk(hall, organiser, new_page):
    tournament = Tournament.objects.create(name="Spring Cup")
    bea = get_user_model().objects.create_user("bea", password=SECRET)
    Grant.objects.create(
        subject=f"user:{bea.pk}", role="arbiter", scope=tournament.scope, created_ms=now_ms()
    )
    desk, boss = new_page(allow="403"), new_page()
    sign_in(desk, hall, "bea")
    with desk.expect_websocket() as opened:
        desk.goto(f"{hall}/desk/{tournament.pk}/")
    sign_in(boss, hall)
    boss.goto(f"{hall}/staff/{tournament.scope}/")
    with opened.value.expect_event("close"):
        boss.get_by_role("button", name=re.compile("Take the role away")).click()
    expect(desk.get_by_text("The server refused this")).to_be_visible()


def test_every_page_is_sound_at_every_size_and_in_every_theme(hall, organiser, new_page, sound, client):
    fill_the_club()
    page = new_page(allow="410")
    for address in OPEN_PAGES:
        page.goto(hall + address)
        sound(page)
    be(page, hall, client, organiser)
    for address in STAFF_PAGES:
        page.goto(hall + address)
        sound(page)


def test_german_fits_as_well(hall, organiser, new_page, client):
    fill_the_club()
    page = new_page(size=PHONE, allow="410", language="de")
    be(page, hall, client, organiser)
    for address in (*OPEN_PAGES, *STAFF_PAGES):
        page.goto(hall + address)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert not scrolls_sideways(page), address


def test_staff_and_devices_are_read_on_a_phone_without_moving_a_table_sideways(
    hall, organiser, new_page, client
):
    page = new_page(size=PHONE)
    be(page, hall, client, organiser)
    for address, cell in (("/staff/club/", "Role"), ("/account/", "Last seen")):
        page.goto(hall + address)
        expect(page.locator(f"td[data-label='{cell}']").first).to_be_visible()
        boxes = page.locator(".table-box:has(.table-stack)")
        assert boxes.count()
        assert not boxes.evaluate_all(
            "all => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)"
        )


def be(page, hall, client, user):
    """Sign the user in without the form, which has a test of its own."""
    client.force_login(user)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": hall}])


def test_a_table_checks_the_pin_by_itself_on_plain_http(hall, transactional_db, page):
    pins.set_pin(SYSTEM, "club", "271828")
    page.goto(hall + "/code/")
    assert page.evaluate("window.isSecureContext") is False
    module = "/static/js/table/pin_check.js"
    check = f"async ([verifier, pin]) => (await import('{module}')).verifyPin(verifier, pin)"
    verifier = pins.offline_verifier(CLUB)
    assert page.evaluate(check, [verifier, "271828"]) is True
    wrong = next(pin for pin in ("314159", "141421", "173205") if not passes_offline(verifier, pin))
    assert page.evaluate(check, [verifier, wrong]) is False
