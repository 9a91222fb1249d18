"""The catalogues: where texts are found, when a file is out of date, and what the command says."""

import pytest
from django.utils import translation

from games.faults import Fault
from tests.tools.translations import catalogues, sources
from tests.tools.translations.__main__ import main
from tests.tools.translations.sources import FoundText

PAGE = """{% load i18n %}
    <p>{% translate 'From a tag' %}</p>
  {% blocktranslate trimmed with a=b %}
    From a
      block of {{ a }}
{% endblocktranslate %}
{% translate 'Open' context 'shop' %}
{% blocktranslate count n=1 %}one{% plural %}{{ n }}{% endblocktranslate %}
"""
FILES = {
    "games/views.py": '_("From Python")\nngettext("%(n)d move", "%(n)d moves", n)\n',
    "tournament/migrations/0001.py": '_("From a migration")\n',
    "templates/page.html": PAGE,
    "static/js/board/a.js": "import {gettext} from './i18n.js';\nlabel = gettext('From a script');\n",
}


@pytest.fixture
def tree(tmp_path):
    """Make a small product with one text of each kind."""
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.fixture
def pages(tree, monkeypatch):
    monkeypatch.setattr(sources, "of_pure_tables", lambda root: iter(()))
    return list(sources.for_pages(tree))


def test_strings_are_found_in_python_and_templates(pages):
    assert {(found.message, found.context) for found in pages} == {
        ("From Python", None),
        (("%(n)d move", "%(n)d moves"), None),
        ("From a tag", None),
        ("From a block of %(a)s", None),
        ("Open", "shop"),
        (("one", "%(n)s"), None),
    }


def test_strings_are_found_in_scripts(tree):
    assert list(sources.for_scripts(tree)) == [FoundText("From a script", "static/js/board/a.js")]


def test_the_sentences_of_pure_packages_are_found(settings):
    found = {(string.message, string.place) for string in sources.of_pure_tables(settings.BASE_DIR)}
    assert ("{cell} is not on the edge", "games/rules/faults.py") in found  # a fault
    assert ("Both have the same score: {points}.", "tournament/formats/reasons.py") in found  # a table
    assert ("Blitz, 5 min", "games/clock/presets.py") in found  # a field of another value
    assert ("Sunday", "django/utils/dates.py") in found


def test_a_fault_declared_tomorrow_is_found_by_itself(settings):
    class Unheard(Fault):
        sentences = {"never": "Never heard of {thing}."}

    Unheard.__module__ = "games.faults"
    assert "Never heard of {thing}." in {
        string.message for string in sources.of_pure_tables(settings.BASE_DIR)
    }


@pytest.fixture
def files(tmp_path):
    return catalogues.CatalogueFiles(tmp_path / "locale", "de", "django")


def translate(files, found, **words):
    catalog = files.merged(found)
    for message in catalog:
        if message.id in words:
            message.string = words[message.id]
    files.write(catalog)
    return catalog


def test_a_complete_catalogue_is_written_the_same_again(files):
    found = [FoundText("Hello", "a.py"), FoundText("Bye", "b.py")]
    translate(files, found, Hello="Hallo", Bye="Tschüss")
    assert list(files.staleness(files.merged(found))) == []
    before = files.po.read_bytes(), files.mo.read_bytes()
    files.write(files.merged(found))
    assert (files.po.read_bytes(), files.mo.read_bytes()) == before


def test_translations_stay_when_strings_come_and_go(files):
    translate(files, [FoundText("Hello", "a.py"), FoundText("Bye", "b.py")], Hello="Hallo", Bye="Tschüss")
    merged = files.merged([FoundText("Hello", "elsewhere.py"), FoundText("New", "c.py")])
    assert {message.id: message.string for message in merged if message.id} == {"Hello": "Hallo", "New": None}


def test_a_string_that_is_not_in_the_file_yet_is_a_fault(files):
    translate(files, [FoundText("Hello", "a.py")], Hello="Hallo")
    found = [FoundText("Hello", "a.py"), FoundText("New", "a.py")]
    assert any("run `make messages`" in fault for fault in files.staleness(files.merged(found)))


def test_a_stale_compiled_file_is_a_fault(files):
    found = [FoundText("Hello", "a.py")]
    translate(files, found, Hello="Hallo")
    files.mo.unlink()
    assert list(files.staleness(files.merged(found))) == [
        "django.mo is not compiled from django.po: run `make messages`"
    ]


