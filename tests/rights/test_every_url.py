"""Every address states its right, every role meets what the table says, and no hidden name leaks.

All of it in one club (`hidden_club.py`), where everything is hidden: a page that shows a thing without a
check shows a mark, and fails.
"""

import pytest
from django.http import HttpResponse
from django.urls import path, reverse
from pytest_django.asserts import assertRedirects

from games import extension
from games.access.roles import PERSONAL, RIGHTS, Role
from games.access.seeing import FINDERS, ScopeConverter
from games.audit_log.names import ID_KINDS
from games.live import reads
from games.models import Game
from tests.rights.desk_samples import a_tournament
from tests.rights.hidden_club import ACCOUNTS, GUARDED, PAGES, ROLES, marks_in, rolled_back
from tournament.models import Tournament

# The roles that are something only where they were given.
GIVEN = tuple(role for role in ROLES if role not in (Role.ANYBODY, Role.SIGNED_IN))

urlpatterns = [path("silent/", lambda request: HttpResponse("open"))]


def allowed(role, verb):
    held = {role, Role.ANYBODY}
    if role in ACCOUNTS:
        held.add(Role.SIGNED_IN)
    if role == Role.TABLE_WITH_PIN:
        held.add(Role.TABLE)
    everything = role == Role.ORGANISER and verb not in PERSONAL
    return everything or not RIGHTS[verb].isdisjoint(held)


def turned_away(response):
    return response.status_code == 403 or (
        response.status_code == 302 and response.url.startswith(reverse("sign-in") + "?next=")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.pattern))
def test_every_address_has_a_name_and_states_its_right(page):
    assert page.name
    assert getattr(page.callback, "right", None) in RIGHTS, "Decorate the view with @right(…) or @public."


def roles_to_try(page):
    """Try an open page only without any right and with every right."""
    return (Role.ANYBODY, Role.ORGANISER) if Role.ANYBODY in RIGHTS[page.callback.right] else ROLES


@pytest.mark.parametrize("page", GUARDED, ids=lambda page: page.name)
def test_every_role_meets_what_the_table_says(page, hidden_club, plain_refusals):
    """A role that is refused a form is refused a look as well, which the walk of strangers tries."""
    url = hidden_club.address(page)
    for role in roles_to_try(page):
        expected = not allowed(role, page.callback.right)
        for method in ("post", "get") if role == Role.ANYBODY or not expected else ("post",):
            with rolled_back():
                answer = getattr(hidden_club.client(role), method)(url)
                assert turned_away(answer) is expected, f"{method} as {role}: {answer.status_code}"
                if role == Role.ANYBODY:
                    assert not marks_in(answer), f"{method} as {role}"
                elif answer.status_code == 200 and Role.ANYBODY not in RIGHTS[page.callback.right]:
                    assert "no-store" in answer["Cache-Control"], "what is not for all stays in no cache"


@pytest.mark.parametrize("role", [Role.SIGNED_IN, *GIVEN])
def test_a_role_elsewhere_opens_no_page_of_the_club_and_learns_no_name(role, hidden_club, plain_refusals):
    plain = Role.SIGNED_IN if role in ACCOUNTS else Role.ANYBODY
    leaked = {}
    for page in GUARDED:
        # What is open to all is open to one account and one device like to any other.
        is_open = Role.ANYBODY in RIGHTS[page.callback.right]
        if is_open and role not in (Role.ORGANISER, Role.TABLE):
            continue
        with rolled_back():
            answer = hidden_club.client(role, hidden_club.shown_scope).get(hidden_club.address(page))
            assert allowed(plain, page.callback.right) or turned_away(answer), page.name
            if marks := marks_in(answer):
                leaked[page.name] = marks
    assert not leaked


TELLING = {
    "tournament-entrants": "Zq-playerfirstname",
    "tournament-prizes": "Zq-prizetitle",
    "tournament-follow": "Zq-tournamentname",
    "projector": "Zq-noticetext",
    "club-player": "Zq-playerfamilyname",
    "evenings": "Zq-eveningseason",
    "evening": "Zq-eveningname",
    "game": "Zq-seat",
    "game-record": "Zq-seat",
    "wall-topic": "Zq-tournamentname",
    "staff": "Zq-account",
    "links": "Zq-linklabel",
}


