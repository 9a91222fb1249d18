"""Where a crowd watches, whoever moved is answered first."""

import asyncio

import pytest

from games.live.hub import CROWD, Hub
from games.live.reads import FoundGame
from games.live.rooms import Told
from games.live.sockets import Socket

GAME = 1


@pytest.mark.parametrize("at_the_wall", [False, True], ids=["at the board", "at the wall"])
@pytest.mark.parametrize("earlier", [False, True])
async def test_in_a_crowd_the_movers_answer_goes_first(monkeypatch, earlier, at_the_wall):
    """It came after five hundred watchers had been told. What happened before still comes before."""
    monkeypatch.setattr("games.live.hub.SECONDS_FOR_THE_ANSWER", 0)
    hub, said = Hub(), []
    found = FoundGame(GAME, "code", "t1", 0, 0, False, None, "", live=True)

    def writes(name):
        return lambda frame: said.append((name, frame[2:].decode())) or True

    sockets = [Socket(None, None, write_frame=writes(number)) for number in range(CROWD + 1)]
    room = hub.join_game(found, sockets[0])
    for socket in sockets:
        socket._busy = False  # as once its writer sleeps
        (hub.topics["t1"] if at_the_wall and socket is not sockets[0] else room.sockets).add(socket)
    sockets[0].asks()
    if earlier:
        hub.tell(GAME, "", Told(1, "event 1"))
    own = 2 if earlier else 1
    hub.tell(GAME, "", Told(own, f"event {own}"))
    assert said == []
    hub.answer(room, sockets[0], "answer", own)
    mine = [text for name, text in said if name == 0]
    assert mine == (["event 1", "answer", "event 2"] if earlier else ["answer", "event 1"])
    assert earlier or said[0] == (0, "answer")
    everybody = {name for name, text in said if text == f"event {own}"}
    assert everybody == set(range(CROWD + 1))

    sockets[0].asks()
    hub.tell(GAME, "", Told(own + 1, "nobody answers"))
    await asyncio.sleep(0.01)
    assert sum(text == "nobody answers" for _name, text in said) == CROWD  # and the asker holds it
