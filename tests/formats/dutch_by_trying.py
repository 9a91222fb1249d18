"""The FIDE (Dutch) System by trying every pairing of a small round, and random small tournaments.

Written directly from C.04.3; it shares only the cards with `tournament.formats.dutch`.
`python -m tests.formats.dutch_by_trying 2000` compares so many rounds, more than half of them of fields small
enough to try everything, and prints one line.
"""

import random
import sys
from collections.abc import Iterator
from itertools import combinations

from tests.formats.words import field
from tournament.formats import engine, least_harm, swiss
from tournament.formats.engine import PairedBy
from tournament.formats.pairing import NoLegalPairing, pair
from tournament.formats.swiss_cards import Float
from tournament.formats.swiss_round import SwissRound
from tournament.formats.who_starts import Strength, start_due
from tournament.scores import CLASSIC, Meeting, Outcome, Scoring

MOST_TRIED = 8


def by_trying(asked):
    """Return the pairs as a set of (higher, lower) and (bye, None); None if there is no legal pairing."""
    book = asked.cards()
    seeds = {entrant.id: entrant.seed for entrant in asked.entrants}
    here = sorted((entrant.id for entrant in asked.present), key=lambda e: (-book[e].pairing_score, seeds[e]))
    possible = [frozenset(pairs) for pairs in every_pairing(here, asked, book)]
    byes = [book[one].pairing_score for pairs in possible for one, other in pairs if other is None]
    if byes:  # C5
        possible = [
            pairs
            for pairs in possible
            if all(book[one].pairing_score == min(byes) for one, other in pairs if other is None)
        ]
    scores = sorted({book[entrant].pairing_score for entrant in here}, reverse=True)
    done = set()
    for score, following in zip(scores, [*scores[1:], None], strict=True):
        residents = [e for e in here if book[e].pairing_score == score]
        moved = [e for e in here if book[e].pairing_score > score and e not in done]
        after = [e for e in here if book[e].pairing_score == following]
        keys = {pairs: key(pairs, moved, residents, after, here, asked, book) for pairs in possible}
        possible = [pairs for pairs in possible if keys[pairs] == min(keys.values())]
        for one, other in possible[0] if possible else ():
            if {one, other} <= {*moved, *residents}:
                done |= {one, other}
    assert len(possible) <= 1
    return possible[0] if possible else None


def every_pairing(left, asked, book, has_bye=False) -> Iterator[list]:
    if not left:
        yield []
        return
    one, *rest = left
    if len(left) % 2 and not has_bye and not book[one].won_without_playing:
        yield from ([(one, None), *deeper] for deeper in every_pairing(rest, asked, book, True))
    for other in rest:
        if swiss.may_meet(asked, book[one], book[other]):
            remain = [each for each in rest if each != other]
            yield from ([(one, other), *deeper] for deeper in every_pairing(remain, asked, book, has_bye))


def key(pairs, moved, residents, after, here, asked, book):
    """Rate a whole pairing by C6 to C21 and then Article 4, as seen from one bracket: less is better."""
    inside = {*moved, *residents}
    made = sorted((p for p in pairs if set(p) <= inside), key=lambda p: here.index(p[0]))
    paired = {entrant for couple in made for entrant in couple}
    floating = [e for e in (*moved, *residents) if e not in paired]
    ahead = {*floating, *after}
    next_made = {e for p in pairs if set(p) <= ahead for e in p}
    next_floating = [e for e in (*floating, *after) if e not in next_made]
    bye = next((one for one, other in pairs if other is None), None)
    mixed = [(high, low) for high, low in made if high in moved]
    return (
        len(floating),  # C6
        scores_down(floating, book),  # C7
        (len(next_floating), scores_down(next_floating, book)),  # C8
        -len(book[bye].starts) if floating == [bye] else 0,  # C9
        colours(made, book),  # C10 to C13
        *(
            number
            for back in (1, 2)
            for number in (
                sum(floated(book[e], back) is Float.DOWN for e in floating if e in residents),  # C14, C16
                sum(floated(book[low], back) is Float.UP for _, low in mixed),  # C15, C17
            )
        ),
        *(
            scores
            for back in (1, 2)
            for scores in (
                # C18, C20: who floated down and floats on has the larger difference.
                scores_down(
                    [e for e in floating if e in moved and floated(book[e], back) is Float.DOWN], book
                ),
                # C19, C21
                scores_down([high for high, low in mixed if floated(book[low], back) is Float.UP], book),
            )
        ),
        order(made, moved, residents, here),
    )


def scores_down(entrants, book):
    return sorted((book[entrant].pairing_score for entrant in entrants), reverse=True)


def floated(card, back):
    return card.floats[-back] if len(card.floats) >= back else Float.NONE


