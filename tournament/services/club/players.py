"""The statistics of one player: results, opponents, starts, time used, games to replay, extremes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.models import Event, Game
from tournament.models import Player, Tournament
from tournament.services.club import played_games, rating_periods, ratings
from tournament.services.club.played_games import PlayedGame
from tournament.services.club.ratings import Point, RatingShown

# How many of the latest games the average time is taken from: enough for a habit, few enough to read at once.
TIMED_GAMES = 60
SHORTEST_RUN = 2  # one game in a row is none


@dataclass(frozen=True, slots=True)
class GameTally:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> int:
        """Points, doubled."""
        return 2 * self.won + self.drawn

    @property
    def percent(self) -> int | None:
        return round(Fraction(100 * self.score, 2 * self.games)) if self.games else None


@dataclass(frozen=True, slots=True)
class PlayerGameLine:
    """One game as the player's page lists it; `score` is the player's own, doubled."""

    tournament: Tournament
    game: PlayedGame
    started: bool
    partners: tuple[Player, ...]
    opponents: tuple[Player, ...]
    score: int
    code: str  # of the live game, to replay


@dataclass(frozen=True, slots=True)
class Pace:
    """Average time used, from games on our clocks."""

    games: int
    per_game_ms: int
    per_move_ms: int


@dataclass(frozen=True, slots=True)
class PlayerCard:
    player: Player
    lines: tuple[PlayerGameLine, ...]  # the latest first
    total: GameTally
    as_starter: GameTally
    as_second: GameTally
    opponents: tuple[tuple[Player, GameTally], ...]  # most games first
    pace: Pace | None


@dataclass(frozen=True, slots=True)
class RatedMeeting:
    """A game against an opponent of this strength; of partners the mean of the two."""

    line: PlayerGameLine
    rating: RatingShown


@dataclass(frozen=True, slots=True)
class Extremes:
    """The extremes of one rating list; None if there is none. Only settled ratings can be the highest."""

    highest: Point | None
    best_win: RatedMeeting | None
    worst_loss: RatedMeeting | None

    def __bool__(self) -> bool:
        return bool(self.highest or self.best_win or self.worst_loss)


@dataclass(frozen=True, slots=True)
class WinningRun:
    games: int
    began_ms: int
    ended_ms: int


def card(player: Player, *, hidden: bool = False) -> PlayerCard:
    """Collect everything for a player's page. `hidden` includes tournaments that are not public."""
    tournaments = Tournament.objects.all() if hidden else Tournament.objects.filter(public=True)
    games = played_games.games_of_player(player.pk)
    shown = tournaments.in_bulk({game.tournament_id for game in games})
    games = [game for game in games if game.tournament_id in shown]
    people = Player.objects.in_bulk({pk for game in games for pk in game.players})
    live = Game.objects.filter(voided=False).in_bulk({game.game_id for game in games if game.game_id})
    lines = tuple(_game_line(player, game, shown, people, live) for game in reversed(games))
    return PlayerCard(
        player=player,
        lines=lines,
        total=_tally(line.score for line in lines),
        as_starter=_tally(line.score for line in lines if line.started),
        as_second=_tally(line.score for line in lines if not line.started),
        opponents=_opponents(lines),
        pace=_pace(player, games, live),
    )


def _game_line(
    player: Player,
    game: PlayedGame,
    shown: dict[int, Tournament],
    people: dict[int, Player],
    live: dict[int, Game],
) -> PlayerGameLine:
    started = player.pk in game.starters
    own, others = (game.starters, game.others) if started else (game.others, game.starters)
    return PlayerGameLine(
        tournament=shown[game.tournament_id],
        game=game,
        started=started,
        partners=tuple(people[pk] for pk in own if pk != player.pk),
        opponents=tuple(people[pk] for pk in others),
        score=game.score_of(player.pk),
        code=live[game.game_id].code if game.game_id in live else "",
    )


