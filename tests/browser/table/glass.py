"""Send any number of fingers to Chromium, as its touch screen would."""

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
        # A touch screen reuses a few numbers; Chromium crashes at the seventeenth.
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
        """Lift the finger and click on the element below, as browsers do that make a click of each touch."""
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
