"""Lists as people write them, and what is read from each line: one table for all readers of lists.

A player is shown as `Family, First; rating; club; born; as; team; board` without the parts that the line does
not have, a line that cannot be used as `! reason`.
"""

from tournament.people_lists.people_list import ParsedLine


def show(line: ParsedLine) -> str:
    if line.troubles:
        return f"! {' '.join(map(str, line.troubles))}"
    (name,) = line.people
    assert line.name == str(name)
    full_name = f"{name.family_name}, {name.first_name}" if name.family_name else name.first_name
    said = [
        ("", line.rating),
        ("", line.club),
        ("born ", line.birth_year),
        ("as ", line.public_as),
        ("team ", line.team),
        ("board ", line.board),
    ]
    return "; ".join([full_name, *(f"{word}{value}" for word, value in said if value)])


PLAIN_LINES = {
    # Cells
    "Mira Novak; 1612; Cube Club": "Novak, Mira; 1612; Cube Club",
    "Mira Novak | 1612 | Cube Club": "Novak, Mira; 1612; Cube Club",
    "Mira Novak\t1612\tCube Club": "Novak, Mira; 1612; Cube Club",
    "Mira Novak,1612,Cube Club": "Novak, Mira; 1612; Cube Club",
    "Mira Novak, Cube Club, 1612": "Novak, Mira; 1612; Cube Club",
    "Novak, Mira; 1612; 2009; Cube Club": "Novak, Mira; 1612; Cube Club; born 2009",
    "Hans Lüdemann; TSV 1860": "Lüdemann, Hans; TSV 1860",
    "Novak,Mira; TSV 1860": "Novak, Mira; TSV 1860",
    # Family name first
    "Novak, Mira": "Novak, Mira",
    "Novak, Mira, 1612": "Novak, Mira; 1612",
    "van Dijk, Piet, 1612, Cube Club": "van Dijk, Piet; 1612; Cube Club",
    "Fischer, Frank": "Fischer, Frank",
    "'t Hooft, Gerard; 1500": "'t Hooft, Gerard; 1500",
    "Þórdís Ósk Jónsdóttir\t1400": "Jónsdóttir, Þórdís Ósk; 1400",
    "Pelé": "Pelé",
    "A  B C": "C, A B",
    # Quotation marks
    '"O\'Brien, Sinéad";1540': "O'Brien, Sinéad; 1540",
    '"Novak, Mira",1612,Cube Club': "Novak, Mira; 1612; Cube Club",
    '"Bobby" Fischer; 1500': "Fischer, Bobby; 1500",
    '"Open;1500': "! A quotation mark is opened and never closed.",
    # Numbers and bullets
    "1. Anna Schmidt": "Schmidt, Anna",
    "1.Anna Schmidt": "Schmidt, Anna",
    "2) Bernd Müller (1540)": "Müller, Bernd; 1540",
    "3 - Clara Weiß": "Weiß, Clara",
    "(4) Clara Weiß": "Weiß, Clara",
    "4 Clara Weiß": "Weiß, Clara",
    "#5 Clara Weiß": "Weiß, Clara",
    "5;Clara Weiß;1400": "Weiß, Clara; 1400",
    "- Dieter Özdemir, 1480": "Özdemir, Dieter; 1480",
    "• Eva-Maria Huber": "Huber, Eva-Maria",
    "* Eva-Maria Huber": "Huber, Eva-Maria",
    "[x] Eva-Maria Huber": "Huber, Eva-Maria",
    "✅ Eva-Maria Huber": "Huber, Eva-Maria",
    "\u200e10. \u2060Eva-Maria\u00a0Huber": "Huber, Eva-Maria",
    "Mira Novak\u200b; 1612": "Novak, Mira; 1612",
    # Notes after the name
    "Hans Jürgen Lüdemann 1610": "Lüdemann, Hans Jürgen; 1610",
    "Hans Jürgen Lüdemann - 1610": "Lüdemann, Hans Jürgen; 1610",
    "Lüdemann, Hans Jürgen 1610": "Lüdemann, Hans Jürgen; 1610",
    "Lüdemann, Hans Jürgen [1610]": "Lüdemann, Hans Jürgen; 1610",
    "Hans Lüdemann DWZ 1610": "Lüdemann, Hans; 1610",
    "Hans Lüdemann (Elo: 1610)": "Lüdemann, Hans; 1610",
    "Hans Lüdemann (SK Graz)": "Lüdemann, Hans; SK Graz",
    "Hans Lüdemann (SK Graz) 1610": "Lüdemann, Hans; 1610; SK Graz",
    "Hans Lüdemann (1610), SK Graz": "Lüdemann, Hans; 1610; SK Graz",
    "Hans Lüdemann - (SK Graz)": "Lüdemann, Hans; SK Graz",
    "Hans Lüdemann: Elo 1610": "Lüdemann, Hans; 1610",
    "Ines Koch <ines@club.example>": "Koch, Ines",
    "7. Ines Koch, ines@club.example": "Koch, Ines",
    "Ines Koch +49 171 1234567": "Koch, Ines",
    # Capitals
    "jonas becker": "Becker, Jonas",
    "LARS PETERSEN": "Petersen, Lars",
    "LARS PETERSEN; 1500": "Petersen, Lars; 1500",
    "EVA-MARIA O'BRIEN": "O'Brien, Eva-Maria",
    "PETERSEN Lars": "Petersen, Lars",
    "PETERSEN, Lars": "Petersen, Lars",
    "Piet VAN DER MEER": "van der Meer, Piet",
    "van der meer, piet": "van der Meer, Piet",
    "AJ Smith": "Smith, AJ",
    # No name
    "; 1500; Cube Club": "! A name is needed.",
    "1500": "! A name is needed.",
    "3": "! A name is needed.",
    "3.": "! A name is needed.",
    "Teilnehmer Herbstturnier:": "! This looks like a heading.",
    "# Players": "! This looks like a heading.",
    "Startliste vom 3. Mai": "! This looks like a heading.",
    "-----": "! This looks like a heading.",
    "Warteliste:": "! This looks like a heading.",
    # Too long, or too many
    "Mira Novak; 16120": "! “16120” is not a rating from 1 to 3999.",
    f"Mira {'k' * 61}": f"! “{'k' * 20}…” has more than 60 letters.",
    f"Mira Novak; {'c' * 81}": f"! “{'c' * 20}…” has more than 80 letters.",
    "k" * 2001: f"! “{'k' * 20}…” has more than 2000 letters.",
}

