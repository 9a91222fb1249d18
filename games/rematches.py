"""A rematch of a quick game: the same people, rules and clock, sides changed. Everybody has to want it."""

from collections.abc import Collection

from games import quick_games, services
from games.access.permissions import Actor
from games.clock import TimeControl
from games.faults import Fault
from games.models import Game, Rematch
from games.rules import Seat
from games.services.locked_game import writing


class RematchRefused(Fault):
    sentences = {
        "no-rematch": "A rematch follows a quick game that is over.",
    }


def wish_rematch(game_id: int, seats: Collection[str], *, actor: Actor) -> Game | None:
    """These seats want another game: the game once everybody does, however often it is asked for.

    The tablet of a table speaks for all of its seats, so that one tap does.
    """
    with writing(game_id) as book:
        game = book.game
        if game.topic or not game.casual or book.state.outcome is None:
            raise RematchRefused("no-rematch")
        wish, _made = Rematch.objects.select_for_update().get_or_create(game=game)
        wish.wanted = "".join(seat for seat in Seat.of(game.seats) if seat in seats or seat in wish.wanted)
        if wish.next is None and len(wish.wanted) == game.seats:
            quick_games.count_opened(actor)
            wish.next = _open_next(game, actor)
        wish.save()
        book.tell_table("rematch")
    return wish.next


def next_seat(seat: str) -> str:
    """Where who sat here sits in the rematch: one place on, which changes the sides, of two and of four."""
    return Seat(seat).next.value


def _open_next(game: Game, actor: Actor) -> Game:
    return services.open_game(
        rules=game.rules,
        control=_moved_on(TimeControl.parse(game.control)),
        first=game.first,
        seats=game.seats,
        players={next_seat(seat): who for seat, who in game.players.items()},
        input=game.input,
        keeper=game.keeper,
        casual=True,
        created_by=actor.who,
    )


def _moved_on(control: TimeControl) -> TimeControl:
    """Odds belong to the people: their time goes with them."""
    return TimeControl((*control.shares[-1:], *control.shares[:-1]), control.game_ms)
