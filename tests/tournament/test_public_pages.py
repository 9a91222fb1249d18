"""What everybody may see of an event, and never more; what players do from their link; what goes on paper."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import links
from games.access import SESSION_LINKS, SYSTEM
from games.models import Action
from games.referee import requests as r
from games.services import record
from games.signals import topic_news
from tests.tournament.conftest import ORGANISER
from tournament.models import Absence, Category, Entrant, Player, Prize, Report, StageEntry
from tournament.services import attendance, results, slips, stages, tables

pytestmark = pytest.mark.django_db

NAMES = "A B C D E F G H"


def page(e, name, *arguments, client=None, **query):
    url = reverse(name, args=[e.tournament.code, *arguments])
    return (client or Client()).get(url, query)


def text(response):
    """What a reader sees of a page, in one line."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.fixture
def player_client():
    """A device that opened an entrant's own link."""

    def make(entrant):
        client = Client()
        made = slips.player_link(actor=SYSTEM, entrant=entrant)
        client.get(made.path)
        return client

    return make


# ---- what is not for everybody


def test_a_draft_is_on_no_public_page(event):
    e = event(NAMES)
    e.play(e.publish())
    e.draft()
    for name in (
        "event",
        "event-round",
        "event-standings",
        "event-cross-table",
        "projector",
        "print-pairings",
    ):
        response = page(e, name)
        assert response.status_code == 200
        assert "Round 2" not in text(response), name
    assert page(e, "event-round-number", 2).status_code == 404
    assert len(text(page(e, "event-entrant", 1)).split("Replay")) == 1


def test_the_draft_of_a_bracket_is_not_shown_either(event):
    e = event("A B C D", format="knockout", planned_rounds=None)
    e.draft()
    assert StageEntry.objects.filter(stage=e.stage).count() == 4
    assert "Not drawn yet" in text(page(e, "event-bracket"))
    assert page(e, "print-bracket").status_code == 404
    draft = e.stage.rounds.get()
    e.publish(draft)
    assert "Semifinal" in text(page(e, "event-bracket"))


def test_an_event_that_is_not_public_is_not_there_for_strangers(event, django_user_model):
    e = event(NAMES, public=False)
    e.publish()
    assert page(e, "event").status_code == 404
    assert e.tournament.name not in text(Client().get(reverse("tournaments")))
    boss = Client()
    boss.force_login(django_user_model.objects.create_superuser("boss"))
    assert page(e, "event", client=boss).status_code == 200
    display = Client()
    made = links.make(SYSTEM, role="display", scope=e.tournament.scope)
    assert display.get(made.path).url == reverse("projector", args=[e.tournament.code])
    assert page(e, "projector", client=display).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "event",
        "event-round",
        "event-standings",
        "event-cross-table",
        "event-entrants",
        "projector",
        "print-standings",
        "print-pairings",
        "print-pairings-by-name",
        "print-cross-table",
        "print-score-sheets",
    ],
)
def test_public_pages_show_public_names_only(event, name):
    e = event("A B C")
    Player.objects.filter(first_name="A").update(
        first_name="Anna", family_name="Secret", public_as="initials"
    )
    Player.objects.filter(first_name="B").update(first_name="Berta", family_name="Hidden", public_as="short")
    e.publish()
    shown = page(e, name).content.decode()
    assert "A. S." in shown
    assert "Berta H." in shown
    assert "Secret" not in shown
    assert "Hidden" not in shown
    assert "Anna" not in shown


# ---- what they show


def test_a_round_by_board_and_by_name(event):
    e = event("Zoe Élodie Fay Adam Gil")
    round_ = e.publish()
    first = e.matches(round_)[0]
    results.type_result(actor=ORGANISER, match=first, outcome=results.read_typed("1"), now_ms=e.now_ms)
    shown = text(page(e, "event-round"))
    assert "1 of 2 results" in shown
    assert f"{first.first} O {first.second} 1 – 0" in shown
    by_name = text(page(e, "event-round", by="name"))
    assert f"{first.second} 1 O {first.first} 0 – 1" in by_name, "seen from each name"
    assert re.search(r"(Zoe|Élodie|Fay|Adam|Gil) Bye", by_name)


