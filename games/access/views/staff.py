"""The staff of the club or of an event: who holds which role, and invitations."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import wording
from games.access import accounts, grants, people
from games.access.forms import STAFF_ROLES, InviteForm
from games.access.permissions import PageRequest, may, right
from games.access.roles import Role
from games.access.scopes import thing_at
from games.access.views.accounts import next_page, show_or_send
from games.faults import Fault
from games.models import Grant, Link, LinkKind
from games.timekeeping import now_ms


@right("manage_staff", thing=thing_at)
@never_cache
@show_or_send
def staff(request: PageRequest, scope: str) -> HttpResponse:
    form = InviteForm(request.POST or None)
    made = None
    if form.is_valid():
        wishes = form.cleaned_data
        made = accounts.invite(request.actor, role=wishes["role"], scope=scope, label=wishes["label"])
    known = people.everybody()
    here = [(person, grant) for person in known for grant in person.grants if grant.scope == scope]
    may_manage = may(request.actor, "manage_accounts")
    page = {
        "scope": scope,
        "staff": here,
        # Who runs the club runs every event, and stands on no event's own list.
        "over": [person.name for person in known if _runs_club(person)] if scope != "club" else [],
        "others": [person for person in known if person not in {each for each, _grant in here}]
        if may_manage and scope == "club"
        else [],
        "invitations": Link.objects.unspent(now_ms()).filter(kind=LinkKind.INVITE, scope=scope),
        "form": InviteForm() if made else form,
        "card": made.card(request) if made else None,
        "may_manage": may_manage,
    }
    return render(request, "accounts/staff.html", page)


def _runs_club(person: people.AccountHolder) -> bool:
    return any(grant.scope == "club" and grant.role == Role.ORGANISER for grant in person.grants)


@right("manage_staff", thing=thing_at)
@require_POST
def take_role(request: PageRequest, scope: str, grant_id: int) -> HttpResponse:
    grant = get_object_or_404(
        Grant, pk=grant_id, scope=scope, role__in=[role for role, _words in STAFF_ROLES]
    )
    try:
        grants.take(request.actor, grant)
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    else:
        messages.success(request, _("The role is taken away. It ended at once, on every device."))
    return redirect(next_page(request, reverse("staff", args=[scope])))
