"""Import a tournament from its JSON: match its people with the club's, replay its games, compute standings.

A fault at any point saves nothing.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db import models, transaction

from games.access.permissions import Actor
from tournament.files import tournament_json
from tournament.files.json_checks import BadRow, wrong
from tournament.files.reading import BadFile
from tournament.files.tournament_json import Plain
from tournament.import_export import records
from tournament.models import Club, MatchGame, Player, Tournament
from tournament.people_lists.names import PersonName
from tournament.people_lists.people_matching import ListedPlayers
from tournament.services import locking, standings
from tournament.services.stages import stage_record
from tournament.services.tables import seating

# There may be many tournaments without a first day; a copy is looked for among the latest.
MOST_COMPARED = 100


def enter(plain: Plain, *, actor: Actor, now_ms: int, name: str = "", **instead: bool) -> Tournament:
    """Save the tournament, with `instead` overriding the rated and public flags of the file."""
    given = plain["tournament"] | instead | ({"name": name} if name else {})
    tournament = Tournament(created_ms=now_ms)
    with transaction.atomic():
        tournament_json.fill(tournament, given, {}, "tournament")
        tournament.save()
        people = _People(plain, now_ms)
        saved = tournament_json.save_rows(plain, tournament, people.find)
        # Remove clubs of the file whose people are all listed here already.
        new_clubs = {club.pk for club in saved[Club].values()} - people.clubs
        Club.objects.filter(pk__in=new_clubs, players=None, teams=None).delete()
        replay_games(plain["games"], saved[MatchGame], tournament, actor=actor, now_ms=now_ms)
        _check_standings(tournament)
        locking.note(actor, "import_event", tournament, after={"entrants": len(plain["entrants"])})
    return tournament


class _People:
    """Find the club's players where there is no doubt, and clubs by their name."""

    def __init__(self, plain: Plain, now_ms: int) -> None:
        self.listed = ListedPlayers.read(people_of(plain))
        self.taken: set[Player] = set()
        self.clubs: set[int] = set()
        self.now_ms = now_ms

    def find(self, made: Any, row: Plain) -> models.Model | None:
        if isinstance(made, Club):
            club = Club.objects.filter(name__iexact=made.name).first()
            self.clubs |= {club.pk} if club else set()
            return club
        if not isinstance(made, Player):
            return None
        if row.get("removed"):
            return Player.objects.create(first_name="", erased_ms=self.now_ms)
        known = self.listed.find_one(_person(row), made.birth_year)
        if known is None or known in self.taken:
            return None
        self.taken.add(known)
        return known


def replay_games(
    rows: list[Plain], games: dict[int, MatchGame], tournament: Tournament, *, actor: Actor, now_ms: int
) -> None:
    """Make finished games of the rows that have a record."""
    recorded = {games[number].pk: row["record"] for number, row in enumerate(rows, 1) if row.get("record")}
    for match_game in seating.with_relatives(MatchGame.objects.filter(pk__in=recorded)).order_by("pk"):
        text = recorded[match_game.pk]
        if not isinstance(text, str):
            raise wrong("games, record", "text")
        judged = records.judge_records(text)
        if len(judged) != 1:
            raise wrong("games, record", "one-game")
        if judged[0].fault is not None:
            raise BadFile("shape", place="games, record", reason=judged[0].fault)
        sheet, round_ = judged[0].sheet, match_game.match.round
        with transaction.atomic():
            game = records.replay_record(
                sheet,
                judged[0].verdict,
                actor=actor,
                # A record without a date began with its round.
                now_ms=now_ms if "Date" in sheet.tags else round_.starts_ms or now_ms,
                players=seating.players_at(match_game),
                topic=tournament.scope,
            )
            MatchGame.objects.filter(pk=match_game.pk).update(game=game)


def _check_standings(tournament: Tournament) -> None:
    """Refuse a tournament whose standings cannot be computed."""
    try:
        for stage in tournament.stages.all():
            record = stage_record.read(stage)
            if record.entries:
                standings.by_group(record)
    except Exception as broken:
        raise BadFile("contradiction", reason=BadRow("no-standings")) from broken


def people_of(plain: Plain) -> list[PersonName]:
    return [_person(row) for row in plain["players"]]


def _person(row: Plain) -> PersonName:
    first, family = (row.get(name) for name in ("first_name", "family_name"))
    return PersonName(first if isinstance(first, str) else "", family if isinstance(family, str) else "")


def day_of(plain: Plain) -> date | None:
    """Return the first day, if the file has one that can be read."""
    try:
        return date.fromisoformat(plain["tournament"].get("starts_on"))
    except (TypeError, ValueError):
        return None


def find_same(name: str, day: date | None, people: Iterable[PersonName]) -> Tournament | None:
    """Find a tournament of the same first day with the same people, or of the same name with some of them.

    Games of a tournament that is imported twice would count twice.
    """
    named = {person.key for person in people}
    for each in Tournament.objects.filter(starts_on=day).order_by("-pk")[:MOST_COMPARED]:
        single = Player.objects.filter(entries__tournament=each)
        in_teams = Player.objects.filter(memberships__team__entries__tournament=each)
        here = {player.full_name.casefold() for player in (*single, *in_teams)}
        if named == here and named:
            return each
        same_name = each.name.casefold() == name.strip().casefold()
        if same_name and (named & here or not named or not here):
            return each
    return None