UNDER_HEADINGS = {
    # Delimiters
    "First name;Family name;Rating;Club\nMira;Novak;1612;Cube Club": "Novak, Mira; 1612; Cube Club",
    "First name,Family name,Rating,Club\nMira,Novak,1612,Cube Club": "Novak, Mira; 1612; Cube Club",
    "First name\tFamily name\tRating\tClub\nMira\tNovak\t1612\tCube Club": "Novak, Mira; 1612; Cube Club",
    "First name|Family name|Rating|Club\nMira|Novak|1612|Cube Club": "Novak, Mira; 1612; Cube Club",
    "Name,Rating,Club\nMira Novak,,Cube Club": "Novak, Mira; Cube Club",
    "Name,Club\nMira Novak,Cube Club": "Novak, Mira; Cube Club",
    'Name,Club\nMira Novak,"A; B"': "Novak, Mira; A; B",
    '"Name";"Rating"\n"Mira Novak";"1612"': "Novak, Mira; 1612",
    'Name;"Club; place";Rating\nMira Novak;Cube Club;1612': "Novak, Mira; 1612",
    "Name, Rating\nMira Novak; 1612": "Novak, Mira; 1612",
    "Name;Rating\nNovak, Mira": "Novak, Mira",
    # Languages
    "Name;Elo\nMira Novak;1612": "Novak, Mira; 1612",
    "Spieler;DWZ\nMira Novak;1612": "Novak, Mira; 1612",
    "Nom;Classement\nMira Novak;1612": "Novak, Mira; 1612",
    "naam;rating\nMira Novak;1612": "Novak, Mira; 1612",
    "Vorname\tNachname\tDWZ\nMira\tNovak\t1612": "Novak, Mira; 1612",
    "Nachname;Rating\nNovak;1612": "Novak; 1612",
    "Name;Nachname;Rating\nMira;Novak;1612": "Novak, Mira; 1612",
    # One heading is a title
    "Name\nMira Novak": "Novak, Mira",
    "Name\nNovak, Mira": "Novak, Mira",
    "Name\nMira Novak; 1612": "Novak, Mira; 1612",
    # Names
    "Name;Rating\nMIRA NOVAK;1612": "Novak, Mira; 1612",
    "Name;Rating\nNOVAK Mira;1612": "Novak, Mira; 1612",
    "Vorname;Nachname;Rating\nMIRA;NOVAK;1612": "Novak, Mira; 1612",
    "Name;Rating\nMira\u00a0Novak\u200e;1612": "Novak, Mira; 1612",
    'Name;Rating\n"Bobby" Fischer; 1500': "Fischer, Bobby; 1500",
    "Name;Rating\n'=Sum;1500": "=Sum; 1500",
    "Name;Rating\n;1400": "! A name is needed.",
    # Ratings
    "Name;Rating;Club\nMira Novak;1612;": "Novak, Mira; 1612",
    "Name;Rating\nMira Novak;0": "Novak, Mira",
    "Name;Rating\nMira Novak;00": "Novak, Mira",
    "Name;Rating\nMira Novak;-": "Novak, Mira",
    "Name;Rating\nMira Novak;abc": "! “abc” is not a rating from 1 to 3999.",
    # Years of birth, public names, teams and boards
    "Name;Born\nMira Novak;2009": "Novak, Mira; born 2009",
    "Name;Born\nMira Novak;12.05.2009": "Novak, Mira; born 2009",
    "Name;Born\nMira Novak;2009-05-12": "Novak, Mira; born 2009",
    "Name;Born\nMira Novak;12 May 2009": "Novak, Mira; born 2009",
    "Name;Born\nMira Novak;1850": "! “1850” is not a year of birth.",
    "Name;Born\nMira Novak;120092": "! “120092” is not a year of birth.",
    "Name;Born\nMira Novak;2031x": "! “2031x” is not a year of birth.",
    "Name;Public\nMira Novak;Initials": "Novak, Mira; as initials",
    "Name;Public\nMira Novak;ja": "! “ja” is none of full, short and initials.",
    "Name;Team;Board\nMira Novak;Rooks;2": "Novak, Mira; team Rooks; board 2",
    "Name;Team;Board\nMira Novak;Rooks;A1": "! “A1” is not a board.",
    "Name;Rating;Born\nMira Novak;x;y": "! “x” is not a rating from 1 to 3999. “y” is not a year of birth.",
}

