"""The figure of coverage: all lines together, then the folders with the lowest share."""

from tests.tools.covered import sentences


def test_lines_are_counted_over_all_files_and_by_room():
    report = {
        "files": {
            "games/rules/moves.py": {"executed_lines": [1, 2, 3], "missing_lines": []},
            "games/live/reads.py": {"executed_lines": [1], "missing_lines": [2, 3, 4]},
            "games/wording.py": {"executed_lines": [1], "missing_lines": []},
            "tournament/views/desk/rounds.py": {"executed_lines": [1], "missing_lines": [2]},
            "tournament/__init__.py": {"executed_lines": [], "missing_lines": []},
        }
    }
    assert sentences(report) == [
        "Coverage: the fast tests run 60.0 % of 10 lines.",
        "Lowest: games/live 25 %, tournament/views 50 %, games 100 %, games/rules 100 %, tournament 100 %.",
    ]
