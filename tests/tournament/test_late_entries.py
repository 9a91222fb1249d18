"""Late entries are placed by rating in the first rounds, and last in later ones."""

import pytest

from tests.tournament.conftest import ORGANISER
from tournament.models import Player
from tournament.services.entries import enrol
from tournament.services.pairing import drafts

pytestmark = pytest.mark.django_db


def seeds(e) -> list[str]:
    return [
        str(entry.entrant) for entry in e.stage.entries.order_by("seed").select_related("entrant__player")
    ]


def enter(e, name: str, rating: int) -> None:
    player = Player.objects.create(first_name=name)
    e.entrants[name] = enrol.enter_player(
        actor=ORGANISER, tournament=e.tournament, player=player, rating=rating, now_ms=e.now_ms
    )


def begun(make_tournament, **settings):
    """Play one round of A 1900, B 1800, C 1700 and so on to H."""
    e = make_tournament("", planned_rounds=6, **settings)
    for place, name in enumerate("ABCDEFGH"):
        enter(e, name, 1900 - 100 * place)
    e.play(e.publish())
    return e


def test_a_late_entry_is_put_in_by_rating_and_the_weaker_move_down(make_tournament):
    e = begun(make_tournament)
    enter(e, "Late", 1750)
    assert seeds(e) == ["A", "B", "Late", *"CDEFGH"]
    assert [entry.seed for entry in e.stage.entries.order_by("seed")] == list(range(1, 10))
    assert e.stage.entries.get(entrant=e.entrants["Late"]).first_round == 2
    e.play(e.publish())
    enter(e, "Strong", 2289)
    assert seeds(e)[0] == "Strong"


def test_who_comes_after_a_draft_plays_in_the_one_that_replaces_it(make_tournament):
    e = begun(make_tournament)
    draft = e.draft()
    enter(e, "Late", 1750)
    late = e.stage.entries.get(entrant=e.entrants["Late"])
    assert late.first_round == 3, "the draft of round 2 was made without them"
    drafts.discard(actor=ORGANISER, round_=draft, version=draft.version)
    again = e.draft()
    late.refresh_from_db()
    assert late.first_round == 2
    assert any(late.entrant_id in match.entrant_ids for match in e.matches(again))


def test_equal_ratings_keep_the_order_of_entry_and_no_rating_is_last(make_tournament):
    e = begun(make_tournament)
    enter(e, "Same", 1800)
    enter(e, "Unrated", 0)
    assert seeds(e) == ["A", "B", "Same", *"CDEFGH", "Unrated"]


def test_a_draft_changes_neither_earlier_entries_nor_those_of_other_tournaments(make_tournament):
    e, other = begun(make_tournament), begun(make_tournament)
    for each in (e, other):
        enter(each, "Late", 1750)
    for _ in range(2):
        e.play(e.publish())
    begun(make_tournament)
    assert [each.stage.entries.get(seed=3).first_round for each in (e, other)] == [2, 2]
    assert e.stage.entries.get(seed=1).first_round == 1


def test_from_the_round_after_the_limit_on_a_late_entry_is_last(make_tournament):
    e = begun(make_tournament)
    for _ in range(2):
        e.play(e.publish())
    enter(e, "Fourth", 1950)
    assert seeds(e)[0] == "Fourth", "until round four"
    e.play(e.publish())
    enter(e, "Fifth", 2000)
    assert seeds(e)[-1] == "Fifth"


@pytest.mark.parametrize("chosen", [{"late_by_rating_until": 0}, {"options": {"seeding": "lot"}}])
def test_a_tournament_may_seed_them_last_and_lots_always_do(make_tournament, chosen):
    e = begun(make_tournament, **chosen)
    enter(e, "Late", 2289)
    assert seeds(e)[-1] == "Late"
