"""A tablet whose stored data cannot be read asks for its game again, and keeps the data for the arbiter."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import until

OPENING = "a2N a3E b5S"
UNHEARD_OF = '{"kind": "unheard-of", "at_ms": 1, "clock": {}}'
# The storage key, and what is done to its text.
DAMAGE = {
    "no JSON in the outbox": ("outbox", "'not json'"),
    "an entry that is none": ("outbox", """'{"entries": [{"nonce": "n"}]}'"""),
    "an event of another version": ("log", f"text.replace('[{{', '[{UNHEARD_OF}, {{')"),
    "a newer version of the log": ("log", "JSON.stringify({ version: 99, value: JSON.parse(text) })"),
    "half a custody": ("custody", "text.slice(0, 9)"),
}
DAMAGE_STORED = """([part, code]) => {
  const key = Object.keys(localStorage).find((each) => each.startsWith(`fiveline.${part}.`));
  const text = localStorage.getItem(key);
  localStorage.setItem(key, eval(code));
  return [key, localStorage.getItem(key)];
}"""


@pytest.mark.parametrize(("part", "code"), DAMAGE.values(), ids=DAMAGE)
def test_the_game_comes_again_and_the_arbiter_gets_what_could_not_be_read(lay, part, code):
    tablet = lay().start().play(OPENING).synced()
    until(lambda: tablet.moves == OPENING)
    shown = tablet.position
    key, text = tablet.page.evaluate(DAMAGE_STORED, [part, code.replace("\n", "")])
    tablet.page.reload()
    expect(tablet[".toast"].filter(has_text="could not be read")).to_be_visible()
    expect(tablet["#status"]).to_have_text("Jonas to move")
    expect(tablet["#table[data-blocked]"]).to_have_count(0)
    until(lambda: tablet.position == shown)
    tablet.play("a2S").synced()
    until(lambda: tablet.moves == f"{OPENING} a2S")

    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Arbiter's tools").tap()
    tools = tablet["#arbiter"]
    tools.get_by_text("Not recorded", exact=True).tap()
    with tablet.page.expect_download() as downloading:
        tools.get_by_role("button", name="Download").tap()
    assert json.loads(downloading.value.path().read_text()) == {key: text}
    tools.get_by_role("button", name="Delete").tap()
    expect(tools.get_by_role("button", name="Download")).to_be_hidden()
    assert tablet.page.evaluate("Object.keys(localStorage).every((key) => !key.endsWith('.unreadable'))")


def test_settings_that_cannot_be_read_are_those_of_a_new_tablet(lay):
    tablet = lay()
    tablet.page.evaluate("localStorage.setItem('fiveline.table.settings', 'not json')")
    tablet.page.reload()
    expect(tablet["#link-state"]).to_have_attribute("data-state", "live")
    tablet.start().play(OPENING).synced()
