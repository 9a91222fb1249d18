"""Print the table of rights as docs/rights.md holds it: `python -m tests.tools.rights > docs/rights.md`."""

import os
import sys

import django

from games.access.roles import AREAS, FRESH, PERSONAL, RIGHTS, Role

OPENING = """\
# Rights: who may do what

Written from the code by `python -m tests.tools.rights > docs/rights.md`; a test keeps both the same.

A role is held on a scope: the club, a tournament, a table, a game, an entrant. Held on a wider scope it
counts for everything inside. Accounts hold roles by invitation, devices by a link or a code; a right is asked
at every request and ends the moment it is taken away.

| role | who |
|---|---|
| organiser | runs the club or a tournament; on the club: everything but the rows marked ° |
| arbiter | looks after games, clocks and results |
| scorer | enters results |
| display | a projector or screen |
| table | the tablet between the players, for every seat at its table |
| table + PIN | the same tablet for ten minutes after the arbiter's PIN |
| player | one seat of a game, or one entrant for a whole tournament |
| casual table, casual player | table and player of a game without a tournament, which has no arbiter |
| own device | a player whose game the server keeps: no tablet is between the players |
| signed in | any account |
| anybody | no right needed |

° for oneself only: not even an organiser can do this for another person.

† asks for the password again, unless it was given in the last quarter of an hour.
"""

COLUMNS = {
    Role.ORGANISER: "organiser",
    Role.ARBITER: "arbiter",
    Role.SCORER: "scorer",
    Role.DISPLAY: "display",
    Role.TABLE: "table",
    Role.TABLE_WITH_PIN: "table + PIN",
    Role.PLAYER: "player",
    Role.CASUAL_TABLE: "casual table",
    Role.CASUAL_PLAYER: "casual player",
    Role.OWN_DEVICE: "own device",
    Role.SIGNED_IN: "signed in",
    Role.ANYBODY: "anybody",
}

# A derived role has at least the rights of the role that it comes from.
COMES_FROM = {
    Role.TABLE_WITH_PIN: Role.TABLE,
    Role.CASUAL_TABLE: Role.TABLE,
    Role.CASUAL_PLAYER: Role.PLAYER,
    Role.OWN_DEVICE: Role.PLAYER,
}


def holds(role: Role, verb: str) -> bool:
    roles = RIGHTS[verb]
    return Role.ANYBODY in roles or role in roles or COMES_FROM.get(role) in roles


def page() -> str:
    parts = [OPENING]
    for area, verbs in AREAS.items():
        parts.append(
            f"\n## {area}\n\n| right | {' | '.join(COLUMNS.values())} |\n|{'---|' * (len(COLUMNS) + 1)}\n"
        )
        for verb in verbs:
            ticks = ["✓" if holds(role, verb) else "" for role in COLUMNS]
            marks = ("°" if verb in PERSONAL else "") + ("†" if verb in FRESH else "")
            parts.append(f"| `{verb}`{marks} | {' | '.join(ticks)} |\n")
    return "".join(parts)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()  # the application around the games adds its rights
    sys.stdout.write(page())
