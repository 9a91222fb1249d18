"""Take what the application around the games adds to them: one value, installed when that app is ready.

`games` never imports the application and runs alone: what is not added stays empty. The rights of the
application are declared in the table of rights (`games.access.roles.declare`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.access.permissions import Actor, Thing
from games.audit_log.values import IdKind, Sentence, Value
from games.models import Game, Link


@dataclass(frozen=True, slots=True)
class Countdown:
    """What the wall of a topic counts down to, and when that begins."""

    words: str
    at_ms: int


@dataclass(frozen=True, slots=True, eq=False)
class Extension:
    """The answers of the application, one field for each question of `games`."""

    # kind of scope -> finds the thing by its numbers (`table:3:4`), or nothing.
    finders: Mapping[str, Callable[..., Thing | None]] = field(default_factory=dict)

    # The kinds of scopes that have live games of their own, and a wall.
    topics: frozenset[str] = frozenset()

    # Whether a scope is hidden from strangers, with everything in it; and all topics that are.
    is_hidden: Callable[[str], bool] = lambda scope: False
    hidden_topics: Callable[[], list[str]] = list

    # The kinds of ids of the application, and what people call such things.
    id_kinds: Mapping[str, IdKind] = field(default_factory=dict)

    # What people call the club, or nothing before it is set up.
    club_name: Callable[[], str] = lambda: ""

    # (role, kind of scope) -> where a device goes that opened such a link.
    landings: Mapping[tuple[str, str], Callable[[Link], str]] = field(default_factory=dict)

    # Where the staff of a scope work, or nothing.
    workplace: Callable[[str], str] = lambda scope: ""

    # Whether staff who open a link check a player in by it, instead of taking it for this device.
    staff_checks_in: Callable[[Actor, Link], bool] = lambda actor, link: False

    # Where staff go who opened a link that was made for another, if it is taken at the desk.
    taken_by_staff: Callable[[Actor, Link], str | None] = lambda actor, link: None

    # Where another device reaches a path, or nothing: otherwise a desk at 127.0.0.1 would print codes that
    # lead every tablet to itself. Links for staff use the encrypted address, where there is one.
    reach: Callable[..., str | None] = lambda request, path, *, encrypted=False: None

    # From when staff need a second factor to sign in, or nothing.
    second_factor_from_ms: Callable[[], int | None] = lambda: None

    # What the wall of a topic counts down to, if anything.
    countdown: Callable[[str], Countdown | None] = lambda topic: None

    # What is sent first to a client that follows a topic, so that a page knows whether it is up to date.
    topic_news: Callable[[str], dict[str, Any]] = lambda topic: {}

    # When the round of a game starts, and from when one side may start the game alone, or nothing.
    start_times: Callable[[Game], tuple[int, int] | None] = lambda game: None

    # The live games of a topic by code: which board it is, such as 3, or 3.2 of a team match.
    board_numbers: Callable[[str], dict[str, str]] = lambda topic: {}

    # The topics of everything that is played in public now, for a wall of the whole club.
    topics_played: Callable[[], list[str]] = list

    # Which game of a longer match it is and the score of that, in words ("Game 2 of 3, 1 – 0"), or nothing.
    series: Callable[[Game], str] = lambda game: ""

    # What is known about a game and belongs into the tags of its record, such as `Round` and `Board`.
    record_tags: Callable[[Game], dict[str, str]] = lambda game: {}

    # Who is asked on the tablets of a topic to confirm a result: doubtful, both, one or none.
    confirms: Callable[[str], str] = lambda topic: "doubtful"

    # The audit log: what the verbs of the application mean, and the named values in their sentences.
    sentences: Mapping[str, Sentence] = field(default_factory=dict)
    values: Mapping[str, Value | None] = field(default_factory=dict)


installed = Extension()


def install(extension: Extension) -> None:
    """Set the extension, once, from the application's `ready`. Read `extension.installed`, not its name."""
    global installed
    installed = extension
