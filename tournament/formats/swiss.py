"""Swiss by the FIDE Dutch system (C.04.3 as in force since February 2026): question, checks, reasons.

The pairing is one function that is passed in (`Solve`), so that the program behind it can be replaced; its
answer is used only if `fault_in` finds no fault. Who starts is chosen here, by the rule.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from tournament.scores import Entrant, Outcome, halves_text

from . import who_starts
from .by_hand import Concern, find_warnings
from .draw import RoundDraw
from .format import ByHand, Course, Format, Leg, StageFacts, knockout_rounds
from .options import FormatOptions, option
from .pairing import NoLegalPairing, Pair, Pairing, PairingRow, pair
from .reasons import Reason
from .swiss_cards import SwissCard
from .swiss_round import SwissRound

BAKU = "baku"
_REPORTED_BAKU = ("FIDE_DUTCH_BAKU", "FIDE_DUTCH_2025_BAKU", "FIDE_DUTCH_2026_BAKU")

Pairs = tuple[tuple[int, int | None], ...]

Solve = Callable[[SwissRound], Pairs]


def propose(question: SwissRound, solve: Solve) -> tuple[Pairing, ...]:
    """Pair one round: games by board, then the byes; every entrant not withdrawn exactly once.

    No rematch, no forbidden pair, at most one allocated bye (or win by forfeit) each, no entrant a third
    time running or more than two apart in starting: otherwise NoLegalPairing. The same question and solver
    give the same answer.
    """
    if len(question.present) < 2:
        raise NoLegalPairing("too-few", round=question.number, count=len(question.present))
    return accept(question, solve(question))


def accept(question: SwissRound, pairs: Pairs) -> tuple[Pairing, ...]:
    """Turn an engine's answer into pairings; raise NoLegalPairing if it breaks a rule."""
    if fault_in(question, pairs):
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    return complete_pairings(question, pairs)


def pairs_sharing_a_key(entrants: Iterable[Entrant]) -> frozenset[Pair]:
    """List pairs of clubmates and families, to be forbidden or avoided as the organiser chooses."""
    return frozenset(
        pair(one.id, other.id)
        for one, other in combinations(entrants, 2)
        if one.keeps_apart & other.keeps_apart
    )


def may_meet(question: SwissRound, one: SwissCard, other: SwissCard) -> bool:
    """Check the absolute criteria for a pair: no rematch (C1), not forbidden, a legal start for both (C3)."""
    if other.entrant in one.opponents or pair(one.entrant, other.entrant) in question.forbidden:
        return False
    if question.is_top_scorer(one) or question.is_top_scorer(other):
        return True
    return any(
        who_starts.may_start(one, start=start) and who_starts.may_start(other, start=not start)
        for start in (True, False)
    )


def fault_in(question: SwissRound, pairs: Pairs) -> str | None:
    """Find what is wrong with these pairs, in one word for the log; None if nothing is."""
    paired = [entrant for couple in pairs for entrant in couple if entrant is not None]
    if sorted(paired) != sorted(entrant.id for entrant in question.present):
        return "incomplete"
    book = question.cards()
    byes = [one for one, other in pairs if other is None]
    if len(byes) != len(paired) % 2:
        return "byes"
    if any(book[entrant].won_without_playing for entrant in byes):
        return "second-bye"
    for one, other in pairs:
        if other is not None and not may_meet(question, book[one], book[other]):
            return "rematch" if other in book[one].opponents else "not-allowed"
    return None


def complete_pairings(
    question: SwissRound, pairs: Pairs, extra: dict[Pair, tuple[Reason, ...]] | None = None
) -> tuple[Pairing, ...]:
    """Add starts, boards and reasons to pairs of any origin; append the byes of this round."""
    book = question.cards()
    seeds = {entrant.id: entrant.seed for entrant in question.entrants}
    numbers = question.pairing_numbers()
    extra = extra or {}

    def board_order(couple: tuple[int, int]) -> tuple[int, int, int]:
        scores = sorted((book[entrant].score for entrant in couple), reverse=True)
        leader = min(couple, key=lambda entrant: (-book[entrant].score, seeds[entrant]))
        return (-scores[0], -scores[1], seeds[leader])

    games = sorted(((one, other) for one, other in pairs if other is not None), key=board_order)
    pairings: list[Pairing] = []
    for board, (one, other) in enumerate(games, 1):
        first, second, why = who_starts.choose_starter(
            who_starts.Ranked(book[one], numbers[one]),
            who_starts.Ranked(book[other], numbers[other]),
            odd_seeds_start=question.odd_seeds_start,
        )
        reasons = (_score_reason(book[first], book[second]), why, *extra.get(pair(one, other), ()))
        if pair(one, other) in question.avoided:
            reasons += (Reason("together-after-all"),)
        pairings.append(Pairing(board, first, second, None, reasons))
    for one, opponent in pairs:
        if opponent is None:
            allocated = extra.get(frozenset((one,))) or (
                Reason("bye-allocated", points=halves_text(book[one].score)),
            )
            pairings.append(Pairing(None, one, None, Outcome.BYE, allocated))
    return (*pairings, *_byes(question))


