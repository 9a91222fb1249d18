"""Tables, settings and safety at the desk: what may change, what stays, who sees it."""

import gzip

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Grant, Link
from games.rules import RuleSet
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish
from tournament.files import tournament_json
from tournament.models import Tournament, TournamentStatus
from tournament.services.backup import copies
from tournament.services.setup import settings_change
from tournament.templatetags.club import span

pytestmark = pytest.mark.django_db
# The usual rules, as the form of a stage sends them.
RULES = {
    "rule_first_symbol": "cross",
    "rule_announce": "automatic",
    "rule_draw_offers": "on",
    "rule_repetition": 3,
    "rule_move_limit": 0,
    "rule_game_limit": "draw",
}


def test_a_tablets_code_is_shown_once_and_serves_its_table(desk, make_tournament):
    e = make_tournament()
    press(desk, "desk-tables-provide", e.tournament.pk, count=3)
    table = e.tournament.tables.get(number=2)
    page = desk.post(reverse("desk-tablet", args=[table.pk])).content.decode()
    assert "data-code" in page
    assert own_rows(Link).get().scope == table.scope
    assert "code made" in look(desk, "desk-tables", e.tournament.pk)


def test_a_change_in_mid_tournament_is_previewed_then_made(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    publish(desk, e)
    fields = {
        "format": "swiss",
        "planned_rounds": 4,
        "control": "5+3",
        "scoring": "3-1-0",
        "tiebreaks": "BH",
        "option_seeding": "rating",
        "option_clubmates": "avoid",
        "option_acceleration": "none",
        **RULES,
    }
    page = desk.post(reverse("desk-stage", args=[e.stage.pk]), fields).content.decode()
    assert "Round 4 becomes the last one" in page
    assert "The points of 4 entrants are counted anew" in page
    e.stage.refresh_from_db()
    assert e.stage.planned_rounds == 3
    desk.post(reverse("desk-stage", args=[e.stage.pk]), fields | {"apply": "yes"})
    e.stage.refresh_from_db()
    assert (e.stage.planned_rounds, e.stage.scoring, e.stage.options["clubmates"]) == (4, "3-1-0", "avoid")


def test_a_wrong_setting_is_refused_with_the_reason(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    publish(desk, e)
    fields = {
        "format": "swiss",
        "planned_rounds": 3,
        "control": "10+5",
        "scoring": "own",
        "own_scoring": "0-1-2",
    }
    fields |= RULES
    fields |= {"option_seeding": "rating", "option_clubmates": "free", "option_acceleration": "none"}
    fields |= {"apply": "yes"}
    page = desk.post(reverse("desk-stage", args=[e.stage.pk]), fields).content.decode()
    assert "A win must be worth more than a loss" in page


@pytest.mark.parametrize(("entry", "asks"), [("player", False), ("pair", False), ("team", True)])
def test_only_teams_are_asked_for_boards(desk, make_tournament, entry, asks):
    page = look(desk, "desk-settings", make_tournament(entry=entry).tournament.pk)
    assert ('name="boards"' in page) is asks
    assert ('name="lineup_per_round"' in page) is asks


@pytest.mark.parametrize(("minutes", "words"), [(45, "45 min"), (120, "2 h"), (160, "2 h 40 min")])
def test_a_span_is_as_short_as_it_can_be(minutes, words):
    assert span(minutes * 60_000) == words


def test_prizes_and_categories_come_and_go(desk, make_tournament):
    e = make_tournament("A B")
    press(desk, "desk-category-add", e.tournament.pk, name="Juniors")
    assert press(desk, "desk-category-add", e.tournament.pk, name="juniors") == ["That is so already."]
    address = reverse("desk-category-add", args=[e.tournament.pk])
    assert desk.post(address, {"name": "Seniors"}).url.endswith("#categories"), (
        "where one was, not at the top"
    )
    e.tournament.categories.get(name="Seniors").delete()
    juniors = e.tournament.categories.get()
    press(desk, "desk-conditions", e.entrants["A"].pk, category=juniors.pk)
    given = {f"prizes-{juniors.pk}": "Golden cup", "sharing": "points"}
    assert press(desk, "desk-prizes-set", e.tournament.pk, prizes="100 €\n60 €\n\n10 €", **given) == [
        "The prizes are set."
    ]
    listed = [(str(prize.category or ""), prize.place, prize.title) for prize in e.tournament.prizes.all()]
    assert listed == [("", 1, "100 €"), ("", 2, "60 €"), ("", 4, "10 €"), ("Juniors", 1, "Golden cup")]
    page = look(desk, "desk-settings", e.tournament.pk)
    assert "100 € 60 € 10 €</textarea>" in page
    press(desk, "desk-prizes-set", e.tournament.pk, prizes="", **given)
    assert e.tournament.prizes.get().title == "Golden cup"
    press(desk, "desk-category-drop", juniors.pk)
    assert not e.tournament.prizes.exists()


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("category", "9" * 30, "One of these is not there any more. Look at the page again."),
        ("category", "juniors", "One of these is not there any more. Look at the page again."),
        ("table", "9" * 30, "One of these is not there any more. Look at the page again."),
        ("seed", "9" * 30, "A seed is a number from 1 to 999."),
        ("seed", "0", "A seed is a number from 1 to 999."),
    ],
)
def test_a_condition_that_cannot_be_is_refused_in_words_and_changes_nothing(
    desk, make_tournament, field, typed, told
):
    e = make_tournament("A B")
    press(desk, "desk-conditions", e.entrants["A"].pk, seed=7)
    assert press(desk, "desk-conditions", e.entrants["A"].pk, **{"seed": 3, field: typed}) == [told]
    assert e.tournament.entrants.get(pk=e.entrants["A"].pk).seed == 7


