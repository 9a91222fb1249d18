"""Take back a result that was entered for the wrong board, and call off a live game that does not count.

A result can be taken back as long as nothing was drawn from it. That of a live game cannot: the game stays as
it is, and would give it again; it is called off instead, and a new one opened in its place.
"""

from games.access.permissions import Actor
from games.close_reason import REDRAWN
from games.services.faults import NotRecorded
from games.services.opening import void_game
from tournament.models import EntryKind, Match, MatchGame, Round, RoundStatus, Source, Step
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.results import deciding, match_outcome
from tournament.services.stages import brackets
from tournament.services.tables import live_games, seating


def take_back(
    *,
    actor: Actor,
    match: Match,
    note: str,
    now_ms: int,
    number: int | None = None,
    seen: str | None = None,
) -> Match:
    """Remove the result of the match, or of board `number` of a team match, which then is open again."""
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.lock_match(match)
        check(match)
        game = _board(match, number) if number is not None else _deciding_game(match)
        match_outcome.refuse_if_changed(match, seen)
        if game and game.source == Source.GAME:
            raise StepRefused("game-gave-it", board=match.board)
        before = {"outcome": match.outcome, "game": game and game.number, "of_game": game and game.outcome}
        reopens = number is None or boards_make(match)
        if game:
            _drop_unplayed_after(match, game)
            deciding.set_game(game, None, Source.NONE)
            live_games.reopen_live(game, now_ms=now_ms)
        if match.outcome and reopens:
            deciding.write_match(match, None, source=Source.NONE, now_ms=now_ms, note=note)
        open_called_off(match, now_ms)
        locking.note(actor, "take_back_result", match, before=before, note=note)
    return match


def check(match: Match) -> None:
    """Refuse if results of this match can no longer be taken back."""
    round_ = match.round
    if round_.status == RoundStatus.CLOSED:
        raise StepRefused("already-closed", round=round_.number)
    if round_.stage.format_rules.is_bracket:
        follower = brackets.find_follower(match)
        later = follower.round if follower else None
    else:
        later = Round.objects.filter(stage=round_.stage, number__gt=round_.number).order_by("number").first()
    if later and round_.stage.format_rules.drawn_from_results:
        raise StepRefused("drawn-from-it", round=later.number)


def boards_to_take_back(match: Match) -> list[MatchGame]:
    """List the boards of a team match with a result that did not come with the pairing."""
    return list(
        match.games.filter(step=Step.BOARD)
        .exclude(outcome="")
        .exclude(source=Source.PAIRING)
        .order_by("number")
    )


def boards_make(match: Match) -> bool:
    """Return whether the result of a team match is that of its boards, and not of a forfeit or a play-off."""
    stage = match.round.stage
    if not match.outcome or stage.tournament.entry != EntryKind.TEAM:
        return False
    return match_outcome.outcome_at_once(stage, match, deciding.own_games(match)) == match.outcome


def _board(match: Match, number: int) -> MatchGame:
    found = next((game for game in boards_to_take_back(match) if game.number == number), None)
    if found is None:
        raise StepRefused("not-decided", board=f"{match.board}.{number}")
    return found


def _deciding_game(match: Match) -> MatchGame | None:
    """Find the last game, unless the match was decided as a whole: by forfeit, lot or play-off."""
    games = deciding.own_games(match)
    entered = [game for game in games if game.outcome]
    if not match.outcome:
        if entered and match_outcome.is_series(match.round.stage):
            return entered[-1]
        raise StepRefused("not-decided", board=match.board)
    if boards_make(match):
        raise StepRefused("boards-decide")
    if match.round.stage.tournament.entry == EntryKind.TEAM:
        return None
    return games[-1] if len(entered) == len(games) else None


def _drop_unplayed_after(match: Match, game: MatchGame) -> None:
    """Delete the game that was opened because this one had a result; refuse if it is under way."""
    if not match_outcome.is_series(match.round.stage):
        return
    opened = [each for each in deciding.own_games(match) if each.number > game.number]
    if any(status != "waiting" for status in live_games.status_of(opened).values()):
        raise StepRefused("next-game-runs", board=match.board, game=opened[0].number)
    live_games.void_all(opened, REDRAWN)
    for each in opened:
        each.delete()


def call_off(*, actor: Actor, match_game: MatchGame, reason: str) -> None:
    """Void a live game; its board waits for a typed result or a new game. The games' log has the reason."""
    if not reason.strip():
        raise NotRecorded("reason-missing")
    with locking.changing(match_game.match.round.stage.tournament_id):
        held = _read_board(match_game)
        if held.outcome:
            raise StepRefused("already-decided", board=held.match.board)
        if held.game is None or held.game.voided:
            raise NotRecorded("voided")
        void_game(held.game.pk, actor, reason.strip())


def open_again(*, actor: Actor, match_game: MatchGame, now_ms: int) -> None:
    """Open a new game where one was called off and no result was typed since."""
    with locking.changing(match_game.match.round.stage.tournament_id):
        held = _read_board(match_game)
        if held.outcome or held.match.outcome:
            raise StepRefused("already-decided", board=held.match.board)
        if held.game is None or not held.game.voided:
            raise StepRefused("not-called-off")
        match = deciding.lock_match(held.match)
        open_called_off(match, now_ms)
        locking.note(actor, "open_again", match, before={"game": held.game.pk})


def _read_board(match_game: MatchGame) -> MatchGame:
    return seating.with_relatives(MatchGame.objects.select_related("game")).get(pk=match_game.pk)


def open_called_off(match: Match, now_ms: int) -> None:
    """Open games again that were called off when the result came, at a table that is free."""
    games = list(match.games.filter(outcome="").exclude(step=Step.HOUSE).select_related("table"))
    live_games.restore_all(games)
    statuses = live_games.status_of(games)
    called_off = [game for game in games if game.pk not in statuses]
    tournament = match.round.stage.tournament
    taken = seating.taken_tables(tournament, but={game.pk for game in called_off})
    for game in called_off:
        game.game = None
        if game.table_id in taken:
            game.table = None
        game.save(update_fields=["game", "table"])
    seating.seat(tournament)
    fresh = MatchGame.objects.filter(pk__in=[game.pk for game in called_off])
    seating.open_all(seating.with_relatives(fresh), now_ms=now_ms)
