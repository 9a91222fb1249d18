"""The organiser's desk as the server answers it: what buttons do, what is shown, who is told what."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import links, services
from games.access import SYSTEM
from games.models import Game, Grant, Link
from games.referee import requests as r
from games.timekeeping import now_ms
from tournament.models import Club, Entrant, Format, Match, Player, Round, Tournament, TournamentStatus
from tournament.services import backup, enrol, events, hall, pasting, whatnow
from tournament.views.desk import overview, rounds
from tournament.views.desk.results import LINE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def backups_in_a_folder_of_their_own(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def as_role(client):
    """Sign the client in with a role on a scope."""

    def sign_in(role="organiser", scope="club", name="olga"):
        user, _ = get_user_model().objects.get_or_create(username=name)
        Grant.objects.get_or_create(
            subject=f"user:{user.pk}", role=role, scope=scope, defaults={"created_ms": 1}
        )
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def desk(as_role):
    return as_role()


def press(client, page, *args, **fields):
    """What was said after pressing a button, on the page one was led to."""
    response = client.post(reverse(page, args=args), fields, follow=True)
    assert response.redirect_chain, response.content[:500]
    assert response.status_code == 200
    return [str(message) for message in response.context["messages"]]


def look(client, name, *args, query=""):
    response = client.get(reverse(name, args=args) + query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def publish(client, e):
    """Draft and publish the next round by the buttons."""
    press(client, "desk-draft", e.stage.pk)
    draft = Round.objects.get(stage=e.stage, status="draft")
    press(client, "desk-publish", draft.pk, version=draft.version)
    return Round.objects.get(pk=draft.pk)


# ---- the wizard

PLAN = {
    "entry": "player",
    "count": 12,
    "tables": 6,
    "minutes": 180,
    "name": "Autumn cup",
    "format": "swiss",
    "rounds": 5,
    "control": "10+5",
    "boards": 1,
    "live": "on",
    "keeper": "table",
}


def test_three_answers_bring_proposals_with_their_expected_end(desk):
    page = look(desk, "tournament-new", query="?entry=player&count=12&tables=6&minutes=180")
    assert "best fit" in page
    assert re.search(r"Started now it ends about \d\d:\d\d", page)


def test_the_wizard_sets_the_event_up_in_one_submit(desk):
    response = desk.post(reverse("tournament-new"), PLAN)
    tournament = Tournament.objects.get()
    assert response.url == reverse("desk-event", args=[tournament.pk])
    stage = tournament.stages.get()
    assert (stage.format, stage.planned_rounds, stage.control) == (Format.SWISS, 5, "10+5")
    assert tournament.tables.count() == 6


def test_groups_come_with_the_knockout_that_follows(desk):
    desk.post(reverse("tournament-new"), PLAN | {"format": "groups", "groups": 3, "qualifiers": 2})
    first, second = Tournament.objects.get().stages.order_by("number")
    assert (first.format, first.options["groups"], second.format) == ("groups", 3, "knockout")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"control": "10+x"}, "10+x"),
        ({"rounds": ""}, "A Swiss needs a number of rounds."),
        ({"name": "  "}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(desk, wrong, told):
    response = desk.post(reverse("tournament-new"), PLAN | wrong)
    assert told in response.content.decode()
    assert not Tournament.objects.exists()


# ---- rounds


def test_the_banner_leads_from_entries_to_the_end(desk, event):
    e = event("A B C D", planned_rounds=1)
    assert "Everybody is here: draft round 1." in look(desk, "desk-event", e.tournament.pk)
    press(desk, "desk-draft", e.stage.pk)
    assert "Round 1 is drafted. Look it over and publish it." in look(desk, "desk-event", e.tournament.pk)
    draft = Round.objects.get()
    press(desk, "desk-publish", draft.pk, version=draft.version)
    assert "2 of 2 results are missing" in look(desk, "desk-event", e.tournament.pk)
    assert press(desk, "desk-line", draft.pk, line="1 1-0")
    press(desk, "desk-line", draft.pk, line="2 =")
    assert "all results are in. Close it." in look(desk, "desk-event", e.tournament.pk)
    assert press(desk, "desk-close", draft.pk) == ["Round 1 is closed."]
    assert "The tournament is finished." in look(desk, "desk-event", e.tournament.pk)


def test_every_next_step_has_a_button_and_a_place_in_the_pipeline():
    finished = {"celebrate"}
    assert set(overview.PLACES) == set(whatnow.SENTENCES) - finished
    for button in overview.BUTTONS.values():
        assert button.how in {"post", "go", "see"}


def test_the_second_organiser_is_told_that_it_is_done(desk, event):
    e = event("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = Round.objects.get()
    seen = draft.version
    assert "is published" in press(desk, "desk-publish", draft.pk, version=seen)[0]
    assert press(desk, "desk-publish", draft.pk, version=seen) == [
        "Round 1 is published already. Nothing was done twice."
    ]
    assert Match.objects.count() == 2


def test_a_draft_changed_by_somebody_else_is_not_published_unseen(desk, event):
    e = event("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = Round.objects.get()
    seen = draft.version
    press(desk, "desk-turn", draft.pk, version=seen, board=1)
    told = press(desk, "desk-publish", draft.pk, version=seen)
    assert told == ["Somebody changed this meanwhile. Look at the new state and decide again."]
    assert Round.objects.get().status == "draft"


def test_the_draft_gives_reasons_and_warns_after_a_swap(desk, event):
    e = event("A B C D", planned_rounds=2)
    first = publish(desk, e)
    for board in (1, 2):
        press(desk, "desk-line", first.pk, line=f"{board} 1-0")
    press(desk, "desk-close", first.pk)
    press(desk, "desk-draft", e.stage.pk)
    draft = Round.objects.get(status="draft")
    assert "Both have 1 points." in look(desk, "desk-event", e.tournament.pk)
    one = Match.objects.filter(round=draft).first()
    met = Match.objects.of(one.first).get(round=first)
    rival = met.second_id if met.first_id == one.first_id else met.first_id
    press(desk, "desk-swap", draft.pk, version=draft.version, entrant=[one.second_id, rival])
    assert "They have met before, in round 1." in look(desk, "desk-event", e.tournament.pk)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_swap_takes_exactly_two(desk, event, count):
    e = event("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = Round.objects.get()
    chosen = list(Entrant.objects.values_list("pk", flat=True))[:count]
    assert press(desk, "desk-swap", draft.pk, version=draft.version, entrant=chosen) == [
        "Choose exactly two to swap."
    ]


def test_a_locked_pairing_survives_drafting_again(desk, event):
    e = event("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = Round.objects.get()
    one, other = Match.objects.filter(round=draft)
    press(desk, "desk-swap", draft.pk, version=draft.version, entrant=[one.first_id, other.first_id])
    kept = Match.objects.filter(round=draft).first()
    press(desk, "desk-lock", kept.pk, locked="yes")
    press(desk, "desk-redraft", draft.pk, version=Round.objects.get().version)
    assert Match.objects.filter(round=draft, locked=True, first=kept.first_id, second=kept.second_id).exists()


def test_without_a_legal_pairing_the_least_harm_is_offered(desk, event):
    e = event("A B", planned_rounds=2)
    first = publish(desk, e)
    press(desk, "desk-line", first.pk, line="1 1-0")
    press(desk, "desk-close", first.pk)
    response = desk.post(reverse("desk-draft", args=[e.stage.pk]))
    assert response.url.endswith("?stuck=1")
    assert "Draft with the fewest rematches" in look(desk, "desk-event", e.tournament.pk, query="?stuck=1")
    press(desk, "desk-draft", e.stage.pk, breaking_rules="yes")
    assert Round.objects.filter(status="draft", number=2).exists()


def test_a_large_swiss_is_paired_in_the_background(desk, event, monkeypatch):
    e = event("A B C D")
    started = []
    monkeypatch.setattr(rounds, "PAIRED_IN_THE_BACKGROUND", 4)
    monkeypatch.setattr(rounds.jobs, "start", lambda **asked: started.append(asked["stage"]))
    press(desk, "desk-draft", e.stage.pk)
    assert started == [e.stage]


def test_steps_can_be_taken_back(desk, event):
    e = event("A B C D")
    round_ = publish(desk, e)
    press(desk, "desk-unpublish", round_.pk)
    assert Round.objects.get().status == "draft"
    press(desk, "desk-publish", round_.pk, version=Round.objects.get().version)
    for board in (1, 2):
        press(desk, "desk-line", round_.pk, line=f"{board} =")
    press(desk, "desk-close", round_.pk)
    press(desk, "desk-reopen", round_.pk)
    assert Round.objects.get().status == "published"
    press(desk, "desk-undo", round_.pk)
    assert not Round.objects.exists()
    reasons = [each.reason for each in backup.listed()]
    assert reasons.count("publish") == 2
    assert reasons.count("undo") == 3


def test_a_scorer_enters_results_and_sees_no_draft(as_role, event):
    e = event("A B C D")
    desk = as_role()
    first = publish(desk, e)
    press(desk, "desk-line", first.pk, line="1 1-0")
    e.draft()
    scorer = as_role("scorer", e.tournament.scope, name="sam")
    page = look(scorer, "desk-event", e.tournament.pk)
    assert "Draft of round 2" not in page
    assert press(scorer, "desk-line", first.pk, line="2 0-1")
    assert scorer.post(reverse("desk-close", args=[first.pk])).status_code == 403


def test_in_a_ladder_two_are_named_and_play(desk, event):
    e = event("A B C", format="ladder", live=True)
    page = look(desk, "desk-event", e.tournament.pk)
    assert "Two who are ready can play" in page
    a, b = e.entrants["A"].pk, e.entrants["B"].pk
    press(desk, "desk-ladder", e.stage.pk, first=a, second=b)
    assert Game.objects.get().status == "waiting"
    assert "1 games are open" in look(desk, "desk-event", e.tournament.pk)
    press(desk, "desk-ladder", e.stage.pk, first=b, second=e.entrants["C"].pk, outcome="draw")
    assert sorted(Match.objects.values_list("outcome", flat=True)) == ["", "draw"]
    assert press(desk, "desk-ladder", e.stage.pk, first=a, second=a) == ["Choose two different ones."]


def test_a_stage_can_be_ended_before_its_planned_rounds(desk, event):
    e = event("A B C D", planned_rounds=5)
    round_ = publish(desk, e)
    assert "2 results are missing" in press(desk, "desk-finish-stage", e.stage.pk)[0]
    for board in (1, 2):
        press(desk, "desk-line", round_.pk, line=f"{board} 1-0")
    press(desk, "desk-close", round_.pk)
    press(desk, "desk-finish-stage", e.stage.pk)
    e.tournament.refresh_from_db()
    assert e.tournament.status == TournamentStatus.FINISHED


# ---- results by keyboard


@pytest.mark.parametrize(
    ("typed", "board", "result", "sure"),
    [
        ("4 1-0", "4", "1-0", ""),
        ("4 =", "4", "=", ""),
        ("12 0-1", "12", "0-1", ""),
        (" 4  +- ", "4", "+-", ""),
        ("4: ½", "4", "½", ""),
        ("4 1-0!", "4", "1-0", "!"),
        ("4 1 - 0 !", "4", "1 - 0", "!"),
    ],
)
def test_a_line_is_a_board_and_a_result(typed, board, result, sure):
    read = LINE.fullmatch(typed)
    assert (read["board"], read["result"], read["sure"]) == (board, result, sure)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hello", "“hello” is not a board and a result."),
        ("", "“” is not a board and a result."),
        ("9 1-0", "Round 1 has no board 9."),
        ("1 maybe", "“maybe” is not a result."),
    ],
)
def test_a_wrong_line_is_explained(desk, event, line, told):
    e = event("A B")
    round_ = publish(desk, e)
    assert press(desk, "desk-line", round_.pk, line=line)[0].startswith(told)
    assert Match.objects.get().outcome == ""


def start(game):
    answer = services.record(
        game_id=game.pk, request=r.Start(), actor="user:1", nonce="n1", stamp_ms=now_ms()
    )
    assert answer.refused is None


def test_a_result_against_a_running_game_needs_a_second_word(desk, event):
    e = event("A B", live=True)
    round_ = publish(desk, e)
    start(Game.objects.get())
    assert "is being played" in press(desk, "desk-line", round_.pk, line="1 1-0")[0]
    assert "1 – 0" in press(desk, "desk-line", round_.pk, line="1 1-0!")[0]


def test_the_boards_show_clocks_and_all_of_them_can_be_stopped(desk, event):
    e = event("A B", live=True, keeper="server")
    publish(desk, e)
    start(Game.objects.get())
    page = look(desk, "desk-event", e.tournament.pk)
    assert 'data-seat="X" data-running' in page
    assert "1 clock runs." in page
    assert "Clocks changed: 1." in press(desk, "desk-pause", e.tournament.pk)[0]
    assert Game.objects.get().status == "paused"
    press(desk, "desk-resume", e.tournament.pk)
    assert Game.objects.get().status == "running"


def test_the_pulse_changes_with_the_event_and_with_its_games(desk, event):
    e = event("A B", live=True)
    address = reverse("desk-pulse", args=[e.tournament.pk])
    seen = [desk.get(address).json()]
    publish(desk, e)
    seen.append(desk.get(address).json())
    start(Game.objects.get())
    seen.append(desk.get(address).json())
    assert len({tuple(each.values()) for each in seen}) == 3


def test_a_correction_shows_first_what_it_touches(desk, event):
    e = event("A B C D", planned_rounds=2)
    round_ = publish(desk, e)
    for board in (1, 2):
        press(desk, "desk-line", round_.pk, line=f"{board} 1-0")
    match = Match.objects.first()
    page = look(desk, "desk-match", match.pk, query="?outcome=second-wins")
    assert "What this touches" in page
    assert "1 → 0" in page
    assert Match.objects.get(pk=match.pk).outcome == "first-wins"
    press(desk, "desk-correct", match.pk, outcome="second-wins", note="Score sheet misread")
    match.refresh_from_db()
    assert (match.outcome, match.source, match.note) == ("second-wins", "corrected", "Score sheet misread")


def test_boards_of_a_team_match_are_entered_one_by_one(desk, event):
    e = event(entry="team", boards=2, format="round-robin")
    for name in ("Rooks", "Pawns"):
        e.enter_team(name, f"{name}1 {name}2")
    publish(desk, e)
    match = Match.objects.get()
    press(desk, "desk-result", match.pk, number=1, outcome="first-wins")
    assert "1 – 0" in look(desk, "desk-event", e.tournament.pk)
    press(desk, "desk-result", match.pk, number=2, outcome="draw")
    assert Match.objects.get().outcome == "first-wins"
    assert "1½ – ½" in look(desk, "desk-results", e.tournament.pk)


# ---- entries


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


# ---- tables, settings, safety


def test_a_tablets_code_is_shown_once_and_serves_its_table(desk, event):
    e = event()
    press(desk, "desk-tables-provide", e.tournament.pk, count=3)
    table = e.tournament.tables.get(number=2)
    page = desk.post(reverse("desk-tablet", args=[table.pk])).content.decode()
    assert "data-code" in page
    assert Link.objects.get().scope == table.scope
    assert "code made" in look(desk, "desk-tables", e.tournament.pk)


def test_a_change_in_mid_event_is_previewed_then_made(desk, event):
    e = event("A B C D", planned_rounds=3)
    publish(desk, e)
    fields = {
        "format": "swiss",
        "planned_rounds": 4,
        "control": "5+3",
        "scoring": "3-1-0",
        "tiebreaks": "BH",
        "option_seeding": "rating",
        "option_clubmates": "avoid",
    }
    page = desk.post(reverse("desk-stage", args=[e.stage.pk]), fields).content.decode()
    assert "Round 4 becomes the last one" in page
    assert "The points of 4 entrants are counted anew" in page
    e.stage.refresh_from_db()
    assert e.stage.planned_rounds == 3
    desk.post(reverse("desk-stage", args=[e.stage.pk]), fields | {"apply": "yes"})
    e.stage.refresh_from_db()
    assert (e.stage.planned_rounds, e.stage.scoring, e.stage.options["clubmates"]) == (4, "3-1-0", "avoid")


def test_a_wrong_setting_is_refused_with_the_reason(desk, event):
    e = event("A B C D", planned_rounds=3)
    publish(desk, e)
    fields = {"format": "swiss", "planned_rounds": 3, "control": "10+5", "scoring": "0-1-2", "tiebreaks": ""}
    fields |= {"option_seeding": "rating", "option_clubmates": "free", "apply": "yes"}
    page = desk.post(reverse("desk-stage", args=[e.stage.pk]), fields).content.decode()
    assert "A win must be worth more than a loss" in page


def test_prizes_and_categories_come_and_go(desk, event):
    e = event("A B")
    press(desk, "desk-category-add", e.tournament.pk, name="Juniors")
    assert press(desk, "desk-category-add", e.tournament.pk, name="juniors") == ["That is so already."]
    juniors = e.tournament.categories.get()
    press(desk, "desk-conditions", e.entrants["A"].pk, category=juniors.pk)
    press(desk, "desk-prize-set", e.tournament.pk, place=1, title="Cup", category=juniors.pk)
    press(desk, "desk-prize-set", e.tournament.pk, place=1, title="Golden cup", category=juniors.pk)
    assert e.tournament.prizes.get().title == "Golden cup"
    press(desk, "desk-category-drop", juniors.pk)
    assert not e.tournament.prizes.exists()


def test_a_copy_of_the_whole_database_is_for_the_club_not_for_one_event(as_role, event, monkeypatch):
    """It holds every account and every other event."""
    e = event()
    name = "20261116-043000-000-manual-t1.sqlite3.gz"
    (backup.folder() / name).write_bytes(b"all of it")
    address = reverse("desk-backup-download", args=[name])
    guest = as_role("organiser", e.tournament.scope, name="guest")
    assert guest.get(address).status_code == 403
    assert b"".join(as_role().get(address).streaming_content) == b"all of it"
    assert as_role().get(reverse("desk-backup-download", args=["..-passwords"])).status_code == 404


def test_an_event_with_rounds_is_archived_never_deleted(desk, event):
    e = event("A B")
    publish(desk, e)
    assert "It can be archived, not deleted." in press(desk, "desk-delete", e.tournament.pk)[0]
    press(desk, "desk-archive", e.tournament.pk)
    assert e.tournament.name not in look(desk, "desk")
    assert e.tournament.name in look(desk, "desk", query="?archive")
    press(desk, "desk-bring-back", e.tournament.pk)
    e.tournament.refresh_from_db()
    assert e.tournament.status == TournamentStatus.RUNNING


def test_an_event_without_rounds_is_deleted_with_its_links_and_roles(desk, event):
    e = event("A B")
    made = links.make(SYSTEM, role="display", scope=e.tournament.scope)
    Grant.objects.create(subject="user:77", role="arbiter", scope=e.tournament.scope, created_ms=1)
    assert press(desk, "desk-delete", e.tournament.pk) == ["The event is deleted."]
    assert not Tournament.objects.exists()
    assert Link.objects.get(pk=made.link.pk).revoked_ms
    assert not Grant.objects.filter(scope=e.tournament.scope).exists()


def test_everybody_sees_only_the_desks_they_work_at(as_role, event):
    mine, other = event(name="Mine"), event(name="Other")
    page = look(as_role("arbiter", mine.tournament.scope, name="ari"), "desk")
    assert "Mine" in page
    assert "Other" not in page
    assert other.tournament.pk


# ---- the hall


def test_the_call_to_the_boards_moves_the_start(desk, event):
    e = event("A B")
    round_ = publish(desk, e)
    press(desk, "desk-call", round_.pk, minutes=10)
    before = round_.starts_ms
    round_.refresh_from_db()
    assert round_.starts_ms > before


def test_a_round_ends_when_its_waves_of_games_do(event):
    e = event("A B C D", control="10")
    round_ = e.publish()
    one_wave = hall.expected_end_ms(round_, boards=2, tables=2) - round_.starts_ms
    two_waves = hall.expected_end_ms(round_, boards=2, tables=1) - round_.starts_ms
    assert one_wave == 20 * 60_000
    assert two_waves == 2 * one_wave + 4 * 60_000
    round_.ends_ms = 7
    assert hall.expected_end_ms(round_, boards=2, tables=2) == 7


def test_pages_ask_as_many_questions_for_many_as_for_few(desk, event):
    def asked(names, page):
        e = event(names, live=True, format="round-robin", name=names)
        publish(desk, e)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            look(desk, page, e.tournament.pk)
        return len(asked)

    few, many = "A B C D", " ".join(f"P{number}" for number in range(16))
    for page in ("desk-event", "desk-entries", "desk-results", "desk-tables"):
        assert asked(few, page) == asked(many, page), page


def test_an_event_is_made_whole_or_not_at_all(db):
    with pytest.raises(ValueError, match="nonsense"):
        events.create(actor=SYSTEM, name="X", format="swiss", control="nonsense", now_ms=1)
    assert not Tournament.objects.exists()
