"""A finger leaves `:hover` behind on what it touched last: such looks are for devices that can hover."""

import re
from pathlib import Path

STYLES = Path("static/css")
FOR_MICE = re.compile(r"@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}")


def test_looks_for_a_hovering_mouse_are_kept_from_fingers():
    left = {path.name for path in STYLES.glob("*.css") if ":hover" in FOR_MICE.sub("", path.read_text())}
    assert left == set()
