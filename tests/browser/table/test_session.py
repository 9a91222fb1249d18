"""One tablet plays quick games in a row while requests with its earlier session are late on a poor Wi-Fi.

`QUICK_GAMES=200` plays as many.
"""

import os

from playwright.sync_api import expect

from games.models import Game, Throttle
from tests.browser.table.conftest import SECURE, until

GAMES = int(os.environ.get("QUICK_GAMES", "3"))
LATE = ("/sw.js", "/jsi18n/fi/", "/apple-touch-icon.png")
# The browser's own check of the service worker, and requests that leaving the page does not cancel.
ASK = """([worker, ...others]) => {
  navigator.serviceWorker.getRegistration().then((known) => known ? known.update() : fetch(worker));
  for (const path of others) fetch(path, { keepalive: true, cache: "no-store" }).catch(() => null);
}"""


def test_late_requests_never_take_a_quick_game_from_its_tablet(lay, wifi):
    tablet = lay(path="/quick/", host=SECURE)
    page = tablet.page
    for _ in range(GAMES):
        page.goto(f"http://{SECURE}:{wifi.port}/quick/")
        wifi.hold(*LATE)
        page.evaluate(ASK, LATE)
        until(lambda: wifi.held >= len(LATE))
        page.locator("[name=where][value=tablet]").click()
        expect(tablet["#link-state"]).to_have_attribute("data-state", "live", timeout=15_000)
        wifi.let_go()
        page.reload()
        tablet.start().synced()
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        Throttle.objects.all().delete()  # so many games of one address have to wait otherwise
    for code in Game.objects.values_list("code", flat=True):
        assert page.request.get(f"http://{SECURE}:{wifi.port}/table/{code}/", max_redirects=0).status == 200
