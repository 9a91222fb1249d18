"""Entries at the desk: typed, pasted, registered; there or not, in or out."""

import re

import pytest
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press, publish
from tournament.models import Club, Entrant, Player, StageEntry
from tournament.services.club import ladder
from tournament.services.entries import attendance, enrol, pasting

pytestmark = pytest.mark.django_db


def test_a_name_on_the_clubs_list_is_taken_from_it(desk, event):
    e = event()
    known = Player.objects.create(first_name="Mira", family_name="Novak", rating=1612)
    assert press(desk, "desk-entry-add", e.tournament.pk, name="mira novak") == ["mira novak is entered."]
    assert Entrant.objects.get().player == known


def test_a_refused_entry_comes_back_as_it_was_typed(desk, event):
    e = event("A")
    address = reverse("desk-entry-add", args=[e.tournament.pk])
    page = desk.post(address, {"name": "A", "rating": "1612", "club": "Cube Club"}).content.decode()
    assert "A is entered already." in page
    for value in ('value="A"', 'value="1612"', 'value="Cube Club"'):
        assert value in page
    page = desk.post(address, {"name": "B", "rating": "many"}).content.decode()
    assert 'value="B"' in page
    assert "Enter a whole number." in page
    assert Entrant.objects.count() == 1
    assert desk.get(address, follow=True).status_code == 200, "the page of the refusal can be loaded again"


def test_a_refused_team_comes_back_with_its_players(desk, event):
    e = event(entry="pair")
    address = reverse("desk-entry-add", args=[e.tournament.pk])
    page = desk.post(address, {"name": "Rooks", "players": "Ada Birk"}).content.decode()
    assert "A pair has exactly two players." in page
    assert 'value="Rooks"' in page
    assert "Ada Birk</textarea>" in page
    assert not Player.objects.exists()


def test_after_an_entry_the_next_name_can_be_typed_at_once(desk, event):
    e = event()
    assert "autofocus" not in look(desk, "desk-entries", e.tournament.pk)
    address = reverse("desk-entry-add", args=[e.tournament.pk])
    page = desk.post(address, {"name": "Mira Novak"}, follow=True).content.decode()
    assert "autofocus" in re.search(r'<input[^>]*name="name"[^>]*>', page)[0]


def test_checking_in_matters_before_the_first_round_only(desk, event):
    e = event("A B C D E", planned_rounds=3)
    assert "0 of 5 are checked in" in look(desk, "desk-entries", e.tournament.pk)
    for name in "ABCD":
        press(desk, "desk-check-in", e.entrants[name].pk, present="yes")
    publish(desk, e)
    page = look(desk, "desk-entries", e.tournament.pk)
    assert "are checked in" not in page
    assert re.findall(r'Here<span class="unseen">: (\w)', page) == ["E"], "who was not there may still come"
    press(desk, "desk-entry-add", e.tournament.pk, name="Late Larry")
    press(desk, "desk-check-in", e.entrants["E"].pk, present="yes")
    page = look(desk, "desk-entries", e.tournament.pk)
    assert 'Here<span class="unseen">' not in page
    assert set(
        e.stage.entries.filter(first_round=2).values_list("entrant__player__first_name", flat=True)
    ) == {
        "E",
        "Late",
    }


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
    address = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(address, {"text": LIST, "sure": "yes"}).content.decode()
    assert "All 2 places are taken." in page
    assert "Weber, Jonas" in page, "the list is still there to be mended"
    assert not Entrant.objects.exists()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Mira Novak,1612,Cube Club", [("Mira Novak", 1612, "Cube Club")]),
        ('"O\'Brien, Sinéad";1540', [("Sinéad O'Brien", 1540, "")]),
        ('"Novak, Mira",1612,Cube Club', [("Mira Novak", 1612, "Cube Club")]),
        ("Novak, Mira, 1612", [("Mira Novak", 1612, "")]),
        ("van Dijk, Piet, 1612, Cube Club", [("Piet van Dijk", 1612, "Cube Club")]),
        ("Mira Novak, Cube Club, 1612", [("Mira Novak", 1612, "Cube Club")]),
        ("Novak, Mira", [("Mira Novak", None, "")]),
        ("Name;Rating;Club\nMira Novak;1612;", [("Mira Novak", 1612, "")]),
        ("Name,Rating,Club\nMira Novak,,Cube Club", [("Mira Novak", None, "Cube Club")]),
        ("Vorname\tNachname\tDWZ\nMira\tNovak\t1612", [("Mira Novak", 1612, "")]),
        ("Name,Club\nMira Novak,Cube Club", [("Mira Novak", None, "Cube Club")]),
        ("Name\nMira Novak", [("Mira Novak", None, "")]),
    ],
)
def test_lists_are_read_as_spreadsheets_write_them(text, read):
    lines = pasting.read(text, "player")
    assert [(line.name, line.rating, line.club) for line in lines] == read
    assert not any(line.trouble for line in lines)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("; 1500; Cube Club", "A name is needed."),
        ("1500", "A name is needed."),
        ("\t1500\tCube Club", "A name is needed."),
        ("Mira Novak; 16120", "“16120” is not a rating from 1 to 3999."),
        (f"Mira {'k' * 61}", f"“{'k' * 20}…” has more than 60 letters."),
    ],
)
def test_a_line_that_cannot_be_read_is_shown_and_left_out(desk, event, line, says):
    e = event()
    text = f"{line}\nJonas Weber"
    page = desk.post(reverse("desk-entry-paste", args=[e.tournament.pk]), {"text": text}).content.decode()
    assert f"left out: {says}" in page
    assert re.search(r"Enter 1\s*<", page)
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=text, sure="yes") == ["1 entry was added."]
    assert str(Entrant.objects.with_names().get()) == "Jonas Weber"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Rooks:", "A name is needed."),
        ("Rooks: Ada Birk, Ben Okafor, Cleo Lind", "A pair has exactly two players."),
        ('"Rooks": "Birk, Ada"; Ben Okafor', None),
    ],
)
def test_pairs_are_judged_before_they_are_entered(line, says):
    (read,) = pasting.read(f"Team: Name\n{line}", "pair")
    assert (str(read.trouble) if read.trouble else None) == says
    if not says:
        assert (read.name, *map(str, read.people)) == ("Rooks", "Ada Birk", "Ben Okafor")


