"""`manage.py bench`: finds its figures, and says so when there is no such figure."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.bench import benchmarks
from tests.bench import rules


def test_the_figures_of_the_rules_are_found():
    assert "rules" in benchmarks()


def test_an_unknown_figure_is_named_with_those_that_exist():
    with pytest.raises(CommandError, match=r"There is no bench colour; there are: .*rules"):
        call_command("bench", "colour")


def test_each_figure_is_one_line_with_its_ratio(monkeypatch):
    monkeypatch.setattr(rules, "GAMES", 2)
    out = StringIO()
    call_command("bench", "rules", stdout=out)
    lines = out.getvalue().splitlines()
    assert [line.split(",")[0] for line in lines] == ["bench rules: 2 players", "bench rules: 4 players"]
    assert all(" us, plain version " in line and " ratio " in line for line in lines)
