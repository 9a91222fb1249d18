"""Import a tournament report as a tournament with its rounds, and list what of it could not be imported."""

import datetime
import itertools
import re
from dataclasses import replace
from typing import ClassVar

from django.db import transaction

from games.access.permissions import Actor
from games.clock import TimeControl
from games.faults import Fault
from games.numbers import whole_number
from games.timekeeping import MINUTE_MS
from tournament.formats.engine import PairedBy
from tournament.formats.format import Format
from tournament.formats.registry import find_reported_format
from tournament.import_export.trf.values import TournamentReport
from tournament.models import (
    Absence,
    AbsenceKind,
    ClubSettings,
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
from tournament.models.choices import WITHDRAWN
from tournament.people_lists.names import read_name
from tournament.people_lists.people_matching import ListedPlayers
from tournament.ranking.tiebreaks import UnknownTieBreak, read_tiebreak
from tournament.scores import Outcome, RoundResult, Scoring, System
from tournament.services import locking

_REQUESTS = {RoundResult.HALF_BYE: AbsenceKind.HALF_BYE, RoundResult.ABSENT: AbsenceKind.ABSENT}
USUAL_CONTROL = "10+5"
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
    """Create a tournament with all rounds of the report, as if it had been played here."""
    format_rules = find_reported_format(report.system)
    drawn = report.drawn
    scoring = report.scoring
    if Scoring.read(format_rules.scoring).half_bye == 0:
        # The format decides the points of a half-point bye: no report can express them.
        scoring = replace(scoring, half_bye=0)
    pending = any(each.result is RoundResult.PENDING for player in report.players for each in player.rounds)
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
        format=format_rules.code,
        options=format_rules.whole_options(format_rules.options_in_report(report.system)),
        control=_coded_control(report.coded_control) or USUAL_CONTROL,
        scoring=str(scoring),
        tiebreaks=_known_tiebreaks(report, format_rules),
        planned_rounds=report.rounds if format_rules.default_rounds else None,
        odd_seeds_start=report.odd_seeds_start,
    )
    entrants = _enter_entrants(report, _enter_people(report), stage, now_ms)
    for index in range(drawn):
        at_ms = _played_ms(report, now_ms, index)
        round_ = _make_round(report, stage, index, at_ms)
        _enter_round(report, round_, index, entrants, at_ms)
    _enter_wishes(report, stage, entrants)
    locking.note(actor, "import_report", tournament, after={"entrants": len(entrants), "rounds": drawn})
    return tournament


def _enter_people(report: TournamentReport) -> dict[int, ClubPlayer]:
    people = {player.number: read_name(player.name) for player in report.players}
    listed = ListedPlayers.read(people.values())
    taken: set[int] = set()
    found = {}
    usual = ClubSettings.objects.usual_public_name()
    for player in report.players:
        person = people[player.number]
        known = listed.find_one(person, player.birth_year)
        if known is None or known.pk in taken:
            known = ClubPlayer.objects.create(
                first_name=person.first_name[:60],
                family_name=person.family_name[:60],
                birth_year=player.birth_year,
                rating=player.rating or None,
                public_as=usual,
            )
        taken.add(known.pk)
        found[player.number] = known
    return found


def _enter_entrants(
    report: TournamentReport, players: dict[int, ClubPlayer], stage: Stage, now_ms: int
) -> dict[int, Entrant]:
    entrants = {}
    for seed, player in enumerate(report.players, 1):
        entrant = Entrant.objects.create(
            tournament=stage.tournament,
            number=player.number,
            player=players[player.number],
            rating=player.rating,
            entered_ms=now_ms,
            status=EntrantStatus.WITHDRAWN if player.number in report.annulled else EntrantStatus.ENTERED,
        )
        StageEntry.objects.create(stage=stage, entrant=entrant, seed=seed)
        entrants[player.number] = entrant
    return entrants


def _make_round(report: TournamentReport, stage: Stage, index: int, at_ms: int) -> Round:
    pending = any(player.rounds[index].result is RoundResult.PENDING for player in report.players)
    return Round.objects.create(
        stage=stage,
        number=index + 1,
        status=RoundStatus.PUBLISHED if pending else RoundStatus.CLOSED,
        engine=_engine_of(report, index),
        starts_ms=at_ms,
        published_ms=at_ms,
        closed_ms=None if pending else at_ms + MINUTE_MS,
    )


def _enter_round(
    report: TournamentReport, round_: Round, index: int, entrants: dict[int, Entrant], at_ms: int
) -> None:
    reported = {player.number: player.rounds[index] for player in report.players}
    board = itertools.count(1)
    for number, mine in reported.items():
        if not isinstance(mine.opponent, int):
            _enter_alone(round_, entrants[number], mine.result, number in report.annulled, at_ms)
        elif mine.started or (mine.started is None and number < mine.opponent):
            outcome = Outcome.of(mine.result, reported[mine.opponent].result)
            pair = entrants[number], entrants[mine.opponent]
            _enter_meeting(round_, next(board), *pair, outcome, at_ms)


