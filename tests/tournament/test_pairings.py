"""A round as people read it: by board, by name, on paper."""

import re

import pytest

from tests.tournament.conftest import ORGANISER
from tests.tournament.pages import page, text
from tournament.models import Player
from tournament.services.entries import enrol
from tournament.services.results import entering
from tournament.services.stages import stage_record
from tournament.views.public import pairings, rounds

pytestmark = pytest.mark.django_db


def test_a_round_by_board_and_by_name(make_tournament):
    e = make_tournament("Zoe Élodie Fay Adam Gil")
    round_ = e.publish()
    first = e.matches(round_)[0]
    entering.type_result(actor=ORGANISER, match=first, outcome=entering.read_typed("1"), now_ms=e.now_ms)
    shown = text(page(e, "tournament-round"))
    assert "1 of 2 results" in shown
    rated = f"{first.first} Rating {first.first.rating} O {first.second} Rating {first.second.rating} 1 – 0"
    assert rated in shown
    by_name = text(page(e, "tournament-round", by="name"))
    assert f"{first.second} Rating {first.second.rating} 1 O {first.first} 0 – 1" in by_name, "seen from each"
    assert re.search(r"(Zoe|Élodie|Fay|Adam|Gil) Rating \d+ Bye", by_name)


def test_pairings_tell_the_points_before_the_round(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    e.publish()
    shown = text(page(e, "tournament-round"))
    assert "A Rating 2000 Points [1]" in shown
    assert "D Rating 1970 Points [0]" in shown
    for sheet in ("print-pairings", "print-pairings-by-name", "projector"):
        assert "Points [1]" in text(page(e, sheet)), sheet
    assert "Points [" not in text(page(e, "tournament-round-number", 1)), (
        "before the first round nobody has any"
    )


def by_name(e, number=1):
    record = stage_record.read(e.stage)
    return rounds.seats_by_name(record, pairings.round_page(record, number))


def test_names_are_sorted_without_regard_to_accents(make_tournament):
    e = make_tournament("Zoe Élodie Fay Adam")
    e.publish()
    assert [str(seat.side.entrant) for seat in by_name(e)] == ["Adam", "Élodie", "Fay", "Zoe"]


def test_people_find_themselves_by_family_name(make_tournament):
    e = make_tournament()
    for first, family in (("Anna", "Zeller"), ("Zoe", "Aigner"), ("Ben", "Öztürk"), ("Max", "Novak")):
        player = Player.objects.create(first_name=first, family_name=family)
        enrol.enter_player(actor=ORGANISER, tournament=e.tournament, player=player, now_ms=e.now_ms)
    e.publish()
    assert [seat.name for seat in by_name(e)] == ["Aigner, Zoe", "Novak, Max", "Öztürk, Ben", "Zeller, Anna"]


def test_every_player_of_a_team_is_shown_with_a_board(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    e.enter_team("Cubes", "Uta Carl")
    e.enter_team("Rows", "Ines Ben")
    match = e.matches(e.publish())[0]
    seats = {seat.name: seat for seat in by_name(e)}
    assert list(seats) == ["Ben", "Carl", "Ines", "Uta"]
    assert (seats["Carl"].board, seats["Carl"].against) == ("1.2", "Ben")
    assert seats["Uta"].symbol != seats["Carl"].symbol, "the start changes from board to board"
    assert "Carl Cubes 1.2" in text(page(e, "print-pairings-by-name")), match


def test_of_a_pair_both_partners_are_listed(make_tournament):
    e = make_tournament(format="round-robin", entry="pair", seats=4)
    e.enter_team("Duo", "Uta Carl")
    e.enter_team("Twins", "Ines Ben")
    e.publish()
    assert [(seat.name, seat.board) for seat in by_name(e)] == [
        ("Ben", "1"),
        ("Carl", "1"),
        ("Ines", "1"),
        ("Uta", "1"),
    ]


def test_a_round_of_a_bracket_is_called_what_its_matches_are_on_every_sheet(make_tournament):
    e = make_tournament("A B C D E F G", format="knockout")
    e.publish()
    e.result("D-E 1")
    e.result("C-F 1")
    e.publish()
    assert "Round 1 · Quarter-final" in text(page(e, "tournament-round-number", 1))
    assert "Round 2 · Semi-final" in text(page(e, "tournament-round"))
    for sheet in ("print-pairings", "print-pairings-by-name", "print-score-sheets"):
        assert "Semi-final" in text(page(e, sheet)), sheet


def test_matches_of_several_rounds_drawn_together_are_distinguished(make_tournament):
    e = make_tournament("A B C D E", format="knockout")
    e.publish()
    shown = text(page(e, "tournament-round"))
    assert "Round 1 · Semi-final · Quarter-final" in shown
    assert shown.count("Semi-final") == 2, "in the heading, and beside its board"
