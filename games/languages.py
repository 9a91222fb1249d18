"""The languages of Fiveline, each with its ways of writing: a table for settings, menu, dates, scripts and
the checks of the catalogues.

A language is offered to people once its catalogues are complete; until then its row says `offered=False`.
English is what the sources are written in.
"""

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """`quotes` are pairs of opening and closing marks, the preferred first, those inside a quotation last.

    Dates are in the letters of Django's date formats; `plural` is a rule as catalogues write it.
    """

    code: str
    name: str
    offered: bool = True  # False while it is being translated
    plurals: int = 2
    plural: str = "(n != 1)"
    quotes: tuple[str, ...]
    decimal: str = ","
    percent: str = "\N{NO-BREAK SPACE}%"
    date: str
    short_date: str
    month_day: str
    year_month: str = "F Y"
    first_day: int = 1  # Monday; 0 is Sunday
    time: str = "H:i"
    # "3. kolo": a number with a point before a small letter is an ordinal, kept together with its word.
    ordinal_point: bool = False
    # Letters with a place of their own in the alphabet, each row behind its first; a slash between those at
    # the same place. All others are sorted as their plain letter.
    letters: tuple[str, ...] = ()


ONE_FEW_MANY = "(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)"
ONE_FEW_OTHER = (
    "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"  # 21 as 1, 22 as 2
)

TABLE = (
    Language(
        code="en",
        name="English",
        quotes=("“”", "‘’"),
        decimal=".",
        percent="%",
        date="j F Y",
        short_date="j M Y",
        month_day="j F",
    ),
    Language(
        code="de",
        name="Deutsch",
        quotes=("„“", "‚‘"),
        date="j. F Y",
        short_date="d.m.Y",
        month_day="j. F",
        ordinal_point=True,
    ),
    Language(
        code="nl",
        name="Nederlands",
        quotes=("‘’", "“”"),
        percent="%",
        date="j F Y",
        short_date="j-n-Y",
        month_day="j F",
    ),
    Language(
        code="fr",
        name="français",
        plural="(n > 1)",
        quotes=("«»", "“”"),
        date="j F Y",
        short_date="d/m/Y",
        month_day="j F",
    ),
    Language(
        code="es",
        name="español",
        quotes=("«»", "“”"),
        date=r"j \d\e F \d\e Y",
        short_date="d/m/Y",
        month_day=r"j \d\e F",
        year_month=r"F \d\e Y",
        letters=("n ñ",),
    ),
    Language(
        code="it",
        name="italiano",
        quotes=("«»", "“”"),
        percent="%",
        date="j F Y",
        short_date="d/m/Y",
        month_day="j F",
    ),
    Language(
        code="pt",
        name="português",
        quotes=("«»", "“”"),
        percent="%",
        date=r"j \d\e F \d\e Y",
        short_date="d/m/Y",
        month_day=r"j \d\e F",
        year_month=r"F \d\e Y",
        first_day=0,
    ),
    Language(
        code="da",
        name="dansk",
        quotes=("””", "»«", "’’"),
        date="j. F Y",
        short_date="d.m.Y",
        month_day="j. F",
        ordinal_point=True,
        letters=("z æ/ä ø/ö å/aa",),
    ),
    Language(
        code="nb",
        name="norsk bokmål",
        quotes=("«»", "‘’"),
        date="j. F Y",
        short_date="d.m.Y",
        month_day="j. F",
        ordinal_point=True,
        letters=("z æ/ä ø/ö å/aa",),
    ),
    Language(
        code="sv",
        name="svenska",
        quotes=("””", "’’"),
        date="j F Y",
        short_date="Y-m-d",
        month_day="j F",
        letters=("z å ä/æ ö/ø",),
    ),
    Language(
        code="fi",
        name="suomi",
        quotes=("””", "’’"),
        date="j. E Y",
        short_date="j.n.Y",
        month_day="j. E",
        ordinal_point=True,
        letters=("z å ä/æ ö/ø",),
    ),
    Language(
        code="is",
        name="íslenska",
        plural="(n % 10 != 1 || n % 100 == 11)",
        quotes=("„“", "‚‘"),
        percent="%",
        date="j. F Y",
        short_date="j.n.Y",
        month_day="j. F",
        ordinal_point=True,
        letters=("a á", "d ð", "e é", "i í", "o ó", "u ú", "y ý", "z þ æ ö/ø å"),
    ),
    Language(
        code="hu",
        name="magyar",
        quotes=("„”", "»«"),
        percent="%",
        date="Y. F j.",
        short_date="Y. m. d.",
        month_day="F j.",
        year_month="Y. F",
        ordinal_point=True,
        letters=("c cs", "d dz dzs", "g gy", "l ly", "n ny", "o ö/ő", "s sz", "t ty", "u ü/ű", "z zs"),
    ),
    Language(
        code="ro",
        name="română",
        plurals=3,
        plural="(n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2)",
        quotes=("„”", "«»"),
        percent="%",
        date="j F Y",
        short_date="d.m.Y",
        month_day="j F",
        letters=("a ă â", "i î", "s ș/ş", "t ț/ţ"),
    ),
    Language(
        code="cs",
        name="čeština",
        plurals=3,
        plural=ONE_FEW_MANY,
        quotes=("„“", "‚‘"),
        date="j. E Y",
        short_date="j. n. Y",
        month_day="j. E",
        ordinal_point=True,
        letters=("c č", "h ch", "r ř", "s š", "z ž"),
    ),
    Language(
        code="sk",
        name="slovenčina",
        plurals=3,
        plural=ONE_FEW_MANY,
        quotes=("„“", "‚‘"),
        date="j. E Y",
        short_date="j. n. Y",
        month_day="j. E",
        ordinal_point=True,
        letters=("a ä", "c č", "h ch", "o ô", "s š", "z ž"),
    ),
    Language(
        code="sl",
        name="slovenščina",
        plurals=4,
        plural="(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)",
        quotes=("»«", "„“", "›‹"),
        date="j. F Y",
        short_date="j. n. Y",
        month_day="j. F",
        ordinal_point=True,
        letters=("c č ć", "d đ", "s š", "z ž"),
    ),
    Language(
        code="hr",
        name="hrvatski",
        plurals=3,
        plural=ONE_FEW_OTHER,
        quotes=("„”", "‘’"),
        date="j. E Y.",
        short_date="j. n. Y.",
        month_day="j. E",
        year_month="F Y.",
        ordinal_point=True,
        letters=("c č ć", "d dž đ", "l lj", "n nj", "s š", "z ž"),
    ),
    Language(
        code="sr",
        name="српски",
        plurals=3,
        plural=ONE_FEW_OTHER,
        quotes=("„“", "‚‘"),
        percent="%",
        date="j. F Y.",
        short_date="j.n.Y.",
        month_day="j. F",
        year_month="F Y.",
        ordinal_point=True,
        letters=("д ђ", "и ј", "л љ", "н њ", "т ћ", "ч џ"),
    ),
    Language(
        code="bg",
        name="български",
        quotes=("„“", "’’"),
        percent="%",
        date=r"j F Y \г.",
        short_date=r"d.m.Y \г.",
        month_day="j F",
        year_month=r"F Y \г.",
    ),
)
LANGUAGES = {language.code: language for language in TABLE}
SOURCE = "en"
OFFERED = tuple(language for language in TABLE if language.offered)


def menu_languages() -> list[Language]:
    """Return the languages as a menu lists them: by their names, accents aside, other scripts last."""
    return sorted(OFFERED, key=lambda language: unicodedata.normalize("NFKD", language.name.casefold()))
