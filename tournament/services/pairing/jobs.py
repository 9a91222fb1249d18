"""Pairing in a process of its own: started, watched with the elapsed time, cancelled, applied if still true.

The row `PairingJob` is how every server process knows of it. Small fields need none of this (`drafts.draft`).
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass

from django.conf import settings
from django.db import connections

from games.access.permissions import Actor
from games.faults import Fault
from games.timekeeping import now_ms as clock_ms
from tournament.formats import engine
from tournament.formats.engine import ProposedRound
from tournament.formats.swiss_round import SwissRound
from tournament.models import PairingJob, Round, Stage
from tournament.services import locking
from tournament.services.faults import NotDone
from tournament.services.pairing import drafts, tasks
from tournament.services.pairing.tasks import Task

logger = logging.getLogger(__name__)

BEAT_S = 0.25
# A waiting process renews its beat four times a second; silent for so long, it is gone (power cut, kill).
DEAD_AFTER_MS = 10_000


@dataclass(frozen=True, slots=True)
class Progress:
    """`fault` is the code and the values of the sentence to show when it came to nothing."""

    number: int
    elapsed_ms: int
    running: bool
    cancelled: bool
    fault: tuple[str, dict[str, object]] | None


class Cancelled(Exception):
    """Somebody pressed cancel."""


def start(
    *, actor: Actor, stage: Stage, now_ms: int, breaking_rules: bool = False, round_: Round | None = None
) -> PairingJob:
    """Begin to pair the next round, or (`round_`) the draft again. One at a time per stage."""
    if round_ and drafts.start_over(actor=actor, round_=round_, version=round_.version):
        round_ = None
    task = drafts.prepare(actor=actor, stage=stage) if round_ is None else _again(round_)
    with locking.changing(stage.tournament_id):
        known = PairingJob.objects.select_for_update().filter(stage=stage).first()
        if known and is_running(known, now_ms):
            raise NotDone("already-pairing", round=known.number)
        PairingJob.objects.filter(stage=stage).delete()
        job = PairingJob.objects.create(stage=stage, number=task.number, started_ms=now_ms, beat_ms=now_ms)
    version = round_.version if round_ else None
    threading.Thread(
        target=_run,
        args=(job.pk, stage.tournament_id, actor, task, breaking_rules, version),
        name=f"pairing-{job.pk}",
        daemon=True,
    ).start()
    return job


def cancel(*, actor: Actor, stage: Stage) -> bool:
    """Stop it; nothing is written. False, and harmless, when there was nothing left to stop."""
    with locking.changing(stage.tournament_id):
        running = PairingJob.objects.filter(stage=stage, ended_ms=None, cancelled=False)
        stopped = bool(running.update(cancelled=True))
        if stopped:
            locking.note(actor, "cancel_pairing", stage)
    return stopped


def progress(stage: Stage, *, now_ms: int) -> Progress | None:
    """How the last pairing of this stage goes, or went."""
    job = PairingJob.objects.filter(stage=stage).first()
    if job is None:
        return None
    running = is_running(job, now_ms)
    until = now_ms if running else (job.ended_ms or job.beat_ms)
    fault = (job.fault["code"], job.fault["params"]) if job.fault else None
    return Progress(job.number, until - job.started_ms, running, job.cancelled, fault)


def is_running(job: PairingJob, now_ms: int) -> bool:
    """A cancelled one is over at once: what its process still does is thrown away."""
    return job.ended_ms is None and not job.cancelled and now_ms - job.beat_ms < DEAD_AFTER_MS


def _again(round_: Round) -> Task:
    return drafts.prepare_again(round_=round_, version=round_.version)


def _run(
    job_id: int, tournament_id: int, actor: Actor, task: Task, breaking_rules: bool, version: int | None
) -> None:
    fault = None
    try:
        asked = task.draw.asked
        proposal = None if asked is None else _ask(job_id, asked, breaking_rules)
        with locking.changing(tournament_id):
            _beat(job_id)  # whoever cancelled before this moment is right, whoever does later sees the draft
            drafts.apply(actor=actor, task=task, solved=tasks.solved(task, proposal), version=version)
    except Cancelled:
        pass
    except Fault as no:
        fault = {"code": no.code, "params": no.params, "text": str(no)}
    except Exception:
        logger.exception("pairing job %s failed", job_id)
        fault = {"code": "engine-failed", "params": {"round": task.number}, "text": ""}
    finally:
        PairingJob.objects.filter(pk=job_id).update(ended_ms=clock_ms(), fault=fault)
        locking.announce(tournament_id)  # also when it came to nothing: the desk is waiting
        connections.close_all()


def _ask(job_id: int, question: SwissRound, breaking_rules: bool) -> ProposedRound:
    process = subprocess.Popen(  # noqa: S603 (a fixed command of our own)
        engine.command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        text=True,
        start_new_session=True,
    )
    asked: str | None = engine.dump(question, breaking_rules=breaking_rules)
    try:
        while True:
            try:
                answer, _ = process.communicate(asked, timeout=BEAT_S)
                break
            except subprocess.TimeoutExpired:
                asked = None  # it was handed over at the first try
                _beat(job_id)
    finally:
        _end(process)
    return engine.read_answer(question, answer)


def _end(process: "subprocess.Popen[str]") -> None:
    """The engine may have a child of its own: the whole group goes, where there are groups."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _beat(job_id: int) -> None:
    alive = PairingJob.objects.filter(pk=job_id, cancelled=False).update(beat_ms=clock_ms())
    if not alive:
        raise Cancelled
