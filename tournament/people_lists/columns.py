"""What the columns of a list mean: by their headings in several languages, otherwise by their cells."""

import re
from collections.abc import Sequence
from enum import StrEnum


class ListColumn(StrEnum):
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
_WORDS: dict[ListColumn, str] = {
    ListColumn.NAME: "name names player players full_name spieler mitglieder members nom_complet joueurs "
    "naam spelers jugador jugadores giocatore giocatori nombre_completo",
    ListColumn.FIRST_NAME: "first_name firstname given_name vorname prénom prenom voornaam nombre nome",
    ListColumn.FAMILY_NAME: "family_name last_name lastname surname nachname familienname nom achternaam "
    "apellido apellidos cognome",
    ListColumn.CLUB: "club verein association société vereniging",
    ListColumn.RATING: "rating elo dwz wertung wertungszahl classement",
    ListColumn.BIRTH_YEAR: "birth_year year_of_birth born birth year geburtsjahr jahrgang geboren naissance "
    "geboortejaar date_of_birth geburtsdatum",
    ListColumn.PUBLIC_AS: "public_as shown_as public öffentlich",
    ListColumn.TEAM: "team mannschaft équipe equipe ploeg equipo squadra pair paar",
    ListColumn.BOARD: "board brett table échiquier bord tablero",
}
_MEANING = {word: column for column, words in _WORDS.items() for word in words.split()}
_NUMBERED = re.compile(r"_?\d+$")  # `Player 1`, `Player 2`
_YEAR = re.compile(r"(19|20)\d\d")


def find_headings(cells: Sequence[str]) -> dict[ListColumn, int]:
    """Find the place of each column if these are headings: one is a name, and most are known words."""
    known = [_MEANING.get(_NUMBERED.sub("", "_".join(cell.casefold().split()))) for cell in cells]
    found: dict[ListColumn, int] = {}
    for place, column in enumerate(known):
        if column is not None:
            found.setdefault(column, place)
    if ListColumn.FAMILY_NAME in found and not {ListColumn.NAME, ListColumn.FIRST_NAME} & found.keys():
        found[ListColumn.NAME] = found.pop(ListColumn.FAMILY_NAME)
    has_name = {ListColumn.NAME, ListColumn.FIRST_NAME} & found.keys()
    return found if has_name and len(known) - known.count(None) > len(known) // 2 else {}


def guess_columns(cells: Sequence[str]) -> dict[ListColumn, int]:
    """Guess columns without headings: name, then club; a number is a rating, a year after it one of birth."""
    found: dict[ListColumn, int] = {}
    words = [place for place, cell in enumerate(cells) if cell and not cell.isdigit()]
    for place, cell in enumerate(cells):
        if cell.isdigit():
            is_year = _YEAR.fullmatch(cell) and ListColumn.RATING in found
            found.setdefault(ListColumn.BIRTH_YEAR if is_year else ListColumn.RATING, place)
    return found | dict(zip((ListColumn.NAME, ListColumn.CLUB), words, strict=False))
