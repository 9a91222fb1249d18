"""A whole event brought in from JSON: checked row by row, written all or nothing, and computed once to see
that it makes sense.
"""

from datetime import date
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from games.access.permissions import Actor
from games.rules.sheets import read_sheets
from tournament.exchange import records
from tournament.exchange.event_checks import BadRow, check_kind, check_words, first_of, wrong
from tournament.exchange.events import KIND, TABLES, VERSION, Plain, fields_of
from tournament.exchange.reading import BadFile, parse_json
from tournament.models import (
    Category,
    Entrant,
    Lineup,
    MatchGame,
    Player,
    Team,
    Tournament,
)
from tournament.people_lists.names import PersonName
from tournament.people_lists.people_matching import ListedPlayers, find_or_make_club
from tournament.services import locking, standings
from tournament.services.stages import stage_record
from tournament.services.tables import seating

MOST_ROWS = 50_000
_BEYOND: dict[type[models.Model], set[str]] = {
    Player: {"club", "removed"},
    Team: {"club"},
    Entrant: {"categories"},
    Lineup: {"players"},
    MatchGame: {"record"},
}

ModelT = TypeVar("ModelT", bound=models.Model)
Numbers = dict[type[models.Model], dict[int, Any]]


def read(text: str) -> Plain:
    """The file as plain rows, if it is one of ours that this version understands. Writes nothing."""
    plain = parse_json(text)
    if not isinstance(plain, dict) or plain.get("kind") != KIND:
        raise BadFile("wrong-file")
    if plain.get("version") != VERSION:
        raise BadFile("version", version=str(plain.get("version"))[:10])
    if not isinstance(plain.get("tournament"), dict):
        raise wrong("tournament", "missing")
    for name in TABLES:
        rows = plain.setdefault(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise wrong(name, "no-rows")
    if sum(len(plain[name]) for name in TABLES) > MOST_ROWS:
        raise wrong("rows", "too-many", most=MOST_ROWS)
    return plain


def people_of(plain: Plain) -> list[PersonName]:
    return [_person(row) for row in plain["players"]]


def day_of(plain: Plain) -> date | None:
    """The first day, where the file tells one that can be read."""
    try:
        return date.fromisoformat(plain["tournament"].get("starts_on"))
    except (TypeError, ValueError):
        return None


def enter(plain: Plain, *, actor: Actor, now_ms: int, name: str = "", **instead: bool) -> Tournament:
    """Write the event, `instead` of what the file says rated and public or not.

    Whatever is wrong with the file, nothing of it stays.
    """
    try:
        with transaction.atomic():
            tournament = _enter(plain, actor, now_ms, instead | ({"name": name} if name else {}))
            _check_it_computes(tournament)
            locking.note(actor, "import_event", tournament, after={"entrants": len(plain["entrants"])})
    except IntegrityError:
        raise BadFile("contradiction", reason=BadRow("twice")) from None
    return tournament


def _enter(plain: Plain, actor: Actor, now_ms: int, instead: Plain) -> Tournament:
    tournament = _filled(Tournament, plain["tournament"] | instead, {}, "tournament")
    tournament.created_ms = now_ms
    tournament.save()
    numbers: Numbers = {}
    for table, model in TABLES.items():
        rows = plain[table]
        listed = ListedPlayers.read(map(_person, rows)) if model is Player else None
        known = numbers.setdefault(model, {})
        for number, row in enumerate(rows, 1):
            place = f"{table} {number}"
            known[number] = (
                _player(row, listed, set(known.values()), place, now_ms)
                if listed is not None
                else _saved(model, row, numbers, tournament, place)
            )
    _replay(plain["games"], numbers[MatchGame], tournament, actor, now_ms)
    return tournament


def _saved(
    model: type[models.Model], row: Plain, numbers: Numbers, tournament: Tournament, place: str
) -> Any:
    made: Any = _filled(model, row, numbers, place)
    if any(field.name == "tournament" for field in model._meta.concrete_fields):
        made.tournament = tournament
    if isinstance(made, Team):
        made.club = find_or_make_club(_text(row.get("club", ""), f"{place}, club"))
    if isinstance(made, Lineup):
        named = row.get("players", [])
        if not isinstance(named, list):
            raise wrong(f"{place}, players", "no-list")
        made.players = [None if each is None else _one(numbers, Player, each, place).pk for each in named]
    made.save()
    if isinstance(made, Entrant):
        chosen = row.get("categories", [])
        if not isinstance(chosen, list):
            raise wrong(f"{place}, categories", "no-list")
        made.categories.set(_one(numbers, Category, each, place) for each in chosen)
    return made


def _filled(model: type[ModelT], row: Plain, numbers: Numbers, place: str) -> ModelT:
    """A row of ours with the values of the file, each checked by its field."""
    fields = {field.name: field for field in fields_of(model)}
    for name in row.keys() - fields.keys() - _BEYOND.get(model, set()):
        raise wrong(f"{place}, {name[:40]}", "unknown-field")
    made = model()
    for name, value in row.items():
        field = fields.get(name)
        if field is None:
            continue
        if related := field.related_model:
            setattr(made, name, None if value is None else _one(numbers, related, value, f"{place}, {name}"))
            continue
        check_kind(field, value, f"{place}, {name}")
        try:
            setattr(made, name, field.to_python(value))
        except ValidationError as refused:
            raise wrong(f"{place}, {name}", "value", said=first_of(refused)) from None
    relations = [field.name for field in model._meta.concrete_fields if field.is_relation]
    try:
        made.full_clean(exclude=[*relations, "code"], validate_unique=False, validate_constraints=False)
    except ValidationError as refused:
        raise wrong(place, "value", said=first_of(refused)) from None
    check_words(made, place)
    return made


def _one(numbers: Numbers, model: type[models.Model], number: Any, place: str) -> Any:
    found = numbers.get(model, {}).get(number) if type(number) is int else None
    if found is None:
        raise wrong(place, "no-number", number=str(number)[:20])
    return found


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str) or len(value) > 80:
        raise wrong(place, "no-short-text")
    return value


