"""Queries and time of the desk, the standings and the bracket at 16, 64 and 256 entrants after 9 rounds."""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases
from django.urls import reverse

from tests.tournament.organisers import club_organiser
from tournament.formats.registry import get_format
from tournament.models import (
    Club,
    ClubSettings,
    Entrant,
    Match,
    MatchGame,
    Player,
    Round,
    Stage,
    StageEntry,
    Tournament,
)
from tournament.services.stages import brackets, stage_record, stages

SIZES = (16, 64, 256)
ROUNDS = 9
RUNS = 5
MOST_GROWTH = 5.0  # from 64 to 256: four times the field, and a little


def run(say: Callable[[str], None]) -> None:
    """Open each page as an organiser; compare the queries and the time of the three sizes."""
    settings.ALLOWED_HOSTS = ["*"]
    with _own_database():
        ClubSettings.objects.create(
            club=Club.objects.create(name="Bench"), language="en", time_zone="UTC", set_up_ms=1
        )
        client = Client()
        client.force_login(club_organiser("bench"))
        swiss = {size: _swiss(size) for size in SIZES}
        knockout = {size: _knockout(size) for size in SIZES}
        pages = {
            "desk": {
                size: reverse("desk-tournament", args=[tournament.pk]) for size, tournament in swiss.items()
            },
            "standings": {
                size: reverse("tournament-standings", args=[each.code]) for size, each in swiss.items()
            },
            "bracket": {
                size: reverse("tournament-bracket", args=[each.code]) for size, each in knockout.items()
            },
        }
        for name, addresses in pages.items():
            say(_told(name, _measure(client, addresses)))


def _told(name: str, measured: dict[int, tuple[int, float]]) -> str:
    figures = ", ".join(
        f"{size} entrants {queries} queries {taken:.0f} ms" for size, (queries, taken) in measured.items()
    )
    constant = len({queries for queries, _taken in measured.values()}) == 1
    growth = measured[256][1] / measured[64][1]
    verdict = "queries constant" if constant else "QUERIES GROW"
    limit = "within" if growth <= MOST_GROWTH else "ABOVE"
    return f"{name}: {figures}; {verdict}, t(256)/t(64) = {growth:.1f} ({limit} {MOST_GROWTH:.0f})"


def _measure(client: Client, addresses: dict[int, str]) -> dict[int, tuple[int, float]]:
    """Count the queries, and measure the median of a few runs in milliseconds.

    Sizes take turns, so that a busy moment of the machine affects all of them.
    """
    counts = {size: _queries(client, address) for size, address in addresses.items()}
    taken: dict[int, list[float]] = {size: [] for size in addresses}
    for _ in range(RUNS):
        for size, address in addresses.items():
            began = time.perf_counter()
            client.get(address)
            taken[size].append(1000 * (time.perf_counter() - began))
    return {size: (counts[size], statistics.median(taken[size])) for size in addresses}


def _queries(client: Client, address: str) -> int:
    """Count the queries of the second request; the first one fills caches."""
    assert client.get(address).status_code == 200, address
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
        return len(queries)


@contextmanager
def _own_database() -> Iterator[None]:
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(made, verbosity=0)


def _make_stage(size: int, format: str) -> Stage:
    tournament = Tournament.objects.create(name=f"{format} {size}", status="running", live=False)
    format_rules = get_format(format)
    given = stages.defaults(format_rules, tournament) | {"options": format_rules.whole_options({})}
    stage = Stage.objects.create(tournament=tournament, number=1, format=format, status="running", **given)
    players = Player.objects.bulk_create(
        Player(first_name="Player", family_name=f"{format}-{number}", rating=2400 - number)
        for number in range(1, size + 1)
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, player=player, rating=player.rating)
        for number, player in enumerate(players, 1)
    )
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entrant=entrant, seed=number) for number, entrant in enumerate(entrants, 1)
    )
    return stage


def _swiss(size: int) -> Tournament:
    """Make nine closed rounds with pairings in a circle, so that no pair meets twice."""
    stage = _make_stage(size, "swiss")
    Stage.objects.filter(pk=stage.pk).update(planned_rounds=ROUNDS)
    circle = list(stage.entries.order_by("seed").values_list("entrant_id", flat=True))
    for number in range(1, ROUNDS + 1):
        half = size // 2
        _round(
            stage,
            number,
            [(one, other, "") for one, other in zip(circle[:half], circle[: half - 1 : -1], strict=True)],
        )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return stage.tournament


def _knockout(size: int) -> Tournament:
    """Make all rounds but the last, at most nine."""
    stage = _make_stage(size, "knockout")
    for number in range(1, min(ROUNDS, size.bit_length() - 1)):
        bracket = brackets.bracket_of(stage_record.read(stage))
        ready = [match for match in bracket.matches if match.round == number]
        _round(stage, number, [(*match.entrants, match.place) for match in ready])
    return stage.tournament


def _round(stage: Stage, number: int, pairs: list[tuple[int, int, str]]) -> None:
    """Let the better seed win, except at every fifth board."""
    round_ = Round.objects.create(stage=stage, number=number, status="closed", published_ms=1, closed_ms=2)
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            board=board,
            place=place,
            first_id=min(one, other),
            second_id=max(one, other),
            outcome="second-wins" if (board + number) % 5 == 0 else "first-wins",
            source="typed",
        )
        for board, (one, other, place) in enumerate(pairs, 1)
    )
    MatchGame.objects.bulk_create(
        MatchGame(match=match, number=1, starter_id=match.first_id, outcome=match.outcome, source="typed")
        for match in matches
    )
