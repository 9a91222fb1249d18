"""Open games, and change what is outside their log: the table, the names, whether a game counts."""

import secrets
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict
from functools import partial
from typing import Any

from django.db import transaction

from games import audit_log, text, timekeeping
from games.access.permissions import SYSTEM, Actor
from games.clock import TimeControl
from games.close_reason import CALLED_OFF, CloseReason
from games.models import Game
from games.models.game import CODE_LENGTH, CODE_LETTERS
from games.referee import Agreement, Input, Keeper, State, dump_state
from games.rules import Position, RuleSet, Seat
from games.services.custody import end_custody, leave_table
from games.services.locked_game import lock_game
from games.signals import table_news

Players = Mapping[str, Mapping[str, str]]


def open_game(
    *,
    rules: RuleSet | str,
    control: TimeControl | str,
    first: Seat | str,
    seats: int,
    players: Players,
    input: str = Input.MOVES,
    keeper: str = Keeper.SERVER,
    casual: bool = False,
    topic: str = "",
    place: str = "",
    position: Position | str | None = None,
    created_by: str = "",
    now_ms: int | None = None,
) -> Game:
    """Open a game that waits for its start; a Fault says why these terms cannot be agreed on."""
    agreement = Agreement(
        RuleSet.parse(rules) if isinstance(rules, str) else rules,
        TimeControl.parse(control) if isinstance(control, str) else control,
        Seat(first),
        Input(input),
        Keeper(keeper),
        casual,
        Position.parse(position) if isinstance(position, str) and position else position or None,
    )
    if agreement.seats != seats:
        raise ValueError(f"{first} does not start a game of {seats} seats")
    return open_games(agreement, [(place, players)], topic=topic, created_by=created_by, now_ms=now_ms)[0]


def open_games(
    agreement: Agreement,
    boards: Sequence[tuple[str, Players]],
    *,
    topic: str = "",
    gives_lag_back: bool = True,
    created_by: str = "",
    now_ms: int | None = None,
) -> list[Game]:
    """Open games that wait for their start, under the same terms: one for each place and its players."""
    table = {seat.value for seat in agreement.table}
    alike: dict[str, Any] = {
        "topic": topic,
        "seats": agreement.seats,
        "rules": str(agreement.rules),
        "control": str(agreement.control),
        "first": agreement.first.value,
        "input": agreement.input.value,
        "keeper": agreement.keeper.value,
        "casual": agreement.casual,
        "gives_lag_back": gives_lag_back,
        "position": str(agreement.position or ""),
        "state": dump_state(State.new(agreement)),
        "created_ms": timekeeping.stamp_ms() if now_ms is None else now_ms,
        "created_by": created_by,
    }
    games = Game.objects.bulk_create(
        Game(code=code, place=place, players=_check_players(table, players), **alike)
        for code, (place, players) in zip(_new_codes(len(boards)), boards, strict=True)
    )
    for game in games:
        news = {"game_id": game.pk, "code": game.code, "topic": topic, "place": game.place, "what": "opened"}
        transaction.on_commit(partial(table_news.send, Game, **news), robust=True)
    return games


def place_game(game_id: int, place: str) -> None:
    """Put the game on another table (or on none), which ends the custody of its tablet."""
    with lock_game(game_id) as locked:
        game, before = locked.game, locked.game.place
        if place == before:
            return
        leave_table(locked, timekeeping.stamp_ms())
        game.place = place
        game.save(update_fields=["place"])
        for each in {before, place}:
            locked.announce_change("place", place=each)


def rename_players(game_id: int, players: Players) -> None:
    """Change the names or entrants on the seats: a substitute, or a name that was misspelt."""
    with lock_game(game_id) as locked:
        locked.game.players = _check_players({seat.value for seat in locked.state.agreement.table}, players)
        locked.game.save(update_fields=["players"])
        locked.announce_change("players")


def void_game(
    game_id: int, actor: Actor = SYSTEM, reason: str = "", *, closed_reason: CloseReason = CALLED_OFF
) -> None:
    """Call a game off: its log stays, its flag is no longer marked, and its table is sent the reason.

    It keeps its place: the tablet there has to connect once more to learn that it is closed.
    """
    with lock_game(game_id) as locked:
        game = locked.game
        if game.voided:
            return
        game.voided, game.closed_reason, game.deadline = True, asdict(closed_reason), None
        game.save(update_fields=["voided", "closed_reason", "deadline"])
        audit_log.write(actor, "void_game", audit_log.path(game.topic, game.scope), note=reason)
        locked.announce_change("closed")


def overrule_game(game_id: int, closed_reason: CloseReason) -> None:
    """Close a running game over which a result was entered. It is not void.

    What its tablet played out of reach is recorded when it arrives, and compared with that result.
    """
    with lock_game(game_id) as locked:
        game = locked.game
        if game.voided:
            return
        game.closed_reason, game.deadline = asdict(closed_reason), None
        game.save(update_fields=["closed_reason", "deadline"])
        locked.announce_change("closed")


def restore_game(game_id: int) -> None:
    """Open a game again whose result at the desk was taken back: paused as of its last entry."""
    with lock_game(game_id) as locked:
        game = locked.game
        if game.voided or not game.closed_reason:
            return
        game.closed_reason = None
        game.save(update_fields=["closed_reason"])
        end_custody(locked, SYSTEM, timekeeping.stamp_ms(), at_ms=locked.state.at_ms)
        locked.announce_change("place")


def _check_players(table: Set[str], players: Players) -> dict[str, Any]:
    unknown = set(players) - table
    if unknown:
        raise ValueError(f"{sorted(unknown)} are no seats of this game")
    for who in players.values():
        text.check(str(who.get("name", "")))
    return {str(seat): dict(who) for seat, who in players.items()}


def _new_codes(count: int) -> list[str]:
    while True:
        codes = {"".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) for _ in range(count)}
        if len(codes) == count and not Game.objects.filter(code__in=codes).exists():
            return list(codes)
