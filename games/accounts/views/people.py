"""Pages for staff and accounts: roles, invitations, devices, ending an account."""

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import audit_log, wording
from games.access import grants
from games.access.permissions import PageRequest, may, right
from games.access.roles import Role
from games.access.seeing import thing_at
from games.accounts import accounts, people, second_factor, sessions
from games.accounts.forms import STAFF_ROLES, InviteForm
from games.accounts.views.accounts import next_page, show_or_send
from games.models import Grant, Link, LinkKind, SessionInfo
from games.snapshot import read_only_page
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
    known = people.all_accounts()
    here = [(person, grant) for person in known for grant in person.grants if grant.scope == scope]
    may_manage = may(request.actor, "manage_accounts")
    page = {
        "scope": scope,
        "staff": here,
        # The club's organisers run every tournament without being on its list.
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
    with wording.report(request, _("The role is taken away. It ended at once, on every device.")):
        grants.take(request.actor, grant)
    return redirect(next_page(request, reverse("staff", args=[scope])))


def person_at(user_id: int) -> User:
    return get_object_or_404(get_user_model(), pk=user_id)


# A right of the club, not of a tournament: a user who may set passwords could become any organiser.
@right("manage_accounts")
@never_cache
@read_only_page
def person(request: PageRequest, user_id: int) -> HttpResponse:
    (found,) = people.account_holders([person_at(user_id)])
    page = {"person": found, "sessions": sessions.sessions_of(user_id), "here": request.session.session_key}
    return render(request, "accounts/person.html", page)


@right("manage_accounts")
@never_cache
@require_POST
def reset_password(request: PageRequest, user_id: int) -> HttpResponse:
    person = person_at(user_id)
    card = accounts.make_reset(request.actor, person).card(request)
    return render(request, "accounts/reset.html", {"person": person, "card": card})


@right("manage_accounts")
@require_POST
def sign_out_everywhere(request: PageRequest, user_id: int) -> HttpResponse:
    return _sign_out_devices(request, user_id, sessions.sessions_of(person_at(user_id).pk))


@right("manage_accounts")
@require_POST
def end_device(request: PageRequest, user_id: int, session_id: int) -> HttpResponse:
    return _sign_out_devices(request, user_id, [get_object_or_404(SessionInfo, pk=session_id, user=user_id)])


def _sign_out_devices(request: PageRequest, user_id: int, infos: list[SessionInfo]) -> HttpResponse:
    ended = sessions.end_sessions(infos)
    audit_log.write(request.actor, "end_sessions", f"user:{user_id}", after={"ended": ended})
    text = ngettext("%(number)d device was signed out.", "%(number)d devices were signed out.", ended)
    messages.success(request, text % {"number": ended})
    return redirect("person", user_id)


@right("manage_accounts")
@require_POST
def factor_off(request: PageRequest, user_id: int) -> HttpResponse:
    """Switch the second factor off for a person who lost both phone and recovery codes, and is here."""
    with wording.report(request, _("The second factor is off this account.")):
        second_factor.switch_off(request.actor, person_at(user_id))
    return redirect("person", user_id)


@right("manage_accounts")
@require_POST
def end_account(request: PageRequest, user_id: int) -> HttpResponse:
    with wording.report(request, _("The account is ended: no roles, no devices, no signing in.")):
        people.end_account(request.actor, person_at(user_id))
    return redirect("person", user_id)


@right("manage_accounts")
@require_POST
def begin_again(request: PageRequest, user_id: int) -> HttpResponse:
    people.begin_again(request.actor, person_at(user_id))
    messages.success(request, _("The account can sign in again. It has no roles: give one by an invitation."))
    return redirect("person", user_id)
