"""The entrants to be paired, in the order of 1.2, each with all that the criteria use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.formats import who_starts
from tournament.formats.swiss_cards import Float, SwissCard
from tournament.formats.swiss_round import SwissRound
from tournament.formats.who_starts import Strength


class StartWish(NamedTuple):
    """What a contender is due (1.6), and whether that is absolute (1.7: not for top scorers at the end)."""

    start: bool | None
    strength: Strength
    imbalance: int
    """The difference between starts and seconds."""
    repeats: bool
    """The last two were the same."""
    is_top_scorer: bool


class Profile(NamedTuple):
    """The part of a contender that all criteria but C1 and C9 depend on."""

    score: int
    wish: StartWish
    last: Float
    before: Float


@dataclass(frozen=True, slots=True)
class Contender:
    """An entrant to be paired. `banned` are the places in the list that it may not meet (C1, forbidden)."""

    entrant: int
    profile: Profile
    games: int
    may_have_bye: bool
    banned: frozenset[int] = frozenset()

    @property
    def score(self) -> int:
        return self.profile.score


def contenders_of(question: SwissRound) -> tuple[Contender, ...]:
    """List all entrants present by score, then pairing number (1.2)."""
    book = question.cards()
    order = sorted(question.present, key=lambda entrant: (-book[entrant.id].pairing_score, entrant.seed))
    places = {entrant.id: place for place, entrant in enumerate(order)}
    kept_apart: dict[int, list[int]] = {entrant.id: [] for entrant in order}
    for couple in question.forbidden:
        if all(entrant in places for entrant in couple):
            one, other = couple
            kept_apart[one].append(other)
            kept_apart[other].append(one)
    return tuple(_contender(question, book[entrant.id], places, kept_apart[entrant.id]) for entrant in order)


def _contender(
    question: SwissRound, card: SwissCard, places: dict[int, int], kept_apart: Sequence[int]
) -> Contender:
    due = who_starts.start_due(card)
    wish = StartWish(
        due.start,
        due.strength,
        abs(card.balance),
        len(card.starts) > 1 and card.starts[-1] == card.starts[-2],
        question.is_top_scorer(card),
    )
    last, before = ([Float.NONE, Float.NONE, *card.floats][-back] for back in (1, 2))
    return Contender(
        card.entrant,
        Profile(card.pairing_score, wish, last, before),
        len(card.starts),
        not card.won_without_playing,
        frozenset(places[other] for other in (*card.opponents, *kept_apart) if other in places),
    )


def may_both_start(one: StartWish, other: StartWish) -> bool:
    """Check C3: two with the same absolute wish do not meet, unless one is a top scorer in the last round."""
    both_absolute = one.strength is other.strength is Strength.ABSOLUTE
    return not both_absolute or one.start != other.start or one.is_top_scorer or other.is_top_scorer


def allowed_masks(field: Sequence[Contender]) -> list[int]:
    """Return for each contender the places it may meet (C1, C3, forbidden), as the bits of a number."""
    members: dict[StartWish, int] = {}
    for place, each in enumerate(field):
        members[each.profile.wish] = members.get(each.profile.wish, 0) | 1 << place
    by_wish = {
        wish: sum(mask for other, mask in members.items() if may_both_start(wish, other)) for wish in members
    }
    masks = []
    for place, each in enumerate(field):
        banned = 1 << place
        for other in each.banned:
            banned |= 1 << other
        masks.append(by_wish[each.profile.wish] & ~banned)
    return masks
