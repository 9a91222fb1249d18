"""Every page on a narrow phone, in a language whose words are longer by two fifths (`FIVELINE_TIMES=2`: and
in each that is offered): no text is cut, nothing overlaps, and nothing scrolls sideways.

The test renders pages without a server and shows them without scripts.
"""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.conf import settings
from django.utils.translation import trans_real

from games.access.roles import Role
from games.languages import OFFERED
from tests.browser.conftest import HOST
from tests.browser.pseudo import PseudoTranslation, pseudo
from tests.plugins.examples import TIMES
from tests.rights.hidden_club import PAGES, make_hidden_club

NARROW = {"width": 360, "height": 640}
KINDS = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png"}
# Paper has its own width; other tests check the page of all components.
ELSEWHERE = {"style", "print-certificates", "print-poster"}

FAULTS = """(isMade) => {
  const faults = [];
  const root = document.documentElement;
  const words = (el) => el.textContent.trim().slice(0, 40);
  const name = (el) => `${el.tagName.toLowerCase()}.${[...el.classList].join(".")} “${words(el)}”`;
  // What may lie over others by itself: an open menu, a head that stays while the page moves.
  const layer = (el) => el.closest("dialog, details, .menu-panel, .site-header");
  const seen = { opacityProperty: true, visibilityProperty: true };
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  const shown = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !el.checkVisibility(seen)) continue;
    if (el.closest(".unseen, .skip, svg, option, template, noscript")) continue;
    const forTheEar = [el, el.parentElement, el.closest("thead")];
    if (forTheEar.some((each) => each?.clientWidth === 1)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    // What ends with an ellipsis is seen only so far.
    const ends = [el, el.parentElement].find((each) => getComputedStyle(each).textOverflow === "ellipsis");
    const edge = ends?.getBoundingClientRect().right ?? Infinity;
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const box = { left, right: Math.min(right, edge), top, bottom };
      if (right - left > 1 && bottom - top > 1) shown.push({ el, box });
    }
    for (let above = el; above !== document.body && above; above = above.parentElement) {
      const { overflowX, display, textOverflow } = getComputedStyle(above);
      if (display === "inline" || above.scrollWidth <= above.clientWidth + 1) continue;
      // Names may end with an ellipsis. In the made language every other word stands in brackets.
      const isName = isMade ? !walker.currentNode.data.includes("[") : textOverflow === "ellipsis";
      if (!isName && /hidden|clip/.test(overflowX)) { faults.push(`cut: ${name(above)}`); break; }
      if (overflowX !== "visible") break; // scrolls by itself
    }
  }
  shown.sort((one, other) => one.box.top - other.box.top);
  for (let i = 0; i < shown.length; i += 1) {
    for (let j = i + 1; j < shown.length && shown[j].box.top < shown[i].box.bottom - 4; j += 1) {
      const [a, b] = [shown[i], shown[j]];
      if (a.el === b.el || layer(a.el) !== layer(b.el)) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > 3 && high > 5) faults.push(`over each other: ${name(a.el)} and ${name(b.el)}`);
    }
  }
  return [...new Set(faults)].slice(0, 5);
}"""


MADE = "made"
TRIED = [MADE, *(language.code for language in OFFERED if TIMES > 1)]


@pytest.mark.empty_club  # long numbers beside the long words would be too much
@pytest.mark.parametrize("language", TRIED)
@pytest.mark.django_db
def test_no_page_is_broken_by_long_words(browser, monkeypatch, language):
    if language == MADE:
        monkeypatch.setitem(trans_real._translations, "de", PseudoTranslation())
    headers = {"accept-language": "de" if language == MADE else language}
    house = make_hidden_club()
    client = house.client(Role.ORGANISER)
    context = browser.new_context(viewport=NARROW, java_script_enabled=False)
    page = context.new_page()
    broken = {}
    with shown() as (address, show):
        for each in PAGES:
            if each.name in ELSEWHERE:
                continue
            answer = client.get(house.address(each), headers=headers)
            if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
                continue
            show(answer.content)
            page.goto(address)
            if faults := page.evaluate(FAULTS, language == MADE):
                broken[each.name] = faults
    context.close()
    told = [f"{name}: {fault}" for name, faults in broken.items() for fault in faults]
    assert not told, "\n".join(told)


@contextmanager
def shown():
    """Yield an address, and a function that sets the page that the browser finds there."""
    page = b""

    def show(content):
        nonlocal page
        page = content

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            file = settings.STATIC_ROOT / self.path.removeprefix("/static/")
            if self.path == "/":
                self.say(page, "text/html", "no-store")
            elif self.path.startswith("/static/") and file.is_file():
                self.say(file.read_bytes(), KINDS.get(file.suffix, "text/plain"), "max-age=600")
            else:
                self.send_error(404)

        def say(self, body, kind, kept):
            self.send_response(200)
            headers = {"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": kept}
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/", show
        server.shutdown()


def test_the_language_keeps_what_is_no_word():
    assert pseudo("Round {round} of %(all)s <b>now</b>") == "[Røůñdel {round} øfe %(all)s <b>ñøwe</b>]"
