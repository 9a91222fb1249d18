"""What can be asked: events, entrants, rounds, standings, games, players, ratings; nothing hidden.

Beside them the page that shows how to ask, and the description for programs.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games.access.permissions import PageRequest, public
from games.access.seeing import STRANGER, may_see, seen_game
from games.records_export import record_of
from games.snapshot import read_only_page
from tournament.api import plain, schema
from tournament.api.answering import (
    FRESH_S,
    REQUESTS_AT_ONCE,
    REQUESTS_PER_MINUTE,
    BadQuery,
    endpoint,
    number_in,
)
from tournament.models import (
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
from tournament.services.stages import brackets, stage_record

PER_PAGE = 100


@public
@read_only_page
def instructions(request: PageRequest) -> HttpResponse:
    """Show how to use the interface."""
    example = Tournament.objects.public().order_by("-pk").first()
    addresses = [
        (f"/api/v1{address}", summary, asked) for address, (_, summary, asked, _) in schema.PATHS.items()
    ]
    shown = {
        "addresses": addresses,
        "example": example,
        "host": request.build_absolute_uri("/").rstrip("/"),
        "burst": REQUESTS_AT_ONCE,
        "per_minute": REQUESTS_PER_MINUTE,
        "fresh": FRESH_S,
    }
    return render(request, "api/page.html", shown)


@endpoint
def openapi(request: HttpRequest) -> Any:
    return schema.document()


def _event(code: str) -> Tournament:
    return get_object_or_404(Tournament.objects.public(), code=code)


def _page(request: HttpRequest, rows: Any, write: Callable[[Any], plain.Plain]) -> plain.Plain:
    """Write a hundred rows at a time: `?page=2`."""
    number = number_in(request, "page") or 1
    start = (number - 1) * PER_PAGE
    found = list(rows[start : start + PER_PAGE + 1])
    return {
        "page": number,
        "more": len(found) > PER_PAGE,
        "items": [write(each) for each in found[:PER_PAGE]],
    }


@endpoint
def events(request: HttpRequest) -> Any:
    found = Tournament.objects.public().order_by("-starts_on", "-pk")
    asked = request.GET.get("status")
    if asked is not None:
        if asked not in TournamentStatus.values:
            raise BadQuery("status is setup, running or finished.")
        found = found.filter(status=asked)
    return _page(request, found, plain.event)


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
    rows = _event(code).entrants.listed().with_names().filter(house=False).order_by("number")
    return _page(request, rows.prefetch_related("team__members__player"), plain.entrant)


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
    titles = {place: str(title) for place, title in brackets.titles_of(record).items()}
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
    rows = in_public(rated).select_related("club").order_by("pk")
    known = {kind: rating_periods.standing_of(kind) for kind in RatingKind}
    return _page(request, rows, lambda each: plain.player(each, _ratings(each, known)))


@endpoint
def player(request: HttpRequest, pk: int) -> Any:
    found = get_object_or_404(Player.objects.listed().select_related("club"), pk=pk)
    if not found.rating_changes.exists() or not may_see(STRANGER, found):
        raise Http404
    steps = {kind.value: ratings.history_of(found, kind) for kind in RatingKind}
    known = {kind: rating_periods.standing_of(kind) for kind in RatingKind}
    return plain.player(found, _ratings(found, known)) | {
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
    return _page(request, ratings.table(kind), plain.rating)


def _stage(tournament: Tournament, number: int) -> Stage:
    found = get_object_or_404(Stage, tournament=tournament, number=number)
    found.tournament = tournament
    return found


def _ratings(found: Player, known: dict[RatingKind, Any]) -> dict[str, int]:
    return {
        kind.value: ratings.shown(kind, *standing[found.pk]).value
        for kind, standing in known.items()
        if found.pk in standing
    }
