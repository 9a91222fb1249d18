"""A table without Wi-Fi, without its server, after a reload: the game goes on, nothing is lost or doubled."""

import signal

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import expect

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.models import LateEntry
from games.services.custody import take_custody
from tests.browser.table.conftest import PLAIN, SECURE, until
from tests.live.client import Client
from tests.live.conftest import serve

OPENING = "a2N a3E b5S"
ON_ITS_OWN = "a2S e4W b5S a2S"


@pytest.mark.parametrize("host", [SECURE, PLAIN])
def test_both_play_on_while_the_wifi_is_cut_and_everything_arrives_once_and_in_order(lay, wifi, host):
    tablet = lay(host=host).start().play(OPENING)
    tablet.synced()
    wifi.cut()
    expect(tablet["#link-state"]).to_contain_text("Offline since")
    tablet.play(ON_ITS_OWN)
    expect(tablet["#link-state"]).to_contain_text("4 entries wait")
    expect(tablet["#status"]).to_have_text("Jonas to move")
    assert tablet.moves == OPENING
    shown = tablet.position
    wifi.mend()
    until(lambda: tablet.moves == f"{OPENING} {ON_ITS_OWN}", seconds=20)
    expect(tablet["#link-state"]).to_have_text("Online")
    seqs = list(tablet.game.events.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, 9))
    assert tablet.game.requests.count() == 8
    assert not LateEntry.objects.exists()
    assert tablet.position == shown


@pytest.mark.parametrize("host", [SECURE, PLAIN])
def test_a_reload_in_mid_game_changes_nothing(lay, host):
    tablet = lay(host=host).start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    shown = tablet.position
    tablet.page.reload()
    expect(tablet["#status"]).to_have_text("Jonas to move")
    expect(tablet["#link-state"]).to_have_attribute("data-state", "live")
    assert tablet.position == shown
    tablet.play(ON_ITS_OWN)
    until(lambda: tablet.moves == f"{OPENING} {ON_ITS_OWN}")
    assert tablet.game.epoch == 1
    assert "paused" not in tablet.kinds


def test_a_reload_without_wifi_finds_page_and_game_where_the_page_is_secure(lay, wifi):
    tablet = lay(host=SECURE).start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    tablet.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    until(lambda: tablet.page.evaluate(KEPT))
    wifi.cut()
    expect(tablet["#link-state"]).to_contain_text("Offline since")
    tablet.move("a2S")
    shown = tablet.position
    tablet.page.reload()
    expect(tablet["#status"]).to_have_text("Mira to move")
    assert tablet.position == shown
    tablet.move("e4W")
    wifi.mend()
    until(lambda: tablet.moves == f"{OPENING} a2S e4W", seconds=20)
    assert "paused" not in tablet.kinds


# Once the worker's cache has the files of the page, it needs no Wi-Fi.
KEPT = r"""async () => {
  const kept = new Set((await (await caches.open('fiveline-tables-1')).keys()).map(({ url }) => url));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const needed = loaded.filter((url) => /\/static\/(js|css|fonts)\/|\/jsi18n\//.test(url));
  return [location.origin + location.pathname, ...needed].every((url) => kept.has(url));
}"""


def test_on_plain_http_a_reload_without_wifi_warns_and_the_outbox_survives_it(lay, wifi):
    tablet = lay(host=PLAIN).start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    address = tablet.page.url
    wifi.cut()
    expect(tablet["#link-state"]).to_contain_text("Offline since")
    tablet.move("a2S")
    with tablet.page.expect_event("dialog") as asked:
        tablet.page.evaluate("setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(tablet["#status"]).to_have_text("Mira to move")
    left, tablet.page = tablet.page, tablet.page.context.new_page()
    left.close()
    wifi.mend()
    tablet.page.goto(address)
    until(lambda: tablet.moves == f"{OPENING} a2S", seconds=20)
    expect(tablet["#status"]).to_have_text("Mira to move")


def test_a_server_that_is_killed_and_comes_back_finds_the_tables_game_untouched(lay, wifi, tmp_path):
    first = serve(tmp_path / "first")
    again = serve(tmp_path / "again", port=first.port)
    with first:
        wifi.to = first.port
        tablet = lay().start().play(OPENING)
        until(lambda: tablet.moves == OPENING)
        first.stop(signal.SIGKILL)
        expect(tablet["#link-state"]).to_contain_text("Offline since")
        tablet.play("a2S e4W")
    with again:
        until(lambda: tablet.moves == f"{OPENING} a2S e4W", seconds=30)
        tablet.play("b5S")
        until(lambda: tablet.moves.endswith("b5S"))
    assert tablet.kinds == "started" + " moved" * 6


def test_a_tablet_that_has_slept_stops_and_asks_the_arbiter(lay):
    tablet = lay(topic="tournament:1", casual=False).start().play(OPENING)
    # A sleep as a page sees it: the wall clock advanced, the monotonic clock did not.
    tablet.page.evaluate("(() => { const real = Date.now; Date.now = () => real() + 5000; })()")
    expect(tablet["#toasts"]).to_contain_text("This tablet has slept")
    expect(tablet["#table"]).to_have_attribute("data-phase", "paused")
    until(lambda: tablet.kinds.endswith("moved arbiter-called"))


def test_a_tablet_that_lost_its_game_greys_and_says_why(lay):
    tablet = lay().start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    take_custody(tablet.game.pk, "spare-tablet", SYSTEM)
    expect(tablet["#blocked"]).to_contain_text("Another device keeps this game.")
    expect(tablet["#table"]).to_have_attribute("data-blocked", "")
    expect(tablet["#table"]).to_have_attribute("data-phase", "paused")
    tablet["#take-over"].tap()
    tablet.page.get_by_role("button", name="Yes").tap()
    expect(tablet["#blocked"]).to_be_hidden()
    assert tablet.game.epoch == 3


@pytest.mark.parametrize(
    ("wish", "words", "kind"),
    [
        ({"type": "pause", "reason": "hall"}, "The desk paused the game.", "paused"),
        (
            {"type": "adjust", "seat": "X", "add_ms": 60_000, "reason": "noise"},
            "The desk set a clock.",
            "adjusted",
        ),
        ({"type": "takeback", "to_ply": 1, "reason": "it fell"}, "The desk took a move back.", "taken-back"),
    ],
)
def test_what_the_desk_wants_is_done_and_acknowledged(lay, server, wish, words, kind):
    tablet = lay(topic="tournament:1", casual=False).start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    with Client(server, "game", tablet.game.code, _arbiter()) as desk:
        answer = desk.ask(**wish)
        assert answer["type"] == "answer", answer
        expect(tablet["#toasts"]).to_contain_text(words)
        desk.wait(lambda message: message.get("event", {}).get("kind") == kind)
    given = tablet.game.instructions.get(pk=answer["instruction"])
    assert (given.done_ms is not None, given.refusal) == (True, "")


def _arbiter() -> str:
    """Return the session of a device at the desk."""
    store = SessionStore()
    made = links.make(SYSTEM, role="arbiter", scope="tournament:1")
    store[SESSION_LINKS] = [made.link.pk]
    store.save()
    return store.session_key
