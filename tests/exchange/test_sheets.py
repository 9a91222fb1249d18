"""Tables as CSV: they have no draft, and no cell that a spreadsheet calculates."""

import pytest

from tournament.import_export import sheets


@pytest.mark.parametrize("cell", ["=1+1", "+SUM(A1)", "-2+3", "@cmd", "  =HYPERLINK(1)"])
def test_no_cell_of_ours_is_a_formula(cell):
    assert sheets.escape_formula(cell).startswith("'")
    assert f"'{cell}" in sheets.ExportSheet(("name",), ((cell,),)).csv()


@pytest.mark.parametrize("cell", ["-5", "+3", "1.5", "Mira", "", "−5"])
def test_numbers_and_names_stay_as_they_are(cell):
    assert sheets.escape_formula(cell) == cell


def test_a_draft_is_not_exported(make_tournament):
    e = make_tournament("A B C D")
    e.play(e.publish())
    e.draft()
    assert [row[:2] for row in sheets.pairings(e.stage).rows] == [(1, 1), (1, 2)]
    assert sheets.pairings(e.stage, 2).rows == ()
