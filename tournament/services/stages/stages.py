"""Stages: adding one, seeding it when it starts, and adding late entries."""

from typing import Any

from django.db.models import F

from games.access.permissions import Actor
from tournament import scores
from tournament.formats import seeding
from tournament.formats.format import Format
from tournament.formats.registry import get_format
from tournament.models import (
    Entrant,
    EntrantStatus,
    EntryKind,
    Round,
    Stage,
    StageEntry,
    StageStatus,
    Tournament,
    TournamentStatus,
)
from tournament.services import locking
from tournament.services.faults import StepRefused

_FAR_DOWN = 10_000


def add(*, actor: Actor, tournament: Tournament, format: str, **settings: object) -> Stage:
    """Append a stage; settings left out take the format's defaults."""
    with locking.changing(tournament.pk) as held:
        number = held.stages.count() + 1
        format_rules = get_format(format)
        given = defaults(format_rules, held) | settings
        given["options"] = format_rules.whole_options(given.get("options", {}))
        stage = Stage.objects.create(tournament=held, number=number, format=format, **given)
        if held.status == TournamentStatus.FINISHED:
            held.status = TournamentStatus.RUNNING
            held.save(update_fields=["status"])
        locking.note(actor, "add_stage", stage, after={"format": format, **given})
    return stage


def defaults(format_rules: Format, tournament: Tournament) -> dict[str, Any]:
    """Return the default scoring, tie-breaks and rounds of a format."""
    teams = tournament.entry == EntryKind.TEAM
    return {
        # A team's bye is one match point (and half of the game points).
        "scoring": "2-1-0 bye=1" if teams else format_rules.scoring,
        "tiebreaks": [*(("GP",) if teams else ()), *format_rules.tiebreaks],
        "planned_rounds": format_rules.default_rounds,
    }


def current(tournament: Tournament) -> Stage | None:
    """Find the stage being played or set up: the first that is not finished, otherwise the last."""
    stages = list(tournament.stages.order_by("number"))
    return next(
        (each for each in stages if each.status != StageStatus.FINISHED), stages[-1] if stages else None
    )


def before(stage: Stage) -> Stage | None:
    return Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()


def after(stage: Stage) -> Stage | None:
    return Stage.objects.filter(tournament=stage.tournament_id, number=stage.number + 1).first()


def has_begun(tournament: Tournament) -> bool:
    """Return whether a round is drawn: from then on check-in is not needed."""
    return Round.objects.filter(stage__tournament=tournament).exists()


def late_candidates(stage: Stage) -> frozenset[int]:
    """Find entrants who were not there when the field was made, and may still join it."""
    if not stage.format_rules.takes_late_entries or stage.status == StageStatus.FINISHED:
        return frozenset()
    if not stage.rounds.exists():
        return frozenset()
    entered = Entrant.objects.entered().filter(tournament=stage.tournament_id, house=False)
    return frozenset(entered.exclude(stage_entries__stage=stage).values_list("pk", flat=True))


def next_number(stage: Stage) -> int:
    """Return the number of the next round to be drafted."""
    last = Round.objects.filter(stage=stage).order_by("-number").first()
    return last.number + 1 if last else 1


def seed(stage: Stage) -> None:
    """Fill the stage from the tournament's entrants, by seeds set by hand, rating, number, or lot.

    If the desk checks people in, only those who are there are seeded; the others are late entries when they
    come.
    """
    entered = list(
        Entrant.objects.filter(tournament=stage.tournament_id, status=EntrantStatus.ENTERED, house=False)
    )
    if any(entrant.checked_in for entrant in entered):
        entered = [entrant for entrant in entered if entrant.checked_in]
    if len(entered) < 2:
        raise StepRefused("nobody")
    fill(stage, [entrant.pk for entrant in order_entrants(stage, entered)])


def order_entrants(stage: Stage, entrants: list[Entrant]) -> list[Entrant]:
    if stage.options.get("seeding") == "lot":
        by_id = {entrant.pk: entrant for entrant in entrants}
        field = (scores.Entrant(id=entrant.pk, seed=entrant.number) for entrant in entrants)
        drawn = seeding.draw_seeds(field, seed=int.from_bytes(stage.draw_seed.encode(), "big"))
        return [by_id[entrant.id] for entrant in drawn]
    return sorted(entrants, key=lambda one: (one.seed is None, one.seed, -one.rating, one.number))


def fill(stage: Stage, entrant_ids: list[int]) -> None:
    """Write the field in seeding order, split into groups where the format has them."""
    field = [scores.Entrant(pk, number) for number, pk in enumerate(entrant_ids, 1)]
    letters = stage.format_rules.split_groups(field, stage.chosen)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entrant_id=each.id, seed=each.seed, group=letters.get(each.id, ""))
        for each in field
    )


def add_late_entry(entrant: Entrant, stage: Stage | None) -> StageEntry | None:
    """Add a late entry: from the next round on, with nothing for the rounds missed."""
    if stage is None or not stage.rounds.exists():
        return None
    if stage.entries.filter(entrant=entrant).exists():
        return None
    if not stage.format_rules.takes_late_entries:
        raise StepRefused("started", format=stage.get_format_display())
    number = next_number(stage)
    seed = _late_seed(entrant, stage, number)
    return StageEntry.objects.create(stage=stage, entrant=entrant, seed=seed, first_round=number)


def _late_seed(entrant: Entrant, stage: Stage, number: int) -> int:
    """Find the seed of a late entry: at first by rating, as FIDE C.04.3 (1.2.2) allows; later the last one.

    All entries behind move down by one.
    """
    last = stage.entries.order_by("-seed").values_list("seed", flat=True).first() or 0
    by_rating = number <= stage.tournament.late_by_rating_until and stage.options.get("seeding") != "lot"
    if not by_rating or not entrant.rating:
        return last + 1
    weaker = stage.entries.filter(entrant__rating__lt=entrant.rating).order_by("seed")
    seed = weaker.values_list("seed", flat=True).first() or last + 1
    # Two entries never share a seed, not even for a moment: far down first, and then back up.
    behind = stage.entries.filter(seed__gte=seed)
    behind.update(seed=F("seed") + _FAR_DOWN)
    stage.entries.filter(seed__gt=_FAR_DOWN).update(seed=F("seed") - _FAR_DOWN + 1)
    return seed
