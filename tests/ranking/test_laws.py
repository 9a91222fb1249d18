"""Laws for every history, also those that no pairing program would make."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.standings import standings
from tournament.ranking.tiebreaks import CATALOGUE, offered, read_tiebreaks
from tournament.scores import CLASSIC, PAIRED, History, Scoring, System

MIRRORED = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+", "?": "?"}
SWISS_LIST = "DE, BH/C1, BH, SB/C1, PS, AOB, FB, REP"
scorings = st.sampled_from([CLASSIC, Scoring.read("3-1-0"), Scoring.read("3-2-1 bye=2 forfeit-loss=½")])


@st.composite
def histories(draw, alone="UFHZWN", results="1=0+-?", even=False):
    size = draw(st.integers(1, 4)) * 2 if even else draw(st.integers(2, 8))
    rows = {who: [] for who in "ABCDEFGH"[:size]}
    for _ in range(draw(st.integers(1, 5))):
        waiting = draw(st.permutations(sorted(rows)))
        while waiting:
            first = waiting.pop()
            if waiting and (even or draw(st.integers(0, 4))):
                second, result = waiting.pop(), draw(st.sampled_from(results))
                rows[first].append(f"{second}>{result}")
                rows[second].append(f"{first}<{MIRRORED[result]}")
            else:
                rows[first].append(draw(st.sampled_from(alone)))
    return History.read("\n".join(f"{who}: {' '.join(row)}" for who, row in rows.items()))


def facts(history, scoring, codes, **options):
    table = standings(history, scoring, read_tiebreaks(codes), **options)
    return {row.entrant: (row.rank, row.points, row.values, row.lot) for row in table}


@given(histories())
def test_a_history_is_read_back_from_its_text(history):
    assert History.read(str(history)) == history


@given(histories(), scorings, st.randoms(), st.sampled_from([None, "seed"]))
def test_the_order_of_entrants_changes_nobodys_rank(history, scoring, random, seed):
    entrants = random.sample(sorted(history.rows), len(history.rows))
    permuted = History({who: history.rows[who] for who in entrants})
    assert facts(permuted, scoring, SWISS_LIST, lots_seed=seed) == facts(
        history, scoring, SWISS_LIST, lots_seed=seed
    )


@given(histories(), scorings)
def test_points_add_up(history, scoring):
    worth = scoring.worth
    by_round = [
        sum(worth[row[index].result] for row in history.rows.values()) for index in range(history.rounds)
    ]
    assert sum(row.points for row in standings(history, scoring)) == sum(by_round)


@given(histories(), scorings)
def test_every_working_adds_up_to_its_value(history, scoring):
    # Not DE: the average of three games is no number of hundredths.
    codes = [str(tiebreak) for tiebreak in offered(System.SWISS) if tiebreak.working]
    for row in standings(history, scoring, read_tiebreaks(",".join(codes))):
        for working in filter(None, row.workings):
            shown = [working.term_text(term) for term in working.terms]
            kept = [Fraction(text) for text in shown if not text.startswith("(")]
            assert sum(kept) == working.value * working.divisor


@given(histories(), scorings)
def test_ranks_go_down_the_table_and_skip_as_many_as_share(history, scoring):
    table = standings(history, scoring, read_tiebreaks("BH, SB"))
    for position, row in enumerate(table, 1):
        sharing = [other for other in table if other.rank == row.rank]
        assert row.rank <= position < row.rank + len(sharing)
        assert {(other.points, other.values) for other in sharing} == {(row.points, row.values)}


@given(histories(), st.integers(0, 5))
def test_standings_after_a_round_know_nothing_of_later_ones(history, rounds):
    earlier = History({who: row[:rounds] for who, row in history.rows.items()})
    assert facts(history, CLASSIC, SWISS_LIST, after_round=rounds) == facts(earlier, CLASSIC, SWISS_LIST)


@given(histories())
def test_cuts_only_take_away(history):
    table = facts(history, CLASSIC, "BH, BH/C1, BH/C2, BH/M1")
    for _, _, (full, one, two, median), _ in table.values():
        assert float(full) >= float(one) >= float(two)
        assert float(one) >= float(median)


@given(histories(results="1=0", even=True))
def test_without_unplayed_rounds_everyone_counts_once_for_each_opponent(history):
    sheet = ScoreSheet(history, CLASSIC)
    buchholz = [CATALOGUE["BH"].working(sheet, who).value for who in sheet.entrants]
    assert 2 * sum(buchholz) == history.rounds * sum(sheet.totals.values())


@given(histories(alone="UH", results="1=0"))
def test_half_point_byes_to_the_end_are_draws_already(history):
    sheet = ScoreSheet(history, CLASSIC)
    assert sheet.adjusted == sheet.totals


@settings(max_examples=50)
@given(histories())
def test_a_dummy_is_never_worth_more_than_oneself_or_draws_throughout(history):
    sheet = ScoreSheet(history, CLASSIC)
    for who in sheet.entrants:
        for term in CATALOGUE["BH"].working(sheet, who).terms:
            entrant_round = history.rows[who][term.round - 1]
            if term.opponent is None:
                assert term.amount <= sheet.totals[who]
                assert entrant_round.result in PAIRED or term.amount <= history.rounds
