"""A tournament report as a tournament with its rounds, as if it had been held here."""

import datetime
import itertools

from django.db import transaction

from games.access.permissions import Actor
from games.clock import TimeControl
from games.faults import Fault
from games.numbers import whole_number
from games.timekeeping import MINUTE_MS
from tournament.exchange.people_directory import Directory, read_person
from tournament.exchange.trf import TrfReport
from tournament.formats.values import Outcome
from tournament.models import (
    Absence,
    AbsenceKind,
    Entrant,
    ForbiddenPair,
    Format,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Source,
    Stage,
    StageEntry,
    StageStatus,
    Tournament,
    TournamentStatus,
)
from tournament.models import Player as ClubPlayer
from tournament.ranking.results import Result, System
from tournament.ranking.tiebreaks import UnknownTieBreak, read_tiebreak
from tournament.services import locking
from tournament.services.history import ROUND_ROBINS
from tournament.services.stages import options

_FORMATS = {
    "FIDE_ROUNDROBIN": Format.ROUND_ROBIN,
    "BERGER_ROUNDROBIN": Format.ROUND_ROBIN,
    "BERGER_ROUNDROBIN_G1": Format.ROUND_ROBIN,
    "BERGER_DOUBLEROUNDROBIN": Format.DOUBLE_ROUND_ROBIN,
    "BERGER_ROUNDROBIN_G2": Format.DOUBLE_ROUND_ROBIN,
}
_TOGETHER = {
    Result.WIN: Outcome.FIRST_WINS,
    Result.DRAW: Outcome.DRAW,
    Result.LOSS: Outcome.SECOND_WINS,
    Result.FORFEIT_WIN: Outcome.SECOND_FORFEITS,
    Result.FORFEIT_LOSS: Outcome.FIRST_FORFEITS,
    Result.PENDING: None,
}
_ALONE = {
    Result.PAIRING_BYE: Outcome.BYE,
    Result.FULL_BYE: Outcome.BYE,
    Result.HALF_BYE: Outcome.HALF_BYE,
    Result.ABSENT: Outcome.ABSENT,
}
_REQUESTS = {Result.HALF_BYE: AbsenceKind.HALF_BYE, Result.ABSENT: AbsenceKind.ABSENT}
_MOST_SECONDS = 99_999


@transaction.atomic
def enter(
    report: TrfReport, *, actor: Actor, now_ms: int, name: str = "", rated: bool = True, public: bool = True
) -> Tournament:
    """A tournament with all its rounds, as if it had been held here."""
    format = _FORMATS.get(report.system.upper(), Format.SWISS)
    drawn = report.drawn
    pending = any(cell.result is Result.PENDING for player in report.players for cell in player.cells)
    over = drawn >= report.rounds and not pending and drawn > 0
    status = "finished" if over else "running" if drawn else "setup"
    tournament = Tournament.objects.create(
        name=(name or report.name or "Tournament")[:120],
        city=report.city[:80],
        starts_on=report.starts_on,
        ends_on=report.ends_on,
        status=TournamentStatus(status),
        live=False,
        rated=rated,
        public=public,
        created_ms=now_ms,
    )
    stage = Stage.objects.create(
        tournament=tournament,
        number=1,
        status=StageStatus(status),
        format=format,
        options=options.checked(format, {}),
        control=_control(report.coded_control),
        scoring=str(report.scoring),
        tiebreaks=_tiebreaks(report, format),
        planned_rounds=report.rounds if format == Format.SWISS else None,
        odd_seeds_start=report.odd_seeds_start,
    )
    entrants = _enter_players(report, tournament, stage, now_ms)
    for index in range(drawn):
        _enter_round(report, stage, index, entrants, _played_ms(report, now_ms, index))
    _enter_wishes(report, stage, entrants)
    locking.note(actor, "import_report", tournament, after={"entrants": len(entrants), "rounds": drawn})
    return tournament


def _control(coded: str) -> str:
    """`600+5` as 10+5; what is no whole number of minutes and seconds keeps the usual control."""
    main, _, increment = coded.partition("+")
    whole_s = whole_number(main, most=_MOST_SECONDS)
    if whole_s is None:
        return "10+5"
    minutes, seconds = divmod(whole_s, 60)
    text = f"{minutes}:{seconds:02}+{increment or 0}"
    try:
        return str(TimeControl.parse(text))
    except Fault:
        return "10+5"


