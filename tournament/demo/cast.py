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
