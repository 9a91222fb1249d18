"""The catalogues of all languages: choose some, update them, check them, and list what is not translated."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import PoFileError

from games.languages import LANGUAGES, OFFERED, SOURCE, Language
from tests.tools.translations import catalogues, checks, sources, terms
from tests.tools.translations.sources import FoundText

DOMAINS = ("django", "djangojs")


class NotUsable(Exception):
    """A file or language cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One catalogue. `files` is None for a file outside the source tree."""

    language: Language
    domain: str
    po: Path
    terms: Path
    files: catalogues.CatalogueFiles | None


@dataclass(slots=True)
class AllCatalogues:
    root: Path
    folder: Path
    _found: dict[str, list[FoundText]] = field(default_factory=dict)
    _catalogs: dict[Path, Catalog] = field(default_factory=dict)

    def chosen(self, named: Sequence[str], *, only_offered: bool) -> Iterator[Chosen]:
        """Yield the named catalogues, or those of all languages: the offered ones, or also the unfinished."""
        for name in named:
            if name.endswith(".po"):
                yield self._elsewhere(Path(name))
            elif name in LANGUAGES and name != SOURCE:
                yield from self._at_home(LANGUAGES[name])
            else:
                known = ", ".join(code for code in LANGUAGES if code != SOURCE)
                raise NotUsable(f"“{name}” is neither a .po file nor one of the languages {known}.")
        if named:
            return
        for language in LANGUAGES.values():
            there = language in OFFERED or (not only_offered and (self.folder / language.code).exists())
            if language.code != SOURCE and there:
                yield from self._at_home(language)

    def write(self, chosen: Iterable[Chosen]) -> None:
        """Write the catalogues with exactly the texts of the sources; compile those of the source tree."""
        for each in chosen:
            if each.files:
                each.files.write(self._catalog(each))
            else:
                each.po.write_text(catalogues.po_text(self._catalog(each)), encoding="utf-8")

    def violations(self, chosen: Iterable[Chosen]) -> Iterator[checks.Violation]:
        """Check the catalogues and their term lists. A text without a translation is no violation."""
        lists = set()
        for each in chosen:
            catalog = self._catalog(each)
            if each.files:
                yield from (checks.Violation(each.po, "", what) for what in each.files.staleness(catalog))
            try:
                english, words = terms.english_terms(self.folder), terms.term_list(each.terms)
            except terms.BadTermList as bad:
                raise NotUsable(str(bad)) from bad
            yield from checks.violations(each.po, catalog, each.language, english, words)
            if each.terms not in lists:
                lists.add(each.terms)
                for gap in words.gaps(english, self._texts()):
                    yield checks.Violation(each.terms, "", gap)

    def missing(self, chosen: Iterable[Chosen]) -> Iterator[str]:
        """List the texts without a translation, each with the files that use it."""
        for each in chosen:
            catalog = self._catalog(each)
            untranslated = _untranslated(catalog)
            yield f"{each.language.code} {each.domain}: {len(untranslated)} of {len(catalog)} are missing"
            for message in untranslated:
                places = ", ".join(place for place, _line in message.locations)
                yield f"  {' | '.join(catalogues.forms(message.id))!r}  ({places})"

    def gaps(self, chosen: Iterable[Chosen]) -> list[str]:
        """Say how many texts are missing, one line for all languages that miss as many."""
        missing: defaultdict[str, int] = defaultdict(int)
        for each in chosen:
            missing[each.language.code] += len(_untranslated(self._catalog(each)))
        languages: defaultdict[int, list[str]] = defaultdict(list)
        for code, number in missing.items():
            languages[number].append(code)
        return [
            f"{number} {'text is' if number == 1 else 'texts are'} missing in {len(codes)}"
            f" {'language' if len(codes) == 1 else 'languages'}: {' '.join(codes)}"
            for number, codes in sorted(languages.items())
            if number
        ]

    def summary(self, chosen: Sequence[Chosen]) -> list[str]:
        """Say how many texts the sources have and how many catalogues hold them."""
        pages, scripts = (self._size(domain) for domain in DOMAINS)
        return [f"{pages:,} texts of pages and {scripts:,} of scripts; {len(chosen)} catalogues."]

    def _size(self, domain: str) -> int:
        return len({(found.message, found.context) for found in self._sources(domain)})

    def _sources(self, domain: str) -> list[FoundText]:
        if domain not in self._found:
            read = {"django": sources.for_pages, "djangojs": sources.for_scripts}[domain]
            self._found[domain] = list(read(self.root))
        return self._found[domain]

    def _texts(self) -> set[str]:
        return {catalogues.forms(each.message)[0] for domain in DOMAINS for each in self._sources(domain)}

    def _catalog(self, chosen: Chosen) -> Catalog:
        if chosen.po not in self._catalogs:
            try:
                catalog = catalogues.read(chosen.po, chosen.language.code, chosen.domain)
            except PoFileError as wrong:
                raise NotUsable(f"{chosen.po}: {wrong}") from wrong
            self._catalogs[chosen.po] = catalogues.merged(catalog, self._sources(chosen.domain))
        return self._catalogs[chosen.po]

    def _at_home(self, language: Language) -> Iterator[Chosen]:
        for domain in DOMAINS:
            files = catalogues.CatalogueFiles(self.folder, language.code, domain)
            yield Chosen(language, domain, files.po, self.folder / language.code / terms.NAME, files)

    def _elsewhere(self, po: Path) -> Chosen:
        """Take the language from its header, the domain from its name, and the term list nearest to it."""
        if not po.exists():
            raise NotUsable(f"There is no file {po}.")
        header = re.search(r'^"Language: (\w+)', po.read_text(encoding="utf-8"), re.MULTILINE)
        if not header or header[1] not in LANGUAGES:
            raise NotUsable(f'{po} does not say its language: a header line "Language: fi\\n" is missing.')
        language = LANGUAGES[header[1]]
        lists = (po.parent / terms.NAME, po.parent.parent / terms.NAME)
        ours = self.folder / language.code / terms.NAME
        domain = "djangojs" if "js" in po.stem else "django"
        return Chosen(language, domain, po, next((each for each in lists if each.exists()), ours), None)


def _untranslated(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id and not all(catalogues.forms(message.string))]