def test_names_are_sorted_without_regard_to_accents(event):
    from tournament.services import history
    from tournament.views.public import pairings

    e = event("Zoe Élodie Fay Adam")
    e.publish()
    listed = pairings.round_page(history.read(e.stage), 1).by_name()
    assert [str(seat.side.entrant) for seat in listed] == ["Adam", "Élodie", "Fay", "Zoe"]


def test_standings_name_and_explain_every_tie_break_and_show_their_working(event):
    e = event(NAMES, planned_rounds=3)
    for _ in range(2):
        e.play(e.publish())
    response = page(e, "event-standings")
    shown = text(response)
    assert "After round 2" in shown
    assert "provisional" not in shown
    assert "Buchholz, lowest cut" in shown
    assert "The points of all opponents, added up." in shown
    link = re.search(r'class="working-link" href="(1/1/[^"]*)"', response.content.decode())[1]
    address = reverse("event-standings", args=[e.tournament.code]) + link.replace("&amp;", "&")
    working = text(Client().get(address))
    value, one, other = map(float, re.search(r"Buchholz ([\d.]+) = ([\d.]+) \+ ([\d.]+)", working).groups())
    assert value == one + other > 0
    assert re.search(r"Round 1: \w scored [12]\.", working)
    assert "8.1" in working


def test_standings_after_an_earlier_round_are_linked_and_told(event):
    e = event(NAMES, planned_rounds=3)
    e.play(e.publish())
    e.publish()
    assert "After round 2 , provisional" in text(page(e, "event-standings"))
    earlier = page(e, "event-standings", round=1)
    assert "After round 1" in text(earlier)
    assert "provisional" not in text(earlier)
    assert page(e, "event-standings", round=77).status_code == 200


def test_standings_within_a_category(event):
    e = event(NAMES)
    e.play(e.publish())
    juniors = Category.objects.create(tournament=e.tournament, name="Juniors")
    e.entrants["H"].categories.add(juniors)
    e.entrants["B"].categories.add(juniors)
    rows = re.findall(
        r'<tr><td class="number">(\d+)</td><th scope="row"><a [^>]+>(\w)</a>',
        page(e, "event-standings", category=juniors.pk).content.decode(),
    )
    assert rows == [("1", "B"), ("2", "H")]


def test_a_cross_table_tells_byes_and_forfeits_apart(event):
    e = event("A B C D E", planned_rounds=3)
    round_ = e.publish()
    first, second = (match for match in e.matches(round_) if match.second_id)
    results.type_result(actor=ORGANISER, match=first, outcome=results.read_typed("1"), now_ms=e.now_ms)
    results.forfeit(actor=ORGANISER, match=second, absent=second.second, now_ms=e.now_ms)
    shown = page(e, "event-cross-table").content.decode()
    assert 'data-kind="forfeit"' in shown
    assert 'data-kind="bye"' in shown
    assert "won by forfeit" in shown
    assert "lost by forfeit" in shown


def test_a_round_robin_has_a_column_for_each_opponent(event):
    e = event("A B C D", format="round-robin", planned_rounds=None)
    e.play(e.publish())
    shown = page(e, "event-cross-table").content.decode()
    assert shown.count("data-own-cell") == 4


def test_groups_have_a_table_each(event):
    e = event(NAMES, format="groups", planned_rounds=None, options={"groups": 2, "qualifiers": 2})
    e.publish()
    shown = text(page(e, "event-standings"))
    assert "Group A" in shown
    assert "Group B" in shown
    assert page(e, "print-cross-table").status_code == 200


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 11, 16])
@pytest.mark.parametrize("format", ["knockout", "double-knockout"])
def test_every_match_of_a_bracket_has_its_place_on_the_page(event, format, count):
    from tournament.services import brackets, history
    from tournament.views.public import bracket_layout

    e = event(" ".join(f"P{number}" for number in range(count)), format=format, planned_rounds=None)
    e.publish()
    record = history.read(e.stage)
    shown = bracket_layout.layout(record, lit=e.entrants["P0"].pk)
    numbers = [
        slot.match.number
        for tree in shown.trees
        for column in tree.columns
        for slot in column.slots
        if slot.match
    ]
    numbers += [match.number for _title, match in shown.extra]
    assert sorted(numbers) == [match.number for match in brackets.bracket_of(record).matches]
    for tree in shown.trees:
        for before, after in zip(tree.columns, tree.columns[1:], strict=False):
            halves = 2 if before.link == "fork" else 1
            assert len(before.slots) == halves * len(after.slots)
    assert page(e, "event-bracket").status_code == 200


