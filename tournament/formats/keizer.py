"""Keizer: a club competition over a season, with a round each evening for the players who come.

After J. H. Keizer of Enschede, as clubs in the Netherlands and Belgium play it; docs/keizer.md names the
rules and their sources. The format is here; `keizer_scores` has the values, `keizer_pairing` the pairing.
"""

from dataclasses import dataclass, replace

from tournament.ranking.tiebreaks import TieBreak
from tournament.scores import Entrant, History, Outcome, RoundResult

from .by_hand import Concern, missing_results
from .draw import RoundDraw
from .format import ByHand, Course, Format, Leg, PairingRefused, ResultWords, StageFacts
from .keizer_options import KeizerOptions
from .keizer_pairing import KeizerLimits, KeizerRoundQuestion, keizer_cards, pair_top_down
from .keizer_scores import keizer_table
from .keizer_workings import keizer_figures
from .options import FormatOptions
from .pairing import NoLegalPairing, Pairing, PairingRow, pair
from .reasons import Reason

# The words for a round without a game. Absence with notice is the half-point bye of other formats:
# announced beforehand, with some points.
WORDS = {
    RoundResult.HALF_BYE: ResultWords("excused", "absent with notice"),
    RoundResult.ABSENT: ResultWords("absent", "absent without notice"),
}
SENTENCES = [text for words in WORDS.values() for text in (words.short, words.full)]

SEASON = 20  # evenings, from autumn to spring with the holidays left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Keizer(Format):
    """Players who are present meet from the top of the table down; a win against a high place scores much."""

    options_type: type[FormatOptions] = KeizerOptions

    def ranking_figures(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> tuple[TieBreak, ...]:
        return keizer_figures(entrants, _chosen(options))

    def result_words(self, result: RoundResult) -> ResultWords | None:
        return WORDS.get(result)

    def next_round(self, facts: StageFacts) -> RoundDraw:
        """Draw the round, with a row also for absent and withdrawn entrants, so that no round has a gap."""
        if facts.number > self.rounds(facts.size):
            raise PairingRefused("no-more-rounds", rounds=self.rounds(facts.size))
        question = question_of(facts)
        if len(question.present) + len(facts.locked) < 2:
            raise NoLegalPairing("too-few", round=facts.number, count=len(question.present))
        drawn = pair_top_down(question)
        places = {entrant: place for place, entrant in enumerate(_order(facts))}
        games = [*facts.locked, *(PairingRow(each) for each in drawn)]
        by_place = sorted(games, key=lambda row: min(places[each] for each in row.pairing.entrants))
        met = [row for row in by_place if row.pairing.second is not None]
        boards = [replace(row, pairing=replace(row.pairing, board=at)) for at, row in enumerate(met, 1)]
        alone = [row for row in by_place if row.pairing.second is None]
        return RoundDraw((*boards, *alone, *_away(facts)))

    def concerns(self, facts: StageFacts, draft: tuple[Pairing, ...]) -> tuple[Concern, ...]:
        before = tuple(each for each in facts.meetings if each.round < facts.number)
        found = [*missing_results(before)]
        question = question_of(facts)
        for each in draft:
            if each.second is None:
                continue
            both = (each.first, each.second)
            reasons = list(question.faults(*both, question.limits))
            if pair(*both) in question.forbidden:
                reasons.append(Reason("warn-forbidden"))
            found += (Concern(both, reason) for reason in reasons)
        return tuple(found)

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        return (Course((Leg(SEASON, entrants),), SEASON),)

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course:
        planned = rounds or SEASON
        return Course((Leg(planned, entrants),), planned)


KEIZER = Keizer(
    code="keizer",
    name="Keizer",
    withdrawal="From the next draft on this entrant is not paired. Results stay. A return is possible.",
    rounds_needed="A Keizer competition needs a number of evenings.",
    scoring="1-½-0 bye=0 half-bye=0",
    plans_rounds=True,
    default_rounds=SEASON,
    drawn_from_results=True,
    takes_late_entries=True,
    takes_absences=True,
    announced=frozenset({RoundResult.HALF_BYE}),
    limits_half_byes=False,
    over_season=True,
    by_hand=ByHand.PAIRINGS,
    trf_systems=("KEIZER",),
    fairness=30,
)


def question_of(facts: StageFacts) -> KeizerRoundQuestion:
    """Build the input of the next pairing: the players present and the limits."""
    options, wishes = _chosen(facts.options), facts.wishes
    locked = {entrant for row in facts.locked for entrant in row.pairing.entrants}
    away = facts.gone | wishes.absent | wishes.half_byes | locked
    return KeizerRoundQuestion(
        number=facts.number,
        present=tuple(entrant for entrant in _order(facts) if entrant not in away),
        book=keizer_cards(_history(facts)),
        limits=KeizerLimits.of(options, wishes.avoided),
        forbidden=wishes.forbidden,
        odd_boards_start=facts.odd_seeds_start,
    )


def _order(facts: StageFacts) -> tuple[int, ...]:
    """Rank all entrants; a missing result counts as a draw, as in every draft."""
    start = [entrant.id for entrant in sorted(facts.entrants, key=lambda entrant: entrant.seed)]
    table = keizer_table(_history(facts).with_missing_drawn(), start, _chosen(facts.options))
    return tuple(int(entrant) for entrant in table.order)


def _history(facts: StageFacts) -> History:
    return History.of((entrant.id for entrant in facts.entrants), facts.drawn, facts.meetings)


def _away(facts: StageFacts) -> list[PairingRow]:
    rows: list[PairingRow] = []
    locked = {entrant for row in facts.locked for entrant in row.pairing.entrants}
    for entrant in facts.entrants:
        if entrant.id in locked:
            continue
        if entrant.id in facts.gone:
            left = Pairing(None, entrant.id, None, Outcome.ABSENT)
            rows.append(PairingRow(left, withdrawn=True))
        elif entrant.id in facts.wishes.half_byes:
            said = Pairing(None, entrant.id, None, Outcome.HALF_BYE, (Reason("with-notice"),))
            rows.append(PairingRow(said))
        elif entrant.id in facts.wishes.absent:
            away = Pairing(None, entrant.id, None, Outcome.ABSENT, (Reason("without-notice"),))
            rows.append(PairingRow(away))
    return rows


def _chosen(options: FormatOptions) -> KeizerOptions:
    assert isinstance(options, KeizerOptions)
    return options