def test_one_word_may_be_translated_differently_by_context(files):
    found = [FoundText("Open", "a.py"), FoundText("Open", "b.py", context="shop")]
    catalog = files.merged(found)
    catalog.get("Open").string = "Öffnen"
    catalog.get("Open", context="shop").string = "Geöffnet"
    files.write(catalog)
    assert list(files.staleness(files.merged(found))) == []
    catalog.get("Open", context="shop").string = "Offen"
    files.mo.write_bytes(catalogues.compiled(catalog))
    assert [fault for fault in files.staleness(files.merged(found)) if "not compiled" in fault]


def test_a_new_catalogue_has_the_plural_rule_of_its_language(tmp_path):
    files = catalogues.CatalogueFiles(tmp_path, "sl", "django")
    files.write(files.merged([FoundText(("{n} move", "{n} moves"), "a.py")]))
    assert "nplurals=4;" in files.po.read_text()
    assert 'msgstr[3] ""' in files.po.read_text()


@pytest.fixture
def product(tree, settings, monkeypatch):
    monkeypatch.setattr(sources, "of_pure_tables", lambda root: iter(()))
    settings.BASE_DIR = tree


@pytest.fixture
def locale(settings, tmp_path):
    """Make a folder of catalogues with nothing but a list of English terms."""
    folder = tmp_path / "locale"
    folder.mkdir()
    (folder / "terms.toml").write_text('[forms]\nround = ["round"]\n')
    settings.LOCALE_PATHS = [folder]
    return folder


@pytest.mark.usefixtures("product")
def test_a_check_changes_nothing_and_fails_while_a_catalogue_is_not_up_to_date(locale):
    with pytest.raises(SystemExit, match="things are wrong in the catalogues"):
        main(["--check"])
    assert [file.name for file in locale.iterdir()] == ["terms.toml"]


@pytest.mark.usefixtures("product")
def test_texts_may_come_in_english_alone_and_only_a_release_needs_the_translations(locale, capsys):
    main([])
    assert "7 texts are missing in 19 languages: de nl fr" in capsys.readouterr().out
    for language in locale.glob("*/"):
        (language / "terms.toml").write_text(f'[words]\nround = ["{language.name}"]\n')
    main(["--check"])
    assert "7 texts are missing in 19 languages: de nl fr" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="A release needs every text in every language"):
        main(["--check", "--complete"])


@pytest.mark.usefixtures("product")
def test_a_wrong_translation_is_named_with_its_file_and_does_not_stop_the_update(locale, capsys):
    main(["fi"])
    po = locale / "fi" / "LC_MESSAGES" / "django.po"
    po.write_text(po.read_text().replace('From a tag"\nmsgstr ""', 'From a tag"\nmsgstr "Tagista."'))
    main(["fi"])
    assert capsys.readouterr().err.splitlines()[-2:] == [
        "locale/fi/LC_MESSAGES/django.po: 'From a tag': ends with “.” where the original ends with “”",
        "locale/fi/terms.toml: no word for “round”",
    ]
    with pytest.raises(SystemExit, match="2 things are wrong"):
        main(["fi", "--check"])


@pytest.mark.usefixtures("product")
def test_the_command_lists_what_is_missing_in_one_language(settings, tmp_path, capsys):
    settings.LOCALE_PATHS = [tmp_path]
    main(["fi", "--missing"])
    printed = capsys.readouterr().out
    assert printed.startswith("fi django: 6 of 6 are missing")
    assert "'From a tag'  (templates/page.html)" in printed


def test_an_unknown_language_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="“xx” is neither"):
        main(["xx", "--check"])


def test_pages_use_the_compiled_german():
    with translation.override("de"):
        assert translation.gettext("Prepare a tablet") == "Ein Tablet vorbereiten"
        assert translation.ngettext(
            "%(number)d session was ended.", "%(number)d sessions were ended.", 2
        ).startswith("%(number)d Sitzungen")


@pytest.mark.usefixtures("product")
def test_a_file_that_lies_elsewhere_is_brought_up_to_date(tmp_path):
    file = tmp_path / "fi.po"
    file.write_text('msgid ""\nmsgstr ""\n"Language: fi\\n"\n\nmsgid "From a tag"\nmsgstr "Tagista"\n')
    main([str(file)])
    assert 'msgid "From Python"\nmsgstr ""' in file.read_text()
    assert 'msgid "From a tag"\nmsgstr "Tagista"' in file.read_text()
