"""The tags of a record: where the game starts, under which rules, and how it is claimed to have ended."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.faults import InvalidPosition, InvalidRecord, InvalidRules
from games.rules.options import FirstSymbol, RuleSet, join_or
from games.rules.outcome import Ending, Outcome
from games.rules.position import Position
from games.rules.seats import Seat, Side
from games.rules.sheets import RESULTS

Tags = Mapping[str, str]

OPTION_TAGS = {
    "Announce": "announce",
    "Repetition": "repetition",
    "MoveLimit": "move_limit",
    "GameLimit": "game_limit",
    "DrawOffers": "draw_offers",
    "Conferring": "conferring",
}

# The order in which known tags are written; unknown ones follow.
KNOWN_TAGS = (
    *(
        "Event",
        "Site",
        "Date",
        "Round",
        "Board",
        "X",
        "O",
        "N",
        "E",
        "S",
        "W",
        "First",
        "Seats",
        "TimeControl",
    ),
    *OPTION_TAGS,
    *("Result", "Ending", "Position"),
)


def start_of(tags: Tags) -> Position:
    """Read the position before the first move: as given, or all blank with the seat in `First` to move."""
    seats = _seats_of(tags)
    if "Position" not in tags:
        return Position.initial(seats, _first_of(tags, seats))
    try:
        position = Position.parse(tags["Position"])
    except InvalidPosition as reason:
        raise InvalidRecord("bad-position", reason=reason) from reason
    if "Seats" in tags and position.seats != seats:
        raise InvalidRecord("seats-differ", seats=seats, others=position.seats)
    return position


def rules_of(tags: Tags) -> RuleSet:
    """Read the options that the tags name; the rest have their default. `First` gives the first symbol."""
    given = {option: tags[tag] for tag, option in OPTION_TAGS.items() if tag in tags}
    if tags.get("First") == Seat.O:
        given["first_symbol"] = FirstSymbol.CIRCLE
    try:
        return RuleSet.from_texts(given)
    except InvalidRules as fault:
        tag = next(tag for tag, option in OPTION_TAGS.items() if option == fault.params["option"])
        raise InvalidRecord("bad-tag-value", **{**fault.params, "tag": tag}) from fault


@dataclass(frozen=True, slots=True)
class ClaimedEnding:
    """The ending that a record claims; `results` has two if its tag and its last word differ."""

    results: tuple[str, ...] = ()
    ending: Ending | None = None

    def __bool__(self) -> bool:
        return bool(self.results or self.ending)

    def __str__(self) -> str:
        return " ".join((" and ".join(self.results), self.ending or "")).strip()

    def agrees_with(self, outcome: Outcome) -> bool:
        """Tell whether no claim differs from what the moves prove."""
        return self.results in ((), (outcome.result,)) and self.ending in (None, outcome.ending)

    def unproven_outcome(self) -> Outcome | None:
        """Return the claimed outcome if it is of a kind that moves cannot prove (docs/rules.md#endings)."""
        if len(self.results) != 1 or self.ending is None or self.ending.is_proven:
            return None
        winner = None if self.results[0] == "draw" else Side(self.results[0])
        return Outcome(winner, self.ending) if self.ending.fits(winner) else None


def claim_of(tags: Tags, last_word: str = "*") -> ClaimedEnding:
    """Read `Result`, `Ending` and the word that ends the record; `*` claims nothing."""
    results = [_check_known(RESULTS, "Result", tags.get("Result", "*")), last_word]
    ending = Ending(_check_known(tuple(Ending), "Ending", tags["Ending"])) if "Ending" in tags else None
    return ClaimedEnding(tuple(dict.fromkeys(result for result in results if result != "*")), ending)


def tags_of(start: Position, rules: RuleSet, outcome: Outcome | None) -> dict[str, str]:
    """Write the tags of a game: with the moves, all that `start_of`, `rules_of` and `claim_of` read."""
    options = rules.texts()
    tags = {tag: options[option] for tag, option in OPTION_TAGS.items()}
    tags |= {"Seats": str(start.seats), "Result": outcome.result if outcome else "*"}
    if outcome:
        tags["Ending"] = outcome.ending
    if start.cubes:
        tags["Position"] = str(start)
        tags["First"] = rules.starter if start.seats == 2 else start.seat
    else:
        tags["First"] = start.seat
    return {tag: str(tags[tag]) for tag in KNOWN_TAGS if tag in tags}


def _seats_of(tags: Tags) -> int:
    if "Seats" in tags:
        return int(_check_known(("2", "4"), "Seats", tags["Seats"]))
    return 4 if tags.get("First") in Seat.of(4) or any(seat in tags for seat in Seat.of(4)) else 2


def _first_of(tags: Tags, seats: int) -> Seat:
    table = Seat.of(seats)
    return Seat(_check_known(table, "First", tags["First"])) if "First" in tags else table[0]


def _check_known(known: tuple[str, ...], tag: str, value: str) -> str:
    if value not in known:
        raise InvalidRecord("bad-tag-value", tag=tag, value=value, known=join_or(*known))
    return value
