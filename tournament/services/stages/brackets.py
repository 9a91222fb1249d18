"""Brackets computed from rows, never stored: the plan of a knockout stage, what was played, its state now."""

from collections.abc import Mapping

from tournament.formats import aftermath, bracket
from tournament.formats.aftermath import BracketEffect
from tournament.formats.bracket import Bracket, BracketPlan
from tournament.formats.reasons import Reason
from tournament.formats.series import GameResult, MatchRecord
from tournament.models import Match, MatchGame, RoundStatus, Step
from tournament.scores import RoundResult
from tournament.services.stages.stage_record import StageRecord, field_of, outcome_of, read


def plan_of(record: StageRecord) -> BracketPlan:
    plan = record.format_rules.plan(field_of(record), record.stage.chosen)
    assert plan is not None, "only a bracket is asked for its places"
    return plan


def titles_of(record: StageRecord) -> dict[str, Reason]:
    """Map each place of a bracket to the title of the match there; nothing in other formats."""
    if not record.format_rules.is_bracket or not record.entries:
        return {}
    return {place.id: place.title for place in plan_of(record).places}


def records_by_place(record: StageRecord, *, with_draft: bool = True) -> dict[str, MatchRecord]:
    """Map each place to what happened there; in a draft only the forfeits of those who left."""
    return {
        match.place: to_match_record(match, record.games_by_match.get(match.pk, []))
        for match in record.matches
        if with_draft or match.round.status != RoundStatus.DRAFT
    }


def to_match_record(match: Match, games: list[MatchGame]) -> MatchRecord:
    """Convert one match to the record that formats read."""
    outcome = outcome_of(match)
    both = frozenset(match.entrant_ids)
    results = _results(match, games, decided=bool(outcome))
    if outcome is None:
        return MatchRecord(both, results)
    sides = tuple(zip(match.entrant_ids, outcome.results, strict=True))
    if outcome.forfeited:
        left = frozenset(pk for pk, result in sides if result is RoundResult.FORFEIT_LOSS)
        return MatchRecord(both, results, forfeited=left)
    return MatchRecord(
        both, results, awarded=next((pk for pk, result in sides if result is RoundResult.WIN), None)
    )


def _results(match: Match, games: list[MatchGame], *, decided: bool) -> tuple[GameResult, ...]:
    if not games:
        return ()
    first, second = match.both_ids
    if any(game.step == Step.BOARD for game in games):
        # The boards of a team match are one score, not a series in which the first board could decide.
        return () if decided else (GameResult(first, second, None),)
    return tuple(
        GameResult(game.starter_id, second if game.starter_id == first else first, outcome_of(game))
        for game in games
        if game.outcome or not decided  # a game that was opened and then not needed was not played
    )


def find_follower(match: Match) -> Match | None:
    """Find a match of the bracket that was drawn from the result of this one; None in other formats."""
    if not match.round.stage.format_rules.is_bracket:
        return None
    record = read(match.round.stage)
    feeds = {bracket.WinnerOf(match.place), bracket.LoserOf(match.place)}
    fed = [place.id for place in plan_of(record).places if feeds & set(place.sources)]
    return next((record.by_place[place] for place in fed if place in record.by_place), None)


def bracket_of(record: StageRecord) -> Bracket:
    return compute(record, records_by_place(record))


def compute(record: StageRecord, played: Mapping[str, MatchRecord]) -> Bracket:
    """Compute the bracket of the stage with these results in place of the stored ones."""
    return bracket.compute_bracket(plan_of(record), played)


def placings(record: StageRecord) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """List (rank, entrants who share it) of all whose place is decided, best first."""
    return aftermath.placings(plan_of(record), bracket_of(record))


def effects(record: StageRecord, changed: Mapping[str, MatchRecord]) -> tuple[tuple[str, BracketEffect], ...]:
    """List what other results in these places would change."""
    before = records_by_place(record)
    return aftermath.find_affected(plan_of(record), before, before | dict(changed))
