"""The hall at the desk: when a round starts and ends, and how many queries its pages take."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access.permissions import SYSTEM
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish
from tournament.models import Tournament
from tournament.services.setup import creating, wizard

pytestmark = pytest.mark.django_db


def test_the_call_to_the_boards_moves_the_start(desk, make_tournament):
    e = make_tournament("A B")
    round_ = publish(desk, e)
    press(desk, "desk-call", round_.pk, minutes=10)
    before = round_.starts_ms
    round_.refresh_from_db()
    assert round_.starts_ms > before


def test_a_round_ends_when_its_waves_of_games_do(make_tournament):
    e = make_tournament("A B C D", control="10")
    round_ = e.publish()
    one_wave = wizard.expected_end_ms(round_, boards=2, tables=2, games_each=1) - round_.starts_ms
    two_waves = wizard.expected_end_ms(round_, boards=2, tables=1, games_each=1) - round_.starts_ms
    assert one_wave == 20 * 60_000
    assert two_waves == 2 * one_wave + 4 * 60_000
    round_.ends_ms = 7
    assert wizard.expected_end_ms(round_, boards=2, tables=2, games_each=1) == 7


def test_pages_ask_as_many_questions_for_many_as_for_few(desk, make_tournament):
    def asked(names, page):
        e = make_tournament(names, live=True, format="round-robin", name=names)
        publish(desk, e)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            look(desk, page, e.tournament.pk)
        return len(asked)

    few, many = "A B C D", " ".join(f"P{number}" for number in range(16))
    for page in ("desk-tournament", "desk-entries", "desk-results", "desk-tables"):
        assert asked(few, page) == asked(many, page), page


def test_a_tournament_is_made_whole_or_not_at_all(db):
    with pytest.raises(ValueError, match="nonsense"):
        creating.create(actor=SYSTEM, name="X", format="swiss", control="nonsense", now_ms=1)
    assert not own_rows(Tournament).exists()
