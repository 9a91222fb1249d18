"""Every engine knows the declarations of our sheets; it would silently ignore an unknown one."""

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
# Declarations that an engine may ignore, and why that does no harm.
DISPENSABLE = {
    "forced-color-adjust": "only where an engine has forced colours",
    "text-size-adjust": "only where an engine enlarges text by itself",
    "text-wrap": "only the last line of a paragraph looks different",
}
UNKNOWN = """{}.filter(([name, value, prefixed]) =>
  !CSS.supports(name, value) && !(prefixed && CSS.supports(prefixed, value)))"""


def declarations() -> Iterator[tuple[str, str, str]]:
    """Yield name, value, and the prefixed name if the same block has that too; leave variables out."""
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
