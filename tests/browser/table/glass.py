"""Fingers on the glass, as many as one likes, sent to Chromium as its touch screen would send them."""

import time
from dataclasses import dataclass, replace
from itertools import count

from playwright.sync_api import Locator, Page

FINGER_PX = 10  # radius
PALM_PX = 70


@dataclass(frozen=True, slots=True)
class Finger:
    id: int
    x: float
    y: float
    radius: float = FINGER_PX


class Glass:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.down: dict[int, Finger] = {}
        self._cdp = page.context.new_cdp_session(page)

    def put(self, where: Locator | tuple[float, float], *, radius: float = FINGER_PX) -> int:
        """Put a finger down; it stays until it is lifted."""
        x, y = where if isinstance(where, tuple) else middle(where)
        # A screen has few numbers and gives them anew; Chromium ends itself over the seventeenth.
        number = next(each for each in count() if each not in self.down)
        finger = Finger(number, x, y, radius)
        self.down[finger.id] = finger
        self._send("touchStart", finger)
        return finger.id

    def slide(self, finger: int, dx: float, dy: float = 0, *, steps: int = 4) -> None:
        start = self.down[finger]
        for step in range(1, steps + 1):
            self.down[finger] = replace(start, x=start.x + dx * step / steps, y=start.y + dy * step / steps)
            self._send("touchMove", self.down[finger])

    def lift(self, finger: int) -> None:
        self._send("touchEnd", self.down.pop(finger))

    def lift_and_click(self, finger: int) -> None:
        """As browsers do that make a click of every touch: upon what lies under the finger by then."""
        where = self.down.pop(finger)
        at_s = time.time()
        self._send("touchEnd", where, timestamp=at_s)
        click = {"x": where.x, "y": where.y, "button": "left", "clickCount": 1, "timestamp": at_s}
        for kind in ("mousePressed", "mouseReleased"):
            self._cdp.send("Input.dispatchMouseEvent", {"type": kind, **click})

    def tap(self, where: Locator | tuple[float, float], **how: float) -> None:
        self.lift(self.put(where, **how))

    def _send(self, kind: str, finger: Finger, **when: float) -> None:
        point = {
            "id": finger.id,
            "x": finger.x,
            "y": finger.y,
            "radiusX": finger.radius,
            "radiusY": finger.radius,
        }
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point], **when})


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box, f"{target} is not in sight"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
