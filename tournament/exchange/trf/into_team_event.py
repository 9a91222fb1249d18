"""The teams and team matches of a report as rows: boards are found from whom each player met."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournament.exchange.trf import ReportTeams, TournamentReport
from tournament.formats import team_match
from tournament.formats.team_match import TeamBoard
from tournament.models import (
    Entrant,
    Match,
    MatchGame,
    Player,
    Round,
    Source,
    Stage,
    StageEntry,
    Step,
    Team,
    TeamMember,
)
from tournament.scores import Mark, Outcome, RoundMark, System

_AWAY = {Mark.HALF_BYE: Outcome.HALF_BYE, Mark.ABSENT: Outcome.ABSENT, Mark.FULL_BYE: Outcome.BYE}


@dataclass(frozen=True, slots=True)
class TeamsEntered:
    """What was made of the teams, by their numbers, and of the players by theirs."""

    told: ReportTeams
    entrants: Mapping[int, Entrant]
    players: Mapping[int, Player]
    team_of: Mapping[int, int]
    """Player's number to team's number."""


def enter_teams(told: ReportTeams, players: Mapping[int, Player], stage: Stage, now_ms: int) -> TeamsEntered:
    entrants: dict[int, Entrant] = {}
    for seed, team in enumerate(told.teams, 1):
        made = Team.objects.create(name=team.name[:80])
        TeamMember.objects.bulk_create(
            TeamMember(team=made, player=players[number], order=order, substitute=order > told.boards)
            for order, number in enumerate(dict.fromkeys(team.players), 1)
        )
        entrant = Entrant.objects.create(
            tournament=stage.tournament, number=team.number, team=made, entered_ms=now_ms
        )
        StageEntry.objects.create(stage=stage, entrant=entrant, seed=seed)
        entrants[team.number] = entrant
    team_of = {player: team.number for team in told.teams for player in team.players}
    return TeamsEntered(told, entrants, players, team_of)


def enter_round(report: TournamentReport, made: TeamsEntered, round_: Round, at_ms: int) -> None:
    """Every team is in the round once: in a match, with a bye, or away."""
    away = {
        number: _AWAY[bye.mark] for bye in report.byes if bye.round == round_.number for number in bye.numbers
    }
    if round_.number <= len(made.told.byes) and (free := made.told.byes[round_.number - 1]):
        away[free] = Outcome.BYE
    forfeits = {
        (each.first, each.second): each.outcome
        for each in made.told.forfeits
        if each.round == round_.number and each.first in made.entrants and each.second in made.entrants
    }
    met = _met(report, made, round_.number - 1)
    table = 0
    paired: set[int] = set()
    for first, second in [*met, *(both for both in forfeits if both not in met)]:
        if {first, second} & paired:
            continue
        paired |= {first, second}
        table += 1
        _enter_match(report, made, round_, table, (first, second), forfeits.get((first, second)), at_ms)
    usual = Outcome.FREE if round_.stage.kind.system is System.ROUND_ROBIN else Outcome.ABSENT
    for number, entrant in made.entrants.items():
        if number not in paired:
            outcome = away.get(number, usual)
            Match.objects.create(
                round=round_, first=entrant, outcome=outcome, source=Source.PAIRING, decided_ms=at_ms
            )


def _met(report: TournamentReport, made: TeamsEntered, index: int) -> list[tuple[int, int]]:
    """Which teams met, by the players' games; first the one that started on the first board."""
    started: dict[frozenset[int], dict[int, int]] = defaultdict(dict)
    for player in report.players:
        mine = player.rounds[index]
        if not isinstance(mine.opponent, int) or mine.started is False:
            continue
        own, other = made.team_of.get(player.number), made.team_of.get(mine.opponent)
        if own is None or other is None or own == other:
            continue
        board = _board(made, index + 1, own, player.number)
        started[frozenset((own, other))].setdefault(board, own)
    found = []
    for both, by_board in started.items():
        board, starter = min(by_board.items())
        (other,) = both - {starter}
        found.append((starter, other) if team_match.first_named_starts(board) else (other, starter))
    return sorted(found)


def _board(made: TeamsEntered, number: int, team: int, player: int) -> int:
    return _seats(made, number, team).index(player) + 1


def _seats(made: TeamsEntered, number: int, team: int) -> tuple[int, ...]:
    """A team's players in board order for a round; who is not named for it comes after."""
    listed = next(each.players for each in made.told.teams if each.number == team)
    named = next(
        (each.players for each in made.told.lineups if (each.round, each.team) == (number, team)), ()
    )
    return (*named, *(player for player in listed if player not in named))


def _enter_match(
    report: TournamentReport,
    made: TeamsEntered,
    round_: Round,
    table: int,
    both: tuple[int, int],
    forfeit: Outcome | None,
    at_ms: int,
) -> None:
    boards = [] if forfeit else _boards(report, made, round_.number, both)
    outcome = forfeit or team_match.score(boards).outcome
    match = Match.objects.create(
        round=round_,
        board=table,
        first=made.entrants[both[0]],
        second=made.entrants[both[1]],
        outcome=outcome or "",
        source=Source.TYPED if outcome else Source.NONE,
        decided_ms=at_ms if outcome else None,
    )
    for board in boards:
        first_starts = team_match.first_named_starts(board.number)
        MatchGame.objects.create(
            match=match,
            number=board.number,
            step=Step.BOARD,
            starter=match.first if first_starts else match.both[1],
            starter_player=made.players[board.first] if board.first else None,
            second_player=made.players[board.second] if board.second else None,
            outcome=board.outcome or "",
            source=Source.TYPED if board.outcome else Source.NONE,
        )


def _boards(
    report: TournamentReport, made: TeamsEntered, number: int, both: tuple[int, int]
) -> list[TeamBoard]:
    """Board by board, the first-named team starting on odd ones; a seat of nobody forfeits."""
    marks = {player.number: player.rounds[number - 1] for player in report.players}
    sides = [_sat(made, number, team, marks) for team in both]
    found = []
    for at in range(max(map(len, sides), default=0)):
        ours, theirs = (side[at] if at < len(side) else None for side in sides)
        starts, second = (ours, theirs) if team_match.first_named_starts(at + 1) else (theirs, ours)
        if starts is not None and second is not None:
            outcome = Outcome.of(marks[starts].mark, marks[second].mark)
        else:
            outcome = Outcome.forfeited_by(first=starts is None, second=second is None)
        found.append(TeamBoard(at + 1, starts, second, outcome))
    return found


def _sat(made: TeamsEntered, number: int, team: int, marks: Mapping[int, RoundMark]) -> list[int | None]:
    """Who had something of the round, in board order; nobody where the line-up says so."""
    named = next(
        (each.players for each in made.told.lineups if (each.round, each.team) == (number, team)), None
    )
    if named is not None:
        return [player or None for player in named]
    listed = next(each.players for each in made.told.teams if each.number == team)
    return [player for player in listed if marks[player].mark is not Mark.ABSENT]
