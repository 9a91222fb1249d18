"""Personal links on paper for badges and slips: an entrant's pairings, results, check-in, absence."""

from contextlib import suppress

from games import sorting
from games.access import links
from games.access.permissions import Actor, may
from games.access.roles import Role
from games.models import Link
from tournament.models import Entrant, Tournament
from tournament.models.entry import EntrantQuerySet
from tournament.services import locking
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused


def player_link(*, actor: Actor, entrant: Entrant) -> links.NewLink:
    """Make a new slip for an entrant, also in the archive, where players may still look at their page.

    An earlier slip stops working; devices that opened it keep their access.
    """
    with locking.changing(entrant.tournament_id, archived=True) as tournament:
        return _slip(actor, tournament, entrant, _links_by_entrant(tournament).get(entrant.scope))


def all_slips(*, actor: Actor, tournament: Tournament) -> list[tuple[Entrant, links.NewLink]]:
    """Make new slips for all who take part, in the order of their names."""
    with locking.changing(tournament.pk, archived=True) as held:
        known = _links_by_entrant(held)
        entrants = sorted(held.entrants.entered().with_names(), key=lambda each: sorting.sort_key(str(each)))
        return [(each, _slip(actor, held, each, known.get(each.scope))) for each in entrants]


def find_entrant(link: Link, among: EntrantQuerySet) -> Entrant | None:
    """Find the entrant of a slip among those entered."""
    kind, _colon, number = link.stands_for.partition(":")
    return among.entered().with_names().filter(pk=number).first() if kind == "entrant" else None


def holder_at_the_desk(actor: Actor, link: Link) -> Entrant | None:
    """Return the entrant of this slip if the actor is staff there, and does not become that entrant."""
    entrant = find_entrant(link, Entrant.objects.all())
    return entrant if entrant and may(actor, "manage_entries", entrant.tournament) else None


def check_in_holder(actor: Actor, link: Link) -> Entrant | None:
    """Check in the entrant whose slip staff open."""
    entrant = holder_at_the_desk(actor, link)
    if entrant is None:
        return None
    # Where entries are closed, the page that follows says so.
    with suppress(StepRefused):
        attendance.check_in(actor=actor, entrant=entrant)
    return entrant


def _links_by_entrant(tournament: Tournament) -> dict[str, Link]:
    """Map entrants to their links.

    Only hashes of secrets are stored, so a reprint renews the secret of a link.
    """
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
