"""Every change of a tournament or of its hall writes its entry into the log, and no other."""

import gzip
import io

import pytest
from django.conf import settings as configured
from django.core.management import call_command

from tests.databases import own_rows
from tests.tournament import logged
from tests.tournament.logged import BY, fresh, published, with_tables
from tournament.files import tournament_json
from tournament.import_export import tournament_import
from tournament.import_export.trf import from_stage, into_tournament
from tournament.models import HallScreen
from tournament.services import prizes
from tournament.services.backup import restoring
from tournament.services.setup import creating, settings_change
from tournament.services.stages import stages
from tournament.services.tables import screens, seating


@pytest.fixture(autouse=True)
def backups_in_a_folder_of_their_own(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def archived(make_tournament):
    e = fresh(make_tournament)
    creating.archive(**BY, tournament=e.tournament)
    e.tournament.refresh_from_db()
    return e


def with_category(make_tournament):
    e = fresh(make_tournament)
    e.category = prizes.add_category(**BY, tournament=e.tournament, name="Juniors")
    return e


def at_tables(make_tournament):
    e = published(make_tournament, live=True, keeper="server")
    e.table = seating.provide(**BY, tournament=e.tournament, count=9)[-1]
    return e


def with_screen(make_tournament):
    e = fresh(make_tournament)
    e.screen = screens.add_screen(**BY, tournament=e.tournament, name="Door")
    return e


def saved(make_tournament):
    e = fresh(make_tournament)
    e.text = tournament_json.write(e.tournament, backup=True)
    return e


def restore_from_file(e):
    file = configured.DATA_DIR / "event.json.gz"
    file.write_bytes(gzip.compress(e.text.encode()))
    call_command("restore", file, stdout=io.StringIO())


# The entries that are expected, the state before, and what is done.
TOURNAMENTS = [
    (
        "set_up_tournament add_stage provide_tables",
        fresh,
        lambda e: creating.create(
            **BY, name="Cup", format="swiss", control="5+0", now_ms=e.now_ms, table_count=2
        ),
    ),
    ("add_stage", fresh, lambda e: stages.add(**BY, tournament=e.tournament, format="knockout")),
    (
        "change_settings",
        fresh,
        lambda e: settings_change.change_stage(**BY, stage=e.stage, changes={"control": "3+2"}),
    ),
    (
        "change_settings",
        fresh,
        lambda e: settings_change.change_tournament(**BY, tournament=e.tournament, changes={"city": "Bonn"}),
    ),
    (
        "change_presentation",
        fresh,
        lambda e: settings_change.change_presentation(**BY, tournament=e.tournament, about="Welcome"),
    ),
    ("archive", fresh, lambda e: creating.archive(**BY, tournament=e.tournament)),
    ("bring_back", archived, lambda e: creating.bring_back(**BY, tournament=e.tournament)),
    (
        "show_to_public",
        fresh,
        lambda e: creating.show_to_public(**BY, tournament=e.tournament, shown=not e.tournament.public),
    ),
    ("delete_tournament", fresh, lambda e: creating.delete(**BY, tournament=e.tournament)),
    ("add_category", fresh, lambda e: prizes.add_category(**BY, tournament=e.tournament, name="Juniors")),
    ("drop_category", with_category, lambda e: prizes.drop_category(**BY, category=e.category)),
    ("set_prizes", fresh, lambda e: prizes.set_all(**BY, tournament=e.tournament, lists=[], sharing="none")),
    (
        "restore_event",
        saved,
        lambda e: restoring.restore_tournament(**BY, tournament=e.tournament, text=e.text, now_ms=e.now_ms),
    ),
    ("restore*", saved, restore_from_file),
    (
        "import_event",
        fresh,
        lambda e: tournament_import.enter(
            tournament_json.read(tournament_json.write(e.tournament)), **BY, name="Copy", now_ms=e.now_ms
        ),
    ),
    (
        "import_report",
        published,
        lambda e: into_tournament.enter(from_stage.build_report(e.stage), **BY, now_ms=e.now_ms),
    ),
]

HALL = [
    ("provide_tables", fresh, lambda e: seating.provide(**BY, tournament=e.tournament, count=2)),
    (
        "describe_table",
        with_tables,
        lambda e: seating.describe(**BY, table=e.table, label="x", reserved=True),
    ),
    ("move_game", at_tables, lambda e: seating.move(**BY, match_game=e.first.games.get(), table=e.table)),
    ("add_screen", fresh, lambda e: screens.add_screen(**BY, tournament=e.tournament, name="Door")),
    (
        "steer_screen",
        with_screen,
        lambda e: screens.steer(
            **BY,
            tournament=e.tournament,
            screens=own_rows(HallScreen),
            wish=screens.ScreenWish(shows="message", text="Tea"),
        ),
    ),
    ("drop_screen", with_screen, lambda e: screens.drop_screen(**BY, screen=e.screen)),
]


@pytest.mark.parametrize(
    ("verbs", "state", "deed"), TOURNAMENTS + HALL, ids=[verbs for verbs, _, _ in TOURNAMENTS + HALL]
)
def test_every_change_of_a_tournament_is_logged(make_tournament, verbs, state, deed):
    assert logged.entries_of(deed, state(make_tournament)) == verbs.split()
