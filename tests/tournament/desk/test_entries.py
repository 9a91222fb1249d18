"""Entries at the desk: typed, pasted, registered; there or not, in or out."""

import pytest
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press, publish
from tournament.models import Club, Entrant, Player, StageEntry
from tournament.services import attendance, enrol, pasting

pytestmark = pytest.mark.django_db


def test_a_name_on_the_clubs_list_is_taken_from_it(desk, event):
    e = event()
    known = Player.objects.create(first_name="Mira", family_name="Novak", rating=1612)
    assert press(desk, "desk-entry-add", e.tournament.pk, name="mira novak") == ["mira novak is entered."]
    assert Entrant.objects.get().player == known
    assert press(desk, "desk-entry-add", e.tournament.pk, name="Mira Novak") == [
        "Mira Novak is entered already."
    ]


LIST = "Mira Novak; 1612; Cube Club\nWeber, Jonas\n\nÞórdís Ósk Jónsdóttir\t1400"


def test_a_pasted_list_is_shown_before_anybody_is_entered(desk, event):
    e = event()
    Player.objects.create(first_name="Jonas", family_name="Weber")
    address = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(address, {"text": LIST}).content.decode()
    assert "on our list" in page
    assert "Enter all 3" in page
    assert not Entrant.objects.exists()
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes") == [
        "3 entries were added."
    ]
    assert sorted(map(str, Entrant.objects.with_names())) == [
        "Jonas Weber",
        "Mira Novak",
        "Þórdís Ósk Jónsdóttir",
    ]
    assert Player.objects.get(first_name="Mira").club == Club.objects.get(name="Cube Club")
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes") == [
        "0 entries were added."
    ]


def test_a_pasted_list_enters_all_or_nobody(desk, event):
    e = event(capacity=2)
    told = press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes")
    assert told == ["All 2 places are taken."]
    assert not Entrant.objects.exists()


@pytest.mark.parametrize(
    ("line", "first", "family"),
    [
        ("Mira Novak", "Mira", "Novak"),
        ("Novak, Mira", "Mira", "Novak"),
        ("Pelé", "Pelé", ""),
        ("A  B C", "A B", "C"),
    ],
)
def test_names_are_read_as_people_write_them(line, first, family):
    assert pasting.read_person(line) == pasting.Person(first, family)


def test_a_team_is_pasted_with_its_players_and_substitutes(desk, event):
    e = event(entry="team", boards=2)
    press(
        desk, "desk-entry-paste", e.tournament.pk, text="Rooks: Ada Birk, Ben Okafor, Cleo Lind", sure="yes"
    )
    members = Entrant.objects.get().team.members.order_by("order")
    assert [(str(each.player), each.substitute) for each in members] == [
        ("Ada Birk", False),
        ("Ben Okafor", False),
        ("Cleo Lind", True),
    ]


@pytest.mark.parametrize("entry", ["pair", "team"])
def test_nobody_is_twice_in_a_pair_or_team(desk, event, entry):
    e = event(entry=entry, boards=2)
    told = press(desk, "desk-entry-add", e.tournament.pk, name="Kurz", players="Karl Kurz\nKarl Kurz")
    assert told == ["Karl Kurz is named twice: everybody plays once."]
    told = press(desk, "desk-entry-paste", e.tournament.pk, text="Kurz: Karl Kurz, Karl Kurz", sure="yes")
    assert told == ["Karl Kurz is named twice: everybody plays once."]
    assert not Player.objects.exists()


def test_a_pair_is_two_and_needs_no_name(desk, event):
    e = event(entry="pair")
    page = look(desk, "desk-entries", e.tournament.pk)
    assert "Name of the pair" in page
    assert "substitutes" not in page
    for three in (
        {"page": "desk-entry-add", "players": "Ada Birk\nBen Okafor\nCleo Lind"},
        {"page": "desk-entry-paste", "text": "Ada Birk, Ben Okafor, Cleo Lind", "sure": "yes"},
    ):
        told = press(desk, three.pop("page"), e.tournament.pk, **three)
        assert told == ["A pair has exactly two players."]
    told = press(desk, "desk-entry-add", e.tournament.pk, players="Ada Birk\nBen Okafor")
    assert told == ["Ada / Ben is entered."]