def colours(made, book):
    """Count who gets three apart, the same a third time, not what is due, not what is strongly due."""
    apart = thrice = due_not = strong_not = 0
    for high, low in made:
        cards = book[high], book[low]
        wishes = [start_due(card) for card in cards]
        if wishes[0].start is None or wishes[0].start != wishes[1].start:
            continue
        due_not += 1
        balances = [abs(card.balance) for card in cards]
        absolute = [wish.strength is Strength.ABSOLUTE for wish in wishes]
        repeated = [len(card.starts) > 1 and card.starts[-1] == card.starts[-2] for card in cards]
        apart += min(balances) > 1
        if all(absolute):
            # The less imbalanced yields (5.2.2); of equals the one who may.
            yielding = [r for r, b in zip(repeated, balances, strict=True) if b == min(balances)]
            thrice += all(yielding)
        elif all(wish.strength >= Strength.STRONG for wish in wishes):
            strong_not += 1
    return apart, thrice, due_not, strong_not


def order(made, moved, residents, here):
    """Rate by Article 4: who of those moved down is paired, with whom; who changes halves; who meets whom."""
    partner = dict(made)
    first = [entrant not in partner for entrant in moved]
    second = [here.index(partner[entrant]) for entrant in moved if entrant in partner]
    taken = {partner[entrant] for entrant in moved if entrant in partner}
    remainder = [entrant for entrant in residents if entrant not in taken]
    uppers = [entrant for entrant in remainder if entrant in partner]
    half = remainder[: len(uppers)]
    down = [remainder.index(entrant) for entrant in half if entrant not in uppers]
    up = [remainder.index(entrant) for entrant in uppers if entrant not in half]
    exchanges = (len(down), sum(up) - sum(down), [-at for at in sorted(down, reverse=True)], sorted(up))
    return first, second, exchanges, [here.index(partner[entrant]) for entrant in uppers]


# ---- random tournaments

PLAYED = [Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]
RESULTS = PLAYED * 6 + [Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT]
SCORINGS = [CLASSIC, CLASSIC, Scoring.of(4, 2, 0), Scoring.of(6, 2, 0, bye=2)]


def small_rounds(chance, largest=14) -> Iterator[SwissRound]:
    """Yield the rounds of one random small tournament, until no pairing is left."""
    count = chance.randint(4, largest)
    planned, scoring = chance.randint(3, count + 1), chance.choice(SCORINGS)
    couples = [pair(*couple) for couple in combinations(range(1, count + 1), 2)]
    forbidden = frozenset(chance.sample(couples, chance.choice([0, 0, 0, 1, 3])))
    accelerated, away = chance.random() < 0.2, chance.choice([0, 0, 0.05, 0.15])
    history: list[Meeting] = []
    for number in range(1, planned + 1):
        absent = frozenset(e for e in range(1, count + 1) if chance.random() < away)
        half = frozenset(e for e in range(1, count + 1) if chance.random() < away / 3) - absent
        asked = SwissRound(
            number,
            planned,
            field(count),
            tuple(history),
            absent=absent,
            half_byes=half,
            forbidden=forbidden,
            odd_seeds_start=chance.random() < 0.5,
            scoring=scoring,
            accelerated=accelerated,
        )
        if len(asked.present) < 2:
            return
        yield asked
        try:
            draft = engine.propose(asked).pairings
        except NoLegalPairing:
            return
        history += (Meeting(number, p.first, p.second, p.bye or chance.choice(RESULTS)) for p in draft)


def fault_of(asked: SwissRound) -> str:
    """Find what is wrong with our answer to a question; empty if it is right."""
    legal = not swiss.fault_in(asked, least_harm.solve(asked)) if can_be_solved(asked) else False
    try:
        found = engine.solve_as(asked)
    except NoLegalPairing:
        return "gave up on a legal round" if legal else ""
    if not legal:
        return "paired what cannot be"
    if found.paired_by is not PairedBy.DUTCH or swiss.fault_in(asked, found.pairs):
        return "broke a rule"
    if len(asked.present) > MOST_TRIED:
        return ""
    tried = by_trying(asked)
    same = {frozenset(couple) for couple in found.pairs} == {frozenset(couple) for couple in tried or ()}
    return "" if same else f"gave {sorted(found.pairs, key=str)} for {sorted(tried or (), key=str)}"


def can_be_solved(asked):
    try:
        return bool(least_harm.solve(asked))
    except NoLegalPairing:
        return False


def compare(count: int, seed: int) -> tuple[int, int, list[str]]:
    """Return how many rounds were compared, how many of them by trying everything, and the faults found."""
    chance = random.Random(seed)
    rounds = tried = 0
    faults: list[str] = []
    while rounds < count:
        for asked in small_rounds(chance, chance.choice([MOST_TRIED, 14])):
            fault = fault_of(asked)
            rounds += 1
            tried += len(asked.present) <= MOST_TRIED
            if fault:
                faults.append(f"{fault}\n{asked}")
    return rounds, tried, faults


if __name__ == "__main__":
    compared, everything, wrong = compare(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(*wrong, f"{compared} rounds, {everything} with everything tried, {len(wrong)} differ", sep="\n")
    raise SystemExit(bool(wrong))