def test_the_path_of_an_entrant_is_lit(event):
    e = event("A B C D", format="knockout", planned_rounds=None)
    e.play(e.publish())
    shown = page(e, "event-bracket", entrant=1).content.decode()
    assert shown.count("data-path") == 2  # the semifinal won, and the final
    assert "The way of A is lit." in text(page(e, "event-bracket", entrant=1))


def test_a_team_page_lists_its_members_and_boards_are_told_one_by_one(event):
    e = event("", format="round-robin", entry="team", boards=2, planned_rounds=None)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}1 {name}2")
    match = e.matches(e.publish())[0]
    results.type_result(
        actor=ORGANISER, match=match, outcome=results.read_typed("1"), number=1, now_ms=e.now_ms
    )
    assert "Reds1" in text(page(e, "event-entrant", 1))
    shown = text(page(e, "event-round"))
    assert re.search(r"1\.1 (Reds1 1 – 0 Blues1|Blues1 1 – 0 Reds1)", shown)


def test_prizes_go_by_place_and_category_and_nobody_gets_two(event):
    e = event("A B C D", format="round-robin", planned_rounds=None)
    juniors = Category.objects.create(tournament=e.tournament, name="Juniors")
    for name in "AB":
        e.entrants[name].categories.add(juniors)
    Prize.objects.create(tournament=e.tournament, place=1, title="Cup")
    Prize.objects.create(tournament=e.tournament, place=1, title="Book", category=juniors)
    for _ in range(3):
        e.play(e.publish())
    shown = text(page(e, "event-prizes"))
    assert "Cup A" in shown
    assert "Book B" in shown


def test_the_podium_stands_once_the_event_is_finished(event):
    e = event("A B C", format="round-robin", planned_rounds=None)
    for number in range(3):
        assert "Winners" not in text(page(e, "event")), number
        e.play(e.publish())
    assert "Winners 1 A 2 B 3 C" in text(page(e, "event"))


def test_the_number_of_queries_does_not_grow_with_the_field(event):
    counts = []
    for size in (4, 16):
        e = event(" ".join(f"{size}p{number}" for number in range(size)))
        for _ in range(2):
            e.play(e.publish())
        counts.append({name: _queries(e, name) for name in SHOWN_TO_ALL})
    assert counts[0] == counts[1]


SHOWN_TO_ALL = (
    "event",
    "event-round",
    "event-standings",
    "event-cross-table",
    "event-entrants",
    "event-prizes",
    "projector",
    "print-pairings",
    "print-standings",
)


def _queries(e, name):
    with CaptureQueriesContext(connection) as queries:
        assert page(e, name).status_code == 200
    return len(queries)


