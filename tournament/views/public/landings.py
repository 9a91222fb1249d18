"""Where a device goes that opened a player's or a display's link."""

from django.urls import reverse

from games.access.links import lands
from games.access.roles import Role
from games.models import Link
from tournament.models import Tournament


def _number(link: Link) -> int:
    return int(link.scope.partition(":")[2])


@lands(Role.PLAYER, "entrant")
def to_own_page(link: Link) -> str:
    return reverse("player", args=[_number(link)])


@lands(Role.DISPLAY, "tournament")
def to_projector(link: Link) -> str:
    event = Tournament.objects.filter(pk=_number(link)).first()
    return reverse("projector", args=[event.code]) if event else reverse("tournaments")


@lands(Role.DISPLAY, "club")
def to_all_events(link: Link) -> str:
    """From there to the projector of the one that is played."""
    return reverse("tournaments")
