"""The design in a real browser: accessible in every theme and size, loaded from our own host alone."""

import re

from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import OPTIONS, PHONE, scrolls_sideways
from tests.browser.kept_pages import Guard

PAGES = ("/", "/rules/", "/style/")
# An element that a menu or a toast half covers counts as a small target, though only for a moment.
LAID_OVER = {**OPTIONS, "rules": {"target-size": {"enabled": False}}}

DECLARED = re.compile(r"^export (?:async function|function|class|const) (\w+)", re.MULTILINE)
# Exports with the name of a browser global: no module uses the global.
OURS = ["confirm", "event", "find"]


def test_no_module_exports_what_modules_expect_of_the_browser(hall, page):
    """Compare exports with globals: in joined scripts, modules see exports that they do not import."""
    modules = (settings.BASE_DIR / "static" / "js").rglob("*.js")
    names = {name for module in modules for name in DECLARED.findall(module.read_text("utf-8"))}
    page.goto(hall + "/rules/")
    assert page.evaluate("names => names.filter((name) => name in globalThis)", sorted(names)) == OURS


def test_every_page_is_sound_at_every_size_and_in_every_theme(hall, page, sound):
    for address in PAGES:
        page.goto(hall + address)
        sound(page)


def test_german_fits_as_well(hall, new_page, axe):
    page = new_page(size=PHONE, language="de", theme="contrast", scheme="dark")
    for address in PAGES:
        page.goto(hall + address)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert not scrolls_sideways(page), address
        axe(page)


def test_axe_finds_nothing_in_open_menus_and_dialogs(hall, new_page, axe):
    page = new_page(size=PHONE)
    page.goto(hall + "/style/")
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu > summary", has_text="Display").click()
    axe(page, LAID_OVER)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Toast that stays").click()
    page.get_by_role("button", name="Open a dialog").click()
    axe(page, LAID_OVER)


def test_text_twice_as_large_still_fits_a_phone(hall, new_page):
    page = new_page(size=PHONE)
    for address in ("/", "/rules/"):
        page.goto(hall + address)
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert not scrolls_sideways(page), address


def test_the_typeface_is_ours_and_its_digits_have_one_width(hall, page):
    page.goto(hall + "/style/")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('600 40px Rubik', '0123'))")
    widths = page.evaluate(
        """() => [...'0123456789'].map((digit) => {
             const clock = document.querySelector('.clock-time');
             clock.textContent = digit.repeat(4);
             const range = document.createRange();
             range.selectNodeContents(clock);
             return Math.round(range.getBoundingClientRect().width);
           })"""
    )
    assert len(set(widths)) == 1


def test_nothing_moves_while_a_page_loads(hall, page):
    page.add_init_script(
        """window.shift = 0;
           const add = (list) => list.getEntries().forEach((entry) => { window.shift += entry.value; });
           new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });"""
    )
    for address in PAGES:
        page.goto(hall + address, wait_until="networkidle")
        # By the web vitals a page is stable up to 0.1; a server-rendered page can be far better.
        assert page.evaluate("document.fonts.ready.then(() => window.shift)") < 0.02, address


def test_the_chosen_colours_are_applied_at_once_and_remembered(hall, new_page):
    page = new_page(size=PHONE)
    page.goto(hall + "/rules/")
    light = background(page)
    choose_colours(page, "Dark")
    dark = background(page)
    assert dark != light
    page.goto(hall + "/style/")
    assert background(page) == dark
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    choose_colours(page, "As the device")
    assert background(page) == light


def test_colours_can_be_chosen_without_script(hall, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(hall + "/rules/")
    page.locator(".menu > summary", has_text="Display").click()
    page.get_by_role("button", name="High contrast").click()
    expect(page).to_have_url(re.compile("/rules/$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")


def test_the_language_can_be_switched_and_is_remembered(hall, new_page):
    page = new_page(language="en")
    page.goto(hall + "/rules/")
    page.locator(".menu > summary", has_text="Display").click()
    page.locator(".menu .languages > summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(hall + "/style/")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_keyboard_sees_where_it_is(hall, page):
    page.goto(hall + "/style/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => {
                 const at = document.activeElement;
                 const ring = getComputedStyle(at.closest('.choice') ?? at);
                 const ringed = ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2;
                 return [at.outerHTML.slice(0, 120), ringed || at === document.body];
               }"""
        )
        if not seen[1]:
            unseen.append(seen[0])
    assert not unseen


def test_the_skip_link_leads_to_the_content(hall, page):
    page.goto(hall + "/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_phone_menu_opens_and_tells_so(hall, new_page):
    page = new_page(size=PHONE)
    page.goto(hall + "/")
    links = page.get_by_role("navigation", name="Site").get_by_role("link", name="Rules")
    expect(links).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "true")
    links.click()
    expect(page).to_have_url(re.compile("/rules/$"))


def test_tabs_follow_the_arrow_keys(hall, page):
    page.goto(hall + "/style/")
    page.get_by_role("tab", name="Pairings").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Standings")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Standings")).to_be_visible()
    expect(page.locator("#tab-pairings")).to_be_hidden()


def test_a_dialog_gives_the_focus_back(hall, page):
    page.goto(hall + "/style/")
    opener = page.get_by_role("button", name="Open a dialog")
    opener.click()
    expect(page.get_by_role("dialog", name="Undo round 3?")).to_be_visible()
    page.get_by_role("button", name="Keep the round").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_lost_page_says_what_to_do(hall, new_page, axe):
    page = new_page(allow="404")
    assert page.goto(hall + "/no/such/page/").status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing at this address")
    expect(page.get_by_role("link", name="To the start page")).to_be_visible()
    axe(page)


def test_paper_is_white_and_without_frame(hall, new_page):
    page = new_page(theme="dark")
    page.goto(hall + "/rules/")
    page.emulate_media(media="print")
    assert background(page) == "rgb(255, 255, 255)"
    expect(page.locator(".hall-header")).to_be_hidden()


def background(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def choose_colours(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu > summary", has_text="Display").click()
    page.get_by_role("button", name=name, exact=True).click()


def test_a_board_that_nobody_touches_gives_the_room_of_the_arrows_to_its_cubes(hall, page):
    page.goto(hall + "/style/")
    page.locator(".board .cell").first.wait_for()
    shares = page.evaluate(
        """() => [...document.querySelectorAll('.board')].map((board) => [
             board.hasAttribute('data-still'),
             5 * board.querySelector('.cell').offsetWidth / board.offsetWidth,
           ])"""
    )
    assert {still for still, _share in shares} == {True, False}
    assert all((share > 0.9) is still for still, share in shares), shares


def test_a_page_that_asks_another_host_is_noticed(browser):
    guard = Guard(allow="net::")
    with browser.new_context() as context:
        page = context.new_page()
        guard.watch(page)
        page.set_content('<img src="http://a.test/a.png" alt=""><script src="http://b.test/b.js"></script>')
    assert sorted(re.findall("[ab].test", " ".join(guard.seen))) == ["a.test", "b.test"]