def _tiebreaks(report: TrfReport, format: Format) -> list[str]:
    system = System.ROUND_ROBIN if format in ROUND_ROBINS else System.SWISS
    known = []
    for code in report.tiebreaks:
        try:
            tiebreak = read_tiebreak(code)
            tiebreak.require(system)
        except UnknownTieBreak:
            continue
        known.append(tiebreak.code)
    return list(dict.fromkeys(known))


def _enter_players(
    report: TrfReport, tournament: Tournament, stage: Stage, now_ms: int
) -> dict[int, Entrant]:
    people = {player.number: read_person(player.name) for player in report.players}
    directory = Directory.read(people.values())
    taken: set[int] = set()
    entrants = {}
    for seed, player in enumerate(report.players, 1):
        person = people[player.number]
        known = directory.the_one(person, player.birth_year)
        if known is None or known.pk in taken:
            known = ClubPlayer.objects.create(
                first_name=person.first_name[:60],
                family_name=person.family_name[:60],
                birth_year=player.birth_year,
                rating=player.rating or None,
            )
        taken.add(known.pk)
        entrant = Entrant.objects.create(
            tournament=tournament, number=player.number, player=known, rating=player.rating, entered_ms=now_ms
        )
        StageEntry.objects.create(stage=stage, entrant=entrant, seed=seed)
        entrants[player.number] = entrant
    return entrants


def _enter_round(
    report: TrfReport, stage: Stage, index: int, entrants: dict[int, Entrant], at_ms: int
) -> None:
    cells = {player.number: player.cells[index] for player in report.players}
    pending = any(cell.result is Result.PENDING for cell in cells.values())
    round_ = Round.objects.create(
        stage=stage,
        number=index + 1,
        status=RoundStatus.PUBLISHED if pending else RoundStatus.CLOSED,
        starts_ms=at_ms,
        published_ms=at_ms,
        closed_ms=None if pending else at_ms + MINUTE_MS,
    )
    board = itertools.count(1)
    alone = _ALONE | ({Result.ABSENT: Outcome.FREE} if stage.format in ROUND_ROBINS else {})
    for number, cell in cells.items():
        if cell.opponent is None:
            Match.objects.create(
                round=round_,
                first=entrants[number],
                outcome=alone[cell.result],
                source=Source.PAIRING,
                decided_ms=at_ms,
            )
        elif cell.started or (cell.started is None and number < cell.opponent):
            both = cell.result is cells[cell.opponent].result is Result.FORFEIT_LOSS
            outcome = Outcome.BOTH_FORFEIT if both else _TOGETHER[cell.result]
            pair = entrants[number], entrants[cell.opponent]
            _enter_meeting(round_, next(board), *pair, outcome, at_ms)


def _enter_meeting(
    round_: Round, board: int, first: Entrant, second: Entrant, outcome: Outcome | None, at_ms: int
) -> None:
    told = {"outcome": outcome or "", "source": Source.TYPED if outcome else Source.NONE}
    match = Match.objects.create(
        round=round_,
        board=board,
        first=first,
        second=second,
        decided_ms=at_ms + MINUTE_MS if outcome else None,
        **told,
    )
    MatchGame.objects.create(match=match, number=1, starter=first, **told)


def _enter_wishes(report: TrfReport, stage: Stage, entrants: dict[int, Entrant]) -> None:
    pairs = {
        tuple(sorted(pair))
        for group in report.forbidden
        for pair in itertools.combinations({entrants[number].pk for number in group.numbers}, 2)
    }
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(tournament=stage.tournament, one_id=one, other_id=other) for one, other in sorted(pairs)
    )
    wishes = {
        (number, bye.round): _REQUESTS[bye.result]
        for bye in report.byes
        if bye.result in _REQUESTS and bye.round > report.drawn
        for number in bye.numbers
    }
    Absence.objects.bulk_create(
        Absence(entrant=entrants[number], stage=stage, number=round_, kind=kind)
        for (number, round_), kind in wishes.items()
    )


def _played_ms(report: TrfReport, now_ms: int, index: int) -> int:
    """Noon of the first day (rounds an hour apart), or now: only their order is known."""
    if report.starts_on is None:
        return now_ms + index * MINUTE_MS
    noon = datetime.datetime.combine(report.starts_on, datetime.time(12), datetime.UTC)
    return int(noon.timestamp()) * 1000 + index * 60 * MINUTE_MS
