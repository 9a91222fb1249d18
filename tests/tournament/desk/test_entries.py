"""Entries at the desk: typed and registered; there or not, in or out."""

import re

import pytest
from django.urls import reverse

from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press, publish
from tournament.models import Entrant, ForbiddenPair, Player, StageEntry
from tournament.services.club import ladder
from tournament.services.entries import attendance, enrol
from tournament.services.stages import stages

pytestmark = pytest.mark.django_db


def test_a_name_on_the_clubs_list_is_taken_from_it(desk, make_tournament):
    e = make_tournament()
    known = Player.objects.create(first_name="Mira", family_name="Novak", rating=1612)
    assert press(desk, "desk-entry-add", e.tournament.pk, name="mira novak") == ["mira novak is entered."]
    assert own_rows(Entrant).get().player == known


def test_the_names_of_the_clubs_list_are_suggested_except_those_who_are_entered(desk, make_tournament):
    e, other = make_tournament("Ada"), make_tournament("Ben", name="Other")
    for tournament, suggested in ((e.tournament, ["Ben"]), (other.tournament, ["Ada"])):
        page = look(desk, "desk-entries", tournament.pk, query="?add")
        known = page.partition('<datalist id="known-players">')[2].partition("</datalist>")[0]
        assert re.findall(r'<option value="(\w+)"', known) == suggested


def test_a_refused_entry_comes_back_as_it_was_typed(desk, make_tournament):
    e = make_tournament("A")
    address = reverse("desk-entry-add", args=[e.tournament.pk])
    page = desk.post(address, {"name": "A", "rating": "1612", "club": "Cube Club"}).content.decode()
    assert "A is entered already." in page
    for value in ('value="A"', 'value="1612"', 'value="Cube Club"'):
        assert value in page
    page = desk.post(address, {"name": "B", "rating": "many"}).content.decode()
    assert 'value="B"' in page
    assert "Enter a whole number." in page
    assert own_rows(Entrant).count() == 1
    assert desk.get(address, follow=True).status_code == 200, "the page of the refusal can be loaded again"


def test_a_refused_team_comes_back_with_its_players(desk, make_tournament):
    e = make_tournament(entry="pair")
    address = reverse("desk-entry-add", args=[e.tournament.pk])
    page = desk.post(address, {"name": "Rooks", "players": "Ada Birk"}).content.decode()
    assert "A pair has exactly two players." in page
    assert 'value="Rooks"' in page
    assert "Ada Birk</textarea>" in page
    assert not own_rows(Player).exists()


def test_after_an_entry_the_next_name_can_be_typed_at_once(desk, make_tournament):
    e = make_tournament()
    assert "autofocus" not in look(desk, "desk-entries", e.tournament.pk)
    address = reverse("desk-entry-add", args=[e.tournament.pk])
    page = desk.post(address, {"name": "Mira Novak"}, follow=True).content.decode()
    assert "autofocus" in re.search(r'<input[^>]*name="name"[^>]*>', page)[0]


def test_what_a_pasted_list_would_do_is_looked_at_before_the_list_itself(desk, make_tournament):
    address = reverse("desk-entry-paste", args=[make_tournament().tournament.pk])
    assert re.findall(r"<(\w+)[^>]*autofocus", desk.get(address).content.decode()) == ["textarea"]
    page = desk.post(address, {"text": "Ada Birk\nBen Okafor"}).content.decode()
    assert re.findall(r"<(\w+)[^>]*autofocus", page) == ["button"]


def test_checking_in_matters_before_the_first_round_only(desk, make_tournament):
    e = make_tournament("A B C D E", planned_rounds=3)
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


def test_five_plain_buttons(desk, make_tournament):
    """Late entry, absence, half-point bye, withdrawal, return."""
    e = make_tournament("A B C D", planned_rounds=4)
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


def test_an_expulsion_says_why(desk, make_tournament):
    e = make_tournament("A B")
    assert press(desk, "desk-expel", e.entrants["A"].pk, reason="") == [
        "Say why: the reason is kept with the entrant."
    ]
    press(desk, "desk-expel", e.entrants["A"].pk, reason="Threw the cubes")
    assert e.entrants["A"].incidents.get().text == "Threw the cubes"


def test_registration_opens_with_a_code_and_entries_wait_for_approval(desk, make_tournament):
    e = make_tournament()
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
    assert own_rows(Entrant).get().player == twin


@pytest.mark.parametrize("format", ["knockout", "round-robin"])
def test_an_absence_that_would_be_passed_over_is_neither_offered_nor_taken(desk, make_tournament, format):
    e = make_tournament("A B C D", format=format)
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


def test_all_are_checked_in_at_once_or_none_is(desk, make_tournament):
    e = make_tournament("A B C D", format="knockout")
    for name in "AB":
        press(desk, "desk-check-in", e.entrants[name].pk, present="yes")
    press(desk, "desk-draft", e.stage.pk)
    # Drawn without them: C would be added first and D refused, or neither.
    StageEntry.objects.create(stage=e.stage, entrant=e.entrants["C"], seed=3)
    assert "nobody can be added" in press(desk, "desk-check-in-all", e.tournament.pk)[0]
    assert e.tournament.entrants.filter(checked_in=True).count() == 2


