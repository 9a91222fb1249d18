"""Make a tournament report of a stage, with everything that the format can express."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import groupby

from django.utils import timezone

from games.clock import Mode, TimeControl
from tournament.import_export.trf.values import Forbidden, ReportPlayer, RequestedBye, TournamentReport
from tournament.installation import VERSION
from tournament.models import Absence, AbsenceKind, ForbiddenPair, Round, Stage
from tournament.scores import EntrantId, History, RoundResult, Scoring
from tournament.services import standings
from tournament.services.stages import facts, stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import StandingsTable

_REQUESTS = {AbsenceKind.HALF_BYE: RoundResult.HALF_BYE, AbsenceKind.ABSENT: RoundResult.ABSENT}


def build_report(stage: Stage) -> TournamentReport:
    """Make the report of a stage up to its first round with a missing result.

    Entrants are numbered by seed without gaps: no other program can read a number without its player.
    """
    record = stage_record.read(stage)
    numbers: dict[EntrantId, int] = {
        entry.entrant_id: number for number, entry in enumerate(record.entries, 1)
    }
    reported = count_reported_rounds(record)
    tables = standings.by_group(record, after_round=reported)
    # A bracket has no table of points, but the report has its rounds all the same.
    histories = {
        group: (table.history or stage_record.build_history(record)).until(reported)
        for group, table in tables.items()
    }
    scoring = stage_record.scoring_of(stage)
    if scoring.half_bye == 0:
        # TRF scores a half-point bye as a draw; one that is worth nothing is written as an absence.
        scoring = replace(scoring, half_bye=scoring.draw)
    rounds = facts.rounds_of(record)
    tournament = stage.tournament
    annulled = tuple(sorted(numbers[pk] for history in histories.values() for pk in history.annulled))
    return TournamentReport(
        name=str(tournament) if tournament.stages.count() == 1 else f"{tournament}: {stage}",
        players=_players(record, numbers, tables, histories),
        rounds=max(rounds, len(record.drawn)),
        city=tournament.city,
        starts_on=tournament.starts_on,
        ends_on=tournament.ends_on or tournament.starts_on,
        kind=record.format_rules.code,
        control=stage.control,
        coded_control=_write_control(stage.control),
        odd_seeds_start=stage.odd_seeds_start if record.format_rules.reports_first_start else None,
        scoring=scoring,
        system=record.format_rules.report_system(stage.chosen),
        tiebreaks=tuple(stage.tiebreaks),
        byes=_requested(record, numbers, reported),
        forbidden=_forbidden(record, numbers, rounds),
        annulled=annulled,
        round_dates=tuple(map(_played_on, record.drawn[:reported])),
        program=_program(record.drawn[:reported]),
    )


def first_unreported_round(stage: Stage) -> int | None:
    """Return the round before which a report ends, if some rounds are left out."""
    record = stage_record.read(stage)
    reported = count_reported_rounds(record)
    return record.drawn[reported].number if reported < len(record.drawn) else None


def count_reported_rounds(record: StageRecord) -> int:
    """Count the rounds before the first with a missing result: other programs cannot read open games."""
    for index, each in enumerate(record.drawn):
        if not all(match.outcome for match in record.matches_by_round.get(each.number, ())):
            return index
    return len(record.drawn)


def _reported_result(result: RoundResult, scoring: Scoring) -> RoundResult:
    """Return the result for the report; half-point byes without points become absences."""
    return RoundResult.ABSENT if result is RoundResult.HALF_BYE and scoring.half_bye == 0 else result


def _played_on(round_: Round) -> date | None:
    at_ms = round_.starts_ms or round_.published_ms
    return timezone.localtime(datetime.fromtimestamp(at_ms / 1000, UTC)).date() if at_ms else None


def _program(rounds: Sequence[Round]) -> str:
    """Name the program that made the pairings (182), with its engines, round by round if they changed."""
    engines = [each.engine or "-" for each in rounds]
    named = engines[:1] if len(set(engines)) == 1 else engines
    return f"Fiveline {VERSION}" + (f": {', '.join(named)}" if set(engines) - {"-"} else "")


def _players(
    record: StageRecord,
    numbers: dict[EntrantId, int],
    tables: dict[str, StandingsTable],
    histories: dict[str, History],
) -> tuple[ReportPlayer, ...]:
    own_scoring = stage_record.scoring_of(record.stage)
    # Places within groups are no ranks of the tournament.
    ranked = (
        () if record.format_rules.has_groups else [row for table in tables.values() for row in table.rows]
    )
    ranks = {row.entrant.pk: row.rank for row in ranked}
    return tuple(
        ReportPlayer(
            number=numbers[entry.entrant_id],
            name=entry.entrant.player.report_name if entry.entrant.player else str(entry.entrant),
            rating=entry.entrant.rating,
            birth_year=entry.entrant.player.birth_year if entry.entrant.player else None,
            points=histories[entry.group].points(entry.entrant_id, own_scoring),
            rank=ranks.get(entry.entrant_id),
            rounds=tuple(
                replace(
                    each,
                    result=_reported_result(each.result, own_scoring),
                    opponent=each.opponent and numbers[each.opponent],
                    game_points=None,
                )
                for each in histories[entry.group].rows[entry.entrant_id]
            ),
        )
        for entry in record.entries
    )


def _write_control(control: str) -> str:
    """Write a time control as `600+5`, seconds for the game and per move; empty if that cannot express it."""
    terms = TimeControl.parse(control)
    share = terms.shares[0]
    plain = share.mode in (Mode.SUDDEN, Mode.INCREMENT) and len(terms.shares) == 1
    if not plain or terms.game_ms or share.move_ms or not share.main_ms:
        return ""
    increment = f"+{share.bonus_ms // 1000}" if share.bonus_ms else ""
    return f"{share.main_ms // 1000}{increment}"


def _requested(record: StageRecord, numbers: dict[EntrantId, int], reported: int) -> tuple[RequestedBye, ...]:
    """Group byes and absences, announced for rounds that are not in the report, by round and letter."""
    scoring = stage_record.scoring_of(record.stage)
    announced = Absence.objects.filter(stage=record.stage, number__gt=reported)
    rows = sorted(
        (
            each.number,
            str(_reported_result(_REQUESTS[AbsenceKind(each.kind)], scoring)),
            numbers[each.entrant_id],
        )
        for each in announced
        if each.entrant_id in numbers
    )
    return tuple(
        RequestedBye(RoundResult(letter), number, tuple(who for *_, who in together))
        for (number, letter), together in groupby(rows, key=lambda row: row[:2])
    )


def _forbidden(record: StageRecord, numbers: dict[EntrantId, int], rounds: int) -> tuple[Forbidden, ...]:
    """List pairs that must not meet, and clubs whose members must not meet each other, one record each."""
    pairs = ForbiddenPair.objects.filter(tournament=record.stage.tournament_id, strict=True)
    found = [
        tuple(sorted((numbers[one], numbers[other])))
        for one, other in pairs.values_list("one_id", "other_id")
        if one in numbers and other in numbers
    ]
    if getattr(record.stage.chosen, "clubmates", "") == "never":
        clubs: dict[str, list[int]] = defaultdict(list)
        for entrant in stage_record.field_of(record):
            for key in entrant.keeps_apart:
                clubs[key].append(numbers[entrant.id])
        found += [tuple(sorted(members)) for members in clubs.values() if len(members) > 1]
    return tuple(Forbidden(1, max(rounds, 1), group) for group in sorted(set(found)))
