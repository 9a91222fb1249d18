"""`make bench` finds its figures, and reports an unknown figure."""

import pytest

from tests.tools.bench import rules
from tests.tools.bench.__main__ import benchmarks, main


def test_the_figures_of_the_rules_are_found():
    assert "rules" in benchmarks()


def test_an_unknown_figure_is_named_with_those_that_exist():
    with pytest.raises(SystemExit, match=r"There is no bench colour; there are: .*rules"):
        main(["colour"])


def test_each_figure_is_one_line_with_its_ratio(monkeypatch, capsys):
    monkeypatch.setattr(rules, "GAMES", 2)
    main(["rules"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["bench rules: 2 players", "bench rules: 4 players"]
    assert all(" us, plain version " in line and " ratio " in line for line in lines)
