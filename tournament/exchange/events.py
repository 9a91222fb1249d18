"""A whole event as JSON: everything that was decided and played, and nothing of this installation.

Rows name each other by numbers of the file. Players are found again by name where there is no doubt. What is
written and brought in again is the same event: the same file comes out of it.
"""

import json
from typing import Any

from django.db import models
from django.utils import timezone

from games.records_export import record_of
from tournament.models import Category, Entrant, Lineup, MatchGame, Player, Team, TeamMember, Tournament
from tournament.services.backup.event_rows import OWN

KIND, VERSION = "fiveline-event", 1

TABLES: dict[str, type[models.Model]] = {
    "players": Player,
    "teams": Team,
    "members": TeamMember,
    **{name: model for name, (model, _) in OWN.items()},
}
# What belongs to the installation, to the person rather than the event, or is secret.
LEFT_OUT: dict[type[models.Model], frozenset[str]] = {
    Tournament: frozenset(
        {"code", "version", "created_ms", "registration_code", "registration_open", "picture"}
    ),
    Player: frozenset({"club", "note", "merged_into", "erased_ms"}),
    Team: frozenset({"club"}),
    MatchGame: frozenset({"game"}),
}

Plain = dict[str, Any]


def fields_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """The fields a file tells, but those that only say to which tournament a row belongs."""
    left_out = LEFT_OUT.get(model, frozenset())
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and field.name not in left_out and field.related_model is not Tournament
    ]


def dump(tournament: Tournament) -> str:
    return json.dumps(plain_of(tournament), ensure_ascii=False, indent=1) + "\n"


def plain_of(tournament: Tournament) -> Plain:
    rows: dict[str, list[Any]] = {
        name: list(model._base_manager.filter(**{path: tournament.pk}).order_by("pk"))
        for name, (model, path) in OWN.items()
    }
    rows["teams"] = list(Team.objects.filter(entries__tournament=tournament).order_by("entries__pk"))
    rows["members"] = list(
        TeamMember.objects.filter(team__in=rows["teams"]).order_by("team__entries__pk", "order")
    )
    rows["players"] = _players(rows)
    numbers = {TABLES[name]: {row.pk: number for number, row in enumerate(rows[name], 1)} for name in TABLES}
    return {
        "kind": KIND,
        "version": VERSION,
        "tournament": _plain(tournament, numbers),
        **{name: [_plain(row, numbers) for row in rows[name]] for name in TABLES},
    }


def _players(rows: dict[str, list[Any]]) -> list[Player]:
    """Everybody of the event, in the order in which the file first names them."""
    named = [entrant.player_id for entrant in rows["entrants"]]
    named += [member.player_id for member in rows["members"]]
    named += [pk for game in rows["games"] for pk in (game.starter_player_id, game.second_player_id)]
    named += [pk for lineup in rows["lineups"] for pk in lineup.players]
    wanted = [pk for pk in dict.fromkeys(named) if pk]
    found = Player.objects.select_related("club").in_bulk(wanted)
    return [found[pk] for pk in wanted if pk in found]


def _plain(row: models.Model, numbers: dict[type[models.Model], dict[int, int]]) -> Plain:
    plain: Plain = {}
    for field in fields_of(type(row)):
        value = field.value_from_object(row)
        if field.is_relation and field.related_model:
            value = numbers[field.related_model].get(value)
        elif isinstance(field, models.DateField) and value is not None:
            value = value.isoformat()
        plain[field.name] = value
    return plain | _more(row, numbers)


def _more(row: models.Model, numbers: dict[type[models.Model], dict[int, int]]) -> Plain:
    """What a row tells beyond its fields."""
    match row:
        case Player():
            return {"club": row.club.name if row.club else "", "removed": row.erased_ms is not None}
        case Team():
            return {"club": row.club.name if row.club else ""}
        case Entrant():
            chosen = row.categories.values_list("pk", flat=True)
            return {"categories": sorted(numbers[Category][pk] for pk in chosen)}
        case Lineup():
            return {"players": [numbers[Player].get(pk) for pk in row.players]}
        case MatchGame():
            return {"record": _record(row)}
    return {}


def _record(row: MatchGame) -> str:
    """Of a game that was played to its end on a board of ours."""
    game = row.game
    if game is None or game.voided or game.status != "over":
        return ""
    with timezone.override("UTC"):
        record = record_of(game)
    return str(record) if record.steps else ""
