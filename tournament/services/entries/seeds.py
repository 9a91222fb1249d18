"""In which order entrants are seeded, also before anything is drawn: how the desk numbers its list."""

from collections.abc import Iterable

from tournament.models import Entrant, Stage
from tournament.services.stages import stages


def seeds_of(stage: Stage | None, entrants: Iterable[Entrant]) -> dict[int, int]:
    """Entrant to seed: as drawn, or as it would be drawn now. Before lots are drawn nobody has one."""
    if stage is None:
        return {}
    if drawn := dict(stage.entries.values_list("entrant_id", "seed")):
        return drawn
    if stage.options.get("seeding") == "lot":
        return {}
    field = [each for each in entrants if each.is_in and not each.house]
    return {each.pk: place for place, each in enumerate(stages.ordered(stage, field), 1)}
