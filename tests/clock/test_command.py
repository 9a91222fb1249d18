"""`manage.py clock CONTROL`."""

import pytest
from django.core.management import CommandError, call_command


def test_a_control_is_explained(capsys):
    call_command("clock", "10+5", "m30")
    assert capsys.readouterr().out.splitlines() == [
        "10+5 m30: 10 min + 5 s, 30 s a move",
        "10 min of thinking time, and 5 s more after every move. Every move within 30 s.",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["10x"], "“10x” is no time control"), (["2h", "--seats", "4"], "an hourglass is for two players")],
)
def test_what_is_wrong_is_said_with_exit_status_two(arguments, sentence):
    with pytest.raises(CommandError, match=sentence) as error:
        call_command("clock", *arguments)
    assert error.value.returncode == 2
