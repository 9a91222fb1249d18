"""Django's formats of dates and numbers, made from the table of languages (games/languages.py).

Django looks for a module `formats` for each language here; there is no file behind them.
"""

import sys
from types import ModuleType

from games.languages import TABLE, Language


def _formats_of(language: Language) -> dict[str, object]:
    return {
        "DATE_FORMAT": language.date,
        "SHORT_DATE_FORMAT": language.short_date,
        "YEAR_MONTH_FORMAT": language.year_month,
        "MONTH_DAY_FORMAT": language.month_day,
        "TIME_FORMAT": language.time,
        "DATETIME_FORMAT": f"{language.date}, {language.time}",
        "SHORT_DATETIME_FORMAT": f"{language.short_date}, {language.time}",
        "FIRST_DAY_OF_WEEK": language.first_day,
        "DECIMAL_SEPARATOR": language.decimal,
    }


for _language in TABLE:
    for _name in (f"{__name__}.{_language.code}", f"{__name__}.{_language.code}.formats"):
        sys.modules[_name] = ModuleType(_name, f"Made of the row {_language.code} of games/languages.py.")
        vars(sys.modules[_name]).update(_formats_of(_language))