def test_a_page_renews_only_what_may_have_changed(event):
    e = event(NAMES)
    e.publish()
    url = reverse("event-standings", args=[e.tournament.code])
    part = Client().get(url, headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert b"After round 1" in part.content
    assert "HX-Request" in part["Vary"]
    assert b"Up to date as of" in part.content


def test_watchers_are_told_after_the_commit_that_something_changed(event, django_capture_on_commit_callbacks):
    heard = []

    def hear(topic, message, **_):
        heard.append((topic, message))

    topic_news.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            e = event("A B")
            assert heard == [], "nothing is told before it is committed"
        with django_capture_on_commit_callbacks(execute=True):
            e.publish()
    finally:
        topic_news.disconnect(hear)
    assert (e.tournament.scope, {"what": "tournament"}) in heard


# ---- entering by oneself


def entry(**more):
    return {"code": "spring", "first_name": "Nora", "family_name": "Quist", "public_as": "short"} | more


def test_entering_by_oneself_waits_for_the_organiser(event):
    e = event("A B", registration_open=True, registration_code="Spring")
    url = reverse("event-enter", args=[e.tournament.code])
    response = Client().post(url, entry(), follow=True)
    assert "Thank you, Nora Q." in text(response)
    entrant = Entrant.objects.get(player__first_name="Nora")
    assert entrant.status == "applied"
    assert "Nora" not in text(page(e, "event-entrants"))


def test_a_wrong_code_enters_nobody_and_guessing_is_locked_out(event):
    e = event("A B", registration_open=True, registration_code="spring")
    url, client = reverse("event-enter", args=[e.tournament.code]), Client()
    assert "does not open the registration" in text(client.post(url, entry(code="summer")))
    for _ in range(12):
        last = client.post(url, entry(code="winter"))
    assert "Too many wrong tries" in text(last)
    assert "Too many wrong tries" in text(client.post(url, entry()))
    assert e.tournament.entrants.count() == 2


def test_a_full_event_says_so_and_that_is_no_guess(event):
    e = event("A B", registration_open=True, registration_code="spring", capacity=2)
    url, client = reverse("event-enter", args=[e.tournament.code]), Client()
    for _ in range(15):
        assert "All 2 places are taken." in text(client.post(url, entry()))


def test_registration_that_is_closed_offers_no_form(event):
    e = event("A B")
    response = Client().post(reverse("event-enter", args=[e.tournament.code]), entry())
    assert "Registration is not open" in text(response)
    assert e.tournament.entrants.count() == 2


# ---- a player's own page


def test_the_own_link_leads_to_the_own_page_with_board_symbol_and_opponent(event, player_client):
    e = event("A B C D")
    match = e.matches(e.publish())[0]
    client = player_client(match.first)
    shown = text(client.get(reverse("player", args=[match.first.pk])))
    assert "Board 1" in shown
    assert "You have X and start" in shown
    assert f"against {match.second}" in shown
    assert "and start" not in text(player_client(match.second).get(reverse("player", args=[match.second.pk])))
    # Another's page stays shut.
    assert client.get(reverse("player", args=[match.second.pk])).status_code in (302, 403)


def test_two_reports_that_agree_settle_the_match(event, player_client):
    e = event("A B")
    match = e.matches(e.publish())[0]
    told = {match.first: "won", match.second: "lost"}
    for entrant, result in told.items():
        url = reverse("player-report", args=[entrant.pk])
        response = player_client(entrant).post(url, {"match": match.pk, "result": result}, follow=True)
    assert "Both of you say the same" in text(response)
    match.refresh_from_db()
    assert (match.outcome, match.source) == ("first-wins", "reported")


def test_reports_that_differ_wait_for_the_arbiter_and_each_sees_what_the_other_said(event, player_client):
    e = event("A B")
    match = e.matches(e.publish())[0]
    for entrant in (match.first, match.second):
        url = reverse("player-report", args=[entrant.pk])
        response = player_client(entrant).post(url, {"match": match.pk, "result": "won"}, follow=True)
    shown = text(response)
    assert "The arbiter has been told" in shown
    assert "Your opponent says: you lost." in shown
    assert "You said: you won." in shown
    match.refresh_from_db()
    assert match.outcome == ""
    assert Report.objects.count() == 2


def test_nobody_reports_a_match_of_others_or_nonsense(event, player_client):
    e = event("A B C D")
    one, other = e.matches(e.publish())
    client, url = player_client(one.first), reverse("player-report", args=[one.first.pk])
    assert client.post(url, {"match": other.pk, "result": "won"}).status_code == 404
    assert client.post(url, {"match": "x", "result": "won"}).status_code == 404
    client.post(url, {"match": one.pk, "result": "first-wins"})
    assert not Report.objects.exists()


def test_attendance_from_the_own_link_is_logged_under_that_link(event, player_client):
    e = event("A B C D", planned_rounds=4)
    entrant = e.entrants["A"]
    client = player_client(entrant)

    def press(deed, **data):
        return text(client.post(reverse("player-attend", args=[entrant.pk, deed]), data, follow=True))

    press("check-in")
    assert "Noted: half a point" in press("half-bye", round=2)
    assert "Noted: you will not be paired" in press("absent", round=3)
    assert dict(Absence.objects.values_list("number", "kind")) == {2: "half-bye", 3: "absent"}
    assert "Noted: you play" in press("back-in-round", round=3)
    assert "You have withdrawn" in press("withdraw")
    assert "Welcome back" in press("come-back")
    entrant.refresh_from_db()
    assert entrant.checked_in
    assert entrant.is_in
    link = f"link:{client.session[SESSION_LINKS][0]}"
    verbs = Action.objects.filter(actor=link).values_list("verb", flat=True)
    assert {"check_in", "announce_absence", "cancel_absence", "withdraw", "come_back"} <= set(verbs)


@pytest.mark.parametrize("number", ["", "x", "-1", "0", "9", "99999999999999999999"])
def test_a_round_that_is_none_is_refused_in_words(event, player_client, number):
    e = event("A B C D", planned_rounds=4)
    url = reverse("player-attend", args=[e.entrants["A"].pk, "absent"])
    assert "Say which round you mean." in text(
        player_client(e.entrants["A"]).post(url, {"round": number}, follow=True)
    )
    assert not Absence.objects.exists()


def test_who_was_expelled_does_not_come_back_alone(event, player_client):
    e = event("A B C")
    attendance.expel(actor=ORGANISER, entrant=e.entrants["A"], reason="phone", now_ms=e.now_ms)
    url = reverse("player-attend", args=[e.entrants["A"].pk, "come-back"])
    player_client(e.entrants["A"]).post(url)
    assert Entrant.objects.get(pk=e.entrants["A"].pk).status == "expelled"


def test_where_the_desk_does_everything_the_own_page_only_shows(event, player_client):
    e = event("A B", self_service=False)
    match = e.matches(e.publish())[0]
    client = player_client(match.first)
    assert "Report the result" not in text(client.get(reverse("player", args=[match.first.pk])))
    client.post(reverse("player-report", args=[match.first.pk]), {"match": match.pk, "result": "won"})
    client.post(reverse("player-attend", args=[match.first.pk, "withdraw"]))
    assert not Report.objects.exists()
    assert Entrant.objects.get(pk=match.first.pk).is_in


# ---- paper


def test_slips_are_printed_in_the_order_of_names(event):
    e = event("Zoe Élodie Øystein Fay Adam Łucja Max")
    names = [str(entrant) for entrant, _made in slips.all_slips(actor=ORGANISER, tournament=e.tournament)]
    assert names == ["Adam", "Élodie", "Fay", "Łucja", "Max", "Øystein", "Zoe"]


def test_slips_and_cards_are_for_staff_and_carry_links_that_open(event, django_user_model):
    e = event("A B")
    tables.provide(actor=ORGANISER, tournament=e.tournament, count=2)
    stranger, boss = Client(), Client()
    boss.force_login(django_user_model.objects.create_superuser("boss"))
    slips_url, cards_url = (
        reverse(name, args=[e.tournament.code]) for name in ("print-slips", "print-table-cards")
    )
    assert stranger.post(slips_url).status_code == 403
    assert boss.get(slips_url).status_code == 405, "looking at an address makes no new links"
    slip = text(boss.post(slips_url))
    code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", slip)[0]
    assert stranger.post(reverse("code"), {"code": code}).status_code == 302
    card = text(boss.post(cards_url))
    assert len(re.findall(r"[2-9A-Z]{4}-[2-9A-Z]{4}", card)) == 2


def test_score_sheets_come_one_for_each_board_with_or_without_names(event):
    e = event("Anna Berta Clara Dora")
    e.publish()
    assert page(e, "print-score-sheets").content.decode().count('class="score-sheet"') == 2
    assert "Anna" in text(page(e, "print-score-sheets"))
    assert "Anna" not in text(page(e, "print-score-sheets", blank=1))


def test_a_live_board_is_told_on_the_round_page(event):
    e = event("A B", live=True, keeper="server")
    match = e.matches(e.publish())[0]
    assert "waiting" in text(page(e, "event-round"))
    record(game_id=match.games.get().game_id, request=r.Start(), actor=SYSTEM, stamp_ms=e.now_ms)
    shown = page(e, "event-round")
    assert "playing" in text(shown)
    assert match.games.get().game.code in shown.content.decode()


def test_stages_have_their_own_pages(event):
    e = event("A B C D", format="groups", planned_rounds=None, options={"groups": 2, "qualifiers": 1})
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    round_ = e.publish()
    e.play(round_)
    assert "Group A" in text(page(e, "event-standings", stage=1))
    assert "Not drawn yet" in text(page(e, "event-bracket"))
    e.stage = e.tournament.stages.get(number=2)
    e.publish()
    assert "Final" in text(page(e, "event-bracket"))
    assert "Group A" in text(page(e, "event-standings", stage=1))
