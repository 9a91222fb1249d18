"""A person who is removed on request is gone from the list, from every game, and from the backups here."""

import gzip
import re

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from games.models import Game
from tests.club.conftest import ORGANISER
from tests.databases import own_rows
from tournament.files import tournament_json
from tournament.models import Player
from tournament.services.backup import copies, restoring
from tournament.services.club import erasing
from tournament.services.rounds import lifecycle

NAME = "Zebulina"


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def undone(make_tournament):
    """Undo a round, so that its games are called off and belong to no board any more."""
    e = make_tournament("Ada Ben Cleo Dan", live=True, planned_rounds=1)
    Player.objects.filter(first_name="Ada").update(first_name=NAME, family_name="Quist", public_as="short")
    with copies.switched_off():
        round_ = e.publish()
        lifecycle.undo(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    assert own_rows(Game).filter(voided=True).count() == 2
    assert NAME in everything()
    return e


def everything():
    return " ".join(str(list(model._base_manager.values())) for model in apps.get_models())


def erase(e):
    return erasing.erase(actor=ORGANISER, player=e.entrants["Ada"].player, now_ms=e.now_ms)


def test_no_row_of_any_table_holds_the_name_not_even_of_games_that_were_called_off(undone):
    erase(undone)
    assert NAME not in everything()
    shown = [seat["name"] for game in own_rows(Game).all() for seat in game.players.values()]
    assert sorted(shown)[:3] == ["Ben", "Cleo", "Dan"]
    assert sorted(shown)[3].startswith("Removed player")


@pytest.mark.parametrize(
    ("name", "ref", "goes"),
    [
        ("Once called otherwise", "entrant:1", True),
        ("Zebulina Q.", "entrant:3", True),
        ("Z. Q.", "entrant:9", True),
        ("Ben", "entrant:3", False),
        ("Zebulina Q.", "entrant:2", False),
        ("Zebulina Q.", "entrant:4", False),
    ],
    ids=["own entry", "own team", "entry that is gone", "partner", "namesake", "namesake of another team"],
)
def test_a_seat_is_known_by_its_entry_and_in_teams_by_the_name(name, ref, goes):
    person = erasing.ErasedPerson(1, frozenset({7}), frozenset({(NAME, "Quist")}), "gone")
    owners = {"entrant:1": {7}, "entrant:2": {8}, "entrant:3": {7, 8}, "entrant:4": {8, 9}}
    owners = {key: frozenset(ids) for key, ids in owners.items()}
    fresh = erasing.replace_name({"X": {"name": name, "ref": ref}}, person, owners)
    assert fresh == {"X": {"name": "gone" if goes else name, "ref": ref}}


@pytest.fixture
def kept(undone, monkeypatch):
    """Store backups of each kind that hold the name, one that does not, and a file that is no backup."""
    e, at = undone, undone.now_ms
    text = tournament_json.write(e.tournament, backup=True).encode()
    made = [copies.store_upload(text, is_database=False, tournament_id=e.tournament.pk, now_ms=at)]
    if connection.vendor == "sqlite":
        # Of our own connection: what a test wrote was never committed.
        monkeypatch.setattr(
            copies, "_copy_database", lambda file: file.write_bytes(connection.connection.serialize())
        )
        made.append(copies.make(e.tournament, reason="publish", now_ms=at))
    elsewhere = text.replace(NAME.encode(), b"Otto").replace(b"Quist", b"Unlike")
    other = copies.store_upload(elsewhere, is_database=False, tournament_id=99, now_ms=at)
    broken = copies.store_upload(b"{", is_database=False, tournament_id=98, now_ms=at)
    assert all(NAME.encode() in gzip.decompress(path.read_bytes()) for path in made)
    return e, made, (other, broken)


def test_backups_are_rewritten_on_request_and_unreadable_ones_are_counted(organiser, kept):
    e, made, others = kept
    before = [path.read_bytes() for path in others]
    (copies.folder() / "20260101-000000-000-update.dump").write_bytes(b"PGDMP")
    address = reverse("club-player-erase", args=[e.entrants["Ada"].player_id])
    answer = organiser.post(address, {"copies": "yes"}, follow=True)
    for path in made:
        content = gzip.decompress(path.read_bytes())
        assert NAME.encode() not in content
        assert b"Quist" not in content
        assert b"Cleo" in content
    # Another installation numbers other people: a person with that number and another name is not the one.
    assert [path.read_bytes() for path in others] == before
    told = " ".join(str(message) for message in answer.context["messages"])
    assert re.search(rf"\b{len(made)} backups? held the name", told)
    assert "2 files in the folder of backups cannot be read here" in told
    assert "printed sheets" in told
    assert not list(copies.folder().glob(".*"))


def test_backups_stay_as_they_are_without_a_request(organiser, kept):
    e, made, _ = kept
    before = [path.read_bytes() for path in made]
    answer = organiser.post(reverse("club-player-erase", args=[e.entrants["Ada"].player_id]), follow=True)
    assert [path.read_bytes() for path in made] == before
    told = [str(message) for message in answer.context["messages"]]
    assert "Backups made before still hold the name: they were left as they are." in told


def test_a_rewritten_copy_of_the_database_is_whole(kept):
    e, made, _ = kept
    erasing.erase_in_copies(actor=ORGANISER, person=erase(e), now_ms=e.now_ms)
    for path in made:
        content = restoring.read(path.read_bytes())
        if content.database:
            assert restoring.summarise_installation(content).players == Player.objects.count()
        else:
            assert restoring.extract_tournament(content, e.tournament)
