"""What the columns of a list mean: by their headings in the usual languages, else by what is in them."""

import re
from collections.abc import Sequence
from enum import StrEnum


class CsvColumn(StrEnum):
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
_WORDS: dict[CsvColumn, str] = {
    CsvColumn.NAME: "name names player players full_name spieler mitglieder members nom_complet joueurs naam "
    "spelers jugador jugadores giocatore giocatori nombre_completo",
    CsvColumn.FIRST_NAME: "first_name firstname given_name vorname prénom prenom voornaam nombre nome",
    CsvColumn.FAMILY_NAME: "family_name last_name lastname surname nachname familienname nom achternaam "
    "apellido apellidos cognome",
    CsvColumn.CLUB: "club verein association société vereniging",
    CsvColumn.RATING: "rating elo dwz wertung wertungszahl classement",
    CsvColumn.BIRTH_YEAR: "birth_year year_of_birth born birth year geburtsjahr jahrgang geboren naissance "
    "geboortejaar date_of_birth geburtsdatum",
    CsvColumn.PUBLIC_AS: "public_as shown_as public öffentlich",
    CsvColumn.TEAM: "team mannschaft équipe equipe ploeg equipo squadra pair paar",
    CsvColumn.BOARD: "board brett table échiquier bord tablero",
}
_MEANING = {word: column for column, words in _WORDS.items() for word in words.split()}
_NUMBERED = re.compile(r"_?\d+$")  # `Player 1`, `Player 2`
_YEAR = re.compile(r"(19|20)\d\d")


def columns_of(cells: Sequence[str]) -> dict[CsvColumn, int]:
    """Column to place, if this is a line of headings: it names a name and nothing but headings."""
    known = [_MEANING.get(_NUMBERED.sub("", "_".join(cell.casefold().split()))) for cell in cells]
    found: dict[CsvColumn, int] = {}
    for place, column in enumerate(known):
        if column is not None:
            found.setdefault(column, place)
    if CsvColumn.FIRST_NAME not in found and CsvColumn.FAMILY_NAME in found and CsvColumn.NAME not in found:
        found[CsvColumn.NAME] = found.pop(CsvColumn.FAMILY_NAME)
    named = {CsvColumn.NAME, CsvColumn.FIRST_NAME} & found.keys()
    return found if named and len(known) - known.count(None) > len(known) // 2 else {}


def guess(cells: Sequence[str]) -> dict[CsvColumn, int]:
    """Without headings: the first words are the name, a year is a year of birth, a number a rating."""
    found: dict[CsvColumn, int] = {}
    words = [place for place, cell in enumerate(cells) if cell and not cell.isdigit()]
    for place, cell in enumerate(cells):
        if cell.isdigit():
            is_year = (
                bool(_YEAR.fullmatch(cell))
                and CsvColumn.BIRTH_YEAR not in found
                and CsvColumn.RATING in found
            )
            found.setdefault(CsvColumn.BIRTH_YEAR if is_year else CsvColumn.RATING, place)
    if words:
        found[CsvColumn.NAME] = words[0]
    if len(words) > 1:
        found[CsvColumn.CLUB] = words[1]
    return found
