"""Catalogues that are mapped say what Django's own dictionaries would, in every language that is known."""

import pytest
from django.apps import apps
from django.utils.dates import MONTHS_ALT
from django.utils.translation import override, trans_real

from games import catalogues
from games.languages import LANGUAGES, OFFERED

NUMBERS = (0, 1, 2, 3, 5, 11, 21, 22, 101)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_text_is_the_one_that_django_finds(language):
    mapped = catalogues.MappedTranslation(language)
    theirs = trans_real.DjangoTranslation(language.code)
    differ = []
    for key, _text in theirs._catalog.items():
        if isinstance(key, tuple):
            for number in NUMBERS:
                wanted = theirs.ngettext(key[0], "", number)
                if mapped.ngettext(key[0], "", number) != wanted:
                    differ.append((key, number))
        elif key and not _is_name_of_time(key) and mapped.gettext(key) != theirs.gettext(key):
            differ.append(key)
    assert differ == []


def _is_name_of_time(key):
    return key.rpartition(catalogues.CONTEXT)[2] in catalogues.NAMES_OF_TIME


def test_django_speaks_by_them(monkeypatch):
    monkeypatch.setattr(trans_real, "_translations", {})
    apps.get_app_config("games").ready()
    for language in OFFERED:
        assert isinstance(trans_real.translation(language.code), catalogues.MappedTranslation)


def test_what_is_not_there_is_said_in_english():
    mapped = catalogues.MappedTranslation(LANGUAGES["de"])
    assert mapped.gettext("No such text") == "No such text"
    assert mapped.ngettext("{n} goat", "{n} goats", 1) == "{n} goat"
    assert mapped.ngettext("{n} goat", "{n} goats", 2) == "{n} goats"


def test_few_texts_are_at_hand_whatever_is_asked_for(monkeypatch):
    monkeypatch.setattr(catalogues.MappedTranslation, "KEPT", 3)
    mapped = catalogues.MappedTranslation(LANGUAGES["de"])
    said = [mapped.gettext(text) for text in ["Print", "Back", "Menu", "Rules", "Print", "Language"]]
    assert said == ["Drucken", "Zurück", "Menü", "Regeln", "Drucken", "Sprache"]


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "a.mo").write_bytes(b"something else, long enough")
    with pytest.raises(ValueError, match="no compiled catalogue"):
        catalogues.CompiledCatalogue(tmp_path / "a.mo")


@pytest.mark.parametrize(("code", "may"), [("it", "maggio"), ("sk", "mája"), ("cs", "května"), ("bg", "май")])
def test_a_month_stands_behind_its_day_as_the_language_writes_it(code, may, settings):
    settings.LANGUAGES = [*settings.LANGUAGES, (code, LANGUAGES[code].name)]
    catalogues.install()
    with override(code):
        assert str(MONTHS_ALT[5]) == may
