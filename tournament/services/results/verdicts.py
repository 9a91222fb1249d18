"""How a match was decided, where its score alone does not say so. Computed from rows, never stored."""

from enum import StrEnum

from tournament.models import Match, Source, Step
from tournament.scores import CLASSIC, Outcome
from tournament.services.stages.stage_record import LOTS, StageRecord, board_points, outcome_of

_LEADS = {Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: -1}


class How(StrEnum):
    FORFEIT = "forfeit"
    BOTH_FORFEIT = "both-forfeit"
    LOT = "lot"
    PLAY_OFF = "play-off"
    RULING = "ruling"
    ARMAGEDDON = "armageddon"


def how(record: StageRecord, match: Match) -> How | None:
    """None while it is open, and where the games say it all."""
    if not match.outcome or match.second_id is None:
        return None
    if is_forfeit(match):
        return How.BOTH_FORFEIT if match.outcome == Outcome.BOTH_FORFEIT else How.FORFEIT
    if record.stage.kind.draw_decides:
        return None
    lead = games_lead(record, match)
    if lead == 0:
        return _how_level(record, match)
    if lead and lead * _LEADS[Outcome(match.outcome)] < 0:
        return How.RULING
    return How.ARMAGEDDON if _last_step(record, match) == Step.ARMAGEDDON else None


def is_forfeit(match: Match) -> bool:
    outcome = outcome_of(match)
    return outcome is not None and outcome.forfeited


def games_lead(record: StageRecord, match: Match) -> int | None:
    """By how many half points the games put the first-named ahead; None where none has been entered."""
    first, second = board_points(record, match)
    return None if first is None or second is None else first - second


def score_of(record: StageRecord, match: Match) -> tuple[int, int] | None:
    """Doubled: game points of a team match, games of a longer one, else what the game gave; no forfeits."""
    outcome = outcome_of(match)
    if match.second_id is None or (outcome and outcome.forfeited):
        return None
    if record.is_team_event or len(record.games_by_match.get(match.pk, ())) > 1:
        ours, theirs = board_points(record, match)
        if ours is not None and theirs is not None:
            return ours, theirs
    return CLASSIC.shares(outcome) if outcome else None


def _how_level(record: StageRecord, match: Match) -> How:
    if match.source == Source.CORRECTED:
        return How.RULING
    drawn = any(code == LOTS for code, _params in match.reasons)
    return How.LOT if drawn or not record.is_team_event else How.PLAY_OFF


def _last_step(record: StageRecord, match: Match) -> str:
    played = [game.step for game in record.games_by_match.get(match.pk, ()) if game.outcome]
    return played[-1] if played else ""
