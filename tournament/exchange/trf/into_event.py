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
from tournament.exchange.trf import TournamentReport
from tournament.formats.kind import Kind
from tournament.formats.registry import kind_in_report
from tournament.models import (
    Absence,
    AbsenceKind,
    Entrant,
    EntrantStatus,
    ForbiddenPair,
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
from tournament.ranking.tiebreaks import UnknownTieBreak, read_tiebreak
from tournament.scores import Mark, Outcome, System
from tournament.services import locking
from tournament.services.stages.stage_record import WITHDRAWN

_REQUESTS = {Mark.HALF_BYE: AbsenceKind.HALF_BYE, Mark.ABSENT: AbsenceKind.ABSENT}
_MOST_SECONDS = 99_999


@transaction.atomic
def enter(
    report: TournamentReport,
    *,
    actor: Actor,
    now_ms: int,
    name: str = "",
    rated: bool = True,
    public: bool = True,
) -> Tournament:
    """A tournament with all its rounds, as if it had been held here."""
    kind = kind_in_report(report.system)
    drawn = report.drawn
    pending = any(each.mark is Mark.PENDING for player in report.players for each in player.rounds)
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
        format=kind.code,
        options=kind.whole_options(kind.options_in_report(report.system)),
        control=_control(report.coded_control),
        scoring=str(report.scoring),
        tiebreaks=_tiebreaks(report, kind),
        planned_rounds=report.rounds if kind.default_rounds else None,
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


def _tiebreaks(report: TournamentReport, kind: Kind) -> list[str]:
    known = []
    for code in report.tiebreaks:
        try:
            tiebreak = read_tiebreak(code)
            tiebreak.require(kind.system)
        except UnknownTieBreak:
            continue
        known.append(tiebreak.code)
    return list(dict.fromkeys(known))


def _enter_players(
    report: TournamentReport, tournament: Tournament, stage: Stage, now_ms: int
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
            tournament=tournament,
            number=player.number,
            player=known,
            rating=player.rating,
            entered_ms=now_ms,
            status=EntrantStatus.WITHDRAWN if player.number in report.annulled else EntrantStatus.ENTERED,
        )
        StageEntry.objects.create(stage=stage, entrant=entrant, seed=seed)
        entrants[player.number] = entrant
    return entrants


def _enter_round(
    report: TournamentReport, stage: Stage, index: int, entrants: dict[int, Entrant], at_ms: int
) -> None:
    told = {player.number: player.rounds[index] for player in report.players}
    pending = any(each.mark is Mark.PENDING for each in told.values())
    round_ = Round.objects.create(
        stage=stage,
        number=index + 1,
        status=RoundStatus.PUBLISHED if pending else RoundStatus.CLOSED,
        starts_ms=at_ms,
        published_ms=at_ms,
        closed_ms=None if pending else at_ms + MINUTE_MS,
    )
    board = itertools.count(1)
    for number, mine in told.items():
        if not isinstance(mine.opponent, int):
            _enter_alone(round_, entrants[number], mine.mark, number in report.annulled, at_ms)
        elif mine.started or (mine.started is None and number < mine.opponent):
            outcome = Outcome.of(mine.mark, told[mine.opponent].mark)
            pair = entrants[number], entrants[mine.opponent]
            _enter_meeting(round_, next(board), *pair, outcome, at_ms)


def _enter_alone(round_: Round, entrant: Entrant, mark: Mark, has_left: bool, at_ms: int) -> None:
    """The format has one letter for being absent, for having left, and for a free round."""
    free = mark is Mark.ABSENT and not has_left and round_.stage.kind.system is System.ROUND_ROBIN
    known = {Mark.FULL_BYE: Outcome.BYE} | ({Mark.ABSENT: Outcome.FREE} if free else {})
    Match.objects.create(
        round=round_,
        first=entrant,
        outcome=known.get(mark) or Outcome.of(mark) or "",
        source=Source.PAIRING,
        decided_ms=at_ms,
        reasons=[[WITHDRAWN, {}]] if has_left and mark is Mark.ABSENT else [],
    )


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


def _enter_wishes(report: TournamentReport, stage: Stage, entrants: dict[int, Entrant]) -> None:
    pairs = {
        tuple(sorted(pair))
        for group in report.forbidden
        for pair in itertools.combinations({entrants[number].pk for number in group.numbers}, 2)
    }
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(tournament=stage.tournament, one_id=one, other_id=other) for one, other in sorted(pairs)
    )
    wishes = {
        (number, bye.round): _REQUESTS[bye.mark]
        for bye in report.byes
        if bye.mark in _REQUESTS and bye.round > report.drawn
        for number in bye.numbers
    }
    Absence.objects.bulk_create(
        Absence(entrant=entrants[number], stage=stage, number=round_, kind=kind)
        for (number, round_), kind in wishes.items()
    )


def _played_ms(report: TournamentReport, now_ms: int, index: int) -> int:
    """Noon of the first day (rounds an hour apart), or now: only their order is known."""
    if report.starts_on is None:
        return now_ms + index * MINUTE_MS
    noon = datetime.datetime.combine(report.starts_on, datetime.time(12), datetime.UTC)
    return int(noon.timestamp()) * 1000 + index * 60 * MINUTE_MS
