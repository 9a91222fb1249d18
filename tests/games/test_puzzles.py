"""Test that puzzles come from games that were played here, and that the daily one is proved."""

import datetime

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from games.practice.puzzles import find_puzzles, puzzle_of_the_day
from games.rules import Position
from games.rules.forced import forces_win

WON = "e1W e5W e1W e5W e1W e5W e1W e5W e1W"
DAY = datetime.date(2026, 11, 17)


def test_the_positions_before_the_last_moves_of_a_win_are_candidates(opened):
    game = opened().start().moves(WON).game
    found = find_puzzles()
    assert [(each.code, each.moves) for each in found] == [(game.code, moves) for moves in (1, 2, 3)]
    assert forces_win(Position.parse(found[0].position), 1)


def test_the_puzzle_of_the_day_is_proved_and_the_same_all_day(opened):
    opened().start().moves(WON)
    puzzle = puzzle_of_the_day(DAY)
    assert puzzle == puzzle_of_the_day(DAY)
    at = Position.parse(puzzle.position)
    assert forces_win(at, puzzle.moves)
    assert puzzle.moves == 1 or not forces_win(at, puzzle.moves - 1)


@pytest.mark.django_db
def test_a_club_without_games_has_none_and_the_start_page_says_nothing_of_it(client):
    assert puzzle_of_the_day(DAY) is None
    assert Template("{% load start_page %}{% puzzle_of_the_day %}").render(Context()).strip() == ""
    assert client.get(reverse("puzzles")).status_code == 200


def test_the_start_page_shows_it_and_leads_to_it(opened):
    opened().start().moves(WON)
    page = Template("{% load start_page %}{% puzzle_of_the_day %}").render(Context())
    assert f'{reverse("puzzles")}?day"' in page
    assert "board-figure" in page
    shown = Client().get(f"{reverse('puzzles')}?day").content.decode()
    assert '"day": {' in shown


def test_a_game_that_still_runs_gives_no_puzzle(opened):
    opened(topic="tournament:3").start().moves("e1W e5W e1W e5W e1W e5W e1W e5W")
    assert find_puzzles() == []
