"""Why a round is paired as it is: the stated criterion is the one that trying everything finds."""

import random

from tests.formats.dutch_by_trying import MOST_TRIED, every_pairing, key, small_rounds
from tests.formats.words import field, results
from tournament.formats.dutch.explained import explain
from tournament.formats.pairing import NoLegalPairing
from tournament.formats.swiss_round import SwissRound

# The codes of the numbers that `key` gives, in its order; what is left is the order of Article 4.
CODES = (
    "C6",
    "C7",
    "C8",
    "C9",
    "C10 C11 C12 C13",
    "C14",
    "C15",
    "C16",
    "C17",
    "C18",
    "C19",
    "C20",
    "C21",
    "",
)


def decided_against(asked, explained, at, is_other):
    """Return the codes of what the best pairing of another kind loses by, as seen from bracket `at`.

    "C4" if there is none. What the brackets above have settled stays.
    """
    book = asked.cards()
    here = [each.entrant for each in explained.contenders]
    above = {frozenset(pair[:2]) for bracket in explained.brackets[:at] for pair in bracket.pairs}
    bracket = explained.brackets[at]
    below = [e for e in here if book[e].pairing_score < bracket.score]
    following = max((book[e].pairing_score for e in below), default=None)
    after = [e for e in below if book[e].pairing_score == following]
    possible = [
        pairs
        for pairs in map(frozenset, every_pairing(here, asked, book))
        if above <= {frozenset(pair) for pair in pairs}
        and all(one in explained.eligible for one, other in pairs if other is None)
    ]
    groups = (list(bracket.moved), list(bracket.residents))
    keys = {pairs: key(pairs, *groups, after, here, asked, book) for pairs in possible}
    others = [keys[pairs] for pairs in possible if is_other(pairs, {*groups[0], *groups[1]})]
    if not others:
        return {"C4"}
    best, other = min(keys.values()), min(others)
    return set(next(code for code, a, b in zip(CODES, best, other, strict=True) if a != b).split()) or {""}


def test_what_decided_a_pair_and_who_goes_down_is_what_trying_everything_finds():
    chance = random.Random(5)
    compared = 0
    for asked in (asked for _ in range(16) for asked in small_rounds(chance, MOST_TRIED)):
        try:
            explained = explain(asked)
        except NoLegalPairing:
            continue
        for at, bracket in enumerate(explained.brackets):
            for one, other, by in bracket.pairs:
                apart = decided_against(
                    asked, explained, at, lambda pairs, _, met={one, other}: met not in map(set, pairs)
                )
                assert by.code in apart, (by, apart, asked)
                compared += 1
            for entrant, by in bracket.floating:
                if by.reason.code == "why-nobody-there":
                    continue
                stays = decided_against(
                    asked,
                    explained,
                    at,
                    lambda pairs, inside, who=entrant: any(who in p and set(p) <= inside for p in pairs),
                )
                assert by.code in stays, (by, stays, asked)
                compared += 1
    assert compared > 100


def test_the_bye_names_who_could_have_had_it_and_who_had_it_before():
    history = ("A-C 1-0, D-B 0-1, E bye", "B-A =, E-C 0-1, D bye")
    explained = explain(SwissRound(3, 5, field("ABCDE"), results(*history)))
    assert (explained.bye, explained.eligible) == (3, (3,))
    assert explained.had_bye == (4, 5)
