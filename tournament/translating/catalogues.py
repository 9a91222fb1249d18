"""One catalogue per language and domain: merged with what the sources say, checked, compiled.

Written the same way every time (no dates, no line numbers): a change in a catalogue is a change of words.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tournament.translating.sources import FoundText

# Babel wants dates in headers; a fixed one keeps the files equal.
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
DROPPED_HEADERS = re.compile(
    r'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|Project-Id-Version'
    r"|Report-Msgid-Bugs-To): .*\n",
    re.MULTILINE,
)
# {name}, {} and %(name)s, %s: what a translation must keep.
FIELDS = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%[sd]")


@dataclass(frozen=True, slots=True)
class CatalogueFiles:
    folder: Path
    language: str
    domain: str

    @property
    def po(self) -> Path:
        return self.folder / self.language / "LC_MESSAGES" / f"{self.domain}.po"

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")

    def merged(self, found: Iterable[FoundText]) -> Catalog:
        """The catalogue with exactly the strings of the sources, and the translations it had for them."""
        wanted = Catalog(fuzzy=False)
        for string in found:
            wanted.add(
                string.message,
                None,
                [(string.place, None)],  # type: ignore[list-item]  # without a line number, and so written
                auto_comments=string.comments,
                context=string.context,
            )
        catalog = self._read()
        # A likely match is worse than none: it would be shown as if somebody had meant it.
        catalog.update(wanted, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.fuzzy = False
        catalog.creation_date = catalog.revision_date = NO_DATE
        return catalog

    def write(self, catalog: Catalog) -> None:
        self.po.parent.mkdir(parents=True, exist_ok=True)
        self.po.write_text(po_text(catalog), encoding="utf-8")
        self.mo.write_bytes(compiled(catalog))

    def faults(self, catalog: Catalog) -> Iterator[str]:
        """Everything that keeps the committed files from being complete and current."""
        committed = self.po.read_text(encoding="utf-8") if self.po.exists() else ""
        if po_text(catalog) != committed:
            yield f"{self.po.name} is not what the sources say: run `make messages`"
        for message in catalog:
            if message.id:
                yield from (f"{why}: {_message_text(message)}" for why in wrongs(message))
        # Bytes, because Babel's reader mixes up a string with the same string in a context.
        if not self.mo.exists() or self.mo.read_bytes() != compiled(catalog):
            yield f"{self.mo.name} is not compiled from {self.po.name}: run `make messages`"

    def _read(self) -> Catalog:
        if not self.po.exists():
            return Catalog(locale=self.language, domain=self.domain)
        with self.po.open("rb") as file:
            return read_po(file, locale=self.language, domain=self.domain, abort_invalid=True)


def po_text(catalog: Catalog) -> str:
    out = io.BytesIO()
    catalog.header_comment = f"# {catalog.locale.english_name if catalog.locale else ''}"
    write_po(out, catalog, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True)
    return DROPPED_HEADERS.sub("", out.getvalue().decode("utf-8"))


def compiled(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def wrongs(message: Message) -> Iterator[str]:
    strings = _forms(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(strings):
        yield "untranslated"
        return
    if any(_says_itself_again(each) for each in strings):
        yield "its beginning stands in it twice"
    ids = _forms(message.id)
    # The singular may leave the number out ("one move"), in either language; nothing may appear from nowhere.
    allowed = {field for text in ids for field in FIELDS.findall(text)}
    needed = set.intersection(*(set(FIELDS.findall(text)) for text in ids))
    for string in strings:
        fields = set(FIELDS.findall(string))
        if fields - allowed or needed - fields:
            yield f"other fields than the original ({', '.join(sorted(fields ^ needed))})"


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """One form, or singular and plurals."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _message_text(message: Message) -> str:
    return repr(_forms(message.id)[0])


def _says_itself_again(text: str) -> bool:
    """Two versions of a sentence that a merge put behind each other, without a space between them."""
    opening = text[:20]
    return len(opening) == 20 and any(
        text[at - 1 : at].strip() for at in range(20, len(text)) if text.startswith(opening, at)
    )
