"""Automatic rounds: a match that can be played is opened as soon as the results allow it.

Only if the organiser chose it, and only after a first round was published by hand. A round of a bracket then
is one of its columns: matches join it as their two entrants become known. Done after the commit of the result
that allows it, and again by the sweep: it may be tried any number of times.

A backup is made before a new round, while nothing is locked. The result of a live game is stored by the
thread that writes the moves of all boards, which must not wait for a backup: there the sweep opens the round.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count

from django.db import transaction

from games.access.permissions import SYSTEM
from tournament.formats.bracket import BracketState
from tournament.formats.format import PairingRefused
from tournament.formats.pairing import PairingRow
from tournament.models import Match, Round, RoundStatus, Stage, StageStatus, Tournament, TournamentStatus
from tournament.services import locking
from tournament.services.backup import copies
from tournament.services.pairing import tasks
from tournament.services.rounds import lifecycle
from tournament.services.stages import brackets, stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import seating

logger = logging.getLogger(__name__)


def continue_after_commit(stage: Stage, *, now_ms: int, may_copy: bool) -> None:
    """Continue this stage once the result of its match is committed."""
    if stage.format_rules.has_auto_rounds(stage.chosen):
        transaction.on_commit(
            partial(continue_stage, stage.pk, now_ms=now_ms, may_copy=may_copy), robust=True
        )


def continue_all_stages(*, now_ms: int) -> None:
    """Continue all stages that can be continued; one that fails is logged and stops no other."""
    running = Stage.objects.filter(status=StageStatus.RUNNING, options__goes_on=True)
    for pk in running.exclude(tournament__status=TournamentStatus.ARCHIVED).values_list("pk", flat=True):
        try:
            continue_stage(pk, now_ms=now_ms)
        except Exception:
            logger.exception("stage:%s could not be continued", pk)


def continue_stage(stage_id: int, *, now_ms: int, may_copy: bool = True) -> list[Match]:
    """Close finished rounds, open the matches that can be played now, and return these.

    Where `may_copy` is false, a new round is not opened, because it needs a backup first.
    """
    tournament_id = Stage.objects.values_list("tournament_id", flat=True).get(pk=stage_id)
    opened: list[Match] = []
    has_copy = False
    while True:
        with locking.changing(tournament_id) as tournament:
            while step := _next_step(stage_id, tournament, now_ms):
                record, rounds = step
                if None in rounds.values() and not has_copy:
                    break
                opened += _open(record, rounds, now_ms)
            else:
                stage = Stage.objects.get(pk=stage_id)
                if is_active(stage):
                    stage.tournament = tournament
                    _close_done(stage_record.read(stage), tournament, now_ms)
                return opened
        if not may_copy:
            return opened
        copies.make(tournament, reason="publish", now_ms=now_ms)
        has_copy = True


def is_active(stage: Stage) -> bool:
    return stage.status == StageStatus.RUNNING and stage.format_rules.has_auto_rounds(stage.chosen)


RoundsOfRows = dict[PairingRow, Round | None]
"""The open round that each row joins, or None for a new round."""


def _next_step(stage_id: int, tournament: Tournament, now_ms: int) -> tuple[StageRecord, RoundsOfRows] | None:
    """Return what can be played next, if anything; opened forfeits may let more follow."""
    stage = Stage.objects.get(pk=stage_id)
    if not is_active(stage):
        return None
    stage.tournament = tournament
    record = stage_record.read(stage)
    if record.draft or not record.drawn:
        return None
    if not stage.format_rules.is_bracket:
        _close_done(record, tournament, now_ms)
        record = stage_record.read(stage)
        if any(each.status != RoundStatus.CLOSED for each in record.drawn):
            return None
    try:
        rows = tasks.task_for(record).draw.rows
    except PairingRefused:
        return None
    return (record, {row: _find_round(record, row) for row in rows}) if rows else None


def _open(record: StageRecord, rounds: RoundsOfRows, now_ms: int) -> list[Match]:
    if None in rounds.values():
        fresh = Round.objects.create(
            stage=record.stage,
            number=record.next_number,
            status=RoundStatus.PUBLISHED,
            published_ms=now_ms,
            starts_ms=now_ms,
            version=1,
        )
    opened: list[Match] = []
    open_rounds = {each.pk for each in record.drawn if each.status == RoundStatus.PUBLISHED}
    taken = {each.board for each in record.matches if each.round_id in open_rounds and not each.outcome}
    for row, home in rounds.items():
        round_ = home or fresh
        not_free = taken | set(round_.matches.values_list("board", flat=True))
        # The lowest free number, so that a board is never used by two matches at a time.
        board = next(each for each in count(1) if each not in not_free) if row.pairing.second else None
        match = tasks.to_match(replace(row, pairing=replace(row.pairing, board=board)), round_.pk)
        match.save()
        taken |= {board} if board else set()
        opened.append(match)
    for round_ in dict.fromkeys(home or fresh for home in rounds.values()):
        of_round = [match.pk for match in opened if match.round_id == round_.pk]
        matches = list(Match.objects.with_names().filter(pk__in=of_round).by_board())
        seating.seat_round(round_, matches, now_ms=now_ms)
        locking.note(SYSTEM, "go_on", round_, after=locking.pairs_for_log(matches))
    return opened


def _find_round(record: StageRecord, row: PairingRow) -> Round | None:
    """Find the open round that has matches of the same column, and neither of the two entrants."""
    for round_ in record.drawn:
        matches = record.matches_by_round.get(round_.number, ())
        same = any(row.place and column(each.place) == column(row.place) for each in matches)
        there = {pk for each in matches for pk in each.entrant_ids}
        if round_.status == RoundStatus.PUBLISHED and same and there.isdisjoint(row.pairing.entrants):
            return round_
    return None


def column(place: str) -> str:
    """Return the round of a bracket that a match belongs to: W2 of W2.1."""
    return place.partition(".")[0]


def _close_done(record: StageRecord, tournament: Tournament, now_ms: int) -> None:
    for round_ in finished_rounds(record):
        lifecycle.close_held(round_, tournament, SYSTEM, now_ms)


def finished_rounds(record: StageRecord) -> Iterator[Round]:
    """Find open rounds in which everything is decided, and which no match will join."""
    bracket = brackets.bracket_of(record).matches if record.format_rules.is_bracket else ()
    coming = {column(each.place) for each in bracket if each.state is not BracketState.FINISHED}
    for round_ in record.drawn:
        matches = record.matches_by_round.get(round_.number, ())
        is_open = any(each.second_id and not each.outcome for each in matches)
        if round_.status != RoundStatus.PUBLISHED or is_open:
            continue
        later = {column(each.place) for each in record.matches if each.round.number > round_.number}
        if coming.isdisjoint({column(each.place) for each in matches} - later):
            yield round_
