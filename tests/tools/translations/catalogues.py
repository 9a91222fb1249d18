"""Read, merge, write and compile one catalogue for each language and domain.

Files are written the same way every time, without dates and line numbers, so that each diff is one of words.
"""

import io
import itertools
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from games.languages import LANGUAGES
from tests.tools.translations import plurals
from tests.tools.translations.sources import FoundText

# Babel wants dates in headers; a fixed one keeps the files the same.
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
DROPPED_HEADERS = re.compile(
    r'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|Project-Id-Version'
    r"|Report-Msgid-Bugs-To): .*\n",
    re.MULTILINE,
)


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
        """Return the catalogue with exactly the texts of the sources, and its translations of them."""
        return merged(read(self.po, self.language, self.domain), found)

    def write(self, catalog: Catalog) -> None:
        self.po.parent.mkdir(parents=True, exist_ok=True)
        self.po.write_text(po_text(catalog), encoding="utf-8")
        self.mo.write_bytes(compiled(catalog))

    def staleness(self, catalog: Catalog) -> Iterator[str]:
        """Yield how the files differ from what `make messages` would write."""
        committed = self.po.read_text(encoding="utf-8") if self.po.exists() else ""
        if po_text(catalog) != committed:
            yield f"{self.po.name} is not what the sources say: run `make messages`"
        # Compare bytes, because Babel's reader confuses a text with the same text in a context.
        if not self.mo.exists() or self.mo.read_bytes() != compiled(catalog):
            yield f"{self.mo.name} is not compiled from {self.po.name}: run `make messages`"


def read(po: Path, language: str, domain: str) -> Catalog:
    if po.exists():
        with po.open("rb") as file:
            return read_po(file, locale=language, domain=domain, abort_invalid=True)
    catalog = Catalog(locale=language, domain=domain)
    catalog.mime_headers = [("Plural-Forms", plurals.header(LANGUAGES[language]))]
    return catalog


def merged(catalog: Catalog, found: Iterable[FoundText]) -> Catalog:
    wanted = Catalog(fuzzy=False)
    for string in found:
        wanted.add(
            string.message,
            None,
            [(string.place, None)],  # type: ignore[list-item]  # without a line number, and so written
            auto_comments=string.comments,
            context=string.context,
        )
    # No fuzzy matches: pages would show them as if a translator had chosen them.
    catalog.update(wanted, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.creation_date = catalog.revision_date = NO_DATE
    return catalog


def po_text(catalog: Catalog) -> str:
    out = io.BytesIO()
    catalog.header_comment = f"# {catalog.locale.english_name if catalog.locale else ''}"
    write_po(out, catalog, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True)
    return DROPPED_HEADERS.sub("", out.getvalue().decode("utf-8"))


def compiled(catalog: Catalog) -> bytes:
    """Compile the catalogue, sorted by the bytes of the originals, as readers search by halving.

    Contexts are part of the originals here; Babel's own writer sorts without them.
    """
    texts = {}
    for message in catalog:
        strings = forms(message.string)
        if all(strings):
            context = f"{message.context}\x04" if message.context else ""
            texts[(context + "\0".join(forms(message.id))).encode()] = "\0".join(strings).encode()
    originals = sorted(texts, key=lambda original: original.partition(b"\0")[0])
    both = [*originals, *(texts[original] for original in originals)]
    count, start = len(originals), 28 + 16 * len(originals)
    places = itertools.accumulate((len(text) + 1 for text in both), initial=start)
    tables = [struct.pack("<II", len(text), place) for text, place in zip(both, places, strict=False)]
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, start)
    return head + b"".join(tables) + b"".join(text + b"\0" for text in both)


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the one form of a text, or singular and plurals."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)
