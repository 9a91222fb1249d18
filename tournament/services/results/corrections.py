"""Correct a wrong result: preview what a correction changes (`correction_preview`), then make it.

In a Swiss or round robin later pairings stay and the standings follow. In a bracket the matches that follow
are reopened, and the log records their results; a match that its games do not decide any more continues. The
log of the game itself is never changed.
"""

from collections.abc import Sequence

from games.access import permissions
from games.access.permissions import Actor
from games.close_reason import REDRAWN
from tournament.formats import bracket_format
from tournament.formats.bracket import BracketState
from tournament.models import (
    EntryKind,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Source,
    Stage,
    StageStatus,
    Tournament,
)
from tournament.scores import Outcome
from tournament.services import locking
from tournament.services.backup import copies
from tournament.services.faults import StepRefused
from tournament.services.pairing import tasks
from tournament.services.results import correction_preview, deciding, match_outcome, taking_back
from tournament.services.results.correction_preview import Impact
from tournament.services.results.match_outcome import Score, change_view, words_of
from tournament.services.rounds import lifecycle
from tournament.services.stages import brackets, facts, stage_record
from tournament.services.tables import live_games, seating


def correct(
    *, actor: Actor, match: Match, outcome: Outcome, note: str, now_ms: int, seen: str | None = None
) -> Impact:
    """Change the result of a decided match, with a note why. A later draft is deleted: draw it again.

    Here and below `seen` is the result that it was decided from (`match_outcome.seen_result`).
    """
    _copy_before(match, now_ms)
    with locking.changing(match.round.stage.tournament_id) as tournament:
        match = deciding.lock_match(match)
        if not match.outcome:
            raise StepRefused("not-decided", board=match.board)
        if match.outcome == outcome:
            raise StepRefused("already-so")
        match_outcome.refuse_if_changed(match, seen)
        if outcome is Outcome.DRAW and match.round.stage.format_rules.is_bracket:
            raise StepRefused("draw-needs-more")
        touched = correction_preview.impact(match, outcome)
        _check_allowed(actor, tournament, touched)
        _correct_only_game(match, outcome)
        _change_outcome(actor, tournament, match, touched, note, now_ms)
    return touched


def _correct_only_game(match: Match, outcome: Outcome) -> None:
    """Correct the only game of a match with it, if the game was typed.

    The result of a live game stays: there the correction is a ruling against it.
    """
    if match.round.stage.tournament.entry == EntryKind.TEAM:
        return
    games = deciding.own_games(match)
    if len(games) == 1 and games[0].source != Source.GAME:
        deciding.set_game(games[0], change_view(games[0], match, outcome), Source.CORRECTED)


def correct_score(
    *, actor: Actor, match: Match, score: Score, note: str, now_ms: int, seen: str | None = None
) -> Impact:
    """Change the score of a longer match as a whole; its games become those that the score implies."""
    _copy_before(match, now_ms)
    with locking.changing(match.round.stage.tournament_id) as tournament:
        match = deciding.lock_match(match)
        record = stage_record.read(match.round.stage)
        if not match_outcome.is_series(match.round.stage):
            raise StepRefused("not-a-series", board=match.board, score=words_of(score))
        if not match.outcome:
            raise StepRefused("not-decided", board=match.board)
        first, second = stage_record.board_points(record, match)
        if (first, second) == score:
            raise StepRefused("already-so")
        match_outcome.refuse_if_changed(match, seen)
        touched = correction_preview.score_impact(match, score)
        _check_allowed(actor, tournament, touched)
        before = {"score": words_of((first or 0, second or 0))}
        _save_games(match, correction_preview.games_for_score(record, match, score))
        locking.note(actor, "correct", match, before=before, after={"score": words_of(score)}, note=note)
        if touched.match_stands:
            match.source, match.note = Source.CORRECTED, note
            match.save(update_fields=["source", "note"])
        else:
            _change_outcome(actor, tournament, match, touched, note, now_ms)
    return touched


def _save_games(match: Match, games: Sequence[MatchGame]) -> None:
    """Save these games as those of the match; void one that was played and does not count any more."""
    gone = [game for game in deciding.own_games(match) if game.number > len(games)]
    live_games.void_all(gone, REDRAWN)
    for game in gone:
        game.delete()
    for game in games:
        game.source = Source.CORRECTED
        game.save()


def correct_board(
    *,
    actor: Actor,
    match_game: MatchGame,
    outcome: Outcome,
    note: str,
    now_ms: int,
    seen: str | None = None,
) -> Impact:
    """Correct a board of a team match, or a game of a longer one, seen from the first-named of the match.

    The match follows from its boards: it has another outcome, or none, and then continues with its deciders.
    """
    _copy_before(match_game.match, now_ms)
    with locking.changing(match_game.match.round.stage.tournament_id) as tournament:
        match = deciding.lock_match(match_game.match)
        match_outcome.refuse_if_changed(match, seen)
        if not match_game.outcome:
            raise StepRefused("not-decided", board=match.board)
        touched = correction_preview.board_impact(match_game, outcome)
        if match.outcome:
            _check_allowed(actor, tournament, touched)
        before = {"game": match_game.number, "outcome": match_game.outcome}
        deciding.set_game(match_game, change_view(match_game, match, outcome), Source.CORRECTED)
        after = {"outcome": match_game.outcome}
        locking.note(actor, "correct_board", match, before=before, after=after, note=note)
        if not match.outcome:
            deciding.after_game(match, Source.CORRECTED, now_ms)
        elif not touched.match_stands:
            _change_outcome(actor, tournament, match, touched, note, now_ms)
    return touched


