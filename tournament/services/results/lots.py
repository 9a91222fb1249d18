"""Lots: drawn once, recorded, and repeatable by any user from the recorded seed."""

import secrets
from collections import defaultdict
from hashlib import sha256

from games.access.permissions import Actor
from tournament.models import Entrant, Match, Round, RoundStatus, Stage
from tournament.scores import Outcome
from tournament.services import locking, standings
from tournament.services.faults import StepRefused
from tournament.services.results import deciding, match_outcome
from tournament.services.stages import stage_record

_SEED_BYTES = 8


def draw_for_start(*, actor: Actor, stage: Stage) -> None:
    """Draw lots for the first board, and for the seeding if the stage wants it; once per stage."""
    if stage.draw_seed:
        return
    stage.draw_seed = secrets.token_hex(_SEED_BYTES)
    if stage.odd_seeds_start is None:  # a value that came with a report stays
        stage.odd_seeds_start = _coin(stage.draw_seed)
    stage.save(update_fields=["draw_seed", "odd_seeds_start"])
    locking.note(
        actor, "draw_lot", stage, after={"seed": stage.draw_seed, "odd_start": stage.odd_seeds_start}
    )


Tie = tuple[str, tuple[Entrant, ...]]
"""Entrants who are equal in every tie-break, with the letter of their group where there are groups."""


def ties(stage: Stage) -> list[Tie]:
    """List the entrants for whom lots would be drawn now: all who share a rank."""
    found: list[Tie] = []
    for group, table in standings.by_group(stage_record.read(stage)).items():
        sharing: dict[int, list[Entrant]] = defaultdict(list)
        for row in table.rows:
            if row.rank is not None:
                sharing[row.rank].append(row.entrant)
        found += ((group, tuple(tied)) for tied in sharing.values() if len(tied) > 1)
    return found


def draw_for_ties(*, actor: Actor, stage: Stage) -> list[Tie]:
    """Order those who are equal to the last tie-break, once and for all; return the order."""
    with locking.changing(stage.tournament_id):
        stage.refresh_from_db()
        if stage.lots_seed:
            raise StepRefused("already-so")
        if come_too_late(stage):
            raise StepRefused("lots-too-late")
        before = ties(stage)
        stage.lots_seed = secrets.token_hex(_SEED_BYTES)
        stage.save(update_fields=["lots_seed"])
        locking.note(actor, "draw_lots", stage, after={"seed": stage.lots_seed})
        places = {
            row.entrant.pk: place
            for table in standings.by_group(stage_record.read(stage)).values()
            for place, row in enumerate(table.rows)
        }
    return [(group, tuple(sorted(tied, key=lambda each: places[each.pk]))) for group, tied in before]


def come_too_late(stage: Stage) -> bool:
    """Return whether a later stage was published with the current order."""
    later = Round.objects.filter(stage__tournament=stage.tournament_id, stage__number__gt=stage.number)
    return later.exclude(status=RoundStatus.DRAFT).exists()


def draw_for_match(*, actor: Actor, match: Match, now_ms: int) -> Outcome:
    """Draw lots for a knockout match that all its games left drawn. Refused while a game could decide it."""
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.lock_match(match)
        if match.outcome:
            raise StepRefused("already-decided", board=match.board)
        if not match_outcome.wants_lots(stage_record.read(match.round.stage), match):
            raise StepRefused("draw-needs-more")
        seed = secrets.token_hex(_SEED_BYTES)
        outcome = Outcome.FIRST_WINS if _coin(seed) else Outcome.SECOND_WINS
        deciding.write_match(match, outcome, source="typed", now_ms=now_ms, by_lot=True)
        locking.note(actor, "draw_lot", match, after={"seed": seed, "outcome": outcome})
    return outcome


def _coin(seed: str) -> bool:
    return sha256(seed.encode()).digest()[0] % 2 == 0
