"""Groups of a stage: drawn like a snake, each a round robin of its own, the best crossed into a knockout."""

from dataclasses import replace
from string import ascii_uppercase

from tournament.formats import groups, round_robin
from tournament.formats.pairing import Pairing
from tournament.models import Stage
from tournament.scores import Entrant
from tournament.services.faults import NotDone
from tournament.services.stages import options
from tournament.services.stages.options import GroupsOptions
from tournament.services.stages.stage_record import StageRecord, field_of


def drawn(stage: Stage, entrant_ids: list[int]) -> dict[int, str]:
    """Entrant to group letter, from the seeding order."""
    field = [Entrant(pk, seed) for seed, pk in enumerate(entrant_ids, 1)]
    split = groups.draw(field, options.of_kind(GroupsOptions, stage).groups)
    return {
        entrant.id: letter for letter, group in zip(ascii_uppercase, split, strict=False) for entrant in group
    }


def letters(record: StageRecord) -> list[str]:
    return sorted({entry.group for entry in record.entries})


def round_of(record: StageRecord, number: int) -> tuple[Pairing, ...]:
    """One round of every group that still has one, boards numbered through."""
    schedules = [_schedule(record, letter) for letter in letters(record)]
    rounds = max(map(len, schedules))
    if number > rounds:
        raise NotDone("no-more-rounds", rounds=rounds)
    found = [each for schedule in schedules if number <= len(schedule) for each in schedule[number - 1]]
    games = [each for each in found if each.second is not None]
    free = [each for each in found if each.second is None]
    return (*(replace(each, board=board) for board, each in enumerate(games, 1)), *free)


def rounds_of(record: StageRecord) -> int:
    return max(len(_schedule(record, letter)) for letter in letters(record))


def qualified(orders: list[list[int]], through: int) -> list[int]:
    """Entrants in the order of their seeds in the knockout: A1-B2 crossed, one's own group met late."""
    return [entrant.id for entrant in groups.qualify(orders, through)]


def _schedule(record: StageRecord, letter: str) -> round_robin.Rounds:
    members = {entry.entrant_id for entry in record.entries if entry.group == letter}
    return round_robin.schedule(entrant for entrant in field_of(record) if entrant.id in members)
