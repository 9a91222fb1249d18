"""How each language writes dates and numbers, and sorts names."""

import datetime
import gettext
from pathlib import Path

import django
import pytest
from django.utils import translation
from django.utils.dates import MONTHS, MONTHS_ALT, WEEKDAYS
from django.utils.formats import date_format, get_format, number_format

from games import sorting
from games.languages import LANGUAGES

DATES = {
    "en": "3 May 2025, 3 May 2025",
    "de": "3. Mai 2025, 03.05.2025",
    "nl": "3 mei 2025, 3-5-2025",
    "fr": "3 mai 2025, 03/05/2025",
    "es": "3 de mayo de 2025, 03/05/2025",
    "it": "3 maggio 2025, 03/05/2025",
    "pt": "3 de maio de 2025, 03/05/2025",
    "da": "3. maj 2025, 03.05.2025",
    "nb": "3. mai 2025, 03.05.2025",
    "sv": "3 maj 2025, 2025-05-03",
    "fi": "3. toukokuuta 2025, 3.5.2025",
    "is": "3. maí 2025, 3.5.2025",
    "hu": "2025. május 3., 2025. 05. 03.",
    "ro": "3 mai 2025, 03.05.2025",
    "cs": "3. května 2025, 3. 5. 2025",
    "sk": "3. mája 2025, 3. 5. 2025",
    "sl": "3. maj 2025, 3. 5. 2025",
    "hr": "3. svibnja 2025., 3. 5. 2025.",
    "sr": "3. мај 2025., 3.5.2025.",
    "bg": "3 май 2025 г., 03.05.2025 г.",
}
ORDERS = {
    "de": "Åberg Adam Ärmel Bode Öhler Otto Zoe",
    "sv": "Adam Bode Zoe Åberg Ärlig Öberg",
    "fi": "Aalto Virtanen Zitting Åkerman Äijälä Öhman",
    "da": "Adam Zeuthen Ærø Østergaard Åberg Aagaard",
    "nb": "Adam Zahl Ærø Østby Aas Åsen",
    "is": "Anna Árni Birna Davíð Eva Éva Zita Þór Ægir Örn",
    "cs": "Cihlář Čapek Dvořák Hus Chalupa Ivan Rada Říha Sova Šíp Zeman Žák",
    "sk": "Cibuľa Čech Hlinka Chovan Ivan Sýkora Šafárik",
    "hr": "Car Čačić Ćosić Dvor Džeko Đurić Ivan Lovro Ljubić Maras Novak Njegoš Šimić Zec Žanić",
    "sl": "Cankar Čuk Sever Šuštar Zupan Žagar",
    "hu": "Cukor Csaba Gál Gyula Nagy Nyári Orbán Ötvös Sas Szabó Zala Zsolt",
    "ro": "Barbu Sava Șerban Tudor Țepeș",
    "es": "Nuria Ñandú Olga",
    "sr": "Вук Дарко Ђорђе Иван Јован Лаза Љуба Нада Његош Тома Ћира Урош Чеда Џон Шабан",
    "bg": "Анна Борис Йордан Калина Яна",
}


@pytest.mark.parametrize("code", DATES)
def test_dates_and_numbers_are_written_as_the_language_does(code):
    day = datetime.date(2025, 5, 3)
    with translation.override(code):
        written = f"{date_format(day)}, {date_format(day, 'SHORT_DATE_FORMAT')}"
        assert written == DATES[code]
        assert number_format(1.5) == ("1.5" if code == "en" else "1,5")
        assert date_format(datetime.time(19, 30), "TIME_FORMAT") == "19:30"
        assert get_format("FIRST_DAY_OF_WEEK") == LANGUAGES[code].first_day


@pytest.mark.parametrize(
    ("code", "may", "after_day", "sunday"),
    [
        ("it", "maggio", "maggio", "domenica"),
        ("pt", "maio", "maio", "domingo"),
        ("ro", "mai", "mai", "duminică"),
        ("hr", "svibanj", "svibnja", "nedjelja"),
        ("sk", "máj", "mája", "nedeľa"),
        ("bg", "май", "май", "неделя"),
    ],
)
def test_our_names_of_months_and_days_win_over_those_of_django(code, may, after_day, sunday):
    with translation.override(code):
        assert (MONTHS[5], MONTHS_ALT[5], WEEKDAYS[6]) == (may, after_day, sunday)
    theirs = gettext.translation("django", Path(django.__file__).parent / "conf" / "locale", [code])
    assert (theirs.gettext("May"), theirs.pgettext("alt. month", "May")) != (may, after_day)


def test_every_language_has_a_row_in_the_test():
    assert set(DATES) == set(LANGUAGES)


@pytest.mark.parametrize("code", ORDERS)
def test_names_stand_in_the_order_of_the_alphabet(code):
    names = ORDERS[code].split()
    with translation.override(code):
        assert sorted(sorted(names), key=sorting.sort_key) == names


def test_the_reader_s_language_orders_by_itself():
    for code, last in (("de", "Zoe"), ("sv", "Åsa")):
        with translation.override(code):
            assert sorted(["Åsa", "Zoe", "Bo"], key=sorting.sort_key)[-1] == last


@pytest.mark.parametrize(("code", "letter"), [("de", "a"), ("sv", "z")])
def test_a_name_is_on_the_screen_of_its_letter(code, letter):
    with translation.override(code):
        assert sorting.initial("Åsa") == letter
