"""Swiss: worked rounds, and rounds in which no pairing meets the rules."""

from itertools import permutations

import pytest

from tests.formats.words import field, number, results, show
from tournament.formats import engine, least_harm, swiss
from tournament.formats.draw import RoundDraw
from tournament.formats.pairing import NoLegalPairing, Pairing, pair
from tournament.formats.swiss import SwissRound, propose
from tournament.scores import Entrant, InvalidField, Scoring


def question(letters, *rounds, planned=9, **rest):
    for name in ("absent", "half_byes", "withdrawn"):
        rest[name] = frozenset(map(number, rest.get(name, "")))
    for name in ("forbidden", "avoided"):
        rest[name] = frozenset(pair(*map(number, couple)) for couple in rest.get(name, "").split())
    return SwissRound(len(rounds) + 1, planned, field(letters), results(*rounds), **rest)


def paired(*args, **kwargs):
    return show(propose(question(*args, **kwargs), engine.solve))


EIGHT = "A-E 1-0, F-B 0-1, C-G 1-0, H-D 0-1"


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        # Round one: top half against bottom half, the start taking turns (C.04.3, 5.2.5).
        (question("ABCDEFGH"), "A-E F-B C-G H-D"),
        (question("ABCDEFGH", odd_seeds_start=False), "E-A B-F G-C D-H"),
        (question("ABCDE"), "A-C D-B E:bye"),
        # Round two: both wishes about the start are met before the order within the halves.
        (question("ABCDEFGH", EIGHT), "D-A B-C E-H G-F"),
        # Criterion C9: of those eligible, the bye goes to who has missed fewer games.
        (question("ABCDE", "A-C 1-0, D-B 0-1, E absent", planned=3), "B-A C-E D:bye"),
        # A missing result counts as a draw in a draft.
        (question("ABCD", "A-C ?, D-B ?"), paired("ABCD", "A-C =, D-B =")),
        # Byes by choice: not paired, listed last. An entrant never paired has no number yet, so that starts
        # take turns among the others: C is the second of them.
        (question("ABCDEF", absent="E", half_byes="B"), "A-D F-C B:half-bye E:absent"),
        (question("ABCDE", half_byes="A"), "B-D E-C A:half-bye"),
        # A late entry starts from nothing, like a loser of round one.
        (question("ABCDE", "A-C 1-0, D-B 0-1"), "B-A C-E D:bye"),
        # The withdrawn are not paired. Of A, B and E one must go down to D: E did in round one (C14),
        # B has met D, so it is A.
        (question("ABCDE", "A-C 1-0, D-B 0-1, E bye", withdrawn="C"), "B-E D-A"),
    ],
)
def test_worked_rounds(case, expected):
    assert show(propose(case, engine.solve)) == expected


def test_boards_are_in_the_order_of_both_scores_and_then_of_the_seed():
    asked = question("ABCDEFGH", "A-E 1-0, F-B 0-1, C-G =, H-D =")
    # B and G have more points together than A and E, so they come first, although A is the better seed.
    pairs = (("F", "D"), ("E", "A"), ("H", "C"), ("B", "G"))
    answer = tuple(Pairing(None, number(first), number(second)) for first, second in pairs)
    rows = RoundDraw((), asked).with_answer(answer)
    assert [row.pairing.board for row in rows] == [1, 2, 3, 4]
    assert show(row.pairing for row in rows) == "B-G E-A H-C F-D"


def test_pairs_who_must_not_meet_are_kept_apart_from_round_one():
    assert paired("ABCD") == "A-C D-B"
    assert paired("ABCD", forbidden="AC") == "A-D C-B"


def test_who_should_be_kept_apart_is_as_long_as_it_can_be():
    assert paired("ABCD", avoided="AC") == "A-D C-B"
    draft = propose(question("ABCD", avoided="AB AC AD"), engine.solve)
    together = [p for p in draft if "together-after-all" in {reason.code for reason in p.reasons}]
    assert [1 in p.entrants for p in together] == [True]


def test_one_unavoidable_pair_does_not_let_the_others_meet():
    draft = propose(question("ABCDEF", avoided="AB AC AD AE AF BE CF"), engine.solve)
    met = {pair(*p.entrants) for p in draft}
    assert not met & {pair(2, 5), pair(3, 6)}


@pytest.mark.parametrize(
    ("couple", "planned", "allowed"),
    [("AB", 5, False), ("AB", 3, True), ("CD", 3, False), ("AC", 5, False)],
)
def test_only_top_scorers_in_the_last_round_may_both_be_due_the_same(couple, planned, allowed):
    asked = question("ABCD", "A-C 1-0, B-D 1-0", "A-D 1-0, B-C 1-0", planned=planned)
    book = asked.cards()
    assert swiss.may_meet(asked, *(book[number(each)] for each in couple)) is allowed


def test_clubmates_are_found_by_their_keys():
    club = [Entrant(1, 1, 0, frozenset({"x"})), Entrant(2, 2, 0, frozenset({"x", "y"})), Entrant(3, 3)]
    assert swiss.pairs_sharing_a_key([*club, Entrant(4, 4, 0, frozenset({"y"}))]) == {pair(1, 2), pair(2, 4)}


