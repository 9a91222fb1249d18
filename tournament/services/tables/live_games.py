"""The one place where the tournament speaks to live games: opens them, places them, voids them, reads them.

Everything here is called with the tournament locked; a game is locked after it, never before.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from games import services
from games.access.permissions import SYSTEM
from games.access.roles import Role
from games.clock import TimeControl
from games.models import Game, Grant
from games.referee import UNDER_WAY, Agreement, Input, Keeper
from games.referee import requests as r
from games.rules import Ending, RuleSet, Seat, Side
from tournament.models import Entrant, Match, MatchGame, Player, Round, Stage, Step, Table
from tournament.scores import Outcome
from tournament.services.entries import partners

Seats = tuple[tuple[str, ...], tuple[str, ...]]

# Seats of the side that starts, and of the other, when crosses start.
SEATS: dict[int, Seats] = {
    2: (("X",), ("O",)),
    4: (("N", "S"), ("E", "W")),
}


def control_of(round_: Round) -> str:
    return round_.control or round_.stage.control


def starting_seat(stage: Stage) -> Seat:
    """Who starts sits at X or O by the rule set; of four seats, at N."""
    return Seat.N if stage.tournament.seats == 4 else RuleSet.parse(stage.rules).starter


def seats_by_start(stage: Stage) -> Seats:
    """Where the starter's side and the other sit."""
    crosses, circles = SEATS[stage.tournament.seats]
    return (crosses, circles) if starting_seat(stage) in crosses else (circles, crosses)


def side_of_starter(match_game: MatchGame) -> Side:
    return Seat(seats_by_start(match_game.match.round.stage)[0][0]).side


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
    """A live game for each board of a round that can be played, and the right to play it for its players."""
    by_control: defaultdict[str, list[MatchGame]] = defaultdict(list)
    for match_game in match_games:
        round_ = match_game.match.round
        if round_.stage.tournament.live and not match_game.outcome:
            by_control[match_game.control or control_of(round_)].append(match_game)
    for control, boards in by_control.items():
        _open(boards, control, now_ms)


def _open(boards: list[MatchGame], control: str, now_ms: int) -> None:
    """Boards of one stage on which the same is agreed."""
    stage = boards[0].match.round.stage
    tournament = stage.tournament
    seats = seats_by_start(stage)
    agreement = Agreement(
        RuleSet.parse(stage.rules),
        TimeControl.parse(control),
        Seat(seats[0][0]),
        Input(tournament.input),
        Keeper(tournament.keeper),
    )
    seated = [(board.table.scope if board.table else "", _players_at(board, seats)) for board in boards]
    games = services.open_games(agreement, seated, topic=tournament.scope, now_ms=now_ms)
    grants = []
    for board, game in zip(boards, games, strict=True):
        board.game = game
        grants += [
            Grant(subject=who["ref"], role=Role.PLAYER, scope=f"game:{game.pk}", seat=seat, created_ms=now_ms)
            for seat, who in game.players.items()
        ]
    MatchGame.objects.bulk_update(boards, ["game"])
    Grant.objects.bulk_create(grants, ignore_conflicts=True)


def players_at(match_game: MatchGame) -> dict[str, dict[str, str]]:
    """Seat to name and entrant."""
    return _players_at(match_game, seats_by_start(match_game.match.round.stage))


def _players_at(match_game: MatchGame, seats: Seats) -> dict[str, dict[str, str]]:
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
    for side, (entrant, player) in zip(seats, sides, strict=True):
        names = [(player or entrant).public_name] if len(side) == 1 else _pair_names(match, entrant)
        for seat, name in zip(side, names, strict=True):
            found[seat] = {"name": name, "ref": entrant.scope}
    return found


def _pair_names(match: Match, entrant: Entrant) -> list[str]:
    seated = partners.of(match, entrant)
    found = Player.objects.in_bulk(seated)
    return [found[pk].public_name for pk in seated]


def place(game_id: int, table: Table | None) -> None:
    """Show the game on the tablet of this table."""
    services.place_game(game_id, table.scope if table else "")


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
