"""Old files stay readable: exports and backups of version 1, and a whole database.

Version 0.1.0 wrote `tests/data/version_1` from a demo with more tournaments: teams with lineups, a double
knockout, groups with a final, corrections, a late entry, a withdrawal, a removed player, a draft. `described`
has the contents of each tournament at that time.
"""

import gzip
import json
import lzma
import re

import pytest

from tests.database_files import create_database
from tests.exchange.conftest import ORGANISER
from tests.exchange.described import describe
from tests.server_process import ROOT
from tests.tournament.test_backup import manage
from tournament.files import tournament_json
from tournament.import_export import tournament_import
from tournament.models import Club, Player
from tournament.services.backup import copies, restoring
from tournament.services.club import erasing
from tournament.services.club.erasing import ErasedPerson

FOLDER = ROOT / "tests" / "data" / "version_1"
FILES = json.loads(lzma.decompress((FOLDER / "tournaments.json.xz").read_bytes()))
NAMES = sorted(FILES["described"])
# Opening the copy of the database takes a second each time.
FROM_DATABASE = ("7 Autumn Cup", "9 Four at a Table", "12 Team League")


def comparable(described):
    """Make descriptions comparable: the number of a removed player is the id of its row."""
    return json.loads(re.sub(r"Removed player \d+", "Removed player", json.dumps(described)))


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_an_export_of_version_1_is_imported_as_the_tournament_it_was(name):
    plain = tournament_json.read(FILES["exports"][name])
    made = tournament_import.enter(plain, actor=ORGANISER, now_ms=1_900_000_000_000)
    assert comparable(describe(made)) == comparable(FILES["described"][name])


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_backup_of_version_1_is_loaded_as_the_tournament_it_was(name):
    made = restoring.load_copy(FILES["backups"][name])
    assert comparable(describe(made)) == comparable(FILES["described"][name])


@pytest.mark.django_db
def test_a_backup_of_version_1_brings_what_an_export_leaves_out():
    made = restoring.load_copy(FILES["backups"]["11 Spring Swiss"])
    assert (made.registration_code, made.registration_open, made.created_ms) == ("spring", True, 0)
    assert Player.objects.get(first_name="Ann").note == "vegetarian"
    assert Club.objects.get(name="Ringtown").city == "Utrecht"
    assert Player.objects.exclude(erased_ms=None).count() == 1


@pytest.mark.django_db
def test_the_name_of_an_erased_person_is_taken_out_of_a_backup_of_version_1(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    text = FILES["backups"]["11 Spring Swiss"]
    (ann,) = (row["id"] for row in json.loads(text)["tables"]["player"] if row["first_name"] == "Ann")
    path = copies.store_upload(text.encode(), is_database=False, tournament_id=11, now_ms=1)
    person = ErasedPerson(ann, frozenset({ann}), frozenset({("Ann", "")}), "gone")
    done = erasing.erase_in_copies(actor=ORGANISER, person=person, now_ms=2)
    assert (done.rewritten, done.unreached) == (1, 0)
    fresh = gzip.decompress(path.read_bytes()).decode()
    assert '"Ann"' not in fresh
    made = restoring.load_copy(fresh)
    others = [row for row in FILES["described"]["11 Spring Swiss"]["entrants"] if row[1] != "Ann"]
    assert comparable([row for row in describe(made)["entrants"] if row[0] != 1]) == comparable(others)
    assert made.entrants.get(number=1).player.erased_ms == 2


RESTORE_EACH = """
import django; django.setup()
import json, sys
from games.access.permissions import SYSTEM
from tests.exchange.described import describe
from tests.exchange.test_old_files import FILES, FOLDER, FROM_DATABASE
from tournament.models import Entrant, Match, MatchGame, Round, Tournament
from tournament.services.backup import copies, restoring
import lzma
whole = {each.pk: describe(each) for each in Tournament.objects.all()}
database = restoring.read(lzma.decompress((FOLDER / "database.sqlite3.xz").read_bytes()))
put_back = {}
for name, text in FILES["backups"].items():
    one = Tournament.objects.get(pk=int(name.split()[0]))
    ids = set(Entrant.objects.filter(tournament=one).values_list("pk", flat=True))
    live = set(MatchGame.objects.filter(match__round__stage__tournament=one).values_list("pk", "game"))
    for source in ("json", "database") if name in FROM_DATABASE else ("json",):
        MatchGame.objects.filter(match__round__stage__tournament=one, game=None).delete()
        Tournament.objects.filter(pk=one.pk).update(name="Spoiled")
        Round.objects.filter(stage__tournament=one).update(engine="none")
        content = restoring.read(text.encode()) if source == "json" else database
        with copies.switched_off():
            restoring.restore_tournament(
                actor=SYSTEM,
                tournament=one,
                text=restoring.extract_tournament(content, one),
                now_ms=1_800_000_000_000,
            )
        one.refresh_from_db()
        put_back[f"{name} {source}"] = describe(one)
        assert set(Entrant.objects.filter(tournament=one).values_list("pk", flat=True)) == ids
        there = MatchGame.objects.filter(match__round__stage__tournament=one).values_list("pk", "game")
        assert set(there) == live
print(json.dumps({"whole": whole, "put_back": put_back}))
"""


def test_a_whole_database_of_version_1_is_restored_and_each_tournament_put_back_in_it(tmp_path):
    create_database(tmp_path / "fiveline.sqlite3")
    file = tmp_path / "backup.sqlite3"
    file.write_bytes(lzma.decompress((FOLDER / "database.sqlite3.xz").read_bytes()))
    manage(tmp_path, "manage.py", "restore", str(file))
    seen = json.loads(manage(tmp_path, "-c", RESTORE_EACH))
    for name, described in FILES["described"].items():
        expected = comparable(described)
        assert comparable(seen["whole"][name.split()[0]]) == expected
        assert comparable(seen["put_back"][f"{name} json"]) == expected
    for name in FROM_DATABASE:
        expected = comparable(FILES["described"][name])
        assert comparable(seen["put_back"][f"{name} database"]) == expected
