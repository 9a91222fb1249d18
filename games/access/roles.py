"""The table of rights: verb -> roles. `docs/rights.md` is written from it.

Pure. `games.access.permissions` asks the table; `tournament` adds its own verbs with `declare`.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum


class Role(StrEnum):
    """A role: the first six are granted, the others are derived when a right is checked."""

    ORGANISER = "organiser"
    ARBITER = "arbiter"
    SCORER = "scorer"
    DISPLAY = "display"
    TABLE = "table"
    PLAYER = "player"

    ANYBODY = "anybody"
    SIGNED_IN = "signed-in"
    TABLE_WITH_PIN = "table-with-pin"
    CASUAL_TABLE = "casual-table"
    CASUAL_PLAYER = "casual-player"
    OWN_DEVICE = "own-device"


GRANTED = (Role.ORGANISER, Role.ARBITER, Role.SCORER, Role.DISPLAY, Role.TABLE, Role.PLAYER)
STAFF = frozenset({Role.ORGANISER, Role.ARBITER})

RIGHTS: dict[str, frozenset[Role]] = {}
AREAS: dict[str, list[str]] = {}

# Verbs that need the password again: before every form, and (True) before the page is shown.
FRESH: dict[str, bool] = {}

# Personal acts: not even the club's organiser does them for another person.
PERSONAL: set[str] = set()


def declare(
    rights: Mapping[str, Collection[str]],
    *,
    area: str = "Tournaments",
    personal: bool = False,
    fresh: bool = False,
    fresh_looks: bool = False,
) -> None:
    """Add verbs to the table. A verb is declared once: two meanings of one word would be a hole."""
    for verb, roles in rights.items():
        if verb in RIGHTS:
            raise ValueError(f"The right {verb!r} is declared twice.")
        RIGHTS[verb] = frozenset(Role(role) for role in roles)
        AREAS.setdefault(area, []).append(verb)
    if personal:
        PERSONAL.update(rights)
    if fresh or fresh_looks:
        FRESH.update(dict.fromkeys(rights, fresh_looks))


_SEAT = {Role.PLAYER, Role.TABLE}
_STARTER = STAFF | {Role.TABLE, Role.CASUAL_PLAYER}
_ARBITER = STAFF | {Role.TABLE_WITH_PIN, Role.CASUAL_TABLE}

_SEAT_VERBS = ("move", "press", "call", "resign", "offer", "accept", "decline", "confirm", "flag", "arbiter")
_ARBITER_VERBS = ("adjust", "penalty", "illegal", "takeback", "position", "rule", "reopen")

# Verbs of live games are the names of the messages a board sends (docs/protocol.md).
declare(
    dict.fromkeys(_SEAT_VERBS, _SEAT),
    area="At the board, for one's own seat",
    personal=True,
)
declare(
    {
        "start": _STARTER | {Role.OWN_DEVICE},
        "pause": _STARTER,
        "custody": STAFF | {Role.TABLE},
        "resume": _ARBITER | {Role.CASUAL_PLAYER},
        **dict.fromkeys(_ARBITER_VERBS, _ARBITER),
        "take_custody": _ARBITER,
        "adopt_late_entries": STAFF,
    },
    area="At the board, for the whole game",
)
declare(
    {verb: {Role.ANYBODY} for verb in ("watch", "since", "ping", "here")},
    area="Watching",
)
declare({"own_account": {Role.SIGNED_IN}}, area="One's own account", personal=True)
# Personal: an organiser who only looks at the table page must not become the keeper of its game.
declare({"serve": {Role.TABLE}}, area="At the board, for the whole game", personal=True)
declare({"unlock": {Role.TABLE}}, area="The arbiter's PIN", personal=True)
declare({"set_pin": STAFF}, area="The arbiter's PIN")
declare(
    {
        "see_own": {*STAFF, Role.SCORER, Role.TABLE, Role.PLAYER},
        "see_log": STAFF,
        "make_links": STAFF,
        "call_off_quick_games": STAFF,
        "manage_club": {Role.ORGANISER},
    },
    area="The house",
)
declare(
    {"manage_staff": {Role.ORGANISER}, "manage_accounts": {Role.ORGANISER}},
    area="The house",
    fresh=True,
)
declare({"own_second_factor": {Role.SIGNED_IN}}, area="One's own account", personal=True, fresh=True)
