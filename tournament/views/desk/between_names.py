"""What stands between the two names of a board: points before the round, and which game it is."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.formats.series import MatchTerms
from tournament.models import Match
from tournament.scores import EntrantId
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public import pairings


@dataclass(frozen=True, slots=True)
class BetweenNames:
    points: tuple[str, str]  # of both before this round; empty where nobody has any
    game: str  # "Game 2 of 3", where a match has more than one
    open_game: int | None  # the number of the next game to be decided, in its match
    entered: bool  # whether any game of it has a result


def between_names(
    record: StageRecord, match: Match, points: Mapping[EntrantId, str], terms: Mapping[str, MatchTerms]
) -> BetweenNames:
    games = record.games_by_match.get(match.pk, [])
    return BetweenNames(
        points=(points.get(match.first_id, ""), points.get(match.second_id or 0, "")),
        game=pairings.game_now(record, match, terms),
        open_game=next((game.number for game in games if not game.outcome), None),
        entered=any(game.outcome for game in games),
    )
