"""A stage of team matches as a report: the players of all teams with their games, the teams beside them."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tournament.models import Match, MatchGame, Player, Step, TeamMember
from tournament.scores import CLASSIC, EntrantId, Mark, Outcome, Past, RoundMark, Score
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord

from .values import (
    ReportPlayer,
    ReportTeam,
    ReportTeams,
    RequestedBye,
    TeamForfeit,
    TeamLineup,
    TournamentReport,
)

# Rounds that a team was away, with the letter of their record.
_AWAY = {
    Mark.HALF_BYE: Mark.HALF_BYE,
    Mark.ABSENT: Mark.ABSENT,
    Mark.WITHDRAWN: Mark.ABSENT,
    Mark.NOT_ENTERED: Mark.ABSENT,
}

Seats = list[tuple[int | None, int | None]]
"""Who sat at each board, by id: for the first-named team, for the other."""


def with_teams(report: TournamentReport, record: StageRecord, past: Past, told: int) -> TournamentReport:
    """`report` has the teams where its players should be; here they change places."""
    members = _members(record)
    players = [player for own in members.values() for player in own]
    numbers = {player.pk: number for number, player in enumerate(players, 1)}
    matches = [match for match in record.matches if match.round.number <= told and match.second_id]
    boards = {match.pk: _boards(record, match) for match in matches}
    marks = _marks(record, matches, numbers, told)
    away = sorted(
        (index, str(_AWAY[each.mark]), team.number)
        for team in report.players
        for index, each in enumerate(team.rounds, 1)
        if each.mark in _AWAY
    )
    return replace(
        report,
        players=tuple(_player(player, numbers[player.pk], marks[player.pk]) for player in players),
        scoring=CLASSIC,
        annulled=(),
        byes=(*RequestedBye.grouped(away), *report.byes),
        teams=ReportTeams(
            teams=tuple(
                _team(record, team, entrant, past, tuple(numbers[player.pk] for player in own))
                for team, (entrant, own) in zip(report.players, members.items(), strict=True)
            ),
            boards=record.stage.tournament.boards,
            scoring=stage_record.scoring_of(record.stage),
            byes=_allocated(report, told),
            forfeits=tuple(_forfeits(record, matches)),
            lineups=tuple(_lineups(record, matches, boards, numbers)),
        ),
    )


def _members(record: StageRecord) -> dict[int, list[Player]]:
    """The players of each entrant in board order, substitutes last; then who sat at a board and has left."""
    teams = {entry.entrant.team_id: entry.entrant_id for entry in record.entries}
    found: dict[int, list[Player]] = {entry.entrant_id: [] for entry in record.entries}
    rows = TeamMember.objects.filter(team__in=[pk for pk in teams if pk]).select_related("player")
    for member in rows.order_by("substitute", "order"):
        found[teams[member.team_id]].append(member.player)
    known = {player.pk for own in found.values() for player in own}
    others: dict[int, int] = {}
    matches = {match.pk: match for match in record.matches}
    for game in record.games:
        match = matches[game.match_id]
        sides = (game.starter_id, match.second_id if game.starter_id == match.first_id else match.first_id)
        for side, player in zip(sides, (game.starter_player_id, game.second_player_id), strict=True):
            if player and side and player not in known:
                others[player] = side
    for gone in Player.objects.filter(pk__in=others).order_by("pk"):
        found[others[gone.pk]].append(gone)
    return found


def _team(
    record: StageRecord, team: ReportPlayer, entrant: EntrantId, past: Past, players: tuple[int, ...]
) -> ReportTeam:
    game_points = past.points(entrant, stage_record.scoring_of(record.stage), score=Score.GAME)
    return ReportTeam(team.number, team.name, team.points, game_points, team.rank, players)


def _player(player: Player, number: int, marks: tuple[RoundMark, ...]) -> ReportPlayer:
    points = sum(CLASSIC.worth[each.mark] for each in marks)
    return ReportPlayer(
        number, player.report_name, player.rating or 0, player.birth_year, points, rounds=marks
    )


def _games(record: StageRecord, match: Match) -> list[MatchGame]:
    return [each for each in record.games_by_match.get(match.pk, ()) if each.step == Step.BOARD]


def _boards(record: StageRecord, match: Match) -> Seats:
    seats: Seats = []
    for game in _games(record, match):
        both = (game.starter_player_id, game.second_player_id)
        seats.append(both if game.starter_id == match.first_id else (both[1], both[0]))
    return seats


def _marks(
    record: StageRecord, matches: list[Match], numbers: dict[int, int], told: int
) -> dict[int, tuple[RoundMark, ...]]:
    """What every player has of every round; who did not sit at a board was absent."""
    found: dict[int, dict[int, RoundMark]] = defaultdict(dict)
    for match in matches:
        for game in _games(record, match):
            outcome = stage_record.outcome_of(game)
            both = (game.starter_player_id, game.second_player_id)
            for at, (own, other) in enumerate((both, both[::-1])):
                mark = outcome.marks[at] if outcome else None
                if own is None or mark is None:
                    continue
                if other is not None:
                    found[own][match.round.number] = RoundMark(mark, numbers[other], at == 0)
                elif mark.is_win:
                    # Nobody sat opposite: a point without an opponent.
                    found[own][match.round.number] = RoundMark(Mark.FULL_BYE)
    absent = RoundMark(Mark.ABSENT)
    return {pk: tuple(found[pk].get(number, absent) for number in range(1, told + 1)) for pk in numbers}


def _allocated(report: TournamentReport, told: int) -> tuple[int, ...]:
    by_round = {
        index: team.number
        for team in report.players
        for index, each in enumerate(team.rounds, 1)
        if each.mark is Mark.PAIRING_BYE
    }
    return tuple(by_round.get(number, 0) for number in range(1, told + 1)) if by_round else ()


def _forfeits(record: StageRecord, matches: list[Match]) -> Iterator[TeamForfeit]:
    """Matches that were decided without a board."""
    numbers = {entry.entrant_id: number for number, entry in enumerate(record.entries, 1)}
    for match in matches:
        outcome = Outcome(match.outcome)
        if outcome.forfeited and not any(game.outcome for game in _games(record, match)):
            first, second = match.both_ids
            yield TeamForfeit(outcome, match.round.number, numbers[first], numbers[second])


def _lineups(
    record: StageRecord, matches: list[Match], boards: dict[int, Seats], numbers: dict[int, int]
) -> Iterator[TeamLineup]:
    """Where a team did not sit as it is listed."""
    teams = {entry.entrant_id: number for number, entry in enumerate(record.entries, 1)}
    listed = {entrant: [player.pk for player in own] for entrant, own in _members(record).items()}
    for match in matches:
        for at, entrant in enumerate(match.both_ids):
            sat = [seats[at] for seats in boards[match.pk]]
            usual = listed[entrant][: len(sat)]
            if sat and sat != usual + [None] * (len(sat) - len(usual)):
                other = match.both_ids[1 - at]
                players = tuple(numbers[pk] if pk else 0 for pk in sat)
                yield TeamLineup(match.round.number, teams[entrant], teams[other], players)