def test_who_left_is_still_counted_and_who_never_came_is_not(client, make_tournament):
    e = make_tournament("A B C D E F")
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["F"])
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["E"])
    e.tournament.refresh_from_db()
    assert "5 entrants" in look(client, "tournaments")
    assert "<dt>Entrants</dt><dd>5</dd>" in look(client, "tournament", e.tournament.code)


def test_a_wrong_rating_is_put_right_in_the_list_and_taken_over(desk, make_tournament):
    e = make_tournament("A B")
    one = e.entrants["A"]
    edit = reverse("club-player-edit", args=[one.player_id])
    assert edit in look(desk, "desk-entrant", one.pk)
    own_rows(Player).update(rating=1777)
    assert press(desk, "desk-entrant-rating", one.pk) == ["The rating is that of the club's list."]
    assert list(own_rows(Entrant).order_by("number").values_list("rating", flat=True)) == [1777, 1990]
    publish(desk, e)
    assert "Take over the club's rating" not in look(desk, "desk-entrant", one.pk).replace("&#x27;", "'")
    assert press(desk, "desk-entrant-rating", one.pk) == ["Round 1 is drafted already."]


def test_who_may_not_change_the_list_is_not_led_there(as_role, make_tournament):
    e = make_tournament("A B")
    desk = as_role("organiser", e.tournament.scope, "eve")
    edit = reverse("club-player-edit", args=[e.entrants["A"].player_id])
    assert edit not in look(desk, "desk-entrant", e.entrants["A"].pk)


def test_no_id_is_given_twice_on_an_entrants_card(desk, make_tournament):
    page = look(desk, "desk-entrant", make_tournament("A B").entrants["A"].pk)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("sent", "strict", "said"), [("yes", True, "never"), ("no", False, "if avoidable")])
def test_two_who_must_not_meet_are_kept_apart_until_they_are_allowed(
    desk, make_tournament, sent, strict, said
):
    e = make_tournament("A B C D")
    a, c = e.entrants["A"], e.entrants["C"]
    fields = {"one": c.pk, "other": a.pk, "strict": sent, "reason": " sisters "}
    told = press(desk, "desk-forbid", e.tournament.pk, **fields)
    assert told == ["They will be kept apart from the next draft on."]
    pair = own_rows(ForbiddenPair).get()
    assert (pair.one, pair.other, pair.strict, pair.reason) == (a, c, strict, "sisters")
    page = re.sub(r"<[^>]+>", " ", look(desk, "desk-entries", e.tournament.pk))
    assert f"A – C {said} sisters" in " ".join(page.split())
    assert not {"A-C", "C-A"} & set(e.names(e.matches(e.draft()))), "seeds 1 and 3 meet otherwise"
    assert press(desk, "desk-allow", pair.pk) == ["They may meet."]
    assert not own_rows(ForbiddenPair).exists()


def test_nobody_comes_into_a_stage_that_is_finished(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    e.publish()
    StageEntry.objects.filter(entrant=e.enter("Late")).delete()
    helper = Player.objects.create(first_name="Helper")
    enrol.enter_player(actor=ORGANISER, tournament=e.tournament, player=helper, house=True, now_ms=e.now_ms)
    assert stages.late_candidates(e.stage) == {e.entrants["Late"].pk}
    e.play(e.stage.rounds.get())
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    assert stages.late_candidates(e.stage) == frozenset()


def test_two_who_must_not_meet_are_of_this_tournament(desk, make_tournament):
    e, other = make_tournament("A B"), make_tournament("C", name="Other")
    for one in (other.entrants["C"].pk, ""):
        told = press(desk, "desk-forbid", e.tournament.pk, one=one, other=e.entrants["A"].pk)
        assert told == ["Choose two entrants."]
    assert not own_rows(ForbiddenPair).exists()


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
def test_the_dialog_of_a_withdrawal_says_what_it_means_in_this_format(desk, make_tournament, format, told):
    e = make_tournament("A B C D", format=format)
    before = look(desk, "desk-entrant", e.entrants["A"].pk)
    assert "This entrant is left out of the draw" in before
    assert told not in before
    if e.stage.format_rules.has_rounds:
        e.publish()
    else:
        first, second = e.entrants["A"], e.entrants["B"]
        ladder.play(actor=ORGANISER, stage=e.stage, first=first, second=second, now_ms=e.now_ms)
    shown = look(desk, "desk-entrant", e.entrants["A"].pk)
    assert told in shown
    assert "left out of the draw" not in shown


def test_the_dialog_of_a_withdrawal_speaks_german(desk, make_tournament):
    e = make_tournament("A B C D", format="knockout")
    e.publish()
    desk.cookies["django_language"] = "de"
    assert "kommt kampflos weiter" in look(desk, "desk-entrant", e.entrants["A"].pk)


@pytest.mark.parametrize("format", ["round-robin", "groups", "knockout", "double-knockout"])
def test_what_the_dialog_says_of_the_games_to_come_is_so(make_tournament, format):
    e = make_tournament("A B C D", format=format, options={"groups": 1} if format == "groups" else {})
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    (match,) = [each for each in e.matches(e.draft()) if e.entrants["A"].pk in each.entrant_ids]
    lost = "first-forfeits" if match.first_id == e.entrants["A"].pk else "second-forfeits"
    assert match.outcome == lost