def test_every_pairing_says_why():
    draft = propose(question("ABCDE", "A-C 1-0, D-B =, E bye"), engine.solve)
    said = {show((p,)): [str(reason) for reason in p.reasons] for p in draft}
    assert said == {
        "B-A": [
            "The higher score is 1, the lower ½: the score groups could not be paired within themselves.",
            "The starter was due to start, the other to be second.",
        ],
        "E-D": [
            "The higher score is 1, the lower ½: the score groups could not be paired within themselves.",
            "The second player was due to be second (games so far: 1, started: 1).",
        ],
        "C:bye": [
            "The field is odd: the bye goes to the lowest score (0) that has had none "
            "and leaves the others a legal pairing."
        ],
    }


def test_boards_are_in_the_order_of_score_then_seed():
    draft = propose(question("ABCDEFGH", EIGHT), engine.solve)
    assert [(p.board, min(p.entrants)) for p in draft] == [(1, 1), (2, 2), (3, 5), (4, 6)]


def test_a_forfeited_game_was_no_meeting():
    assert paired("AB", "A-B +-") == "A-B"


def test_a_win_by_forfeit_rules_out_the_allocated_bye():
    assert paired("ABC", "A-B 1-0, C bye", "C-A 1-0, B bye") == "B-C A:bye"
    with pytest.raises(NoLegalPairing):
        paired("ABC", "A-B +-, C bye", "C-A 1-0, B bye")


def test_the_program_is_told_who_has_had_the_bye():
    """E alone is last, but had the bye in round one; C is next and had only a half-point one."""
    history = ("A-C =, D-B =, E bye", "E-A 0-1, B-C =, D bye", "B-E 1-0, A-D =, C half")
    assert (number("C"), None) in engine.solve(question("ABCDE", *history))


def test_own_points_make_own_score_groups():
    three = Scoring.of(6, 2, 0)
    history = ("A-E 1-0, F-B =, C-G =, H-D 0-1", "D-A =, B-C 1-0, E-H =, G-F =")
    by_three = propose(question("ABCDEFGH", *history, scoring=three), engine.solve)
    book = question("ABCDEFGH", *history, scoring=three).cards()
    assert [book[number(each)].score for each in "ABDE"] == [8, 8, 8, 2]
    assert {1, 2, 4} >= set(by_three[0].entrants)


def test_strangers_in_the_results_are_refused():
    with pytest.raises(InvalidField) as refusal:
        question("AB", "A-C 1-0")
    assert refusal.value.code == "unknown-entrant"


@pytest.mark.parametrize("letters", ["", "A"])
def test_one_entrant_cannot_be_paired(letters):
    for pairing in (lambda q: propose(q, engine.solve), least_harm.propose):
        with pytest.raises(NoLegalPairing) as refusal:
            pairing(question(letters))
        assert refusal.value.code == "too-few"


# No legal pairing

FOUR_ALL_MET = ("A-C =, D-B =", "B-A =, C-D =", "A-D =, B-C =")


def test_where_all_have_met_there_is_no_legal_pairing():
    with pytest.raises(NoLegalPairing) as refusal:
        paired("ABCD", *FOUR_ALL_MET)
    assert refusal.value.code == "no-legal-pairing"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_least_harm_is_the_fewest_rematches_the_longest_ago(order):
    rounds = [FOUR_ALL_MET[at] for at in order]
    draft = least_harm.propose(question("ABCD", *rounds))
    longest_ago = {pair(r.first, r.second) for r in results(rounds[0])}
    assert {pair(*p.entrants) for p in draft} == longest_ago
    assert {str(p.reasons[-1]) for p in draft} == {
        "They met in round 1; rematches that no pairing avoids: 2."
    }


def test_a_rematch_comes_before_a_second_bye():
    draft = least_harm.propose(question("ABC", "A-B 1-0, C bye", "A-C 1-0, B bye", "B-C =, A absent"))
    assert show(draft) in {"C-B A:bye", "B-C A:bye"}


def test_a_second_bye_says_so():
    history = ("A-B 1-0, C bye", "C-A 1-0, B bye", "B-C =, A bye")
    draft = least_harm.propose(question("ABC", *history))
    assert [str(r) for p in draft if p.second is None for r in p.reasons] == [
        "Has had a bye before; nobody else could sit out."
    ]


def test_forbidden_pairs_never_meet_even_then():
    with pytest.raises(NoLegalPairing) as refusal:
        least_harm.propose(question("ABCD", forbidden="AB AC AD"))
    assert refusal.value.code == "forbidden"


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        ("A-B C-D", "rematch"),
        ("A-C B-D", None),
        ("A-C B-B", "incomplete"),
        ("A-C", "incomplete"),
        ("A-C B- D-", "byes"),
    ],
)
def test_an_answer_is_believed_only_after_checking(pairs, fault):
    couples = [tuple(couple.split("-")) for couple in pairs.split()]
    answer = tuple((number(a), number(b) if b else None) for a, b in couples)
    asked = question("ABCD", "A-B 1-0, D-C 1-0")
    assert swiss.fault_in(asked, answer) == fault
    if fault:
        with pytest.raises(NoLegalPairing):
            swiss.accept(asked, answer)
