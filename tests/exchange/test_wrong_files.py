"""A wrong tournament file is refused with the place and the reason, and saves nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.databases import own_rows
from tests.exchange.conftest import read_or_refuse
from tests.exchange.test_tournament_json import bring_in, rich
from tournament.files import tournament_json
from tournament.files.reading import BadFile
from tournament.models import Player, Tournament

__all__ = ["rich"]

WRONG = [
    (lambda plain: plain.update(kind="other"), "This is not an event of Fiveline."),
    (lambda plain: plain.update(version=99), "This event was written by a newer version (99)."),
    (lambda plain: plain["matches"][0].update(first=99), "matches 1, first: there is no number 99"),
    (lambda plain: plain["matches"][0].update(outcome="lucky"), "matches 1: outcome:"),
    (
        lambda plain: plain["matches"][0].update(reasons=[["no-such", {}]]),
        "matches 1: this cannot be understood",
    ),
    (
        lambda plain: plain["matches"][0].update(second=plain["matches"][0]["first"]),
        "The file contradicts itself",
    ),
    (lambda plain: plain["stages"][0].update(control="fast"), "stages 1:"),
    (lambda plain: plain["stages"][0].update(scoring="0-0-0"), "stages 1:"),
    (lambda plain: plain["stages"][0].update(options={"bribes": True}), "stages 1:"),
    (lambda plain: plain["stages"][0].update(tiebreaks=["XX"]), "stages 1:"),
    (lambda plain: plain["entrants"].append(plain["entrants"][0]), "The file contradicts itself"),
    (
        lambda plain: plain["entrants"][0].update(number="one"),
        "entrants 1, number: this is not a whole number",
    ),
    (lambda plain: plain["entrants"][0].update(paid=1), "entrants 1, paid: this is not true or false"),
    (lambda plain: plain["players"][0].update(first_name=""), "players 1: first_name:"),
    (lambda plain: plain["players"][0].update(first_name="x" * 61), "players 1: first_name:"),
    (lambda plain: plain["players"][0].update(is_staff=True), "players 1, is_staff: nobody knows this field"),
    (lambda plain: plain["games"][0].update(record="1. c3E X"), "games, record:"),
    (lambda plain: plain["tournament"].update(starts_on="yesterday"), "tournament, starts_on:"),
    (lambda plain: plain.update(matches={}), "matches: this is not a list of rows"),
]


def test_a_wrong_file_is_refused_with_the_place_and_nothing_stays(rich):
    text = tournament_json.write(rich.tournament)
    for spoil, said in WRONG:
        plain = json.loads(text)
        spoil(plain)
        with pytest.raises(BadFile) as refused:
            bring_in(json.dumps(plain))
        assert str(refused.value).startswith(said)
        assert own_rows(Tournament).count() == 1, said
        assert own_rows(Player).count() == 7, said


def test_a_damaged_tournament_is_brought_in_or_refused(make_tournament):
    e = make_tournament("A B C", format="round-robin", planned_rounds=3)
    e.publish()
    text = tournament_json.write(e.tournament)
    values = [st.none(), st.booleans(), st.integers(-5, 10**12), st.text(max_size=5), st.just({})]

    @given(st.data())
    @settings(max_examples=60)
    def damaged(data):
        plain = json.loads(text)
        rows = [row for rows in plain.values() if isinstance(rows, list) for row in rows]
        row = data.draw(st.sampled_from(rows))
        field = data.draw(st.sampled_from(sorted(row)))
        row[field] = data.draw(st.one_of(*values, st.lists(st.integers(0, 3), max_size=2)))
        read_or_refuse(bring_in, json.dumps(plain))

    damaged()
