"""The score of a longer match as a whole: `2-1` entered at once, with all the games that it implies."""

import re

from games.access.permissions import Actor
from tournament.formats.series import games_to_score
from tournament.models import EntryKind, Match, Source
from tournament.scores import halves_text, score_text
from tournament.services import locking
from tournament.services.faults import NotDone
from tournament.services.results import deciding, match_outcome
from tournament.services.stages import stage_record

# Doubled points of the first-named and of the second.
Score = tuple[int, int]

_SCORE = re.compile(r"(\d{0,2})(½|[.,]5)?[-:–](\d{0,2})(½|[.,]5)?")


def read_score(text: str) -> Score | None:
    """`2-1`, `1½:½`, `1.5-0.5`; None for what is no score.

    >>> read_score("2-1"), read_score("1½ - ½"), read_score("2.5:0.5"), read_score("-")
    ((4, 2), (3, 1), (5, 1), None)
    """
    read = _SCORE.fullmatch("".join(text.split()))
    if read is None:
        return None
    sides = (read[1], read[2]), (read[3], read[4])
    if not all(whole or half for whole, half in sides):
        return None
    first, second = (2 * int(whole or 0) + bool(half) for whole, half in sides)
    return first, second


def words_of(score: Score) -> str:
    return score_text(*map(halves_text, score))


def type_score(*, actor: Actor, match: Match, score: Score, now_ms: int, confirm: bool = False) -> Match:
    """Enter the games of a match that lead to this score, seen from the first-named: all of them, or none."""
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.held_match(match)
        stage = match.round.stage
        if not match_outcome.is_series(stage):
            _refuse_single(match, score)
        stands = _gained(match)
        if match.outcome:
            raise NotDone("already-so" if stands == score else "already-decided", board=match.board)
        games = games_to_score(stands, score)
        if not games:
            raise NotDone("not-this-score", board=match.board, score=words_of(score), stands=words_of(stands))
        deciding.check_not_running(match, None, confirm)
        for outcome in games:
            if match.outcome:
                raise NotDone("not-so-many-games", board=match.board, score=words_of(score))
            deciding.enter(match, outcome, None, Source.TYPED, now_ms)
        if _gained(match) != score:
            raise NotDone("not-so-many-games", board=match.board, score=words_of(score))
        locking.note(actor, "type_result", match, after={"score": words_of(score)})
    return match


def _refuse_single(match: Match, score: Score) -> None:
    """Where a match is one game, or the boards of two teams."""
    if match.round.stage.tournament.entry == EntryKind.TEAM:
        raise NotDone("which-board", board=match.board, number=1)
    raise NotDone("not-a-series", board=match.board, score=words_of(score))


def _gained(match: Match) -> Score:
    first, second = stage_record.board_points(stage_record.read(match.round.stage), match)
    return first or 0, second or 0