def test_the_address_of_a_pasted_list_leads_to_the_entries(desk, event):
    e = event()
    answer = desk.get(reverse("desk-entry-paste", args=[e.tournament.pk]))
    assert answer.url == reverse("desk-entries", args=[e.tournament.pk])


def test_five_plain_buttons(desk, event):
    """Late entry, absence, half-point bye, withdrawal, return."""
    e = event("A B C D", planned_rounds=4)
    publish(desk, e)
    press(desk, "desk-entry-add", e.tournament.pk, name="Late Larry")
    late = Entrant.objects.get(player__first_name="Late")
    assert late.stage_entries.get().first_round == 2
    press(desk, "desk-absence", e.entrants["A"].pk, number=2, kind="absent")
    press(desk, "desk-absence", e.entrants["B"].pk, number=3, kind="half-bye")
    assert sorted(e.stage.absences.values_list("number", "kind")) == [(2, "absent"), (3, "half-bye")]
    press(desk, "desk-absence-cancel", e.entrants["A"].pk, number=2)
    assert e.stage.absences.count() == 1
    told = press(desk, "desk-withdraw", e.entrants["C"].pk)
    assert told == [
        "1 match of this entrant is still open: enter its result.",
        "C has withdrawn.",
    ]
    press(desk, "desk-come-back", e.entrants["C"].pk)
    assert Entrant.objects.get(pk=e.entrants["C"].pk).is_in


def test_an_expulsion_says_why(desk, event):
    e = event("A B")
    assert press(desk, "desk-expel", e.entrants["A"].pk, reason="") == [
        "Say why: the reason is kept with the entrant."
    ]
    press(desk, "desk-expel", e.entrants["A"].pk, reason="Threw the cubes")
    assert e.entrants["A"].incidents.get().text == "Threw the cubes"


def test_registration_opens_with_a_code_and_entries_wait_for_approval(desk, event):
    e = event()
    press(desk, "desk-registration", e.tournament.pk, open="yes")
    e.tournament.refresh_from_db()
    assert e.tournament.registration_open
    assert e.tournament.registration_code in look(desk, "desk-entries", e.tournament.pk)
    twin = Player.objects.create(first_name="Mira", family_name="Novak", rating=1612)
    applied = enrol.register(
        tournament=e.tournament,
        code=e.tournament.registration_code,
        first_name="Mira",
        family_name="Novak",
        now_ms=1,
    )
    assert "Waiting for approval" in look(desk, "desk-entries", e.tournament.pk)
    press(desk, "desk-approve", applied.pk, player=twin.pk)
    assert Entrant.objects.get().player == twin


@pytest.mark.parametrize("format", ["knockout", "round-robin"])
def test_an_absence_that_would_be_passed_over_is_neither_offered_nor_taken(desk, event, format):
    e = event("A B C D", format=format)
    e.publish()
    page = look(desk, "desk-entrant", e.entrants["A"].pk)
    assert reverse("desk-absence", args=[e.entrants["A"].pk]) not in page
    assert "whoever misses a match forfeits it" in page
    for kind in ("absent", "half-bye"):
        told = press(desk, "desk-absence", e.entrants["A"].pk, number=2, kind=kind)
        assert told == [
            "Only Swiss rounds are drawn without those who are away. "
            "Withdraw A, or let a no-show forfeit the match."
        ]
    assert not e.stage.absences.exists()


def test_everybody_is_checked_in_at_once_or_nobody_is(desk, event):
    e = event("A B C D", format="knockout")
    for name in "AB":
        press(desk, "desk-check-in", e.entrants[name].pk, present="yes")
    press(desk, "desk-draft", e.stage.pk)
    # Drawn without them: C would be let in first and D refused, or neither.
    StageEntry.objects.create(stage=e.stage, entrant=e.entrants["C"], seed=3)
    assert "nobody can be added" in press(desk, "desk-check-in-all", e.tournament.pk)[0]
    assert e.tournament.entrants.filter(checked_in=True).count() == 2


def test_who_left_is_still_counted_and_who_never_came_is_not(client, event):
    e = event("A B C D E F")
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["F"])
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["E"])
    e.tournament.refresh_from_db()
    assert "5 entrants" in look(client, "tournaments")
    assert "<dt>Entrants</dt><dd>5</dd>" in look(client, "event", e.tournament.code)