def take_live(
    *, actor: Actor, match_game: MatchGame, note: str, now_ms: int, seen: str | None = None
) -> Impact:
    """Replace a typed result by that of the live game on this board."""
    said = live_games.outcome_of(match_game)
    if said is None:
        raise StepRefused("not-decided", board=match_game.match.board)
    match = match_game.match
    outcome = change_view(match_game, match, said)
    if match_game.outcome and match_game.source != Source.GAME:
        return correct_board(
            actor=actor, match_game=match_game, outcome=outcome, note=note, now_ms=now_ms, seen=seen
        )
    return correct(actor=actor, match=match, outcome=outcome, note=note, now_ms=now_ms, seen=seen)


def _copy_before(match: Match, now_ms: int) -> None:
    """Make a backup, before anything is locked, if a correction may take matches away that follow."""
    if match.outcome and brackets.find_follower(match):
        copies.make(match.round.stage.tournament, reason="correct", now_ms=now_ms)


def _check_allowed(actor: Actor, tournament: Tournament, touched: Impact) -> None:
    if touched.after_publication and not permissions.may(actor, "correct_late", tournament):
        raise StepRefused("after-publication")
    if touched.next_stage_stands:
        raise StepRefused("stage-follows")


def _change_outcome(
    actor: Actor, tournament: Tournament, match: Match, touched: Impact, note: str, now_ms: int
) -> None:
    """Give the match its other outcome, or open it again, and redraw what was drawn from the old one."""
    stage = match.round.stage
    before = {"outcome": match.outcome, "source": match.source}
    deciding.write_match(match, touched.outcome, source=Source.CORRECTED, now_ms=now_ms, note=note)
    locking.note(actor, "correct", match, before=before, after={"outcome": touched.outcome}, note=note)
    if touched.draft_dropped:
        Round.objects.filter(stage=stage, status=RoundStatus.DRAFT).delete()
    if stage.format_rules.is_bracket:
        drawn = [each for each in touched.followers if each.round.status != RoundStatus.DRAFT]
        _take_out(actor, drawn)
        if touched.outcome is None:
            # Games that were called off are opened again; without any, the next one by the rule is opened.
            taking_back.open_called_off(match, now_ms)
            deciding.decide(match, now_ms)
        _draw_again(stage, drawn, now_ms)
        _drop_empty_end(stage)
        _reopen([match, *drawn])
        _update_stage_status(actor, tournament, stage, touched)


def _take_out(actor: Actor, followers: Sequence[Match]) -> None:
    """Delete the followers; their results go into the log."""
    for follower in followers:
        games = list(MatchGame.objects.filter(match=follower))
        before = {
            "place": follower.place,
            "entrants": follower.entrant_ids,
            "outcome": follower.outcome,
            "games": [[game.number, game.starter_id, game.outcome] for game in games],
            "voided": live_games.void_all(games, REDRAWN),
        }
        locking.note(actor, "reopen_match", follower, before=before)
        follower.delete()


def _reopen(touched: Sequence[Match]) -> None:
    """Reopen closed rounds that have open matches again."""
    ids = {match.round_id for match in touched}
    for round_ in Round.objects.filter(pk__in=ids, status=RoundStatus.CLOSED):
        if Match.objects.open().filter(round=round_).exists():
            round_.status, round_.closed_ms = RoundStatus.PUBLISHED, None
            round_.version += 1
            round_.save()


def _update_stage_status(actor: Actor, tournament: Tournament, stage: Stage, touched: Impact) -> None:
    """Finish the stage if its bracket is decided; continue it if a correction of its end opened it again."""
    stage.refresh_from_db(fields=["status"])
    over = stage.status == StageStatus.FINISHED
    if facts.is_complete(stage_record.read(stage)):
        if not over:
            lifecycle.finish(stage, tournament, actor)
    elif touched.followers or (over and touched.was_complete):
        lifecycle.set_running(stage, tournament)


def _drop_empty_end(stage: Stage) -> None:
    """Delete rounds that lost all their matches, from the end: an earlier one stays, to keep the numbers."""
    for round_ in stage.rounds.order_by("-number"):
        if round_.matches.exists():
            break
        round_.delete()


def _draw_again(stage: Stage, followers: Sequence[Match], now_ms: int) -> None:
    record = stage_record.read(stage)
    ready = {
        each.place: each for each in brackets.bracket_of(record).matches if each.state is BracketState.READY
    }
    for old in followers:
        if old.place not in ready:
            continue
        row = bracket_format.row_of(ready[old.place], old.board, record.gone)
        made = tasks.to_match(row, old.round_id)
        made.save()
        fresh = Match.objects.with_names().filter(pk=made.pk)
        seating.seat_round(old.round, list(fresh), now_ms=now_ms)
