"""Links on paper: each entrant's own (pairings, results, check-in, absence), for badges and slips."""

from games import links
from games.access import Actor
from games.letters import plain
from games.models import Link
from games.roles import Role
from tournament.models import Entrant, Tournament
from tournament.services import door


def player_link(*, actor: Actor, entrant: Entrant) -> links.Made:
    """A new slip for an entrant; one handed out before stops opening, devices that opened it stay."""
    with door.changing(entrant.tournament_id) as tournament:
        return _slip(actor, tournament, entrant, _known(tournament).get(entrant.scope))


def all_slips(*, actor: Actor, tournament: Tournament) -> list[tuple[Entrant, links.Made]]:
    """New slips for everybody who takes part, in the order of their names."""
    with door.changing(tournament.pk) as held:
        known = _known(held)
        entrants = sorted(held.entrants.entered().with_names(), key=lambda each: plain(str(each)))
        return [(each, _slip(actor, held, each, known.get(each.scope))) for each in entrants]


def _known(tournament: Tournament) -> dict[str, Link]:
    """Secrets are kept only as hashes: printing again means new ones on the same link."""
    found = Link.objects.filter(topic=tournament.scope, role=Role.PLAYER, revoked_ms=None)
    return {link.stands_for: link for link in found if link.stands_for}


def _slip(actor: Actor, tournament: Tournament, entrant: Entrant, known: Link | None) -> links.Made:
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
