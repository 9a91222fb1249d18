"""That deep calls do not ask the system for memory again and again, told by the pages it had to lay in."""

import resource
import threading

from games.call_stack import with_room

ROUNDS = 200


def leaf():
    return 1


def deep(levels):
    """At each depth a loop of calls; at some depths its frames cross the edge of a piece."""
    for _ in range(ROUNDS):
        leaf()
    return deep(levels - 1) if levels else 0


@with_room
def deep_with_room(levels):
    return deep(levels)


def pages_laid_in(call, levels):
    """In a thread of its own, whose frames begin at the edge of a piece."""
    counted = []

    def count():
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        call(levels)
        counted.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = threading.Thread(target=count)
    thread.start()
    thread.join()
    return counted[0]


def test_a_loop_of_calls_asks_for_memory_once_wherever_it_stands():
    levels = 600
    assert pages_laid_in(deep, levels) > ROUNDS
    assert pages_laid_in(deep_with_room, levels) < ROUNDS


def test_what_has_room_answers_as_before():
    @with_room
    def divided(one, by=2):
        """As it was."""
        return one / by

    assert divided(3) == divided(6, by=4) == 1.5
    assert (divided.__name__, divided.__doc__) == ("divided", "As it was.")
