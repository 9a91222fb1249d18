"""Rating periods calculated from the results: the fold behind the club's lists.

`refresh` finds the first period whose games differ from what was rated, and calculates from there on: a
correction of an old result changes all that follow, and calculating everything from scratch gives the same
numbers.
"""

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.db import transaction
from django.db.models import Count, Max, QuerySet, Sum

from tournament.models import (
    ClubSettings,
    Player,
    RatedPer,
    RatingChange,
    RatingKind,
    RatingList,
    RatingPeriod,
    StageStatus,
    Tournament,
)
from tournament.ranking import ratings as pure
from tournament.ranking.glicko import Rating
from tournament.services.club import played_games
from tournament.services.club.played_games import PlayedGame

logger = logging.getLogger(__name__)

_SEATS = {RatingKind.TWO: 2, RatingKind.PARTNERS: 4}
_UNFINISHED = (StageStatus.SETUP, StageStatus.RUNNING)

Standing = dict[int, tuple[float, float, float]]  # player: value, deviation, volatility (mu, sigma, 0)


@dataclass(frozen=True, slots=True)
class _Period:
    key: str
    ended_ms: int
    games: tuple[PlayedGame, ...]

    @property
    def digest(self) -> str:
        rows = [f"{game.starters}{game.others}{game.score}" for game in self.games]
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def list_of(kind: str) -> RatingList:
    """Read the list; where it was never calculated, return one that is not saved."""
    return RatingList.objects.filter(kind=kind).first() or RatingList(kind=RatingKind(kind))


def bring_up_to_date() -> int:
    """Refresh both lists and return how many periods were calculated; one that fails stops no other."""
    calculated = 0
    for kind in RatingKind:
        try:
            calculated += refresh(kind)
        except Exception:
            logger.exception("ratings:%s could not be calculated", kind)
    return calculated


def refresh(kind: str, *, whole: bool = False) -> int:
    """Calculate what changed, or everything; return how many periods that were.

    Nothing is locked while nothing changed: a sweep calls this every few seconds.
    """
    kept = list_of(kind)
    if not whole and kept.fingerprint == _fingerprint(kept):
        return 0
    with transaction.atomic():
        held, _ = RatingList.objects.select_for_update().get_or_create(kind=kept.kind)
        mark = _fingerprint(held)
        periods = _periods(held)
        known = [] if whole else list(held.periods.order_by("number"))
        same = _unchanged(known, periods)
        held.periods.filter(number__gt=same).delete()
        standing = _load(known[same - 1].standing) if same else {}
        for number, period in enumerate(periods[same:], same + 1):
            standing = _rate(held, number, period, standing)
        held.fingerprint = mark
        held.save(update_fields=["fingerprint"])
    return len(periods) - same


def is_up_to_date(kind: str) -> bool:
    """Return whether the list rests on the current results; if not, the next sweep calculates it."""
    held = list_of(kind)
    return held.fingerprint == _fingerprint(held)


@dataclass(frozen=True, slots=True)
class RatingsBrought:
    """Ratings before the games, by the period that the games were rated in."""

    per: str
    zone: tzinfo
    periods: Mapping[str, Standing]

    def of(self, game: PlayedGame) -> Standing:
        return self.periods.get(_key_of(game, self.per, self.zone), {})


def brought_to_games_of(player: int, kind: str) -> RatingsBrought:
    """Read the earlier ratings of all players who were rated together with this one."""
    own = RatingPeriod.objects.filter(list__kind=kind, changes__player=player)
    known = RatingChange.objects.filter(period__in=own, deviation_before__lt=_start(kind)[1])
    periods: dict[str, Standing] = {}
    for key, pk, value, deviation in known.values_list(
        "period__key", "player_id", "value_before", "deviation_before"
    ):
        periods.setdefault(key, {})[pk] = (value, deviation, 0.0)
    return RatingsBrought(list_of(kind).per, ClubSettings.objects.zone(), periods)


def is_rated(tournament: Tournament, kind: str) -> bool:
    """Return whether the tournament's games are, or will be, in this list."""
    return tournament.rated and tournament.seats == _SEATS[RatingKind(kind)]


def standing_of(kind: str) -> Standing:
    """Read the current rating of all players."""
    last = RatingPeriod.objects.filter(list__kind=kind).order_by("-number").first()
    return _load(last.standing) if last else {}


