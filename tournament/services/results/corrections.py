"""A wrong result found later: see first what a correction touches, then make it.

In a Swiss or round robin later pairings stand and the standings are computed anew. In a bracket the matches
that follow are reopened, their results kept in the log. The game's own log is never touched.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.access import permissions
from games.access.permissions import Actor
from tournament.formats import bracket_kind
from tournament.formats.aftermath import BracketEffect
from tournament.formats.bracket import BracketState
from tournament.models import (
    Entrant,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Source,
    Stage,
    StageStatus,
    Tournament,
)
from tournament.scores import Outcome, halves_text
from tournament.services import locking, standings
from tournament.services.backup import copies
from tournament.services.faults import NotDone
from tournament.services.pairing import tasks
from tournament.services.results import deciding, match_outcome
from tournament.services.rounds import lifecycle, opening
from tournament.services.stages import brackets, facts, qualifying, stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import live_games


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """An entrant whose place or points change."""

    entrant: Entrant
    rank_before: int | None
    rank_after: int | None
    points_before: str = ""
    points_after: str = ""


@dataclass(frozen=True, slots=True)
class Impact:
    """What would change: to be shown before it is done."""

    match: Match
    outcome: Outcome
    moves: tuple[PlaceChange, ...]
    reopened: tuple[Match, ...]  # begun or finished with entrants who would not stand there
    refilled: tuple[Match, ...]  # drawn, not begun, with other entrants
    unneeded: tuple[Match, ...]  # drawn, and not to be played any more
    pairings_stand: tuple[int, ...]  # published later rounds, paired on the old result
    may_be_paired_again: tuple[int, ...]  # those of them in which nothing has been played
    draft_dropped: int | None  # the draft, to be drawn again
    after_publication: bool  # only the organiser may
    was_complete: bool  # nothing was left to play in the stage

    @property
    def touches_nothing(self) -> bool:
        return not (self.moves or self.followers or self.draft_dropped)

    @property
    def followers(self) -> tuple[Match, ...]:
        """The matches of a bracket that do not stay as they are."""
        return (*self.reopened, *self.refilled, *self.unneeded)

    @property
    def has_points(self) -> bool:
        """In a bracket nobody has any."""
        return any(move.points_after for move in self.moves)


def impact(match: Match, outcome: Outcome) -> Impact:
    """What correcting this match to `outcome` would touch."""
    before = stage_record.read(match.round.stage)
    match = next(each for each in before.matches if each.pk == match.pk)
    after = _with_outcome(before, match, outcome)
    effects = _bracket_effects(before, match, outcome)
    later = [each for each in before.drawn if each.number > match.round.number]
    return Impact(
        match=match,
        outcome=outcome,
        moves=_moves(before, after),
        reopened=_rows(before, effects, BracketEffect.REOPENED),
        refilled=_rows(before, effects, BracketEffect.REFILLED),
        unneeded=_rows(before, effects, BracketEffect.UNNEEDED),
        pairings_stand=() if before.stage.kind.is_bracket else tuple(each.number for each in later),
        may_be_paired_again=tuple(each.number for each in later if _is_untouched(before, each)),
        draft_dropped=before.draft.number
        if before.draft and before.draft.number > match.round.number
        else None,
        after_publication=bool(later),
        was_complete=facts.is_complete(before),
    )


def correct(*, actor: Actor, match: Match, outcome: Outcome, note: str, now_ms: int) -> Impact:
    """Change the result of a decided match, with a note why. A later draft is dropped: draw it again."""
    with locking.changing(match.round.stage.tournament_id) as tournament:
        match = deciding.held_match(match)
        if not match.outcome:
            raise NotDone("not-decided", board=match.board)
        if match.outcome == outcome:
            raise NotDone("already-so")
        if outcome is Outcome.DRAW and not match.round.stage.kind.draw_decides:
            raise NotDone("draw-needs-more")
        touched = impact(match, outcome)
        if touched.after_publication and not permissions.may(actor, "correct_late", tournament):
            raise NotDone("after-publication")
        _check_next_stage(match, outcome)
        if touched.reopened:
            copies.make(tournament, reason="correct", now_ms=now_ms)
        before = {"outcome": match.outcome, "source": match.source}
        deciding.write_match(match, outcome, source=Source.CORRECTED, now_ms=now_ms, note=note)
        locking.note(actor, "correct", match, before=before, after={"outcome": outcome}, note=note)
        if touched.draft_dropped:
            Round.objects.filter(stage=match.round.stage, status=RoundStatus.DRAFT).delete()
        if match.round.stage.kind.is_bracket:
            drawn = [each for each in touched.followers if each.round.status != RoundStatus.DRAFT]
            _take_out(actor, drawn)
            _draw_again(match.round.stage, drawn, now_ms)
            _drop_empty_end(match.round.stage)
            _reopen(drawn)
            _settle(actor, tournament, match.round.stage, touched)
    return touched


def board_impact(match_game: MatchGame, outcome: Outcome) -> Impact | None:
    """What correcting one board or game would touch; None if its match stays as it is."""
    record = stage_record.read(match_game.match.round.stage)
    match = next(each for each in record.matches if each.pk == match_game.match_id)
    decided = _decided_with(record, match, match_game, outcome)
    return None if decided is None or decided == match.outcome else impact(match, decided)


def correct_board(
    *, actor: Actor, match_game: MatchGame, outcome: Outcome, note: str, now_ms: int
) -> Impact | None:
    """One board of a team match, or one game of a longer match, seen from the first-named of the match.

    The match follows from its boards; None if its own outcome stays as it was.
    """
    with locking.changing(match_game.match.round.stage.tournament_id):
        match = deciding.held_match(match_game.match)
        if not match_game.outcome:
            raise NotDone("not-decided", board=match.board)
        decided = _decided_with(stage_record.read(match.round.stage), match, match_game, outcome)
        before = {"game": match_game.number, "outcome": match_game.outcome}
        deciding.set_game(match_game, _of_game(match_game, match, outcome), Source.CORRECTED)
        after = {"outcome": match_game.outcome}
        locking.note(actor, "correct_board", match, before=before, after=after, note=note)
        if not match.outcome:
            deciding.after_game(match, Source.CORRECTED, now_ms)
            return None
        if decided is None or decided == match.outcome:
            return None
        return correct(actor=actor, match=match, outcome=decided, note=note, now_ms=now_ms)


def _decided_with(record: StageRecord, match: Match, game: MatchGame, outcome: Outcome) -> Outcome | None:
    """The outcome of a match in which this game ended otherwise."""
    changed = copy.copy(game)
    changed.outcome = _of_game(game, match, outcome)
    games = record.games_by_match.get(match.pk, [])
    with_it = [changed if each.pk == game.pk else each for each in games]
    return match_outcome.outcome_by_games(record, match, with_it)


def _of_game(game: MatchGame, match: Match, outcome: Outcome) -> Outcome:
    """Seen from its starter, where it was given as seen from the first-named."""
    return outcome if game.starter_id == match.first_id else outcome.swapped


def _with_outcome(record: StageRecord, match: Match, outcome: Outcome) -> StageRecord:
    changed = copy.copy(match)
    changed.outcome = outcome
    matches = tuple(changed if each.pk == match.pk else each for each in record.matches)
    return replace(record, matches=matches)


def _bracket_effects(record: StageRecord, match: Match, outcome: Outcome) -> dict[str, BracketEffect]:
    if not record.stage.kind.is_bracket:
        return {}
    games = record.games_by_match.get(match.pk, [])
    return dict(brackets.effects(record, {match.place: brackets.played(match, games, outcome)}))


def _rows(record: StageRecord, effects: dict[str, BracketEffect], wanted: BracketEffect) -> tuple[Match, ...]:
    return tuple(each for each in record.matches if effects.get(each.place) is wanted)


def _moves(before: StageRecord, after: StageRecord) -> tuple[PlaceChange, ...]:
    then = {row.entrant.pk: row for row in standings.table(before).rows}
    moves = []
    for row in standings.table(after).rows:
        old = then[row.entrant.pk]
        move = PlaceChange(row.entrant, old.rank, row.rank, _points(old), _points(row))
        if (move.rank_before, move.points_before) != (move.rank_after, move.points_after):
            moves.append(move)
    return tuple(moves)


def _points(row: standings.StandingRow) -> str:
    return halves_text(row.standing.points) if row.standing else ""


def _is_untouched(record: StageRecord, round_: Round) -> bool:
    """Published, and nothing of it played or typed."""
    matches = record.matches_by_round.get(round_.number, ())
    if any(match.outcome for match in matches if match.second_id and match.source != Source.PAIRING):
        return False
    games = [game for match in matches for game in record.games_by_match.get(match.pk, ())]
    return not any(status != "waiting" for status in live_games.status_of(games).values())


def _check_next_stage(match: Match, outcome: Outcome) -> None:
    """A stage that has begun with other qualifiers must be undone first."""
    stage = match.round.stage
    follows = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number + 1).first()
    if follows is None or not follows.rounds.exists():
        return
    before = stage_record.read(stage)
    after = _with_outcome(before, match, outcome)
    if qualifying.qualified(before) != qualifying.qualified(after):
        raise NotDone("stage-follows")


def _take_out(actor: Actor, followers: Sequence[Match]) -> None:
    """The followers go, their results into the log."""
    for follower in followers:
        games = list(MatchGame.objects.filter(match=follower))
        before = {
            "place": follower.place,
            "entrants": follower.entrant_ids,
            "outcome": follower.outcome,
            "games": [[game.number, game.starter_id, game.outcome] for game in games],
            "voided": live_games.void_all(games),
        }
        locking.note(actor, "reopen_match", follower, before=before)
        follower.delete()


def _reopen(followers: Sequence[Match]) -> None:
    """Closed rounds in which there is something to play again."""
    ids = {follower.round_id for follower in followers}
    for round_ in Round.objects.filter(pk__in=ids, status=RoundStatus.CLOSED):
        if Match.objects.open().filter(round=round_).exists():
            round_.status, round_.closed_ms = RoundStatus.PUBLISHED, None
            round_.version += 1
            round_.save()


def _settle(actor: Actor, tournament: Tournament, stage: Stage, touched: Impact) -> None:
    """The stage is over if its bracket is decided, and goes on if a correction of its end opened it again."""
    stage.refresh_from_db(fields=["status"])
    over = stage.status == StageStatus.FINISHED
    if facts.is_complete(stage_record.read(stage)):
        if not over:
            lifecycle.finish(stage, tournament, actor)
    elif touched.followers or (over and touched.was_complete):
        lifecycle.run_again(stage, tournament)


def _drop_empty_end(stage: Stage) -> None:
    """Rounds that lost all their matches go, from the end: an earlier one stays, and the numbers with it."""
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
        row = bracket_kind.row_of(ready[old.place], old.board, record.gone)
        made = tasks.to_match(row, old.round_id)
        made.save()
        fresh = Match.objects.with_names().filter(pk=made.pk)
        opening.open_games(old.round, list(fresh), now_ms=now_ms)
