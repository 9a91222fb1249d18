"""Load the demo club from `data/`: its people, its club evenings, and one JSON file for each tournament.

The files have the form of exports (`files/tournament_json.py`), with "code" and "created_ms", and without
values that are the default. Dates are moved to the day of loading, and the services open the live boards.
"""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.access.permissions import SYSTEM
from games.faults import Fault
from tournament.demo import clearing, playing
from tournament.files import tournament_json
from tournament.files.tournament_json import Plain
from tournament.import_export import tournament_import
from tournament.models import (
    Club,
    DemoKind,
    DemoThing,
    Evening,
    MatchGame,
    Player,
    Round,
    RoundStatus,
    Team,
    Tournament,
)
from tournament.services import locking
from tournament.services.backup import copies
from tournament.services.club import people, rating_periods
from tournament.services.tables import seating

DATA = Path(__file__).parent / "data"
MADE_MS = 1_794_830_400_000  # the "now" of the files: 2026-11-16, 12:00 UTC
TOURNAMENTS = ("demo-masters", "demo-autumn", "demo-cup", "demo-pairs", "demo-season")
EVENINGS = (("evening-1",), ("evening-2", "evening-2-fours"), ("evening-3", "evening-3-fours"))
_NEXT_BOARD_MS = 7_000  # boards of a round begin one after the other

People = dict[str, Player]


class DemoRefused(Fault):
    sentences = {
        "there": "The demo is here already. Remove it first if you want a fresh one.",
    }


def is_there() -> bool:
    return DemoThing.objects.filter(kind=DemoKind.TOURNAMENT).exists()


def load_demo(now_ms: int, names: Sequence[str] | None = None) -> list[Tournament]:
    """Load the whole demo as of now, or some of its tournaments; all of it or nothing."""
    if is_there():
        raise DemoRefused("there")
    with copies.switched_off():
        cast = _add_people()
        try:
            if names is None:
                hold_evenings(cast, now_ms)
            made = [_load(name, cast, now_ms) for name in (TOURNAMENTS if names is None else names)]
            rating_periods.bring_up_to_date()
            return made
        except BaseException:
            clearing.clear()
            raise


@transaction.atomic
def _add_people() -> People:
    given = json.loads((DATA / "people.json").read_text(encoding="utf-8"))
    clubs: dict[int | None, Club | None] = {None: None}
    for number, row in enumerate(given["clubs"], 1):
        club, made = Club.objects.get_or_create(name=row["name"], defaults=row)
        if made:
            clearing.mark(DemoKind.CLUB, club.pk)
        clubs[number] = club
    cast: People = {}
    for row in given["players"]:
        player = people.add_player(actor=SYSTEM, **row | {"club": clubs[row.get("club")]})
        clearing.mark(DemoKind.PLAYER, player.pk)
        cast[player.full_name] = player
    return cast


@transaction.atomic
def hold_evenings(cast: People, now_ms: int) -> None:
    """Load the club evenings, so that rating lists and histories have a past."""
    for names in EVENINGS:
        twos, *fours = (_load(name, cast, now_ms) for name in names)
        ladders = [twos, *fours]
        evening = Evening.objects.create(
            name=twos.name,
            season="Demo",
            day=_day(twos.created_ms),
            twos=twos,
            fours=fours[0] if fours else None,
            opened_ms=twos.created_ms,
            closed_ms=Round.objects.filter(stage__tournament__in=ladders).latest("closed_ms").closed_ms,
        )
        alone, paired = Q(entries__tournament__in=ladders), Q(teams__entries__tournament__in=ladders)
        evening.present.set(Player.objects.filter(alone | paired))


def _load(name: str, cast: People, now_ms: int) -> Tournament:
    plain = tournament_json.read((DATA / f"{name}.json").read_text(encoding="utf-8"))
    _move_dates(plain, now_ms)

    def find(made: Any, row: Plain) -> Player | Club | None:
        if isinstance(made, Club):
            return Club.objects.get(name=made.name)
        return cast[made.full_name] if isinstance(made, Player) else None

    with transaction.atomic():
        made = Tournament()
        tournament_json.fill(made, plain["tournament"], {}, "tournament", backup=True)
        made.save()
        clearing.mark(DemoKind.TOURNAMENT, made.pk)
        saved = tournament_json.save_rows(plain, made, find)
        for team in saved[Team].values():
            clearing.mark(DemoKind.TEAM, team.pk)
        locking.note(SYSTEM, "import_event", made, after={"entrants": len(plain["entrants"])})
    tournament_import.replay_games(plain["games"], saved[MatchGame], made, actor=SYSTEM, now_ms=now_ms)
    for round_ in Round.objects.filter(stage__tournament=made, status=RoundStatus.PUBLISHED):
        _open_boards(round_, now_ms)
    made.refresh_from_db()
    return made


def _move_dates(plain: Plain, now_ms: int) -> None:
    """Move every instant by the time since the files were made, and the days of the tournament."""
    for row in (plain["tournament"], *(row for table in tournament_json.TABLES for row in plain[table])):
        row.update({name: row[name] + now_ms - MADE_MS for name in row if name.endswith("_ms")})
    given = plain["tournament"]
    for name in {"starts_on", "ends_on"} & given.keys():
        given[name] = str(date.fromisoformat(given[name]) + (_day(now_ms) - _day(MADE_MS)))


def _day(at_ms: int) -> date:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date()


@transaction.atomic
def _open_boards(round_: Round, now_ms: int) -> None:
    """Open the live boards of a round. If it has begun, bots play them as far as the time allows."""
    open_games = MatchGame.objects.filter(match__round=round_, outcome="").order_by("match__board", "number")
    boards = list(seating.with_relatives(open_games))
    seating.open_all(boards, now_ms=round_.published_ms or now_ms)
    starts_ms = round_.starts_ms or now_ms
    if starts_ms < now_ms:
        for index, board in enumerate(boards):
            if board.game is not None:
                playing.play_out(board.game, starts_ms + _NEXT_BOARD_MS * index, now_ms)
