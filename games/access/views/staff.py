"""The staff of the club or of an event: who holds which role, invitations, new passwords by hand."""

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import wording
from games.access import accounts, audit_log, grants
from games.access.forms import STAFF_ROLES, InviteForm
from games.access.permissions import PageRequest, may, right
from games.access.scopes import thing_at
from games.access.views.accounts import show_or_send
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
    given = Grant.objects.filter(
        scope=scope, subject__startswith="user:", role__in=[role for role, _words in STAFF_ROLES]
    ).order_by("role", "created_ms")
    names = audit_log.names_of(grant.subject for grant in given)
    page = {
        "scope": scope,
        "staff": [(grant, names.get(grant.subject), grant.subject.partition(":")[2]) for grant in given],
        "invitations": Link.objects.unspent(now_ms()).filter(kind=LinkKind.INVITE, scope=scope),
        "form": InviteForm() if made else form,
        "card": made.card(request) if made else None,
        "may_reset": may(request.actor, "manage_accounts"),
    }
    return render(request, "accounts/staff.html", page)


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
    return redirect("staff", scope)


# Asked on the club, not on an event: whoever may set passwords could become any organiser.
@right("manage_accounts")
@never_cache
@require_POST
def reset_password(request: PageRequest, user_id: int) -> HttpResponse:
    person = get_object_or_404(get_user_model(), pk=user_id)
    card = accounts.make_reset(request.actor, person).card(request)
    return render(request, "accounts/reset.html", {"person": person, "card": card})