def test_the_names_are_there_for_actors_who_may_see_them(hidden_club, plain_refusals):
    """Otherwise the walk of strangers would look for names that no page ever shows."""
    topic = f"tournament:{a_tournament()['pk']}"
    for name, mark in TELLING.items():
        captured = {"topic": topic} if name == "wall-topic" else hidden_club.captured.get(name)
        with rolled_back():
            answer = hidden_club.client(Role.ORGANISER).get(reverse(name, kwargs=captured))
            assert mark in marks_in(answer), name


VARIANTS = ("?embed&stage=1&round=1", "?overlay&stage=1&round=2", "?now&list=partners&q=Zq-&board=1")


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_other_form_of_a_public_page_tells_more(variant, hidden_club, plain_refusals):
    headers = {"X-Fragment": "news"} if variant.startswith("?now") else {}
    for page in GUARDED:
        if Role.ANYBODY in RIGHTS[page.callback.right]:
            with rolled_back():
                answer = hidden_club.client(Role.ANYBODY).get(
                    hidden_club.address(page) + variant, headers=headers
                )
                assert not marks_in(answer), page.name


def scopes_of_the_club():
    """Return a scope of every kind in the club."""
    tournament = Tournament.objects.get(pk=a_tournament()["pk"])
    game, entrant = Game.objects.get(topic=tournament.scope), tournament.entrants.first()
    known = {"tournament": tournament.pk, "game": game.pk, "entrant": entrant.pk, "player": entrant.player_id}
    kinds = {
        *FINDERS,
        *ID_KINDS,
        *extension.installed.finders,
        *extension.installed.id_kinds,
        "evening",
        "screen",
    }
    yield from (f"{kind}:{known.get(kind, 1)}" for kind in sorted(kinds))
    yield f"table:{tournament.pk}:1"
    yield "club"


@pytest.mark.parametrize("role", [Role.ANYBODY, Role.ORGANISER, Role.TABLE])
def test_no_scope_of_any_kind_tells_a_name(role, hidden_club, plain_refusals):
    taking = [
        (page, name)
        for page in GUARDED
        for name, converter in page.pattern.converters.items()
        if isinstance(converter, ScopeConverter)
    ]
    assert len(taking) >= 7
    for page, name in taking:
        for scope in scopes_of_the_club():
            with rolled_back():
                url = reverse(page.name, kwargs=hidden_club.captured[page.name] | {name: scope})
                assert not marks_in(hidden_club.client(role, hidden_club.shown_scope).get(url)), url


@pytest.mark.parametrize("role", ROLES)
def test_no_socket_opens_on_what_is_hidden(role, hidden_club):
    carrier = {"session": hidden_club.client(role, hidden_club.shown_scope).session, "address": "10.0.0.9"}
    for scope in scopes_of_the_club():
        assert scope == "club" or not reads.find_topic(carrier, scope)[0], scope
    for game in Game.objects.exclude(topic=""):
        assert reads.find_game(carrier, game.code)[0] is None
        assert not reads.find_place(carrier, game.place)[0]
        assert not reads.find_topic(carrier, game.topic)[0]
    assert reads.find_topic(carrier, hidden_club.shown_scope)[0]


@pytest.mark.django_db
@pytest.mark.urls("tests.rights.test_every_url")
def test_a_page_that_states_no_right_is_closed(client, plain_refusals):
    assert client.get("/silent/").status_code == 403


@pytest.mark.urls("tests.rights.admin_urls")
@pytest.mark.parametrize("role", ROLES)
def test_the_admin_is_closed_to_every_role(role, hidden_club):
    """Only an account marked as staff enters: made on the command line, for emergencies."""
    response = hidden_club.client(role).get("/admin/", follow=True)
    if role in ACCOUNTS:
        assert response.status_code == 403
    else:
        assert response.redirect_chain[-1][0].startswith(reverse("sign-in"))


@pytest.mark.django_db
def test_a_part_of_a_page_is_led_to_the_sign_in_and_back_to_the_whole(client):
    answer = client.get(reverse("account"), headers={"X-Fragment": "news"})
    assertRedirects(answer, f"{reverse('sign-in')}?next={reverse('account')}")


@pytest.mark.django_db
def test_there_is_no_admin_unless_it_is_switched_on(client, someone):
    client.force_login(someone("root", is_staff=True, is_superuser=True))
    assert client.get("/admin/").status_code == 404
