"""Team matches in a bracket: all boards decide together, and level teams wait for a decision."""

import pytest
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.organisers import club_organiser
from tournament.formats.format import PairingRefused
from tournament.forms.stage import StageForm
from tournament.scores import Outcome
from tournament.services.faults import StepRefused
from tournament.services.results import entering, lots
from tournament.services.rounds import next_steps
from tournament.services.stages import brackets, stage_record


@pytest.fixture
def cup(make_tournament):
    """Publish the first round of four teams of two boards."""
    e = make_tournament(format="knockout", planned_rounds=None, entry="team", boards=2)
    for name, players in (("One", "A B"), ("Two", "C D"), ("Three", "E F"), ("Four", "G H")):
        e.enter_team(name, players)
    e.publish()
    return e


def board(e, match, number, outcome):
    entering.type_result(actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=e.now_ms)


def level(e, match):
    board(e, match, 1, Outcome.FIRST_WINS)
    board(e, match, 2, Outcome.SECOND_WINS)
    match.refresh_from_db()


def states(e):
    return [str(match.state) for match in brackets.bracket_of(stage_record.read(e.stage)).matches]


def test_the_first_board_alone_decides_no_match_of_the_bracket(cup):
    one, other = cup.matches(cup.stage.rounds.get())
    board(cup, one, 1, Outcome.FIRST_WINS)
    board(cup, other, 1, Outcome.FIRST_WINS)
    assert states(cup) == ["running", "running", "locked"]
    with pytest.raises(PairingRefused):
        cup.draft()
    board(cup, one, 2, Outcome.DRAW)
    assert states(cup) == ["finished", "running", "waiting"]


def test_level_teams_wait_and_the_desk_says_what_to_do(cup):
    match = cup.matches(cup.stage.rounds.get())[0]
    level(cup, match)
    assert match.outcome == ""
    assert states(cup)[0] == "running"
    told = next(step for step in next_steps.steps(cup.tournament) if step.code == "level-teams")
    assert str(told) == "1 team match is level: enter who won a play-off, or draw lots."
    with pytest.raises(StepRefused) as refused:
        entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, now_ms=cup.now_ms)
    assert refused.value.code == "level-teams"


def test_the_winner_of_a_play_off_is_entered_for_the_match(cup):
    match = cup.matches(cup.stage.rounds.get())[0]
    level(cup, match)
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.SECOND_WINS, now_ms=cup.now_ms)
    found = brackets.bracket_of(stage_record.read(cup.stage)).matches[0]
    assert (str(found.state), found.winner) == ("finished", match.second_id)


def test_or_lots_are_drawn(cup):
    match = cup.matches(cup.stage.rounds.get())[0]
    level(cup, match)
    assert lots.draw_for_match(actor=ORGANISER, match=match, now_ms=cup.now_ms) in (
        Outcome.FIRST_WINS,
        Outcome.SECOND_WINS,
    )
    assert states(cup)[0] == "finished"


def test_the_page_of_the_match_offers_both(cup, client):
    match = cup.matches(cup.stage.rounds.get())[0]
    client.force_login(club_organiser("boss"))
    address = reverse("desk-match", args=[match.pk])
    assert "Enter who won a play-off" not in client.get(address).content.decode()
    level(cup, match)
    page = client.get(address).content.decode()
    assert "Level after all games. Enter who won a play-off, or draw lots." in page
    assert "Draw lots" in page


def test_the_settings_say_that_the_rule_for_drawn_matches_is_not_for_teams(cup, make_tournament):
    assert "Not for team matches" in str(StageForm(stage=cup.stage).fields["option_deciders"].help_text)
    single = make_tournament("A B", format="knockout", planned_rounds=None)
    assert not StageForm(stage=single.stage).fields["option_deciders"].help_text
