"""Lines as people write them: remove everything around a name.

Copied from a message, a word processor or an email: `2) Bernd Müller (1540)`, `• Ines Koch <ines@club.org>`.
"""

import re
from unicodedata import category

# Characters that open a line or a cell of a table; any other punctuation before a name is a bullet.
_OPENING = "\"'“”„«‘’,;|("
_BULLETS = ("So", "Sm", "Sk", "Po", "Pd")
_NUMBER = re.compile(
    r"""[ ]*(?:
        [(\[]\d{1,3}[)\]][.:]?      # (3)
        | \#?\d{1,3}[ ]*[.):\]](?!\d)  # 3.  3)  3:
        | \#?\d{1,3}[ ]+[-–—][ ]    # 3 - Anna
        | \d{1,3}[ ]*[;\t|](?=[^\d;\t|])  # a column of numbers
        | \#?\d{1,3}[ ]+(?=[^\W\d]) # 3 Anna
        | \[[ xX]\]                 # a box to tick
    )[ ]*""",
    re.VERBOSE,
)
_EMAIL = re.compile(r"[<(\[]?\s*(?:mailto:)?[^\s<>()@,;]+@[^\s<>()@,;]+\.[^\s<>()@,;]+\s*[>)\]]?")
_PHONE = re.compile(r"(?:(?<=\s)|(?<=,)|(?<=;))\(?(?:\+|0)\d[\d /()-]{5,}\d")
_SCALES = r"elo|dwz|rating|wertung|rtg|tpr"
# A name, and what separates it from its notes. It ends with no separator, so rows of dashes are read quickly.
_NAME = r"(?P<name>[\W\d]*[^\W\d](?:.*?[^\s,:–-])??)[\s,:–-]*"
_RATING = re.compile(
    rf"{_NAME}(?:[(\[]\s*(?:(?:{_SCALES})\W*)?(?P<boxed>\d{{3,4}})(?:\s*(?:{_SCALES}))?\s*[)\]]"
    rf"|(?<=[\s,:–-])(?:(?:{_SCALES})\W*)?(?P<bare>\d{{3,4}})(?:\s*(?:{_SCALES}))?)",
    re.IGNORECASE,
)
_CLUB = re.compile(rf"{_NAME}[(\[](?P<club>[^()\[\]]*[^\W\d][^()\[\]]*)[)\]]")
# The first word of a line that is a title.
_TITLES = {
    *("teilnehmer", "teilnehmerinnen", "teilnehmerliste", "teilnehmende", "anmeldung", "anmeldungen"),
    *("meldeliste", "spieler", "spielerliste", "mannschaften", "paare", "startliste", "liste"),
    *("participants", "players", "entries", "entrants", "list", "registrations", "teams", "pairs"),
    *("inscrits", "inscriptions", "joueurs", "deelnemers", "spelers", "inscritos", "jugadores"),
    *("iscritti", "giocatori"),
}


def is_title(line: str) -> bool:
    """Check whether a line names no person: `Teilnehmer Herbstturnier:`, `# Players`, `-----`."""
    text = line.strip()
    if not any(character.isalnum() for character in text):
        return True
    first_word = re.search(r"[^\W\d_]+", text)
    begins_as_title = first_word is not None and first_word[0].casefold() in _TITLES
    is_marked = text.endswith(":") or (text.startswith("#") and not text[1:2].isdigit())
    return is_marked or (begins_as_title and not re.search(r"[;\t|]", text))


def strip_line(line: str) -> str:
    """Remove bullets and numbers before the name, and email addresses and telephone numbers."""
    line = _PHONE.sub("", _EMAIL.sub("", line))
    while True:
        rest = _strip_bullet(line)
        if number := _NUMBER.match(rest):
            rest = rest[number.end() :]
        if rest == line:
            return line.rstrip(" ,;") if line.strip(" ,;") else line
        line = rest


def _strip_bullet(line: str) -> str:
    text = line.lstrip(" ")
    if text and text[0] not in _OPENING and category(text[0]) in _BULLETS:
        return text[1:].lstrip(" ")
    return line


def split_notes(cell: str) -> tuple[str, str, str]:
    """Split `Mira Novak (Cube Club) 1540` into name, rating and club."""
    rating = club = ""
    if found := _RATING.fullmatch(cell):
        cell, rating = found["name"], found["boxed"] or found["bare"]
    if found := _CLUB.fullmatch(cell):
        cell, club = found["name"], found["club"].strip()
    if not rating and (found := _RATING.fullmatch(cell)):
        cell, rating = found["name"], found["boxed"] or found["bare"]
    return cell.strip(" ,"), rating, club
