"""What stands between the two names of a board: points before the round, the score, which game it is."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.formats.series import MatchTerms
from tournament.models import Match
from tournament.scores import EntrantId, halves_text
from tournament.services.results import match_outcome
from tournament.services.stages import brackets, stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public import words


@dataclass(frozen=True, slots=True)
class BetweenNames:
    points: tuple[str, str]  # of both before this round; empty where nobody has any
    game: str  # "Game 2 of 3", where a match has more than one
    open_game: int | None  # the number of the next game to be decided, in its match
    entered: bool  # whether any game of it has a result


def points_before(record: StageRecord, round_number: int) -> dict[EntrantId, str]:
    """Entrant to points when the round was drawn; nothing where points are not what pairs people."""
    if record.kind.is_bracket or not record.kind.has_rounds:
        return {}
    scoring = stage_record.scoring_of(record.stage)
    groups: tuple[str | None, ...] = tuple(record.groups) or (None,)
    pasts = [stage_record.past_of(record, group) for group in groups]
    return {
        entrant: halves_text(past.points(entrant, scoring, round_number - 1))
        for past in pasts
        for entrant in past.rows
    }


def terms_by_place(record: StageRecord) -> dict[str, MatchTerms]:
    """How each match of a bracket of players is decided; nothing elsewhere, and before it has a field."""
    if not match_outcome.is_series(record.stage) or not record.entries:
        return {}
    return {place.id: place.terms for place in brackets.plan_of(record).places}


def between_names(
    record: StageRecord, match: Match, points: Mapping[EntrantId, str], terms: Mapping[str, MatchTerms]
) -> BetweenNames:
    games = record.games_by_match.get(match.pk, [])
    title = None
    if match.place in terms:
        title = match_outcome.game_now(record, match, terms[match.place])
    return BetweenNames(
        points=(points.get(match.first_id, ""), points.get(match.second_id or 0, "")),
        game=words.reason(title) if title and title.code != "only-game" else "",
        open_game=next((game.number for game in games if not game.outcome), None),
        entered=any(game.outcome for game in games),
    )
