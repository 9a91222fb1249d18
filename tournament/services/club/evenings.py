"""Club evenings: attendance, casual rated games, the running table, whom to play, the season so far."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from django.db import transaction
from django.utils.translation import gettext as _

from games import audit_log
from games.access.permissions import Actor
from games.clock import TimeControl
from tournament.formats.ladder import LADDER
from tournament.models import (
    Entrant,
    EntryKind,
    Evening,
    Match,
    Player,
    RatingKind,
    Stage,
    Table,
    Team,
    Tournament,
)
from tournament.scores import Outcome
from tournament.services.club import evening_days, ladder, played_games, rating_periods, ratings
from tournament.services.club.played_games import PlayedGame
from tournament.services.entries import enrol, teams
from tournament.services.faults import StepRefused
from tournament.services.rounds import lifecycle
from tournament.services.setup import creating
from tournament.services.tables import seating

UNRATED = 1500  # assumed for a player without a rating


@dataclass(frozen=True, slots=True)
class EveningLine:
    """One player's games; `score` is doubled."""

    player: Player
    games: int
    score: int
    evenings: int = 1

    @property
    def per_evening(self) -> float:
        """Points an evening, on average."""
        return self.score / 2 / self.evenings

    @property
    def percent(self) -> int:
        """Share of the points that could be won."""
        return round(50 * self.score / self.games)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two players who could play now, the one who started less often first; `met` is how often they met
    tonight.
    """

    first: Player
    second: Player
    met: int
    apart: int  # in rating


@transaction.atomic
def open_evening(
    *,
    actor: Actor,
    name: str,
    day: date,
    now_ms: int,
    season: str = "",
    control: str = "10+5",
    tables: int = 0,
    live: bool = True,
) -> Evening:
    """Open an evening with its ladder for two; that for four is created with the first such game."""
    twos = creating.create(
        actor=actor,
        name=name,
        format=LADDER.code,
        control=control,
        now_ms=now_ms,
        table_count=tables,
        starts_on=day,
        live=live,
    )
    evening = Evening.objects.create(
        name=twos.name, season=season.strip(), day=day, twos=twos, opened_ms=now_ms
    )
    audit_log.write(actor, "open_evening", evening.scope, after={"tournament": twos.pk})
    return evening


def arrive(*, actor: Actor, evening: Evening, player: Player) -> None:
    _check_open(evening)
    evening.present.add(player)
    audit_log.write(actor, "arrive", audit_log.path(evening.scope, f"player:{player.pk}"))


def leave(*, actor: Actor, evening: Evening, player: Player) -> None:
    evening.present.remove(player)
    audit_log.write(actor, "leave", audit_log.path(evening.scope, f"player:{player.pk}"))


@transaction.atomic
def play(
    *,
    actor: Actor,
    evening: Evening,
    first: Sequence[Player],
    second: Sequence[Player],
    now_ms: int,
    control: str = "",
    table: Table | None = None,
    outcome: Outcome | None = None,
) -> Match:
    """Start a game of two players or pairs at a table, or enter its outcome; `first` starts."""
    _check_open(evening)
    both = [*first, *second]
    if len({player.pk for player in both}) != len(both) or len(first) != len(second):
        raise StepRefused("itself")
    if control:
        control = str(TimeControl.parse(control))
    stage = _stage(evening, len(both), actor, now_ms)
    for player in both:
        evening.present.add(player)
    sides = [_entrant(stage.tournament, side, actor, now_ms) for side in (first, second)]
    instant_ms = evening_days.game_instant(evening, now_ms)
    match = ladder.play(
        actor=actor,
        stage=stage,
        first=sides[0],
        second=sides[1],
        now_ms=instant_ms if outcome else now_ms,
        outcome=outcome,
        control=control,
    )
    if outcome is None and instant_ms < now_ms:  # it begins now, and counts for the day of its evening
        match.round.published_ms = instant_ms
        match.round.save(update_fields=["published_ms"])
    if table is not None and outcome is None:
        seating.move(actor=actor, match_game=match.games.get(), table=table)
    return match


def close(*, actor: Actor, evening: Evening, now_ms: int) -> None:
    """Close the evening and rate its games. Refused while a game has no result."""
    _check_open(evening)
    if unfinished := open_matches(evening)[:1]:
        raise StepRefused("still-playing", first=str(unfinished[0].first), second=str(unfinished[0].second))
    with transaction.atomic():
        for stage in Stage.objects.filter(tournament__in=evening.ladder_ids):
            lifecycle.finish_stage(actor=actor, stage=stage)
        Evening.objects.filter(pk=evening.pk).update(closed_ms=now_ms)
        audit_log.write(actor, "close_evening", evening.scope)
    rating_periods.bring_up_to_date()


def games_of(evenings: Iterable[Evening]) -> list[PlayedGame]:
    ids = [pk for evening in evenings for pk in evening.ladder_ids]
    return played_games.read(played_games.closed_matches(round__stage__tournament__in=ids))


def is_noted_already(
    evening: Evening, first: Sequence[Player], second: Sequence[Player], *, after: int
) -> bool:
    """Return whether these two sides have a game newer than the `after` that were shown."""
    newer = Match.objects.filter(round__stage__tournament__in=evening.ladder_ids).order_by("pk")[after:]
    wanted = [{player.pk for player in side} for side in (first, second)]
    return any([ladder.players_of([side]) for side in match.both] == wanted for match in newer)


def game_count(evening: Evening) -> int:
    return Match.objects.filter(round__stage__tournament__in=evening.ladder_ids).count()


def open_matches(evening: Evening) -> list[Match]:
    """List the games being played, the oldest first."""
    found = Match.objects.open().filter(round__stage__tournament__in=evening.ladder_ids)
    return list(found.with_names().prefetch_related("games__table", "games__game").order_by("pk"))


def table_of(evenings: Collection[Evening]) -> list[EveningLine]:
    """Add up the points of an evening, or of several: most points first, then fewer games."""
    evening_of = {ladder_id: evening.pk for evening in evenings for ladder_id in evening.ladder_ids}
    scores: dict[int, list[int]] = defaultdict(list)
    came: dict[int, set[int]] = defaultdict(set)
    for game in games_of(evenings):
        for pk in game.players:
            scores[pk].append(game.score_of(pk))
            came[pk].add(evening_of[game.tournament_id])
    people = Player.objects.in_bulk(list(scores))
    lines = [EveningLine(people[pk], len(own), sum(own), len(came[pk])) for pk, own in scores.items()]
    return sorted(lines, key=lambda line: (-line.score, line.games, line.player.pk))


def suggestions(evening: Evening) -> list[Suggestion]:
    """Suggest whom the free players should meet: who met least, then who played least, then of equal
    strength.
    """
    present = list(evening.present.filter(erased_ms=None, merged_into=None).order_by("pk"))
    busy = ladder.players_at_play(evening.ladder_ids)
    free = [player for player in present if player.pk not in busy]
    strength = ratings.for_seeding(free, RatingKind.TWO)
    return suggest(free, games_of([evening]), strength)


def suggest(
    free: Sequence[Player], games: Iterable[PlayedGame], strength: Mapping[int, int]
) -> list[Suggestion]:
    """Pair the free players, each in one pair; greedy, because an evening has few."""
    met: dict[frozenset[int], int] = defaultdict(int)
    count: dict[int, int] = defaultdict(int)
    starts: dict[int, int] = defaultdict(int)
    for game in games:
        for pk in game.players:
            count[pk] += 1
        for pk in game.starters:
            starts[pk] += 1
        for starter in game.starters:
            for opponent in game.others:
                met[frozenset((starter, opponent))] += 1
    pairs = []
    for one, other in combinations(free, 2):
        apart = abs((strength.get(one.pk) or UNRATED) - (strength.get(other.pk) or UNRATED))
        known = met[frozenset((one.pk, other.pk))]
        pairs.append((known, count[one.pk] + count[other.pk], apart, one, other))
    chosen: list[Suggestion] = []
    taken: set[int] = set()
    ordered = sorted(pairs, key=lambda pair: (*pair[:3], pair[3].pk, pair[4].pk))
    for known, _count, apart, one, other in ordered:
        if taken.isdisjoint({one.pk, other.pk}):
            taken |= {one.pk, other.pk}
            first, second = sorted((one, other), key=lambda player: starts[player.pk])
            chosen.append(Suggestion(first, second, known, apart))
    return chosen


def _stage(evening: Evening, players: int, actor: Actor, now_ms: int) -> Stage:
    if players == 4 and evening.fours_id is None:
        twos = evening.twos
        assert twos is not None  # every evening opens with it
        evening.fours = creating.create(
            actor=actor,
            # Both ladders appear as separate tournaments in every list.
            name=_("%(name)s, games of four") % {"name": evening.name},
            format=LADDER.code,
            control=twos.stages.get().control,
            now_ms=now_ms,
            entry=EntryKind.PAIR,
            seats=4,
            table_count=twos.tables.count(),
            starts_on=evening.day,
            live=twos.live,
        )
        evening.save(update_fields=["fours"])
    tournament = {2: evening.twos, 4: evening.fours}.get(players)
    if tournament is None:
        raise StepRefused("pair-of-two")
    return tournament.stages.select_related("tournament").get()


def _entrant(tournament: Tournament, side: Sequence[Player], actor: Actor, now_ms: int) -> Entrant:
    """Find or enter the player or the pair: the same two are the same pair."""
    if len(side) == 1:
        found = tournament.entrants.filter(player=side[0]).first()
        return found or enrol.enter_player(actor=actor, tournament=tournament, player=side[0], now_ms=now_ms)
    known = Team.objects.filter(entries__tournament=tournament)
    for player in side:
        known = known.filter(members__player=player)
    if team := known.first():
        return tournament.entrants.get(team=team)
    # Partners change from game to game: here a player may be in several pairs.
    team = teams.make(actor=actor, name=" & ".join(player.first_name for player in side), players=side)
    last = tournament.entrants.order_by("-number").values_list("number", flat=True).first() or 0
    return Entrant.objects.create(tournament=tournament, number=last + 1, team=team, entered_ms=now_ms)


def _check_open(evening: Evening) -> None:
    if not Evening.objects.open().filter(pk=evening.pk).exists():
        raise StepRefused("stage-finished")
