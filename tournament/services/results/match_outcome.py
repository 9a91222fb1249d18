"""Read a match by its games: its outcome, its score, how it was decided, and what a page showed of it.

The format and the tournament decide how games count. Nothing is written here.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from tournament.formats import series, team_match
from tournament.formats.reasons import Reason
from tournament.formats.series import MatchTerms, Series
from tournament.models import EntryKind, Match, MatchGame, Source, Stage, Step
from tournament.scores import CLASSIC, Outcome, halves_text, score_text
from tournament.services.faults import StepRefused
from tournament.services.stages import brackets
from tournament.services.stages.stage_record import LOTS, StageRecord, board_points, outcome_of, read

# Doubled points of the first-named and of the second.
Score = tuple[int, int]

_SCORE = re.compile(r"(\d{0,2})(½|[.,]5)?[-:–](\d{0,2})(½|[.,]5)?")
_LEADS = {Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: -1}


class How(StrEnum):
    """How a match was decided, where its score alone does not show it."""

    FORFEIT = "forfeit"
    BOTH_FORFEIT = "both-forfeit"
    LOT = "lot"
    PLAY_OFF = "play-off"
    RULING = "ruling"
    ARMAGEDDON = "armageddon"


def change_view(game: MatchGame, match: Match, outcome: Outcome) -> Outcome:
    """Turn an outcome as the first-named of the match sees it into that of the game's starter, or back."""
    return outcome if game.starter_id == match.first_id else outcome.swapped


def is_series(stage: Stage) -> bool:
    """Return whether a match continues from game to game until it has a winner, as between players in a
    bracket.
    """
    return stage.format_rules.is_bracket and stage.tournament.entry != EntryKind.TEAM


def outcome_by_games(record: StageRecord, match: Match, games: Sequence[MatchGame]) -> Outcome | None:
    """Return the outcome that these games give a match; None while they do not decide it."""
    if not is_series(record.stage):
        return outcome_at_once(record.stage, match, games)
    return outcome_of_series(match, series_of(record, match, games), games)


def outcome_at_once(stage: Stage, match: Match, games: Sequence[MatchGame]) -> Outcome | None:
    """Return the outcome of a match that is no series: of its boards together, or of its only game."""
    if stage.tournament.entry == EntryKind.TEAM:
        outcome = _team_score(games)
        # Where a winner is needed, level teams wait for lots, or for the arbiter.
        return None if outcome is Outcome.DRAW and not stage.format_rules.draw_decides else outcome
    only = games[0]
    return change_view(only, match, Outcome(only.outcome)) if only.outcome else None


def outcome_of_series(match: Match, found: Series, games: Sequence[MatchGame]) -> Outcome | None:
    """Return the outcome of a series. A match of one game is decided as that game was, forfeits included."""
    if not found.over:
        return None
    if found.winner is None:
        return Outcome.BOTH_FORFEIT
    first_won = found.winner == match.first_id
    if any(Outcome(game.outcome).over_the_board for game in games if game.outcome):
        return Outcome.FIRST_WINS if first_won else Outcome.SECOND_WINS
    return Outcome.SECOND_FORFEITS if first_won else Outcome.FIRST_FORFEITS


def series_of(record: StageRecord, match: Match, games: Sequence[MatchGame] | None = None) -> Series:
    """Compute the state of a knockout match from its games alone (or from these in their place)."""
    undecided = Match(first_id=match.first_id, second_id=match.second_id)
    of_it = record.games_by_match.get(match.pk, []) if games is None else list(games)
    now = brackets.records_by_place(record) | {match.place: brackets.to_match_record(undecided, of_it)}
    found = brackets.compute(record, now).at(match.place)
    if found.series is None:
        raise StepRefused("changed-meanwhile")
    return found.series


def terms_by_place(record: StageRecord) -> dict[str, MatchTerms]:
    """Map each place of a bracket to how its match is decided; nothing where a match is no series."""
    if not is_series(record.stage) or not record.entries:
        return {}
    return {place.id: place.terms for place in brackets.plan_of(record).places}


def game_now(record: StageRecord, match: Match, terms: MatchTerms) -> Reason | None:
    """Return which game of the match is to be played now; None if it is decided, or only lots can decide it.

    Called for every board of a page, so it works from the match alone, without the rest of the bracket.
    """
    games = record.games_by_match.get(match.pk, [])
    if match.outcome or match.second_id is None or not games:
        return None
    undecided = Match(first_id=match.first_id, second_id=match.second_id)
    so_far = brackets.to_match_record(undecided, [game for game in games if game.outcome])
    starts = games[0].starter_id == match.first_id
    found = series.compute_series(match.first_id, match.second_id, so_far, terms, one_starts=starts).next_game
    return found.title if found else None


