"""All tie-breaks on offer, by code, in the forms of tournament report files: `BH/C1`, for teams `BH:GP/C1`.

Definitions are those of FIDE C.07 as in force since March 2026. Names and explanations are templates,
translated at the edge.
"""

from dataclasses import replace
from functools import lru_cache

from tournament.ranking.tiebreaks import opponents, own_record, performance
from tournament.ranking.tiebreaks.working import TieBreak, UnknownTieBreak
from tournament.scores import Score, System

_SWISS = frozenset({System.SWISS})
_ROUND_ROBIN = frozenset({System.ROUND_ROBIN})


_ALL = (
    TieBreak(
        "DE",
        "Direct encounter",
        "Points from the games that the tied played among themselves, if all of them met, or if nobody can "
        "be overtaken by the games that are missing.",
        "6",
        None,
        game_points=True,
    ),
    TieBreak(
        "WIN",
        "Wins",
        "Rounds that gave the points of a win, played or not.",
        "7.1",
        own_record.rounds_with_a_wins_points,
    ),
    TieBreak(
        "WON",
        "Games won",
        "Games won over the board; in a round robin also forfeit wins.",
        "7.2, 15.2",
        own_record.games_won,
    ),
    TieBreak(
        "BPG",
        "Games as second player",
        "Games played over the board in which the opponent started; in a round robin also forfeit wins.",
        "7.3, 15.2",
        own_record.games_as_second,
    ),
    TieBreak(
        "BWG",
        "Wins as second player",
        "Games won over the board in which the opponent started; in a round robin also forfeit wins.",
        "7.4, 15.2",
        own_record.wins_as_second,
    ),
    TieBreak(
        "PS",
        "Progressive score",
        "The points after each round, added up: early wins count more.",
        "7.5",
        own_record.progressive_score,
        game_points=True,
    ),
    TieBreak(
        "REP",
        "Rounds played by choice",
        "All rounds but those missed by choice: requested byes, absences and forfeits.",
        "7.6",
        own_record.rounds_elected_to_play,
    ),
    TieBreak(
        "STD",
        "Standard points",
        "One for each round with more points than the opponent, half for each with as many.",
        "7.7",
        own_record.standard_points,
    ),
    TieBreak(
        "BH",
        "Buchholz",
        "The points of all opponents, added up.",
        "8.1",
        opponents.buchholz,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "BH/C1",
        "Buchholz, lowest cut",
        "The points of all opponents but the lowest, added up.",
        "8.1, 14.1",
        opponents.buchholz_cut_1,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "BH/C2",
        "Buchholz, two lowest cut",
        "The points of all opponents but the two lowest, added up.",
        "8.1, 14.2",
        opponents.buchholz_cut_2,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "BH/M1",
        "Median Buchholz",
        "The points of all opponents but the lowest and the highest, added up.",
        "8.1, 14.3",
        opponents.buchholz_median_1,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "BH/M2",
        "Median Buchholz 2",
        "The points of all opponents but the two lowest and the two highest, added up.",
        "8.1, 14.4",
        opponents.buchholz_median_2,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "FB",
        "Fore-Buchholz",
        "Buchholz as if every game of the last round were drawn, so that it is known before that round ends; "
        "until that round is paired it is the Buchholz.",
        "8.3",
        opponents.fore_buchholz,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "AOB",
        "Average of opponents’ Buchholz",
        "The average Buchholz of the opponents met over the board.",
        "8.2",
        opponents.average_of_opponents_buchholz,
        _SWISS,
        game_points=True,
    ),
    TieBreak(
        "SB",
        "Sonneborn-Berger",
        "The points of each opponent times the points scored against them, added up.",
        "9.1",
        opponents.sonneborn_berger,
        game_points=True,
    ),
    TieBreak(
        "SB/C1",
        "Sonneborn-Berger, lowest cut",
        "Sonneborn-Berger without the opponent who scored least.",
        "9.1, 14.1",
        opponents.sonneborn_berger_cut_1,
        game_points=True,
    ),
    TieBreak(
        "KS",
        "Koya",
        "Points scored against opponents who reached at least half of the possible points.",
        "9.2",
        opponents.koya,
        _ROUND_ROBIN,
        game_points=True,
    ),
    TieBreak(
        "ARO",
        "Average rating of opponents",
        "The average rating of the rated opponents met over the board.",
        "10.1",
        performance.average_rating,
        _SWISS,
    ),
    TieBreak(
        "TPR",
        "Performance rating",
        "The average rating of the rated opponents met over the board, and what FIDE’s table adds for the "
        "share of the points won against them.",
        "10.2",
        performance.performance_rating,
    ),
    TieBreak(
        "APRO",
        "Average performance of opponents",
        "The average performance rating of the opponents met over the board.",
        "10.4",
        performance.average_performance,
        _SWISS,
    ),
    TieBreak(
        "MP",
        "Match points",
        "The points for team matches won and drawn.",
        "13.1",
        own_record.total_score,
        score=Score.MATCH,
    ),
    TieBreak(
        "GP",
        "Game points",
        "The points that the members of a team scored on all boards.",
        "13.1",
        own_record.total_score,
        score=Score.GAME,
    ),
)

CATALOGUE: dict[str, TieBreak] = {tiebreak.code: tiebreak for tiebreak in _ALL}
_FOR_TEAMS = ("MP", "GP")


def offered(system: System, teams: bool = False) -> list[TieBreak]:
    """List the tie-breaks that an organiser can choose."""
    return [
        tiebreak
        for tiebreak in _ALL
        if system in tiebreak.systems and (teams or tiebreak.code not in _FOR_TEAMS)
    ]


def read_tiebreak(code: str) -> TieBreak:
    """Find a tie-break by its code; raise UnknownTieBreak if there is none.

    >>> read_tiebreak("BH:GP/C1").score
    <Score.GAME: 'GP'>
    """
    name, slash, modifier = code.strip().upper().partition("/")
    family, colon, score = name.partition(":")
    tiebreak = CATALOGUE.get(family + slash + modifier)
    if tiebreak is None or (colon and score not in ("MP", "GP")):
        raise UnknownTieBreak("unknown", tiebreak=code)
    if not colon:
        return tiebreak
    if not tiebreak.game_points:
        raise UnknownTieBreak("no-game-points", tiebreak=tiebreak.code)
    return replace(tiebreak, code=name + slash + modifier, score=Score(score))


@lru_cache(maxsize=64)
def read_tiebreaks(text: str) -> tuple[TieBreak, ...]:
    """Parse a list as in tournament report files: `BH/C1, BH, SB`. Only DE may be repeated (C.07 4.3).

    Cached, because every table of a tournament asks for the same.
    """
    tiebreaks = tuple(read_tiebreak(code) for code in text.split(",") if code.strip())
    seen: set[str] = set()
    for tiebreak in tiebreaks:
        if tiebreak.code in seen and tiebreak.working is not None:
            raise UnknownTieBreak("twice", tiebreak=tiebreak.code)
        seen.add(tiebreak.code)
    return tiebreaks
