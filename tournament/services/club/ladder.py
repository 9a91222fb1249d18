"""A ladder, or club evening: players meet without a draw, and every game is a round that closes at once."""

from collections.abc import Collection

from django.db.models import Q

from games.access.permissions import Actor
from tournament.models import (
    Entrant,
    Evening,
    Lineup,
    Match,
    Round,
    RoundStatus,
    Stage,
    StageEntry,
    StageStatus,
    TeamMember,
    Tournament,
    TournamentStatus,
)
from tournament.scores import Outcome
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.results import deciding, entering
from tournament.services.stages import stages
from tournament.services.tables import live_games, seating


def play(
    *,
    actor: Actor,
    stage: Stage,
    first: Entrant,
    second: Entrant,
    now_ms: int,
    outcome: Outcome | None = None,
    control: str = "",
    number: int | None = None,
) -> Match:
    """Start a game at a table, or enter its `outcome`; `first` starts.

    `control` is for this game alone, in place of the stage's. `number` is the number that the next game had
    on the user's page: a request that is sent twice enters one game.
    """
    if first.pk == second.pk:
        raise StepRefused("itself")
    with locking.changing(stage.tournament_id) as tournament:
        stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        if stage.format_rules.has_rounds:
            raise StepRefused("schedule-fixed")
        if number is not None and (known := _entered_since(stage, number, first, second, outcome)):
            return known
        for entrant in (first, second):
            if not entrant.is_in:
                raise StepRefused("not-in", name=str(entrant))
            last = stage.entries.order_by("-seed").values_list("seed", flat=True).first() or 0
            StageEntry.objects.get_or_create(stage=stage, entrant=entrant, defaults={"seed": last + 1})
        if outcome is None:
            _check_free(tournament, first, second)
        round_ = Round.objects.create(
            stage=stage,
            number=stages.next_number(stage),
            status=RoundStatus.PUBLISHED,
            published_ms=now_ms,
            starts_ms=now_ms,
            control=control,
        )
        match = Match.objects.create(round=round_, board=1, first=first, second=second)
        Stage.objects.filter(pk=stage.pk).update(status=StageStatus.RUNNING)
        tournament.status = TournamentStatus.RUNNING
        tournament.save(update_fields=["status"])
        seating.seat_round(round_, list(Match.objects.with_names().filter(pk=match.pk)), now_ms=now_ms)
        locking.note(actor, "play_ladder", match, after={"pair": [first.pk, second.pk]})
        if outcome:
            match = entering.type_result(actor=actor, match=match, outcome=outcome, now_ms=now_ms)
    return match


def _entered_since(
    stage: Stage, number: int, first: Entrant, second: Entrant, outcome: Outcome | None
) -> Match | None:
    """Find the same game if it was entered since; refuse another one of the same two."""
    both = [first, second]
    since = Match.objects.with_names().filter(round__stage=stage, round__number__gte=number)
    known = since.filter(first__in=both, second__in=both).order_by("round__number").first()
    if known is None:
        return None
    if known.first_id == first.pk and known.outcome == (outcome or ""):
        return known
    raise StepRefused("noted-meanwhile", first=str(known.first), second=str(known.second))


def call_off(*, actor: Actor, match: Match) -> None:
    """Void the open game of two who did not play after all; later games move up by a number."""
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.lock_match(match)
        round_ = match.round
        if round_.stage.format_rules.has_rounds:
            raise StepRefused("schedule-fixed")
        if match.outcome:
            raise StepRefused("already-decided", board=match.board)
        before = {"pair": match.entrant_ids, "games": live_games.void_all(match.games.all())}
        locking.note(actor, "call_off", match, before=before)
        round_.delete()
        for model in (Round, Lineup):
            for row in model.objects.filter(stage=round_.stage, number__gt=round_.number).order_by("number"):
                row.number -= 1
                row.save(update_fields=["number"])


def players_at_play(tournament_ids: Collection[int]) -> dict[int, Match]:
    """Map the players whose game in these tournaments is open to that game."""
    found: dict[int, Match] = {}
    for match in Match.objects.open().filter(round__stage__tournament__in=tournament_ids).with_names():
        found |= dict.fromkeys(players_of(match.both), match)
    return found


def free_entrants(tournament: Tournament) -> list[Entrant]:
    """List the entrants who could sit down now."""
    busy = players_at_play(_same_hall(tournament))
    here = tournament.entrants.entered().with_names().filter(house=False)
    return [entrant for entrant in here if not busy.keys() & players_of([entrant])]


def _check_free(tournament: Tournament, first: Entrant, second: Entrant) -> None:
    """Refuse a player who sits at another table. A game that is already over may be entered at any time."""
    busy = players_at_play(_same_hall(tournament))
    for pk in sorted(busy.keys() & players_of([first, second])):
        match = busy[pk]
        seated = match.games.select_related("table").filter(table__isnull=False).first()
        names = {"first": str(match.first), "second": str(match.second)}
        if seated and seated.table:
            raise StepRefused("plays-at-table", table=seated.table.number, **names)
        raise StepRefused("plays-already", **names)


def _same_hall(tournament: Tournament) -> tuple[int, ...]:
    """Return the ids of the tournaments with the same people: an evening has two ladders."""
    evening = Evening.objects.filter(Q(twos=tournament) | Q(fours=tournament)).first()
    return evening.ladder_ids if evening else (tournament.pk,)


def players_of(entrants: Collection[Entrant]) -> set[int]:
    """Collect the players who sit down for these entrants."""
    teams = [entrant.team_id for entrant in entrants if entrant.team_id]
    partners = (
        TeamMember.objects.filter(team__in=teams, substitute=False) if teams else TeamMember.objects.none()
    )
    single = {entrant.player_id for entrant in entrants if entrant.player_id}
    return single | set(partners.values_list("player_id", flat=True))
