"""Write an outcome: into the game, from there into its match; then free what waited for the decision.

Called with the tournament locked. `entering`, `corrections` and `lots` decide who may, and when.
"""

from games.referee import UNDER_WAY
from tournament.models import EntryKind, Match, MatchGame, Round, RoundStatus, Source, Step
from tournament.scores import Outcome
from tournament.services.entries import teams
from tournament.services.faults import StepRefused
from tournament.services.results import match_outcome
from tournament.services.rounds import auto_rounds
from tournament.services.stages import brackets, stage_record
from tournament.services.stages.stage_record import LOTS
from tournament.services.tables import live_games, seating


def lock_match(match: Match) -> Match:
    """Lock a match after its tournament and read it again; only a published meeting has a result."""
    Match.objects.select_for_update().get(pk=match.pk)
    held = Match.objects.with_names().get(pk=match.pk)
    if held.second_id is None:
        raise StepRefused("no-opponent")
    if held.round.status == RoundStatus.DRAFT:
        raise StepRefused("not-published", round=held.round.number)
    return held


def write_match(
    match: Match, outcome: Outcome | None, *, source: str, now_ms: int, note: str = "", by_lot: bool = False
) -> None:
    """Decide a match (or open it again), and give its table to a game that waits."""
    match.outcome, match.source = outcome or "", source if outcome else Source.NONE
    match.decided_ms = now_ms if outcome else None
    match.note = note
    kept = [reason for reason in match.reasons if reason[0] != LOTS]
    match.reasons = [*kept, [LOTS, {}]] if by_lot else kept
    match.save(update_fields=["outcome", "source", "decided_ms", "note", "reasons"])
    stage = match.round.stage
    if not outcome:
        teams.forget_partners(match.round, match.entrant_ids)
        return
    teams.remember_partners(match)
    still_open = match.games.filter(outcome="", game__isnull=False).select_related("game")
    live_games.stop_all(still_open, outcome, source)
    seating.seat(stage.tournament)
    auto_rounds.continue_after_commit(stage, now_ms=now_ms, may_copy=source != Source.GAME)
    if not stage.format_rules.has_rounds:
        Round.objects.filter(pk=match.round_id).update(status=RoundStatus.CLOSED, closed_ms=now_ms)


def enter(match: Match, outcome: Outcome, number: int | None, source: str, now_ms: int) -> None:
    """Enter the outcome of a match, or of its open game `number`, seen from the first-named."""
    stage = match.round.stage
    is_team_match = stage.tournament.entry == EntryKind.TEAM
    needs_winner = stage.format_rules.is_bracket
    if number is None and (
        is_team_match
        or (needs_winner and outcome.forfeited)
        or (needs_winner and match_outcome.wants_lots(stage_record.read(stage), match))
    ):
        if outcome is Outcome.DRAW and needs_winner:
            raise StepRefused("level-teams" if is_team_match else "level-match")
        write_match(match, outcome, source=source, now_ms=now_ms)
        return
    game = _open_game(match, number)
    set_game(game, match_outcome.change_view(game, match, outcome), source)
    live_games.end_live(game, now_ms=now_ms)
    after_game(match, source, now_ms)


def _open_game(match: Match, number: int | None) -> MatchGame:
    games = match.games.filter(outcome="").exclude(step=Step.HOUSE)
    games = games.select_related("game").order_by("number")
    game = games.first() if number is None else games.filter(number=number).first()
    if game is None:
        raise StepRefused("already-decided", board=match.board)
    return game


def set_game(match_game: MatchGame, outcome: Outcome | None, source: str) -> None:
    match_game.outcome, match_game.source = outcome or "", source if outcome else Source.NONE
    match_game.save(update_fields=["outcome", "source"])


def after_game(match: Match, source: str, now_ms: int) -> None:
    """Decide the match if its games do; otherwise open the next of them."""
    outcome = decide(match, now_ms)
    if outcome:
        write_match(match, outcome, source=source, now_ms=now_ms)


def decide(match: Match, now_ms: int) -> Outcome | None:
    """Return the outcome that the games of a match give, or None after opening the next game it needs."""
    stage = match.round.stage
    games = own_games(match)
    if not match_outcome.is_series(stage):
        return match_outcome.outcome_at_once(stage, match, games)
    series = match_outcome.series_of(stage_record.read(stage), match)
    if series.next_game is not None:
        live_games.seat_next(match, series.next_game, now_ms=now_ms)
    return match_outcome.outcome_of_series(match, series, games)


def own_games(match: Match) -> list[MatchGame]:
    """List the games that count for a match, in their order."""
    return list(match.games.exclude(step=Step.HOUSE).order_by("number"))


def take_back(match: Match) -> bool:
    """Open a match again that a reopened game had decided, unless something was drawn from it already."""
    if match.source != Source.GAME or brackets.find_follower(match):
        return False
    match.outcome, match.source, match.decided_ms = "", Source.NONE, None
    match.save(update_fields=["outcome", "source", "decided_ms"])
    teams.forget_partners(match.round, match.entrant_ids)
    return True


def check_not_running(match: Match, number: int | None, confirm: bool) -> None:
    """Refuse to overwrite a running game by mistake."""
    running = match.games.filter(outcome="", game__status__in=UNDER_WAY, game__voided=False)
    if number is not None:
        running = running.filter(number=number)
    if not confirm and running.exists():
        raise StepRefused("game-running", board=match.board)
