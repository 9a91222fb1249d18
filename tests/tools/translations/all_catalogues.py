"""The catalogues as translators work on them: chosen, brought up to date, checked, listed for gaps."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import PoFileError

from games.languages import LANGUAGES, OFFERED, SOURCE, Language
from tests.tools.translations import catalogues, checks, sources, terms
from tests.tools.translations.sources import FoundText

DOMAINS = ("django", "djangojs")


class NotUsable(Exception):
    """A file or language that cannot be worked with; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One catalogue; `files` where it lies in the product, None for a file from elsewhere."""

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

    def chosen(self, named: Sequence[str], *, only_offered: bool) -> Iterator[Chosen]:
        """Those named, or all there are: only those people are offered, or also what is being translated."""
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
        """Exactly the strings of the sources; compiled where it is ours."""
        for each in chosen:
            if each.files:
                each.files.write(self._catalog(each))
            else:
                each.po.write_text(catalogues.po_text(self._catalog(each)), encoding="utf-8")

    def faults(self, chosen: Iterable[Chosen]) -> Iterator[checks.Violation]:
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
        for each in chosen:
            catalog = self._catalog(each)
            open_ = [one for one in catalog if one.id and not all(catalogues.forms(one.string))]
            yield f"{each.language.code} {each.domain}: {len(open_)} of {len(catalog)} are missing"
            for message in open_:
                places = ", ".join(place for place, _line in message.locations)
                yield f"  {' | '.join(catalogues.forms(message.id))!r}  ({places})"

    def size(self, domain: str) -> int:
        return len({(found.message, found.context) for found in self._sources(domain)})

    def _sources(self, domain: str) -> list[FoundText]:
        if domain not in self._found:
            read = {"django": sources.for_pages, "djangojs": sources.for_scripts}[domain]
            self._found[domain] = list(read(self.root))
        return self._found[domain]

    def _texts(self) -> set[str]:
        return {catalogues.forms(each.message)[0] for domain in DOMAINS for each in self._sources(domain)}

    def _catalog(self, chosen: Chosen) -> Catalog:
        try:
            catalog = catalogues.read(chosen.po, chosen.language.code, chosen.domain)
        except PoFileError as wrong:
            raise NotUsable(f"{chosen.po}: {wrong}") from wrong
        return catalogues.merged(catalog, self._sources(chosen.domain))

    def _at_home(self, language: Language) -> Iterator[Chosen]:
        for domain in DOMAINS:
            files = catalogues.CatalogueFiles(self.folder, language.code, domain)
            yield Chosen(language, domain, files.po, self.folder / language.code / terms.NAME, files)

    def _elsewhere(self, po: Path) -> Chosen:
        """The language by its header, the domain by its name, the terms beside it or one above, else ours."""
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
