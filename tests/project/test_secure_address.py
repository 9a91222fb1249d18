"""The secure address of a hall: staff are redirected to it, and its cookies never travel unencrypted."""

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse

from games.access import links
from games.access.middleware import carry_links
from games.access.permissions import SYSTEM
from games.access.roles import RIGHTS, Role
from games.access.urls import urlpatterns as access_pages
from tournament.middleware import SecureAddressMiddleware
from tournament.server import reach
from tournament.server.authority import Authority
from tournament.server.secure_cookies import PLAIN_SESSION, with_secure_cookies

HOST = "192.168.1.5"
ACCOUNTS = {"games.accounts.views.accounts", "games.accounts.views.second_factor"}


def is_public(page):
    return RIGHTS[page.callback.right] == {Role.ANYBODY}


@pytest.fixture
def hall(monkeypatch, tmp_path):
    """Open the hall as `manage.py serve` does, with HTTPS on port 8443."""
    open_hall = reach.Hall(HOST, 8000, 8443, Authority(tmp_path / "authority"))
    monkeypatch.setattr(reach, "_open", [open_hall])
    return open_hall


def visit(path, *, host=f"{HOST}:8000", secure=False, **sent):
    client = Client(headers={"host": host})
    return client.post(path, sent, secure=secure) if sent else client.get(path, secure=secure)


STAFF_PAGES = [
    "/sign-in/",
    "/sign-in/code/",
    "/setup/abc/",
    "/invitation/",
    "/new-password/",
    "/forgot/",
    "/desk/",
    "/account/",
    "/account/second-factor/",
    "/club/settings/",
]


@pytest.mark.django_db
@pytest.mark.parametrize("path", STAFF_PAGES)
def test_pages_of_staff_lead_to_the_encrypted_address(hall, django_user_model, path):
    django_user_model.objects.create_user("olga")  # without an account there is no sign-in
    answer = visit(path)
    assert answer.status_code == 403
    assert f"https://{HOST}:8443{path}" in answer.content.decode()
    assert 'password" name' not in answer.content.decode()


@pytest.mark.django_db
def test_a_password_that_is_sent_in_the_clear_signs_nobody_in(hall, django_user_model):
    django_user_model.objects.create_user("olga", password="a long sentence")
    answer = visit("/sign-in/", username="olga", password="a long sentence")
    assert answer.status_code == 403
    assert "sessionid" not in answer.cookies
    wanted = {"username": "olga", "password": "a long sentence"}
    assert visit("/sign-in/", host=f"{HOST}:8443", secure=True, **wanted).status_code == 302


@pytest.mark.django_db
def test_the_password_that_is_asked_again_is_not_taken_in_the_clear(hall, django_user_model):
    """Check that the redirect comes before the password is read."""
    client = Client(headers={"host": f"{HOST}:8000"})
    client.force_login(django_user_model.objects.create_superuser("olga", password="a long sentence"))
    for path in ("/staff/club/", "/account/second-factor/begin/", "/club/settings/second-factor/"):
        answer = client.post(path, {"fresh_password": "a long sentence", "fresh_look": "yes"})
        assert answer.status_code == 403
        assert f"https://{HOST}:8443{path}" in answer.content.decode()


def test_every_page_of_accounts_that_needs_no_right_is_at_the_encrypted_address():
    """Check the pages on which secrets are typed before a user is known."""
    pages = {each.name for each in access_pages if each.callback.__module__ in ACCOUNTS and is_public(each)}
    assert pages == SecureAddressMiddleware.NEED_SECRECY - {"setup"}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/code/", "/quick/", "/hall/"])
def test_players_tablets_and_guests_go_on_in_the_clear(hall, path):
    assert visit(path).status_code in (200, 302)


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000"])
def test_at_the_servers_own_machine_nothing_crosses_the_wifi(hall, host):
    assert "csrfmiddlewaretoken" in visit("/sign-in/", host=host).content.decode()


@pytest.mark.django_db
def test_where_there_is_no_encrypted_address_the_page_says_what_that_means(monkeypatch, django_user_model):
    django_user_model.objects.create_user("olga", password="a long sentence")
    monkeypatch.setattr(reach, "_open", [reach.Hall(HOST, 8000)])
    assert "This page is not encrypted" in visit("/sign-in/").content.decode()
    assert "This page is not encrypted" not in visit("/sign-in/", host="127.0.0.1:8000").content.decode()


