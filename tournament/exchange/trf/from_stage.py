"""A stage as a tournament report: everything that the format can tell of it."""

import itertools
from dataclasses import replace

from games.clock import Mode, TimeControl
from tournament.exchange.trf import Forbidden, ReportPlayer, RequestedBye, TournamentReport
from tournament.models import Absence, AbsenceKind, Entrant, ForbiddenPair, Stage
from tournament.scores import EntrantId, Mark, Past, Scoring
from tournament.services import standings
from tournament.services.stages import facts, stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import StandingsTable

_REQUESTS = {AbsenceKind.HALF_BYE: Mark.HALF_BYE, AbsenceKind.ABSENT: Mark.ABSENT}


def of_stage(stage: Stage) -> TournamentReport:
    """A stage with everything that a report can tell of it. Seeds are its numbers."""
    record = stage_record.read(stage)
    numbers: dict[EntrantId, int] = {entry.entrant_id: entry.seed for entry in record.entries}
    tables = standings.by_group(record)
    # A bracket has no table of points, but its rounds are told all the same.
    pasts = {group: table.past or stage_record.past_of(record) for group, table in tables.items()}
    scoring = stage_record.scoring_of(stage)
    rounds = facts.rounds_of(record)
    tournament = stage.tournament
    return TournamentReport(
        name=str(tournament) if tournament.stages.count() == 1 else f"{tournament}: {stage}",
        players=_players(record, numbers, tables, pasts, scoring),
        rounds=max(rounds, len(record.drawn)),
        city=tournament.city,
        starts_on=tournament.starts_on,
        ends_on=tournament.ends_on or tournament.starts_on,
        kind=f"{'Team ' if record.is_team_event else ''}{record.kind.code}",
        control=stage.control,
        coded_control=_coded(stage.control),
        odd_seeds_start=stage.odd_seeds_start if record.kind.reports_first_start else None,
        scoring=scoring,
        system=record.kind.report_system(stage.chosen),
        tiebreaks=tuple(stage.tiebreaks),
        byes=_requested(record, numbers),
        forbidden=_forbidden(record, numbers, rounds),
        annulled=tuple(sorted(numbers[pk] for past in pasts.values() for pk in past.annulled)),
    )


def _players(
    record: StageRecord,
    numbers: dict[EntrantId, int],
    tables: dict[str, StandingsTable],
    pasts: dict[str, Past],
    scoring: Scoring,
) -> tuple[ReportPlayer, ...]:
    points = {entrant: past.points(entrant, scoring) for past in pasts.values() for entrant in past.rows}
    # Places within groups are no ranks of the event.
    ranked = () if record.kind.has_groups else [row for table in tables.values() for row in table.rows]
    ranks = {row.entrant.pk: row.rank for row in ranked}
    return tuple(
        ReportPlayer(
            number=entry.seed,
            name=_name(entry.entrant),
            rating=entry.entrant.rating,
            birth_year=entry.entrant.player.birth_year if entry.entrant.player else None,
            points=points[entry.entrant_id],
            rank=ranks.get(entry.entrant_id),
            rounds=tuple(
                replace(each, opponent=each.opponent and numbers[each.opponent], game_points=None)
                for each in pasts[entry.group].rows[entry.entrant_id]
            ),
        )
        for entry in record.entries
    )


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


def _requested(record: StageRecord, numbers: dict[EntrantId, int]) -> tuple[RequestedBye, ...]:
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


def _forbidden(record: StageRecord, numbers: dict[EntrantId, int], rounds: int) -> tuple[Forbidden, ...]:
    pairs = ForbiddenPair.objects.filter(tournament=record.stage.tournament_id, strict=True)
    found = sorted(
        tuple(sorted((numbers[one], numbers[other])))
        for one, other in pairs.values_list("one_id", "other_id")
        if one in numbers and other in numbers
    )
    return tuple(Forbidden(1, max(rounds, 1), pair) for pair in found)