def _person(row: Plain) -> PersonName:
    first, family = (row.get(name) for name in ("first_name", "family_name"))
    return PersonName(first if isinstance(first, str) else "", family if isinstance(family, str) else "")


def _player(row: Plain, listed: ListedPlayers, taken: set[Player], place: str, now_ms: int) -> Player:
    """The club's own player where there is no doubt, else a new one."""
    if row.get("removed") is True:
        return Player.objects.create(first_name="", erased_ms=now_ms)
    made = _filled(Player, row, {}, place)
    club = _text(row.get("club", ""), f"{place}, club")
    known = listed.find_one(_person(row), made.birth_year)
    if known is not None and known not in taken:
        return known
    made.club = find_or_make_club(club)
    made.save()
    return made


def _replay(
    rows: list[Plain], games: dict[int, MatchGame], tournament: Tournament, actor: Actor, now_ms: int
) -> None:
    """Games with a record are finished games here too."""
    recorded = {games[number].pk: row["record"] for number, row in enumerate(rows, 1) if row.get("record")}
    for match_game in seating.with_relatives(MatchGame.objects.filter(pk__in=recorded)).order_by("pk"):
        text = recorded[match_game.pk]
        if not isinstance(text, str):
            raise wrong("games, record", "text")
        sheets = list(read_sheets(text.split("\n")))
        if len(sheets) != 1:
            raise wrong("games, record", "one-game")
        (judged,) = records.plan(text)
        if judged.fault is not None:
            raise BadFile("shape", place="games, record", reason=judged.fault)
        players = seating.players_at(match_game)
        game = records.replay(
            judged.sheet, judged.verdict, actor=actor, now_ms=now_ms, players=players, topic=tournament.scope
        )
        MatchGame.objects.filter(pk=match_game.pk).update(game=game)


def _check_it_computes(tournament: Tournament) -> None:
    """Standings and brackets come out of it, or the file is not what it says."""
    try:
        for stage in tournament.stages.all():
            record = stage_record.read(stage)
            if record.entries:
                standings.by_group(record)
    except Exception as broken:
        raise BadFile("contradiction", reason=BadRow("no-standings")) from broken
