"""A whole event as JSON rows and back: the logical backup. Loading makes a copy with ids of its own.

Players, clubs and teams are the club's, not the event's: found by their id, and added only if missing.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, models, transaction

from tournament.models import (
    Club,
    Entrant,
    Lineup,
    MatchGame,
    Player,
    Team,
    TeamMember,
    Tournament,
    TournamentStatus,
)
from tournament.services.backup.event_rows import OWN

FORMAT = 1

# Each comes after those it refers to; how each finds its tournament.
_SHARED: tuple[type[models.Model], ...] = (Club, Player, Team, TeamMember)
Rows = dict[type[models.Model], list[Any]]
Ids = dict[type[models.Model], dict[int, int]]
_OWN: dict[type[models.Model], str] = {Tournament: "pk", **dict(OWN.values())}


def dump(tournament: Tournament, *, using: str = DEFAULT_DB_ALIAS) -> str:
    own: Rows = {
        model: list(model._base_manager.using(using).filter(**{path: tournament.pk}))
        for model, path in _OWN.items()
    }
    shared = _shared_rows(own[Entrant], own[MatchGame], using)
    tables = {
        model._meta.model_name: [_plain(row) for row in rows] for model, rows in {**shared, **own}.items()
    }
    return json.dumps({"fiveline": FORMAT, "tables": tables}, cls=DjangoJSONEncoder)


def load(text: str) -> Tournament:
    """A new tournament from a dump. Live games are not opened again: their results are in the matches."""
    tables = json.loads(text)["tables"]
    ids: Ids = {}
    with transaction.atomic():
        for model in _SHARED:
            ids[model] = _load_shared(model, tables[model._meta.model_name], ids)
        for model in _OWN:
            ids[model] = _load_own(model, tables[model._meta.model_name], ids)
        return Tournament.objects.get(pk=next(iter(ids[Tournament].values())))


def put_back(text: str, tournament: Tournament) -> None:
    """The event itself as it was, under the ids it has: whatever names them goes on doing so."""
    tables = json.loads(text)["tables"]
    ids: Ids = {Tournament: {tournament.pk: tournament.pk}}
    with transaction.atomic():
        for model in _SHARED:
            ids[model] = _load_shared(model, tables[model._meta.model_name], ids)
        for model, path in reversed(OWN.values()):
            model._base_manager.filter(**{path: tournament.pk}).delete()
        (row,) = tables["tournament"]
        # The version only ever counts up: pages compare it with what they saw.
        values = _values(Tournament, row, ids) | {"version": tournament.version + 1}
        Tournament.objects.filter(pk=tournament.pk).update(**values)
        for model, _path in OWN.values():
            rows = tables[model._meta.model_name]
            ids[model] = {row["id"]: _insert(model, row, ids, pk=row["id"]) for row in rows}


def ids_in(text: str, model: type[models.Model]) -> set[int]:
    return {row["id"] for row in json.loads(text)["tables"][model._meta.model_name]}


def archive_original(text: str, copy: Tournament) -> None:
    """The event that a copy replaces goes out of sight, if it is one of this installation."""
    (original,) = json.loads(text)["tables"]["tournament"]
    known = Tournament.objects.filter(pk=original["id"], code=original["code"]).exclude(pk=copy.pk)
    # The same games are not rated twice.
    known.update(status=TournamentStatus.ARCHIVED, public=False, rated=False)


def _shared_rows(entrants: Iterable[Entrant], games: Iterable[MatchGame], using: str) -> Rows:
    teams = list(Team.objects.using(using).filter(entries__in=[each.pk for each in entrants]))
    members = list(TeamMember.objects.using(using).filter(team__in=[each.pk for each in teams]))
    wanted = {each.player_id for each in entrants} | {each.player_id for each in members}
    wanted |= {pk for each in games for pk in (each.starter_player_id, each.second_player_id)}
    players = list(Player.objects.using(using).filter(pk__in=[pk for pk in wanted if pk]))
    club_ids = {each.club_id for each in players} | {each.club_id for each in teams}
    clubs = list(Club.objects.using(using).filter(pk__in=[pk for pk in club_ids if pk]))
    return {Club: clubs, Player: players, Team: teams, TeamMember: members}


def _plain(row: models.Model) -> dict[str, Any]:
    plain = {field.attname: field.value_from_object(row) for field in _fields(type(row))}
    for many in type(row)._meta.local_many_to_many:
        through = many.remote_field.through
        if through is not None and through._meta.auto_created:
            plain[many.name] = sorted(each.pk for each in many.value_from_object(row))
    return plain


def _fields(model: type[models.Model]) -> Iterator["models.Field[Any, Any]"]:
    # A live game belongs to the installation it was played in, a picture to the one it was sent to.
    return (field for field in model._meta.concrete_fields if field.name not in ("game", "picture"))


def _load_shared(model: type[models.Model], rows: list[dict[str, Any]], ids: Ids) -> dict[int, int]:
    known = set(model._base_manager.filter(pk__in=[row["id"] for row in rows]).values_list("pk", flat=True))
    return {row["id"]: row["id"] if row["id"] in known else _insert(model, row, ids) for row in rows}


def _load_own(model: type[models.Model], rows: list[dict[str, Any]], ids: Ids) -> dict[int, int]:
    return {row["id"]: _insert(model, row, ids) for row in rows}


def _insert(model: type[models.Model], plain: dict[str, Any], ids: Ids, pk: int | None = None) -> int:
    """A row with a number of its own, or with the `pk` it had."""
    own = {} if pk is None else {"pk": pk}
    row: Any = model._base_manager.create(**own, **_values(model, plain, ids))
    for many in model._meta.local_many_to_many:
        if many.name in plain:
            getattr(row, many.name).set(ids[many.related_model][pk] for pk in plain[many.name])
    made: int = row.pk
    return made


def _values(model: type[models.Model], plain: dict[str, Any], ids: Ids) -> dict[str, Any]:
    values = {}
    for field in _fields(model):
        if field.primary_key or field.name == "code" or field.attname not in plain:
            continue  # given anew, or unknown when the copy was made
        value = plain[field.attname]
        if field.is_relation and field.related_model is model:
            value = None
        elif field.is_relation and value is not None and field.related_model in ids:
            value = ids[field.related_model].get(value)
        elif model is Lineup and field.name == "players":
            value = [ids[Player].get(pk) for pk in value]
        values[field.attname] = value if field.is_relation else field.to_python(value)
    return values
