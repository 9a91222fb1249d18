"""What the games of a match say about it, as the format and the event count them. Nothing is written here."""

from collections.abc import Sequence

from tournament.formats import series, team_match
from tournament.formats.reasons import Reason
from tournament.formats.series import MatchTerms, Series
from tournament.models import EntryKind, Match, MatchGame, Stage
from tournament.scores import Outcome
from tournament.services.faults import NotDone
from tournament.services.stages import brackets, stage_record
from tournament.services.stages.stage_record import StageRecord


def is_series(stage: Stage) -> bool:
    """Whether a match goes on from game to game until somebody has won it, as players do in a bracket."""
    return stage.kind.is_bracket and stage.tournament.entry != EntryKind.TEAM


def outcome_by_games(record: StageRecord, match: Match, games: Sequence[MatchGame]) -> Outcome | None:
    """What a match would be by these games; None while they do not decide it."""
    if not is_series(record.stage):
        return outcome_at_once(record.stage, match, games)
    return outcome_of_series(match, series_of(record, match, games), games)


def outcome_at_once(stage: Stage, match: Match, games: Sequence[MatchGame]) -> Outcome | None:
    """Of a match that is no series: its boards together, or its only game."""
    if stage.tournament.entry == EntryKind.TEAM:
        outcome = _team_score(games)
        # Where a winner is needed, level teams wait for the lot, or for the arbiter.
        return None if outcome is Outcome.DRAW and not stage.kind.draw_decides else outcome
    only = games[0]
    if not only.outcome:
        return None
    return Outcome(only.outcome) if only.starter_id == match.first_id else Outcome(only.outcome).swapped


def outcome_of_series(match: Match, found: Series, games: Sequence[MatchGame]) -> Outcome | None:
    """A match of one game is decided as that game was, forfeits included."""
    if not found.over:
        return None
    if found.winner is None:
        return Outcome.BOTH_FORFEIT
    first_won = found.winner == match.first_id
    if any(Outcome(game.outcome).over_the_board for game in games if game.outcome):
        return Outcome.FIRST_WINS if first_won else Outcome.SECOND_WINS
    return Outcome.SECOND_FORFEITS if first_won else Outcome.FIRST_FORFEITS


def series_of(record: StageRecord, match: Match, games: Sequence[MatchGame] | None = None) -> Series:
    """Where a knockout match stands by its games alone (or by these in their place)."""
    undecided = Match(first_id=match.first_id, second_id=match.second_id)
    of_it = record.games_by_match.get(match.pk, []) if games is None else list(games)
    now = brackets.played_in(record) | {match.place: brackets.played(undecided, of_it)}
    found = brackets.compute(record, now).at(match.place)
    if found.series is None:
        raise NotDone("changed-meanwhile")
    return found.series


def terms_of(record: StageRecord, match: Match) -> MatchTerms:
    """How this match of a bracket is decided."""
    return next(place.terms for place in brackets.plan_of(record).places if place.id == match.place)


def terms_by_place(record: StageRecord) -> dict[str, MatchTerms]:
    """The same for every place of a bracket of players; nothing where a match is no series."""
    if not is_series(record.stage) or not record.entries:
        return {}
    return {place.id: place.terms for place in brackets.plan_of(record).places}


def game_now(record: StageRecord, match: Match, terms: MatchTerms) -> Reason | None:
    """Which game of the match is to be played now; None once it is decided, or only a lot can decide it.

    Asked for every board of a page, so it works from the match alone, without the rest of the bracket.
    """
    games = record.games_by_match.get(match.pk, [])
    if match.outcome or match.second_id is None or not games:
        return None
    undecided = Match(first_id=match.first_id, second_id=match.second_id)
    so_far = brackets.played(undecided, [game for game in games if game.outcome])
    starts = games[0].starter_id == match.first_id
    found = series.play(match.first_id, match.second_id, so_far, terms, one_starts=starts).next_game
    return found.title if found else None


def next_to_play(record: StageRecord, match: Match) -> Reason | None:
    """The game that a match goes on with, whether it has been opened or not."""
    return game_now(record, match, terms_of(record, match)) if is_series(record.stage) else None


def next_game_of(record: StageRecord, match: Match) -> Reason | None:
    """The game that a match would go on with, if its games are all played and do not decide it."""
    if not is_series(record.stage):
        return None
    found = series_of(record, match).next_game
    return found.title if found else None


def wants_lots(record: StageRecord, match: Match) -> bool:
    """Every game of a match that needs a winner is played and it is still level."""
    if record.stage.kind.draw_decides:
        return False
    if record.is_team_event:
        games = record.games_by_match.get(match.pk, [])
        return bool(games) and _team_score(games) is Outcome.DRAW
    return series_of(record, match).wants_lots


def _team_score(games: Sequence[MatchGame]) -> Outcome | None:
    played = [
        team_match.TeamBoard(
            game.number, game.starter_player_id, game.second_player_id, stage_record.outcome_of(game)
        )
        for game in games
    ]
    return team_match.score(played).outcome
