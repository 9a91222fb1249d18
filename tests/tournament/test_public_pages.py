"""What the public may see of a tournament, and never more."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from tests.tournament.conftest import ORGANISER
from tests.tournament.organisers import club_organiser
from tests.tournament.pages import page, text
from tournament.models import Category, Player, Prize, StageEntry, Tournament
from tournament.services.club import evenings
from tournament.services.entries import attendance
from tournament.services.results import entering
from tournament.services.stages import stages

pytestmark = pytest.mark.django_db

NAMES = "A B C D E F G H"


# ---- what is not public


def test_a_draft_is_on_no_public_page(make_tournament):
    e = make_tournament(NAMES)
    e.play(e.publish())
    e.draft()
    for name in (
        "tournament",
        "tournament-round",
        "tournament-standings",
        "tournament-cross-table",
        "projector",
        "print-pairings",
    ):
        response = page(e, name)
        assert response.status_code == 200
        assert "Round 2" not in text(response), name
    assert page(e, "tournament-round-number", 2).status_code == 404
    assert len(text(page(e, "tournament-entrant", 1)).split("Replay")) == 1


def test_the_draft_of_a_bracket_is_not_shown_either(make_tournament):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None)
    e.draft()
    assert StageEntry.objects.filter(stage=e.stage).count() == 4
    assert "Not drawn yet" in text(page(e, "tournament-bracket"))
    assert page(e, "print-bracket").status_code == 404
    draft = e.stage.rounds.get()
    e.publish(draft)
    assert "Semi-final" in text(page(e, "tournament-bracket"))


def test_a_tournament_that_is_not_public_is_not_there_for_strangers(make_tournament):
    e = make_tournament(NAMES, public=False)
    e.publish()
    assert page(e, "tournament").status_code == 404
    assert e.tournament.name not in text(Client().get(reverse("tournaments")))
    boss = Client()
    boss.force_login(club_organiser("boss"))
    assert page(e, "tournament", client=boss).status_code == 200
    display = Client()
    made = links.make(SYSTEM, role="display", scope=e.tournament.scope)
    assert display.post(made.path).url == reverse("projector", args=[e.tournament.code])
    assert page(e, "projector", client=display).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "tournament",
        "tournament-round",
        "tournament-standings",
        "tournament-cross-table",
        "tournament-entrants",
        "projector",
        "print-standings",
        "print-pairings",
        "print-pairings-by-name",
        "print-cross-table",
        "print-score-sheets",
    ],
)
def test_public_pages_show_public_names_only(make_tournament, name):
    e = make_tournament("A B C")
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


def test_standings_name_and_explain_every_tie_break_and_show_their_working(make_tournament):
    e = make_tournament(NAMES, planned_rounds=3)
    for _ in range(2):
        e.play(e.publish())
    response = page(e, "tournament-standings")
    shown = text(response)
    assert "After round 2" in shown
    assert "provisional" not in shown
    assert "Buchholz, lowest cut" in shown
    assert "The points of all opponents, added up." in shown
    link = re.search(r'class="working-link" href="(1/1/[^"]*)"', response.content.decode())[1]
    address = reverse("tournament-standings", args=[e.tournament.code]) + link.replace("&amp;", "&")
    working = text(Client().get(address))
    value, one, other = map(float, re.search(r"Buchholz ([\d.]+) = ([\d.]+) \+ ([\d.]+)", working).groups())
    assert value == one + other > 0
    assert re.search(r"Round 1: \w scored [12]\.", working)
    assert "8.1" in working


def test_standings_after_an_earlier_round_are_linked_and_named(make_tournament):
    e = make_tournament(NAMES, planned_rounds=3)
    e.play(e.publish())
    e.publish()
    assert "After round 2 , provisional" in text(page(e, "tournament-standings"))
    earlier = page(e, "tournament-standings", round=1)
    assert "After round 1" in text(earlier)
    assert "provisional" not in text(earlier)
    assert page(e, "tournament-standings", round=77).status_code == 200


def test_standings_within_a_category(make_tournament):
    e = make_tournament(NAMES)
    e.play(e.publish())
    juniors = Category.objects.create(tournament=e.tournament, name="Juniors")
    e.entrants["H"].categories.add(juniors)
    e.entrants["B"].categories.add(juniors)
    rows = re.findall(
        r'<tr>\s*<td class="number rank">\s*(\d+)\s*</td>\s*<th scope="row">\s*<a [^>]+>(\w)</a>',
        page(e, "tournament-standings", category=juniors.pk).content.decode(),
    )
    assert rows == [("1", "B"), ("2", "H")]


def test_a_cross_table_tells_byes_and_forfeits_apart(make_tournament):
    e = make_tournament("A B C D E", planned_rounds=3)
    round_ = e.publish()
    first, second = (match for match in e.matches(round_) if match.second_id)
    entering.type_result(actor=ORGANISER, match=first, outcome=entering.read_typed("1"), now_ms=e.now_ms)
    entering.type_line(actor=ORGANISER, round_=round_, board=second.board, text="+", now_ms=e.now_ms)
    shown = page(e, "tournament-cross-table").content.decode()
    assert 'data-kind="forfeit"' in shown
    assert 'data-kind="bye"' in shown
    assert "won by forfeit" in shown
    assert "lost by forfeit" in shown


def test_an_annulled_game_is_called_annulled_and_not_won(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    e.play(e.publish())
    left = e.match("D", "A") or e.match("D", "B") or e.match("D", "C")
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["D"])
    for entrant in (left.first, left.second):
        rows = page(e, "tournament-entrant", entrant.number).content.decode().split("<tr>")
        (row,) = (each for each in rows if "annulled" in each)
        assert "won" not in row
        assert "lost" not in row
    assert text(page(e, "tournament-cross-table")).count(", annulled") == 2


def test_a_round_robin_has_a_column_for_each_opponent(make_tournament):
    e = make_tournament("A B C D", format="round-robin", planned_rounds=None)
    e.play(e.publish())
    shown = page(e, "tournament-cross-table").content.decode()
    assert shown.count("data-own-cell") == 4


def test_groups_have_a_table_each(make_tournament):
    e = make_tournament(NAMES, format="groups", planned_rounds=None, options={"groups": 2, "qualifiers": 2})
    e.publish()
    shown = text(page(e, "tournament-standings"))
    assert "Group A" in shown
    assert "Group B" in shown
    assert page(e, "print-cross-table").status_code == 200


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 11, 16])
@pytest.mark.parametrize("format", ["knockout", "double-knockout"])
def test_every_match_of_a_bracket_has_its_place_on_the_page(make_tournament, format, count):
    from tournament.services.stages import brackets, stage_record
    from tournament.views.public import bracket_layout

    e = make_tournament(" ".join(f"P{number}" for number in range(count)), format=format, planned_rounds=None)
    e.publish()
    record = stage_record.read(e.stage)
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
    assert page(e, "tournament-bracket").status_code == 200


def test_the_path_of_an_entrant_is_lit(make_tournament):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None)
    e.play(e.publish())
    shown = page(e, "tournament-bracket", entrant=1).content.decode()
    assert shown.count("data-path") == 2  # the semifinal won, and the final
    assert "The way of A is lit." in text(page(e, "tournament-bracket", entrant=1))


def test_a_team_page_lists_its_members_and_boards_one_by_one(make_tournament):
    e = make_tournament("", format="round-robin", entry="team", boards=2, planned_rounds=None)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}1 {name}2")
    match = e.matches(e.publish())[0]
    entering.type_result(
        actor=ORGANISER, match=match, outcome=entering.read_typed("1"), number=1, now_ms=e.now_ms
    )
    assert "Reds1" in text(page(e, "tournament-entrant", 1))
    shown = text(page(e, "tournament-round"))
    assert re.search(r"1\.1 (Reds1 1 – 0 Blues1|Blues1 1 – 0 Reds1)", shown)


def test_prizes_go_by_place_and_category_and_no_entrant_gets_two(make_tournament):
    e = make_tournament("A B C D", format="round-robin", planned_rounds=None)
    juniors = Category.objects.create(tournament=e.tournament, name="Juniors")
    for name in "AB":
        e.entrants[name].categories.add(juniors)
    Prize.objects.create(tournament=e.tournament, place=1, title="Cup")
    Prize.objects.create(tournament=e.tournament, place=1, title="Book", category=juniors)
    for _ in range(3):
        e.play(e.publish())
    shown = text(page(e, "tournament-prizes"))
    assert "Cup A" in shown
    assert "Book B" in shown


def test_the_podium_stands_once_the_tournament_is_finished(make_tournament):
    e = make_tournament("A B C", format="round-robin", planned_rounds=None)
    for number in range(3):
        assert "Winners" not in text(page(e, "tournament")), number
        e.play(e.publish())
    assert "Winners 1 A Points 2 2 B Points 1 3 C Points 0" in text(page(e, "tournament"))


def test_stages_have_their_own_pages(make_tournament):
    e = make_tournament(
        "A B C D", format="groups", planned_rounds=None, options={"groups": 2, "qualifiers": 1}
    )
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    round_ = e.publish()
    e.play(round_)
    assert "Group A" in text(page(e, "tournament-standings", stage=1))
    assert "Not drawn yet" in text(page(e, "tournament-bracket"))
    e.stage = e.tournament.stages.get(number=2)
    e.publish()
    assert "Final" in text(page(e, "tournament-bracket"))
    assert "Group A" in text(page(e, "tournament-standings", stage=1))


def test_tournaments_are_listed_by_their_day_and_evenings_not_among_them(client, make_tournament):
    for name, day in (("First", 9), ("Third", 16), ("Second", 14)):
        made = make_tournament(name=name, starts_on=datetime.date(2026, 11, day)).tournament
        Tournament.objects.filter(pk=made.pk).update(status="finished")
    evenings.open_evening(
        actor=ORGANISER, name="Thursday", day=datetime.date(2026, 11, 12), now_ms=1, live=False
    )
    page = client.get(reverse("tournaments")).content.decode()
    places = [page.index(f">{name}</strong>") for name in ("Third", "Second", "First")]
    assert places == sorted(places)
    assert "Thursday" not in page
    assert reverse("evenings") in page
