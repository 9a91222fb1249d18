"""The club's rating lists: what counts, when they change, and that recalculation gives the same numbers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.access.permissions import SYSTEM
from tests.club.conftest import ORGANISER
from tournament.models import (
    Club,
    ClubSettings,
    DemoKind,
    DemoThing,
    RatingChange,
    RatingKind,
    RatingList,
    RatingPeriod,
    Tournament,
)
from tournament.ranking import ratings as pure
from tournament.scores import Outcome
from tournament.services.club import erasing, ladder, people, rating_periods, ratings
from tournament.services.entries import enrol
from tournament.services.faults import StepRefused
from tournament.services.results import corrections, entering
from tournament.services.rounds import lifecycle


@pytest.fixture
def round_robin(make_tournament):
    """Play `round_robin("A B C", name="Spring")` to its end: the player who entered first wins."""

    def make(names, **given):
        made = make_tournament(names, format="round-robin", **given)
        while True:
            made.tournament.refresh_from_db()
            if made.tournament.status == "finished":
                return made
            made.play(made.publish())

    return make


def numbers(kind=RatingKind.TWO):
    """Read all that is stored, without its row ids."""
    periods = RatingPeriod.objects.filter(list__kind=kind).order_by("number")
    return [
        (
            period.key,
            period.standing,
            list(
                period.changes.order_by("player").values_list(
                    "player", "value", "deviation", "games", "score"
                )
            ),
        )
        for period in periods
    ]


def test_a_tournament_moves_the_list_when_it_is_over(make_tournament, round_robin):
    running = make_tournament("A B C D")
    running.play(running.publish())
    assert rating_periods.bring_up_to_date() == 0
    done = round_robin("E F G")
    assert rating_periods.bring_up_to_date() == 1
    by_name = {str(row.player): row for row in ratings.table(RatingKind.TWO)}
    assert list(by_name) == ["E", "F", "G"]
    assert by_name["E"].rating.value > 1500 > by_name["G"].rating.value
    assert (by_name["E"].games, by_name["E"].score, by_name["E"].rank) == (2, 4, None)
    expected = pure.rate_period(
        {}, [pure.RatedGame("E", "F", 2), pure.RatedGame("E", "G", 2), pure.RatedGame("F", "G", 2)]
    )
    pk = done.entrants["E"].player_id
    assert rating_periods.standing_of(RatingKind.TWO)[pk][0] == expected["E"].value


def test_calculating_everything_again_gives_the_same_numbers(round_robin):
    for names in ("A B C D", "E F G H", "I J K"):
        round_robin(names)
        rating_periods.bring_up_to_date()
    kept = numbers()
    assert len(kept) == 3
    assert rating_periods.refresh(RatingKind.TWO, whole=True) == 3
    assert numbers() == kept


def test_nothing_is_calculated_while_nothing_changed(round_robin):
    round_robin("A B C")
    assert rating_periods.refresh(RatingKind.TWO) == 1
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert rating_periods.refresh(RatingKind.TWO) == 0
    assert not [query for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_a_list_that_fails_does_not_stop_the_other(db, monkeypatch, caplog):
    refresh = rating_periods.refresh

    def refresh_or_fail(kind):
        return 1 // 0 if kind == RatingKind.TWO else refresh(kind)

    monkeypatch.setattr(rating_periods, "refresh", refresh_or_fail)
    rating_periods.bring_up_to_date()
    assert RatingList.objects.get().kind == RatingKind.PARTNERS
    assert "ratings:two could not be calculated" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_list_that_was_never_calculated_can_be_read_and_writes_nothing(client):
    ClubSettings.objects.create(
        club=Club.objects.create(name="Five"), language="en", time_zone="UTC", set_up_ms=1
    )
    assert client.get(reverse("club")).status_code == 200
    assert not RatingList.objects.exists()


def test_a_correction_of_an_old_result_recalculates_what_follows_and_nothing_before(
    round_robin, make_tournament
):
    first = round_robin("A B C")
    second = round_robin("D E F")
    third = round_robin("G H I")
    rating_periods.bring_up_to_date()
    before = numbers()
    match = second.match("D", "E")
    flipped = Outcome(match.outcome).swapped
    corrections.correct(actor=SYSTEM, match=match, outcome=flipped, note="misread", now_ms=second.now_ms)
    assert rating_periods.bring_up_to_date() == 2
    after = numbers()
    assert after[0] == before[0]
    assert after[1] != before[1]
    whole = RatingPeriod.objects.get(number=3).standing
    rating_periods.refresh(RatingKind.TWO, whole=True)
    assert RatingPeriod.objects.get(number=3).standing == whole
    assert [key for key, *_ in after] == [f"tournament:{e.tournament.pk}" for e in (first, second, third)]


def test_a_tournament_that_does_not_count_leaves_the_list_alone(round_robin):
    done = round_robin("A B C")
    rating_periods.bring_up_to_date()
    Tournament.objects.filter(pk=done.tournament.pk).update(rated=False)
    rating_periods.bring_up_to_date()
    assert ratings.table(RatingKind.TWO) == []


def test_forfeits_and_byes_are_not_rated(make_tournament):
    e = make_tournament("A B C", format="round-robin")
    for _ in range(3):
        round_ = e.publish()
        for match in e.matches(round_):
            if match.second_id and not match.outcome:
                entering.type_line(
                    actor=ORGANISER, round_=round_, board=match.board, text="+", now_ms=e.now_ms
                )
        e.close(round_)
    rating_periods.bring_up_to_date()
    assert not RatingChange.objects.exists()


def test_per_day_a_long_tournament_moves_the_list_every_evening(make_tournament):
    club = Club.objects.create(name="Cube Club")
    ClubSettings.objects.create(club=club, language="en", time_zone="Europe/Berlin", set_up_ms=1)
    ratings.choose_span(actor=ORGANISER, kind="two", per="day")
    e = make_tournament("A B C D", format="round-robin")
    for number in range(2):
        round_ = e.publish()
        day_ms = 1_800_000_000_000 + number * 86_400_000
        type(round_).objects.filter(pk=round_.pk).update(published_ms=day_ms)
        e.play(round_)
    rating_periods.bring_up_to_date()
    assert [period.key for period in RatingPeriod.objects.all()] == ["day:2027-01-15", "day:2027-01-16"]


def test_partners_are_rated_each_and_by_the_side_they_played_on(make_tournament):
    e = make_tournament(format="round-robin", entry="pair", seats=4)
    for name, players in (("One", "A B"), ("Two", "C D"), ("Three", "E F")):
        e.enter_team(name, players)
    for _ in range(3):
        e.play(e.publish())
    assert rating_periods.bring_up_to_date() == 1
    rows = {str(row.player): row.rating.value for row in ratings.table(RatingKind.PARTNERS)}
    assert rows["A"] == rows["B"] > rows["C"] == rows["D"] > rows["E"] == rows["F"]
    assert ratings.table(RatingKind.TWO) == []


def test_boards_of_a_team_match_are_rated_by_player(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    e.enter_team("Rooks", "A B")
    e.enter_team("Knights", "C D")
    round_ = e.publish()
    match = e.matches(round_)[0]
    for number, outcome in ((1, Outcome.FIRST_WINS), (2, Outcome.DRAW)):
        entering.type_result(actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    e.close(round_)
    rating_periods.bring_up_to_date()
    scores = {str(change.player): change.score for change in RatingChange.objects.select_related("player")}
    winner, loser = ("A", "C") if str(match.first) == "Rooks" else ("C", "A")
    assert scores == {winner: 2, loser: 0, "B": 1, "D": 1}


def test_a_ladder_counts_when_it_is_closed_and_each_of_its_games_once(make_tournament):
    e = make_tournament("A B C", format="ladder")
    for one, other in (("A", "B"), ("B", "A"), ("A", "C")):
        ladder.play(
            actor=ORGANISER,
            stage=e.stage,
            first=e.entrants[one],
            second=e.entrants[other],
            outcome=Outcome.FIRST_WINS,
            now_ms=e.now_ms,
        )
    assert rating_periods.bring_up_to_date() == 0
    lifecycle.finish_stage(actor=ORGANISER, stage=e.stage)
    assert rating_periods.bring_up_to_date() == 1
    assert RatingPeriod.objects.get().games == 3


def test_merged_players_are_rated_as_the_one_they_are(round_robin):
    first, second = round_robin("Ada B C"), round_robin("Ava D E")
    rating_periods.bring_up_to_date()
    one, twin = first.entrants["Ada"].player, second.entrants["Ava"].player
    people.merge(actor=ORGANISER, player=twin, into=one)
    rating_periods.bring_up_to_date()
    row = next(row for row in ratings.table(RatingKind.TWO) if row.player == one)
    assert row.games == 4
    assert twin not in [row.player for row in ratings.table(RatingKind.TWO)]
    assert len(ratings.history_of(one, RatingKind.TWO)) == 2


def test_a_removed_player_is_in_no_list_but_the_games_of_the_others_stay_rated(round_robin):
    done = round_robin("Ada B C")
    rating_periods.bring_up_to_date()
    before = {str(row.player): row.rating for row in ratings.table(RatingKind.TWO)}
    erasing.erase(actor=ORGANISER, player=done.entrants["Ada"].player, now_ms=done.now_ms)
    rating_periods.bring_up_to_date()
    del before["Ada"]
    assert {str(row.player): row.rating for row in ratings.table(RatingKind.TWO)} == before


def test_a_tournament_is_seeded_by_the_clubs_list_until_something_is_drawn(round_robin, make_tournament):
    done = round_robin("A B C")
    rating_periods.bring_up_to_date()
    e = make_tournament(format="swiss")
    for name in ("C", "A"):
        player = done.entrants[name].player
        e.entrants[name] = enrol.enter_player(
            actor=ORGANISER, tournament=e.tournament, player=player, rating=1, now_ms=e.now_ms
        )
    e.enter("New", rating=1400)
    ratings.seed_by_rating(actor=ORGANISER, tournament=e.tournament)
    own = {str(entrant): entrant.rating for entrant in e.tournament.entrants.with_names()}
    assert own["A"] > 1500 > own["C"]
    assert own["New"] == 1400
    e.publish()
    with pytest.raises(StepRefused):
        ratings.seed_by_rating(actor=ORGANISER, tournament=e.tournament)


def test_the_list_takes_a_constant_number_of_queries(round_robin, django_assert_max_num_queries):
    for names in ("A B C D", "E F G H"):
        round_robin(names)
    rating_periods.bring_up_to_date()
    with django_assert_max_num_queries(4):
        assert len(ratings.table(RatingKind.TWO)) == 8


def test_partners_begin_at_a_thousand_and_no_rating_falls_below_zero(make_tournament):
    assert ratings.shown_rating(RatingKind.PARTNERS, 25.0, 25 / 3).value == ratings.PARTNERS_BEGIN
    weakest = ratings.shown_rating(RatingKind.PARTNERS, 15.0, 8.0)
    assert 0 < weakest.value < ratings.PARTNERS_BEGIN


def test_people_of_the_demo_have_no_place_among_real_ones(round_robin):
    round_robin("A B")
    rating_periods.bring_up_to_date()
    for row in ratings.table(RatingKind.TWO):
        DemoThing.objects.create(kind=DemoKind.PLAYER, number=row.player.pk)
    assert len(ratings.table(RatingKind.TWO)) == 2, "a club that is nothing but the demo shows them"
    round_robin("C D")
    rating_periods.bring_up_to_date()
    assert sorted(str(row.player) for row in ratings.table(RatingKind.TWO)) == ["C", "D"]


def test_a_list_that_is_behind_says_so(client, round_robin):
    round_robin("A B")
    assert "being calculated anew" in client.get(reverse("club")).content.decode()
    rating_periods.bring_up_to_date()
    assert "being calculated anew" not in client.get(reverse("club")).content.decode()
