"""Figures on paper and pages show what the text says and the rules allow."""

import re

import pytest
from django.template import Context, Template

from tournament.views import figures


def draw(tag: str) -> str:
    return Template("{% load fiveline %}{% board " + tag + " %}").render(Context())


def test_each_cube_is_drawn_with_its_symbol():
    svg = draw('"..O../...../..X../...../X.... X"')
    assert svg.count('href="#cube"') == 25
    assert svg.count('href="#cross"') == 2
    assert svg.count('href="#ring"') == 1
    assert 'href="#dot"' not in svg


@pytest.mark.parametrize(
    ("letter", "symbol", "turn"),
    [("N", "cross", 0), ("E", "ring", 90), ("S", "cross", 180), ("W", "ring", 270)],
)
def test_in_fours_the_dot_points_at_the_seat(letter, symbol, turn):
    svg = draw(f'"...../...../..{letter}../...../..... N"')
    assert f'href="#{symbol}"' in svg
    assert f"rotate({turn} " in svg


def test_lit_are_the_cubes_that_may_be_taken():
    figure = figures.read_figure("X.O../O..../..X../....O/.X.O. X", lit="takeable")
    assert sorted(figure.lit) == ["a1", "a2", "a3", "a5", "b1", "b5", "c1", "d5", "e1", "e3", "e4", "e5"]


@pytest.mark.parametrize(("cell", "ends"), [("c1", "NEW"), ("a1", "NE"), ("e3", "NSW"), ("c3", "")])
def test_a_cube_in_hand_shows_its_ways_back(cell, ends):
    assert set(figures.read_figure("...../...../...../...../..... X", selected=cell).ends) == set(ends)


def test_arrows_stand_outside_the_tray_and_push_inwards():
    svg = draw('"...../...../...../...../..... X" selected="c1"')
    arrows = re.findall(r'translate\((-?\d+) (-?\d+)\) rotate\((\d+)\)"><use href="#end-arrow"', svg)
    assert set(arrows) == {("250", "-45", "180"), ("545", "450", "270"), ("-45", "450", "90")}


def test_a_figure_has_words_for_those_who_cannot_see_it():
    svg = draw('"...../...../...../...../..... X" label="A <line>"')
    assert 'role="img" aria-label="A &lt;line&gt;"' in svg
    assert "Position ...../" in draw('"...../...../...../...../..... X"')


def test_a_text_that_is_no_position_is_a_fault_of_the_page():
    with pytest.raises(ValueError):
        figures.read_figure("...../..... X")
