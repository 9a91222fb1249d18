"""What processes say to each other: one that is called answers if it lives; one that stops says so."""

import pytest

from games.live import neighbours as calling
from games.live.neighbours import Neighbours
from games.services.lost_time import lost_time


@pytest.fixture
def two(monkeypatch):
    """Two processes and what one tells the other; both would answer to the same name in this one."""
    monkeypatch.setattr(lost_time, "beaten_by", "the-other")
    here, there = Neighbours(), Neighbours()

    here.publish, there.publish = there.hear, here.hear
    return here, there


async def test_a_process_that_lives_answers(two):
    assert await two[0].silent({"the-other"}) == set()


async def test_one_that_has_died_does_not(two, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS_TO_ANSWER", 0.01)
    assert await two[0].silent({"the-other", "a-third"}) == {"a-third"}


async def test_an_answer_that_comes_too_late_is_let_go(two, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS_TO_ANSWER", 0.01)
    calls, here = [], two[0]
    here.publish = lambda word, news: calls.append(news["call"])
    assert await here.silent({"the-other"}) == {"the-other"}
    here.hear("answer", {"call": calls[0]})


def test_one_that_stops_is_heard_by_the_other_and_not_by_itself(two):
    heard = []
    for number, each in enumerate(two):
        each.on_goodbye = lambda number=number: heard.append(number)
    two[0].say_goodbye()
    assert heard == [1]


async def test_where_there_is_no_other_process_nobody_is_called():
    assert await Neighbours().silent({"of-an-earlier-life"}) == set()
