"""The body of a request is limited before it is stored, and an unfinished one times out."""

import asyncio

from tournament.server import bodies
from tournament.server.bodies import MOST, MOST_OF_STRANGERS, with_limited_bodies

SESSION = (b"cookie", b"theme=dark; sessionid=abc")


async def spool(scope, receive, send):
    """Read the whole body first, as Django does."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


async def status_of(chunks, *headers, application=spool):
    """Return the status for a body in these pieces; None stands for a client that sends no more."""
    sent, pieces = [], list(chunks)

    async def receive():
        piece = pieces.pop(0)
        if piece is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    async def send(message):
        sent.append(message)

    await with_limited_bodies(application)({"type": "http", "headers": list(headers)}, receive, send)
    return sent[0]["status"], len(chunks) - len(pieces)


def length(count):
    return b"content-length", str(count).encode()


async def test_what_says_that_it_is_too_long_is_not_read_at_all():
    assert await status_of([b"x"], length(MOST_OF_STRANGERS + 1)) == (413, 0)
    assert await status_of([b"x"], length(MOST + 1), SESSION) == (413, 0)
    assert await status_of([b"x"], (b"content-length", b"9" * 5000)) == (413, 0)
    assert await status_of([b"x"], (b"content-length", b"-1")) == (413, 0)


async def test_a_file_is_taken_from_somebody_with_a_session_only():
    assert await status_of([b"x"], length(MOST_OF_STRANGERS + 1), SESSION) == (200, 1)
    assert await status_of([b"x"], length(MOST_OF_STRANGERS)) == (200, 1)


async def test_what_comes_in_pieces_is_counted_and_no_piece_is_read_beyond_the_limit():
    piece = b"x" * (MOST_OF_STRANGERS // 2)
    assert await status_of([piece, piece]) == (200, 2)
    assert await status_of([piece, piece, b"x", b"x"]) == (413, 3)


async def test_a_body_that_does_not_arrive_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.01)
    assert await status_of([b"x", None, b"x"]) == (408, 2)


async def test_a_page_may_work_longer_than_a_body_may_take(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.01)
    left = asyncio.Event()

    async def receive():
        if left.is_set():
            await asyncio.sleep(0.05)
            return {"type": "http.disconnect"}
        left.set()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def work(scope, receive, send):
        await receive()
        heard.append(await receive())

    heard = []
    await with_limited_bodies(work)({"type": "http", "headers": []}, receive, None)
    assert heard == [{"type": "http.disconnect"}]
