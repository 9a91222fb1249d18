"""Why a round is paired as it is, bracket by bracket.

For each pair and each entrant who went down: the criterion by which the best pairing without that would be
worse; and which entrants could have had the bye. Each question is asked again with one thing forbidden.
"""

from dataclasses import dataclass, replace

from tournament.formats.reasons import Reason
from tournament.formats.swiss_round import SwissRound

from .bracket import BracketPairs, Places
from .completion import is_completable
from .contenders import Contender, allowed_masks
from .criteria import Worth
from .graph import BracketField, BracketGraph
from .rounds import RoundPairs, pair_round

_DECIDED_BY = {
    "C6": Reason("why-pairs"),
    "C7": Reason("why-scores-down"),
    "C8": Reason("why-next-bracket"),
    "C9": Reason("why-missed-games"),
    "C10": Reason("why-three-apart"),
    "C11": Reason("why-third-time"),
    "C12": Reason("why-starts"),
    "C13": Reason("why-strong-starts"),
    "C14": Reason("why-down-again"),
    "C15": Reason("why-up-again"),
    "C16": Reason("why-down-again-two"),
    "C17": Reason("why-up-again-two"),
    "C18": Reason("why-further-down"),
    "C19": Reason("why-further-up"),
    "C20": Reason("why-further-down"),
    "C21": Reason("why-further-up"),
}
_IN_ORDER = Reason("why-order")
_NO_OTHER = Reason("why-no-other")
_NOBODY = Reason("why-nobody-there")
_ODD = Reason("why-odd")


@dataclass(frozen=True, slots=True)
class Decider:
    """What decided: the criterion by its code in C.04.3 (empty where only the order did), in words."""

    code: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class ExplainedBracket:
    """A bracket by entrants: moved down, residents, pairs and those who went down, each with the reason."""

    score: int
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int, Decider], ...]
    floating: tuple[tuple[int, Decider], ...]
    exchanged: tuple[int, ...]
    """Entrants who play in the other half than by rank (4.3)."""


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    contenders: tuple[Contender, ...]
    brackets: tuple[ExplainedBracket, ...]
    bye: int | None
    eligible: tuple[int, ...]
    """Entrants who could have had the bye: at the lowest score for which the others can be paired."""
    had_bye: tuple[int, ...]
    """Entrants as low or lower who have had it, or as many points without playing (C2)."""


def explain(question: SwissRound) -> ExplainedRound:
    """Explain the round that `pair_round` gives; raise NoLegalPairing if there is none."""
    found = pair_round(question)
    contenders = found.contenders
    ids = [each.entrant for each in contenders]
    bye = next((ids[place] for place in found.left), None)
    lowest = max((contenders[place].score for place in found.byes), default=0)
    return ExplainedRound(
        contenders,
        tuple(_BracketExplainer(found, bracket).explain() for bracket in found.brackets),
        bye,
        tuple(ids[place] for place in sorted(found.byes)),
        tuple(
            each.entrant
            for each in contenders
            if bye is not None and not each.may_have_bye and each.score <= lowest
        ),
    )


class _BracketExplainer:
    """One bracket, solved again with one change at a time.

    First as it was paired, and where that gives no answer, with all remaining contenders.
    """

    def __init__(self, found: RoundPairs, bracket: BracketPairs) -> None:
        self.found, self.bracket, self.asked = found, bracket, bracket.asked
        self.masks = allowed_masks(found.contenders)
        self.graphs = [BracketGraph(field) for field in self._fields()]
        self.worths = [self._worth(graph) for graph in self.graphs]

    def explain(self) -> ExplainedBracket:
        """Explain every pair and every float of the bracket."""
        ids = [each.entrant for each in self.found.contenders]
        bracket, asked = self.bracket, self.asked
        return ExplainedBracket(
            asked.criteria.score,
            tuple(ids[place] for place in asked.moved),
            tuple(ids[place] for place in asked.residents),
            tuple((ids[one], ids[other], self._without_pair(one, other)) for one, other in bracket.pairs),
            tuple((ids[place], self._with_paired(place)) for place in bracket.left),
            tuple(ids[place] for place in bracket.exchanged),
        )

    def _fields(self) -> list[BracketField]:
        """Return the fields to ask: the bracket as it was paired, then with all remaining contenders."""
        asked = self.asked
        if asked.whole:
            return [asked]
        scores = [each.score for each in self.found.contenders]
        below = [place for place, score in enumerate(scores) if score < asked.criteria.score]
        following = tuple(place for place in below if scores[place] == scores[below[0]])
        lower = tuple(below[len(following) :])
        return [asked, replace(asked, following=following, lower=lower, whole=True, byes=self.found.byes)]

    def _without_pair(self, one: int, other: int) -> Decider:
        """Find what the best pairing loses in which these two do not meet."""
        for graph, best in zip(self.graphs, self.worths, strict=True):
            here, there = graph.places.index(one), graph.places.index(other)
            kept = graph.matching.weight(here, there)
            graph.matching.reweigh(here, {there: None})
            worth = self._worth(graph, apart=(one, other))
            graph.matching.reweigh(here, {there: kept})
            if worth is not None and best is not None:
                return self._verdict(best, worth, _IN_ORDER)
        return Decider("C4", _NO_OTHER)

    def _with_paired(self, place: int) -> Decider:
        """Find what the best pairing loses in which this contender stays in the bracket."""
        graph = self.graphs[0]
        vertex, inside = graph.places.index(place), range(graph.asked.inside)
        if all(graph.matching.weight(vertex, other) is None for other in inside):
            return Decider("", _NOBODY)
        for graph, best in zip(self.graphs, self.worths, strict=True):
            matching, vertex = graph.matching, graph.places.index(place)
            outside = {other: matching.weight(vertex, other) for other in graph.outside}
            matching.reweigh(vertex, dict.fromkeys(outside), may_stay=False)
            worth = self._worth(graph)
            matching.reweigh(vertex, outside, may_stay=not graph.asked.whole)
            if worth is not None and best is not None:
                return self._verdict(best, worth, _ODD if graph.asked.inside % 2 else _IN_ORDER)
        return Decider("C4", _NO_OTHER)

    def _worth(self, graph: BracketGraph, apart: Places | None = None) -> Worth | None:
        """Compute the worth of the best pairing, None if the rest then has no pairing.

        In the pairing of the rest, too, the two of `apart` do not meet.
        """
        asked = graph.asked
        if not graph.matching.solve():
            return None
        if not asked.whole and asked.following:
            mate, contenders = graph.matching.mate, self.found.contenders
            alone = [place for vertex, place in enumerate(graph.places) if mate[vertex] < 0]
            next_score = contenders[asked.following[0]].score
            below = [place for place, each in enumerate(contenders) if each.score < next_score]
            masks = list(self.masks)
            if apart:
                masks[apart[0]] &= ~(1 << apart[1])
                masks[apart[1]] &= ~(1 << apart[0])
            if not is_completable(masks, (*alone, *below), self.found.byes):
                return None
        return graph.worth()

    def _verdict(self, best: Worth, worth: Worth, otherwise: Reason) -> Decider:
        """Find the first criterion in which two worths differ."""
        for question, mine, theirs in zip(self.asked.criteria.questions, best, worth, strict=True):
            if mine != theirs:
                return Decider(question.code, _DECIDED_BY[question.code])
        return Decider("", otherwise)
