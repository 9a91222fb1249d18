"""Fill in the demo club: evenings, a finished round robin, a Swiss in round 3 with live boards, a knockout
just drawn, pairs in fours, a season of Keizer. Everything goes through the services: it is what real play
would have left.
"""

from collections.abc import Callable, Sequence

from django.db import transaction

from games.access.permissions import SYSTEM
from games.faults import Fault
from games.models import Game
from games.timekeeping import MINUTE_MS
from tournament.demo import clearing, evenings, playing, season
from tournament.demo.cast import CLUBS, JUNIOR_SINCE, PAIRS, PEOPLE, SENIOR_UNTIL
from tournament.demo.making import enter, make_event, publish
from tournament.models import (
    Category,
    Club,
    DemoKind,
    DemoThing,
    Entrant,
    MatchGame,
    Player,
    Prize,
    Round,
    Tournament,
)
from tournament.services.backup import copies
from tournament.services.club import people, ratings
from tournament.services.entries import attendance, enrol, teams
from tournament.services.rounds import lifecycle

DAY_MS = 24 * 60 * MINUTE_MS
_DRAWN_AFTER = 14  # plies; some boards agree to a draw, as people do


MakeEvent = Callable[[list[Player], int], Tournament]


class DemoRefused(Fault):
    sentences = {
        "there": "The demo is here already. Remove it first if you want a fresh one.",
    }


def is_there() -> bool:
    return DemoThing.objects.filter(kind=DemoKind.TOURNAMENT).exists()


def fill(now_ms: int, events: Sequence[MakeEvent] | None = None) -> list[Tournament]:
    """Make the whole demo as of now (or some of its events); all of it or nothing."""
    if is_there():
        raise DemoRefused("there")
    with copies.switched_off():
        with transaction.atomic():
            players = _players()
        try:
            if events is None:
                evenings.hold(players, now_ms)
            made = [make(players, now_ms) for make in (EVENTS if events is None else events)]
            ratings.bring_up_to_date()
            return made
        except BaseException:
            clearing.clear()
            raise


def _players() -> list[Player]:
    clubs = []
    for name, city in CLUBS:
        club, made = Club.objects.get_or_create(name=name, defaults={"city": city})
        if made:
            clearing.mark(DemoKind.CLUB, club.pk)
        clubs.append(club)
    players = []
    for person in PEOPLE:
        given = person._asdict()
        given["club"] = None if person.club is None else clubs[person.club]
        player = people.add_player(actor=SYSTEM, **given)
        clearing.mark(DemoKind.PLAYER, player.pk)
        players.append(player)
    return players


def _games(round_: Round) -> list[Game]:
    games = MatchGame.objects.filter(match__round=round_, outcome="", game__isnull=False).select_related(
        "game"
    )
    return [each.game for each in games.order_by("match__board", "number") if each.game]


def _play(round_: Round, at_ms: int) -> int:
    """All boards of a round to their ends, and the round closed. When that was."""
    with transaction.atomic():
        ends = [
            playing.play_out(game, at_ms, draw_at=_DRAWN_AFTER if (index + round_.number) % 6 == 5 else None)
            for index, game in enumerate(_games(round_))
        ]
    closed_ms = max(ends) + MINUTE_MS
    lifecycle.close(actor=SYSTEM, round_=round_, now_ms=closed_ms)
    return closed_ms


def _play_now(round_: Round, started_ms: int, now_ms: int) -> None:
    """Boards as they stand now: started one after the other, some of them over already."""
    with transaction.atomic():
        for index, game in enumerate(_games(round_)):
            playing.play_out(game, started_ms + 7_000 * index, now_ms)


def round_robin(players: list[Player], now_ms: int) -> Tournament:
    at_ms = now_ms - 7 * DAY_MS
    stage = make_event(
        "demo-masters",
        "Lindenau Masters",
        at_ms,
        boards=4,
        stage={"format": "round-robin", "control": "10+5"},
    )
    enter(stage, players[:8], at_ms)
    for _number in range(7):
        at_ms = _play(publish(stage, at_ms), at_ms + MINUTE_MS) + 5 * MINUTE_MS
    _prizes(stage.tournament, ["Cup and a set of cubes", "A set of cubes", "A book of positions"])
    stage.tournament.refresh_from_db()
    return stage.tournament


def swiss(players: list[Player], now_ms: int) -> Tournament:
    at_ms = now_ms - 75 * MINUTE_MS
    stage = make_event(
        "demo-autumn",
        "Autumn Cup",
        at_ms,
        boards=12,
        stage={"format": "swiss", "control": "15+5", "planned_rounds": 5},
        registration_code="autumn",
    )
    entrants = enter(stage, players, at_ms)
    _categories(stage.tournament, entrants)
    _prizes(stage.tournament, ["Autumn Cup and 60 €", "40 €", "20 €"])
    at_ms = _play(publish(stage, at_ms), at_ms + MINUTE_MS) + 2 * MINUTE_MS
    attendance.request_half_bye(actor=SYSTEM, entrant=entrants[16], stage=stage, number=2)
    at_ms = _play(publish(stage, at_ms), at_ms + MINUTE_MS) + 2 * MINUTE_MS
    started_ms = now_ms - 2 * MINUTE_MS
    _play_now(publish(stage, started_ms - MINUTE_MS, started_ms), started_ms, now_ms)
    return stage.tournament


def knockout(players: list[Player], now_ms: int) -> Tournament:
    stage = make_event(
        "demo-cup",
        "Knockout Night",
        now_ms,
        boards=6,
        stage={"format": "knockout", "control": "7+3", "options": {"third_place": True}},
    )
    enter(stage, players[:14], now_ms)
    publish(stage, now_ms, now_ms + 25 * MINUTE_MS)
    return stage.tournament


def pairs(players: list[Player], now_ms: int) -> Tournament:
    at_ms = now_ms - 50 * MINUTE_MS
    stage = make_event(
        "demo-pairs",
        "Four at a Table",
        at_ms,
        boards=3,
        stage={"format": "round-robin", "control": "8+5"},
        seats=4,
        entry="pair",
    )
    for name, members in PAIRS:
        team = teams.make(actor=SYSTEM, name=name, players=[players[index] for index in members])
        clearing.mark(DemoKind.TEAM, team.pk)
        enrol.enter_team(actor=SYSTEM, tournament=stage.tournament, team=team, now_ms=at_ms)
    for _number in range(2):
        at_ms = _play(publish(stage, at_ms), at_ms + MINUTE_MS) + 2 * MINUTE_MS
    started_ms = now_ms - 90_000
    _play_now(publish(stage, started_ms), started_ms, now_ms)
    return stage.tournament


def _categories(event: Tournament, entrants: list[Entrant]) -> None:
    juniors = Category.objects.create(tournament=event, name="Juniors")
    seniors = Category.objects.create(tournament=event, name="Seniors")
    for entrant in entrants:
        born = entrant.as_player.birth_year
        if born and born >= JUNIOR_SINCE:
            entrant.categories.add(juniors)
        elif born and born <= SENIOR_UNTIL:
            entrant.categories.add(seniors)
    for category, title in ((juniors, "Best junior: a wooden set"), (seniors, "Best senior: a wooden set")):
        Prize.objects.create(tournament=event, category=category, place=1, title=title)


def _prizes(event: Tournament, titles: list[str]) -> None:
    for place, title in enumerate(titles, 1):
        Prize.objects.create(tournament=event, place=place, title=title)


EVENTS: tuple[MakeEvent, ...] = (round_robin, swiss, knockout, pairs, season.keizer)
