"""The result that somebody looked at before changing it: a change made from an older one is refused.

Two arbiters may have the same match open. The second is told what stands now and looks again.
"""

from tournament.models import EntryKind, Match
from tournament.scores import Outcome, score_text
from tournament.services.faults import NotDone
from tournament.services.results import match_outcome
from tournament.services.results.match_scores import words_of
from tournament.services.stages import stage_record


def seen_result(match: Match) -> str:
    """The match and its games as they stand, for a form to carry: `first-wins/typed 1:first-wins/typed/0`.

    Each with whose word it is, so that nobody undoes what another decided about the same two results; and
    with when its live game ended, which may have been opened and played again.
    """
    decided = match.games.exclude(outcome="", game__ended_ms=None).order_by("number")
    games = decided.values_list("number", "outcome", "source", "game__ended_ms")
    told = (f"{number}:{outcome}/{source}/{ended_ms or 0}" for number, outcome, source, ended_ms in games)
    return " ".join([f"{match.outcome or 'open'}/{match.source}", *told])


def refuse_if_changed(match: Match, seen: str | None) -> None:
    """Called with the match held. None: whoever asks has not shown anything to anybody."""
    if seen is None or seen == seen_result(match):
        return
    if score := _score(match):
        raise NotDone("result-changed", board=match.board, score=score)
    raise NotDone("result-gone", board=match.board)


def _score(match: Match) -> str:
    stage = match.round.stage
    if match_outcome.is_series(stage) or stage.tournament.entry == EntryKind.TEAM:
        first, second = stage_record.board_points(stage_record.read(stage), match)
        if first is not None and second is not None:
            return words_of((first, second))
    if not match.outcome:
        return ""
    return score_text(*(mark.sign for mark in Outcome(match.outcome).marks if mark))
