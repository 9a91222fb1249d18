"""What a tablet that keeps a game may enter beyond its rights: requests of the desk, and behind the PIN."""

import itertools

import pytest

from games.access import pins
from games.access.permissions import SYSTEM
from games.faults import Fault
from games.live import requests
from games.models import TabletAbsence
from games.protocol.upward import parse
from games.referee import requests as r
from games.services import absences
from games.services.custody import take_custody
from games.services.opening import open_game
from games.services.recording import record
from tests.databases import own_rows
from tests.rights.test_socket_requests import BEGIN_MS, PEOPLE, TABLE, TOPIC, scope_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]

MORE_TIME = {"type": "adjust", "seat": "X", "add_ms": 60_000, "reason": "came late"}


class Tablet:
    """The tab that keeps a started game of a tournament."""

    def __init__(self):
        where = {"topic": TOPIC, "place": TABLE, "keeper": "table"}
        self.game = open_game(
            rules="", control="10", first="X", seats=2, players={}, now_ms=BEGIN_MS, **where
        )
        self.scope = scope_of(PEOPLE["table"], self.game)
        self.numbers = itertools.count(1)
        self.seq = 0
        take_custody(self.game.pk, "tab", SYSTEM, now_ms=BEGIN_MS)
        assert self.enter({"type": "start"}) == "started"

    def enter(self, message, *, n=None, scope=None, **beside):
        """Return the kind of the event, or the code of the refusal."""
        n = next(self.numbers) if n is None else n
        entry = {"nonce": f"n{n}", "epoch": 1, "n": n, "tab": "tab", "spent_ms": 0}
        try:
            reply = requests.record(
                self.game.pk, scope or self.scope, parse({**message, **entry, **beside}), BEGIN_MS, 0
            )
        except Fault as fault:
            return fault.code
        last = self.game.events.latest("seq")
        is_new, self.seq = last.seq > self.seq, last.seq
        return last.kind if is_new else f"as before: {reply.seq}"

    def instructed(self):
        wish = r.Adjust(reason="came late", seat="X", add_ms=60_000)
        return record(game_id=self.game.pk, request=wish, actor=SYSTEM, stamp_ms=BEGIN_MS).instruction


@pytest.fixture
def tablet():
    return Tablet()


def test_a_table_follows_an_instruction_of_the_desk_once(tablet):
    instruction = tablet.instructed()
    assert tablet.enter(MORE_TIME, n=2, instruction=instruction) == "adjusted"
    assert tablet.enter(MORE_TIME, n=2, instruction=instruction) == "as before: 2"
    assert tablet.enter(MORE_TIME, n=3, instruction=instruction) == "pin-needed"


def test_a_table_does_nothing_else_in_the_name_of_the_desk(tablet):
    instruction = tablet.instructed()
    assert tablet.enter({**MORE_TIME, "add_ms": 600_000}, instruction=instruction) == "pin-needed"
    assert tablet.enter({**MORE_TIME, "seat": "O"}, instruction=instruction) == "pin-needed"
    assert tablet.enter(MORE_TIME, instruction=instruction + 1) == "pin-needed"


def test_an_instruction_to_one_table_is_not_valid_at_another(tablet):
    other = Tablet()
    assert other.enter(MORE_TIME, instruction=tablet.instructed()) == "pin-needed"


def test_without_a_pin_there_is_none_to_be_checked_on_the_tablet(tablet):
    assert tablet.enter(MORE_TIME, unlocked="offline") == "pin-needed"


def test_what_the_tablet_unlocked_by_itself_counts_for_the_time_it_was_away(tablet):
    pins.set_pin(SYSTEM, TOPIC, "493817")
    absences.note_absence(tablet.game.pk, BEGIN_MS - 60_000)
    assert tablet.enter(MORE_TIME, n=2) == "pin-needed"
    assert tablet.enter(MORE_TIME, n=2, unlocked="offline") == "adjusted"
    absences.end_absence(tablet.game.pk, BEGIN_MS - 30_000)
    assert tablet.enter(MORE_TIME, n=2, unlocked="offline") == "as before: 2"
    assert tablet.enter(MORE_TIME, n=3, unlocked="offline") == "pin-needed"


def test_while_the_server_hears_it_a_tablet_asks_the_server_for_the_pin(tablet):
    """Any holder of a table's link used to send "offline", and was the arbiter: a result without any PIN."""
    pins.set_pin(SYSTEM, TOPIC, "493817")
    ruled = {"type": "rule", "winner": "X", "ending": "ruling", "reason": "so it is"}
    assert tablet.enter(ruled, n=2, unlocked="offline") == "pin-needed"
    assert tablet.enter(ruled, n=2, unlocked="offline", ago_ms=60_000) == "pin-needed"


def test_an_absence_is_no_excuse_for_what_comes_after_it(tablet):
    pins.set_pin(SYSTEM, TOPIC, "493817")
    absences.note_absence(tablet.game.pk, BEGIN_MS - 600_000)
    absences.end_absence(tablet.game.pk, BEGIN_MS - 500_000)
    # It claims that instant, but the tablet has reported a later one since.
    assert tablet.enter(MORE_TIME, n=2, unlocked="offline", ago_ms=550_000) == "pin-needed"


def test_a_second_absence_does_not_prolong_the_first(tablet):
    for since_ms in (BEGIN_MS + 10_000, BEGIN_MS + 600_000):
        absences.note_absence(tablet.game.pk, since_ms)
        absences.end_absence(tablet.game.pk, since_ms + 1_000)
    assert absences.was_away(tablet.game, BEGIN_MS + 11_000)
    assert not absences.was_away(tablet.game, BEGIN_MS + 300_000)


def test_while_the_server_is_down_every_tablet_is_away(tablet):
    assert not own_rows(TabletAbsence).exists()
    absences.note_absences_at_start(BEGIN_MS + 60_000)
    absences.note_absences_at_start(BEGIN_MS + 90_000)
    assert list(own_rows(TabletAbsence).values_list("since_ms", "until_ms")) == [(BEGIN_MS, None)]
    assert absences.was_away(tablet.game, BEGIN_MS + 30_000)
    absences.end_absence(tablet.game.pk, BEGIN_MS + 60_000)
    assert not absences.was_away(tablet.game, BEGIN_MS + 90_000)


@pytest.mark.parametrize("name", ["player of X", "scorer", "display", "anybody"])
def test_only_a_table_is_entrusted(tablet, name):
    pins.set_pin(SYSTEM, TOPIC, "493817")
    scope = scope_of(PEOPLE[name], tablet.game)
    assert tablet.enter(MORE_TIME, n=2, scope=scope, instruction=tablet.instructed()) == "not-allowed"
    assert tablet.enter(MORE_TIME, n=2, scope=scope, unlocked="offline") == "not-allowed"


def test_a_tablet_whose_game_is_gone_was_not_away():
    """It used to end in an error of the database, and a line in the log for each tablet."""
    absences.note_absence(4711, BEGIN_MS)
    absences.end_absence(4711, BEGIN_MS)
    assert not own_rows(TabletAbsence).exists()
