"""The desk offers no button or link that the server would refuse for this role."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tournament.desk.conftest import look
from tournament.services.backup import restoring

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """The addresses that one page leads to, and the buttons on it with what they would send."""

    def __init__(self, path, text):
        super().__init__()
        self.path, self.links, self.forms = path, set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "a":
            self.links.add(given.get("href") or "")
        elif tag == "form":
            self.forms.append((given.get("method", "get"), given.get("action") or self.path, {}))
        elif tag in ("input", "button") and self.forms and given.get("name"):
            self.forms[-1][2].setdefault(given["name"], given.get("value") or "")


def walk(client, start):
    """Visit every page of the desk by its links; return refused addresses and the pages that offer them."""
    waiting, met, refused = [(start, "")], set(), []
    pages = 0
    while waiting:
        address, offered_on = waiting.pop()
        path = urlsplit(address).path
        if path in met or not path.startswith("/"):
            continue
        met.add(path)
        response = client.get(address)
        if response.status_code == 403:
            refused.append((offered_on, address))
        if not path.startswith("/desk/") or "html" not in response["Content-Type"]:
            continue
        pages += 1
        page = Page(path, response.content.decode())
        waiting += [(link, path) for link in page.links]
        for method, target, fields in page.forms:
            if method == "post" and target not in met:
                met.add(target)
                refused += [(path, f"POST {target}")] if is_refused(client, target, fields) else []
    return pages, refused


def is_refused(client, address, fields):
    """Return whether a button is refused, and roll back what it does."""
    with transaction.atomic():
        status = client.post(address, fields).status_code
        transaction.set_rollback(True)
    return status == 403


def entries_open(e):
    e.tournament.registration_code, e.tournament.fee = "cube", "5"
    e.tournament.save()


def drafted(e):
    e.play(e.publish())
    e.draft()


def being_played(e):
    e.play(e.publish())
    open_, *_ = e.matches(e.publish())
    e.result(f"{open_.first}-{open_.second} 1")


@pytest.mark.parametrize(
    ("role", "state"),
    [
        ("organiser", being_played),
        ("arbiter", being_played),
        ("scorer", entries_open),
        ("scorer", drafted),
        ("scorer", being_played),
    ],
)
def test_nothing_is_offered_that_is_refused(as_role, make_tournament, role, state, monkeypatch):
    # A test in a transaction opens no second database, so what is in a backup is not asked here.
    monkeypatch.setattr(restoring, "extract_tournament", lambda content, tournament: "{}")
    e = make_tournament("A B C", planned_rounds=2)
    state(e)
    client = as_role(role, scope=e.tournament.scope)
    pages, refused = walk(client, reverse("desk-tournament", args=[e.tournament.pk]))
    assert pages > 5
    assert refused == []


def correction(client, match):
    return look(client, "desk-match", match.pk, query="?outcome=draw")


@pytest.mark.parametrize(("role", "offered"), [("organiser", True), ("arbiter", False)])
def test_after_the_next_publication_only_who_may_correct_is_offered_to(
    as_role, make_tournament, role, offered
):
    e = make_tournament("A B C D", planned_rounds=2)
    first = e.publish()
    match = e.matches(first)[0]
    client = as_role(role, scope=e.tournament.scope)
    e.play(first)
    assert "Change it" in correction(client, match)
    e.publish()
    page = correction(client, match)
    assert "only an organiser corrects now" in page
    assert ("Change it" in page) is offered
