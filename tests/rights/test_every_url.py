"""Every address states its right, and every role meets exactly what the table says."""

from contextlib import contextmanager
from copy import deepcopy

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import transaction
from django.http import HttpResponse
from django.urls import URLResolver, get_resolver, path, reverse
from pytest_django.asserts import assertRedirects

from games.access.roles import PERSONAL, RIGHTS, Role
from tests.rights.samples import SAMPLES

ROLES = (
    Role.ANYBODY,
    Role.SIGNED_IN,
    Role.ORGANISER,
    Role.ARBITER,
    Role.SCORER,
    Role.DISPLAY,
    Role.TABLE,
    Role.TABLE_WITH_PIN,
    Role.PLAYER,
)
WITH_ACCOUNT = {Role.SIGNED_IN, Role.ORGANISER, Role.ARBITER, Role.SCORER}

urlpatterns = [path("silent/", lambda request: HttpResponse("open"))]


def pages(resolver=None, app_name=None):
    """(pattern) of every page but the admin's, which asks for itself."""
    for pattern in (resolver or get_resolver("tournament.urls")).url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from pages(pattern)
        else:
            yield pattern


PAGES = list(pages())
GUARDED = [page for page in PAGES if getattr(page.callback, "right", None) in RIGHTS]


def allowed(role, verb):
    held = {role, Role.ANYBODY}
    if role in WITH_ACCOUNT:
        held.add(Role.SIGNED_IN)
    if role == Role.TABLE_WITH_PIN:
        held.add(Role.TABLE)
    everything = role == Role.ORGANISER and verb not in PERSONAL
    return everything or not RIGHTS[verb].isdisjoint(held)


def address(page):
    if not page.pattern.converters:
        return reverse(page.name)
    assert page.name in SAMPLES, f"tests/rights/samples.py does not say what to fill in for {page.name!r}"
    return reverse(page.name, kwargs=SAMPLES[page.name]())


def turned_away(response):
    return response.status_code == 403 or (
        response.status_code == 302 and response.url.startswith(reverse("sign-in") + "?next=")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.pattern))
def test_every_address_has_a_name_and_states_its_right(page):
    assert page.name
    assert getattr(page.callback, "right", None) in RIGHTS, "Decorate the view with @right(…) or @public."


def roles_to_try(page):
    """An open page only as nobody and as one who may everything."""
    return (Role.ANYBODY, Role.ORGANISER) if Role.ANYBODY in RIGHTS[page.callback.right] else ROLES


@pytest.fixture
def bare_trouble(monkeypatch):
    """A no without its page, which is drawn and tested elsewhere."""
    monkeypatch.setattr(
        "tournament.views.pages._trouble", lambda request, status, why=None: HttpResponse(status=status)
    )


@contextmanager
def undone():
    """What happens within has not happened: the rows of a page are made once and asked for in every role."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("page", GUARDED, ids=lambda page: page.name)
def test_every_role_meets_what_the_table_says(page, browser_of, bare_trouble):
    url = address(page)
    for role in roles_to_try(page):
        expected = not allowed(role, page.callback.right)
        browser = browser_of(role)
        cookies = deepcopy(browser.cookies)
        for method in ("post", "get"):
            browser.cookies = deepcopy(cookies)
            with undone():
                answer = getattr(browser, method)(url)
                assert turned_away(answer) is expected, f"{method} as {role}: {answer.status_code}"


@pytest.mark.django_db
@pytest.mark.parametrize("role", [role for role in ROLES if role not in (Role.ANYBODY, Role.SIGNED_IN)])
def test_a_role_elsewhere_opens_no_page_of_the_club(role, browser_of, bare_trouble):
    browser = browser_of(role, scope="tournament:999999")
    plain = Role.SIGNED_IN if role in WITH_ACCOUNT else Role.ANYBODY
    for page in GUARDED:
        if not allowed(plain, page.callback.right):
            assert turned_away(browser.get(address(page))), page.name


@pytest.mark.django_db
@pytest.mark.urls("tests.rights.test_every_url")
def test_a_page_that_states_no_right_is_closed(client, bare_trouble):
    assert client.get("/silent/").status_code == 403


@pytest.mark.django_db
@pytest.mark.urls("tests.with_admin")
@pytest.mark.parametrize("role", ROLES)
def test_the_admin_is_closed_to_every_role(role, browser_of):
    """Only an account marked as staff enters: made on the command line, for emergencies."""
    response = browser_of(role).get("/admin/", follow=True)
    if role in WITH_ACCOUNT:
        assert response.status_code == 403
    else:
        assert response.redirect_chain[-1][0].startswith(reverse("sign-in"))


@pytest.mark.django_db
def test_a_part_of_a_page_is_led_to_the_sign_in_and_back_to_the_whole(client):
    answer = client.get(reverse("account"), headers={"X-Fragment": "yes"})
    assertRedirects(answer, f"{reverse('sign-in')}?next={reverse('account')}")


@pytest.mark.django_db
def test_there_is_no_admin_unless_it_is_switched_on(client, someone):
    client.force_login(someone("root", is_staff=True, is_superuser=True))
    assert client.get("/admin/").status_code == 404


@pytest.mark.django_db
@pytest.mark.urls("tests.with_admin")
def test_the_admin_changes_neither_games_nor_rights(client, someone):
    client.force_login(someone("root", is_staff=True, is_superuser=True))
    models = [*apps.get_app_config("games").get_models(), *apps.get_app_config("auth").get_models()]
    for model in models:
        label = model._meta.label_lower.replace(".", "_")
        if admin.site.is_registered(model):
            assert client.get(reverse(f"admin:{label}_changelist")).status_code == 200
            assert client.get(reverse(f"admin:{label}_add")).status_code == 403
