"""The token buckets of sessions and addresses, and the limits of what is counted in the database."""

from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.access import links, rate_limit
from games.access.permissions import SYSTEM
from games.access.rate_limit import ADDRESS, SESSION, Rate, RateLimit, counted_address
from games.access.throttle import LIMITS
from games.models import Action, Game
from tests.databases import own_rows
from tests.games.test_pages import CHOSEN

HALL = "192.0.2.1"


@pytest.fixture
def clock(monkeypatch):
    """Return the time in ms, to be set; three tokens at once for an address, then one in ten seconds."""
    time = SimpleNamespace(ms=1_000_000)
    monkeypatch.setattr(rate_limit, "ticks_ms", lambda: time.ms)
    monkeypatch.setattr(rate_limit, "ADDRESS", Rate(3, 0.1))
    return time


def taken(limit, tries, **whose):
    return sum(limit.wait_ms(1, **whose) == 0 for _ in range(tries))


@pytest.mark.parametrize(("rate", "whose"), [(SESSION, {"session": "s"}), (ADDRESS, {"address": HALL})])
def test_all_at_once_and_then_what_time_brings_back(clock, monkeypatch, rate, whose):
    monkeypatch.setattr(rate_limit, "ADDRESS", ADDRESS)
    limit = RateLimit()
    assert taken(limit, rate.most + 1, **whose) == rate.most
    clock.ms += 1_000
    assert taken(limit, rate.most, **whose) == rate.per_second
    clock.ms += 1_000_000
    assert taken(limit, 2 * rate.most, **whose) == rate.most


def test_a_refusal_says_how_long_to_wait_and_costs_nothing(clock):
    limit = RateLimit()
    assert limit.wait_ms(3, address=HALL) == 0
    assert [limit.wait_ms(1, address=HALL) for _ in range(5)] == [10_000] * 5
    clock.ms += 9_999
    assert limit.wait_ms(1, address=HALL) == 1
    clock.ms += 1
    assert limit.wait_ms(1, address=HALL) == 0


def test_much_at_once_is_taken_whole_or_not_at_all(clock):
    limit = RateLimit()
    assert limit.wait_ms(2, address=HALL) == 0
    assert limit.wait_ms(2, address=HALL) == 10_000
    assert limit.wait_ms(1, address=HALL) == 0


def test_work_that_is_done_is_charged_even_if_tokens_are_missing(clock):
    limit = RateLimit()
    assert limit.wait_ms(0, address=HALL) == 0
    limit.charge(5, address=HALL)
    assert limit.wait_ms(0, address=HALL) == 20_000


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_no_window_ever_lets_through_more_than_the_burst_and_what_time_brought(pauses):
    limit, now_ms, let_through = RateLimit(), 0, []
    with patch.object(rate_limit, "ADDRESS", Rate(3, 0.1)), patch.object(rate_limit, "ticks_ms") as ticks_ms:
        for pause in pauses:
            now_ms += pause
            ticks_ms.return_value = now_ms
            if limit.wait_ms(1, address=HALL) == 0:
                let_through.append(now_ms)
    for first, start_ms in enumerate(let_through):
        for last in range(first, len(let_through)):
            assert last - first + 1 <= 3 + (let_through[last] - start_ms) / 10_000


def test_each_address_has_a_bucket_of_its_own_and_the_oldest_is_forgotten(clock):
    limit = RateLimit(most_buckets=2)
    assert taken(limit, 4, address="a") == 3
    assert taken(limit, 1, address="b") == 1
    clock.ms += 10_000
    assert taken(limit, 2, address="a") == 1
    assert taken(limit, 1, address="c") == 1
    assert len(limit) == 2
    assert limit.wait_ms(1, address="a") == 10_000


def test_a_session_pays_from_its_own_bucket(clock):
    limit = RateLimit()
    assert taken(limit, 4, address=HALL) == 3
    assert limit.wait_ms(1_000, session="tablet", address=HALL) == 0
    assert taken(limit, 1, address="tablet") == 1, "a session is not an address of the same name"


def test_an_address_that_may_have_more_sockets_may_take_more(clock, settings):
    settings.SOCKETS_PER_ADDRESS = 3_000
    assert taken(RateLimit(), 40, address=HALL) == 30


def test_a_network_of_ipv6_counts_as_one_address():
    assert counted_address("2001:db8:1:2:aaaa::1") == counted_address("2001:db8:1:2:bbbb::2")
    assert counted_address("2001:db8:1:2::1") != counted_address("2001:db8:1:3::1")
    assert counted_address("::ffff:192.0.2.7") == counted_address("192.0.2.7") == "192.0.2.7"
    assert counted_address("unknown") == "unknown"


def test_a_slip_that_many_devices_open_makes_no_lines_without_end(db, client):
    """Of a hundred, a handful are admitted; each costs a session and a line of the log, for good."""
    slip = links.make(SYSTEM, role="player", scope="entrant:7", topic="tournament:3")
    answers = [Client().post(slip.path).status_code for _ in range(40)]
    most = LIMITS["link-devices"].most
    assert answers.count(302) == most
    assert Action.objects.filter(verb="open_link").count() == most
    assert own_rows(Session).count() == most


def test_a_quick_game_is_no_business_of_the_log_of_the_house(db, client):
    client.post(reverse("quick-game"), {**CHOSEN, "where": "phones"})
    assert own_rows(Game).exists()
    assert not own_rows(Action).filter(verb__in=["make_link", "open_link"]).exists()
