"""Convert free text with a few marks, as in emails, to safe HTML.

An empty line begins a paragraph; `# ` a heading; `- ` or `* ` an item of a list; `**strong**`; addresses that
begin with http:// or https:// and email addresses become links. All other text is shown as it was typed.

>>> str(light_text("Doors **18:30**"))
'<p>Doors <strong>18:30</strong></p>'
>>> str(light_text("# Food\\n- soup\\n- <b>"))
'<h3>Food</h3><ul><li>soup</li><li>&lt;b&gt;</li></ul>'
"""

import re
from collections.abc import Iterator
from itertools import groupby

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_BLANK, _HEADING, _ITEM, _PLAIN = range(4)
# Full stops and brackets at the end belong to the sentence, not to the address.
_INLINE = re.compile(
    r"\*\*(?P<strong>[^*\n]+)\*\*"
    r"|(?P<url>https?://[^\s<>\"']*[^\s<>\"'.,;:!?)\]])"
    r"|(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
)


def light_text(text: str) -> SafeString:
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    return _joined(_blocks(lines))


def _blocks(lines: list[str]) -> Iterator[SafeString]:
    for kind, group in groupby(lines, key=_kind):
        if kind == _HEADING:
            for line in group:
                yield format_html("<h3>{}</h3>", _inline(line.lstrip("# ")))
        elif kind == _ITEM:
            items = ((_inline(line.lstrip()[2:].lstrip()),) for line in group)
            yield format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", items))
        elif kind == _PLAIN:
            parts = ((_inline(line),) for line in group)
            yield format_html("<p>{}</p>", format_html_join(mark_safe("<br>"), "{}", parts))


def _kind(line: str) -> int:
    if not line.strip():
        return _BLANK
    if re.match(r"#{1,3} \S", line):
        return _HEADING
    return _ITEM if re.match(r"\s*[-*•] \S", line) else _PLAIN


def _inline(line: str) -> SafeString:
    return _joined(_pieces(line))


def _pieces(line: str) -> Iterator[SafeString]:
    at = 0
    for found in _INLINE.finditer(line):
        yield conditional_escape(line[at : found.start()])
        at = found.end()
        match found.lastgroup:
            case "strong":
                yield format_html("<strong>{}</strong>", found["strong"])
            case "url":
                yield format_html('<a href="{0}" rel="nofollow noopener">{0}</a>', found["url"])
            case _:
                yield format_html('<a href="mailto:{0}">{0}</a>', found["mail"])
    yield conditional_escape(line[at:])


def _joined(parts: Iterator[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))
