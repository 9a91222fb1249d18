"""Groups into knockout: snake-seeded groups, and the best of each crossed into a bracket."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from tournament.scores import Entrant, InvalidField, check_field

from .draw import RoundDraw
from .format import Course, Leg, PairingRefused, StageFacts, knockout_rounds, round_robin_rounds
from .knockout import KNOCKOUT
from .matching import lightest_matching
from .options import AutoRoundsOptions, FormatOptions, option
from .pairing import rows_after_withdrawals
from .round_robin import RoundRobin, schedule
from .seeding import bracket_order, bracket_size


def draw_groups(entrants: Iterable[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Distribute seeds in snake order: 1 2 3 | 6 5 4 | 7 8 9. Sizes differ by at most one.

    Each group then plays `round_robin.schedule`; the seeds stay those of the whole tournament.
    """
    field = check_field(entrants)
    if groups < 1 or len(field) < 2 * groups:
        raise InvalidField("groups", count=len(field), groups=groups)
    drawn: list[list[Entrant]] = [[] for _ in range(groups)]
    for place, entrant in enumerate(field):
        row, column = divmod(place, groups)
        drawn[column if row % 2 == 0 else groups - 1 - column].append(entrant)
    return tuple(tuple(group) for group in drawn)


def seed_qualifiers(orders: Sequence[Sequence[int]], through: int) -> tuple[Entrant, ...]:
    """Seed the first `through` of every group for the knockout, from the final order of each group.

    Winners are seeded before seconds, seconds before thirds. Those of one group are kept apart as long as a
    bracket allows (with two through: until the final), and neighbouring groups are crossed, A1-B2 and B1-A2.
    """
    if through < 1 or len(orders) * through < 2 or any(len(order) < through for order in orders):
        raise InvalidField("qualifiers")
    slots = {seed: slot for slot, seed in enumerate(bracket_order(bracket_size(len(orders) * through)))}
    groups_at: dict[int, int] = {}
    seeds: dict[int, int] = {}
    for rank in range(through):
        tier = range(rank * len(orders) + 1, (rank + 1) * len(orders) + 1)
        for group, seed in _fill(tier, len(orders), slots, groups_at):
            seeds[seed] = orders[group][rank]
            groups_at[slots[seed]] = group
    return tuple(Entrant(seeds[seed], seed) for seed in sorted(seeds))


def meeting_round(slot: int, other: int) -> int:
    """Return the round in which two slots of a bracket (from the top, counted from 0) meet if both win."""
    return (slot ^ other).bit_length()


def _fill(
    tier: range, groups: int, slots: dict[int, int], groups_at: dict[int, int]
) -> list[tuple[int, int]]:
    """Give each group one seed of this tier, (group, seed), with the least harm."""
    if not groups_at:
        return list(enumerate(tier))
    rounds = meeting_round(0, len(slots) - 1)
    costs = {
        (group, groups + index): _harm(group, slots[seed], groups_at, rounds)
        for group in range(groups)
        for index, seed in enumerate(tier)
    }
    found = lightest_matching(2 * groups, costs)
    assert found is not None
    return [(group, tier[slot - groups]) for group, slot in found]


def _harm(group: int, slot: int, groups_at: dict[int, int], rounds: int) -> int:
    """Rate a slot for a group: meeting the same group early is worst, then a distant first opponent."""
    own = sum(
        1 << 8 * (rounds - meeting_round(slot, taken)) for taken, owner in groups_at.items() if owner == group
    )
    # The distances of a whole tier add up to less than this, so they only ever decide between equals.
    outweighs = len(groups_at) ** 2 + 1
    return own * outweighs + abs(groups_at.get(slot ^ 1, group) - group)


# A group is worth proposing from three to six: below there is one game, above a round robin of its own.
SMALLEST, LARGEST = 3, 6


@dataclass(frozen=True, slots=True)
class GroupsOptions(AutoRoundsOptions):
    groups: int = option(2, "Groups", bounds=range(1, len(ascii_uppercase) + 1))
    qualifiers: int = option(2, "Go on from each group", bounds=range(1, 9))


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups(RoundRobin):
    """Round robins side by side; the best of each go on."""

    options_type: type[FormatOptions] = GroupsOptions

    def split_groups(self, entrants: Sequence[Entrant], options: FormatOptions) -> dict[int, str]:
        assert isinstance(options, GroupsOptions)
        drawn = draw_groups(entrants, options.groups)
        return {
            entrant.id: letter
            for letter, group in zip(ascii_uppercase, drawn, strict=False)
            for entrant in group
        }

    def next_round(self, facts: StageFacts) -> RoundDraw:
        """Draw one round of every group that still has one, boards numbered through."""
        schedules = [
            schedule(entrant for entrant in facts.entrants if facts.groups[entrant.id] == letter)
            for letter in sorted(set(facts.groups.values()))
        ]
        rounds = max(map(len, schedules))
        if facts.number > rounds:
            raise PairingRefused("no-more-rounds", rounds=rounds)
        found = [each for rounds_ in schedules for each in dict(enumerate(rounds_, 1)).get(facts.number, ())]
        games = [each for each in found if each.second is not None]
        free = [each for each in found if each.second is None]
        numbered = (replace(each, board=board) for board, each in enumerate(games, 1))
        return RoundDraw(rows_after_withdrawals((*numbered, *free), facts.gone))

    def count_qualifiers(self, options: FormatOptions) -> int:
        assert isinstance(options, GroupsOptions)
        return options.qualifiers

    def pick_qualified(self, orders: Sequence[Sequence[int]], options: FormatOptions) -> list[int]:
        return [entrant.id for entrant in seed_qualifiers(orders, self.count_qualifiers(options))]

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        """List groups of three to six, as many as fill a knockout without byes; two of each go on."""
        found = []
        for groups in (2, 4, 8, 16):
            course = self.course(entrants, GroupsOptions(groups=groups), None)
            if course and entrants // groups >= SMALLEST and -(-entrants // groups) <= LARGEST:
                found.append(replace(course, chosen=(("groups", groups), ("qualifiers", 2))))
        return tuple(found)

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course | None:
        """Compute the length with the following knockout; None if the groups cannot be drawn."""
        assert isinstance(options, GroupsOptions)
        qualified = options.groups * options.qualifiers
        if qualified < 2 or entrants // options.groups < max(2, options.qualifiers):
            return None
        largest = -(-entrants // options.groups)
        legs = (Leg(round_robin_rounds(largest), entrants), Leg(knockout_rounds(qualified), qualified))
        return Course(legs, largest - 1)


GROUPS = Groups(
    code="groups",
    name="Groups",
    withdrawal="Opponents in the group win the games still to come. If this entrant has played fewer than "
    "half of the group's games, none of them count; otherwise the results stay. The next of the group goes "
    "on instead. A return is possible.",
    has_groups=True,
    asked_first=("groups", "qualifiers"),
    followed_by=KNOCKOUT.code,
    family="groups",
    fairness=25,
)
