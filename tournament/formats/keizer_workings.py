"""The figures of a Keizer table with their workings, as every page and file shows them."""

from collections.abc import Callable
from fractions import Fraction

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks import Term, TieBreak, Working
from tournament.scores import Entrant, EntrantId, RoundResult

from .keizer_options import SIXTHS, KeizerOptions
from .keizer_scores import KeizerRound, KeizerTable, keizer_table

_NOTHING = " for nothing"  # ends the name of a sentence that mentions no share
# Templates, translated at the edge, where {opponent} becomes a name.
SENTENCES: dict[str, str] = {
    "own": "One’s own value: {amount}.",
    "top": "The first place is worth {amount}.",
    "place": "Place {games}, each place one less: {amount}.",
    "turning": "Here the places go round in circles; of the orders ({games}) the first stands.",
    RoundResult.WIN: "Round {round}: won against {opponent}: {amount}.",
    RoundResult.DRAW: "Round {round}: drew against {opponent}, half of {score}: {amount}.",
    RoundResult.LOSS: "Round {round}: lost against {opponent}: {amount}.",
    RoundResult.FORFEIT_WIN: "Round {round}: {opponent} did not come, {share} of {score}: {amount}.",
    RoundResult.FORFEIT_LOSS: "Round {round}: did not come to play {opponent}: {amount}.",
    RoundResult.PAIRING_BYE: "Round {round}: bye, {share} of one’s own {score}: {amount}.",
    RoundResult.FULL_BYE: "Round {round}: bye, {share} of one’s own {score}: {amount}.",
    RoundResult.HALF_BYE: "Round {round}: absent with notice, {share} of one’s own {score}: {amount}.",
    RoundResult.ABSENT: "Round {round}: absent without notice, {share} of one’s own {score}: {amount}.",
    RoundResult.NOT_ENTERED: "Round {round}: not entered yet, {share} of one’s own {score}: {amount}.",
    RoundResult.WITHDRAWN: "Round {round}: withdrawn: {amount}.",
    f"{RoundResult.HALF_BYE}{_NOTHING}": "Round {round}: absent with notice, which counts no more: {amount}.",
    f"{RoundResult.ABSENT}{_NOTHING}": "Round {round}: absent without notice: {amount}.",
    f"{RoundResult.NOT_ENTERED}{_NOTHING}": "Round {round}: not entered yet: {amount}.",
    f"{RoundResult.PAIRING_BYE}{_NOTHING}": "Round {round}: bye: {amount}.",
}


def keizer_figures(entrants: tuple[Entrant, ...], options: KeizerOptions) -> tuple[TieBreak, ...]:
    """Return the score, and the value of the place, which ranks equal scores."""
    table_of = _cache_table(entrants, options)
    return (
        TieBreak(
            "KZ",
            "Keizer score",
            "One’s own value, the values of those who were beaten, half the values of those who drew, and a "
            "share of one’s own value for rounds without a game; all by the places of today.",
            "",
            lambda sheet, entrant: _score(table_of(sheet), entrant),
        ),
        TieBreak(
            "VAL",
            "Value",
            "What a win against this place is worth. The first place has the highest value, each further "
            "place one less; scores and places are worked out again until both agree.",
            "",
            lambda sheet, entrant: _value(table_of(sheet), entrant),
        ),
    )


def _cache_table(
    entrants: tuple[Entrant, ...], options: KeizerOptions
) -> Callable[[ScoreSheet], KeizerTable]:
    """Return a function that computes the table of a sheet once and remembers it."""
    known: list[tuple[ScoreSheet, KeizerTable]] = []

    def table_of(sheet: ScoreSheet) -> KeizerTable:
        if not known or known[0][0] is not sheet:
            start = [each.id for each in sorted(entrants, key=lambda each: each.seed)]
            history = sheet.history.until(sheet.rounds)
            known[:] = [(sheet, keizer_table(history, [pk for pk in start if pk in history.rows], options))]
        return known[0][1]

    return table_of


def _score(table: KeizerTable, entrant: EntrantId) -> Working:
    own = (Term(SIXTHS * table.values[entrant], "own"),) if table.own_value else ()
    terms = tuple(_term(table, each) for each in table.rounds[entrant])
    return Working("KZ", (*own, *terms), unit=SIXTHS, sentences=SENTENCES)


def _term(table: KeizerTable, each: KeizerRound) -> Term:
    value = table.values[each.of]
    for_nothing = f"{each.result}{_NOTHING}"
    return Term(
        each.share * value,
        for_nothing if not each.share and for_nothing in SENTENCES else str(each.result),
        each.number,
        each.opponent,
        score=2 * value,
        share=Fraction(each.share, SIXTHS),
    )


def _value(table: KeizerTable, entrant: EntrantId) -> Working:
    top, place = table.values[table.order[0]], table.order.index(entrant) + 1
    terms = [Term(top, "top")]
    if place > 1:
        terms.append(Term(table.values[entrant] - top, "place", games=place))
    if table.turning > 1:
        terms.append(Term(0, "turning", games=table.turning))
    return Working("VAL", tuple(terms), unit=1, sentences=SENTENCES)
