"""Read from the database for the live side. Plain functions, run by `database_threads.reading`."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils import translation

from games import extension
from games.access.permissions import CLUB, Actor, ScopedPlace, Thing, actor_of, may, roles_on, seats_of
from games.access.roles import Role
from games.access.seeing import may_see, visible_place, visible_topic
from games.live.sessions import language_of
from games.models import Custody, Game, Rematch
from games.protocol.downward import history, rematch_json, state_message
from games.protocol.upward import VERBS
from games.referee import Keeper, Status
from games.rules import Seat
from games.services.notices import notices_of
from games.timekeeping import generation, stamp_ms

Json = dict[str, Any]

# Every state says which of these its viewer may do, so that a page shows no button in vain.
GAME_VERBS = (*VERBS.values(), "custody", "take_custody", "adopt_late_entries")
STAFF_VERB = "adopt_late_entries"


@dataclass(frozen=True, slots=True)
class FoundGame:
    """The columns of a game that the live side compares."""

    id: int
    code: str
    topic: str
    seq: int
    epoch: int
    voided: bool
    closed_reason: Json | None
    place: str
    live: bool


_FOUND_FIELDS = ("pk", "code", "topic", "seq", "epoch", "voided", "closed_reason", "place", "status")


def _found_game(row: tuple[Any, ...]) -> FoundGame:
    pk, code, topic, seq, epoch, voided, closed_reason, place, status = row
    live = status != Status.OVER and not voided and closed_reason is None
    return FoundGame(pk, code, topic, seq, epoch, voided, closed_reason, place, live)


@dataclass(frozen=True, slots=True)
class Visit:
    """Who connects, and to what: the scopes that would hide it from them."""

    is_known: bool  # staff, or plays, keeps or looks after this board of a tournament
    subjects: frozenset[str]
    scopes: frozenset[str]

    @classmethod
    def of(cls, actor: Actor, thing: Thing, *, known_at: Thing | None = None) -> "Visit":
        """Return the visit; a quick game, which any visitor can open, makes no visitor known to the club."""
        is_known = roles_on(actor, known_at or thing) != {Role.ANYBODY}
        return cls(is_known, actor.subjects, frozenset(thing.scopes))


def find_game(scope: Mapping[str, Any], code: str) -> tuple[FoundGame | None, Visit]:
    """Return a game that the client may see, also one that was called off, and who the client is there."""
    game, actor = Game.objects.filter(code=code).first(), actor_of(scope)
    if game is None or not may_see(actor, game):
        return None, Visit.of(actor, CLUB)
    found = _found_game(tuple(getattr(game, name) for name in _FOUND_FIELDS))
    return found, Visit.of(actor, game, known_at=game if game.topic else CLUB)


def _find(see: Callable[[Actor, str], Thing], scope: Mapping[str, Any], name: str) -> tuple[bool, Visit]:
    """Return whether the client may see it, and who the client is there."""
    actor = actor_of(scope)
    try:
        return True, Visit.of(actor, see(actor, name))
    except Http404:
        return False, Visit.of(actor, CLUB)


find_topic = partial(_find, visible_topic)
find_place = partial(_find, visible_place)


def read_hidden_topics() -> frozenset[str]:
    return frozenset(extension.installed.hidden_topics())


def read_watched(ids: Collection[int], topics: Collection[str]) -> list[FoundGame]:
    """Read these games and the live games of these topics, in the one query of each second."""
    if not ids and not topics:
        return []
    wanted = Q(pk__in=ids) | (
        Q(topic__in=topics, voided=False, closed_reason__isnull=True) & ~Q(status=Status.OVER)
    )
    return [_found_game(row) for row in Game.objects.filter(wanted).values_list(*_FOUND_FIELDS)]


def read_table_games(places: Collection[str]) -> dict[str, str]:
    """Read the code of the game on each table: the newest that is not over."""
    rows = Game.objects.live().filter(place__in=places).order_by("pk").values_list("place", "code")
    return dict(rows)


def read_events_after(game_id: int, seq: int) -> list[Json]:
    game = Game.objects.get(pk=game_id)
    return list(history(game, game.events.all(), since=seq, now_ms=stamp_ms()))


def read_plain_states(presence: Mapping[int, Json]) -> list[tuple[int, Json]]:
    """Read the states of the games named there, with who is at each, for viewers who may only watch.

    Notices of the desk to one board are not for them.
    """
    games = list(Game.objects.filter(pk__in=list(presence)).order_by("pk"))
    notices, now_ms, life = notices_of(games, stamp_ms()), stamp_ms(), generation()
    return [
        (
            game.pk,
            state_message(
                game,
                now_ms=now_ms,
                generation=life,
                notices=[each for each in notices[game.pk] if each.game_id is None],
                **presence_json(game, presence[game.pk]),
            ),
        )
        for game in games
    ]


def read_own_state(game_id: int, scope: Mapping[str, Any], presence: Json) -> tuple[Json, bool]:
    """Read the state for this viewer, and whether the viewer is staff here."""
    game, actor = Game.objects.get(pk=game_id), actor_of(scope)
    verbs = [verb for verb in GAME_VERBS if may(actor, verb, game)]
    seats = seats_of(actor, game, Seat.of(game.seats))
    notices = notices_of([game], stamp_ms())[game.pk]
    state = state_message(
        game,
        now_ms=stamp_ms(),
        generation=generation(),
        mine={"seats": seats, "verbs": verbs},
        notices=[each for each in notices if each.game_id is None or seats or "custody" in verbs],
        **presence_json(game, presence),
        instructions=game.instructions.open() if "custody" in verbs else (),
        rematch=_rematch(game),
    )
    if seats or "custody" in verbs:  # for players and staff alone, because it takes some reading
        with translation.override(language_of(scope)):
            state["game"]["series"] = extension.installed.series(game)
    return state, STAFF_VERB in verbs


def _rematch(game: Game) -> Json | None:
    if game.status != Status.OVER or not game.casual:
        return None
    return rematch_json(Rematch.objects.select_related("next").filter(game=game).first())


def is_staff(scope: Mapping[str, Any], topic: str) -> bool:
    return may(actor_of(scope), STAFF_VERB, ScopedPlace((topic, "club")))


def read_custody(game_id: int, tab: str) -> Json:
    """Read who keeps the game, as a message to the tab of that name."""
    game = Game.objects.only("code", "epoch").get(pk=game_id)
    held = Custody.objects.filter(game=game, epoch=game.epoch).first()
    return custody_message(game.code, held, tab)


def custody_message(code: str, held: Custody | None, tab: str) -> Json:
    return {
        "type": "custody",
        "game": code,
        "epoch": held.epoch if held else 0,
        "mine": bool(held and tab and held.holder == tab),
        "n": held.n if held else 0,
    }


def read_topic_news(topic: str) -> Json | None:
    """Read how new the content of a topic is, if the application around the games counts that."""
    news = extension.installed.topic_news(topic)
    return {"type": "news", **news} if news else None


def presence_json(game: Game, presence: Json) -> Json:
    """Return the tablet if one keeps the game, the players' devices if the server does."""
    if game.keeper != Keeper.TABLE:
        return {"table": None, "seats": presence["seats"]}
    return {"table": presence["table"] or {"online": False, "since_ms": None}, "seats": {}}
