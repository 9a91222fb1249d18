"""What follows from a game: the match decided, or its next game; and from a stage: the next stage seeded."""

from collections.abc import Sequence

from tournament.formats import team_match
from tournament.formats.bracket import BracketState
from tournament.formats.reasons import Reason
from tournament.formats.series import NextGame, Series
from tournament.models import (
    EntryKind,
    Format,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Step,
)
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import partners, teams
from tournament.services.faults import NotDone
from tournament.services.rounds import time_controls
from tournament.services.stages import brackets, groups, options, stage_record, stages
from tournament.services.stages.options import GroupsOptions
from tournament.services.stages.stage_record import BRACKETS, StageRecord
from tournament.services.tables import live_games, seating


def open_games(round_: Round, matches: Sequence[Match], *, now_ms: int) -> None:
    """The first game, or all boards, of matches that have just been published."""
    playable = [match for match in matches if match.second_id and not match.outcome]
    if round_.stage.tournament.entry == EntryKind.TEAM:
        made = _team_boards(round_, playable)
    else:
        # An undone round may have been played by others before.
        partners.forget(round_, [pk for match in playable for pk in match.entrant_ids])
        made = [MatchGame(match=match, number=1, starter=match.first) for match in playable]
    MatchGame.objects.bulk_create(made)
    seating.seat(round_.stage.tournament)
    fresh = MatchGame.objects.filter(pk__in=[game.pk for game in made])
    live_games.open_all(live_games.with_relatives(fresh), now_ms=now_ms)


def _team_boards(round_: Round, matches: Sequence[Match]) -> list[MatchGame]:
    stage, count = round_.stage, round_.stage.tournament.boards
    entrants = [entrant for match in matches for entrant in match.both]
    lineups = teams.lineups(entrants, stage, round_.number, count)
    made: list[MatchGame] = []
    for match in matches:
        ours, theirs = ([pk for pk in lineups[side] if pk] for side in match.both_ids)
        for board in team_match.boards(ours, theirs, count):
            starts = match.first if team_match.first_named_starts(board.number) else match.second
            made.append(
                MatchGame(
                    match=match,
                    number=board.number,
                    step=Step.BOARD,
                    starter=starts,
                    starter_player_id=board.first,
                    second_player_id=board.second,
                    outcome=board.outcome or "",
                    source="pairing" if board.outcome else "",
                )
            )
    return made


def decide(match: Match, *, now_ms: int) -> Outcome | None:
    """What the games of a match say: its outcome, or None after opening the next game it needs."""
    games = list(match.games.exclude(step=Step.HOUSE).order_by("number"))
    stage = match.round.stage
    if stage.tournament.entry == EntryKind.TEAM:
        return _team_outcome(stage, games)
    if stage.format not in BRACKETS:
        return _only_game(match, games)
    series = series_of(stage_record.read(stage), match)
    if series.over:
        return _series_outcome(match, series, games)
    if series.next_game is not None:
        _open_next(match, series.next_game, now_ms)
    return None


def said_by(record: StageRecord, match: Match, games: Sequence[MatchGame]) -> Outcome | None:
    """What a match would be with these games in place of its own; nothing is opened."""
    if record.is_team_event:
        return _team_outcome(record.stage, games)
    if record.stage.format not in BRACKETS:
        return _only_game(match, games)
    series = series_of(record, match, games)
    return _series_outcome(match, series, games) if series.over else None


def _only_game(match: Match, games: Sequence[MatchGame]) -> Outcome | None:
    outcome = stage_record.outcome_of(games[0])
    return outcome if outcome is None or games[0].starter_id == match.first_id else outcome.swapped


def series_of(record: StageRecord, match: Match, games: Sequence[MatchGame] | None = None) -> Series:
    """Where a knockout match stands by its games alone (or by these in their place)."""
    undecided = Match(first_id=match.first_id, second_id=match.second_id)
    of_it = record.games_by_match.get(match.pk, []) if games is None else list(games)
    now = brackets.played_in(record) | {match.place: brackets.played(undecided, of_it)}
    found = brackets.compute(record, now).at(match.place)
    if found.series is None:
        raise NotDone("changed-meanwhile")
    return found.series


def next_game_of(record: StageRecord, match: Match) -> Reason | None:
    """The game that a knockout match would go on with, if its games are all played and do not decide it."""
    if record.is_team_event:
        return None
    found = series_of(record, match).next_game
    return found.title if found else None


def wants_lots(record: StageRecord, match: Match) -> bool:
    """Every game of a knockout match is played and it is still level."""
    if record.stage.format not in BRACKETS:
        return False
    if record.is_team_event:
        games = record.games_by_match.get(match.pk, [])
        return bool(games) and _team_score(games) is Outcome.DRAW
    return series_of(record, match).wants_lots


def _team_outcome(stage: Stage, games: Sequence[MatchGame]) -> Outcome | None:
    outcome = _team_score(games)
    # A bracket needs a winner: level teams wait for the lot, or for the arbiter.
    return None if outcome is Outcome.DRAW and stage.format in BRACKETS else outcome


