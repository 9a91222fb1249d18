"""Tables: create them, link tablets, choose which game is played where, and open the live game there.

A game is opened or moved with the tournament locked; what follows is in `live_games`.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence

from django.db.models import Q, QuerySet, prefetch_related_objects

from games.access import links
from games.access.permissions import Actor
from games.access.roles import Role
from games.clock import TimeControl
from games.models import Grant, Link
from games.referee import Agreement, Input, Keeper
from games.rules import RuleSet, Seat
from games.services import opening
from games.services.opening import place_game
from tournament.models import (
    Entrant,
    EntryKind,
    Match,
    MatchGame,
    Player,
    Round,
    RoundStatus,
    Stage,
    Step,
    Table,
    Tournament,
)
from tournament.services import locking
from tournament.services.entries import teams
from tournament.services.faults import StepRefused

Seats = tuple[tuple[str, ...], tuple[str, ...]]

# Seats of the side that starts, and of the other, when crosses start.
SEATS: dict[int, Seats] = {
    2: (("X",), ("O",)),
    4: (("N", "S"), ("E", "W")),
}
# The relatives from which the names of the two entrants are read.
SIDES = ("match__first__player", "match__first__team", "match__second__player", "match__second__team")


def provide(*, actor: Actor, tournament: Tournament, count: int) -> list[Table]:
    """Have tables 1 to `count`; those beyond are deleted, unless they have a game."""
    with locking.changing(tournament.pk) as held:
        known = {table.number: table for table in held.tables.all()}
        taken = taken_tables(held)
        for number, table in known.items():
            if number > count and table.pk in taken:
                raise StepRefused("table-in-round", table=number)
        held.tables.filter(number__gt=count).delete()
        Table.objects.bulk_create(
            Table(tournament=held, number=number) for number in range(1, count + 1) if number not in known
        )
        locking.note(actor, "provide_tables", held, before={"tables": len(known)}, after={"tables": count})
        return list(held.tables.all())


def describe(*, actor: Actor, table: Table, label: str, reserved: bool) -> None:
    with locking.changing(table.tournament_id):
        before = {"label": table.label, "reserved": table.reserved}
        Table.objects.filter(pk=table.pk).update(label=label.strip(), reserved=reserved)
        locking.note(
            actor, "describe_table", table, before=before, after={"label": label, "reserved": reserved}
        )


def tablet_link(*, actor: Actor, table: Table) -> links.NewLink:
    """Make a new card for the tablet at this table, for every game there; older cards stop working."""
    with locking.changing(table.tournament_id) as held:
        known = Link.objects.filter(scope=table.scope, role="table", revoked_ms=None).order_by("-pk").first()
        if known:
            return links.renew(actor, known)
        return links.make(
            actor, role="table", scope=table.scope, topic=held.scope, label=f"{held.name} · {table.number}"
        )


def move(*, actor: Actor, match_game: MatchGame, table: Table | None) -> None:
    """Play this game at another table; two games that are not over never share one."""
    with locking.changing(match_game.match.round.stage.tournament_id) as held:
        if table and table.pk in taken_tables(held, but={match_game.pk}):
            raise StepRefused("table-taken", table=table.number)
        before = match_game.table_id
        _seat(match_game, table)
        locking.note(
            actor,
            "move_game",
            match_game.match,
            before={"table": before},
            after={"table": table and table.pk},
        )


def now_at(tournament: Tournament) -> dict[int, MatchGame]:
    """Map table numbers to the games that belong there now."""
    seated = open_games(tournament).select_related("table", *SIDES)
    return {game.table.number: game for game in seated if game.table}


def open_games(tournament: Tournament) -> QuerySet[MatchGame]:
    """Select published games without a result, in the order in which they get tables."""
    return (
        MatchGame.objects.filter(
            Q(match__outcome="") | Q(step=Step.HOUSE), match__round__stage__tournament=tournament, outcome=""
        )
        .exclude(match__round__status=RoundStatus.DRAFT)
        .order_by("match__round__stage__number", "match__round__number", "match__board", "number")
    )


def taken_tables(tournament: Tournament, *, but: Container[int] = ()) -> set[int]:
    """Return the tables of open games, apart from those of the games `but`."""
    seated = open_games(tournament).filter(table__isnull=False).order_by()
    return {table for game, table in seated.values_list("pk", "table_id") if table and game not in but}


def seat_round(round_: Round, matches: Sequence[Match], *, now_ms: int) -> None:
    """Assign tables to the first game, or all boards, of matches that have just been published, and open
    them.
    """
    playable = [match for match in matches if match.second_id and not match.outcome]
    tournament = round_.stage.tournament
    if tournament.entry == EntryKind.TEAM:
        made = teams.boards_of(round_, playable)
    else:
        made = [MatchGame(match=match, number=1, starter=match.first) for match in playable]
    if tournament.entry == EntryKind.PAIR:
        # An undone round may have been played by others before.
        teams.forget_partners(round_, [pk for match in playable for pk in match.entrant_ids])
    MatchGame.objects.bulk_create(made)
    tables = {game.pk: game.table for game in seat(tournament)}
    if not tournament.live:
        return
    for game in made:
        game.table = tables.get(game.pk)
    prefetch_related_objects(made, "starter_player", "second_player")
    open_all(made, now_ms=now_ms)


def seat(tournament: Tournament) -> list[MatchGame]:
    """Give free tables to open games that have none, and return the games that got one.

    Those with a fixed table come first, then the others in order. Games for which there is no table wait.
    """
    sides = ("match__first", "match__second")
    waiting = list(open_games(tournament).filter(table__isnull=True).select_related(*sides))
    if not waiting:
        return []
    busy = taken_tables(tournament)
    free = {table.pk: table for table in tournament.tables.all() if table.pk not in busy}
    chosen: list[tuple[MatchGame, Table]] = []
    for game in waiting:
        table = next((free[pk] for pk in _fixed_tables(game) if pk in free), None)
        if table:
            chosen.append((game, free.pop(table.pk)))
    kept = {pk for game in waiting for pk in _fixed_tables(game)}
    open_to_all = [table for table in free.values() if not table.reserved and table.pk not in kept]
    placed = {game.pk for game, _ in chosen}
    others = (game for game in waiting if game.pk not in placed)
    chosen += zip(others, open_to_all, strict=False)
    for game, table in chosen:
        _seat(game, table)
    return [game for game, _ in chosen]


def _fixed_tables(game: MatchGame) -> tuple[int, ...]:
    sides = (game.match.first, game.match.second)
    return tuple(side.fixed_table_id for side in sides if side and side.fixed_table_id)


def _seat(match_game: MatchGame, table: Table | None) -> None:
    match_game.table = table
    match_game.save(update_fields=["table"])
    if match_game.game_id:
        place_game(match_game.game_id, table.scope if table else "")


def control_of(round_: Round) -> str:
    return round_.control or round_.stage.control


def starting_seat(stage: Stage) -> Seat:
    """Return the seat that starts: X or O by the rule set; of four seats, N."""
    return Seat.N if stage.tournament.seats == 4 else RuleSet.parse(stage.rules).starter


def seats_by_start(stage: Stage) -> Seats:
    """Return the seats of the starter's side and of the other."""
    crosses, circles = SEATS[stage.tournament.seats]
    return (crosses, circles) if starting_seat(stage) in crosses else (circles, crosses)


