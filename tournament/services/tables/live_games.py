"""What becomes of the live games on the tables: ended, reopened, voided, renamed, read. `seating` opens them.

Everything here is called with the tournament locked; a game is locked after it, never before.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from games import services
from games.access.permissions import SYSTEM
from games.departure import CALLED_OFF, Departure, DepartureCause
from games.models import Game
from games.referee import UNDER_WAY, Keeper
from games.referee import requests as r
from games.rules import Ending, Side
from games.services import offline_review
from tournament.models import MatchGame, Player, Source
from tournament.scores import Outcome, score_text
from tournament.services.results.match_outcome import change_view
from tournament.services.tables import seating


def side_of_starter(match_game: MatchGame) -> Side:
    return seating.starting_seat(match_game.match.round.stage).side


def end_live(match_game: MatchGame, *, now_ms: int) -> None:
    """A result was entered: what nobody began is called off, what the server keeps ends in the same way.

    What a tablet keeps may go on out of reach: it is told, and what it played is compared when it arrives.
    """
    game, outcome = match_game.game, Outcome(match_game.outcome)
    if game is None or game.voided:
        return
    gone = departure_of(match_game, outcome, match_game.source)
    if game.status == "waiting":
        services.void_game(game.pk, gone=gone)
    elif game.status not in UNDER_WAY:
        return
    elif game.keeper == Keeper.TABLE:
        services.overrule_game(game.pk, gone)
    elif outcome is Outcome.BOTH_FORFEIT:
        services.void_game(game.pk, gone=gone)
    else:
        winner = _winner(match_game, outcome)
        ending = Ending.FORFEIT if winner and outcome.forfeited else Ending.RULING
        request = r.Rule(winner, "the result was entered", ending)
        services.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=now_ms)


def stop_all(match_games: Iterable[MatchGame], outcome: Outcome, source: str) -> None:
    """Their match was decided as a whole: open boards are called off, or overruled where they run.

    `outcome` is the match's, seen from its first side.
    """
    for match_game in match_games:
        game = match_game.game
        if game is None or game.voided:
            continue
        gone = departure_of(match_game, change_view(match_game, match_game.match, outcome), source)
        if game.status == "waiting":
            services.void_game(game.pk, gone=gone)
        elif game.status in UNDER_WAY:
            services.overrule_game(game.pk, gone)


def departure_of(match_game: MatchGame, outcome: Outcome, source: str) -> Departure:
    """What the board is told about a result, seen from its starter, that was entered elsewhere."""
    winner = _winner(match_game, outcome)
    shown = change_view(match_game, match_game.match, outcome)
    why = DepartureCause.REPORTED if source == Source.REPORTED else DepartureCause.ENTERED
    one, other = (mark.sign if mark else "" for mark in shown.marks)
    return Departure(why, score_text(one, other), winner.value if winner else "")


def restore_all(match_games: Iterable[MatchGame]) -> None:
    """The result that stood over them was taken back: games that were under way wait for the arbiter."""
    for match_game in match_games:
        if match_game.game_id:
            services.restore_game(match_game.game_id)


def reopen_live(match_game: MatchGame, *, now_ms: int) -> None:
    """The result that ended it was taken back: the game waits, paused, for the arbiter to let it go on."""
    if status_of([match_game]).get(match_game.pk) == "over" and match_game.game_id:
        request = r.Reopen("the result was taken back")
        services.record(game_id=match_game.game_id, request=request, actor=SYSTEM, stamp_ms=now_ms)


def _winner(match_game: MatchGame, outcome: Outcome) -> Side | None:
    starter = side_of_starter(match_game)
    starter_won, other_won = outcome.wins
    return starter if starter_won else starter.opponent if other_won else None


def void_all(match_games: Iterable[MatchGame], gone: Departure = CALLED_OFF) -> list[int]:
    """Games that are not played after all: unrated, off the tables, kept in the log. Their ids."""
    ids = [match_game.game_id for match_game in match_games if match_game.game_id]
    for game_id in ids:
        services.void_game(game_id, gone=gone)
    return ids


def rename_all(player: Player) -> None:
    """After a name changed or went: the seats of every game this player has, or had, show it as it is now."""
    games = MatchGame.objects.filter(game__isnull=False).filter(
        Q(starter_player=player)
        | Q(second_player=player)
        | Q(match__first__player=player)
        | Q(match__second__player=player)
        | Q(match__first__team__members__player=player)
        | Q(match__second__team__members__player=player)
    )
    relabel_all(seating.with_relatives(games.distinct()))


def relabel_all(match_games: Iterable[MatchGame]) -> None:
    """The seats of live games show who sits there now."""
    for match_game in match_games:
        if match_game.game_id:
            services.relabel(match_game.game_id, seating.players_at(match_game))


def status_of(match_games: Sequence[MatchGame]) -> dict[int, str]:
    """MatchGame to what its live game is doing: waiting, running, paused, over."""
    ids = [match_game.pk for match_game in match_games if match_game.game_id]
    if not ids:
        return {}
    found = MatchGame.objects.filter(pk__in=ids, game__isnull=False, game__voided=False)
    return dict(found.values_list("pk", "game__status"))


def hold_still(match_games: Iterable[MatchGame]) -> None:
    """Until the end of the transaction nothing begins on these boards."""
    ids = [match_game.game_id for match_game in match_games if match_game.game_id]
    list(Game.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))


def outcome_of(match_game: MatchGame) -> Outcome | None:
    """What the live game gave, seen from its starter; None while it is not over, or waits for a look."""
    game = match_game.game
    if game is None or game.voided or game.status != "over" or offline_review.is_held(game):
        return None
    if game.winner not in ("X", "O"):
        return Outcome.DRAW
    won = game.winner == side_of_starter(match_game)
    if game.ending == "forfeit":
        return Outcome.SECOND_FORFEITS if won else Outcome.FIRST_FORFEITS
    return Outcome.FIRST_WINS if won else Outcome.SECOND_WINS
