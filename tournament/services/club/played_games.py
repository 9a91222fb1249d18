"""Games over the board as the club remembers them: who started, who did not, and the score.

Forfeits, byes and friendly games against house players are left out. A corrected match overrides the outcome
of its only game. Armageddon games give one side less time for a draw's worth and are left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.models import EntryKind, Match, MatchGame, Player, RoundStatus, Source, Step, TeamMember
from tournament.scores import CLASSIC, Outcome
from tournament.services.entries.teams import Players, partners_now, stored_partners

_LEFT_OUT = (Step.HOUSE, Step.ARMAGEDDON)

Row = dict[str, Any]
Partners = dict[tuple[int, int, int], Players]  # by entrant, stage and round
Board = tuple[int, Players, Players, str, int | None]  # number, starters, others, outcome, live game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """`score` is the starters', doubled. Sides are players' ids, one each or the two partners."""

    tournament_id: int
    stage: int
    round: int
    match_id: int
    number: int
    began_ms: int
    ended_ms: int
    starters: Players
    others: Players
    score: int
    game_id: int | None = None

    @property
    def players(self) -> Players:
        return self.starters + self.others

    def score_of(self, player: int) -> int:
        """Return the doubled score of one of the players."""
        return self.score if player in self.starters else 2 - self.score


_COLUMNS = (
    "pk",
    "first_id",
    "second_id",
    "first__player_id",
    "second__player_id",
    "first__team_id",
    "second__team_id",
    "outcome",
    "source",
    "round__number",
    "round__stage_id",
    "round__published_ms",
    "round__closed_ms",
    "round__stage__number",
    "round__stage__tournament_id",
    "round__stage__tournament__entry",
    "round__stage__tournament__seats",
)


def closed_matches(**where: object) -> QuerySet[Match]:
    """Select decided meetings of closed rounds."""
    matches = Match.objects.meetings().exclude(outcome="")
    return matches.filter(round__status=RoundStatus.CLOSED, **where)


def games_of_player(player_id: int) -> list[PlayedGame]:
    """List every game of one player, in the order of play."""
    wanted = (
        Q(first__player=player_id)
        | Q(second__player=player_id)
        | Q(first__team__members__player=player_id)
        | Q(second__team__members__player=player_id)
        | Q(games__starter_player=player_id)
        | Q(games__second_player=player_id)
    )
    # A subquery, because a match found through two of its boards must count once.
    found = read(closed_matches(pk__in=Match.objects.filter(wanted).values("pk")))
    return [game for game in found if player_id in game.players]


def read(matches: QuerySet[Match]) -> list[PlayedGame]:
    """Read the games of these matches in the order of play, with at most four queries."""
    rows = list(matches.values(*_COLUMNS))
    games = _games_by_match(matches)
    pairs = _partners(rows)
    found = [game for row in rows for game in _of_match(row, games.get(row["pk"], ()), pairs)]
    return sorted(found, key=lambda game: (game.began_ms, game.match_id, game.number))


def known_to_public(players: QuerySet[Player]) -> QuerySet[Player]:
    """Select those of the players who were drawn in a round that is public.

    A person who is only on the list, plays only in hidden tournaments or has applied for one is not known to
    strangers. Whether a person is rated follows from their games.
    """
    drawn = Match.objects.published().filter(round__stage__tournament__public=True)
    boards = MatchGame.objects.filter(match__in=drawn.values("pk"))
    teams = Q(team__in=drawn.values("first__team")) | Q(team__in=drawn.values("second__team"))
    return players.filter(
        Q(pk__in=drawn.values("first__player"))
        | Q(pk__in=drawn.values("second__player"))
        | Q(pk__in=TeamMember.objects.filter(teams).values("player"))
        | Q(pk__in=boards.values("starter_player"))
        | Q(pk__in=boards.values("second_player"))
    )


def _games_by_match(matches: QuerySet[Match]) -> dict[int, list[MatchGame]]:
    grouped: dict[int, list[MatchGame]] = defaultdict(list)
    played = MatchGame.objects.filter(match__in=matches.values("pk")).exclude(outcome="")
    for game in played.order_by("number"):
        grouped[game.match_id].append(game)
    return grouped


def _partners(rows: Iterable[Row]) -> Partners:
    """Map (entrant, stage, round) to the two who played it, where partners sit at one board."""
    fours = [row for row in rows if row["round__stage__tournament__seats"] == 4]
    if not fours:
        return {}
    kept = stored_partners({row["round__stage_id"] for row in fours})
    sides = {
        _side_in_round(row, side): row[f"{side}__team_id"] for row in fours for side in ("first", "second")
    }
    # Tournaments that were played before line-ups of pairs were stored have only the team.
    teams = partners_now({team for side, team in sides.items() if team and side not in kept})
    return {side: kept.get(side) or teams.get(team, ()) for side, team in sides.items()}


def _side_in_round(row: Row, side: str) -> tuple[int, int, int]:
    return row[f"{side}_id"], row["round__stage_id"], row["round__number"]


def _of_match(row: Row, games: Sequence[MatchGame], pairs: Partners) -> Iterator[PlayedGame]:
    for number, starters, others, outcome, game_id in _boards(row, games, pairs):
        if outcome and starters and others and Outcome(outcome).over_the_board:
            yield PlayedGame(
                tournament_id=row["round__stage__tournament_id"],
                stage=row["round__stage__number"],
                round=row["round__number"],
                match_id=row["pk"],
                number=number,
                began_ms=row["round__published_ms"],
                ended_ms=row["round__closed_ms"],
                starters=starters,
                others=others,
                score=CLASSIC.shares(Outcome(outcome))[0],
                game_id=game_id,
            )


def _boards(row: Row, games: Sequence[MatchGame], pairs: Partners) -> Iterator[Board]:
    """Yield each board of a match, or the match as a whole where it has no results of boards."""
    counted = [game for game in games if game.step not in _LEFT_OUT]
    if row["round__stage__tournament__entry"] == EntryKind.TEAM:
        for game in counted:
            starters, others = ((pk,) if pk else () for pk in (game.starter_player_id, game.second_player_id))
            yield game.number, starters, others, game.outcome, game.game_id
        return
    first, second = (_players(row, side, pairs) for side in ("first", "second"))
    if not games or (row["source"] == Source.CORRECTED and len(counted) == 1):
        yield 1, first, second, row["outcome"], counted[0].game_id if counted else None
        return
    for game in counted:
        sides = (first, second) if game.starter_id == row["first_id"] else (second, first)
        yield game.number, *sides, game.outcome, game.game_id


def _players(row: Row, side: str, pairs: Partners) -> Players:
    if player := row[f"{side}__player_id"]:
        return (player,)
    return pairs.get(_side_in_round(row, side), ())
