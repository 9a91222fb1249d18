"""Swiss: the laws over whole tournaments with random results."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.words import field, letter
from tests.plugins.examples import examples
from tournament.formats import engine, least_harm, swiss
from tournament.formats.engine import PairedBy, ProposedRound
from tournament.formats.pairing import NoLegalPairing, pair
from tournament.formats.swiss import SwissRound, propose
from tournament.scores import Meeting, Outcome

# Whole tournaments

PLAYED = [Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]
ANY_OUTCOME = PLAYED * 3 + [Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT, None]


def a_legal_pairing_exists(asked):
    """Check by trying everything, using only the rule for one pair."""
    book = asked.cards()

    def complete(left):
        if not left:
            return True
        one, *rest = left
        return any(
            swiss.may_meet(asked, book[one], book[other]) and complete([e for e in rest if e != other])
            for other in rest
        )

    present = [entrant.id for entrant in asked.present]
    if len(present) % 2 == 0:
        return complete(present)
    eligible = [entrant for entrant in present if not book[entrant].won_without_playing]
    return any(complete([e for e in present if e != bye]) for bye in eligible)


@st.composite
def tournaments(draw):
    """Draw a field, absences by round, and outcomes, as one source of choices."""
    return draw(st.integers(2, 11)), draw(st.integers(1, 7)), draw(st.randoms(use_true_random=False))


@given(tournaments())
@settings(max_examples=examples(16), deadline=None)
def test_whole_tournaments_keep_the_laws(drawn):
    count, planned, chance = drawn
    entrants = field(count)
    everyone = range(1, count + 1)
    couples = [pair(*couple) for couple in combinations(everyone, 2)]
    forbidden = frozenset(c for c in couples if chance.random() < 0.05)
    history: list[Meeting] = []
    byes: set[int] = set()
    for at in range(1, planned + 1):
        late = frozenset(e for e in everyone if e > count - 2 and at == 1 and chance.random() < 0.3)
        away = frozenset(e for e in everyone if chance.random() < 0.12)
        half = frozenset(e for e in everyone if chance.random() < 0.08) - away
        enrolled = tuple(e for e in entrants if e.id not in late)
        asked = SwissRound(
            at,
            planned,
            enrolled,
            tuple(history),
            absent=away - late,
            half_byes=half - late,
            forbidden=forbidden,
        )
        try:
            draft = propose(asked, engine.solve)
        except NoLegalPairing:
            assert len(asked.present) < 2 or not a_legal_pairing_exists(asked)
            break
        once = sorted(entrant for p in draft for entrant in p.entrants)
        assert once == sorted(entrant.id for entrant in enrolled)
        book = asked.cards()
        for p in draft:
            assert p.reasons
            if p.second is None:
                assert p.bye is not Outcome.BYE or p.first not in byes
                byes |= {p.first} if p.bye is Outcome.BYE else set()
                history.append(Meeting(at, p.first, None, p.bye))
            else:
                assert p.second not in book[p.first].opponents
                assert pair(p.first, p.second) not in forbidden
                history.append(Meeting(at, p.first, p.second, chance.choice(ANY_OUTCOME)))
        # The rules found it, not the fallback; and the second time gives the same.
        assert engine.propose(asked) == ProposedRound(draft, PairedBy.DUTCH)


@given(tournaments())
@settings(max_examples=examples(16), deadline=None)
def test_starts_stay_within_two_and_never_three_running_before_the_last_round(drawn):
    count, _, chance = drawn
    history: list[Meeting] = []
    for at in range(1, min(count, 7)):
        asked = SwissRound(at, 99, field(count), tuple(history))
        try:
            draft = propose(asked, engine.solve)
        except NoLegalPairing:
            break
        history += (Meeting(at, p.first, p.second, p.bye or chance.choice(PLAYED)) for p in draft)
        book = SwissRound(at + 1, 99, field(count), tuple(history)).cards()
        for card in book.values():
            assert abs(card.balance) <= 2
            assert card.starts[-3:] not in ([True] * 3, [False] * 3)


@given(tournaments())
@settings(max_examples=examples(12), deadline=None)
def test_the_least_harm_has_as_few_rematches_as_trying_everything_finds(drawn):
    count, _, chance = drawn
    count = min(count - count % 2, 8)
    history: list[Meeting] = []
    for at in range(1, 6):
        asked = SwissRound(at, 99, field(count), tuple(history))
        draft = least_harm.propose(asked)
        book = asked.cards()
        rematches = sum(p.second in book[p.first].opponents for p in draft)
        assert rematches == fewest(list(range(1, count + 1)), book)
        history += (Meeting(at, p.first, p.second, chance.choice(PLAYED)) for p in draft)


def fewest(left, book):
    if not left:
        return 0
    one, *rest = left
    return min((o in book[one].opponents) + fewest([e for e in rest if e != o], book) for o in rest)


def test_letters_and_numbers_agree():
    assert "".join(letter(entrant.id) for entrant in field("CAB")) == "CAB"
