"""Tables: making them, which tablet serves one, what is played there, and who sits down where next."""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from games.access import links
from games.access.permissions import Actor
from games.models import Link
from tournament.formats import team_match
from tournament.formats.series import NextGame
from tournament.models import EntryKind, Match, MatchGame, Round, RoundStatus, Step, Table, Tournament
from tournament.services import locking
from tournament.services.entries import partners, teams
from tournament.services.faults import NotDone
from tournament.services.rounds import time_controls
from tournament.services.tables import live_games


def provide(*, actor: Actor, tournament: Tournament, count: int) -> list[Table]:
    """Have tables 1 to `count`; those beyond go, unless something is played there."""
    with locking.changing(tournament.pk) as held:
        known = {table.number: table for table in held.tables.all()}
        taken = {game.table_id for game in open_games(held)}
        for number, table in known.items():
            if number > count and table.pk in taken:
                raise NotDone("table-in-round", table=number)
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
    """A new card for the tablet that serves this table, whatever is played there; older cards die."""
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
        busy = {game.table_id for game in open_games(held) if game.pk != match_game.pk}
        if table and table.pk in busy:
            raise NotDone("table-taken", table=table.number)
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
    """Table number to the game that belongs there now."""
    return {game.table.number: game for game in open_games(tournament) if game.table}


def open_games(tournament: Tournament) -> list[MatchGame]:
    """Published games without a result, in the order in which they get tables."""
    return list(
        MatchGame.objects.filter(
            Q(match__outcome="") | Q(step=Step.HOUSE), match__round__stage__tournament=tournament, outcome=""
        )
        .exclude(match__round__status=RoundStatus.DRAFT)
        .select_related(
            "table", "match__round__stage", "match__first__fixed_table", "match__second__fixed_table"
        )
        .order_by("match__round__stage__number", "match__round__number", "match__board", "number")
    )


def seat_round(round_: Round, matches: Sequence[Match], *, now_ms: int) -> None:
    """The first game, or all boards, of matches that have just been published come to the tables."""
    playable = [match for match in matches if match.second_id and not match.outcome]
    tournament = round_.stage.tournament
    if tournament.entry == EntryKind.TEAM:
        made = _team_boards(round_, playable)
    else:
        made = [MatchGame(match=match, number=1, starter=match.first) for match in playable]
    if tournament.entry == EntryKind.PAIR:
        # An undone round may have been played by others before.
        partners.forget(round_, [pk for match in playable for pk in match.entrant_ids])
    MatchGame.objects.bulk_create(made)
    seat(tournament)
    fresh = MatchGame.objects.filter(pk__in=[game.pk for game in made])
    live_games.open_all(live_games.with_relatives(fresh), now_ms=now_ms)


def seat_next(match: Match, game: NextGame, *, now_ms: int) -> None:
    """The game that a match needs now, at the table of the one before."""
    tournament = match.round.stage.tournament
    before = match.games.order_by("-number").first()
    # A match that is opened again may find somebody else at its table.
    taken = {each.table_id for each in open_games(tournament)}
    made = MatchGame.objects.create(
        match=match,
        number=game.number,
        step=Step(game.step.kind) if game.step else Step.GAME,
        starter_id=game.first,
        control=time_controls.for_step(
            live_games.control_of(match.round), game.step, live_games.starting_seat(match.round.stage)
        ),
        table=before.table if before and before.table_id not in taken else None,
    )
    seat(tournament)
    live_games.open_all(live_games.with_relatives(MatchGame.objects.filter(pk=made.pk)), now_ms=now_ms)


def _team_boards(round_: Round, matches: Sequence[Match]) -> list[MatchGame]:
    stage, count = round_.stage, round_.stage.tournament.boards
    entrants = [entrant for match in matches for entrant in match.both]
    lineups = teams.lineups(entrants, stage, round_.number, count)
    made: list[MatchGame] = []
    for match in matches:
        ours, theirs = ([pk for pk in lineups[side] if pk] for side in match.both_ids)
        for board in team_match.boards(ours, theirs, count):
            starts = match.first if team_match.first_named_starts(board.number) else match.second
            made.append(
                MatchGame(
                    match=match,
                    number=board.number,
                    step=Step.BOARD,
                    starter=starts,
                    starter_player_id=board.first,
                    second_player_id=board.second,
                    outcome=board.outcome or "",
                    source="pairing" if board.outcome else "",
                )
            )
    return made


def seat(tournament: Tournament) -> list[MatchGame]:
    """Give free tables to open games that have none, fixed ones first. Returns those who got one."""
    games = open_games(tournament)
    waiting = [game for game in games if game.table_id is None]
    if not waiting:
        return []
    busy = {game.table_id for game in games if game.table_id}
    chosen = choose(waiting, tournament.tables.all(), busy)
    for game, table in chosen:
        _seat(game, table)
    return [game for game, _ in chosen]


def choose(
    waiting: Sequence[MatchGame], tables: Iterable[Table], busy: set[int]
) -> list[tuple[MatchGame, Table]]:
    """Fixed tables for those who have one, then the free ones in order; who finds none waits."""
    by_id = {table.pk: table for table in tables if table.pk not in busy}
    chosen: list[tuple[MatchGame, Table]] = []
    for game in waiting:
        table = next((by_id[pk] for pk in _fixed(game) if pk in by_id), None)
        if table:
            chosen.append((game, by_id.pop(table.pk)))
    kept = {pk for game in waiting for pk in _fixed(game)}
    open_to_all = [table for table in by_id.values() if not table.reserved and table.pk not in kept]
    placed = {game.pk for game, _ in chosen}
    others = (game for game in waiting if game.pk not in placed)
    return [*chosen, *zip(others, open_to_all, strict=False)]


def _fixed(game: MatchGame) -> tuple[int, ...]:
    sides = (game.match.first, game.match.second)
    return tuple(side.fixed_table_id for side in sides if side and side.fixed_table_id)


def _seat(match_game: MatchGame, table: Table | None) -> None:
    match_game.table = table
    match_game.save(update_fields=["table"])
    if match_game.game_id:
        live_games.place(match_game.game_id, table)
