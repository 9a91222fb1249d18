"""Preview what a correction would change: places, followers in a bracket, later pairings."""

import copy
from dataclasses import dataclass, replace

from tournament.formats.aftermath import BracketEffect
from tournament.formats.reasons import Reason
from tournament.formats.series import games_to_score
from tournament.models import Entrant, Match, MatchGame, Round, Source, Stage
from tournament.scores import Outcome, halves_text
from tournament.services import standings
from tournament.services.faults import StepRefused
from tournament.services.results import match_outcome
from tournament.services.results.match_outcome import Score, change_view, words_of
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
    """What a correction would change, shown before it is made."""

    match: Match
    outcome: Outcome | None  # of the match; None: its games do not decide it any more
    moves: tuple[PlaceChange, ...]
    reopened: tuple[Match, ...]  # begun or finished with entrants who would not be in them
    refilled: tuple[Match, ...]  # drawn, not begun, with other entrants
    unneeded: tuple[Match, ...]  # drawn, and not to be played any more
    pairings_stand: tuple[int, ...]  # published later rounds, paired on the old result
    may_be_paired_again: tuple[int, ...]  # those of them in which nothing has been played
    draft_dropped: int | None  # the number of the draft to be drawn again
    after_publication: bool  # only the organiser may make the correction
    was_complete: bool  # nothing was left to play in the stage
    group: str  # in which the places change, where there are groups
    next_stage_stands: bool  # it was drawn from the current order: refused until that is undone
    next_game: Reason | None = None  # the next game of a match that is opened again
    wants_lots: bool = False  # or it is level after all its games

    @property
    def match_stands(self) -> bool:
        return self.match.outcome == (self.outcome or "")

    @property
    def reopens(self) -> bool:
        return bool(self.match.outcome) and self.outcome is None

    @property
    def touches_nothing(self) -> bool:
        return not (self.moves or self.followers or self.draft_dropped)

    @property
    def followers(self) -> tuple[Match, ...]:
        """The matches of a bracket that change."""
        return (*self.reopened, *self.refilled, *self.unneeded)

    @property
    def has_points(self) -> bool:
        """Whether there are points: not in a bracket."""
        return any(move.points_after for move in self.moves)


def impact(match: Match, outcome: Outcome) -> Impact:
    """Preview the correction of this match to `outcome`."""
    before = stage_record.read(match.round.stage)
    match = next(each for each in before.matches if each.pk == match.pk)
    return _impact(before, _with_outcome(before, match, outcome), match, outcome)


def board_impact(match_game: MatchGame, outcome: Outcome) -> Impact:
    """Preview the correction of one board or game, even if its match keeps its outcome: game points count."""
    before = stage_record.read(match_game.match.round.stage)
    match = next(each for each in before.matches if each.pk == match_game.match_id)
    changed = copy.copy(match_game)
    changed.outcome = change_view(match_game, match, outcome)
    games = tuple(changed if each.pk == match_game.pk else each for each in before.games)
    after = replace(before, games=games)
    decided = _decided_by_games(before, after, match)
    return _impact(before, _with_outcome(after, match, decided), match, decided)


def score_impact(match: Match, score: Score) -> Impact:
    """Preview the correction of a longer match to another score, with its games."""
    before = stage_record.read(match.round.stage)
    match = next(each for each in before.matches if each.pk == match.pk)
    games = games_for_score(before, match, score)
    others = tuple(game for game in before.games if game.match_id != match.pk)
    after = replace(before, games=(*others, *games))
    decided = match_outcome.outcome_by_games(after, match, games)
    return _impact(before, _with_outcome(after, match, decided), match, decided)


def games_for_score(record: StageRecord, match: Match, score: Score) -> list[MatchGame]:
    """Build the unsaved games for a score: the existing ones with other results, and more if needed."""
    outcomes = games_to_score((0, 0), score) or ()
    known = record.games_by_match.get(match.pk, [])
    first_starts = not known or known[0].starter_id == match.first_id
    order = match.both_ids if first_starts else match.both_ids[::-1]
    games = []
    for index, outcome in enumerate(outcomes):
        if index < len(known):
            game = copy.copy(known[index])
        else:
            control = known[0].control if known else ""
            game = MatchGame(match=match, number=index + 1, starter_id=order[index % 2], control=control)
        game.outcome = change_view(game, match, outcome)
        games.append(game)
    if not _decide_at_the_end(record, match, games):
        raise StepRefused("not-a-final-score", score=words_of(score))
    return games


