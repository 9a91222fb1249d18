"""Brackets: a double knockout whose final is played again, and groups whose best meet in a knockout."""

from playwright.sync_api import expect

from games.models import Game
from tests.browser.desk.conftest import finish
from tournament.models import Match, Tournament

SIX = ("Ada; 1600", "Ben; 1550", "Cleo; 1500", "Dan; 1450", "Eve; 1400", "Fay; 1350")


def better_wins():
    """List results of all open boards, in order, in which the player who entered first wins."""
    open_now = Match.objects.open().published().select_related("first", "second")
    return [
        f"{match.board} {'1-0' if match.first.number < match.second.number else '0-1'}"
        for match in open_now.order_by("board")
    ]


def press_better_wins(d, until):
    """Press one key a board, for the player who entered first, until there is a match at this place."""
    cursor = d.page.locator("[data-row][data-open]:focus")
    while not Match.objects.filter(place=until).exists():
        while not cursor.count():  # the boards were just opened: put the cursor into their list
            d.page.keyboard.press("ArrowDown")
            d.page.wait_for_timeout(100)
        match = Match.objects.get(pk=cursor.get_attribute("id")[4:])
        d.page.keyboard.press("1" if match.first.number < match.second.number else "0")
        expect(d.page.locator(f"#row-{match.pk}[data-open]")).to_have_count(0)


def last_result(d, line):
    """Enter the result that ends the stage, and with it the line to type in."""
    field = d.page.locator("#quick-line")
    field.fill(line)
    field.press("Enter")
    d.says("The tournament is finished.")


def drop_on(page, one, other):
    """Drag a name of the draft onto another."""
    name = page.locator(".swap-name")
    name.filter(has_text=other).scroll_into_view_if_needed()
    name.filter(has_text=one).drag_to(name.filter(has_text=other))


def test_a_double_knockout_of_six_by_keys_goes_on_by_itself_to_a_reset_final(desk, axe):
    d = desk()
    d.set_up("Spring knockout", count=6, tables=3, format="double-knockout", control="5", keeper="server")
    d.paste(*SIX)
    d.home()
    d.page.locator("#what-now").focus()
    d.page.keyboard.press("n")
    d.page.keyboard.press("Enter")
    d.says("is drafted")
    # Seeds change places in the tree: by the mouse, and back by the keyboard alone.
    expect(d.page.locator(".draft-tree")).to_contain_text("1. Ada, 2. Ben")
    drop_on(d.page, "Ada", "Dan")
    expect(d.page.locator(".draft-tree")).to_contain_text("1. Dan, 2. Ben")
    for name in ("Ada", "Dan"):
        d.page.get_by_role("checkbox", name=name).press("Space")
    expect(d.page.locator("[data-swap-hint]")).to_contain_text("would change places")
    d.page.get_by_role("button", name="Swap the two").press("Enter")
    expect(d.page.locator(".draft-tree")).to_contain_text("1. Ada, 2. Ben")
    axe(d.page)
    d.page.locator("#what-now").focus()
    d.page.keyboard.press("n")
    d.page.keyboard.press("Enter")
    d.says("results are missing")
    press_better_wins(d, until="GF")
    # The losers' side wins the grand final, on a live board: both have lost once, so it is played again.
    final = Match.objects.get(place="GF")
    game = Game.objects.get(match_game__match=final)
    finish(game, "X" if str(final.first) == "Ben" else "O")
    expect(d.page.locator(f"[data-row][data-open]:not(#row-{final.pk})")).to_have_count(1)
    expect(d.page.locator("#desk")).to_contain_text("Deciding final")
    reset = Match.objects.get(place="GF2")
    expect(d.page.locator(f"#row-{reset.pk}")).to_be_focused()
    d.page.keyboard.press("1" if reset.first.number < reset.second.number else "0")
    d.says("The tournament is finished.")
    assert Tournament.objects.get().status == "finished"


def test_groups_into_a_knockout(desk, axe):
    d = desk()
    plan = {"format": "groups", "groups": "2", "qualifiers": "1", "control": "5", "live": "no"}
    d.set_up("Two groups", count=6, tables=3, **plan)
    d.paste(*SIX)
    d.home()
    d.step("Draft the pairings")
    d.says("Round 1 is drafted")
    # One of them goes to another group: by the mouse, and back by the keyboard alone.
    group = {each: d.page.locator(f"[data-group={each}]") for each in "AB"}
    group["A"].scroll_into_view_if_needed()
    group["B"].locator(".swap-name", has_text="Fay").drag_to(group["A"], target_position={"x": 150, "y": 20})
    expect(group["A"]).to_contain_text("Fay")
    d.page.get_by_role("checkbox", name="Fay").press("Space")
    d.page.get_by_role("button", name="To group B").press("Enter")
    expect(group["B"]).to_contain_text("Fay")
    expect(d.page.locator("#draft-title")).to_be_focused()
    d.step("Publish")
    d.says("Round 1:")
    for number in (1, 2, 3):
        if number > 1:
            d.draft_and_publish(number)
        for line in better_wins():
            d.result(line)
        d.close(number)
    d.says("Groups is finished. Draft the first round of the next stage.")
    d.step("Draft the pairings")
    expect(d.page.locator(".drafts .board-line")).to_contain_text("Ada")
    expect(d.page.locator(".drafts .board-line")).to_contain_text("Ben")
    axe(d.page)
    d.step("Publish")
    d.says("1 of 1 results is missing")
    # A drawn final is replayed with the start swapped, without a step of the desk.
    d.page.get_by_role("button", name="Board 1: ½").click()
    d.told("½ – ½ so far. Next: Replay")
    expect(d.board(1)).to_contain_text("Replay")
    last_result(d, "1 1-0")
