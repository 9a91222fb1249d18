"""What the columns of a list mean: by their headings in the usual languages, else by what is in them."""

import re
from collections.abc import Sequence
from enum import StrEnum


class Column(StrEnum):
    NAME = "name"
    FIRST_NAME = "first-name"
    FAMILY_NAME = "family-name"
    CLUB = "club"
    RATING = "rating"
    BIRTH_YEAR = "birth-year"
    PUBLIC_AS = "public-as"
    TEAM = "team"
    BOARD = "board"


# Headings as spreadsheets of clubs have them: English, German, French, Dutch, Spanish, Italian.
_WORDS: dict[Column, str] = {
    Column.NAME: "name player full_name spieler nom_complet naam jugador giocatore nombre_completo",
    Column.FIRST_NAME: "first_name firstname given_name vorname prénom prenom voornaam nombre nome",
    Column.FAMILY_NAME: "family_name last_name lastname surname nachname familienname nom achternaam "
    "apellido apellidos cognome",
    Column.CLUB: "club verein association société vereniging",
    Column.RATING: "rating elo dwz wertung wertungszahl classement",
    Column.BIRTH_YEAR: "birth_year year_of_birth born birth year geburtsjahr jahrgang geboren naissance "
    "geboortejaar date_of_birth geburtsdatum",
    Column.PUBLIC_AS: "public_as shown_as public öffentlich",
    Column.TEAM: "team mannschaft équipe equipe ploeg equipo squadra pair paar",
    Column.BOARD: "board brett table échiquier bord tablero",
}
_MEANING = {word: column for column, words in _WORDS.items() for word in words.split()}
_YEAR = re.compile(r"(19|20)\d\d")


def columns_of(cells: Sequence[str]) -> dict[Column, int]:
    """Column to place, if this is a line of headings: it names a name and nothing but headings."""
    known = [_MEANING.get("_".join(cell.casefold().split())) for cell in cells]
    found: dict[Column, int] = {}
    for place, column in enumerate(known):
        if column is not None:
            found.setdefault(column, place)
    if Column.FIRST_NAME not in found and Column.FAMILY_NAME in found and Column.NAME not in found:
        found[Column.NAME] = found.pop(Column.FAMILY_NAME)
    named = {Column.NAME, Column.FIRST_NAME} & found.keys()
    return found if named and len(known) - known.count(None) > len(known) // 2 else {}


def guess(cells: Sequence[str]) -> dict[Column, int]:
    """Without headings: the first words are the name, a year is a year of birth, a number a rating."""
    found: dict[Column, int] = {}
    words = [place for place, cell in enumerate(cells) if cell and not cell.isdigit()]
    for place, cell in enumerate(cells):
        if cell.isdigit():
            is_year = (
                bool(_YEAR.fullmatch(cell)) and Column.BIRTH_YEAR not in found and Column.RATING in found
            )
            found.setdefault(Column.BIRTH_YEAR if is_year else Column.RATING, place)
    if words:
        found[Column.NAME] = words[0]
    if len(words) > 1:
        found[Column.CLUB] = words[1]
    return found
