"""From an empty folder to a set-up club, and the hall over a trusted address, in a real browser."""

import os
import re
import ssl

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import HOST, PHONE, TABLET, launch, scrolls_sideways
from tests.browser.trust import trust
from tests.server_process import RunningServer

UNTRUSTED = "ERR_CERT_AUTHORITY_INVALID"
# The redirect to HTTPS, a used link, and no service worker while certificate errors are ignored.
FIRST_RUN = "403|410|certificate error occurred when fetching the script"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Start a server in the hall, before the set-up."""
    folder = tmp_path_factory.mktemp("data")
    with RunningServer(folder, host="0.0.0.0", FIVELINE_HOSTS=f"{HOST},127.0.0.1") as server:
        yield server


@pytest.fixture
def plain(served) -> str:
    return f"http://{HOST}:{served.port}"


@pytest.fixture
def secure(served) -> str:
    return f"https://{HOST}:{served.secure_port}"


@pytest.fixture
def trusting(browser: Browser, served, tmp_path):
    """Open a page in a browser that trusts the club's authority."""
    root = tmp_path / "root.der"
    pem = (served.data / "authority" / "root.crt").read_text()
    root.write_bytes(ssl.PEM_cert_to_DER_cert(pem))
    trust(tmp_path, root)
    with launch(browser.browser_type, env={**os.environ, "HOME": str(tmp_path)}) as started:
        yield started.new_page(viewport=TABLET, locale="en")


def test_the_first_run_leads_from_an_empty_database_to_a_first_game(served, plain, secure, new_page, axe):
    """Follow the redirect to HTTPS, because the set-up asks for a password."""
    page = new_page(size=PHONE, timezone_id="Europe/Berlin", allow=FIRST_RUN, ignore_https_errors=True)
    page.goto(plain)
    expect(page.get_by_role("heading", level=1)).to_have_text("Almost there")
    axe(page)

    page.goto(plain + served.setup_path)
    expect(page).to_have_url(secure + served.setup_path)
    page.wait_for_load_state()
    axe(page)
    assert not scrolls_sideways(page)
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    fill(page, password="cubes", again="cubes")
    page.get_by_role("button", name="Set up the club").click()
    expect(page.get_by_label("Password", exact=True)).to_have_attribute("aria-invalid", "true")
    page.wait_for_load_state()
    axe(page)

    fill(page, password="five wooden cubes", again="five wooden cubes")
    page.get_by_role("button", name="Set up the club").click()
    expect(page).to_have_url(secure + "/welcome/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cube Club is ready")
    page.wait_for_load_state()
    axe(page)

    page.get_by_role("button", name="Play at once").click()
    expect(page).to_have_url(re.compile(f"{secure}/table/"))
    expect(page.get_by_role("button", name="Start").first).to_be_visible()

    page.goto(secure + served.setup_path)
    expect(page.get_by_role("heading", level=1)).to_have_text("This link is used up")
    axe(page)
    page.goto(plain)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Almost there")


def fill(page: Page, *, password: str, again: str) -> None:
    page.get_by_label("Name of the club").fill("Cube Club")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_label("Password again").fill(again)


def test_without_trust_the_secure_address_is_refused_and_the_page_says_how_to_mend_it(
    plain, secure, new_page, axe
):
    with pytest.raises(Error, match=UNTRUSTED):
        new_page(allow=UNTRUSTED).goto(secure + "/hall/")
    page = new_page(size=TABLET, allow=UNTRUSTED)
    page.goto(plain + "/hall/")
    expect(page.get_by_text("does not trust this server yet")).to_be_visible()
    assert page.evaluate("isSecureContext") is False
    assert not scrolls_sideways(page)
    axe(page)


def test_with_the_authority_trusted_the_hall_is_secure(served, plain, secure, trusting):
    trusting.goto(plain + "/hall/")
    expect(trusting.get_by_text("already trusts this server")).to_be_visible()
    trusting.goto(secure + "/hall/")
    expect(trusting.get_by_text("came in by the trusted address")).to_be_visible()
    assert trusting.evaluate("isSecureContext") is True
    assert trusting.evaluate("'wakeLock' in navigator && 'serviceWorker' in navigator") is True
    assert trusting.evaluate("fetch('/static/icons/fiveline.svg').then(answer => answer.ok)") is True


def test_the_tablet_gets_the_very_root_that_signs(served, plain, new_page):
    page = new_page(allow=UNTRUSTED)
    page.goto(plain + "/hall/")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Load the certificate").click()
    assert loading.value.suggested_filename == "fiveline-authority.crt"
    pem = (served.data / "authority" / "root.crt").read_text()
    assert loading.value.path().read_bytes() == ssl.PEM_cert_to_DER_cert(pem)


@pytest.mark.parametrize(
    ("agent", "named"),
    [
        ("Mozilla/5.0 (Linux; Android 14; Tablet) Chrome/130", "Android tablet or phone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605", "iPad or iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/130", "Windows"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130", "Chromebook"),
    ],
)
def test_the_steps_for_the_device_in_hand_are_open(plain, new_page, agent, named):
    page = new_page(allow=UNTRUSTED, user_agent=agent)
    page.goto(plain + "/hall/")
    opened = page.locator("details[open] > summary")
    expect(opened).to_have_count(1)
    expect(opened).to_have_text(named)


def test_a_german_browser_reads_german(hall, new_page):
    page = new_page(language="de")
    page.goto(hall + "/hall/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ein Tablet vorbereiten")


def test_the_switch_changes_the_language_and_is_remembered(hall, page):
    page.goto(hall + "/hall/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator(".menu > summary", has_text="Display").click()
    page.locator(".menu .languages > summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page).to_have_url(re.compile("/hall/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Ein Tablet vorbereiten")
    page.goto(hall + "/rules/")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_guest_whose_language_we_do_not_speak_reads_that_of_the_house(hall, club_settings, new_page):
    club_settings.language = "de"
    club_settings.save()
    page = new_page(language="eo")
    page.goto(hall + "/hall/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
