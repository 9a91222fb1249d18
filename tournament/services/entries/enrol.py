"""Enter a tournament: at the desk or with a code, late or in time; and record who must not meet."""

import hmac
from collections.abc import Iterable

from django.db.models import Q

from games.access.permissions import SYSTEM, Actor
from tournament.models import (
    Category,
    Entrant,
    EntrantStatus,
    EntryKind,
    ForbiddenPair,
    Player,
    Stage,
    StageEntry,
    StageStatus,
    Table,
    Team,
    TeamMember,
    Tournament,
)
from tournament.services import locking
from tournament.services.club import people, ratings
from tournament.services.faults import StepRefused
from tournament.services.stages import stages

_PLACES_TAKEN = (EntrantStatus.APPLIED, EntrantStatus.ENTERED)


def enter_player(
    *,
    actor: Actor,
    tournament: Tournament,
    player: Player,
    now_ms: int,
    rating: int | None = None,
    house: bool = False,
) -> Entrant:
    """Enter one player; once the stage has started, as a late entry."""
    with locking.changing(tournament.pk) as held:
        if held.entry != EntryKind.PLAYER and not house:
            raise StepRefused("wrong-kind", wanted=held.get_entry_display())
        known = rating or ratings.for_seeding([player])[player.pk]
        entrant = _enter(held, now_ms, player=player, rating=known, house=house)
        locking.note(actor, "enter", entrant, after={"player": player.pk, "house": house})
    return entrant


def enter_team(*, actor: Actor, tournament: Tournament, team: Team, now_ms: int) -> Entrant:
    """Enter a team or a pair; its players are the members."""
    with locking.changing(tournament.pk) as held:
        if held.entry == EntryKind.PLAYER:
            raise StepRefused("wrong-kind", wanted=held.get_entry_display())
        members = list(team.members.select_related("player"))
        if held.entry == EntryKind.PAIR and sum(not member.substitute for member in members) != 2:
            raise StepRefused("pair-of-two")
        _check_in_one_team(held, team, [member.player for member in members])
        mean = ratings.mean_for_seeding(
            [member.player.rating or 0 for member in members if not member.substitute]
        )
        entrant = _enter(held, now_ms, team=team, rating=mean)
        locking.note(
            actor, "enter", entrant, after={"team": team.pk, "players": [m.player_id for m in members]}
        )
    return entrant


def register(
    *,
    tournament: Tournament,
    code: str,
    first_name: str,
    family_name: str,
    now_ms: int,
    public_as: str = "",
    birth_year: int | None = None,
    actor: Actor = SYSTEM,
) -> Entrant:
    """Enter a player with the code of the tournament, as an application if the organiser approves entries.

    Always creates a new player: if the person is already on the list, the desk says so (`approve`).
    """
    with locking.changing(tournament.pk) as held:
        if not held.registration_open or held.entry != EntryKind.PLAYER:
            raise StepRefused("registration-closed")
        if not hmac.compare_digest(held.registration_code.lower().encode(), code.strip().lower().encode()):
            raise StepRefused("wrong-code")
        _check_applied_once(held, first_name, family_name, birth_year)
        _check_capacity(held)
        player = people.add_player(
            actor=actor,
            first_name=first_name,
            family_name=family_name,
            birth_year=birth_year,
            public_as=public_as,
        )
        status = EntrantStatus.APPLIED if held.approval else EntrantStatus.ENTERED
        entrant = _enter(held, now_ms, player=player, rating=0, status=status)
        locking.note(actor, "register", entrant, after={"status": status})
    return entrant


def approve(*, actor: Actor, entrant: Entrant, player: Player | None = None) -> Entrant:
    """Accept an application; `player` is the same person in the club's list."""
    with locking.changing(entrant.tournament_id) as held:
        entrant = _read_applied(entrant)
        if player is not None and player.pk != entrant.player_id:
            # A player of the list who is entered here already does not get a second entry.
            if known := held.entrants.with_names().filter(player=player).first():
                code = "twin-applied" if known.status == EntrantStatus.APPLIED else "already-entered"
                raise StepRefused(code, name=str(known))
            people.merge(actor=actor, player=entrant.as_player, into=player)
            entrant.refresh_from_db()
            entrant.rating = player.rating or 0
        entrant.status = EntrantStatus.ENTERED
        entrant.save(update_fields=["status", "rating"])
        stages.add_late_entry(entrant, _started_stage(held))
        locking.note(actor, "approve", entrant, after={"player": entrant.player_id})
    return entrant


def decline(*, actor: Actor, entrant: Entrant) -> None:
    with locking.changing(entrant.tournament_id):
        entrant = _read_applied(entrant)
        entrant.status = EntrantStatus.DECLINED
        entrant.save(update_fields=["status"])
        locking.note(actor, "decline", entrant)


def mark_paid(*, actor: Actor, entrant: Entrant, paid: bool) -> None:
    with locking.changing(entrant.tournament_id):
        Entrant.objects.filter(pk=entrant.pk).update(paid=paid)
        locking.note(actor, "mark_paid", entrant, after={"paid": paid})


def remove(*, actor: Actor, entrant: Entrant) -> None:
    """Delete an entry without a trace; only before its first round."""
    with locking.changing(entrant.tournament_id):
        if entrant.matches_first.exists() or entrant.matches_second.exists():
            raise StepRefused("has-played", name=str(entrant))
        locking.note(
            actor, "remove_entry", entrant, before={"player": entrant.player_id, "team": entrant.team_id}
        )
        StageEntry.objects.filter(entrant=entrant).delete()
        entrant.delete()