def _tally(scores: Iterable[int]) -> GameTally:
    counted = [0, 0, 0]
    for score in scores:
        counted[score] += 1
    lost, drawn, won = counted
    return GameTally(won, drawn, lost)


def _opponents(lines: Sequence[PlayerGameLine]) -> tuple[tuple[Player, GameTally], ...]:
    met: dict[Player, list[int]] = defaultdict(list)
    for line in lines:
        for opponent in line.opponents:
            met[opponent].append(line.score)
    tallies = ((opponent, _tally(scores)) for opponent, scores in met.items())
    return tuple(sorted(tallies, key=lambda each: (-each[1].games, each[0].pk)))


def _pace(player: Player, games: Sequence[PlayedGame], live: dict[int, Game]) -> Pace | None:
    seats = {
        game.game_id: seat
        for game in games[-TIMED_GAMES:]
        if game.game_id in live and (seat := _seat(live[game.game_id], game, player.pk))
    }
    turns: list[int] = []
    timed: set[int] = set()
    events = Event.objects.filter(game__in=seats, kind__in=("moved", "pressed"))
    for game_id, data in events.values_list("game_id", "data"):
        if data.get("seat") == seats[game_id] and isinstance(data.get("elapsed_ms"), int):
            turns.append(data["elapsed_ms"])
            timed.add(game_id)
    if not turns:
        return None
    return Pace(len(timed), sum(turns) // len(timed), sum(turns) // len(turns))


_SIDES = {
    "X": ("X", "O"),
    "O": ("O", "X"),
    "N": ("NS", "EW"),
    "S": ("NS", "EW"),
    "E": ("EW", "NS"),
    "W": ("EW", "NS"),
}


def _seat(live: Game, game: PlayedGame, player: int) -> str:
    """Find the player's seat: partners sit in the order of their team."""
    starters, others = _SIDES[live.first]
    side, seats = (game.starters, starters) if player in game.starters else (game.others, others)
    place = side.index(player)
    return seats[place] if place < len(seats) else ""


def extremes(
    player: Player, kind: str, lines: Sequence[PlayerGameLine], history: Sequence[Point]
) -> Extremes:
    """Find the extremes of a player's games and of the history of the rating.

    Opponents count with the rating that they came with. A game against an unrated opponent is neither a great
    win nor a bad loss.
    """
    brought = rating_periods.brought_to_games_of(player.pk, kind)
    meetings = [
        RatedMeeting(line, _mean([ratings.shown_rating(kind, *known[each.pk]) for each in line.opponents]))
        for line in lines
        if rating_periods.is_rated(line.tournament, kind)
        and (known := brought.of(line.game))
        and all(each.pk in known for each in line.opponents)
    ]
    established = [point for point in history if not point.after.provisional]
    return Extremes(
        highest=max(established, key=lambda point: point.after.value, default=None),
        best_win=max(_that_gave(2, meetings), key=lambda each: each.rating.value, default=None),
        worst_loss=min(_that_gave(0, meetings), key=lambda each: each.rating.value, default=None),
    )


def _mean(shown: Sequence[RatingShown]) -> RatingShown:
    return RatingShown(
        round(sum(each.value for each in shown) / len(shown)),
        any(each.provisional for each in shown),
        max(each.deviation for each in shown),
    )


def _that_gave(score: int, meetings: Iterable[RatedMeeting]) -> list[RatedMeeting]:
    return [each for each in meetings if each.line.score == score]


def longest_run(lines: Sequence[PlayerGameLine]) -> WinningRun | None:
    """Find the longest series of wins, the latest of equals; `lines` have the latest game first."""
    best: list[PlayerGameLine] = []
    row: list[PlayerGameLine] = []
    for line in lines:
        row = [*row, line] if line.score == 2 else []
        if len(row) > len(best):
            best = row
    if len(best) < SHORTEST_RUN:
        return None
    return WinningRun(len(best), best[-1].game.began_ms, best[0].game.began_ms)
