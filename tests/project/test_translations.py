"""The checks of a translation: fields and marks as in the English, typography, terms."""

import gettext

import pytest
from babel.messages import Catalog

from games.languages import LANGUAGES
from tests.tools.translations import checks, plurals, terms

ENGLISH = """
[forms]
round = ["round", "rounds"]
draw = ["draw"]
"draw offer" = ["draw offer"]

[[meant_otherwise]]
msgid = "Turn round"
of = ["round"]
why = "the other way round"
"""
GERMAN = """
never = ["Durchgang"]

[words]
round = ["runde"]
draw = ["remis"]
"draw offer" = ["remisangebot"]

[wrong]
draw = ["patt"]

[[exceptions]]
msgid = "Round of 16"
of = ["round"]
why = "Achtelfinale"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "de").mkdir()
    (tmp_path / "terms.toml").write_text(ENGLISH)
    (tmp_path / "de" / "terms.toml").write_text(GERMAN)
    return tmp_path


@pytest.fixture
def wrong(folder):
    """Return what is wrong with a translation of `original`; German has a term list here."""

    def wrong(original, *translated, language="de", flags=()):
        catalog = Catalog(locale=language)
        catalog.mime_headers = [("Plural-Forms", plurals.header(LANGUAGES[language]))]
        several = isinstance(original, tuple)
        catalog.add(original, translated if several else translated[0], flags=flags)
        found = checks.violations(
            folder / "a.po",
            catalog,
            LANGUAGES[language],
            terms.english_terms(folder),
            terms.term_list(folder / language / "terms.toml"),
        )
        return [violation.what for violation in found]

    return wrong


@pytest.mark.parametrize(
    ("original", "translated", "fault"),
    [
        ("{name} won", "gewonnen", "other fields than the original ({name})"),
        ("{name} won", "{nom} gewann", "other fields than the original ({name}, {nom})"),
        ("At %(time)s", "Um %(zeit)s", "other fields than the original (%(time)s, %(zeit)s)"),
        (
            "Nothing is lost by it.",
            "Verloren geht dabei nichts.Verloren geht dabei nichts.",
            "its beginning stands in it twice",
        ),
        ("<b>Look</b> here", "Schau <b>her", "other tags than the original"),
        ("&Print", "Drucken", "another number of & than the original"),
        ("Now ", "Jetzt", "ends with a space where the original does not, or the other way round"),
        ("Why?", "Warum.", "ends with “.” where the original ends with “?”"),
        ("“yes”", '"ja"', '" is not how Deutsch quotes: „“'),
        ("“yes”", "„ja”", "” is not how Deutsch quotes: „“"),
        ("“yes”", "„ja", "a quotation is opened or closed once too often"),
        ("Anna's", "Annas'", "' is not how Deutsch quotes: „“"),
        ("{n} min", "{n} min", "an ordinary space between a number and its unit"),
        ("5%", "5%", "percent is written 50\N{NO-BREAK SPACE}% (no-break space where there is one)"),
        ("Five", "Fünf\N{CYRILLIC SMALL LETTER A}", "letters of two scripts in one word: Fünf\u0430"),
        ("Next round", "Nächster Gang", "“round” is not said as runde"),
        ("Draw", "Remispatt", "“draw” is not to be called “patt”"),
        ("Once", "Ein Durchgang", "“Durchgang” is not to be used"),
        ("Round of 16", "Runde der 16", "an exception for nothing: round"),
    ],
)
def test_a_wrong_translation_is_named(wrong, original, translated, fault):
    assert wrong(original, translated) == [fault]


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("Round of 16", "Achtelfinale"),
        ("Turn round", "Umdrehen"),
        ("A draw offer", "Ein Remisangebot"),
        ("{name}’s clock", "Uhr von {name}"),
        ("“yes” or ‘no’", "„ja“ oder ‚nein‘"),
        ("That’s it.", "Das war’s."),
        ("{n} min", "{n}\N{NO-BREAK SPACE}min"),
        ('[Event "x"]', '[Event "x"]'),
        ("%(club)s %(rating)s", "%(club)s %(rating)s"),
    ],
)
def test_a_correct_translation_is_accepted(wrong, original, translated):
    assert wrong(original, translated) == []


def test_a_text_without_a_translation_is_accepted(wrong):
    assert wrong("Hello", "") == []
    assert wrong(("{n} move", "{n} moves"), "", "", "", language="hr") == []


@pytest.mark.parametrize(
    ("language", "original", "right", "fault"),
    [
        ("fr", "Why?", "Pourquoi\N{NO-BREAK SPACE}?", "Pourquoi ?"),
        ("fr", "“yes”", "«\N{NO-BREAK SPACE}oui\N{NO-BREAK SPACE}»", "« oui »"),
        ("fr", "Round {round}: {name}", "Ronde {round}\N{NO-BREAK SPACE}: {name}", "Ronde {round}: {name}"),
        ("cs", "in round {round}", "{round}.\N{NO-BREAK SPACE}kolo", "{round}. kolo"),
        ("ro", "game", "ș", "ş"),
        ("sv", "“yes”", "”ja”", "„ja“"),
        ("nl", "50%", "50%", "50 %"),
        ("sl", "“yes”", "»da«", "«da»"),
    ],
)
def test_every_language_is_set_in_its_own_way(wrong, language, original, right, fault):
    assert (wrong(original, right, language=language), len(wrong(original, fault, language=language))) == (
        [],
        1,
    )


def test_a_doubtful_translation_is_a_fault(wrong):
    assert wrong("Hello", "Hallo", flags=["fuzzy"]) == ["fuzzy"]


def test_the_singular_may_leave_the_number_out_where_it_stands_for_one_alone(wrong):
    moves = ("one move", "{n} moves")
    assert wrong(moves, "ein Zug", "{n} Züge") == []
    assert wrong(moves, "{n} potez", "{n} poteza", "{n} poteza", language="hr") == []
    assert wrong(moves, "jedan potez", "{n} poteza", "{n} poteza", language="hr") == [
        "other fields than the original ({n})"  # 21 would be called one
    ]


def test_every_plural_form_is_there(wrong):
    assert wrong(("{n} move", "{n} moves"), "{n} potez", "{n} poteza", language="hr") == [
        "2 plural forms instead of 3"
    ]


def test_a_rule_of_one_s_own_is_a_fault(folder):
    catalog = Catalog(locale="sl")
    catalog.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    words = terms.english_terms(folder), terms.TermList("")
    assert [each.what for each in checks.violations(folder / "a.po", catalog, LANGUAGES["sl"], *words)] == [
        f"Plural-Forms is not {plurals.header(LANGUAGES['sl'])}"
    ]


def test_a_list_has_a_word_for_every_term_and_no_exception_for_texts_that_are_gone(folder):
    english, german = terms.english_terms(folder), terms.term_list(folder / "de" / "terms.toml")
    assert list(german.gaps(english, {"Round of 16"})) == []
    assert list(terms.TermList("").gaps(english, set())) == [
        "no word for “draw”",
        "no word for “draw offer”",
        "no word for “round”",
    ]
    assert len(list(german.gaps(english, set()))) == 1


@pytest.mark.parametrize(
    "text", ["[words", '[words]\nround = ["("]', "[more]", '[[exceptions]]\nmsgid = "x"\nof = ["round"]']
)
def test_a_list_that_cannot_be_used_is_refused_in_a_sentence(tmp_path, text):
    file = tmp_path / "terms.toml"
    file.write_text(text)
    with pytest.raises(terms.BadTermList, match=r"terms\.toml"):
        terms.term_list(file)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_form_of_a_plural_rule_is_used(language):
    rule = gettext.c2py(language.plural)
    assert {int(rule(number)) for number in range(200)} == set(range(language.plurals))
