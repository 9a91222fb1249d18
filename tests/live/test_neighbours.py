"""Another process is called by name: one that lives answers, one that has died does not."""

import pytest

from games.live import neighbours as calling
from games.live.neighbours import Neighbours
from games.services.lost_time import lost_time


@pytest.fixture
def two(monkeypatch):
    """Two processes and what one tells the other; both would answer to the same name in this one."""
    monkeypatch.setattr(lost_time, "beaten_by", "the-other")
    here, there = Neighbours(), Neighbours()

    def carry(to):
        return lambda what, news: {"call": to.hear_call, "answer": to.hear_answer}[what](news)

    here.publish, there.publish = carry(there), carry(here)
    return here


async def test_a_process_that_lives_answers(two):
    assert await two.silent({"the-other"}) == set()


async def test_one_that_has_died_does_not(two, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS_TO_ANSWER", 0.01)
    assert await two.silent({"the-other", "a-third"}) == {"a-third"}


async def test_an_answer_that_comes_too_late_is_let_go(two, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS_TO_ANSWER", 0.01)
    calls = []
    two.publish = lambda what, news: calls.append(news)
    assert await two.silent({"the-other"}) == {"the-other"}
    two.hear_answer(calls[0])


async def test_where_there_is_no_other_process_nobody_is_called():
    assert await Neighbours().silent({"of-an-earlier-life"}) == set()