def _team_score(games: Sequence[MatchGame]) -> Outcome | None:
    played = [
        team_match.TeamBoard(
            game.number, game.starter_player_id, game.second_player_id, stage_record.outcome_of(game)
        )
        for game in games
    ]
    return team_match.score(played).outcome


def _series_outcome(match: Match, series: Series, games: Sequence[MatchGame]) -> Outcome:
    """A match of one game is decided as that game was, forfeits included."""
    if series.winner is None:
        return Outcome.BOTH_FORFEIT
    first_won = series.winner == match.first_id
    played = any(Outcome(game.outcome).over_the_board for game in games if game.outcome)
    if played:
        return Outcome.FIRST_WINS if first_won else Outcome.SECOND_WINS
    return Outcome.SECOND_FORFEITS if first_won else Outcome.FIRST_FORFEITS


def _open_next(match: Match, game: NextGame, now_ms: int) -> None:
    stage = match.round.stage
    before = match.games.order_by("-number").first()
    # A match that is opened again may find somebody else at its table.
    taken = {each.table_id for each in seating.open_games(stage.tournament)}
    made = MatchGame.objects.create(
        match=match,
        number=game.number,
        step=Step(game.step.kind) if game.step else Step.GAME,
        starter_id=game.first,
        control=time_controls.for_step(time_controls.control_of(match.round), game.step, stage),
        table=before.table if before and before.table_id not in taken else None,
    )
    seating.seat(stage.tournament)
    live_games.open_all(live_games.with_relatives(MatchGame.objects.filter(pk=made.pk)), now_ms=now_ms)


def is_complete(record: StageRecord) -> bool:
    """Whether the stage has drawn all its rounds and every match is decided."""
    if record.draft or any(each.status != "closed" for each in record.drawn):
        return False
    match record.stage.format:
        case Format.KNOCKOUT | Format.DOUBLE_KNOCKOUT:
            return all(each.state is BracketState.FINISHED for each in brackets.bracket_of(record).matches)
        case Format.LADDER:
            return False
        case _:
            return len(record.drawn) >= rounds_of(record)


def rounds_of(record: StageRecord) -> int:
    """How many rounds the stage has."""
    count = len(record.entries)
    match record.stage.format:
        case Format.ROUND_ROBIN:
            return count + count % 2 - 1
        case Format.DOUBLE_ROUND_ROBIN:
            return 2 * (count + count % 2 - 1)
        case Format.GROUPS:
            return groups.rounds_of(record)
        case _:
            return record.stage.planned_rounds or 0


def begin(stage: Stage) -> None:
    """Seed a stage when its first round is drafted: from the entries, or from the stage before it.

    Until that round exists the field is only a proposal, and is made anew each time.
    """
    if stage.rounds.exists():
        return
    before = stages.before(stage)
    field = _field_from(before, stage) if before else []
    stage.entries.all().delete()
    if before:
        stages.fill(stage, field)
    else:
        stages.seed(stage)


def field_stands(stage: Stage) -> bool:
    """Whether a stage that is not published yet still has the field that the stage before it gives."""
    before = stages.before(stage)
    if before is None or stage.rounds.exclude(status=RoundStatus.DRAFT).exists():
        return True
    return _field_from(before, stage) == _seeded(stage)


def _field_from(before: Stage, stage: Stage) -> list[int]:
    """Who goes on, once the stage before is finished and its cut is clear; then those who entered since."""
    if before.status != StageStatus.FINISHED:
        raise NotDone("earlier-stage")
    record = stage_record.read(before)
    if level_at_the_cut(record):
        raise NotDone("level-at-the-cut", stage=str(before))
    known = set(_seeded(before))
    return [*qualified(record), *(pk for pk in _seeded(stage) if pk not in known)]


def _seeded(stage: Stage) -> list[int]:
    return list(stage.entries.order_by("seed").values_list("entrant_id", flat=True))


def qualified(record: StageRecord) -> list[int]:
    """Who goes on into the next stage, in the order of their seeds there."""
    if record.stage.format == Format.GROUPS:
        orders = [[row.entrant.pk for row in rows] for rows in _still_in_by_group(record)]
        return groups.qualified(orders, options.of_kind(GroupsOptions, record.stage).qualifiers)
    return [row.entrant.pk for row in standings.table(record).rows if row.entrant.is_in]


def level_at_the_cut(record: StageRecord) -> bool:
    """Whether the last to go on from a group shares the rank with the first who does not."""
    if record.stage.format != Format.GROUPS:
        return False
    cut = options.of_kind(GroupsOptions, record.stage).qualifiers
    return any(
        len(rows) > cut and rows[cut - 1].rank == rows[cut].rank for rows in _still_in_by_group(record)
    )


def _still_in_by_group(record: StageRecord) -> list[list[standings.StandingRow]]:
    return [
        [row for row in standings.table(record, group=letter).rows if row.entrant.is_in]
        for letter in groups.letters(record)
    ]
