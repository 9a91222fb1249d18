"""Links on paper: each entrant's own (pairings, results, check-in, absence), for badges and slips."""

from games import sorting
from games.access import links
from games.access.permissions import Actor
from games.access.roles import Role
from games.models import Link
from tournament.models import Entrant, Tournament
from tournament.services import locking


def player_link(*, actor: Actor, entrant: Entrant) -> links.NewLink:
    """A new slip for an entrant; one handed out before stops opening, devices that opened it stay."""
    with locking.changing(entrant.tournament_id) as tournament:
        return _slip(actor, tournament, entrant, _links_by_entrant(tournament).get(entrant.scope))


def all_slips(*, actor: Actor, tournament: Tournament) -> list[tuple[Entrant, links.NewLink]]:
    """New slips for everybody who takes part, in the order of their names."""
    with locking.changing(tournament.pk) as held:
        known = _links_by_entrant(held)
        entrants = sorted(held.entrants.entered().with_names(), key=lambda each: sorting.plain(str(each)))
        return [(each, _slip(actor, held, each, known.get(each.scope))) for each in entrants]


def _links_by_entrant(tournament: Tournament) -> dict[str, Link]:
    """Secrets are kept only as hashes: printing again means new ones on the same link."""
    found = Link.objects.filter(topic=tournament.scope, role=Role.PLAYER, revoked_ms=None)
    return {link.stands_for: link for link in found if link.stands_for}


def _slip(actor: Actor, tournament: Tournament, entrant: Entrant, known: Link | None) -> links.NewLink:
    if known:
        return links.renew(actor, known)
    return links.make(
        actor,
        role=Role.PLAYER,
        scope=entrant.scope,
        topic=tournament.scope,
        stands_for=entrant.scope,
        label=str(entrant.number),
    )
