"""The interface for programs: what it shows, caching, the rate limit, and that answers fit the schema."""

import json
from pathlib import Path

import pytest
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import reverse
from hypothesis import HealthCheck, given, settings

from games.access import rate_limit
from games.access.permissions import SYSTEM
from games.access.rate_limit import Rate
from tests.databases import own_rows
from tournament.api import schema
from tournament.api.reads import REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE
from tournament.import_export import sheets
from tournament.models import Tournament
from tournament.services.results import entering

pytestmark = pytest.mark.django_db


def get(client, name, *args, **query):
    return client.get(reverse(f"api-{name}", args=args), query)


def test_a_tournament_can_be_read_from_the_list_to_its_pairings(client, played):
    (listed,) = get(client, "events").json()["items"]
    assert listed["name"] == "Spring cup"
    tournament = client.get(listed["url"]).json()
    assert [each["number"] for each in tournament["rounds"]] == [1, 2, 3]
    round_ = get(client, "round", listed["code"], 1, 1).json()
    assert {match["outcome"] for match in round_["matches"]} <= {"first-wins", "second-wins", "free"}
    table = get(client, "standings", listed["code"], 1).json()["groups"][0]
    assert [(row["rank"], row["points"]) for row in table["rows"]] == [(1, "2"), (2, "1"), (3, "0")]


def test_a_match_tells_its_score_its_boards_and_its_place_in_the_bracket(client, make_tournament):
    e = make_tournament(format="knockout", entry="team", boards=2)
    e.enter_team("Cubes", "Uta Carl")
    e.enter_team("Rows", "Ines Ben")
    match = e.matches(e.publish())[0]
    for number, typed in ((1, "1"), (2, "=")):
        outcome = entering.read_typed(typed)
        entering.type_result(actor=SYSTEM, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    (told,) = get(client, "round", e.tournament.code, 1, 1).json()["matches"]
    assert (told["score"], told["place"], told["title"]) == (["1.5", "0.5"], "W1.1", "Final")
    assert [board["outcome"] for board in told["boards"]] == ["first-wins", "draw"]
    people = {"Cubes": ["Uta", "Carl"], "Rows": ["Ines", "Ben"]}
    assert [board["first"] for board in told["boards"]] == people[str(match.first)]
    entrants = get(client, "entrants", e.tournament.code).json()["items"]
    assert {each["name"]: each["members"] for each in entrants} == people
    (row,) = sheets.pairings(e.stage).plain()
    assert (row["first_score"], row["place"], row["match"]) == ("1.5", "W1.1", "Final")


def test_only_public_names_are_told(client, played):
    code = played.tournament.code
    answers = [
        get(client, "entrants", code),
        get(client, "round", code, 1, 1),
        get(client, "standings", code, 1),
        get(client, "players"),
        get(client, "ratings", "two"),
        get(client, "player", played.entrants["Ada"].player_id),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert "Birk" not in answer.content.decode()
    assert "A. B." in answers[0].content.decode()


def test_a_hidden_tournament_and_a_draft_are_not_there(client, make_tournament, played):
    hidden = make_tournament("X Y", name="Secret", public=False)
    assert get(client, "event", hidden.tournament.code).status_code == 404
    assert len(get(client, "events").json()["items"]) == 1
    e = make_tournament("P Q R S", planned_rounds=3)
    e.draft()
    assert get(client, "event", e.tournament.code).json()["rounds"] == []
    assert get(client, "round", e.tournament.code, 1, 1).status_code == 404


def test_a_game_of_a_hidden_tournament_is_not_there(client, make_tournament):
    e = make_tournament("A B", format="round-robin", live=True, keeper="server")
    e.publish()
    match = e.matches(e.stage.rounds.get())[0]
    code = match.games.get().game.code
    assert get(client, "game", code).json()["socket"] == f"/ws/game/{code}/?v=2"
    Tournament.objects.filter(pk=e.tournament.pk).update(public=False)
    assert get(client, "game", code).status_code == 404


def test_an_answer_that_did_not_change_is_not_sent_again(client, played):
    first = get(client, "events")
    again = client.get(reverse("api-events"), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    own_rows(Tournament).update(name="Autumn cup")
    changed = client.get(reverse("api-events"), headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed["ETag"] == first["ETag"]) == (200, False)


def test_a_page_of_another_host_may_read_but_nobody_may_write(client):
    assert get(client, "events")["Access-Control-Allow-Origin"] == "*"
    refused = client.post(reverse("api-events"))
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD, OPTIONS")


def test_whoever_asks_too_often_is_told_how_long_to_wait(client, monkeypatch):
    monkeypatch.setattr(rate_limit, "ADDRESS", Rate(300, 10))
    answers = [get(client, "events") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 10


def test_the_page_and_the_document_name_the_rate_that_holds(client):
    figures = f"{REQUESTS_AT_ONCE} requests at once, then {REQUESTS_PER_MINUTE} a minute"
    assert figures in client.get(reverse("api-page")).content.decode()
    assert figures in (Path(__file__).parents[2] / "docs/api.md").read_text()


@pytest.mark.parametrize("query", [{"page": "x"}, {"page": "0"}, {"status": "lost"}, {"page": "9" * 40}])
def test_a_parameter_that_makes_no_sense_is_refused(client, query):
    answer = get(client, "events", **query)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad-query"


def test_lists_come_in_pages(client, db):
    for number in range(101):
        Tournament.objects.create(name=f"Cup {number}")
    first, second = (get(client, "events", page=page).json() for page in (1, 2))
    assert (len(first["items"]), first["more"]) == (100, True)
    assert (len(second["items"]), second["more"]) == (1, False)


def test_the_schema_that_is_served_is_the_one_that_is_tested(client):
    assert get(client, "openapi").json() == json.loads(json.dumps(schema.document()))


def test_every_address_of_the_interface_is_described():
    from tournament.api.urls import urlpatterns

    names = {pattern.name.removeprefix("api-") for pattern in urlpatterns} - {"page", "openapi"}
    assert names == {name for name, *_ in schema.PATHS.values()}


@pytest.fixture
def described(played):
    """Return the schema with real codes and ids as examples, beside invented ones."""
    import schemathesis  # takes a second; every worker imports this file, and one runs the test

    plain = schema.document()
    for path in plain["paths"].values():
        for parameter in path["get"]["parameters"]:
            known = {
                "code": [played.tournament.code, "nothing"],
                "pk": [played.entrants["Ada"].player_id, 99999],
            }
            if parameter["name"] in known and parameter["in"] == "path":
                parameter["schema"] = {"enum": known[parameter["name"]]}
            if parameter["name"] in ("stage", "number"):
                parameter["schema"] = {"type": "integer", "minimum": 1, "maximum": 4}
    loaded = schemathesis.openapi.from_dict(plain)
    loaded.app = get_wsgi_application()
    loaded.location = "/api/v1/openapi.json"
    # As Django's own test client does: the end of a request must not close the test's database.
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    yield loaded
    for signal in (signals.request_started, signals.request_finished):
        signal.connect(close_old_connections)


def test_every_answer_keeps_to_the_schema(described):
    checked = []
    for found in described.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
        def keeps(case):
            vars(rate_limit.rate_limit).update(vars(rate_limit.RateLimit()))
            case.call_and_validate(headers={"Accept-Encoding": "identity"})  # nothing unpacks here

        keeps()
        checked.append(operation.path)
    assert checked == [*schema.PATHS]
