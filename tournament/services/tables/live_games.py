"""The one place where the tournament speaks to live games: opens them, places them, voids them, reads them.

Everything here is called with the tournament locked; a game is locked after it, never before.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from games import services
from games.access.permissions import SYSTEM
from games.access.roles import Role
from games.models import Game, Grant
from games.referee import UNDER_WAY, Keeper
from games.referee import requests as r
from games.rules import Ending, Seat, Side
from tournament.models import Entrant, Match, MatchGame, Player, Step
from tournament.scores import Outcome
from tournament.services.entries import partners
from tournament.services.rounds.time_controls import control_of, starting_seat

# Seats of the side that starts, and of the other, when crosses start.
SEATS: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {
    2: (("X",), ("O",)),
    4: (("N", "S"), ("E", "W")),
}


def seats_of(match_game: MatchGame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where the starter's side and the other sit."""
    stage = match_game.match.round.stage
    crosses, circles = SEATS[stage.tournament.seats]
    return (crosses, circles) if starting_seat(stage) in crosses else (circles, crosses)


def side_of_starter(match_game: MatchGame) -> Side:
    return Seat(seats_of(match_game)[0][0]).side


def with_relatives(games: QuerySet[MatchGame]) -> QuerySet[MatchGame]:
    """Everything that opening and reading a board needs, in one query."""
    return games.select_related(
        "table",
        "match__round__stage__tournament",
        "match__first__player",
        "match__first__team",
        "match__second__player",
        "match__second__team",
        "starter__player",
        "starter__team",
        "starter_player",
        "second_player",
    )


def open_all(match_games: Iterable[MatchGame], *, now_ms: int) -> None:
    """A live game for each board that can be played, with the right to play it for those who sit there."""
    grants: list[Grant] = []
    for match_game in match_games:
        if match_game.match.round.stage.tournament.live and not match_game.outcome:
            grants += _open(match_game, now_ms)
    Grant.objects.bulk_create(grants, ignore_conflicts=True)


def _open(match_game: MatchGame, now_ms: int) -> list[Grant]:
    match = match_game.match
    stage = match.round.stage
    tournament = stage.tournament
    players = players_at(match_game)
    game = services.open_game(
        topic=tournament.scope,
        place=match_game.table.scope if match_game.table else "",
        seats=tournament.seats,
        rules=stage.rules,
        control=match_game.control or control_of(match.round),
        first=starting_seat(stage),
        input=tournament.input,
        keeper=tournament.keeper,
        players=players,
        now_ms=now_ms,
    )
    match_game.game = game
    match_game.save(update_fields=["game"])
    return [
        Grant(subject=who["ref"], role=Role.PLAYER, scope=f"game:{game.pk}", seat=seat, created_ms=now_ms)
        for seat, who in players.items()
    ]


def players_at(match_game: MatchGame) -> dict[str, dict[str, str]]:
    """Seat to name and entrant."""
    match = match_game.match
    other = match.second if match_game.starter_id == match.first_id else match.first
    if match_game.step == Step.HOUSE:
        other = Entrant.objects.get(tournament=match.first.tournament_id, player=match_game.second_player)
    assert other is not None
    sides = (
        (match_game.starter, match_game.starter_player),
        (other, match_game.second_player),
    )
    found: dict[str, dict[str, str]] = {}
    for seats, (entrant, player) in zip(seats_of(match_game), sides, strict=True):
        for seat, name in zip(seats, _names(match, entrant, player, len(seats)), strict=True):
            found[seat] = {"name": name, "ref": entrant.scope}
    return found


def _names(match: Match, entrant: Entrant, player: Player | None, count: int) -> list[str]:
    if count == 2:
        seated = partners.of(match, entrant)
        found = Player.objects.in_bulk(seated)
        return [found[pk].public_name for pk in seated]
    return [player.public_name if player else entrant.public_name]


def place(match_game: MatchGame) -> None:
    """Show the game on the tablet of its table."""
    if match_game.game_id:
        services.place_game(match_game.game_id, match_game.table.scope if match_game.table else "")


def end_live(match_game: MatchGame, *, now_ms: int) -> None:
    """A result was entered: what nobody began is called off, what the server keeps ends in the same way.

    What a tablet keeps may go on out of reach: it is left to its players, and compared when it arrives.
    """
    game, outcome = match_game.game, Outcome(match_game.outcome)
    if game is None or game.voided:
        return
    if game.status == "waiting":
        services.void_game(game.pk)
    elif game.status in UNDER_WAY and game.keeper == Keeper.SERVER:
        if outcome is Outcome.BOTH_FORFEIT:
            services.void_game(game.pk)
        else:
            request = r.Rule(*_ruled(match_game, outcome))
            services.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=now_ms)


def reopen_live(match_game: MatchGame, *, now_ms: int) -> None:
    """The result that ended it was taken back: the game waits, paused, for the arbiter to let it go on."""
    if status_of([match_game]).get(match_game.pk) == "over" and match_game.game_id:
        request = r.Reopen("the result was taken back")
        services.record(game_id=match_game.game_id, request=request, actor=SYSTEM, stamp_ms=now_ms)


def _ruled(match_game: MatchGame, outcome: Outcome) -> tuple[Side | None, str, Ending]:
    starter = side_of_starter(match_game)
    starter_won, other_won = outcome.wins
    winner = starter if starter_won else starter.opponent if other_won else None
    by_forfeit = winner is not None and outcome.forfeited
    return winner, "the result was entered", Ending.FORFEIT if by_forfeit else Ending.RULING


def void_all(match_games: Iterable[MatchGame]) -> list[int]:
    """Games of an undone round: unrated, off the tables, kept in the log. Their ids."""
    ids = [match_game.game_id for match_game in match_games if match_game.game_id]
    for game_id in ids:
        services.void_game(game_id)
    return ids


def rename_all(player: Player) -> None:
    """After a name changed or went: the seats of every game this player has, or had, show it as it is now."""
    games = MatchGame.objects.filter(game__isnull=False).filter(
        Q(starter_player=player)
        | Q(second_player=player)
        | Q(match__first__player=player)
        | Q(match__second__player=player)
        | Q(match__first__team__members__player=player)
        | Q(match__second__team__members__player=player)
    )
    relabel_all(with_relatives(games.distinct()))


def relabel_all(match_games: Iterable[MatchGame]) -> None:
    """The seats of live games show who sits there now."""
    for match_game in match_games:
        if match_game.game_id:
            services.relabel(match_game.game_id, players_at(match_game))


def status_of(match_games: Sequence[MatchGame]) -> dict[int, str]:
    """MatchGame to what its live game is doing: waiting, running, paused, over."""
    ids = [match_game.pk for match_game in match_games if match_game.game_id]
    if not ids:
        return {}
    found = MatchGame.objects.filter(pk__in=ids, game__isnull=False, game__voided=False)
    return dict(found.values_list("pk", "game__status"))


def hold_still(match_games: Iterable[MatchGame]) -> None:
    """Until the end of the transaction nothing begins on these boards."""
    ids = [match_game.game_id for match_game in match_games if match_game.game_id]
    list(Game.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))


def outcome_of(match_game: MatchGame) -> Outcome | None:
    """What the live game gave, seen from its starter; None while it is not over."""
    game = match_game.game
    if game is None or game.voided or game.status != "over":
        return None
    if game.winner not in ("X", "O"):
        return Outcome.DRAW
    won = game.winner == side_of_starter(match_game)
    if game.ending == "forfeit":
        return Outcome.SECOND_FORFEITS if won else Outcome.FIRST_FORFEITS
    return Outcome.FIRST_WINS if won else Outcome.SECOND_WINS