def test_a_copy_of_the_whole_database_is_for_the_club_not_for_one_tournament(
    as_role, make_tournament, monkeypatch
):
    """It holds every account and every other tournament."""
    e = make_tournament()
    name = "20261116-043000-000-manual-t1.sqlite3.gz"
    (copies.folder() / name).write_bytes(b"all of it")
    address = reverse("desk-backup-download", args=[name])
    guest = as_role("organiser", e.tournament.scope, name="guest")
    assert guest.get(address).status_code == 403
    assert as_role().get(address).content == b"all of it"
    assert as_role().get(reverse("desk-backup-download", args=["..-passwords"])).status_code == 404


def test_going_back_needs_the_password(desk, make_tournament):
    e = make_tournament("A B")
    user = get_user_model().objects.get(username="olga")
    user.set_password("cubes-of-beech")
    user.save()
    desk.force_login(user)
    made = copies.store_upload(
        tournament_json.write(e.tournament, backup=True).encode(),
        is_database=False,
        tournament_id=e.tournament.pk,
        now_ms=1,
    )
    publish(desk, e)
    where = ("desk-put-back", e.tournament.pk, made.name)
    assert press(desk, *where, what="event", password="cubes-of-oak") != []
    assert e.stage.rounds.count() == 1
    (told,) = press(desk, *where, what="event", password="cubes-of-beech")
    assert told.startswith("The event is as it was in the backup.")
    assert e.stage.rounds.count() == 0


def test_a_backup_is_brought_as_a_file_and_looked_at_first(desk, make_tournament):
    e = make_tournament("A B")
    text = tournament_json.write(e.tournament, backup=True).encode()
    for content in (text, gzip.compress(text)):
        sent = {"file": SimpleUploadedFile("cup.json.gz", content)}
        answer = desk.post(reverse("desk-backup-upload", args=[e.tournament.pk]), sent)
        assert answer.url.startswith(f"/desk/{e.tournament.pk}/safety/backups/")
    bad = {"file": SimpleUploadedFile("cup.txt", b"hello")}
    answer = desk.post(reverse("desk-backup-upload", args=[e.tournament.pk]), bad, follow=True)
    assert "cannot be read as a backup" in answer.content.decode()


def test_a_finished_tournament_stays_public_in_the_archive_until_it_is_hidden(desk, client, make_tournament):
    e = make_tournament("A B")
    address = reverse("tournament", args=[e.tournament.code])
    press(desk, "desk-archive", e.tournament.pk)
    stranger = Client()
    assert stranger.get(address).status_code == 200
    assert e.tournament.name in stranger.get(reverse("tournaments")).content.decode()
    assert press(desk, "desk-show", e.tournament.pk, shown="no") == ["Only staff can see the event."]
    assert stranger.get(address).status_code == 404
    assert e.tournament.name not in stranger.get(reverse("tournaments")).content.decode()
    press(desk, "desk-show", e.tournament.pk, shown="yes")
    assert stranger.get(address).status_code == 200


def test_a_tournament_with_rounds_is_archived_never_deleted(desk, make_tournament):
    e = make_tournament("A B")
    publish(desk, e)
    assert "It can be archived, not deleted." in press(desk, "desk-delete", e.tournament.pk)[0]
    press(desk, "desk-archive", e.tournament.pk)
    assert e.tournament.name not in look(desk, "desk")
    assert e.tournament.name in look(desk, "desk", query="?archive")
    press(desk, "desk-bring-back", e.tournament.pk)
    e.tournament.refresh_from_db()
    assert e.tournament.status == TournamentStatus.RUNNING


