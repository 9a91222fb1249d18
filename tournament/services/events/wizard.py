"""A proposal from "how many players, tablets and minutes": format, rounds, clock, expected end."""

from dataclasses import dataclass, replace

from games.clock import TimeControl
from tournament.models import Format

MINUTE_MS = 60_000
# Between two games at a table: results, the next pairing, finding the seat.
CHANGEOVER_MS = 4 * MINUTE_MS
# Controls to try, the most generous first; games last ten to twenty minutes if nobody hurries (RULES, Time).
CONTROLS = ("15+0", "10+5", "10+0", "7+3", "5+3", "5+0", "3+2")
MOST_ROUNDS_OF_SWISS = 9


@dataclass(frozen=True, slots=True)
class FormatProposal:
    """`ends_after_ms` counts from the start; `games_each` is what most of the entrants play."""

    format: Format
    rounds: int
    control: str
    games_each: int
    round_ms: int
    ends_after_ms: int
    waves: int  # how often every table is used in a round


def propose(
    *, entrants: int, tables: int, minutes: int, seats: int = 2, boards: int = 1
) -> list[FormatProposal]:
    """What fits into the time, best first: more games for everybody, then more time for each.

    Empty if nothing does: then there are too few tables, or too little time, for anything but a knockout.
    """
    if entrants < 2 or tables < 1:
        return []
    found: list[FormatProposal] = []
    for format, rounds, games_each in candidates(entrants):
        for control in CONTROLS:
            made = plan(
                format=format,
                rounds=rounds,
                control=control,
                entrants=entrants,
                tables=tables,
                seats=seats,
                boards=boards,
                games_each=games_each,
            )
            if made.ends_after_ms <= minutes * MINUTE_MS:
                found.append(made)
                break
    return sorted(found, key=lambda each: (-_worth(each), -each.games_each))


def plan(
    *,
    format: Format,
    rounds: int,
    control: str,
    entrants: int,
    tables: int,
    seats: int = 2,
    boards: int = 1,
    games_each: int = 0,
) -> FormatProposal:
    """What a choice would take; for every change in the form. `boards` are those of a match of teams."""
    waves = -(-max(entrants // 2, 1) * boards // tables)
    round_ms = waves * (game_ms(control, seats) + CHANGEOVER_MS)
    return FormatProposal(
        format=format,
        rounds=rounds,
        control=control,
        games_each=games_each or rounds,
        round_ms=round_ms,
        ends_after_ms=rounds * round_ms,
        waves=waves,
    )


def plan_groups(
    *,
    groups: int,
    qualifiers: int,
    control: str,
    entrants: int,
    tables: int,
    seats: int = 2,
    boards: int = 1,
) -> FormatProposal | None:
    """Round robins side by side, then a knockout of those who go on; None if no groups can be drawn so.

    `round_ms` and `waves` are those of the groups, where everybody plays.
    """
    going_on = groups * qualifiers
    if groups < 1 or going_on < 2 or entrants // groups < max(2, qualifiers):
        return None
    largest = -(-entrants // groups)
    first, second = (
        plan(
            format=format,
            rounds=rounds,
            control=control,
            entrants=playing,
            tables=tables,
            seats=seats,
            boards=boards,
        )
        for format, rounds, playing in (
            (Format.GROUPS, _circle(largest), entrants),
            (Format.KNOCKOUT, _halvings(going_on), going_on),
        )
    )
    return replace(
        first,
        rounds=first.rounds + second.rounds,
        games_each=largest - 1,
        ends_after_ms=first.ends_after_ms + second.ends_after_ms,
    )


def game_ms(control: str, seats: int = 2) -> int:
    """How long the slower games take: everybody uses what the control expects of a seat."""
    terms = TimeControl.parse(control)
    letters = "XO" if seats == 2 else "NESW"
    expected = sum(terms.expected_ms(seat) for seat in letters)
    return min(expected, terms.game_ms) if terms.game_ms else expected


def candidates(entrants: int) -> list[tuple[Format, int, int]]:
    """(format, rounds, games for most): every round robin that is not endless, Swiss lengths, knockouts."""
    circle, knockout = _circle(entrants), _halvings(entrants)
    found = [
        (Format.DOUBLE_ROUND_ROBIN, 2 * circle, 2 * (entrants - 1)),
        (Format.ROUND_ROBIN, circle, entrants - 1),
    ]
    if entrants >= 6:
        # Enough rounds to tell a winner, fewer than would exhaust the opponents.
        longest = min(MOST_ROUNDS_OF_SWISS, circle - 1)
        found += [(Format.SWISS, rounds, rounds) for rounds in range(knockout, longest + 1)]
    found += [
        (Format.DOUBLE_KNOCKOUT, 2 * knockout, 3 if entrants > 2 else 2),
        (Format.KNOCKOUT, knockout, 2 if entrants > 2 else 1),
    ]
    return found


def _circle(entrants: int) -> int:
    """The rounds in which everybody meets everybody."""
    return entrants + entrants % 2 - 1


def _halvings(entrants: int) -> int:
    """The rounds of a knockout."""
    return (entrants - 1).bit_length()


def _worth(each: FormatProposal) -> int:
    """A round robin is fairest, a Swiss gives everybody a game in every round, a knockout sends half home."""
    fairness = {
        Format.ROUND_ROBIN: 40,
        Format.DOUBLE_ROUND_ROBIN: 35,
        Format.SWISS: 30,
        Format.DOUBLE_KNOCKOUT: 15,
        Format.KNOCKOUT: 10,
    }[each.format]
    calm = len(CONTROLS) - CONTROLS.index(each.control)
    return fairness + 2 * min(each.games_each, MOST_ROUNDS_OF_SWISS) + calm
