"""Measure the clocks on a page, in all their orientations."""

from typing import Any

from playwright.sync_api import Page

# The start, end and top of the text of each seat, as directions on the screen.
MEASURE = """() => {
  const SIDES = {
    N: ['right', 'left', 'bottom'],
    E: ['bottom', 'top', 'left'],
    W: ['top', 'bottom', 'right'],
  };
  const far = { left: 1, top: 1, right: -1, bottom: -1 };
  const inside = (box, part, side) => (part[side] - box[side]) * far[side];
  const clocks = [...document.querySelectorAll('.clock')].filter((el) => el.getClientRects().length);
  return clocks.map((clock) => {
    const box = clock.getBoundingClientRect();
    const [start, end, head] = SIDES[clock.closest('[data-side]')?.dataset.side] ?? ['left', 'right', 'top'];
    const texts = [...clock.querySelectorAll('.clock-time, .clock-name, [data-note], [data-limit]')];
    const parts = texts.flatMap((el) => {
      if (!el.getClientRects().length || !el.textContent) return [];
      const range = document.createRange();
      range.selectNodeContents(el);
      const clip = el.matches('.clock-time') ? null : el.getBoundingClientRect();
      return [...range.getClientRects()].filter((each) => each.width && each.height).map((each) => {
        const cut = clip && { left: Math.max(each.left, clip.left), right: Math.min(each.right, clip.right),
          top: Math.max(each.top, clip.top), bottom: Math.min(each.bottom, clip.bottom) };
        return { what: el.className || 'note', words: el.textContent,
          start: inside(box, cut ?? each, start), end: inside(box, cut ?? each, end) };
      });
    });
    const size = (pseudo) => {
      const style = getComputedStyle(clock, pseudo);
      return style.content === 'none' ? 0 : parseFloat(style.inlineSize);
    };
    const border = parseFloat(getComputedStyle(clock).borderInlineStartWidth);
    const time = clock.querySelector('.clock-time');
    const range = document.createRange();
    range.selectNodeContents(time);
    const first = range.getClientRects()[0];
    return { parts, wedge: size('::before') + border, corner: size('::after') + border,
      digits: parseFloat(getComputedStyle(time).fontSize),
      x: Math.round(inside(box, first, start)), y: Math.round(inside(box, first, head)) };
  });
}"""


def faces_of(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(MEASURE)
    return found


def covered(page: Page) -> list[str]:
    """List digits and words under the wedge of a running clock or under the corner of a low one."""
    return [
        f"{part['what']} {part['words']!r}: {part['start']:.0f} from the start, wedge {face['wedge']:.0f}; "
        f"{part['end']:.0f} from the end, corner {face['corner']:.0f}"
        for face in faces_of(page)
        for part in face["parts"]
        if part["start"] < face["wedge"] - 0.5 or part["end"] < face["corner"] - 0.5
    ]


LAST_SECONDS = """() => {
  const digits = "<span class='clock-part'>0<span class='clock-colon'>:</span></span>"
    + "<span class='clock-part'>09<small>.8</small></span>";
  for (const clock of document.querySelectorAll('.clock')) {
    clock.dataset.state = 'running';
    clock.setAttribute('data-low', '');
    clock.querySelector('.clock-time').innerHTML = digits;
  }
}"""


def mark_low_and_running(page: Page) -> None:
    """Show every clock face as in its last seconds, with tenths, until it is painted again."""
    page.evaluate(LAST_SECONDS)
