"""The one table of limits, and the buckets of tokens against haste."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.access import links
from games.access.limits import LIMITS, Bucket, Buckets, Limit
from games.access.permissions import SYSTEM
from games.models import Action, Game
from tests.games.test_pages import CHOSEN

HASTE = {name: limit for name, limit in LIMITS.items() if not limit.lock_ms}
CALM = Limit(3, 30_000)


def taken(bucket, now_ms, tries):
    return sum(bucket.wait_ms(now_ms) == 0 for _ in range(tries))


@pytest.mark.parametrize("limit", HASTE.values(), ids=HASTE)
def test_all_at_once_and_then_what_time_brings_back(limit):
    bucket = Bucket(limit)
    assert taken(bucket, 0, limit.most + 1) == limit.most
    assert taken(bucket, 1_000, limit.most) == 1_000 // limit.each_ms
    assert taken(bucket, 10 * limit.window_ms, 2 * limit.most) == limit.most


@pytest.mark.parametrize("limit", HASTE.values(), ids=HASTE)
def test_a_rate_is_a_whole_number_of_milliseconds_for_each(limit):
    assert limit.each_ms * limit.most == limit.window_ms


def test_who_has_to_wait_is_told_how_long_and_loses_nothing_by_asking():
    bucket = Bucket(CALM)
    assert bucket.wait_ms(0, count=3) == 0
    assert [bucket.wait_ms(0) for _ in range(5)] == [10_000] * 5
    assert bucket.wait_ms(9_999) == 1
    assert bucket.wait_ms(10_000) == 0


def test_much_at_once_is_taken_whole_or_not_at_all():
    bucket = Bucket(CALM)
    assert bucket.wait_ms(0, count=2) == 0
    assert bucket.wait_ms(0, count=2) == 10_000
    assert bucket.wait_ms(0) == 0


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_no_window_ever_lets_through_more_than_the_burst_and_what_time_brought(pauses):
    bucket, now_ms, let_through = Bucket(CALM), 0, []
    for pause in pauses:
        now_ms += pause
        if bucket.wait_ms(now_ms) == 0:
            let_through.append(now_ms)
    for first, start_ms in enumerate(let_through):
        for last in range(first, len(let_through)):
            allowed = CALM.most + (let_through[last] - start_ms) / CALM.each_ms
            assert last - first + 1 <= allowed


def test_each_address_has_a_bucket_of_its_own_and_the_oldest_is_forgotten():
    buckets = Buckets(CALM, most_addresses=2)
    assert [buckets.wait_ms("a", 0) for _ in range(4)] == [0, 0, 0, 10_000]
    assert buckets.wait_ms("b", 0) == 0
    assert buckets.wait_ms("a", 10_000) == 0
    buckets.wait_ms("c", 10_000)
    assert len(buckets) == 2
    assert buckets.wait_ms("a", 10_000) == 10_000


def test_a_slip_that_many_devices_open_makes_no_lines_without_end(db, client):
    """Of a hundred, a handful are let in; each costs a session and a line of the log, for good."""
    slip = links.make(SYSTEM, role="player", scope="entrant:7", topic="tournament:3")
    answers = [Client().post(slip.path).status_code for _ in range(40)]
    most = LIMITS["link-devices"].most
    assert answers.count(302) == most
    assert Action.objects.filter(verb="open_link").count() == most
    assert Session.objects.count() == most


def test_a_quick_game_is_no_business_of_the_log_of_the_house(db, client):
    client.post(reverse("quick-game"), {**CHOSEN, "where": "phones"})
    assert Game.objects.exists()
    assert not Action.objects.filter(verb__in=["make_link", "open_link"]).exists()
