"""Pair the rounds of a report again, each from what was known before it, and compare with the report."""

from dataclasses import dataclass
from itertools import combinations

from tournament.formats import engine, swiss
from tournament.formats.pairing import NoLegalPairing, pair
from tournament.formats.swiss_round import SwissRound
from tournament.scores import Entrant, Meeting, Outcome, RoundResult

from .values import TournamentReport

ReportedPair = tuple[int, int | None]
"""Starter and second by number, None for the bye."""

# There is no outcome for a full-point bye; pairing treats it like an allocated bye.
_ALONE = {
    RoundResult.PAIRING_BYE: Outcome.BYE,
    RoundResult.FULL_BYE: Outcome.BYE,
    RoundResult.HALF_BYE: Outcome.HALF_BYE,
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that Fiveline pairs otherwise: the pairs only in the report, and those only found here."""

    round: int
    reported: frozenset[ReportedPair]
    found: frozenset[ReportedPair]
    """Empty if no pairing meets the rules."""


def find_differences(report: TournamentReport) -> tuple[Difference, ...]:
    """Find every round that C.04.3 pairs otherwise, starts included, each from what was known before it."""
    found = []
    for number in range(1, report.drawn + 1):
        reported = reported_pairs(report, number)
        try:
            expected = frozenset(pair_round(report, number))
        except NoLegalPairing:
            expected = frozenset()
        if reported != expected:
            found.append(Difference(number, reported - expected, expected - reported))
    return tuple(found)


def pair_round(report: TournamentReport, number: int | None = None) -> tuple[ReportedPair, ...]:
    """Pair a round by the rules, the next one if None, by board and the bye last; or raise NoLegalPairing."""
    pairings = swiss.propose(question_of(report, number), engine.solve)
    return tuple((each.first, each.second) for each in pairings if each.bye in (None, Outcome.BYE))


def reported_pairs(report: TournamentReport, number: int) -> frozenset[ReportedPair]:
    """Return the pairs of a round in the report, with the allocated bye."""
    reported = {player.number: player.rounds[number - 1] for player in report.players}
    games = {
        (who, int(each.opponent))
        for who, each in reported.items()
        if each.opponent is not None and (each.started or (each.started is None and who < int(each.opponent)))
    }
    return frozenset(
        games | {(who, None) for who, each in reported.items() if each.result is RoundResult.PAIRING_BYE}
    )


def question_of(report: TournamentReport, number: int | None = None) -> SwissRound:
    """Build the input for pairing round `number`, the next one if None, from the rounds before it.

    Absences are read from the round itself if it is in the report, otherwise from announced byes.
    """
    at = report.drawn + 1 if number is None else number
    if at > report.drawn:
        away = {who: bye.result for bye in report.byes if bye.round == at for who in bye.numbers}
    else:
        reported = {player.number: player.rounds[at - 1] for player in report.players}
        alone = {who: each.result for who, each in reported.items() if each.opponent is None}
        away = {who: result for who, result in alone.items() if result is not RoundResult.PAIRING_BYE}
    half = frozenset(who for who, result in away.items() if result is RoundResult.HALF_BYE)
    return SwissRound(
        number=at,
        planned=max(report.rounds, at),
        entrants=tuple(Entrant(each.number, each.number, each.rating) for each in report.players),
        meetings=tuple(meeting for before in range(1, at) for meeting in _meetings(report, before)),
        absent=frozenset(away) - half,
        half_byes=half,
        forbidden=frozenset(
            pair(*couple)
            for group in report.forbidden
            if group.first_round <= at <= group.last_round
            for couple in combinations(group.numbers, 2)
        ),
        odd_seeds_start=_first_starts(report) if report.odd_seeds_start is None else report.odd_seeds_start,
        scoring=report.scoring,
        accelerated=bool(swiss.SWISS.options_in_report(report.system)),
    )


def _meetings(report: TournamentReport, number: int) -> list[Meeting]:
    results = {player.number: player.rounds[number - 1].result for player in report.players}
    rows = []
    for player in report.players:
        each = player.rounds[number - 1]
        if each.opponent is None:
            rows.append(Meeting(number, player.number, None, _ALONE.get(each.result, Outcome.ABSENT)))
    for first, second in sorted(reported_pairs(report, number), key=lambda couple: couple[0]):
        if second is not None:
            rows.append(Meeting(number, first, second, Outcome.of(results[first], results[second])))
    return rows


def _first_starts(report: TournamentReport) -> bool:
    """Derive from round one whether odd numbers started, if the report does not say so.

    Numbers count the players who were paired in round one.
    """
    if not report.drawn:
        return True
    reported = reported_pairs(report, 1)
    paired = sorted(who for couple in reported for who in couple if who is not None)
    for first, second in sorted(reported, key=lambda couple: min(who for who in couple if who is not None)):
        if second is not None:
            upper = min(first, second)
            return (paired.index(upper) % 2 == 0) == (upper == first)
    return True