def _decide_at_the_end(record: StageRecord, match: Match, games: list[MatchGame]) -> bool:
    """Return whether these games decide the match, and only the last of them does."""
    if not games:
        return False
    return bool(match_outcome.outcome_by_games(record, match, games)) and not (
        games[:-1] and match_outcome.outcome_by_games(record, match, games[:-1])
    )


def _impact(before: StageRecord, after: StageRecord, match: Match, outcome: Outcome | None) -> Impact:
    effects: dict[str, BracketEffect] = {}
    if before.stage.format_rules.is_bracket:
        effects |= brackets.effects(before, {match.place: brackets.records_by_place(after)[match.place]})
    changed = stage_record.outcome_of(match) != outcome
    later = [each for each in before.drawn if each.number > match.round.number] if changed else []
    draft = before.draft if changed and before.draft and before.draft.number > match.round.number else None
    reopens = bool(match.outcome) and outcome is None
    # Pairings of a schedule do not depend on results, and in a bracket the effects are known match by match.
    format_rules = before.stage.format_rules
    paired_on_results = format_rules.drawn_from_results and not format_rules.is_bracket
    return Impact(
        match=match,
        outcome=outcome,
        moves=_moves(before, after),
        reopened=_rows(before, effects, BracketEffect.REOPENED),
        refilled=_rows(before, effects, BracketEffect.REFILLED),
        unneeded=_rows(before, effects, BracketEffect.UNNEEDED),
        pairings_stand=tuple(each.number for each in later) if paired_on_results else (),
        may_be_paired_again=tuple(
            each.number for each in later if paired_on_results and _is_untouched(before, each)
        ),
        draft_dropped=draft.number if draft else None,
        after_publication=bool(later and (not format_rules.is_bracket or brackets.find_follower(match))),
        was_complete=facts.is_complete(before),
        group=before.group_of[match.first_id],
        next_stage_stands=_next_stage_stands(before, after, reopens),
        next_game=match_outcome.next_game_of(after, match) if reopens else None,
        wants_lots=reopens and match_outcome.wants_lots(after, match),
    )


def _decided_by_games(before: StageRecord, after: StageRecord, match: Match) -> Outcome | None:
    """Return the outcome of a match after its games have changed.

    An outcome that was decided without them (by lots, a play-off, a ruling) stays until the games give
    another one.
    """
    said, says = (
        match_outcome.outcome_by_games(record, match, record.games_by_match.get(match.pk, []))
        for record in (before, after)
    )
    stands = stage_record.outcome_of(match)
    rests_on_games = said == stands
    return says if rests_on_games or says not in (None, said) else stands


def _with_outcome(record: StageRecord, match: Match, outcome: Outcome | None) -> StageRecord:
    changed = copy.copy(match)
    changed.outcome = outcome or ""
    matches = tuple(changed if each.pk == match.pk else each for each in record.matches)
    return replace(record, matches=matches)


def _rows(record: StageRecord, effects: dict[str, BracketEffect], wanted: BracketEffect) -> tuple[Match, ...]:
    return tuple(each for each in record.matches if effects.get(each.place) is wanted)


def _moves(before: StageRecord, after: StageRecord) -> tuple[PlaceChange, ...]:
    then = {row.entrant.pk: row for row in _rows_of_tables(before)}
    moves = []
    for row in _rows_of_tables(after):
        old = then[row.entrant.pk]
        move = PlaceChange(row.entrant, old.rank, row.rank, _points(old), _points(row))
        if (move.rank_before, move.points_before) != (move.rank_after, move.points_after):
            moves.append(move)
    return tuple(moves)


def _rows_of_tables(record: StageRecord) -> list[standings.StandingRow]:
    return [row for shown in standings.by_group(record).values() for row in shown.rows]


def _points(row: standings.StandingRow) -> str:
    return halves_text(row.standing.points) if row.standing else ""


def _is_untouched(record: StageRecord, round_: Round) -> bool:
    """Return whether nothing of a published round is played or typed."""
    matches = record.matches_by_round.get(round_.number, ())
    if any(match.outcome for match in matches if match.second_id and match.source != Source.PAIRING):
        return False
    games = [game for match in matches for game in record.games_by_match.get(match.pk, ())]
    return not any(status != "waiting" for status in live_games.status_of(games).values())


def _next_stage_stands(before: StageRecord, after: StageRecord, reopens: bool) -> bool:
    """Return whether the next stage has begun with other qualifiers than there would be."""
    stage = before.stage
    follows = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number + 1).first()
    if follows is None or not follows.rounds.exists():
        return False
    return reopens or qualifying.qualified(before) != qualifying.qualified(after)
