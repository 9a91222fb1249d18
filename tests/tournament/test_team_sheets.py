"""Sheets of a team match name the players: a line of the pairings and a score sheet for each board."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import MatchGame, Player
from tournament.services.entries import lineups

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(make_tournament):
    e = make_tournament(entry="team", boards=3, format="round-robin")
    e.enter_team("Reds", "r1 r2 r3")
    e.enter_team("Blues", "b1 b2 b3")
    e.publish()
    return e


def rows(e, sheet):
    """List what a reader sees, one text for each row or sheet that names a board."""
    body = Client().get(reverse(f"print-{sheet}", args=[e.tournament.code])).content.decode()
    parts = re.findall(r'<tr class="print-board">.*?</tr>|<section class="score-sheet".*?</dl>', body, re.S)
    return [" ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", part, flags=re.S).split()) for part in parts]


def in_order(text, *words):
    places = [text.index(word) for word in words]
    return places == sorted(places)


def test_every_board_has_a_line_and_a_sheet_on_which_the_starter_comes_first(league):
    boards = list(own_rows(MatchGame).select_related("starter_player", "second_player").order_by("number"))
    lines, sheets = rows(league, "pairings"), rows(league, "score-sheets")
    assert (len(lines), len(sheets)) == (3, 3)
    for board, line, sheet in zip(boards, lines, sheets, strict=True):
        starter, second = str(board.starter_player), str(board.second_player)
        assert f"1.{board.number}" in line
        # The pairings follow the order of the teams and show by the symbol who starts.
        first_named = starter if board.number % 2 else second
        assert in_order(line, first_named, second if first_named == starter else starter)
        assert f"X {starter}" in line
        assert f"board 1.{board.number}" in sheet
        assert in_order(sheet, "starts", starter, "second", second)


def test_an_empty_board_has_a_dash_and_needs_no_sheet(league):
    named = [Player.objects.get(first_name=each) for each in ("r1", "r2")]
    lineups.set_lineup(
        actor=ORGANISER,
        entrant=league.entrants["Reds"],
        stage=league.stage,
        number=1,
        players=named,
        now_ms=1,
    )
    assert len(rows(league, "score-sheets")) == 2
    assert "–" in rows(league, "pairings")[2]
