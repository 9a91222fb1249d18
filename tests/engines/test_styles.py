"""Every engine understands what our sheets declare: what it does not know it leaves out without a word."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import LAPTOP

pytestmark = pytest.mark.browser

SHEETS = Path(__file__).parents[2] / "static" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLOCK = re.compile(r"([^{};]*)\{([^{}]*)\}")
DESCRIPTORS = ("@font-face", "@page")  # their blocks declare no properties
PREFIX = "-webkit-"
# What is missed where it is not known, and why that is all right.
DISPENSABLE = {
    "forced-color-adjust": "only where an engine has forced colours",
    "text-size-adjust": "only where an engine enlarges text by itself",
    "text-wrap": "only the last line of a paragraph looks different",
}
UNKNOWN = """{}.filter(([name, value, prefixed]) =>
  !CSS.supports(name, value) && !(prefixed && CSS.supports(prefixed, value)))"""


def declarations() -> Iterator[tuple[str, str, str]]:
    """Name, value, and the prefixed name where the same block says it so as well. Of variables nobody knows
    what they have to be."""
    text = COMMENT.sub("", "".join(path.read_text() for path in SHEETS.glob("*.css")))
    for selector, block in BLOCK.findall(text):
        if selector.strip().startswith(DESCRIPTORS):
            continue
        pairs = (each.partition(":") for each in block.split(";") if each.strip())
        said = {name.strip(): " ".join(value.replace("!important", "").split()) for name, _, value in pairs}
        for name, value in said.items():
            if not name.startswith("-") and name not in DISPENSABLE:
                yield name, value, PREFIX + name if PREFIX + name in said else ""


def test_no_declaration_is_unknown(new_page):
    asked = sorted(set(declarations()))
    assert ("user-select", "none", "-webkit-user-select") in asked
    page = new_page(LAPTOP)
    unknown = page.evaluate(UNKNOWN.format(json.dumps(asked)))
    assert not unknown, f"{page.name} does not understand {unknown}"