@pytest.mark.django_db
def test_a_desk_that_came_encrypted_prints_plain_addresses_for_players_and_encrypted_ones_for_staff(hall, rf):
    slip = links.make(SYSTEM, role="player", scope="entrant:7", stands_for="entrant:7")
    role = links.make(SYSTEM, kind="invite", role="arbiter", scope="club", once=True)
    desk = rf.get("/", secure=True, headers={"host": f"{HOST}:8443"})
    assert slip.card(desk).address == f"http://{HOST}:8000{slip.path}"
    assert role.card(desk).address == f"https://{HOST}:8443{role.path}"
    at_the_machine = rf.get("/", headers={"host": "127.0.0.1:8000"})
    assert slip.card(at_the_machine).address == f"http://{HOST}:8000{slip.path}"
    assert role.card(at_the_machine).address == f"https://{HOST}:8443{role.path}"


@pytest.mark.django_db
def test_the_fingerprint_is_a_step_of_preparing_and_stands_at_the_desk(hall):
    page = visit("/hall/").content.decode()
    assert "Compare it with the server" in page
    assert reach.fingerprint() in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/hall/", "/sign-in/"])
def test_a_page_may_ask_the_encrypted_address_for_a_picture(hall, django_user_model, path):
    django_user_model.objects.create_user("olga")  # without a user there is no sign-in page
    policy = visit(path)["Content-Security-Policy"]
    assert f"img-src 'self' data: https://{HOST}:8443;" in f"{policy};"


# ---- cookies


async def through(scheme, cookies, sets=()):
    """Return the cookies that the application receives, and those that the browser stores."""
    seen = {}

    async def application(scope, receive, send):
        headers = dict(scope["headers"])
        seen.update(cookie=headers.get(b"cookie", b"").decode(), plain=scope.get(PLAIN_SESSION))
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"set-cookie", each.encode()) for each in sets],
            }
        )
        await send({"type": "http.response.body"})

    scope = {"type": "http", "scheme": scheme, "headers": [(b"cookie", cookies.encode())]}
    visitor = ApplicationCommunicator(with_secure_cookies(application), scope)
    start = await visitor.receive_output()
    await visitor.receive_output()
    return seen, [value.decode() for _name, value in start["headers"]]


async def test_what_is_set_at_the_encrypted_address_is_secure_and_has_a_name_of_its_own():
    """Check that a session of the secure address is never sent to a plain page of the same host."""
    _seen, kept = await through("https", "", ["sessionid=abc; Path=/; HttpOnly", "theme=dark; Path=/"])
    assert kept == ["__Host-sessionid=abc; Path=/; HttpOnly; Secure", "theme=dark; Path=/"]
    _seen, kept = await through("http", "", ["sessionid=abc; Path=/"])
    assert kept == ["sessionid=abc; Path=/"]


async def test_the_encrypted_address_believes_its_own_cookies_only():
    seen, _kept = await through("https", "sessionid=plain; __Host-sessionid=own; theme=dark")
    assert seen == {"cookie": "theme=dark; sessionid=own", "plain": "plain"}
    seen, _kept = await through("https", "sessionid=plain; csrftoken=known")
    assert seen == {"cookie": "", "plain": "plain"}


async def test_a_socket_of_a_page_that_was_open_before_goes_on():
    told = {}

    async def application(scope, receive, send):
        told.update(scope["headers"])

    headers = [(b"cookie", b"sessionid=plain")]
    await with_secure_cookies(application)(
        {"type": "websocket", "scheme": "wss", "headers": headers}, None, None
    )
    assert told[b"cookie"] == b"sessionid=plain"


@pytest.mark.django_db
def test_links_come_along_to_the_encrypted_address_and_an_account_does_not(rf):
    plain = SessionStore()
    plain.update({"links": [7], "device": "bcdfgh", "_auth_user_id": "1"})
    plain.save()
    request = rf.get("/", secure=True)
    request.session = SessionStore()
    carry_links(request, plain.session_key)
    assert dict(request.session.items()) == {"links": [7], "device": "bcdfgh"}
    assert SessionStore(plain.session_key)["links"] == [7]


@pytest.mark.django_db
def test_an_invitation_opened_in_the_clear_is_taken_up_at_the_encrypted_address(rf):
    plain, own = SessionStore(), SessionStore()
    plain["pending_link"], own["links"] = 9, [3]
    plain.save()
    own.save()
    request = rf.get(reverse("invitation"), secure=True)
    request.session = SessionStore(own.session_key)
    carry_links(request, plain.session_key)
    assert (request.session["links"], request.session["pending_link"]) == ([3], 9)
