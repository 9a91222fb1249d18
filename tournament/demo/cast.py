"""The people of the demo club. All of them are made up."""

from typing import NamedTuple

from tournament.models import PublicName


class Person(NamedTuple):
    first_name: str
    family_name: str
    rating: int
    club: int | None = 0  # index into CLUBS
    birth_year: int | None = None
    public_as: str = PublicName.FULL


CLUBS = (("Cube Club Lindenau", "Lindenau"), ("Westhaven Ringers", "Westhaven"))

PEOPLE = (
    Person("Mira", "Halvorsen", 1874),
    Person("Tomasz", "Brzozowiak", 1842, 1),
    Person("Inês", "Carvalhal", 1815),
    Person("Jonas", "Aldenhoven", 1790),
    Person("Élodie", "Marchandeau", 1768, 1),
    Person("Pekka", "Rautalahti", 1745, None, 1958),
    Person("Katarína", "Hrušovská", 1722),
    Person("Giulio", "Sartorelli", 1701, 1),
    Person("Siobhán", "Kilbrannan", 1688),
    Person("Andrei", "Munteniuc", 1664, None),
    Person("Freja", "Dalsgård", 1640),
    Person("Bence", "Szentmiklós", 1622, 1),
    Person("Marieke", "van Oosterwold", 1605),
    Person("Luka", "Perovšek", 1588, None),
    Person("Nuria", "Valdecantos", 1560, 1),
    Person("Emil", "Þorlaugsson", 1541),
    Person("Zlata", "Kučeravá", 1520, None, 1955),
    Person("Rasmus", "Nordgrenius", 1498),
    Person("Dóra", "Vámoshegyi", 1475, 1),
    Person("Yannick", "Delacourbe", 1450, 0, 2011, PublicName.SHORT),
    Person("Petya", "Radoslavkova", 1422, None),
    Person("Henk", "Terpstra-Blom", 1390, 1, 1951),
    Person("Lena", "Oberhauserin", 1355, 0, 2013, PublicName.INITIALS),
    Person("Oskar", "Winterfeldt", 1320, 0, 2012, PublicName.SHORT),
)

JUNIOR_SINCE, SENIOR_UNTIL = 2008, 1961

PAIRS = (
    ("North Wind", (0, 12)),
    ("Cross and Ring", (1, 14)),
    ("Two Left Hands", (2, 10)),
    ("The Carpenters", (3, 17)),
    ("Fifth Row", (4, 18)),
    ("Late Shift", (5, 21)),
)

# Club evenings: days ago, and what was told at the bar. `0-9 1` are places in PEOPLE, seen from who started;
# two partners are joined by +.
EVENINGS = (
    (28, "0-9 1, 12-3 =, 10-7 0, 19-23 1, 6-1 0, 15-8 1, 3-0 0, 9-12 =, 22-19 0, 7-6 1"),
    (21, "8-0 =, 1-10 1, 3-15 1, 23-22 1, 7-12 1, 19-9 0, 0-6 1, 10-3 1, 12-8 0, 0+12-1+14 1, 2+10-3+17 0"),
    (14, "6-3 0, 9-10 1, 0-1 1, 22-23 =, 8-7 1, 15-19 1, 1-3 =, 1+14-3+17 1, 0+12-2+10 =, 4+18-5+21 1"),
)
