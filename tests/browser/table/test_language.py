"""The language of a tablet: changed in its menu or while it waits, without harm to the game."""

import gettext

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.access import links
from games.access.permissions import SYSTEM
from games.languages import OFFERED
from tests.browser.conftest import HOST, PHONE, TABLET, TABLET_LANDSCAPE
from tests.browser.table.conftest import PLAIN, SECURE, Tablet, until
from tournament.models import Table, Tournament

OPENING = "a2N a3E b5S"


def ask_for_german(tablet: Tablet) -> None:
    tablet["#open-menu"].tap()
    tablet["#menu .languages > summary"].tap()
    tablet["#menu"].get_by_role("button", name="Deutsch").tap()


def test_the_language_changes_in_mid_game_and_the_game_goes_on(lay):
    tablet = lay().start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    ask_for_german(tablet)
    expect(tablet["html"]).to_have_attribute("lang", "de")
    expect(tablet["#status"]).to_contain_text("Jonas")
    tablet.play("a1E")
    until(lambda: tablet.moves == f"{OPENING} a1E")
    assert "paused" not in tablet.kinds


@pytest.mark.parametrize("host", [SECURE, PLAIN])
def test_without_wifi_the_language_stays_and_the_game_stays_in_sight(lay, wifi, host):
    tablet = lay(host=host).start().play(OPENING)
    wifi.cut()
    ask_for_german(tablet)
    expect(tablet["#toasts"]).to_contain_text("The server cannot be reached.")
    expect(tablet["#menu"]).to_be_hidden()
    expect(tablet["html"]).to_have_attribute("lang", "en")
    tablet.play("a1E")
    expect(tablet["#status"]).to_have_text("Mira to move")


def test_a_table_that_waits_offers_the_language_too(lay, axe):
    Table.objects.create(tournament=Tournament.objects.create(pk=1, name="Spring Cup"), number=4)
    link = links.make(SYSTEM, role="table", scope="table:1:4", topic="tournament:1")
    tablet = lay(path=link.path)
    tablet["#waiting .languages > summary"].tap()
    for size in (PHONE, TABLET, TABLET_LANDSCAPE):
        tablet.resize(size)
        expect(tablet["#waiting"].get_by_role("button", name="Deutsch")).to_be_in_viewport(ratio=1)
    axe(tablet.page)
    tablet["#waiting"].get_by_role("button", name="Deutsch").tap()
    expect(tablet["html"]).to_have_attribute("lang", "de")


def test_the_menu_with_its_languages_fits_the_glass(lay, axe):
    tablet = lay(size=PHONE).start()
    tablet["#open-menu"].tap()
    tablet["#menu .languages > summary"].tap()
    for size in (PHONE, TABLET, TABLET_LANDSCAPE):
        tablet.resize(size)
        box = tablet["#menu"].get_by_role("button", name="Deutsch").bounding_box()
        assert min(box["width"], box["height"]) >= 47.5
        assert tablet["#menu"].evaluate("menu => menu.scrollWidth <= menu.clientWidth")
    axe(tablet.page)


def test_each_player_reads_another_language_on_the_own_half_also_without_wifi(lay, wifi):
    tablet = lay(host=SECURE).start()
    x, o = (tablet[f".seat[data-seat={seat}]"] for seat in "XO")
    tablet["#open-menu"].tap()
    tablet["#seat-languages select"].first.select_option("de")
    tablet["#menu [data-closes]"].last.tap()
    tablet.play("a2N")
    for _look in range(2):
        expect(x).to_have_attribute("lang", "de")
        expect(x.locator("[data-do=offer]")).to_have_text("Remis anbieten")
        expect(o.locator("[data-do=offer]")).to_have_text("Offer a draw")
        expect(tablet["#status"]).to_have_text("Jonas to move")
        tablet.synced()
        until(lambda: tablet.page.evaluate("caches.match('/jsi18n/de/').then(Boolean)"))
        wifi.cut()
        tablet.page.reload()


def words_of(language):
    """Return the texts of scripts in this language: `words("Confirm")`."""
    said = gettext.translation("djangojs", settings.LOCALE_PATHS[0], [language])
    return lambda text, **names: said.gettext(text).format(**names)


def test_a_quick_game_is_read_in_finnish_on_one_half_and_in_serbian_on_the_other(new_page, hall):
    page = new_page(size=TABLET, has_touch=True)
    page.goto(f"{hall}/quick/")
    page.get_by_label("First player").fill("Aino")
    page.get_by_label("Second player").fill("Јован")
    page.locator("button[value=tablet]").tap()
    expect(page.locator("#go")).to_be_visible()
    page.locator("#open-menu").tap()
    for choice, language in zip(page.locator("#seat-languages select").all(), ("fi", "sr"), strict=True):
        choice.select_option(language)
    page.locator("#menu [data-closes]").last.tap()
    tablet = Tablet(page, None).start()
    finnish, serbian = (words_of(language) for language in ("fi", "sr"))
    for seat, words in (("X", finnish), ("O", serbian)):
        expect(tablet.seat(seat, "[data-do=offer]")).to_have_text(words("Offer a draw"))
        expect(tablet.seat(seat, "[data-do=resign]")).to_have_text(words("Resign"))
    tablet.play("a2N a3E b5S a2S")
    tablet.seat("X", "[data-do=offer]").tap()
    expect(tablet.seat("O", "[data-question]")).to_contain_text(serbian("{name} offers a draw", name="Aino"))
    tablet.seat("O").get_by_role("button", name=serbian("Decline")).tap()
    tablet.play("e4W b5S a2S a2E a3N")
    expect(tablet["#status"]).to_have_text("Aino won: five in a line")
    for seat, words, own in (("X", finnish, "You won"), ("O", serbian, "You lost")):
        question = tablet.seat(seat, "[data-question]")
        expect(question).to_contain_text(words(own))
        expect(question).to_contain_text(words("five in a line"))
        tablet.seat(seat).get_by_role("button", name=words("Confirm the result")).tap()
    expect(tablet.seat("X", "[data-answers]")).to_be_hidden()


# What a player has to read before pressing. The names of players may end with an ellipsis.
CUT = """() => [...document.querySelectorAll("#status, :is(.seat-action, .bar-pause, .bar-menu, #go) > span")]
  .filter((each) => each.checkVisibility() && each.clientWidth > 1)
  .filter((each) => {
    const box = each.getBoundingClientRect();
    const button = each.closest("button")?.getBoundingClientRect() ?? box;
    return box.left < button.left - 1 || box.right > button.right + 1 || box.top < button.top - 1
      || box.bottom > button.bottom + 1
      || [each, each.parentElement].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
  }).map((each) => each.textContent.trim())"""


def test_the_words_on_the_table_are_whole_in_every_language(lay):
    tablet = lay(rules="announce=required").start()
    cut = {}
    for language in OFFERED:
        cookie = {"name": "django_language", "value": language.code, "domain": HOST, "path": "/"}
        tablet.page.context.add_cookies([cookie])
        tablet.page.reload()
        expect(tablet["html"]).to_have_attribute("lang", language.code)
        expect(tablet.seat("X", "[data-do=offer]")).to_be_visible()
        for size in (TABLET, TABLET_LANDSCAPE, PHONE):
            tablet.resize(size)
            if found := tablet.page.evaluate(CUT):
                cut[language.code, size["width"]] = found
    assert not cut