def test_a_tournament_without_rounds_is_deleted_with_its_links_and_roles(desk, make_tournament):
    e = make_tournament("A B")
    made = links.make(SYSTEM, role="display", scope=e.tournament.scope)
    Grant.objects.create(subject="user:77", role="arbiter", scope=e.tournament.scope, created_ms=1)
    assert press(desk, "desk-delete", e.tournament.pk) == ["The event is deleted."]
    assert not own_rows(Tournament).exists()
    assert Link.objects.get(pk=made.link.pk).revoked_ms
    assert not Grant.objects.filter(scope=e.tournament.scope).exists()


def test_everybody_sees_only_the_desks_they_work_at(as_role, make_tournament):
    mine, other = make_tournament(name="Mine"), make_tournament(name="Other")
    page = look(as_role("arbiter", mine.tournament.scope, name="ari"), "desk")
    assert "Mine" in page
    assert "Other" not in page
    assert other.tournament.pk


def test_a_tournament_in_the_archive_is_not_changed_before_it_is_brought_back(desk, make_tournament):
    e = make_tournament("A B", planned_rounds=3)
    round_ = publish(desk, e)
    press(desk, "desk-archive", e.tournament.pk)
    told = press(desk, "desk-line", round_.pk, line="1 1-0")
    assert told == ["This event is in the archive. Bring it back first, on the page Safety."]
    e.tournament.refresh_from_db()
    assert e.tournament.status == "archived"
    press(desk, "desk-bring-back", e.tournament.pk)
    assert press(desk, "desk-line", round_.pk, line="1 1-0")[0].startswith("Board 1: ")


def stage_fields(**changes):
    """Return the form of a Swiss stage as it is sent unchanged, with some changes."""
    return RULES | {
        "format": "swiss",
        "planned_rounds": 3,
        "control": "10+5",
        "scoring": "1-½-0",
        "tiebreaks": ["BH/C1", "BH", "SB", "DE"],
        "option_seeding": "rating",
        "option_clubmates": "free",
        "option_acceleration": "none",
        "apply": "yes",
        **changes,
    }


def test_tie_breaks_count_in_the_order_in_which_they_stand(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    desk.post(reverse("desk-stage", args=[e.stage.pk]), stage_fields(tiebreaks=["SB", "DE", "BH"]))
    e.stage.refresh_from_db()
    assert e.stage.tiebreaks == ["SB", "DE", "BH"]
    page = look(desk, "desk-stage", e.stage.pk)
    places = [page.index(f'value="{code}" checked') for code in e.stage.tiebreaks]
    assert places == sorted(places)
    assert "Points from the games that the tied played among themselves" in page, "each is explained"


def test_a_rule_set_is_chosen_in_words_and_the_usual_one_stays_unsaid(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    desk.post(reverse("desk-stage", args=[e.stage.pk]), stage_fields(name="Main"))
    e.stage.refresh_from_db()
    assert (e.stage.name, e.stage.rules) == ("Main", "")
    wanted = stage_fields(rule_announce="required", rule_move_limit=80)
    del wanted["rule_draw_offers"]
    desk.post(reverse("desk-stage", args=[e.stage.pk]), wanted)
    e.stage.refresh_from_db()
    rules = RuleSet.parse(e.stage.rules)
    assert (rules.must_call, rules.move_limit, rules.draw_offers) == (True, 80, False)
    assert "may confer" not in look(desk, "desk-stage", e.stage.pk), "that is for partners"


def test_points_of_ones_own_are_asked_for_where_they_are_wanted(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    page = desk.post(reverse("desk-stage", args=[e.stage.pk]), stage_fields(scoring="own")).content.decode()
    assert "Say what a win, a draw and a loss are worth." in page
    desk.post(reverse("desk-stage", args=[e.stage.pk]), stage_fields(scoring="own", own_scoring="4-2-1"))
    e.stage.refresh_from_db()
    assert e.stage.scoring == "4-2-1"
    assert 'value="4-2-1"' in look(desk, "desk-stage", e.stage.pk), "and are offered from then on"


def test_the_settings_of_a_tournament_stand_in_groups_and_none_is_lost(desk, make_tournament):
    e = make_tournament(entry="team", boards=3)
    page = look(desk, "desk-settings", e.tournament.pk)
    legends = ["Event", "Public", "Play", "Registration", "Byes and no-shows"]
    places = [page.index(f"<legend>{title}</legend>") for title in legends]
    assert places == sorted(places)
    for name in settings_change.TOURNAMENT_FIELDS:
        assert page.count(f'id="id_{name}"') == 1, name