def next_to_play(record: StageRecord, match: Match) -> Reason | None:
    """Return the next game of a match, whether it has been opened or not."""
    terms = terms_by_place(record).get(match.place)
    return game_now(record, match, terms) if terms else None


def next_game_of(record: StageRecord, match: Match) -> Reason | None:
    """Return the next game of a match whose games are all played and do not decide it."""
    if not is_series(record.stage):
        return None
    found = series_of(record, match).next_game
    return found.title if found else None


def wants_lots(record: StageRecord, match: Match) -> bool:
    """Return whether a match that needs a winner is still level after all its games."""
    if record.stage.format_rules.draw_decides:
        return False
    if record.is_team_tournament:
        games = record.games_by_match.get(match.pk, [])
        return bool(games) and _team_score(games) is Outcome.DRAW
    return series_of(record, match).wants_lots


def _team_score(games: Sequence[MatchGame]) -> Outcome | None:
    played = [
        team_match.TeamBoard(game.number, game.starter_player_id, game.second_player_id, outcome_of(game))
        for game in games
    ]
    return team_match.add_up_boards(played).outcome


def how_decided(record: StageRecord, match: Match) -> How | None:
    """Return how a match was decided; None while it is open, and where the games show it."""
    if not match.outcome or match.second_id is None:
        return None
    if is_forfeit(match):
        return How.BOTH_FORFEIT if match.outcome == Outcome.BOTH_FORFEIT else How.FORFEIT
    if record.stage.format_rules.draw_decides:
        return None
    first, second = board_points(record, match)
    lead = None if first is None or second is None else first - second
    if lead == 0:
        if match.source == Source.CORRECTED:
            return How.RULING
        drawn = any(code == LOTS for code, _params in match.reasons)
        return How.LOT if drawn or not record.is_team_tournament else How.PLAY_OFF
    if lead and lead * _LEADS[Outcome(match.outcome)] < 0:
        return How.RULING
    played = [game.step for game in record.games_by_match.get(match.pk, ()) if game.outcome]
    return How.ARMAGEDDON if played[-1:] == [Step.ARMAGEDDON] else None


def is_forfeit(match: Match) -> bool:
    outcome = outcome_of(match)
    return outcome is not None and outcome.forfeited


def score_of(record: StageRecord, match: Match) -> Score | None:
    """Return the game points of a longer or team match, otherwise the game's score; None for a forfeit."""
    if match.second_id is None or is_forfeit(match):
        return None
    if record.is_team_tournament or len(record.games_by_match.get(match.pk, ())) > 1:
        ours, theirs = board_points(record, match)
        if ours is not None and theirs is not None:
            return ours, theirs
    outcome = outcome_of(match)
    return CLASSIC.shares(outcome) if outcome else None


def read_score(text: str) -> Score | None:
    """Read `2-1`, `1½:½` or `1.5-0.5`; None for what is no score.

    >>> read_score("2-1"), read_score("1½ - ½"), read_score("2.5:0.5"), read_score("-")
    ((4, 2), (3, 1), (5, 1), None)
    """
    found = _SCORE.fullmatch("".join(text.split()))
    if found is None:
        return None
    sides = (found[1], found[2]), (found[3], found[4])
    if not all(whole or half for whole, half in sides):
        return None
    first, second = (2 * int(whole or 0) + bool(half) for whole, half in sides)
    return first, second


def words_of(score: Score) -> str:
    return score_text(*map(halves_text, score))


def seen_result(match: Match) -> str:
    """Write the match and its games as a text for a form: `first-wins/typed 1:first-wins/typed/0`.

    Each result comes with its source, so that a decision about the same two results is not undone by mistake;
    and with when its live game ended, which may have been opened and played again.
    """
    decided = match.games.exclude(outcome="", game__ended_ms=None).order_by("number")
    games = decided.values_list("number", "outcome", "source", "game__ended_ms")
    parts = (f"{number}:{outcome}/{source}/{ended_ms or 0}" for number, outcome, source, ended_ms in games)
    return " ".join([f"{match.outcome or 'open'}/{match.source}", *parts])


def refuse_if_changed(match: Match, seen: str | None) -> None:
    """Refuse a change that was decided from an older result, and name the current one.

    Two arbiters may have the same match open. Called with the match locked; `seen` is None where no result
    was shown.
    """
    if seen is None or seen == seen_result(match):
        return
    stage = match.round.stage
    score = ""
    if match.outcome:
        score = score_text(*(result.sign for result in Outcome(match.outcome).results if result))
    if is_series(stage) or stage.tournament.entry == EntryKind.TEAM:
        first, second = board_points(read(stage), match)
        if first is not None and second is not None:
            score = words_of((first, second))
    if score:
        raise StepRefused("result-changed", board=match.board, score=score)
    raise StepRefused("result-gone", board=match.board)
