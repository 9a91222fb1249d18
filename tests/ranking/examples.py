"""Tables worked by hand, and functions that write values and orders as text."""

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.standings import standings
from tournament.ranking.tiebreaks import Working, read_tiebreak, read_tiebreaks
from tournament.scores import CLASSIC, History, Score, Scoring, System

# Three rounds, every game played. Points: A 2.5, B 2, C 2, D 0.5, E 1.5, F 0.5.
PLAYED = History.read("""
A: D>1 B<1 C>=
B: E>1 A>0 F>1
C: F>= D>1 A<=
D: A<0 C<0 E<=
E: B<0 F>1 D>=
F: C<= E<0 B<0
""")

# Four rounds with every kind of unplayed round. Points: A 3.5, B 2, C 1.5, D 0.5, E 1.5, F 1, G 3.5.
# C won round 1 by forfeit from D, who also missed round 2; F asked for a half point and never came back;
# G had the pairing-allocated bye.
UNPLAYED = History.read("""
A: B>1 C<1 G>= E<1
B: A<0 F>1 C>1 G<0
C: D>+ A>0 B<0 D<=
D: C<- Z   E>0 C>=
E: F>= G<0 D<1 A>0
F: E<= B<0 H   W
G: U   E>1 A<= B>1
""")

# A round robin in which C forfeited to D. Points: A 2, B 1.5, C 0.5, D 2.
ROUND_ROBIN = History.read(
    """
A: D>1 B<0 C<1
B: C>= A>1 D<0
C: B<= D<- A>0
D: A<0 C>+ B>1
""",
    System.ROUND_ROBIN,
)


def working(
    history: History, code: str, entrant: str, scoring: Scoring = CLASSIC, score: Score = Score.MATCH
) -> Working:
    tiebreak = read_tiebreak(code)
    assert tiebreak.working is not None
    return tiebreak.working(ScoreSheet(history, scoring, score=tiebreak.score or score), entrant)


def values(history: History, code: str, scoring: Scoring = CLASSIC) -> str:
    """Write all values of a tie-break in the order of the table: `4.5 4.5 3.5`."""
    return " ".join(working(history, code, str(entrant), scoring).value_text for entrant in history.rows)


def order(history: History, codes: str = "", **options: object) -> str:
    """Write the standings as ranks: `1 A, 2 B C, 4 D`."""
    table = standings(history, CLASSIC, read_tiebreaks(codes), **options)  # type: ignore[arg-type]
    ranks: dict[int | None, list[str]] = {}
    for row in table:
        ranks.setdefault(row.rank, []).append(str(row.entrant))
    return ", ".join(f"{rank or '-'} {' '.join(who)}" for rank, who in ranks.items())