def _score_reason(first: SwissCard, second: SwissCard) -> Reason:
    if first.score == second.score:
        return Reason("same-score", points=halves_text(first.score))
    low, high = sorted((first.score, second.score))
    return Reason("across", higher=halves_text(high), lower=halves_text(low))


def _byes(question: SwissRound) -> list[Pairing]:
    """Make the byes of entrants who asked for one; an absence goes before a half-point bye."""
    byes: list[Pairing] = []
    for entrant in question.entrants:
        if entrant.id in question.withdrawn:
            continue
        if entrant.id in question.absent:
            byes.append(Pairing(None, entrant.id, None, Outcome.ABSENT, (Reason("absent"),)))
        elif entrant.id in question.half_byes:
            byes.append(Pairing(None, entrant.id, None, Outcome.HALF_BYE, (Reason("half-bye"),)))
    return byes


@dataclass(frozen=True, slots=True)
class SwissOptions(FormatOptions):
    clubmates: str = option(
        "free",
        "May players of one club meet?",
        choices={"free": "yes, as it comes", "avoid": "only if it cannot be avoided", "never": "no, never"},
    )
    acceleration: str = option(
        "none",
        "Acceleration of a large field",
        choices={
            "none": "none: all are paired alike",
            "baku": "Baku: in the first half of the rounds the stronger half meets among itself",
        },
    )


# A Swiss of fewer is a round robin that ends early; one of more rounds lasts longer than an evening.
FEWEST_ENTRANTS, MOST_ROUNDS = 6, 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss(Format):
    """Entrants with equal points meet, no two of them twice."""

    options_type: type[FormatOptions] = SwissOptions

    def next_round(self, facts: StageFacts) -> RoundDraw:
        """Ask the engine for the round, with rows for withdrawn entrants, so that no round has a gap."""
        withdrawn = tuple(
            PairingRow(Pairing(None, entrant.id, None, Outcome.ABSENT), withdrawn=True)
            for entrant in facts.entrants
            if entrant.id in facts.gone
        )
        return RoundDraw((*facts.locked, *withdrawn), question_of(facts))

    def concerns(self, facts: StageFacts, draft: tuple[Pairing, ...]) -> tuple[Concern, ...]:
        return find_warnings(draft, question_of(facts))

    def report_system(self, options: FormatOptions) -> str:
        assert isinstance(options, SwissOptions)
        return _REPORTED_BAKU[0] if options.acceleration == BAKU else self.trf_systems[0]

    def options_in_report(self, system: str) -> dict[str, str]:
        return {"acceleration": BAKU} if system.upper() in _REPORTED_BAKU else {}

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        """List lengths with enough rounds for a winner, and at most half the field.

        So many can always be drawn, and beyond that a round robin is fairer.
        """
        if entrants < FEWEST_ENTRANTS:
            return ()
        longest = min(MOST_ROUNDS, (entrants + 1) // 2)
        return tuple(_course(rounds, entrants) for rounds in range(knockout_rounds(entrants), longest + 1))

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course:
        lengths = self.lengths(entrants)
        if rounds is None and lengths:
            return lengths[-1]
        return _course(rounds or knockout_rounds(entrants) + 2, entrants)


SWISS = Swiss(
    code="swiss",
    name="Swiss",
    withdrawal="From the next draft on this entrant is not paired. Results stay. A return is possible.",
    rounds_needed="A Swiss needs a number of rounds.",
    tiebreaks=("BH/C1", "BH", "SB", "DE"),
    plans_rounds=True,
    default_rounds=5,
    drawn_from_results=True,
    takes_late_entries=True,
    takes_absences=True,
    by_hand=ByHand.PAIRINGS,
    asks_engine=True,
    trf_systems=("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026", *_REPORTED_BAKU),
    reports_first_start=True,
    family="swiss",
    fairness=30,
)


def question_of(facts: StageFacts) -> SwissRound:
    """Make the question for the engine about the next round of a stage."""
    assert isinstance(facts.options, SwissOptions)
    wishes, clubmates = facts.wishes, facts.options.clubmates
    together = pairs_sharing_a_key(facts.entrants) if clubmates != "free" else frozenset()
    forbidden = wishes.forbidden | together if clubmates == "never" else wishes.forbidden
    avoided = wishes.avoided | together if clubmates == "avoid" else wishes.avoided
    here = {entrant.id for entrant in facts.entrants} - facts.gone
    return SwissRound(
        number=facts.number,
        planned=max(facts.planned_rounds or 0, facts.number),
        entrants=facts.entrants,
        meetings=facts.meetings,
        withdrawn=facts.gone,
        absent=wishes.absent & here,
        half_byes=wishes.half_byes & here,
        forbidden=forbidden,
        avoided=avoided - forbidden,
        odd_seeds_start=facts.odd_seeds_start,
        scoring=facts.scoring,
        accelerated=facts.options.acceleration == BAKU,
    )


def _course(rounds: int, entrants: int) -> Course:
    return Course((Leg(rounds, entrants),), rounds)
