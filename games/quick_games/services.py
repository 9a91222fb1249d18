"""Quick games, without tournament and account: open one, hand out its seats, call it off, play a rematch.

Also finds the games that this device plays.
"""

import logging
import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from games.access import links, throttle
from games.access.permissions import Actor, PageRequest
from games.access.roles import Role
from games.clock import TimeControl
from games.close_reason import ABANDONED
from games.faults import Fault
from games.models import Game, Rematch
from games.referee import UNDER_WAY, Input, Keeper, Status
from games.rules import Seat
from games.services.locked_game import lock_game
from games.services.opening import open_game, void_game
from games.timekeeping import now_ms

logger = logging.getLogger(__name__)

HOUR_MS = 3_600_000
ABANDONED_AFTER_MS = 24 * HOUR_MS  # not started for a day: its links have expired as well
LEFT_AFTER_MS = 6 * HOUR_MS  # started, without any event since: the players are gone
LINKS_LAST_MS = 24 * HOUR_MS
SESSION_MOVES = "moves"  # code of a game on this tablet -> (token, code to type) for another one
SESSION_LOBBIES = "lobbies"  # code -> {seat: (token, code to type)}, until the game starts


class QuickGameRefused(Fault):
    sentences = {
        "too-many-games": "So many games were opened just now that the next one has to wait until {time}.",
        "no-rematch": "A rematch follows a quick game that is over.",
    }


@dataclass(frozen=True, slots=True)
class QuickGameOptions:
    """The options of a quick game. Names are in the order of play, and the first of them starts."""

    names: Sequence[str]
    rules: str
    control: str
    on_tablet: bool
    lots: bool = False
    input: str = Input.MOVES


def open_quick_game(request: PageRequest, options: QuickGameOptions) -> Game:
    """Open a casual game and give this browser what it needs: the table, or the codes of the seats."""
    count_opened(request.actor)
    call_off_abandoned()
    with transaction.atomic():
        game = _open(options, request.actor)
        if options.on_tablet:
            take_seats(request, game)
        else:
            made_links = {
                seat.value: new_link(request.actor, game, Role.PLAYER, seat.value)
                for seat in Seat.of(game.seats)
            }
            lobbies = request.session.get(SESSION_LOBBIES, {})
            lobbies[game.code] = {seat: (made.token, made.code) for seat, made in made_links.items()}
            request.session[SESSION_LOBBIES] = lobbies
    return game


def _open(options: QuickGameOptions, actor: Actor) -> Game:
    names = list(options.names)
    if options.lots:
        secrets.SystemRandom().shuffle(names)
    seats = Seat.of(len(names))
    return open_game(
        rules=options.rules,
        control=options.control,
        first=seats[0],
        seats=len(names),
        players={seat.value: {"name": name} for seat, name in zip(seats, names, strict=True)},
        input=options.input,
        keeper=Keeper.TABLE if options.on_tablet else Keeper.SERVER,
        casual=True,
        created_by=actor.who,
    )


def count_opened(actor: Actor) -> None:
    """Limit how many games strangers open."""
    try:
        throttle.count_attempt(quick_address=actor.address, quick_all="all")
    except throttle.TooManyTries as fault:
        raise QuickGameRefused("too-many-games", **fault.params) from fault


def take_seats(request: PageRequest, game: Game, seats: Iterable[str] = ("",)) -> None:
    """Seat this device in the game; a table's tablet plays all seats (no seat is named)."""
    for seat in seats:
        made = new_link(request.actor, game, Role.PLAYER if seat else Role.TABLE, seat)
        links.open_on_device(request, made.link)
        if not seat:
            stored = request.session.get(SESSION_MOVES, {})
            request.session[SESSION_MOVES] = {**stored, game.code: (made.token, made.code)}


def move_code(request: PageRequest, game: Game) -> dict[str, str] | None:
    """Return the code by which another tablet may take the game over, on the tablet that opened it."""
    made = _link_behind(*request.session.get(SESSION_MOVES, {}).get(game.code, ("", "")))
    return _code_to_type(request, made) if made else None


def new_move_code(request: PageRequest, game: Game, seats: Sequence[str]) -> dict[str, str]:
    """Make a code for what this device may do in the game: serve its table, or play its first seat."""
    role, seat = (Role.TABLE, "") if game.keeper == Keeper.TABLE else (Role.PLAYER, seats[0])
    return _code_to_type(request, new_link(request.actor, game, role, seat))


def _code_to_type(request: PageRequest, made: links.NewLink) -> dict[str, str]:
    """Return what static/js/ui/moving.js shows."""
    card = made.card(request)
    return {"code": card.code, "qr": card.qr, "typed_at": card.code_address}


def new_link(actor: Actor, game: Game, role: Role, seat: str) -> links.NewLink:
    return links.make(actor, role=role, scope=game.scope, seat=seat, expires_ms=now_ms() + LINKS_LAST_MS)