# By the numbers of their lines; empty lines have a number, too.
LISTS = {
    "Mira Novak; 1612; Cube Club\nWeber, Jonas\n\nÞórdís Ósk Jónsdóttir\t1400": {
        1: "Novak, Mira; 1612; Cube Club",
        2: "Weber, Jonas",
        4: "Jónsdóttir, Þórdís Ósk; 1400",
    },
    "Mira Novak; 1612\nAda Birk, 1400\nBen Okafor\t1300": {
        1: "Novak, Mira; 1612",
        2: "Birk, Ada; 1400",
        3: "Okafor, Ben; 1300",
    },
    "Name;Rating\nNovak, Mira;1612\nWeber, Jonas": {2: "Novak, Mira; 1612", 3: "Weber, Jonas"},
    "  Mira Novak\n  Ada Birk": {1: "Novak, Mira", 2: "Birk, Ada"},
    "\t1500\tCube Club\nJonas Weber\t1400": {1: "! A name is needed.", 2: "Weber, Jonas; 1400"},
    "\ufeffTeilnehmer:\r\nAda Birk\r\n": {1: "! This looks like a heading.", 2: "Birk, Ada"},
    "": {},
}

PLAYER_LISTS = {
    **{text: {1: line} for text, line in PLAIN_LINES.items()},
    **{text: {2: line} for text, line in UNDER_HEADINGS.items()},
    **LISTS,
}

TEAM_LISTS = {
    "Rooks: Ada Birk, Ben Okafor": "Rooks: Ada Birk, Ben Okafor",
    "Team; Players\nRooks; Ada Birk, Ben Okafor": "Rooks: Ada Birk, Ben Okafor",
    "Team; Players; Place\nRooks; Ada Birk, Ben Okafor;": "Rooks: Ada Birk, Ben Okafor",
    "Team;Spieler 1;Spieler 2\nRooks;Birk, Ada;Ben Okafor": "Rooks: Ada Birk, Ben Okafor",
    "Mannschaft\tSpieler\nRooks\tAda Birk / Ben Okafor": "Rooks: Ada Birk, Ben Okafor",
    "Team: Players\nRooks: Ada Birk, Ben Okafor": "Rooks: Ada Birk, Ben Okafor",
    "1. Rooks: ada birk (1500), BEN OKAFOR": "Rooks: Ada Birk, Ben Okafor",
    'Team: Name\n"Rooks": "Birk, Ada"; Ben Okafor': "Rooks: Ada Birk, Ben Okafor",
    "Ada Birk, Ben Okafor": "Ada / Ben: Ada Birk, Ben Okafor",
    "Ada Birk / Ben Okafor": "Ada / Ben: Ada Birk, Ben Okafor",
    "Team: Name\nRooks:": "! A name is needed.",
    "Rooks: Ada Birk; 12": "! A name is needed.",
    'Rooks: "Ada Birk; Ben Okafor': "! A quotation mark is opened and never closed.",
    f"{'R' * 81}: Ada Birk, Ben Okafor": f"! “{'R' * 20}…” has more than 80 letters.",
}
