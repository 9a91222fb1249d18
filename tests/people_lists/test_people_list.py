"""Lists of people are read as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.people_lists.examples import PLAYER_LISTS, TEAM_LISTS, show
from tournament.import_export import sheets
from tournament.people_lists.names import PersonName, read_name
from tournament.people_lists.people_list import BadLine, read_players, read_teams

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
LIKE_A_LIST = st.text("Aab 12.;,|\t\n\"'()-:/@=\u200b", max_size=60)


@pytest.mark.parametrize(("text", "lines"), PLAYER_LISTS.items())
def test_players_are_read_line_by_line(text, lines):
    assert {line.number: show(line) for line in read_players(text)} == lines


@pytest.mark.parametrize(("text", "team"), TEAM_LISTS.items())
@pytest.mark.parametrize("pairs", [True, False])
def test_teams_and_pairs_are_read_with_their_players(text, team, pairs):
    (line,) = read_teams(text, pairs=pairs)
    shown = f"{line.name}: {', '.join(map(str, line.people))}"
    assert (f"! {line.troubles[0]}" if line.troubles else shown) == team


def test_a_pair_has_two_players():
    text = "Rooks: Ada Birk, Ben Okafor, Cleo Lind"
    assert [str(each) for each in read_teams(text, pairs=True)[0].troubles] == [
        "A pair has exactly two players."
    ]
    assert not read_teams(text)[0].troubles


def test_a_list_with_too_many_lines_is_refused_whole():
    assert len(read_players("Ada Birk\n\n" * 3, most=3)) == 3
    with pytest.raises(BadLine, match=r"There are more than 3 lines\."):
        read_players("Ada Birk\n" * 4, most=3)


@pytest.mark.parametrize(
    ("text", "first", "family"),
    [
        ("Mira Novak", "Mira", "Novak"),
        ("Novak, Mira", "Mira", "Novak"),
        ("Pelé", "Pelé", ""),
        ("A  B C", "A B", "C"),
    ],
)
def test_names_are_read_as_people_write_them(text, first, family):
    assert read_name(text) == PersonName(first, family)


@given(st.one_of(ANY_TEXT, LIKE_A_LIST))
def test_any_text_is_read(text):
    usable = [line for line in (*read_players(text), *read_teams(text)) if not line.troubles]
    assert all(line.name and line.people for line in usable)


# An apostrophe before a formula that was there already is taken for the one that an export puts there.
CELLS = (
    st.text("ab\"=é' ", max_size=8)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: not text.startswith("'"))
)


@given(st.lists(st.tuples(st.just("Ada"), CELLS, CELLS), min_size=1, max_size=8))
def test_what_is_written_as_csv_is_read_back(rows):
    text = sheets.ExportSheet(("name", "club", "note"), tuple(rows)).csv()
    clubs = [club if any(map(str.isalnum, club)) else "" for _name, club, _note in rows]
    assert [line.club for line in read_players(text)] == clubs
