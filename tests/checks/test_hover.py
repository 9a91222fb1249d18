"""Styles with `:hover` are for devices that can hover: a finger leaves `:hover` on what it touched last."""

import re

from tests.checks.sources import ROOT, report, text_of

FOR_MICE = re.compile(r"@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}")


def test_hover_styles_are_limited_to_devices_that_can_hover():
    sheets = (ROOT / "static" / "css").glob("*.css")
    found = (path.name for path in sheets if ":hover" in FOR_MICE.sub("", text_of(path)))
    report(found, "Put the rules with :hover into @media (hover: hover).")