def _enter_alone(round_: Round, entrant: Entrant, result: RoundResult, has_left: bool, at_ms: int) -> None:
    """Save a round without an opponent. TRF has one letter for absences, withdrawals and free rounds."""
    format_rules = round_.stage.format_rules
    if result is RoundResult.ABSENT and not has_left and result not in format_rules.announced:
        result = RoundResult.HALF_BYE  # TRF26 says "known absence", and known is what was announced
    free = result is RoundResult.ABSENT and not has_left and format_rules.system is System.ROUND_ROBIN
    known = {RoundResult.FULL_BYE: Outcome.BYE} | ({RoundResult.ABSENT: Outcome.FREE} if free else {})
    Match.objects.create(
        round=round_,
        first=entrant,
        outcome=known.get(result) or Outcome.of(result) or "",
        source=Source.PAIRING,
        decided_ms=at_ms,
        reasons=[[WITHDRAWN, {}]] if has_left and result is RoundResult.ABSENT else [],
    )


def _enter_meeting(
    round_: Round, board: int, first: Entrant, second: Entrant, outcome: Outcome | None, at_ms: int
) -> None:
    result = {"outcome": outcome or "", "source": Source.TYPED if outcome else Source.NONE}
    match = Match.objects.create(
        round=round_,
        board=board,
        first=first,
        second=second,
        decided_ms=at_ms + MINUTE_MS if outcome else None,
        **result,
    )
    MatchGame.objects.create(match=match, number=1, starter=first, **result)


def _enter_wishes(report: TournamentReport, stage: Stage, entrants: dict[int, Entrant]) -> None:
    """Save forbidden pairs, and byes announced for rounds to come."""
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


def _played_ms(report: TournamentReport, now_ms: int, index: int) -> int:
    """Return noon of the round's day or of the first day, or now; rounds of one day are an hour apart."""
    round_date = report.round_dates[index] if index < len(report.round_dates) else None
    day = round_date or report.starts_on
    if day is None:
        return now_ms + index * MINUTE_MS
    noon = datetime.datetime.combine(day, datetime.time(12), datetime.UTC)
    same_day = report.round_dates[:index].count(round_date) if round_date else index
    return int(noon.timestamp()) * 1000 + same_day * 60 * MINUTE_MS


class LeftOut(Fault):
    """A part of a report that cannot be imported."""

    sentences: ClassVar[dict[str, str]] = {
        "tiebreak": "The tie-break {tiebreak} is not counted here.",
        "arbiter": "The arbiter, {text}, is not kept: staff have accounts here.",
        "federation": "The federation, {text}, is not kept.",
        "program": "The pairing program, {text}, is not kept.",
        "control": "The time control {text} cannot be read; the usual one is taken.",
        "lines": "Lines that begin with {letters} say nothing to Fiveline ({count}).",
    }


def list_left_out(report: TournamentReport) -> list[LeftOut]:
    """List the parts of a report that cannot be imported, for the user who imports it."""
    kept = _known_tiebreaks(report, find_reported_format(report.system))
    found = [
        LeftOut("tiebreak", tiebreak=code) for code in report.tiebreaks if code.strip().upper() not in kept
    ]
    texts = {"arbiter": report.arbiter, "federation": report.federation}
    found += [LeftOut(word, text=text) for word, text in texts.items() if text]
    if report.program and not report.program.startswith("Fiveline "):
        found.append(LeftOut("program", text=report.program))
    if report.coded_control and not _coded_control(report.coded_control):
        found.append(LeftOut("control", text=report.coded_control))
    found += [LeftOut("lines", letters=letters, count=count) for letters, count in report.unread]
    return found


def _engine_of(report: TournamentReport, index: int) -> str:
    """Return the engine that paired a round in a report of Fiveline; empty for other programs."""
    own = re.fullmatch(r"Fiveline [\d.]+: (?P<engines>[\w, -]+)", report.program)
    engines = own["engines"].split(", ") if own else []
    engine = engines[0] if len(engines) == 1 else engines[index] if len(engines) == report.drawn else ""
    return engine if engine in set(PairedBy) else ""


def _known_tiebreaks(report: TournamentReport, format_rules: Format) -> list[str]:
    known = []
    for code in report.tiebreaks:
        try:
            tiebreak = read_tiebreak(code)
            tiebreak.require(format_rules.system)
        except UnknownTieBreak:
            continue
        known.append(tiebreak.code)
    return list(dict.fromkeys(known))


def _coded_control(coded: str) -> str:
    """Read `600+5` as 10+5; return an empty text if it is no whole number of seconds."""
    main, _, increment = coded.partition("+")
    whole_s = whole_number(main, most=_MOST_SECONDS)
    if whole_s is None:
        return ""
    minutes, seconds = divmod(whole_s, 60)
    text = f"{minutes}:{seconds:02}+{increment or 0}"
    try:
        return str(TimeControl.parse(text))
    except Fault:
        return ""
