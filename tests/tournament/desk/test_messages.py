"""Messages from the desk to one board or to all: who may, how long, who sees them, what the log stores."""

import pytest
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.live import reads
from games.models import Action, Game, Notice
from games.services.notices import notices_of, send_notice
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish
from tournament.models import MatchGame

pytestmark = pytest.mark.django_db


NOBODY = {"table": None, "seats": {}}


@pytest.fixture
def tournament(desk, make_tournament):
    e = make_tournament("Ada Ben Cleo Dan", live=True, keeper="server", control="10")
    publish(desk, e)
    return e.tournament


def read_notices(game):
    """Return the notices that spectators are sent."""
    return [each["text"] for each in dict(reads.read_plain_states({game.pk: NOBODY}))[game.pk]["notices"]]


def told_at_the_board(game):
    notices = notices_of([game], own_rows(Notice).latest("pk").given_ms)[game.pk]
    return [each.text for each in notices]


def test_a_message_to_all_boards_is_in_every_state_and_in_the_log(desk, tournament):
    said = press(desk, "desk-message-all", tournament.pk, text="  Lunch at\n13:00 ", minutes="2")
    assert said == ["Screens, tablets and phones show your message."]
    for game in own_rows(Game):
        assert read_notices(game) == ["Lunch at 13:00"]
    notice = own_rows(Notice).get()
    assert notice.until_ms - notice.given_ms == 120_000
    assert Action.objects.get(verb="send_notice").note == "Lunch at 13:00"


def test_a_message_to_one_board_is_for_those_who_play_there(desk, tournament):
    board = own_rows(MatchGame).get(match__board=1)
    other = own_rows(MatchGame).get(match__board=2)
    press(desk, "desk-message", board.pk, text="Please speak low.")
    assert told_at_the_board(board.game) == ["Please speak low."]
    assert told_at_the_board(other.game) == []
    assert read_notices(board.game) == [], "whoever watches does not read it"
    assert "Please speak low." in look(desk, "desk-board", board.pk)


def test_a_message_is_gone_after_its_time(desk, tournament):
    press(desk, "desk-message-all", tournament.pk, text="Quiet, please")
    game = own_rows(Game).first()
    later_ms = own_rows(Notice).get().until_ms
    assert notices_of([game], later_ms - 1)[game.pk]
    assert not notices_of([game], later_ms)[game.pk]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Type a few words in one line."),
        (" \n ", "Type a few words in one line."),
        ("bell \x07", "Type a few words in one line."),
        ("x" * 141, "A message to a board has at most 140 signs."),
    ],
)
def test_what_cannot_be_shown_is_refused_in_words(desk, tournament, text, why):
    assert press(desk, "desk-message-all", tournament.pk, text=text) == [why]
    assert not own_rows(Notice).exists()


def test_nobody_floods_the_boards(desk, tournament):
    for number in range(10):
        send_notice(str(number), topic=tournament.scope, actor=SYSTEM, minutes=2)
    assert press(desk, "desk-message-all", tournament.pk, text="one more") == [
        "Many messages went to the boards in the last minute. Wait a little."
    ]


def test_a_scorer_sends_nothing(as_role, tournament):
    scorer = as_role("scorer", tournament.scope, name="sam")
    board = own_rows(MatchGame).first()
    addresses = (
        reverse("desk-message-all", args=[tournament.pk]),
        reverse("desk-message", args=[board.pk]),
    )
    for address in addresses:
        assert scorer.post(address, {"text": "hello"}).status_code == 403
    assert not own_rows(Notice).exists()