def _counting(rating_list: RatingList) -> QuerySet[Tournament]:
    """Select tournaments whose games are rated by now. An evening is a ladder, finished when it is closed."""
    rated = Tournament.objects.filter(rated=True, seats=_SEATS[RatingKind(rating_list.kind)])
    if rating_list.per == RatedPer.DAY:
        return rated
    unfinished = Tournament.objects.filter(stages__status__in=_UNFINISHED)
    return rated.filter(stages__isnull=False).exclude(pk__in=unfinished.values("pk")).distinct()


def _fingerprint(rating_list: RatingList) -> str:
    """Return a text that changes with every change of a tournament that counts, merged players or the time
    zone.
    """
    found = Tournament.objects.filter(pk__in=_counting(rating_list).values("pk")).aggregate(
        count=Count("pk"), versions=Sum("version"), newest=Max("pk")
    )
    merged = Player.objects.exclude(merged_into=None).count()
    zone = ClubSettings.objects.zone()
    return f"{rating_list.per} {zone} {found['count']} {found['versions']} {found['newest']} {merged}"


def _periods(rating_list: RatingList) -> list[_Period]:
    counting = _counting(rating_list).values("pk")
    games = played_games.read(played_games.closed_matches(round__stage__tournament__in=counting))
    zone = ClubSettings.objects.zone()
    grouped: dict[str, list[PlayedGame]] = {}
    for game in games:
        grouped.setdefault(_key_of(game, rating_list.per, zone), []).append(game)
    periods = [
        _Period(key, max(game.ended_ms for game in together), tuple(together))
        for key, together in grouped.items()
    ]
    if rating_list.per == RatedPer.DAY:
        return sorted(periods, key=lambda period: period.key)
    return sorted(periods, key=lambda period: (period.ended_ms, period.games[0].tournament_id))


def _key_of(game: PlayedGame, per: str, zone: tzinfo) -> str:
    if per == RatedPer.DAY:
        return f"day:{datetime.fromtimestamp(game.began_ms / 1000, zone).date().isoformat()}"
    return f"tournament:{game.tournament_id}"


def _unchanged(known: Sequence[RatingPeriod], periods: Sequence[_Period]) -> int:
    """Count the periods from the first on that have not changed."""
    for count, (kept, period) in enumerate(zip(known, periods, strict=False)):
        if (kept.key, kept.digest, kept.ended_ms) != (period.key, period.digest, period.ended_ms):
            return count
    return min(len(known), len(periods))


def _rate(rating_list: RatingList, number: int, period: _Period, before: Standing) -> Standing:
    rate = _rate_partners if rating_list.kind == RatingKind.PARTNERS else _rate_two
    after = rate(period, before)
    row = RatingPeriod.objects.create(
        list=rating_list,
        number=number,
        key=period.key,
        ended_ms=period.ended_ms,
        games=len(period.games),
        digest=period.digest,
        standing={str(player): list(rating) for player, rating in after.items()},
    )
    tally: dict[int, list[int]] = {}
    for game in period.games:
        for player in game.players:
            tally.setdefault(player, []).append(game.score_of(player))
    start = _start(rating_list.kind)
    RatingChange.objects.bulk_create(
        RatingChange(
            period=row,
            player_id=player,
            value_before=before.get(player, start)[0],
            deviation_before=before.get(player, start)[1],
            value=after[player][0],
            deviation=after[player][1],
            games=len(scores),
            score=sum(scores),
        )
        for player, scores in sorted(tally.items())
    )
    return after


def _rate_two(period: _Period, before: Standing) -> Standing:
    ratings: dict[int | str, Rating] = {player: Rating(*rating) for player, rating in before.items()}
    games = [pure.RatedGame(game.starters[0], game.others[0], game.score) for game in period.games]
    after = pure.rate_period(ratings, games)
    return {int(player): (each.value, each.deviation, each.volatility) for player, each in after.items()}


def _rate_partners(period: _Period, before: Standing) -> Standing:
    ratings: dict[int | str, pure.PartnerRating] = {
        player: pure.PartnerRating(mu, sigma) for player, (mu, sigma, _) in before.items()
    }
    games = [
        pure.PartnerGame(game.starters, game.others, game.score)
        for game in period.games
        if len(game.starters) == len(game.others) == 2
    ]
    after = pure.rate_partners(games, ratings)
    return {int(player): (each.mu, each.sigma, 0.0) for player, each in after.items()}


def _start(kind: str) -> tuple[float, float, float]:
    if kind == RatingKind.PARTNERS:
        new = pure.PartnerRating()
        return (new.mu, new.sigma, 0.0)
    rating = Rating()
    return (rating.value, rating.deviation, rating.volatility)


def _load(plain: Mapping[str, Sequence[float]]) -> Standing:
    return {int(player): (value, deviation, rest) for player, (value, deviation, rest) in plain.items()}
