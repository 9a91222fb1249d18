"""A stage as a tournament report: everything that the format can tell of it."""

import itertools
from dataclasses import replace

from games.clock import Mode, TimeControl
from tournament.exchange.trf import Forbidden, ReportPlayer, RequestedBye, TournamentReport
from tournament.models import (
    Absence,
    AbsenceKind,
    Entrant,
    ForbiddenPair,
    Stage,
)
from tournament.scores import Mark, Past
from tournament.services import standings
from tournament.services.stages import facts, stage_record
from tournament.services.stages.stage_record import StageRecord

_REQUESTS = {AbsenceKind.HALF_BYE: Mark.HALF_BYE, AbsenceKind.ABSENT: Mark.ABSENT}


def of_stage(stage: Stage) -> TournamentReport:
    """A stage with everything that a report can tell of it. Seeds are its numbers."""
    record = stage_record.read(stage)
    numbers = {entry.entrant_id: entry.seed for entry in record.entries}
    pasts = stage_record.past_by_entrant(record)
    tournament = stage.tournament
    return TournamentReport(
        name=str(tournament) if tournament.stages.count() == 1 else f"{tournament}: {stage}",
        players=_players(record, pasts, numbers),
        rounds=max(facts.rounds_of(record), len(record.drawn)),
        city=tournament.city,
        starts_on=tournament.starts_on,
        ends_on=tournament.ends_on or tournament.starts_on,
        kind=f"{'Team ' if record.is_team_event else ''}{stage.kind.code}",
        control=stage.control,
        coded_control=_coded(stage.control),
        odd_seeds_start=stage.odd_seeds_start if stage.kind.reports_first_start else None,
        scoring=stage_record.scoring_of(stage),
        system=next(iter(stage.kind.trf_systems), ""),
        tiebreaks=tuple(stage.tiebreaks),
        byes=_requested(record, numbers),
        forbidden=_forbidden(record, numbers),
        annulled=tuple(sorted(number for pk, number in numbers.items() if pk in pasts[pk].annulled)),
    )


def _players(
    record: StageRecord, pasts: dict[int, Past], numbers: dict[int, int]
) -> tuple[ReportPlayer, ...]:
    ranks = {} if record.stage.kind.has_groups else _ranks(record)
    scoring = stage_record.scoring_of(record.stage)
    return tuple(
        ReportPlayer(
            number=entry.seed,
            name=_name(entry.entrant),
            rating=entry.entrant.rating,
            birth_year=entry.entrant.player.birth_year if entry.entrant.player else None,
            points=pasts[entry.entrant_id].points(entry.entrant_id, scoring),
            rank=ranks.get(entry.entrant_id),
            rounds=tuple(
                replace(
                    each,
                    opponent=numbers.get(each.opponent) if isinstance(each.opponent, int) else None,
                    game_points=None,
                )
                for each in pasts[entry.entrant_id].rows[entry.entrant_id]
            ),
        )
        for entry in record.entries
    )


def _ranks(record: StageRecord) -> dict[int, int | None]:
    return {row.entrant.pk: row.rank for row in standings.table(record).rows}


def _name(entrant: Entrant) -> str:
    player = entrant.player
    if player and player.family_name:
        return f"{player.family_name}, {player.first_name}"
    return str(entrant)


def _coded(control: str) -> str:
    """`600+5`: seconds for the game, and for each move; nothing for what the code cannot tell."""
    terms = TimeControl.parse(control)
    share = terms.shares[0]
    plain = share.mode in (Mode.SUDDEN, Mode.INCREMENT) and len(terms.shares) == 1
    if not plain or terms.game_ms or share.move_ms or not share.main_ms:
        return ""
    increment = f"+{share.bonus_ms // 1000}" if share.bonus_ms else ""
    return f"{share.main_ms // 1000}{increment}"


def _requested(record: StageRecord, numbers: dict[int, int]) -> tuple[RequestedBye, ...]:
    """Byes and absences announced for rounds that are not drawn."""
    announced = Absence.objects.filter(stage=record.stage, number__gt=len(record.drawn))
    rows = sorted(
        (each.number, str(_REQUESTS[AbsenceKind(each.kind)]), numbers[each.entrant_id])
        for each in announced
        if each.entrant_id in numbers
    )
    return tuple(
        RequestedBye(Mark(kind), number, tuple(who for *_, who in together))
        for (number, kind), together in itertools.groupby(rows, key=lambda row: row[:2])
    )


def _forbidden(record: StageRecord, numbers: dict[int, int]) -> tuple[Forbidden, ...]:
    rounds = max(facts.rounds_of(record), 1)
    pairs = ForbiddenPair.objects.filter(tournament=record.stage.tournament_id, strict=True)
    found = sorted(
        tuple(sorted((numbers[one], numbers[other])))
        for one, other in pairs.values_list("one_id", "other_id")
        if one in numbers and other in numbers
    )
    return tuple(Forbidden(1, rounds, pair) for pair in found)
