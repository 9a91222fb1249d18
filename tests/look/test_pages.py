"""The pages without data, and the switches of theme and language."""

import datetime
import html
import re
import sqlite3

import pytest
from django.conf import settings
from django.db import OperationalError
from django.templatetags.static import static
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from games.access.permissions import NotAllowed
from games.languages import LANGUAGES, OFFERED, menu_languages
from tournament.views import pages, themes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("cookie", ["light", "dark", "contrast"])
def test_the_first_byte_already_has_the_chosen_colours(client, cookie):
    client.cookies[themes.COOKIE] = cookie
    text = client.get("/rules/").content.decode()
    assert f'data-theme="{cookie}"' in text
    for sheet, media in themes.SHEETS.items():
        assert f'{static(f"css/{sheet}.css")}" media="{media[cookie]}"' in text


def test_an_unknown_theme_is_as_the_device_asks(client):
    client.cookies[themes.COOKIE] = '"><script>'
    text = client.get("/rules/").content.decode()
    assert 'data-theme="auto"' in text
    assert "<script>" not in text


@pytest.mark.parametrize(
    ("back", "target"), [("/style/", "/style/"), ("https://elsewhere.example/", "/"), ("//x", "/"), ("", "/")]
)
def test_the_theme_switch_never_leads_elsewhere(client, back, target):
    response = client.post("/theme/", {"theme": "dark", "next": back})
    assert response.status_code == 302
    assert response["Location"] == target
    assert response.cookies[themes.COOKIE].value == "dark"


def test_a_theme_that_does_not_exist_is_not_remembered(client):
    assert themes.COOKIE not in client.post("/theme/", {"theme": "pink"}).cookies


def test_the_theme_is_only_changed_by_a_form_of_ours():
    assert Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"}).status_code == 403
    assert Client().get("/theme/").status_code == 405


def on_a_full_disk(request):
    """Call the error page as Django does, while the error is being handled."""
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    try:
        raise OperationalError from full
    except OperationalError:
        return pages.server_error(request)


@pytest.mark.parametrize("status", sorted(pages.ERROR_PAGES))
def test_error_pages_say_what_happened_why_and_what_to_do(status):
    request = RequestFactory().get("/broken/")
    view = {
        400: lambda: pages.bad_request(request, Exception()),
        403: lambda: pages.forbidden(request, Exception()),
        404: lambda: pages.not_found(request, Exception()),
        405: lambda: pages.method_not_allowed(request),
        429: lambda: pages.too_many_requests(request, 5),
        500: lambda: pages.server_error(request),
        503: lambda: on_a_full_disk(request),
    }[status]
    response = view()
    trouble = pages.ERROR_PAGES[status]
    assert response.status_code == status
    for sentence in (trouble.what, trouble.why, trouble.advice):
        assert str(sentence) in response.content.decode()


@pytest.mark.parametrize(
    ("code", "address"),
    [("pin-needed", "/device/"), ("not-allowed", "/sign-in/?next=/"), ("undeclared", "/")],
)
def test_a_refusal_says_why_and_leads_to_what_helps(code, address):
    refusal = NotAllowed(code)
    text = html.unescape(pages.forbidden(RequestFactory().get("/"), refusal).content.decode())
    assert str(refusal) in text
    assert re.search(rf'<a\s+class="button button-main"\s+href="{re.escape(address)}"\s*>', text)
    assert str(pages.ERROR_PAGES[403].why) not in text


def test_a_fault_shows_its_page_even_when_the_database_is_gone(django_db_blocker):
    with django_db_blocker.block():
        assert pages.server_error(RequestFactory().get("/")).status_code == 500


def test_no_page_has_script_or_style_within(client):
    for address in ("/rules/", "/style/", "/no/such/page/"):
        response = client.get(address)
        text = response.content.decode()
        assert "style=" not in text
        assert "<style" not in text
        assert "onclick" not in text
        assert "'unsafe" not in response["Content-Security-Policy"]


@override_settings(DEBUG=False)
def test_an_unknown_address_gets_our_page(client):
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "There is nothing at this address" in response.content.decode()


@pytest.mark.parametrize("language", [language.code for language in OFFERED])
def test_languages_are_named_in_their_own_words(client, language):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    text = client.get("/rules/").content.decode()
    named = re.findall(r'name="language" value="(\w+)"[^>]*>\s*([\w ]+?)\s*</button>', text)
    assert named == [(each.code, each.name) for each in menu_languages()]
    assert f'<html lang="{language}"' in text


def test_what_is_read_depends_on_browser_and_cookie_and_says_so(client):
    answer = client.get("/rules/", headers={"accept-language": "de"})
    assert answer.headers["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in answer.headers["Vary"].split(",")}


def test_a_page_can_be_asked_for_once_in_another_language(client):
    assert '<html lang="de"' in client.get("/rules/?lang=de").content.decode()
    assert '<html lang="en"' in client.get("/rules/?lang=xx").content.decode()
    assert '<html lang="en"' in client.get("/rules/").content.decode()


@pytest.mark.parametrize("code", LANGUAGES)
def test_scripts_get_the_words_of_one_language(client, code):
    answer = client.get(reverse("jsi18n", args=[code]))
    text = answer.content.decode()
    assert text.startswith(f'(globalThis.catalogues ??= new Map()).set("{code}", ')
    assert ("Remis anbieten" in text) == (code == "de")
    assert client.get("/jsi18n/xx/").status_code == 404


def test_codes_and_the_hall_are_a_click_away_from_every_page(client):
    text = client.get("/rules/").content.decode()
    for name in ("code", "hall"):
        assert f'href="{reverse(name)}"' in text
        assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "16 November 2026", "16 Nov 2026, 14:05"),
        ("de", "16. November 2026", "16.11.2026, 14:05"),
    ],
)
def test_dates_are_written_as_the_language_does(language, long, short):
    then = datetime.datetime(2026, 11, 16, 14, 5, tzinfo=datetime.UTC)
    with translation.override(language):
        assert date_format(then, "DATE_FORMAT") == long
        assert date_format(then, "SHORT_DATETIME_FORMAT") == short


def test_every_sheet_picture_and_module_that_is_named_exists():
    static = settings.BASE_DIR / "static"
    missing = []
    for path in [*static.glob("css/*.css"), *static.glob("js/**/*.js")]:
        named = re.findall(r"""(?:url\("|from ["'])(\.?[\w./-]+)["']""", path.read_text())
        missing += [f"{path.name}: {name}" for name in named if not (path.parent / name).exists()]
    assert not missing
