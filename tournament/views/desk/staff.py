"""The staff of a tournament: roles, invitations, links of devices, the arbiter's PIN."""

from django.http import HttpResponse

from games.access.permissions import PageRequestOn, right
from games.audit_log.names import look_up_names
from games.models import Grant, Link, LinkKind, Pin
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Tournament
from tournament.views.desk.desk_page import desk_page
from tournament.views.desk.lookups import tournament_at


@right("manage_staff", thing=tournament_at)
@read_only_page
def overview(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    scopes = (request.thing.scope, "club")
    grants = Grant.objects.filter(scope__in=scopes, subject__startswith="user:").order_by(
        "role", "created_ms"
    )
    names = look_up_names(grant.subject for grant in grants)
    links = Link.objects.live(now_ms()).within(request.thing.scope).filter(kind=LinkKind.HOLD)
    return desk_page(
        request,
        "desk/staff.html",
        request.thing,
        staff=[(names[grant.subject], grant) for grant in grants],
        invited=Link.objects.unspent(now_ms())
        .filter(kind=LinkKind.INVITE, scope=request.thing.scope)
        .count(),
        links=links.count(),
        pin=Pin.objects.filter(scope=request.thing.scope).first(),
    )