def with_relatives(games: QuerySet[MatchGame]) -> QuerySet[MatchGame]:
    """Select everything that opening and reading a board needs, in one query."""
    return games.select_related(
        "table",
        "match__round__stage__tournament",
        *SIDES,
        "starter__player",
        "starter__team",
        "starter_player",
        "second_player",
    )


def open_all(match_games: Iterable[MatchGame], *, now_ms: int) -> None:
    """Open a live game for each playable board of a round, and grant its players the right to play."""
    by_control: defaultdict[str, list[MatchGame]] = defaultdict(list)
    for match_game in match_games:
        round_ = match_game.match.round
        if round_.stage.tournament.live and not match_game.outcome:
            by_control[match_game.control or control_of(round_)].append(match_game)
    for control, boards in by_control.items():
        _open(boards, control, now_ms)


def _open(boards: list[MatchGame], control: str, now_ms: int) -> None:
    """Open boards of one stage with the same agreement."""
    stage = boards[0].match.round.stage
    tournament = stage.tournament
    agreement = Agreement(
        RuleSet.parse(stage.rules),
        TimeControl.parse(control),
        starting_seat(stage),
        Input(tournament.input),
        Keeper(tournament.keeper),
    )
    seated = [(board.table.scope if board.table else "", players_at(board)) for board in boards]
    games = opening.open_games(
        agreement,
        seated,
        topic=tournament.scope,
        gives_lag_back=tournament.gives_lag_back,
        now_ms=now_ms,
    )
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
    """Map each seat to the name of its player and to the entrant."""
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
    for side, (entrant, player) in zip(seats_by_start(match.round.stage), sides, strict=True):
        names = [(player or entrant).public_name]
        if len(side) == 2:
            ids = teams.partners_in(match, entrant)
            people = Player.objects.in_bulk(ids)
            names = [people[pk].public_name for pk in ids]
        for seat, name in zip(side, names, strict=True):
            found[seat] = {"name": name, "ref": entrant.scope}
    return found
