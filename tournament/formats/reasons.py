"""Why a pairing is as it is: a code, its values, and a sentence that is translated at the edge."""

from dataclasses import dataclass

from games.faults import Counted, fill_in

SENTENCES: dict[str, str | Counted] = {
    # Round robin and groups
    "table": "Round {round} of the Berger table.",
    "table-reversed": "Round {round} of the Berger table, the start reversed.",
    "free": "The field is odd: everyone sits out one round of each cycle.",
    # Swiss
    "same-score": "Both have the same score: {points}.",
    "across": "The higher score is {higher}, the lower {lower}: the score groups could not be paired "
    "within themselves.",
    "bye-allocated": "The field is odd: the bye goes to the lowest score ({points}) that has had none "
    "and leaves the others a legal pairing.",
    "half-bye": "Asked for a half-point bye.",
    "absent": "Absent in this round.",
    "together-after-all": "Should be kept apart if possible; it was not possible.",
    "rematch": "They met in round {round}; rematches that no pairing avoids: {count}.",
    "second-bye": "Has had a bye before; nobody else could sit out.",
    "by-hand": "Set by hand.",
    "paired-by-dutch": "Paired by the FIDE (Dutch) System.",
    "paired-by-least-harm": "Not paired by the FIDE (Dutch) System: no pairing keeps all its rules, "
    "and this one breaks the fewest.",
    "paired-by-stand-in": "Not paired by the FIDE (Dutch) System, which failed here: this pairing is legal, "
    "and no more than that.",
    # Why a Swiss bracket is paired as it is
    "why-order": "All else is equal: it is the first in order, upper half against lower half by rank.",
    "why-odd": "The bracket is odd, all else is equal, and this is the last in order.",
    "why-nobody-there": "Nobody in this bracket can be the opponent.",
    "why-no-other": "The round could not be paired otherwise.",
    "why-pairs": "Otherwise fewer pairs could be made in this bracket.",
    "why-scores-down": "Otherwise somebody with more points would go down.",
    "why-next-bracket": "Otherwise the next bracket would have fewer pairs, or worse ones.",
    "why-missed-games": "Otherwise the bye would go to somebody who has missed more games.",
    "why-three-apart": "Otherwise somebody would be three apart in starting.",
    "why-third-time": "Otherwise somebody would start, or be second, a third time in a row.",
    "why-starts": "Otherwise fewer would get what they are due: to start, or to be second.",
    "why-strong-starts": "Otherwise somebody more strongly due to start, or to be second, would not.",
    "why-down-again": "Otherwise somebody who went down in the last round would go down again.",
    "why-up-again": "Otherwise somebody who met a higher score in the last round would do so again.",
    "why-down-again-two": "Otherwise somebody who went down two rounds ago would go down again.",
    "why-up-again-two": "Otherwise somebody who met a higher score two rounds ago would do so again.",
    "why-further-down": "Otherwise somebody who goes down again would go further.",
    "why-further-up": "Otherwise somebody who meets a higher score again would meet one further away.",
    # Keizer
    "places": "Places {higher} and {lower} of those who are here: from the top down, each meets the next "
    "who may be met.",
    "passed-over": "Passed over on the way: {count}, who may not be met yet, or are needed further down.",
    "met-lately": Counted(
        "They met in round {round}; at least {between} round should lie between two meetings.",
        "They met in round {round}; at least {between} rounds should lie between two meetings.",
        by="between",
    ),
    "met-often": Counted(
        "They have met {count} time; at most {most} were meant.",
        "They have met {count} times; at most {most} were meant.",
    ),
    "starts-in-a-row": Counted(
        "Both would start, or both be second, more than {most} time in a row.",
        "Both would start, or both be second, more than {most} times in a row.",
        by="most",
    ),
    "bye-lowest": "The field is odd: the lowest place sits out, of those who had the fewest byes ({had}).",
    "with-notice": "Absent with notice.",
    "without-notice": "Absent without notice.",
    "start-in-a-row": Counted(
        "Nobody starts, or is second, more than {most} time in a row.",
        "Nobody starts, or is second, more than {most} times in a row.",
        by="most",
    ),
    "start-swapped": "They met in round {round}: now the other one starts.",
    # Who starts
    "start-both": "The starter was due to start, the other to be second.",
    "start-due": "The starter was due to start (games so far: {games}, started: {starts}).",
    "second-due": "The second player was due to be second (games so far: {games}, started: {starts}).",
    "start-alternates": "Both were due the same: turned round from round {round}, when they last differed.",
    "start-higher": "Both were due the same: the higher ranked gets it.",
    "start-lot": "No games yet: odd and even seeds take turns, from the lot drawn for the first board.",
    "start-balance": "The starter has started less often so far.",
    "start-alternates-matches": "Equal so far: the one who was second last time starts.",
    "start-turns": "Equal so far: odd and even matches take turns.",
    # What to think of before publishing a draft
    "warn-rematch": "They have met before, in round {round}.",
    "warn-third-start": "Starts for the third time in a row.",
    "warn-third-second": "Second for the third time in a row.",
    "warn-too-many-starts": "Starts would be more than two ahead.",
    "warn-too-few-starts": "Starts would be more than two behind.",
    "warn-second-bye": "Has already had a bye or a win by forfeit.",
    "warn-forbidden": "These two must not meet.",
    "warn-avoided": "These two should be kept apart.",
    "warn-result-missing": "The result of round {round} is missing and counts as a draw here.",
    # Brackets
    "winner-of": "Winner of match {number}",
    "loser-of": "Loser of match {number}",
    "nobody-from": "Nobody from match {number}",
    "seeded": "Seed {seed}",
    "seeds-meet": "Seed {one} meets seed {other}.",
    "winners-meet": "The winners of matches {one} and {other}.",
    "losers-meet": "The losers of matches {one} and {other}.",
    "winner-meets-loser": "The winner of match {one} and the loser of match {other}.",
    "seed-meets-winner": "Seed {one} meets the winner of match {other}.",
    "seed-meets-loser": "Seed {one} meets the loser of match {other}.",
    "walkover": "No opponent came through: walks over.",
    "final": "Final",
    "semifinal": "Semi-final",
    "quarterfinal": "Quarter-final",
    # Many languages have a word of their own for each of these, German for example Achtelfinale.
    "round-of-16": "Round of 16",
    "round-of-32": "Round of 32",
    "round-of-64": "Round of 64",
    "round-of": "Round of {size}",
    "third-place": "Match for third place",
    "winners-round": "Winners' round {round}",
    "winners-semifinal": "Winners' semi-final",
    "winners-final": "Winners' final",
    "losers-round": "Losers' round {round}",
    "losers-final": "Losers' final",
    "grand-final": "Grand final",
    "grand-final-reset": "Deciding final",
    "only-if-reset": "Played only if the losers' side wins the grand final, "
    "because then both have lost once.",
    # Games within a match
    "only-game": "Single game",
    "game-of": "Game {number} of {games}",
    "replay": "Replay with the start swapped",
    "shorter": "Tie-break game {number} of {games} at {percent} % of the time",
    "armageddon": "Armageddon: the second player has less time and wins a draw",
    "lots": "Lots are drawn",
}


@dataclass(frozen=True, slots=True, init=False)
class Reason:
    """A reason by code and values, `Reason("same-score", points="2½")`; hashable, its sentence is `str`."""

    code: str
    values: tuple[tuple[str, int | str], ...]

    def __init__(self, code: str, **params: int | str) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", tuple(sorted(params.items())))
        fill_in(self.template, params)

    @property
    def template(self) -> str | Counted:
        return SENTENCES[self.code]

    @property
    def params(self) -> dict[str, int | str]:
        return dict(self.values)

    def __str__(self) -> str:
        return fill_in(self.template, self.params)
