"""The rating lists on screen: a button chooses what is rated together, and the labels of the plot fit."""

import re
from itertools import pairwise

import pytest
from django.urls import reverse

from tournament.models import RatingList, RatingPeriod
from tournament.services.club.ratings import Point, RatingShown
from tournament.views.club import plots


def choose(client, **sent):
    answer = client.post(reverse("club-choose"), sent)
    told = [str(each) for each in client.get(answer.url).context["messages"]]
    return answer.url, told


def periods():
    return sorted(RatingPeriod.objects.values_list("key", flat=True))


def test_what_is_rated_together_is_chosen_and_the_list_calculated_again(organiser, played):
    assert periods() == [f"tournament:{played.tournament.pk}"]
    address, told = choose(organiser, list="two", per="day")
    assert address == f"{reverse('club')}?list=two"
    assert told == ["Ratings are calculated anew."]
    assert RatingList.objects.get(kind="two").per == "day"
    assert periods() == ["day:2027-01-15"]
    assert choose(organiser, list="two", per="day")[1] == ["That is so already."]


def test_a_list_is_calculated_again_from_all_results(organiser, played):
    before = periods()
    RatingPeriod.objects.all().delete()
    assert choose(organiser, list="two", again="yes")[1] == ["Calculated anew from all results."]
    assert periods() == before


@pytest.mark.parametrize("sent", [{"list": "three", "per": "day"}, {"list": "two", "per": "week"}])
def test_what_is_no_choice_changes_nothing(organiser, played, sent):
    before = periods()
    assert choose(organiser, **sent)[1] == []
    assert periods() == before


@pytest.mark.parametrize(
    ("values", "deviation", "labels"),
    [
        ([1500, 1580, 1610], 30, [1450, 1500, 1550, 1600, 1650]),
        ([1530, 1570], 30, [1500, 1525, 1550, 1575, 1600]),
        ([1503, 1508], 30, [1460, 1480, 1500, 1520, 1540]),
        ([900, 2100], 30, [500, 1000, 1500, 2000, 2500]),
        ([1500, 1500], 0, [1490, 1500, 1510]),
    ],
)
def test_the_picture_of_a_rating_ends_at_the_next_round_numbers_around_it(values, deviation, labels):
    shown = [RatingShown(value, provisional=False, deviation=deviation) for value in values]
    points = [
        Point("", 1_800_000_000_000, before, after, games=1, score=2) for before, after in pairwise(shown)
    ]
    picture = plots.history(points, shown[-1], "Rating")
    assert [int(text) for text in re.findall(r'"plot-label"[^>]*>(\d+)', picture)] == labels
