"""The views of the interface: tournaments, entrants, rounds, standings, games, players, ratings.

They show only public data. Every answer has an ETag of its content, counts for the rate limit, reports
errors as JSON, and may be read by pages of other hosts.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from games.access.permissions import PageRequest, address_of, public
from games.access.rate_limit import ADDRESS, COSTS, rate_limit
from games.access.seeing import STRANGER, may_see, visible_game
from games.numbers import whole_number
from games.replays import record_of
from games.snapshot import read_only_page, snapshot
from tournament.api import plain, schema
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
from tournament.services.club.played_games import known_to_public
from tournament.services.stages import brackets, stage_record

PER_PAGE = 100
MOST = 99_999  # pages, rounds
FRESH_S = 10  # boards change by the second; a program that needs that uses the socket

REQUESTS_AT_ONCE = ADDRESS.most // COSTS["api"]
REQUESTS_PER_MINUTE = 60 * ADDRESS.per_second // COSTS["api"]


def endpoint(read: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Make a read-only view from a function that returns plain values."""

    @public
    @csrf_exempt
    @wraps(read)
    def view(request: PageRequest, /, **captured: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return _open_to_all(HttpResponse(status=204, headers={"Allow": "GET, HEAD, OPTIONS"}))
        if request.method not in ("GET", "HEAD"):
            return problem(405, "method", "This interface only reads: use GET.", Allow="GET, HEAD, OPTIONS")
        wait_ms = rate_limit.wait_ms(COSTS["api"], address=address_of(request))
        if wait_ms:
            after = {"Retry-After": str(-(-wait_ms // 1_000))}
            return problem(429, "too-many", "Too many requests. Wait a little.", **after)
        try:
            with snapshot():
                found = read(request, **captured)
        except Http404:
            return problem(404, "not-found", "There is nothing here that everybody may see.")
        except BadQuery as bad:
            return problem(400, "bad-query", str(bad))
        return _answer(request, found)

    return view


class BadQuery(ValueError):
    """A parameter with an invalid value."""


def number_in(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    if text is None:
        return None
    number = whole_number(text, most=MOST)
    if not number:
        raise BadQuery(f"{name} is a whole number from 1.")
    return number


def problem(status: int, code: str, sentence: str, **headers: str) -> HttpResponse:
    body = json.dumps({"error": code, "message": sentence})
    return _open_to_all(HttpResponse(body, status=status, content_type="application/json", headers=headers))


def _answer(request: HttpRequest, found: Any) -> HttpResponse:
    body = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type="application/json", headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=FRESH_S)
    return _open_to_all(get_conditional_response(request, etag=etag, response=response) or response)


def _open_to_all(response: HttpResponse) -> HttpResponse:
    """Let pages of any host read the answer, without the reader's cookies."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return response


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


def _tournament(code: str) -> Tournament:
    return get_object_or_404(Tournament.objects.public(), code=code)


def _page(request: HttpRequest, rows: Any, write: Callable[[Any], plain.Plain]) -> plain.Plain:
    """Return one page of a hundred rows (`?page=2`), each converted by `write`."""
    number = number_in(request, "page") or 1
    start = (number - 1) * PER_PAGE
    found = list(rows[start : start + PER_PAGE + 1])
    return {
        "page": number,
        "more": len(found) > PER_PAGE,
        "items": [write(each) for each in found[:PER_PAGE]],
    }


@endpoint
def tournaments(request: HttpRequest) -> Any:
    found = Tournament.objects.public().order_by("-starts_on", "-pk")
    asked = request.GET.get("status")
    if asked is not None:
        if asked not in TournamentStatus.values:
            raise BadQuery("status is setup, running or finished.")
        found = found.filter(status=asked)
    return _page(request, found, plain.tournament)


@endpoint
def tournament(request: HttpRequest, code: str) -> Any:
    found = _tournament(code)
    stages = list(found.stages.order_by("number"))
    drawn = [
        plain.round_(each)
        for stage in stages
        for each in stage.rounds.exclude(status=RoundStatus.DRAFT).select_related("stage").order_by("number")
    ]
    return plain.tournament(found) | {"stages": [plain.stage(each) for each in stages], "rounds": drawn}


@endpoint
def entrants(request: HttpRequest, code: str) -> Any:
    rows = _tournament(code).entrants.listed().with_names().filter(house=False).order_by("number")
    return _page(request, rows.prefetch_related("team__members__player"), plain.entrant)


@endpoint
def round_(request: HttpRequest, code: str, stage: int, number: int) -> Any:
    found = _stage(_tournament(code), stage)
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
    found = _stage(_tournament(code), stage)
    after = number_in(request, "round")
    record = stage_record.read(found)
    if not record.drawn:
        return {"groups": []}
    tables = standings.by_group(record, after_round=after)
    return {"groups": [{"group": letter, **plain.standings(table)} for letter, table in tables.items()]}


@endpoint
def game(request: HttpRequest, code: str) -> Any:
    found = visible_game(STRANGER, code)
    return plain.game(found, str(record_of(found)))


@endpoint
def players(request: HttpRequest) -> Any:
    """List the players who are in the public rating lists."""
    rated = Player.objects.listed().filter(rating_changes__isnull=False).distinct()
    rows = known_to_public(rated).select_related("club").order_by("pk")
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
        kind.value: ratings.shown_rating(kind, *standing[found.pk]).value
        for kind, standing in known.items()
        if found.pk in standing
    }
