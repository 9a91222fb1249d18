"""A Swiss of twelve from an empty house to the last handshake, with all that goes wrong on an evening."""

import re

from playwright.sync_api import expect

from games.models import Game
from tests.browser.desk.conftest import finish
from tournament.models import Match, Round

PLAYERS = (
    "Mira Novak; 1612; Cube Club",
    "Jonas Weber; 1580; Riverside",
    "Ines Duarte; 1544",
    "Ben Okafor; 1522",
    "Li Wen; 1501",
    "Ada Birk; 1498",
    "Tom Aalto; 1477",
    "Çağla Demir; 1460",
    "Łukasz Żółć; 1444",
    "Þórdís Sigurðardóttir; 1431",
    "Čeněk Říha; 1420",
    "Ștefan Țurcanu; 1402",
)


def test_a_swiss_of_twelve(desk, axe):
    d = desk()
    d.set_up("Autumn cup", count=12, tables=6, format="swiss", rounds="3", control="5+3", keeper="server")
    d.says("Enter players: 0 are entered")
    d.paste(*PLAYERS)
    d.page.get_by_role("button", name="Everybody is here").click()
    expect(d.page.get_by_text("12 of 12 are checked in.")).to_be_visible()
    axe(d.page)

    # Round 1: some results from live boards by themselves, the others typed.
    d.draft_and_publish(1)
    for game, winner in zip(Game.objects.order_by("pk")[:2], ("X", "O"), strict=True):
        finish(game, winner)
    d.says("4 of 6 results are missing")
    expect(d.board(1).first).to_contain_text("1 – 0")
    expect(d.board(2).first).to_contain_text("0 – 1")
    for line in ("3 1-0", "4 =", "5 0-1", "6 1-0"):
        d.result(line)
    axe(d.page)
    d.close(1)

    # A late entry makes the field odd: somebody has the bye.
    d.tab("Entries")
    d.page.get_by_role("link", name="Add", exact=True).click()
    d.page.get_by_label("Name", exact=True).fill("Late Larry")
    d.page.get_by_role("button", name="Enter", exact=True).click()
    d.told("Late Larry is entered.")
    d.home()
    d.step("Draft the pairings")
    d.says("Round 2 is drafted")
    expect(d.page.locator(".draft-line")).to_have_count(7)
    expect(d.page.locator(".draft-line").filter(has_text="Bye")).to_have_count(1)
    axe(d.page)
    d.step("Publish")
    for board in range(1, 7):
        d.result(f"{board} 1-0")
    d.close(2)

    # A result of round 1 was wrong: see what it touches, then correct it.
    d.tab("Results")
    first = Match.objects.get(round__number=1, board=3)
    d.page.get_by_role("link", name=re.compile(f"Change ?: {first}")).click()
    d.page.get_by_role("button", name="0 – 1").click()
    expect(d.page.get_by_role("heading", name="What this touches")).to_be_visible()
    expect(d.page.get_by_text("The pairings of round 2 stand")).to_be_visible()
    axe(d.page)
    d.page.get_by_label("Why").fill("Sheet misread")
    d.page.get_by_role("button", name="Change it").click()
    d.told("The result is changed.")
    first.refresh_from_db()
    assert (first.outcome, first.source) == ("second-wins", "corrected")

    # Somebody goes home, and the round is paired without them; then it is undone and paired again.
    d.tab("Entries")
    d.page.get_by_role("link", name="Ștefan Țurcanu").click()
    d.confirm("Withdraw")
    d.told("Ștefan Țurcanu has withdrawn.")
    axe(d.page)
    d.draft_and_publish(3)
    paired = sorted(map(str, Match.objects.meetings().filter(round__number=3)))
    assert not any("Ștefan" in each for each in paired)
    d.page.locator("summary").filter(has_text="Round").click()
    d.confirm("Undo the round")
    d.told("Round 3 is undone.")
    assert not Round.objects.filter(number=3).exists()
    d.draft_and_publish(3)
    assert sorted(map(str, Match.objects.meetings().filter(round__number=3))) == paired
    for board in range(1, 7):
        d.result(f"{board} =")
    d.close(3)
    d.says("The tournament is finished.")
    axe(d.page)