def set_seed(*, actor: Actor, entrant: Entrant, seed: int | None) -> None:
    """Set a seed by hand, for stages that have not started."""
    with locking.changing(entrant.tournament_id):
        locking.note(actor, "set_seed", entrant, before={"seed": entrant.seed}, after={"seed": seed})
        Entrant.objects.filter(pk=entrant.pk).update(seed=seed)


def seeds_of(stage: Stage | None, entrants: Iterable[Entrant]) -> dict[int, int]:
    """Map entrants to seeds, as drawn or as they would be drawn now; to none before lots are drawn."""
    if stage is None:
        return {}
    if drawn := dict(stage.entries.values_list("entrant_id", "seed")):
        return drawn
    if stage.options.get("seeding") == "lot":
        return {}
    field = [each for each in entrants if each.is_in and not each.house]
    return {each.pk: place for place, each in enumerate(stages.order_entrants(stage, field), 1)}


def set_categories(*, actor: Actor, entrant: Entrant, categories: Iterable[Category]) -> None:
    with locking.changing(entrant.tournament_id):
        before = sorted(entrant.categories.values_list("pk", flat=True))
        entrant.categories.set(categories)
        after = sorted(entrant.categories.values_list("pk", flat=True))
        locking.note(actor, "set_categories", entrant, before=before, after=after)


def fix_table(*, actor: Actor, entrant: Entrant, table: Table | None) -> None:
    """Give an entrant a permanent table (a wheelchair, a broadcast) from the next publication on."""
    with locking.changing(entrant.tournament_id):
        before, after = entrant.fixed_table_id, table.pk if table else None
        locking.note(actor, "fix_table", entrant, before={"table": before}, after={"table": after})
        Entrant.objects.filter(pk=entrant.pk).update(fixed_table=table)


def forbid(
    *, actor: Actor, one: Entrant, other: Entrant, strict: bool = True, reason: str = ""
) -> ForbiddenPair:
    """Forbid two entrants to meet: always (`strict`), or as far as it can be avoided."""
    if one.pk == other.pk:
        raise StepRefused("itself")
    low, high = sorted((one, other), key=lambda entrant: entrant.pk)
    with locking.changing(one.tournament_id) as held:
        pair, _ = ForbiddenPair.objects.update_or_create(
            one=low, other=high, defaults={"tournament": held, "strict": strict, "reason": reason}
        )
        locking.note(actor, "forbid", held, after={"pair": [low.pk, high.pk], "strict": strict})
    return pair


def allow(*, actor: Actor, pair: ForbiddenPair) -> None:
    with locking.changing(pair.tournament_id) as held:
        locking.note(
            actor, "allow", held, before={"pair": [pair.one_id, pair.other_id], "strict": pair.strict}
        )
        pair.delete()


def _enter(
    tournament: Tournament, now_ms: int, *, status: str = EntrantStatus.ENTERED, **given: object
) -> Entrant:
    what = "player" if "player" in given else "team"
    if tournament.entrants.filter(**{what: given[what]}).exists():
        raise StepRefused("already-entered", name=str(given[what]))
    if not given.get("house"):
        _check_capacity(tournament)
    last = tournament.entrants.order_by("-number").values_list("number", flat=True).first() or 0
    entrant = Entrant.objects.create(
        tournament=tournament, number=last + 1, status=status, entered_ms=now_ms, **given
    )
    if status == EntrantStatus.ENTERED and not entrant.house:
        stages.add_late_entry(entrant, _started_stage(tournament))
    return entrant


def _started_stage(tournament: Tournament) -> Stage | None:
    stage = stages.current(tournament)
    return stage if stage and stage.status != StageStatus.FINISHED else None


def _read_applied(entrant: Entrant) -> Entrant:
    entrant = Entrant.objects.with_names().get(pk=entrant.pk)
    if entrant.status != EntrantStatus.APPLIED:
        raise StepRefused("not-applied", name=str(entrant))
    return entrant


def _check_applied_once(
    tournament: Tournament, first_name: str, family_name: str, birth_year: int | None
) -> None:
    """Refuse a name that has entered or applied, unless both gave a year of birth and the years differ."""
    namesakes = tournament.entrants.filter(status__in=_PLACES_TAKEN, house=False).filter(
        player__first_name__iexact=first_name.strip(), player__family_name__iexact=family_name.strip()
    )
    if birth_year:
        namesakes = namesakes.filter(Q(player__birth_year=birth_year) | Q(player__birth_year=None))
    if known := namesakes.with_names().first():
        code = "already-applied" if known.status == EntrantStatus.APPLIED else "already-entered"
        raise StepRefused(code, name=str(known))


def _check_capacity(tournament: Tournament) -> None:
    taken = tournament.entrants.filter(status__in=_PLACES_TAKEN, house=False).count()
    if tournament.capacity is not None and taken >= tournament.capacity:
        raise StepRefused("full", capacity=tournament.capacity)


def _check_in_one_team(tournament: Tournament, team: Team, players: list[Player]) -> None:
    """Refuse players who are in another team of this tournament."""
    members = TeamMember.objects.filter(player__in=players, team__entries__tournament=tournament)
    elsewhere = members.exclude(team=team).select_related("player").first()
    if elsewhere:
        raise StepRefused("in-two-teams", name=elsewhere.player.full_name)
