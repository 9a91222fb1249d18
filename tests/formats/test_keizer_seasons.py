"""Keizer seasons: their pairings, and the laws that hold for each of them."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.words import field
from tests.plugins.examples import examples
from tournament.formats.format import PairingRefused, RoundWishes, StageFacts
from tournament.formats.keizer import KEIZER, question_of
from tournament.formats.keizer_options import KeizerOptions
from tournament.formats.keizer_scores import keizer_table
from tournament.formats.matching import lightest_matching
from tournament.formats.pairing import NoLegalPairing, PairingRow, pair
from tournament.scores import Entrant, History, Meeting, Outcome

EIGHT = field("ABCDEFGH")
OUTCOMES = [Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS, Outcome.SECOND_FORFEITS]


def facts_of(entrants=EIGHT, **more) -> StageFacts:
    return StageFacts(tuple(entrants), KeizerOptions(), planned_rounds=20, **more)


def after(facts: StageFacts, rows: tuple[PairingRow, ...], outcome_of) -> StageFacts:
    played = tuple(
        Meeting(
            facts.number, row.pairing.first, row.pairing.second, row.pairing.bye or outcome_of(row.pairing)
        )
        for row in rows
    )
    return replace(facts, number=facts.number + 1, meetings=facts.meetings + played, wishes=RoundWishes())


@st.composite
def seasons(draw):
    """Draw some rounds with the players who came; then the next round to be drawn."""
    count = draw(st.integers(2, 11))
    facts = facts_of([Entrant(id, id) for id in range(1, count + 1)])
    facts = replace(
        facts,
        options=KeizerOptions(
            between=draw(st.integers(0, 4)),
            meetings=draw(st.integers(1, 3)),
            in_a_row=draw(st.integers(1, 3)),
        ),
    )
    ids = [entrant.id for entrant in facts.entrants]
    for _ in range(draw(st.integers(0, 8))):
        facts = replace(facts, wishes=away(draw, ids))
        rows = KEIZER.next_round(facts).rows
        facts = after(facts, rows, lambda pairing: draw(st.sampled_from(OUTCOMES)))
    return replace(facts, wishes=away(draw, ids))


def away(draw, ids) -> RoundWishes:
    """Draw absences that leave at least two players."""
    gone = draw(st.sets(st.sampled_from(ids), max_size=len(ids) - 2))
    excused = draw(st.sets(st.sampled_from(sorted(gone)))) if gone else set()
    return RoundWishes(absent=frozenset(gone - excused), half_byes=frozenset(excused))


@given(seasons())
@settings(max_examples=examples(24), deadline=None)
def test_everybody_is_in_a_round_once_and_at_most_one_sits_out(facts):
    rows = KEIZER.next_round(facts).rows
    named = [entrant for row in rows for entrant in row.pairing.entrants]
    assert sorted(named) == [entrant.id for entrant in facts.entrants]
    assert sum(row.pairing.bye is Outcome.BYE for row in rows) == len(question_of(facts).present) % 2
    games = [row.pairing for row in rows if row.pairing.second is not None]
    assert [each.board for each in games] == list(range(1, len(games) + 1))


@given(seasons())
@settings(max_examples=examples(24), deadline=None)
def test_limits_are_kept_wherever_everybody_can_be_paired_within_them(facts):
    question = question_of(facts)
    broken = KEIZER.concerns(facts, tuple(row.pairing for row in KEIZER.next_round(facts).rows))
    ids = question.present
    edges = {
        (i, j): 0
        for (i, one), (j, other) in combinations(enumerate(ids), 2)
        if not question.faults(one, other, question.limits)
    }
    if len(ids) % 2:
        edges |= {(i, len(ids)): 0 for i in range(len(ids))}
    can_be_kept = lightest_matching(len(ids) + len(ids) % 2, edges) is not None
    assert bool(broken) != can_be_kept


@given(seasons())
@settings(max_examples=examples(24), deadline=None)
def test_scores_and_places_agree_and_do_not_depend_on_who_is_named_first(facts):
    history = History.of((each.id for each in facts.entrants), facts.drawn, facts.meetings)
    ids = [each.id for each in facts.entrants]
    table = keizer_table(history, ids, facts.options)
    scores = [table.score(each) for each in table.order]
    assert scores == sorted(scores, reverse=True) or table.turning > 1
    turned = History({entrant: history.rows[entrant] for entrant in reversed(ids)})
    assert keizer_table(turned, ids, facts.options).order == table.order


def test_nobody_starts_more_often_in_a_row_than_allowed_over_a_whole_season():
    facts = facts_of(field(14))
    for _ in range(20):
        facts = after(facts, KEIZER.next_round(facts).rows, lambda pairing: Outcome.FIRST_WINS)
    starts = {entrant.id: [] for entrant in facts.entrants}
    for each in facts.meetings:
        starts[each.first].append(True)
        starts[each.second].append(False)
    assert all(len(set(row[i : i + 3])) == 2 for row in starts.values() for i in range(18))
    with pytest.raises(PairingRefused):
        KEIZER.next_round(facts)


def test_the_first_round_goes_from_the_top_down():
    games = [row.pairing for row in KEIZER.next_round(facts_of()).rows]
    assert [set(each.entrants) for each in games] == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    assert [each.first for each in games] == [1, 4, 5, 8], "the lot falls on the first board"
    assert games[0].reasons[0].params == {"higher": 1, "lower": 2}


def test_two_who_have_met_are_passed_over_and_the_other_starts_when_they_meet_again():
    facts = facts_of(field("ABCD"))
    facts = after(facts, KEIZER.next_round(facts).rows, lambda pairing: Outcome.DRAW)
    second = KEIZER.next_round(facts)
    assert [set(row.pairing.entrants) for row in second.rows] == [{1, 3}, {2, 4}]
    assert second.rows[0].pairing.reasons[1].code == "passed-over"
    again = replace(facts, options=KeizerOptions(between=0))
    third = KEIZER.next_round(again)
    assert third.rows[0].pairing.entrants == (2, 1)
    assert "They met in round 1: now the other one starts." in map(str, third.rows[0].pairing.reasons)


def test_a_limit_that_cannot_be_kept_gives_way_and_says_so():
    facts = facts_of(field("AB"))
    facts = after(facts, KEIZER.next_round(facts).rows, lambda pairing: Outcome.DRAW)
    (row,) = KEIZER.next_round(facts).rows
    assert "They met in round 1; at least 3 rounds should lie between two meetings." in map(
        str, row.pairing.reasons
    )
    assert [each.reason.code for each in KEIZER.concerns(facts, (row.pairing,))] == ["met-lately"]


def test_pairs_that_must_not_meet_never_do_and_avoided_ones_only_if_they_must():
    keep = frozenset({pair(1, 2)})
    facts = facts_of(field("ABCD"), wishes=RoundWishes(forbidden=keep))
    assert [set(row.pairing.entrants) for row in KEIZER.next_round(facts).rows] == [{1, 3}, {2, 4}]
    with pytest.raises(NoLegalPairing):
        KEIZER.next_round(facts_of(field("AB"), wishes=RoundWishes(forbidden=keep)))
    (row,) = KEIZER.next_round(facts_of(field("AB"), wishes=RoundWishes(avoided=keep))).rows
    assert row.pairing.reasons[-1].code == "together-after-all"


def test_the_bye_goes_to_the_lowest_place_that_had_the_fewest():
    facts = facts_of(field("ABC"))
    sat_out = []
    for _ in range(3):
        rows = KEIZER.next_round(facts).rows
        sat_out += [row.pairing.first for row in rows if row.pairing.bye is Outcome.BYE]
        facts = after(facts, rows, lambda pairing: Outcome.DRAW)
    assert sorted(sat_out) == [1, 2, 3]
    assert sat_out[0] == 3


def test_a_locked_pairing_stays_and_the_rest_is_drawn_around_it():
    first = KEIZER.next_round(facts_of()).rows
    locked = replace(first[3], locked=True)
    rows = KEIZER.next_round(facts_of(locked=(locked,), wishes=RoundWishes(absent=frozenset({1})))).rows
    assert rows[3 - 1].pairing.entrants == locked.pairing.entrants
    assert rows[3 - 1].locked
    named = sorted(entrant for row in rows for entrant in row.pairing.entrants)
    assert named == [entrant.id for entrant in EIGHT]


def test_nobody_is_drawn_alone():
    with pytest.raises(NoLegalPairing, match="at least two"):
        KEIZER.next_round(facts_of(field("AB"), wishes=RoundWishes(half_byes=frozenset({2}))))
