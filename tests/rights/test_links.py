"""Links: exchanged for a session, gone from the address bar, revoked, expired, guessed."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import extension
from games.access import links
from games.access.links import CODE_ALPHABET, LinkRefused
from games.access.permissions import SYSTEM, may
from games.access.throttle import LIMITS, TooManyTries
from games.audit_log.sentences import verb_words
from games.faults import Fault
from games.models import Action, Grant, Link
from tests.databases import own_rows
from tests.games.actors import actor_for
from tournament.server import reach

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]


@pytest.fixture
def made():
    return links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3", label="Table 4")


def rights_of(client):
    """List what the client's device holds, as `role scope`."""
    link_ids = client.session.get("links", [])
    return sorted(
        f"{g.role} {g.scope}" for g in Grant.objects.filter(subject__in=[f"link:{i}" for i in link_ids])
    )


def test_the_secrets_are_kept_only_as_hashes(made):
    row = own_rows(Link).values().get()
    assert made.token not in str(row)
    assert made.code not in str(row)
    assert len(made.token) >= 43
    assert re.fullmatch(f"[{CODE_ALPHABET}]{{4}}-[{CODE_ALPHABET}]{{4}}", made.shown_code)


def test_opening_a_link_leaves_nothing_of_it_in_the_address_bar(client, made):
    response = client.post(made.path)
    assert response.status_code == 302
    assert made.token not in response.url
    assert rights_of(client) == ["table table:3:4"]
    assert "no-store" in response["Cache-Control"]


def test_a_further_link_keeps_the_session_key_that_requests_under_way_have(client, made):
    client.post(made.path)
    before = client.session.session_key
    client.post(links.make(SYSTEM, role="display", scope="tournament:3").path)
    assert client.session.session_key == before
    assert rights_of(client) == ["display tournament:3", "table table:3:4"]


def test_a_key_that_was_made_up_is_not_taken_for_a_new_session(client, made):
    client.cookies["sessionid"] = "a-key-that-was-made-up-elsewhere"
    client.post(made.path)
    assert client.session.session_key != "a-key-that-was-made-up-elsewhere"
    assert rights_of(client) == ["table table:3:4"]


@pytest.mark.parametrize(
    "path", ["/sw.js", "/jsi18n/en/", "/favicon.ico", "/picture/none.png", "/", "/quick/"]
)
def test_an_answer_to_an_old_session_key_does_not_delete_the_new_cookie(client, path):
    client.cookies["sessionid"] = "the-key-before-the-sign-in-elsewhere"
    assert "sessionid" not in client.get(path).cookies


def test_signing_out_deletes_the_session_cookie(browser_of):
    client = browser_of("organiser")
    assert client.post(reverse("sign-out")).cookies["sessionid"]["max-age"] == 0


@pytest.mark.parametrize("spell", [str.upper, str.lower, lambda code: f" {code[:4]} {code[4:]} "])
def test_a_typed_code_opens_the_same_link(client, made, spell):
    response = client.post(reverse("code"), {"code": spell(made.code)})
    assert response.status_code == 302
    assert rights_of(client) == ["table table:3:4"]


def test_a_link_leads_where_its_kind_is_at_home(client, made, monkeypatch):
    there = {("table", "table"): lambda link: f"/there/{link.scope}"}
    monkeypatch.setattr(extension, "installed", replace(extension.installed, landings=there))
    assert client.post(made.path).url == "/there/table:3:4"


def test_a_device_keeps_several_links_and_gives_one_back(client, made):
    other = links.make(SYSTEM, role="display", scope="tournament:3")
    client.post(made.path)
    client.post(other.path)
    assert rights_of(client) == ["display tournament:3", "table table:3:4"]
    client.post(reverse("leave-link", args=[made.link.pk]))
    assert rights_of(client) == ["display tournament:3"]


def test_giving_a_right_back_is_logged_for_the_tournament_it_was_held_in(client, made):
    client.post(made.path)
    for _again in range(2):
        client.post(reverse("leave-link", args=[made.link.pk]))
    action = Action.objects.get(verb="leave_link")
    assert (action.actor, action.target) == (made.link.subject, f"tournament:3/table:3:4/{made.link.subject}")
    assert verb_words(action.verb) == "gave a right back"


def test_a_right_that_was_never_held_is_not_given_back(client, made):
    client.post(reverse("leave-link", args=[made.link.pk]))
    assert not Action.objects.filter(verb="leave_link").exists()


def test_a_revoked_link_ends_at_once_on_every_device(client, made):
    client.post(made.path)
    links.revoke(SYSTEM, made.link)
    assert not may(actor_for(made.link.subject), "start", made.link)
    assert client.get(reverse("unlock", args=[made.link.pk])).status_code == 302
    response = Client().post(made.path)
    assert response.status_code == 410
    assert "withdrawn" in response.content.decode()


def test_an_expired_link_gives_nothing_even_to_those_who_opened_it(client, made):
    client.post(made.path)
    assert client.get(reverse("unlock", args=[made.link.pk])).status_code == 200
    with time_machine.travel(made.link.expires_ms / 1000 + 1):
        assert client.get(reverse("unlock", args=[made.link.pk])).status_code == 302
        with pytest.raises(LinkRefused) as refusal:
            links.find_by_token(made.token)
    assert refusal.value.code == "expired"


def test_a_link_that_works_once_opens_for_one(made):
    once = links.make(SYSTEM, role="player", scope="game:17", seat="X", once=True)
    assert Client().post(once.path).status_code == 302
    assert Client().post(once.path).status_code == 410


def test_a_renewed_link_has_new_secrets_and_keeps_its_devices(client, made):
    client.post(made.path)
    again = links.renew(SYSTEM, made.link)
    assert Client().post(made.path).status_code == 410
    assert Client().post(again.path).status_code == 302
    assert rights_of(client) == ["table table:3:4"]