def test_the_preview_of_single_players_has_no_column_of_players(desk, event):
    address = reverse("desk-entry-paste", args=[event().tournament.pk])
    assert ">Players<" not in desk.post(address, {"text": LIST}).content.decode()


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
    assert pasting.read_person(line) == pasting.PastedPerson(first, family)


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
    three = ("Ada Birk", "Ben Okafor", "Cleo Lind")
    told = press(desk, "desk-entry-add", e.tournament.pk, players="\n".join(three))
    assert told == ["A pair has exactly two players."]
    paste = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(paste, {"text": ", ".join(three), "sure": "yes"}).content.decode()
    assert "A pair has exactly two players." in page
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


def test_a_wrong_rating_is_put_right_in_the_list_and_taken_over(desk, event):
    e = event("A B")
    one = e.entrants["A"]
    edit = reverse("club-player-edit", args=[one.player_id])
    assert edit in look(desk, "desk-entrant", one.pk)
    Player.objects.update(rating=1777)
    assert press(desk, "desk-entrant-rating", one.pk) == ["The rating is that of the club's list."]
    assert list(Entrant.objects.order_by("number").values_list("rating", flat=True)) == [1777, 1990]
    publish(desk, e)
    assert "Take over the club's rating" not in look(desk, "desk-entrant", one.pk).replace("&#x27;", "'")
    assert press(desk, "desk-entrant-rating", one.pk) == ["Round 1 is drafted already."]


def test_who_may_not_change_the_list_is_not_led_there(as_role, event):
    e = event("A B")
    desk = as_role("organiser", e.tournament.scope, "eve")
    edit = reverse("club-player-edit", args=[e.entrants["A"].player_id])
    assert edit not in look(desk, "desk-entrant", e.entrants["A"].pk)


def test_no_id_is_given_twice_on_an_entrants_card(desk, event):
    page = look(desk, "desk-entrant", event("A B").entrants["A"].pk)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


LEAVING = {
    "swiss": "From the next draft on this entrant is not paired. Results stay.",
    "round-robin": "fewer than half of all games, none of them count",
    "double-round-robin": "fewer than half of all games, none of them count",
    "groups": "fewer than half of the group&#x27;s games, none of them count",
    "knockout": "The opponent of the next match goes on without a game.",
    "double-knockout": "on the losers&#x27; side as well",
    "ladder": "This entrant plays no further games.",
}


@pytest.mark.parametrize(("format", "told"), LEAVING.items())
def test_the_dialog_of_a_withdrawal_says_what_it_means_in_this_format(desk, event, format, told):
    e = event("A B C D", format=format)
    before = look(desk, "desk-entrant", e.entrants["A"].pk)
    assert "This entrant is left out of the draw" in before
    assert told not in before
    if e.stage.kind.has_rounds:
        e.publish()
    else:
        first, second = e.entrants["A"], e.entrants["B"]
        ladder.play(actor=ORGANISER, stage=e.stage, first=first, second=second, now_ms=e.now_ms)
    shown = look(desk, "desk-entrant", e.entrants["A"].pk)
    assert told in shown
    assert "left out of the draw" not in shown


def test_the_dialog_of_a_withdrawal_speaks_german(desk, event):
    e = event("A B C D", format="knockout")
    e.publish()
    desk.cookies["django_language"] = "de"
    assert "kommt kampflos weiter" in look(desk, "desk-entrant", e.entrants["A"].pk)


@pytest.mark.parametrize("format", ["round-robin", "groups", "knockout", "double-knockout"])
def test_what_the_dialog_says_of_the_games_to_come_is_so(event, format):
    e = event("A B C D", format=format, options={"groups": 1} if format == "groups" else {})
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    (match,) = [each for each in e.matches(e.draft()) if e.entrants["A"].pk in each.entrant_ids]
    lost = "first-forfeits" if match.first_id == e.entrants["A"].pk else "second-forfeits"
    assert match.outcome == lost