def seat_links(request: HttpRequest, game: Game) -> dict[str, links.NewLink]:
    """Return the links of a game's seats that this browser opened it with; none for other browsers."""
    stored = request.session.get(SESSION_LOBBIES, {}).get(game.code, {})
    found = {seat: _link_behind(token, code) for seat, (token, code) in stored.items()}
    return {seat: made for seat, made in found.items() if made}


def _link_behind(token: str, code: str) -> links.NewLink | None:
    try:
        return links.NewLink(links.find_by_token(token), token, code)
    except links.LinkRefused:
        return None


def forget_links(request: HttpRequest, game: Game) -> None:
    """Drop the codes of a game that has begun: they are no longer shown."""
    lobbies = request.session.get(SESSION_LOBBIES, {})
    if lobbies.pop(game.code, None) is not None:
        request.session[SESSION_LOBBIES] = lobbies


def call_off_abandoned() -> int:
    """Void abandoned quick games and return how many: never a game of a tournament.

    One that cannot be voided is logged and stops no other.
    """
    at_ms = now_ms()
    old = Game.objects.live().filter(topic="", casual=True, created_ms__lt=at_ms - LEFT_AFTER_MS)
    touched = old.annotate(touched_ms=Coalesce(Max("events__received_ms"), "created_ms"))
    idle = [
        game_id
        for game_id, status, touched_ms in touched.values_list("pk", "status", "touched_ms")
        if touched_ms < at_ms - (ABANDONED_AFTER_MS if status == Status.WAITING else LEFT_AFTER_MS)
    ]
    voided = 0
    for game_id in idle:
        try:
            void_game(game_id, reason="abandoned", closed_reason=ABANDONED)
            voided += 1
        except Exception:
            logger.exception("game:%s could not be called off", game_id)
    return voided


def live_games() -> QuerySet[Game]:
    """Return the quick games on the wall of the club, the newest first."""
    return Game.objects.live().filter(topic="", casual=True).defer("state").order_by("-pk")


def call_off(actor: Actor, game: Game) -> bool:
    """Void a guest's game, because of what its names say; return whether it was still live."""
    if not live_games().filter(pk=game.pk).exists():
        return False
    void_game(game.pk, actor, "off the wall")
    return True


def own_games(actor: Actor) -> QuerySet[Game]:
    """Return the live games of which this device has a seat or the table, the newest first."""
    roles = (Role.PLAYER, Role.TABLE)
    held = [each.scope for each in actor.holdings if each.role in roles and each.scope.startswith("game:")]
    numbers = [int(scope.partition(":")[2]) for scope in held]
    return Game.objects.live().filter(pk__in=numbers).order_by("-created_ms")


def game_under_way(actor: Actor) -> Game | None:
    """Return the tournament game that is being played on this device, which may be a table's tablet.

    The engine is closed on the device as long as the game runs.
    """
    tables = [each.scope for each in actor.holdings if each.role == Role.TABLE]
    running = Game.objects.live().filter(status__in=UNDER_WAY).exclude(topic="")
    return running.filter(Q(pk__in=own_games(actor).values("pk")) | Q(place__in=tables)).first()


def is_waiting(game: Game) -> bool:
    return game.status == Status.WAITING and not game.voided


def request_rematch(game_id: int, seats: Collection[str], *, actor: Actor) -> Game | None:
    """Note that these seats want another game, and open it once all do. Return it, even if repeated.

    The tablet of a table speaks for all of its seats, so that one tap does.
    """
    with lock_game(game_id) as locked:
        game = locked.game
        if game.topic or not game.casual or locked.state.outcome is None:
            raise QuickGameRefused("no-rematch")
        wish, _made = Rematch.objects.select_for_update().get_or_create(game=game)
        wish.wanted = "".join(seat for seat in Seat.of(game.seats) if seat in seats or seat in wish.wanted)
        if wish.next is None and len(wish.wanted) == game.seats:
            count_opened(actor)
            wish.next = _open_next(game, actor)
        wish.save()
        locked.announce_change("rematch")
    return wish.next


def next_seat(seat: str) -> str:
    """Return the seat of the same player in the rematch: one place on, which changes the sides."""
    return Seat(seat).next.value


def _open_next(game: Game, actor: Actor) -> Game:
    control = TimeControl.parse(game.control)
    # Players change sides, so move the time controls with them.
    moved = TimeControl((*control.shares[-1:], *control.shares[:-1]), control.game_ms)
    return open_game(
        rules=game.rules,
        control=moved,
        first=game.first,
        seats=game.seats,
        players={next_seat(seat): who for seat, who in game.players.items()},
        input=game.input,
        keeper=game.keeper,
        casual=True,
        created_by=actor.who,
    )
