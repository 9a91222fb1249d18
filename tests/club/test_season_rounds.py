"""An evening as a round of the season: drawn from those who came."""

import pytest
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tournament.models import Absence, Evening, Match, Player
from tournament.services.club import evenings, season_rounds
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(make_tournament):
    return make_tournament("A B C D E F", format="keizer", planned_rounds=3)


def evening_of(e, names: str) -> Evening:
    made = evenings.open_evening(
        actor=ORGANISER, name="Thursday", day="2026-11-19", now_ms=e.now_ms, live=False
    )
    come(e, made, names)
    return made


def come(e, evening, names: str) -> None:
    for name in names.split():
        player = e.entrants[name].player if name in e.entrants else Player.objects.create(first_name=name)
        evenings.arrive(actor=ORGANISER, evening=evening, player=player)


def draw(e, evening):
    return season_rounds.draw(actor=ORGANISER, evening=evening, stage=e.stage, now_ms=e.now_ms)


def rows_of(round_) -> dict[str, str]:
    """Map each entrant who sits out to the outcome."""
    return {
        str(match.first): match.outcome
        for match in Match.objects.filter(round=round_, second=None).select_related("first__player")
    }


def test_those_who_came_are_drawn_and_the_others_are_absent_with_or_without_notice(season):
    e = season
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["E"], stage=e.stage, number=1
    )
    evening = evening_of(e, "A B C D")
    round_ = draw(e, evening)
    games = e.names(e.matches(round_))[:2]
    assert [set(names.split("-")) for names in games] == [{"A", "B"}, {"C", "D"}]
    assert rows_of(round_) == {"E": "half-bye", "F": "absent"}
    evening.refresh_from_db()
    assert evening.round == round_


def test_who_comes_late_is_drawn_once_the_draft_is_made_again(season):
    e = season
    evening = evening_of(e, "A B C")
    assert rows_of(draw(e, evening)).keys() == {"C", "D", "E", "F"}
    come(e, evening, "F")
    again = draw(e, evening)
    assert rows_of(again).keys() == {"D", "E"}
    e.play(e.publish(again))
    with pytest.raises(StepRefused, match="its round already"):
        draw(e, evening)
    evenings.close(actor=ORGANISER, evening=evening, now_ms=e.now_ms + 1)
    assert e.table()[0].split()[1] == "A"


def test_somebody_who_announced_an_absence_and_comes_plays(season):
    e = season
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["A"], stage=e.stage, number=1
    )
    draw(e, evening_of(e, "A B"))
    assert not Absence.objects.filter(entrant=e.entrants["A"]).exists()


def test_somebody_new_is_entered_and_who_had_left_is_back(season):
    e = season
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["B"])
    round_ = draw(e, evening_of(e, "A B New Newer"))
    assert rows_of(round_) == dict.fromkeys("CDEF", "absent")
    assert e.tournament.entrants.count() == 8


def test_the_evenings_page_has_the_button_and_leads_to_the_draft(organiser, season):
    e = season
    evening = evening_of(e, "A B C D")
    page = reverse("evening", args=[evening.pk])
    assert "Draw the next round of" in organiser.get(page).content.decode()
    sent = organiser.post(reverse("evening-draw", args=[evening.pk]), {"stage": e.stage.pk})
    assert sent.url == reverse("desk-tournament", args=[e.tournament.pk])
    shown = organiser.get(page).content.decode()
    assert "This evening is round 1 of" in shown
    assert "Draw it again with who is here now" in shown
    e.publish(e.stage.rounds.get())
    public = organiser.get(page).content.decode()
    assert reverse("tournament-standings", args=[e.tournament.code]) in public


def test_other_formats_are_no_seasons(make_tournament):
    e = make_tournament("A B C D")
    assert e.stage not in season_rounds.seasons()
    evening = evening_of(e, "A B")
    assert season_rounds.seasons() == []
    assert evening.round is None
