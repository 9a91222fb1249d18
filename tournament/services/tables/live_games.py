"""The live games on the tables after opening: next games, endings, pauses, voiding, names, outcomes.

`seating` opens the games of a round. The functions for one match are called with the tournament locked; a
game is locked after it, never before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import Q

from games import audit_log
from games.access.permissions import SYSTEM, Actor
from games.clock import Mode, Terms, TimeControl
from games.close_reason import CALLED_OFF, CloseCause, CloseReason
from games.models import Game
from games.referee import UNDER_WAY, Keeper
from games.referee import requests as r
from games.rules import Ending, Seat, Side
from games.services import many_games, offline_review
from games.services.many_games import BulkResult
from games.services.opening import overrule_game, rename_players, restore_game, void_game
from games.services.recording import record
from tournament.formats.series import DecidingStep, NextGame, StepKind
from tournament.models import Match, MatchGame, Player, Source, Step, Tournament
from tournament.scores import Outcome, score_text
from tournament.services.results.match_outcome import change_view
from tournament.services.tables import seating

_SECOND_MS = 1000


def seat_next(match: Match, game: NextGame, *, now_ms: int) -> None:
    """Open the game that a match needs now, at the table of the one before."""
    tournament = match.round.stage.tournament
    before = match.games.order_by("-number").first()
    # A match that is opened again may find its table in use.
    taken = seating.taken_tables(tournament)
    control, starter = seating.control_of(match.round), seating.starting_seat(match.round.stage)
    made = MatchGame.objects.create(
        match=match,
        number=game.number,
        step=Step(game.step.kind) if game.step else Step.GAME,
        starter_id=game.first,
        control=control_for_step(control, game.step, starter),
        table=before.table if before and before.table_id not in taken else None,
    )
    seating.seat(tournament)
    seating.open_all(seating.with_relatives(MatchGame.objects.filter(pk=made.pk)), now_ms=now_ms)


def control_for_step(control: str, step: DecidingStep | None, starter: Seat) -> str:
    """Find the control of a deciding game: shorter, or Armageddon.

    In an Armageddon the starter has more time, and the second wins a draw.
    """
    if step is None or (step.kind is StepKind.REPLAY and step.percent == 100):
        return control
    if step.kind is StepKind.ARMAGEDDON:
        times = [Terms(mode=Mode.SUDDEN, main_ms=each or 0) for each in (step.first_ms, step.second_ms)]
        if starter is Seat.O:
            times.reverse()
        return str(TimeControl(tuple(times)))
    return str(_shorten(TimeControl.parse(control), step.percent))


def _shorten(control: TimeControl, percent: int) -> TimeControl:
    """Cut every time to so many percent, in whole seconds, never to nothing."""
    shares = tuple(
        replace(
            terms,
            main_ms=_cut(terms.main_ms, percent),
            bonus_ms=_cut(terms.bonus_ms, percent),
            move_ms=None if terms.move_ms is None else _cut(terms.move_ms, percent),
        )
        for terms in control.shares
    )
    game_ms = None if control.game_ms is None else _cut(control.game_ms, percent)
    return TimeControl(shares, game_ms)


def _cut(time_ms: int, percent: int) -> int:
    return max(time_ms * percent // (100 * _SECOND_MS), 1) * _SECOND_MS if time_ms else 0


def side_of_starter(match_game: MatchGame) -> Side:
    return seating.starting_seat(match_game.match.round.stage).side


def end_live(match_game: MatchGame, *, now_ms: int) -> None:
    """End a live game whose result was entered: void it if it has not begun, end it if the server keeps it.

    A game that a tablet keeps may continue out of reach: the tablet is informed, and what it played is
    compared when it arrives.
    """
    game, outcome = match_game.game, Outcome(match_game.outcome)
    if game is None or game.voided:
        return
    closed_reason = close_reason_of(match_game, outcome, match_game.source)
    if game.status == "waiting":
        void_game(game.pk, closed_reason=closed_reason)
    elif game.status not in UNDER_WAY:
        return
    elif game.keeper == Keeper.TABLE:
        overrule_game(game.pk, closed_reason)
    elif outcome is Outcome.BOTH_FORFEIT:
        void_game(game.pk, closed_reason=closed_reason)
    else:
        winner = _winner(match_game, outcome)
        ending = Ending.FORFEIT if winner and outcome.forfeited else Ending.RULING
        request = r.Rule(winner, "the result was entered", ending)
        record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=now_ms)


def stop_all(match_games: Iterable[MatchGame], outcome: Outcome, source: str) -> None:
    """Void the open boards of a match that was decided as a whole, and overrule those in play.

    `outcome` is the match's, seen from its first side.
    """
    for match_game in match_games:
        game = match_game.game
        if game is None or game.voided:
            continue
        closed_reason = close_reason_of(
            match_game, change_view(match_game, match_game.match, outcome), source
        )
        if game.status == "waiting":
            void_game(game.pk, closed_reason=closed_reason)
        elif game.status in UNDER_WAY:
            overrule_game(game.pk, closed_reason)


def close_reason_of(match_game: MatchGame, outcome: Outcome, source: str) -> CloseReason:
    """Build what the board shows about a result that was entered elsewhere, seen from its starter."""
    winner = _winner(match_game, outcome)
    shown = change_view(match_game, match_game.match, outcome)
    why = CloseCause.REPORTED if source == Source.REPORTED else CloseCause.ENTERED
    one, other = (result.sign if result else "" for result in shown.results)
    return CloseReason(why, score_text(one, other), winner.value if winner else "")


def restore_all(match_games: Iterable[MatchGame]) -> None:
    """Restore games whose result was taken back: those that were under way wait for the arbiter."""
    for match_game in match_games:
        if match_game.game_id:
            restore_game(match_game.game_id)


def reopen_live(match_game: MatchGame, *, now_ms: int) -> None:
    """Reopen a game whose result was taken back: it is paused until the arbiter resumes it."""
    if status_of([match_game]).get(match_game.pk) == "over" and match_game.game_id:
        request = r.Reopen("the result was taken back")
        record(game_id=match_game.game_id, request=request, actor=SYSTEM, stamp_ms=now_ms)


def _winner(match_game: MatchGame, outcome: Outcome) -> Side | None:
    starter = side_of_starter(match_game)
    starter_won, other_won = outcome.wins
    return starter if starter_won else starter.opponent if other_won else None


def pause_all(*, actor: Actor, tournament: Tournament, now_ms: int) -> BulkResult:
    """Stop all clocks of the hall at once."""
    result = many_games.pause_all(tournament.scope, actor=actor, now_ms=now_ms)
    audit_log.write(actor, "pause_hall", tournament.scope, after=_counts(result))
    return result


def resume_all(*, actor: Actor, tournament: Tournament, now_ms: int) -> BulkResult:
    result = many_games.resume_all(tournament.scope, actor=actor, now_ms=now_ms)
    audit_log.write(actor, "resume_hall", tournament.scope, after=_counts(result))
    return result


def _counts(result: BulkResult) -> dict[str, int]:
    return {"done": len(result.done), "asked": len(result.asked), "refused": len(result.refused)}


def void_all(match_games: Iterable[MatchGame], closed_reason: CloseReason = CALLED_OFF) -> list[int]:
    """Void games that are not played after all: unrated, off the tables, still in the log.

    Return their ids.
    """
    ids = [match_game.game_id for match_game in match_games if match_game.game_id]
    for game_id in ids:
        void_game(game_id, closed_reason=closed_reason)
    return ids


def rename_all(player: Player) -> None:
    """Show a player's changed or erased name in the seats of every game this player has, or had."""
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
    """Update the seats of live games to the current names."""
    for match_game in match_games:
        if match_game.game_id:
            rename_players(match_game.game_id, seating.players_at(match_game))


def status_of(match_games: Sequence[MatchGame]) -> dict[int, str]:
    """Map each board to the status of its live game: waiting, running, paused, over."""
    ids = [match_game.pk for match_game in match_games if match_game.game_id]
    if not ids:
        return {}
    found = MatchGame.objects.filter(pk__in=ids, game__isnull=False, game__voided=False)
    return dict(found.values_list("pk", "game__status"))


def lock_games(match_games: Iterable[MatchGame]) -> None:
    """Lock these games until the end of the transaction, so that no game begins on these boards."""
    ids = [match_game.game_id for match_game in match_games if match_game.game_id]
    list(Game.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))


def outcome_of(match_game: MatchGame) -> Outcome | None:
    """Return the result of a live game, seen from its starter; None until it is over and reviewed."""
    game = match_game.game
    if game is None or game.voided or game.status != "over" or offline_review.waits_for_review(game):
        return None
    if game.winner not in ("X", "O"):
        return Outcome.DRAW
    won = game.winner == side_of_starter(match_game)
    if game.ending == "forfeit":
        return Outcome.SECOND_FORFEITS if won else Outcome.FIRST_FORFEITS
    return Outcome.FIRST_WINS if won else Outcome.SECOND_WINS
