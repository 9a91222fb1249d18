"""Brackets as people read them: the titles of matches, how they were decided, where entrants come from."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.organisers import club_organiser
from tests.tournament.pages import page, text
from tournament.scores import Outcome
from tournament.services.results import corrections, entering, lots
from tournament.services.stages import brackets, stage_record
from tournament.views.public import bracket_layout, bracket_sections, pairings


def decide(e, match, outcome, number=None):
    entering.type_result(actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    match.refresh_from_db()


def sides(e, number):
    """List `A 2 won` for each side of a match, and the note below it."""
    shown = bracket_layout.layout(stage_record.read(e.stage))
    matches = [match for tree in shown.trees for column in tree.columns for match in column.matches]
    found = next(
        each for each in (*matches, *(match for _title, match in shown.extra)) if each.number == number
    )
    told = [
        " ".join(filter(None, (str(side.entrant or side.came_from), side.score, side.mark)))
        for side in found.sides
    ]
    return told, found.note


def by_lot(e, one, other):
    """Draw the game, then draw lots."""
    match = e.match(one, other)
    decide(e, match, Outcome.DRAW)
    lots.draw_for_match(actor=ORGANISER, match=match, now_ms=e.now_ms)
    match.refresh_from_db()
    return str(match.first if match.outcome == Outcome.FIRST_WINS else match.second)


@pytest.fixture
def cup(make_tournament):
    """Publish a knockout of four with single games; a draw is decided by lots at once."""
    e = make_tournament("A B C D", format="knockout", planned_rounds=None, options={"deciders": ["lots"]})
    e.publish()
    return e


def test_the_games_of_a_longer_match_are_shown(make_tournament):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None, options={"best_of": 3})
    e.publish()
    e.result("A-D 1")
    assert sides(e, 1) == (["A 1", "D 0"], "")
    e.result("A-D 0")
    e.result("A-D 1")
    assert sides(e, 1) == (["A 2 won", "D 1 lost"], "")
    assert "2 – 1" in text(page(e, "tournament-round")) or "1 – 2" in text(page(e, "tournament-round"))


def test_a_single_game_says_it_by_its_winner(cup):
    cup.result("A-D 1")
    assert sides(cup, 1) == (["A won", "D lost"], "")


def test_a_forfeit_is_shown_in_words(cup):
    cup.result("A-D +")
    assert sides(cup, 1) == (["A + won", "D − lost"], "forfeit")
    shown = text(page(cup, "tournament-round"))
    assert "+ : − forfeit" in shown or "− : + forfeit" in shown
    for name in ("tournament-bracket", "print-bracket", "projector"):
        assert "forfeit" in text(page(cup, name)), name


def test_nobody_comes_from_a_match_that_both_forfeited(cup):
    match = cup.match("B", "C")
    decide(cup, match, Outcome.BOTH_FORFEIT)
    assert sides(cup, 2) == (["B − lost", "C − lost"], "both forfeited")
    assert sides(cup, 3)[0] == ["Winner of match 1 pending", "Nobody from match 2 pending"]


def test_after_lots_the_drawn_game_stays_drawn_and_the_winner_is_named(cup):
    winner = by_lot(cup, "A", "D")
    told, note = sides(cup, 1)
    assert sorted(told) == sorted(f"{name} ½ {'won' if name == winner else 'lost'}" for name in "AD")
    assert note == "by lot"
    assert f"½ – ½ won by lot: {winner}" in text(page(cup, "tournament-round"))


def test_a_draw_that_wins_the_armageddon_game_counts_as_a_win(make_tournament):
    options = {"deciders": ["armageddon", "lots"]}
    e = make_tournament("A B", format="knockout", planned_rounds=None, options=options)
    e.publish()
    e.result("A-B ½")
    e.result("A-B ½")
    told, note = sides(e, 1)
    assert note == "Armageddon"
    assert sorted(each[1:] for each in told) == [" 1½ won", " ½ lost"]


@pytest.fixture
def teams(make_tournament):
    """Play two teams of two boards, who are level after them."""
    e = make_tournament(format="knockout", planned_rounds=None, entry="team", boards=2)
    e.enter_team("Reds", "A B")
    e.enter_team("Blues", "C D")
    match = e.matches(e.publish())[0]
    decide(e, match, Outcome.FIRST_WINS, 1)
    decide(e, match, Outcome.SECOND_WINS, 2)
    return e, match


def test_the_winner_of_a_play_off_is_named_in_public_and_at_the_desk(teams, client):
    e, match = teams
    decide(e, match, Outcome.SECOND_WINS)
    assert f"1 – 1 won the play-off: {match.second}" in text(page(e, "tournament-round"))
    told, note = sides(e, 1)
    assert (set(told), note) == ({f"{match.second} 1 won", f"{match.first} 1 lost"}, "by play-off")
    client.force_login(club_organiser("boss"))
    desk = text(client.get(reverse("desk-tournament", args=[e.tournament.pk])))
    assert f"won the play-off: {match.second}" in desk
    assert "Final" in desk


def test_lots_between_teams_are_distinguished_from_a_play_off(teams):
    e, match = teams
    lots.draw_for_match(actor=ORGANISER, match=match, now_ms=e.now_ms)
    assert sides(e, 1)[1] == "by lot"


def test_a_corrected_winner_of_level_teams_is_a_ruling(teams):
    e, match = teams
    outcome = lots.draw_for_match(actor=ORGANISER, match=match, now_ms=e.now_ms)
    corrections.correct(
        actor=ORGANISER, match=match, outcome=outcome.swapped, note="wrong coin", now_ms=e.now_ms
    )
    assert sides(e, 1)[1] == "by ruling"


def test_the_final_is_on_the_first_board_and_third_place_on_the_last(make_tournament):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None, options={"third_place": True})
    e.play(e.publish())
    assert [match.place for match in e.matches(e.draft())] == ["W2.1", "T"]


def test_the_winners_side_sits_before_the_losers_side(make_tournament):
    e = make_tournament("A B C D E F G H", format="double-knockout", planned_rounds=None)
    e.play(e.publish())
    second = e.publish()
    assert [match.place[0] for match in e.matches(second)] == ["W", "W", "L", "L"]


def test_the_desk_says_which_match_is_the_final(make_tournament, client):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None, options={"third_place": True})
    e.play(e.publish())
    draft = e.draft()
    client.force_login(club_organiser("boss"))
    desk = reverse("desk-tournament", args=[e.tournament.pk])
    assert "Final" in text(client.get(desk))
    e.publish(draft)
    shown = text(client.get(desk))
    assert re.search(r"Board 1 X \w – Final O \w ", shown)
    assert re.search(r"Board 2 X \w – Match for third place O \w ", shown)


def test_the_desk_says_which_group_a_match_belongs_to(make_tournament, client):
    e = make_tournament("A B C D E F", format="groups", planned_rounds=None, options={"groups": 2})
    draft = e.draft()
    client.force_login(club_organiser("boss"))
    desk = reverse("desk-tournament", args=[e.tournament.pk])
    assert "Group B" in text(client.get(desk))
    e.publish(draft)
    assert re.search(r"Board 2 X \w – Group B O \w ", text(client.get(desk)))


def test_the_overview_of_a_double_knockout_ends_with_its_grand_final(make_tournament):
    e = make_tournament("A B C D", format="double-knockout", planned_rounds=None)
    for _ in range(3):
        e.play(e.publish())
    shown = bracket_layout.layout(stage_record.read(e.stage))
    assert shown.latest.title == "Grand final"
    assert "Grand final" in text(page(e, "tournament"))


def test_the_deciding_final_says_what_it_depends_on(make_tournament):
    e = make_tournament("A B C D", format="double-knockout", planned_rounds=None)
    e.publish()
    shown = bracket_layout.layout(stage_record.read(e.stage))
    title, match = shown.extra[-1]
    assert title == "Deciding final"
    assert "both have lost once" in match.note


@pytest.mark.parametrize("mark", ["+", "-"])
def test_forfeits_are_written_alike_everywhere(make_tournament, mark):
    e = make_tournament("A B", format="round-robin", planned_rounds=None)
    e.publish()
    e.result(f"A-B {mark}")
    for name in ("tournament-round", "print-pairings", "projector"):
        shown = text(page(e, name))
        assert "+ : −" in shown or "− : +" in shown, name
    assert " : " in text(page(e, "tournament-entrant", 1))
    assert pairings.round_page(stage_record.read(e.stage), 1).meetings[0].forfeited


@pytest.mark.parametrize("count", [2, 5, 16, 33, 64])
@pytest.mark.parametrize("format", ["knockout", "double-knockout"])
def test_the_slides_hold_every_match_once_and_few_enough_to_read(make_tournament, format, count):
    names = " ".join(f"P{number}" for number in range(count))
    options = {"third_place": True} if format == "knockout" else {}
    e = make_tournament(names, format=format, planned_rounds=None, options=options)
    e.publish()
    record = stage_record.read(e.stage)
    found = bracket_sections.slides(bracket_layout.layout(record))
    numbers = [match.number for slide in found for match in shown_on(slide)]
    assert sorted(numbers) == [match.number for match in brackets.bracket_of(record).matches]
    assert all(len(slide.columns) <= 5 and len(slide.block) <= 16 for slide in found)
    assert all(len(column.slots) <= 8 for slide in found for column in slide.columns)
    assert shown_on(found[-1]), "the final is on the last one"


def shown_on(slide):
    tree = [match for column in slide.columns for match in column.matches]
    return [*tree, *slide.block, *(match for _title, match in slide.alone)]


def test_two_in_a_double_knockout_come_to_their_grand_final_too(make_tournament):
    e = make_tournament("A B", format="double-knockout", planned_rounds=None)
    e.play(e.publish())
    assert bracket_layout.layout(stage_record.read(e.stage)).latest.title == "Grand final"


def test_staff_reach_a_match_at_the_desk_from_the_bracket_and_others_do_not(make_tournament):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None)
    matches = e.matches(e.publish())
    staff = Client()
    staff.force_login(club_organiser())
    for name in ("tournament-bracket", "tournament"):
        at_the_desk = [reverse("desk-match", args=[match.pk]) for match in matches]
        address = reverse(name, args=[e.tournament.code])
        for_staff = staff.get(address).content.decode()
        assert all(each in for_staff for each in at_the_desk)
        assert not any(each in page(e, name).content.decode() for each in at_the_desk)


@pytest.mark.parametrize(("games", "told"), [(1, False), (3, True)])
def test_the_page_of_a_tournament_tells_how_many_games_a_match_has(make_tournament, games, told):
    e = make_tournament("A B C D", format="knockout", planned_rounds=None, options={"best_of": games})
    assert ("best of 3" in text(page(e, "tournament"))) is told