def test_a_player_link_speaks_for_its_entrant(rf, client):
    made = links.make(
        SYSTEM, role="player", scope="entrant:12", topic="tournament:3", stands_for="entrant:12"
    )
    Grant.objects.create(subject="entrant:12", role="player", scope="game:17", seat="O", created_ms=0)
    client.post(made.path)
    request = client.get(reverse("this-device")).wsgi_request
    assert request.actor.subjects == {made.link.subject, "entrant:12"}
    assert "game:17" in {holding.scope for holding in request.actor.holdings}


def test_guessing_codes_is_locked_out_per_address(client, made):
    limit = LIMITS["code-address"]
    for _ in range(limit.most):
        assert client.post(reverse("code"), {"code": "AAAA-AAAA"}).status_code == 200
    locked = client.post(reverse("code"), {"code": made.code})
    assert "Too many wrong tries" in locked.content.decode()
    assert rights_of(client) == []
    # Another address is not locked out, and the lock ends.
    assert Client(REMOTE_ADDR="10.0.0.9").post(reverse("code"), {"code": made.code}).status_code == 302
    with time_machine.travel(made.link.created_ms / 1000 + limit.lock_ms / 1000 + 60):
        assert client.post(reverse("code"), {"code": made.code}).status_code == 302


def test_guessing_from_many_addresses_is_locked_out_overall(made):
    for number in range(LIMITS["code-all"].most):
        with pytest.raises(LinkRefused):
            links.find_by_code("AAAAAAAA", address=f"10.0.{number // 250}.{number % 250}")
    with pytest.raises(TooManyTries):
        links.find_by_code("AAAAAAAA", address="10.9.9.9")
    # Strangers lock out strangers: a right code still opens.
    assert links.find_by_code(made.code, address="10.9.9.9") == made.link


def test_right_codes_cost_no_tries(made):
    for _ in range(LIMITS["code-address"].most * 2):
        links.find_by_code(made.code, address="10.0.0.1")


def test_a_code_of_ones_own_buys_no_guesses(made):
    for _ in range(LIMITS["code-address"].most):
        links.find_by_code(made.code, address="10.0.0.1")
        with pytest.raises(LinkRefused):
            links.find_by_code("AAAAAAAA", address="10.0.0.1")
    with pytest.raises(TooManyTries):
        links.find_by_code("AAAAAAAA", address="10.0.0.1")


def test_the_log_knows_the_link_by_number_only(client, made):
    client.post(made.path)
    links.revoke(SYSTEM, made.link)
    deeds = list(own_rows(Action).values_list("actor", "verb", "target"))
    path = f"tournament:3/table:3:4/{made.link.subject}"
    assert deeds == [
        ("system", "make_link", path),
        (made.link.subject, "open_link", path),
        ("system", "revoke_link", path),
    ]
    assert not any("Table 4" in str(row) for row in own_rows(Action).values())


@pytest.mark.parametrize(
    ("desk", "printed"),
    [
        ("127.0.0.1:8000", "http://192.168.1.5:8000/l/"),
        ("localhost:8000", "http://192.168.1.5:8000/l/"),
        ("club.example", "http://club.example/l/"),
    ],
)
def test_a_desk_at_the_server_itself_prints_the_address_of_the_hall(rf, made, monkeypatch, desk, printed):
    monkeypatch.setattr(reach, "_open", [reach.Hall("192.168.1.5", 8000)])
    card = made.card(rf.get("/", headers={"host": desk}))
    assert card.address == printed + made.token
    assert card.code_address == printed.removeprefix("http://").replace("/l/", "/code/")


def test_an_arbiter_cannot_become_organiser_by_renewing_an_invitation(browser_of):
    invitation = links.make(SYSTEM, kind="invite", role="organiser", scope="club", once=True)
    response = browser_of("arbiter").post(reverse("renew-link", args=[invitation.link.pk]))
    assert response.status_code == 302
    assert links.find_by_token(invitation.token) == invitation.link


def test_staff_make_and_withdraw_links_on_the_page(browser_of):
    browser = browser_of("organiser")
    page = browser.post(reverse("links", args=["tournament:3"]), {"role": "display", "label": "Hall screen"})
    code = re.search(r"data-code>([A-Z0-9-]{9})<", page.content.decode())[1]
    assert "data:image/svg+xml" in page.content.decode()
    assert links.find_by_code(code, address="10.0.0.1").label == "Hall screen"
    link = own_rows(Link).get()
    assert "Hall screen" in browser.get(reverse("links", args=["tournament:3"])).content.decode()
    browser.post(reverse("revoke-link", args=[link.pk]))
    assert "Hall screen" not in browser.get(reverse("links", args=["tournament:3"])).content.decode()


@pytest.mark.django_db(transaction=True)
def test_guesses_made_at_once_are_counted_one_by_one():
    """Otherwise all of them would be judged before the first failure was counted."""
    limit = LIMITS["code-address"].most

    def guess(_):
        try:
            links.find_by_code("AAAAAAAA", address="10.0.0.1")
        except Fault as fault:
            return fault.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(guess, range(limit * 3)))
    assert answers.count("unknown") == limit
    assert answers.count("too-many-tries") == limit * 2


def test_a_code_printed_before_an_update_still_opens_its_link(client, made, settings):
    """The hash of a code as earlier versions stored it: cards and slips outlive an update of the program."""
    settings.SECRET_KEY = "a secret of long ago"
    stored = "4c7842595cc7ef91d632f4862a4694b23177675980cb36bd113bd88e519d0389"
    Link.objects.filter(pk=made.link.pk).update(code_hash=stored)
    assert links.find_by_code("ABCD-2345", address="10.0.0.7") == made.link
