"""What can be asked: events, entrants, rounds, standings, games, players, ratings; nothing hidden."""

from collections import defaultdict
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.access.seeing import STRANGER, may_see, seen_game
from games.records_export import record_of
from tournament.api import plain
from tournament.api.answering import BadQuery, endpoint, number_in
from tournament.exchange import sheets
from tournament.models import (
    EntrantStatus,
    MatchGame,
    Player,
    RatingKind,
    RoundStatus,
    Stage,
    Step,
    Tournament,
    TournamentStatus,
)
from tournament.services import standings
from tournament.services.club import rating_periods, ratings
from tournament.services.club.played_games import in_public
from tournament.services.stages import stage_record

PER_PAGE = 100
_SHOWN = (EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED)


def _event(code: str) -> Tournament:
    return get_object_or_404(Tournament.objects.public(), code=code)


def _page(request: HttpRequest, rows: Any) -> dict[str, Any]:
    """A hundred at a time: `?page=2`."""
    number = number_in(request, "page") or 1
    start = (number - 1) * PER_PAGE
    found = list(rows[start : start + PER_PAGE + 1])
    return {"page": number, "more": len(found) > PER_PAGE, "items": found[:PER_PAGE]}


@endpoint
def events(request: HttpRequest) -> Any:
    found = Tournament.objects.public().order_by("-starts_on", "-pk")
    asked = request.GET.get("status")
    if asked is not None:
        if asked not in TournamentStatus.values:
            raise BadQuery("status is setup, running or finished.")
        found = found.filter(status=asked)
    page = _page(request, found)
    return page | {"items": [plain.event(each) for each in page["items"]]}


@endpoint
def event(request: HttpRequest, code: str) -> Any:
    found = _event(code)
    stages = list(found.stages.order_by("number"))
    drawn = [
        plain.round_(each)
        for stage in stages
        for each in stage.rounds.exclude(status=RoundStatus.DRAFT).select_related("stage").order_by("number")
    ]
    return plain.event(found) | {"stages": [plain.stage(each) for each in stages], "rounds": drawn}


@endpoint
def entrants(request: HttpRequest, code: str) -> Any:
    rows = _event(code).entrants.with_names().filter(status__in=_SHOWN, house=False).order_by("number")
    page = _page(request, rows.prefetch_related("team__members__player"))
    return page | {"items": [plain.entrant(each) for each in page["items"]]}


@endpoint
def round_(request: HttpRequest, code: str, stage: int, number: int) -> Any:
    found = _stage(_event(code), stage)
    record = stage_record.read(found)
    row = next((each for each in record.drawn if each.number == number), None)
    if row is None:
        raise Http404
    games: dict[int, list[MatchGame]] = defaultdict(list)
    of_round = MatchGame.objects.filter(match__round=row).exclude(step=Step.HOUSE)
    for game in of_round.select_related("game", "starter_player", "second_player").order_by("number"):
        games[game.match_id].append(game)
    titles = sheets.titles_of(record)
    matches = record.matches_by_round.get(number, ())
    return plain.round_(row) | {
        "matches": [plain.match(record, each, games[each.pk], titles) for each in matches]
    }


@endpoint
def standing(request: HttpRequest, code: str, stage: int) -> Any:
    found = _stage(_event(code), stage)
    after = number_in(request, "round")
    record = stage_record.read(found)
    if not record.drawn:
        return {"groups": []}
    tables = standings.by_group(record, after_round=after)
    return {"groups": [{"group": letter, **plain.standings(table)} for letter, table in tables.items()]}


@endpoint
def game(request: HttpRequest, code: str) -> Any:
    found = seen_game(STRANGER, code)
    return plain.game(found, str(record_of(found)))


@endpoint
def players(request: HttpRequest) -> Any:
    """Everybody whom the rating lists show."""
    rated = Player.objects.listed().filter(rating_changes__isnull=False).distinct()
    page = _page(request, in_public(rated).select_related("club").order_by("pk"))
    known = _standings()
    return page | {"items": [plain.player(each, _ratings(each, known)) for each in page["items"]]}


@endpoint
def player(request: HttpRequest, pk: int) -> Any:
    found = get_object_or_404(Player.objects.listed().select_related("club"), pk=pk)
    if not found.rating_changes.exists() or not may_see(STRANGER, found):
        raise Http404
    steps = {kind.value: ratings.history_of(found, kind) for kind in RatingKind}
    return plain.player(found, _ratings(found, _standings())) | {
        "history": {
            kind: [
                {"ended_ms": step.ended_ms, "rating": step.after.value, "games": step.games}
                for step in listed
            ]
            for kind, listed in steps.items()
        }
    }


@endpoint
def rating_list(request: HttpRequest, kind: str) -> Any:
    if kind not in RatingKind.values:
        raise Http404
    page = _page(request, ratings.table(kind))
    return page | {"items": [plain.rating(each) for each in page["items"]]}


def _stage(tournament: Tournament, number: int) -> Stage:
    found = get_object_or_404(Stage, tournament=tournament, number=number)
    found.tournament = tournament
    return found


def _standings() -> dict[RatingKind, Any]:
    return {kind: rating_periods.standing_of(kind) for kind in RatingKind}


def _ratings(found: Player, known: dict[RatingKind, Any]) -> dict[str, int]:
    return {
        kind.value: ratings.shown(kind, *standing[found.pk]).value
        for kind, standing in known.items()
        if found.pk in standing
    }
