"""One tournament as JSON, for exports and backups: write it, read it, save its rows.

A row refers to another row by its number in that table, counted from 1. A backup adds what only this
installation needs: the "id" of each row and private fields. An export has the records of its games instead.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, DataError, IntegrityError, models
from django.utils import timezone

from games.replays import record_of
from tournament.files.json_checks import BadRow, check_row, read_value, wrong
from tournament.files.reading import BadFile, parse_json
from tournament.models import (
    Absence,
    Category,
    Club,
    Entrant,
    ForbiddenPair,
    Incident,
    Lineup,
    Match,
    MatchGame,
    Player,
    Prize,
    Report,
    Round,
    Stage,
    StageEntry,
    Table,
    Team,
    TeamMember,
    Tournament,
)

KIND, VERSION = "fiveline-event", 2
MOST_ROWS = 50_000

# People and their groups belong to the club. The rest belongs to one tournament: how a table finds it.
# The order is one in which each row comes after those that it refers to.
SHARED: dict[str, type[models.Model]] = {
    "clubs": Club,
    "players": Player,
    "teams": Team,
    "members": TeamMember,
}
OWN: dict[str, tuple[type[models.Model], str]] = {
    "tables": (Table, "tournament"),
    "categories": (Category, "tournament"),
    "prizes": (Prize, "tournament"),
    "stages": (Stage, "tournament"),
    "entrants": (Entrant, "tournament"),
    "entries": (StageEntry, "stage__tournament"),
    "forbidden": (ForbiddenPair, "tournament"),
    "absences": (Absence, "stage__tournament"),
    "lineups": (Lineup, "stage__tournament"),
    "rounds": (Round, "stage__tournament"),
    "matches": (Match, "round__stage__tournament"),
    "games": (MatchGame, "match__round__stage__tournament"),
    "incidents": (Incident, "tournament"),
    "reports": (Report, "match__round__stage__tournament"),
}
TABLES = SHARED | {name: model for name, (model, _) in OWN.items()}
_MODELS: tuple[type[models.Model], ...] = (Tournament, *TABLES.values())

# Games and pictures stay in the installation; a player in a file was not merged into another.
_NEVER = ("game", "picture", "merged_into")
# What only a backup has.
_PRIVATE: dict[type[models.Model], tuple[str, ...]] = {
    Tournament: ("code", "version", "created_ms", "registration_code", "registration_open"),
    Player: ("note", "erased_ms"),
}
# What a row has beyond its fields.
_EXTRA = {"id", "removed", "categories", "record"}

Plain = dict[str, Any]
Rows = dict[type[models.Model], dict[int, Any]]  # by the number in the file
Numbers = dict[type[models.Model], dict[int, int]]  # id to number in the file
FindRow = Callable[[Any, Plain], models.Model | None]


def write(tournament: Tournament, *, backup: bool = False, using: str = DEFAULT_DB_ALIAS) -> str:
    """Write an export, or a backup with everything that a restore needs."""
    rows = _read_rows(tournament, using)
    plain = _number_rows({model: [_columns(row) for row in found] for model, found in rows.items()}, backup)
    if not backup:
        for row, game in zip(plain["games"], rows[MatchGame], strict=True):
            row["record"] = _record_text(game)
    return json.dumps(plain, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def _read_rows(tournament: Tournament, using: str) -> dict[type[models.Model], list[Any]]:
    """Read all rows of a tournament, and the people and clubs that they refer to."""
    rows: dict[type[models.Model], list[Any]] = {}
    rows[Tournament] = [Tournament.objects.using(using).get(pk=tournament.pk)]  # as it is stored now
    for model, path in OWN.values():
        many = [field.name for field in model._meta.local_many_to_many]
        found = model._base_manager.using(using).filter(**{path: tournament.pk})
        rows[model] = list(found.prefetch_related(*many).order_by("pk"))
    teams = Team.objects.using(using).filter(entries__tournament=tournament.pk)
    members = TeamMember.objects.using(using).filter(team__entries__tournament=tournament.pk)
    rows[Team] = list(teams.order_by("entries__pk"))
    rows[TeamMember] = list(members.order_by("team__entries__pk", "order"))
    named = [row.player_id for row in rows[Entrant] + rows[TeamMember]]
    named += [pk for game in rows[MatchGame] for pk in (game.starter_player_id, game.second_player_id)]
    named += [pk for lineup in rows[Lineup] for pk in lineup.players]
    rows[Player] = _in_order(Player, named, using)
    rows[Club] = _in_order(Club, [row.club_id for row in rows[Player] + rows[Team]], using)
    return rows


def _in_order(model: type[models.Model], ids: list[int | None], using: str) -> list[Any]:
    """Return each row once, in the order in which the file first refers to it."""
    wanted = [pk for pk in dict.fromkeys(ids) if pk]
    found = model._base_manager.using(using).in_bulk(wanted)
    return [found[pk] for pk in wanted if pk in found]


@cache
def _fields_of(model: type[models.Model]) -> "dict[str, models.Field[Any, Any]]":
    """Return the fields that a file may have. The tournament of a row is implied."""
    return {
        field.name: field
        for field in model._meta.concrete_fields
        if not field.primary_key and field.name not in _NEVER and field.related_model is not Tournament
    }


def _columns(row: models.Model) -> Plain:
    columns = {field.attname: field.value_from_object(row) for field in _fields_of(type(row)).values()}
    if isinstance(row, Entrant):
        columns["categories"] = sorted(category.pk for category in row.categories.all())
    return {"id": row.pk, **columns}


def _number_rows(columns: dict[type[models.Model], list[Plain]], backup: bool) -> Plain:
    """Make the whole file from rows whose columns have ids."""
    numbers = {
        model: {row["id"]: number for number, row in enumerate(columns[model], 1)} for model in columns
    }

    def number_table(model: type[models.Model]) -> list[Plain]:
        hidden = () if backup else ("id", *_PRIVATE.get(model, ()))
        found = (_number(model, row, numbers) for row in columns[model])
        return [{name: value for name, value in row.items() if name not in hidden} for row in found]

    (tournament,) = number_table(Tournament)
    tables = {name: number_table(model) for name, model in TABLES.items()}
    return {"kind": KIND, "version": VERSION, "tournament": tournament, **tables}


def _number(model: type[models.Model], columns: Plain, numbers: Numbers) -> Plain:
    """Turn the columns of a row into its form in the file: numbers instead of ids."""
    plain = {"id": columns["id"]}
    for name, field in _fields_of(model).items():
        if field.attname not in columns:
            continue  # an old backup, written before this field existed
        value = columns[field.attname]
        related: Any = field.related_model
        plain[name] = numbers[related].get(value) if related else value
    if model is Player:
        plain["removed"] = plain["erased_ms"] is not None
    if model is Lineup:
        plain["players"] = [numbers[Player].get(pk) for pk in plain["players"]]
    if model is Entrant:
        plain["categories"] = [numbers[Category][pk] for pk in columns["categories"]]
    return plain


def _record_text(row: MatchGame) -> str:
    """Return the record of a game that was played to its end on a live board."""
    game = row.game
    if game is None or game.voided or game.status != "over":
        return ""
    with timezone.override("UTC"):
        record = record_of(game)
    return str(record) if record.steps else ""


def read(text: str, *, backup: bool = False) -> Plain:
    """Read a file of any version, and return its rows in the form of this version. Save nothing."""
    plain = parse_json(text)
    if isinstance(plain, dict) and plain.get("fiveline") == 1:
        plain = _convert_old_backup(plain)
    if not isinstance(plain, dict) or plain.get("kind") != KIND:
        raise BadFile("wrong-file")
    if plain.get("version") not in (1, VERSION):
        raise BadFile("version", version=str(plain.get("version"))[:10])
    if not isinstance(plain.get("tournament"), dict):
        raise wrong("tournament", "missing")
    for name in TABLES:
        rows = plain.setdefault(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise wrong(name, "no-rows")
        if backup and not all(type(row.get("id")) is int for row in (plain["tournament"], *rows)):
            raise wrong(name, "missing")
    if not backup and sum(len(plain[name]) for name in TABLES) > MOST_ROWS:
        raise wrong("rows", "too-many", most=MOST_ROWS)
    if plain["version"] == 1:
        _list_clubs(plain)
    return plain


def _list_clubs(plain: Plain) -> None:
    """Make rows of clubs. In version 1 each player and team had the name of its club."""
    numbers: dict[str, int] = {}
    for row in (*plain["players"], *plain["teams"]):
        name = row.get("club", "")
        if not isinstance(name, str):
            raise wrong("club", "text")
        row["club"] = numbers.setdefault(name, len(numbers) + 1) if name else None
    plain["clubs"] = [{"name": name} for name in numbers]


def _convert_old_backup(old: Plain) -> Plain:
    """Read a backup of version 0.1: tables by the name of the model, columns of the database, ids."""
    try:
        return _number_rows({model: old["tables"][model._meta.model_name] for model in _MODELS}, backup=True)
    except (KeyError, TypeError, ValueError):
        raise BadFile("wrong-file") from None


def save_rows(
    plain: Plain, tournament: Tournament, find: FindRow, *, backup: bool = False, keep_ids: bool = False
) -> Rows:
    """Save the rows of all tables, except those for which `find` returns an existing row.

    Call it in a transaction: a fault in any row refuses the whole file.
    """
    saved: Rows = {}
    for table, model in TABLES.items():
        known = saved.setdefault(model, {})
        for number, row in enumerate(plain[table], 1):
            place = f"{table} {number}"
            made: Any = model()
            if backup or model is not Player or not row.get("removed"):
                fill(made, row, saved, place, backup=backup)
            if keep_ids and table in OWN:
                made.pk = row["id"]
            known[number] = find(made, row) or _save(made, row, saved, tournament, place)
    return saved


def _save(made: Any, row: Plain, saved: Rows, tournament: Tournament, place: str) -> Any:
    if hasattr(made, "tournament_id"):
        made.tournament = tournament
    if isinstance(made, Lineup):
        made.players = [
            None if each is None else _find_row(saved, Player, each, place).pk
            for each in _read_list(row, "players", place)
        ]
    try:
        made.save(force_insert=True)
    except (IntegrityError, DataError):
        raise BadFile("contradiction", reason=BadRow("twice")) from None
    if isinstance(made, Entrant):
        made.categories.set(
            _find_row(saved, Category, each, place) for each in _read_list(row, "categories", place)
        )
    return made


def fill(made: models.Model, row: Plain, saved: Rows, place: str, *, backup: bool = False) -> None:
    """Set the values of the file, each checked by its field.

    Values of a backup were in this database: no check that became stricter since may refuse them.
    """
    model = type(made)
    fields = _fields_of(model)
    unused = () if backup else _PRIVATE.get(model, ())
    for name, value in row.items():
        field = fields.get(name)
        if field is None and name not in _EXTRA and not backup:
            raise wrong(f"{place}, {name[:40]}", "unknown-field")
        if field is None or name in unused:
            continue
        at = f"{place}, {name}"
        if related := field.related_model:
            setattr(made, name, None if value is None else _find_row(saved, related, value, at))
        else:
            setattr(made, name, read_value(field, value, at))
    if not backup:
        check_row(made, place)


def _read_list(row: Plain, name: str, place: str) -> list[Any]:
    found = row.get(name, [])
    if not isinstance(found, list):
        raise wrong(f"{place}, {name}", "no-list")
    return found


def _find_row(saved: Rows, model: Any, number: Any, place: str) -> Any:
    found = saved.get(model, {}).get(number) if type(number) is int else None
    if found is None:
        raise wrong(place, "no-number", number=str(number)[:20])
    return found
