"""Matches of more than two people: a team match over boards, and pairs at boards of four."""

from playwright.sync_api import expect

from games.models import Game
from tests.browser.desk.conftest import finish
from tournament.models import Match, MatchGame


def test_a_team_match(desk, axe):
    d = desk()
    plan = {"format": "round-robin", "control": "5", "boards": "2", "keeper": "server"}
    d.set_up("League", entry="Teams over several boards", count=2, tables=2, **plan)
    d.paste("Rooks: Ada Birk, Ben Okafor, Cleo Lind", "Pawns: Dan Ek, Eve Roth")
    # The player of board 2 of the Rooks is absent: the substitute plays.
    d.page.get_by_role("link", name="Rooks").click()
    d.page.get_by_role("link", name="Everything else").click()
    d.page.get_by_label("Leaves", exact=True).select_option(label="Ben Okafor")
    d.page.get_by_label("Comes", exact=True).fill("Cleo Lind")
    d.page.get_by_role("button", name="Substitute", exact=True).click()
    d.told("The substitute takes the board")
    axe(d.page)
    d.draft_and_publish(1)
    expect(d.page.locator(".team-board")).to_have_count(2)
    expect(d.page.locator(".team-boards")).to_contain_text("Cleo Lind")
    axe(d.page)
    # Board 1 from the live game, board 2 typed.
    finish(MatchGame.objects.get(number=1).game, None)
    expect(d.page.locator(".board-line").first).to_contain_text("½ – ½")
    d.page.locator(".team-board").nth(1).get_by_role("button", name="Pawns wins").click()
    d.says("Close it.")
    match = Match.objects.get()
    assert match.outcome == ("second-wins" if str(match.second) == "Pawns" else "first-wins")
    d.close(1)
    d.says("The tournament is finished.")


def test_pairs_in_fours(desk, axe):
    d = desk()
    plan = {"format": "round-robin", "control": "5", "keeper": "server"}
    d.set_up("Pairs evening", entry="Pairs of partners", count=3, tables=1, **plan)
    d.paste(
        "Ada & Ben: Ada Birk, Ben Okafor", "Cleo & Dan: Cleo Lind, Dan Ek", "Eve & Fay: Eve Roth, Fay Sun"
    )
    d.draft_and_publish(1)
    game = Game.objects.get()
    assert game.seats == 4
    assert {who["name"] for who in game.players.values()} <= {
        name
        for pair in ("Ada Birk, Ben Okafor", "Cleo Lind, Dan Ek", "Eve Roth, Fay Sun")
        for name in pair.split(", ")
    }
    finish(game, "X")
    d.close(1)
    axe(d.page)
    d.play(2, "0-1")
    d.play(3, "=")
    d.says("The tournament is finished.")
