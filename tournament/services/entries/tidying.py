"""Lines of a list as people write them, put right: marks, numbers and addresses taken off, letters of names.

Copied from a message, a word processor or a mail: `2) BERND MÜLLER (1540)`, `• Ines Koch <ines@club.org>`.
"""

import re
from unicodedata import category

# What messengers and word processors put between letters without showing it.
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u2060\ufeff\ufe0f"))
# Signs that open a line or a cell of a table; all other signs before a name are somebody's bullet.
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
_MAIL = re.compile(r"[<(\[]?\s*(?:mailto:)?[^\s<>()@,;]+@[^\s<>()@,;]+\.[^\s<>()@,;]+\s*[>)\]]?")
_PHONE = re.compile(r"(?:(?<=\s)|(?<=,)|(?<=;))\(?(?:\+|0)\d[\d /()-]{5,}\d")
_SCALES = r"elo|dwz|rating|wertung|rtg|tpr"
_RATING = re.compile(
    rf"(?P<name>.*?[^\W\d].*?)[\s,:–-]*(?:[(\[]\s*(?:(?:{_SCALES})\W*)?(?P<boxed>\d{{3,4}})(?:\s*(?:{_SCALES}))?\s*[)\]]"
    rf"|(?<=[\s,:–-])(?:(?:{_SCALES})\W*)?(?P<bare>\d{{3,4}})(?:\s*(?:{_SCALES}))?)",
    re.IGNORECASE,
)
_CLUB = re.compile(r"(?P<name>.*?[^\W\d].*?)\s*[(\[](?P<club>[^()\[\]]*[^\W\d][^()\[\]]*)[)\]]")
# The first word of a line that is a title and nobody's name.
_TITLES = {
    *("teilnehmer", "teilnehmerinnen", "teilnehmerliste", "teilnehmende", "anmeldung", "anmeldungen"),
    *("meldeliste", "spieler", "spielerliste", "mannschaften", "paare", "startliste", "liste"),
    *("participants", "players", "entries", "entrants", "list", "registrations", "teams", "pairs"),
    *("inscrits", "inscriptions", "joueurs", "deelnemers", "spelers", "inscritos", "jugadores"),
    *("iscritti", "giocatori"),
}
_PARTICLES = {
    *("af", "av", "da", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la", "le"),
    *("ten", "ter", "tot", "van", "von", "zu", "zum", "zur"),
}
_WORD_PARTS = re.compile(r"[^\W\d_]+")
SHORT_CAPITALS = 2  # `AJ` is how somebody is called


def bare_line(line: str) -> str:
    """The line without what stood before the name, and without addresses and telephone numbers."""
    line = line.translate(_INVISIBLE).replace("\u00a0", " ")
    line = _PHONE.sub("", _MAIL.sub("", line))
    while True:
        rest = _without_bullet(line)
        if number := _NUMBER.match(rest):
            rest = rest[number.end() :]
        if rest == line:
            return line.rstrip(" ,;") if line.strip(" ,;") else line
        line = rest


def _without_bullet(line: str) -> str:
    begins = line.lstrip(" ")
    if begins and begins[0] not in _OPENING and category(begins[0]) in _BULLETS:
        return begins[1:].lstrip(" ")
    return line


def is_heading(line: str) -> bool:
    """`Teilnehmer Herbstturnier:`, `# Players`, `-----`: nobody is called so."""
    text = line.strip()
    if not any(sign.isalnum() for sign in text):
        return True
    words = _WORD_PARTS.findall(text)
    is_title = bool(words) and words[0].casefold() in _TITLES and not re.search(r"[;\t|]", text)
    is_marked = text.endswith(":") or (text.startswith("#") and not text[1:2].isdigit())
    return is_marked or is_title


def name_and_notes(cell: str) -> tuple[str, str, str]:
    """A name, and the rating and the club that were written behind it: `Mira Novak (1540)`."""
    rating = club = ""
    if found := _RATING.fullmatch(cell):
        cell, rating = found["name"], found["boxed"] or found["bare"]
    if found := _CLUB.fullmatch(cell):
        cell, club = found["name"], found["club"].strip()
    if not rating and (found := _RATING.fullmatch(cell)):
        cell, rating = found["name"], found["boxed"] or found["bare"]
    return cell.strip(" ,"), rating, club


def family_last(name: str) -> str:
    """`PETERSEN Lars` and `Lars VAN DIJK` say by their capitals what the family name is: as with a comma."""
    words = name.split()
    loud = _shouted(words)
    if "," in name or len(set(loud)) != 2:
        return name
    count = loud.count(True)
    if loud == sorted(loud, reverse=True):
        return f"{' '.join(words[:count])}, {' '.join(words[count:])}"
    if loud == sorted(loud):
        return f"{' '.join(words[-count:])}, {' '.join(words[:-count])}"
    return name


def tidy_names(first_name: str, family_name: str) -> tuple[str, str]:
    """`LARS PETERSEN` and `lars petersen` are Lars Petersen; what is in both kinds of letters stays."""
    words = [*first_name.split(), *family_name.split()]
    letters = "".join(_WORD_PARTS.findall(" ".join(words)))
    all_of_them = letters.islower() or (letters.isupper() and len(letters) > SHORT_CAPITALS)
    change = [all_of_them] * len(words) if all_of_them else _shouted(words)
    tidied = [
        _in_name_letters(word, first=not place) if change[place] else word for place, word in enumerate(words)
    ]
    count = len(first_name.split())
    return " ".join(tidied[:count]), " ".join(tidied[count:])


def _shouted(words: list[str]) -> list[bool]:
    """Which words are in capitals as nobody signs; a short one only beside a longer one."""
    capitals = {word for word in words if "".join(_WORD_PARTS.findall(word)).isupper()}
    if max(map(len, capitals), default=0) <= SHORT_CAPITALS:
        return [False] * len(words)
    return [word in capitals and len(word) > 1 for word in words]


def _in_name_letters(word: str, *, first: bool) -> str:
    if not first and word.casefold() in _PARTICLES:
        return word.lower()
    return _WORD_PARTS.sub(lambda part: part[0][:1].upper() + part[0][1:].lower(), word)
