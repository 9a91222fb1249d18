"""The lifecycle of a round: publish, close, reopen, undo.

Each step is one transaction with a backup before it. Requested twice, by one or by two organisers, it is done
once, and the second gets a refusal (`already-…`, or `changed-meanwhile` when the page is out of date).
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from games.access.permissions import Actor
from games.close_reason import UNDONE
from games.referee import UNDER_WAY
from tournament.models import (
    Absence,
    Entrant,
    EntrantStatus,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Stage,
    StageEntry,
    StageStatus,
    Step,
    Tournament,
    TournamentStatus,
)
from tournament.scores import Outcome
from tournament.services import locking
from tournament.services.backup import copies
from tournament.services.faults import StepRefused
from tournament.services.stages import facts, qualifying, stage_record
from tournament.services.tables import live_games, seating


def publish(*, actor: Actor, round_: Round, version: int, now_ms: int, starts_ms: int | None = None) -> Round:
    """Publish the pairings and open their games on the tables."""
    copies.make(round_.stage.tournament, reason="publish", now_ms=now_ms)
    with locking.changing(round_.stage.tournament_id) as tournament:
        held = locking.reread_round(round_, version, RoundStatus.DRAFT, already="already-published")
        stage = held.stage
        earlier = list(Round.objects.filter(stage=stage).exclude(pk=held.pk).order_by("number"))
        # A pairing that is drawn from results rests on all of them.
        if not stage.format_rules.rounds_overlap:
            _check_closed(earlier)
        if not earlier and not qualifying.field_is_current(stage):
            raise StepRefused("field-changed")
        matches = list(
            held.matches.select_related("first__player", "first__team", "second__player", "second__team")
        )
        _check_still_fits(held, matches)
        held.status, held.published_ms, held.starts_ms = RoundStatus.PUBLISHED, now_ms, starts_ms or now_ms
        held.version += 1
        held.save()
        stage.tournament = tournament
        set_running(stage, tournament)
        seating.seat_round(held, matches, now_ms=now_ms)
        locking.note(actor, "publish", held, after=locking.pairs_for_log(matches))
    return held


def call_to_boards(*, actor: Actor, round_: Round, starts_ms: int) -> Round:
    """Set the instant at which the round starts: pages show it, and no-shows are counted from it."""
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, None, RoundStatus.PUBLISHED, already="not-published")
        before, held.starts_ms = held.starts_ms, starts_ms
        held.save(update_fields=["starts_ms"])
        locking.note(
            actor, "call_to_boards", held, before={"starts_ms": before}, after={"starts_ms": starts_ms}
        )
    return held


def close(*, actor: Actor, round_: Round, now_ms: int) -> Round:
    """Close a round whose results are all in: it counts, and the stage ends with its last one."""
    copies.make(round_.stage.tournament, reason="close", now_ms=now_ms)
    with locking.changing(round_.stage.tournament_id) as tournament:
        held = locking.reread_round(round_, None, RoundStatus.PUBLISHED, already="already-closed")
        _check_all_decided(held)
        close_held(held, tournament, actor, now_ms)
    return held


def close_held(held: Round, tournament: Tournament, actor: Actor, now_ms: int) -> None:
    """Close a round of a locked tournament whose results are all in."""
    held.status, held.closed_ms = RoundStatus.CLOSED, now_ms
    held.version += 1
    held.save()
    locking.note(actor, "close", held)
    if facts.is_complete(stage_record.read(held.stage)):
        finish(held.stage, tournament, actor)


def stop_auto_rounds(stage: Stage, actor: Actor) -> None:
    """Turn automatic rounds off after a step back: the organiser decides what comes next."""
    if stage.format_rules.has_auto_rounds(stage.chosen):
        stage.options = {**stage.options, "goes_on": False}
        stage.save(update_fields=["options"])
        locking.note(actor, "change_settings", stage, before={"goes_on": True}, after={"goes_on": False})


def finish_stage(*, actor: Actor, stage: Stage) -> None:
    """Finish a stage before its planned rounds, or a ladder, which has no planned end."""
    with locking.changing(stage.tournament_id) as tournament:
        record = stage_record.read(stage)
        if record.draft:
            raise StepRefused("already-drafted", round=record.draft.number)
        _check_closed(record.drawn)
        finish(stage, tournament, actor)


def fill_bye(*, actor: Actor, match: Match, house: Entrant, now_ms: int) -> MatchGame:
    """Seat a house player against a bye: a friendly game that does not count; the bye stays a bye."""
    with locking.changing(match.round.stage.tournament_id):
        held = locking.reread_round(match.round, None, RoundStatus.PUBLISHED, already="not-published")
        if match.outcome != Outcome.BYE or not house.house:
            raise StepRefused("no-bye", round=held.number)
        game, made = MatchGame.objects.get_or_create(
            match=match,
            number=1,
            defaults={"step": Step.HOUSE, "starter": match.first, "second_player": house.player},
        )
        if not made:
            raise StepRefused("already-so")
        seating.seat(held.stage.tournament)
        seating.open_all(seating.with_relatives(MatchGame.objects.filter(pk=game.pk)), now_ms=now_ms)
        locking.note(actor, "fill_bye", match, after={"house": house.pk})
    return game


def reopen(*, actor: Actor, round_: Round, now_ms: int) -> Round:
    """Reopen the last round after its closing."""
    copies.make(round_.stage.tournament, reason="undo", now_ms=now_ms)
    with locking.changing(round_.stage.tournament_id) as tournament:
        held = locking.reread_round(round_, None, RoundStatus.CLOSED, already="not-published")
        _check_last(held)
        _empty_later_stages(held)
        held.status, held.closed_ms = RoundStatus.PUBLISHED, None
        held.version += 1
        held.save()
        set_running(held.stage, tournament)
        locking.note(actor, "reopen_round", held)
        stop_auto_rounds(held.stage, actor)
    return held


def undo_publish(*, actor: Actor, round_: Round, now_ms: int) -> Round:
    """Turn a published round into a draft that only staff see, while nothing was played.

    Its games are voided.
    """
    copies.make(round_.stage.tournament, reason="undo", now_ms=now_ms)
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, None, RoundStatus.PUBLISHED, already="not-published")
        _check_last(held)
        if Match.objects.meetings().filter(round=held).exclude(outcome="").exclude(source="pairing").exists():
            raise StepRefused("round-has-results", round=held.number)
        games = list(MatchGame.objects.filter(match__round=held))
        if any(status in ("running", "paused", "over") for status in live_games.status_of(games).values()):
            raise StepRefused("round-has-results", round=held.number)
        _empty_later_stages(held)
        voided = live_games.void_all(games, UNDONE)
        MatchGame.objects.filter(match__round=held).delete()
        held.status, held.published_ms, held.starts_ms = RoundStatus.DRAFT, None, None
        held.version += 1
        held.save()
        locking.note(actor, "undo_publish", held, before={"games": voided})
        stop_auto_rounds(held.stage, actor)
    return held


def undo(*, actor: Actor, round_: Round, now_ms: int) -> None:
    """Undo the last round altogether: pairings and results go into the log, its games are voided."""
    copies.make(round_.stage.tournament, reason="undo", now_ms=now_ms)
    with locking.changing(round_.stage.tournament_id) as tournament:
        held = Round.objects.select_related("stage__tournament").filter(pk=round_.pk).first()
        if held is None:
            raise StepRefused("already-undone", round=round_.number)
        _check_last(held)
        _empty_later_stages(held)
        games = list(MatchGame.objects.filter(match__round=held))
        before: dict[str, Any] = {
            "status": held.status,
            "pairs": locking.pairs_for_log(held.matches.all()),
        }
        before["games"] = live_games.void_all(games, UNDONE)
        stage = held.stage
        held.delete()
        set_running(stage, tournament)
        locking.note(actor, "undo_round", round_, before=before)
        stop_auto_rounds(stage, actor)


def _check_closed(rounds: Iterable[Round]) -> None:
    for each in rounds:
        if each.status != RoundStatus.CLOSED:
            is_open = Match.objects.open().filter(round=each)
            raise StepRefused("round-open", round=each.number, open=is_open.count())


def _check_still_fits(round_: Round, matches: list[Match]) -> None:
    away = set(
        Absence.objects.filter(stage=round_.stage_id, number=round_.number).values_list(
            "entrant_id", flat=True
        )
    )
    for match in matches:
        for entrant in filter(None, (match.first, match.second)):
            left = entrant.status != EntrantStatus.ENTERED
            plays = match.second_id is not None and not match.outcome
            if plays and (left or (entrant.pk in away and round_.stage.format_rules.takes_absences)):
                raise StepRefused("draft-stale", name=str(entrant))


def _check_all_decided(round_: Round) -> None:
    matches = Match.objects.open().filter(round=round_)
    games = list(MatchGame.objects.filter(match__in=matches, outcome=""))
    running = sum(status in UNDER_WAY for status in live_games.status_of(games).values())
    if running:
        raise StepRefused("round-running", round=round_.number, running=running)
    if count := matches.count():
        raise StepRefused("round-open", round=round_.number, open=count)


def _check_last(round_: Round) -> None:
    """Refuse unless this is the last round of its stage, and no later stage has rounds."""
    last = Round.objects.filter(stage=round_.stage).order_by("-number").first()
    if last is not None and last.pk != round_.pk:
        raise StepRefused("not-last-round", round=last.number)
    if Round.objects.filter(stage__in=_later_stages(round_)).exists():
        raise StepRefused("stage-follows")


def _empty_later_stages(round_: Round) -> None:
    """Delete the qualifiers of later stages, because they are open again."""
    StageEntry.objects.filter(stage__in=_later_stages(round_)).delete()


def _later_stages(round_: Round) -> QuerySet[Stage]:
    return Stage.objects.filter(tournament=round_.stage.tournament_id, number__gt=round_.stage.number)


def finish(stage: Stage, tournament: Tournament, actor: Actor) -> None:
    Stage.objects.filter(pk=stage.pk).update(status=StageStatus.FINISHED)
    locking.note(actor, "finish_stage", stage)
    if not Stage.objects.filter(tournament=tournament).exclude(status=StageStatus.FINISHED).exists():
        tournament.status = TournamentStatus.FINISHED
        tournament.save(update_fields=["status"])


def set_running(stage: Stage, tournament: Tournament) -> None:
    Stage.objects.filter(pk=stage.pk).update(status=StageStatus.RUNNING)
    tournament.status = TournamentStatus.RUNNING
    tournament.save(update_fields=["status"])
