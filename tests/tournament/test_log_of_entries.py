"""Every change of an entry or a team writes its entry into the log, and no other."""

import pytest

from tests.tournament import logged
from tests.tournament.logged import BY, fresh, player, teams_of_two, with_tables
from tournament.models import Player
from tournament.services.club import ratings
from tournament.services.entries import attendance, enrol, from_list, lineups, particulars, teams


def open_for_all(make_tournament):
    return make_tournament("A B", registration_open=True, registration_code="spring", approval=True)


def apply(e):
    return enrol.register(
        **BY, tournament=e.tournament, code="spring", first_name="Zoe", family_name="Q", now_ms=e.now_ms
    )


def applied(make_tournament):
    """Make one application that waits for approval."""
    e = open_for_all(make_tournament)
    e.applicant = apply(e)
    return e


def forbidden(make_tournament):
    e = fresh(make_tournament)
    e.pair = enrol.forbid(**BY, one=e.entrants["A"], other=e.entrants["B"])
    return e


def one_absent(make_tournament):
    e = fresh(make_tournament)
    attendance.announce_absence(kind="absent", **BY, entrant=e.entrants["A"], stage=e.stage, number=1)
    return e


def one_withdrawn(make_tournament):
    e = fresh(make_tournament)
    attendance.withdraw(**BY, entrant=e.entrants["A"])
    return e


# The entries that are expected, the state before, and what is done.
ENTRIES = [
    (
        "enter",
        fresh,
        lambda e: enrol.enter_player(
            **BY, tournament=e.tournament, player=Player.objects.create(first_name="E"), now_ms=e.now_ms
        ),
    ),
    ("make_team enter", teams_of_two, lambda e: e.enter_team("Greens", "g1 g2")),
    ("add_player register", open_for_all, apply),
    ("approve", applied, lambda e: enrol.approve(**BY, entrant=e.applicant)),
    ("decline", applied, lambda e: enrol.decline(**BY, entrant=e.applicant)),
    ("mark_paid", fresh, lambda e: enrol.mark_paid(**BY, entrant=e.entrants["A"], paid=True)),
    ("remove_entry", fresh, lambda e: enrol.remove(**BY, entrant=e.entrants["A"])),
    ("set_rating", fresh, lambda e: particulars.set_rating(**BY, entrant=e.entrants["A"], rating=1)),
    ("set_seed", fresh, lambda e: enrol.set_seed(**BY, entrant=e.entrants["A"], seed=1)),
    ("seed_by_rating", fresh, lambda e: ratings.seed_by_rating(**BY, tournament=e.tournament)),
    (
        "take_rating_list",
        fresh,
        lambda e: from_list.take_ratings(**BY, tournament=e.tournament, text="A; 1234"),
    ),
    ("set_categories", fresh, lambda e: enrol.set_categories(**BY, entrant=e.entrants["A"], categories=[])),
    ("fix_table", with_tables, lambda e: enrol.fix_table(**BY, entrant=e.entrants["A"], table=e.table)),
    ("forbid", fresh, lambda e: enrol.forbid(**BY, one=e.entrants["A"], other=e.entrants["B"])),
    ("allow", forbidden, lambda e: enrol.allow(**BY, pair=e.pair)),
    ("check_in", fresh, lambda e: attendance.check_in(**BY, entrant=e.entrants["A"])),
    (
        "announce_absence",
        fresh,
        lambda e: attendance.announce_absence(
            kind="absent", **BY, entrant=e.entrants["A"], stage=e.stage, number=1
        ),
    ),
    (
        "cancel_absence",
        one_absent,
        lambda e: attendance.cancel_absence(**BY, entrant=e.entrants["A"], stage=e.stage, number=1),
    ),
    ("withdraw", fresh, lambda e: attendance.withdraw(**BY, entrant=e.entrants["A"])),
    ("come_back", one_withdrawn, lambda e: attendance.come_back(**BY, entrant=e.entrants["A"])),
    ("expel", fresh, lambda e: attendance.expel(**BY, entrant=e.entrants["A"], reason="", now_ms=1)),
    (
        "note_incident",
        fresh,
        lambda e: attendance.note_incident(**BY, entrant=e.entrants["A"], kind="note", text="", now_ms=1),
    ),
    (
        "rename_team",
        teams_of_two,
        lambda e: particulars.rename_team(**BY, entrant=e.entrants["Reds"], name="Rubies", for_the_club=True),
    ),
    (
        "reorder_team",
        teams_of_two,
        lambda e: teams.reorder(**BY, entrant=e.entrants["Reds"], players=[player("r2"), player("r1")]),
    ),
    (
        "substitute",
        teams_of_two,
        lambda e: teams.substitute(**BY, entrant=e.entrants["Reds"], leaves=player("r1"), joins=player("r3")),
    ),
    (
        "set_lineup",
        teams_of_two,
        lambda e: lineups.set_lineup(
            **BY, entrant=e.entrants["Reds"], stage=e.stage, number=1, players=[player("r1")], now_ms=1
        ),
    ),
]


@pytest.mark.parametrize(("verbs", "state", "deed"), ENTRIES, ids=[verbs for verbs, _, _ in ENTRIES])
def test_every_change_of_an_entry_is_logged(make_tournament, verbs, state, deed):
    assert logged.entries_of(deed, state(make_tournament)) == verbs.split()
