"""Room for the frames of deep calls.

Python takes the memory of frames in pieces of 16 KB and gives a piece back as soon as nothing is left in it.
A loop that calls across the edge of a piece asks the system for memory each time round: a tenth of the time
of our pages, which are deep. A function that claims a deep stack gets one large piece, and whatever it calls
fits into the rest. The system only counts the part that is used.
"""

from collections.abc import Callable
from types import FunctionType
from typing import ParamSpec, TypeVar, cast

from django.http import HttpRequest, HttpResponseBase

# In words of eight bytes: a little more than half a megabyte makes the piece a whole one.
CLAIMED = 66_000

P = ParamSpec("P")
T = TypeVar("T")


def with_room(function: Callable[P, T]) -> Callable[P, T]:
    """The function itself; all that it calls has room."""
    plain = cast(FunctionType, function)
    plain.__code__ = plain.__code__.replace(co_stacksize=CLAIMED)
    return function


class RoomMiddleware:
    """The first of all: each page is made in a thread of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    @with_room
    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)
