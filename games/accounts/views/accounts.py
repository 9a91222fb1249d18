"""Pages of one's own account: sign in and out, sessions, invitations and new passwords.

The right of a page says whether it needs the password again (`roles.FRESH`); `ActorMiddleware` asks for it
here, and the interrupted request then continues.
"""

from functools import partial
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games import audit_log, extension, wording
from games.access.permissions import PageRequest, public, right
from games.accounts import accounts, second_factor, sessions
from games.accounts.forms import (
    ChangePasswordForm,
    ConfirmForm,
    ForgotForm,
    NewPasswordForm,
    OpenAccountForm,
    ParticularsForm,
    SignInForm,
)
from games.faults import Fault
from games.models import Grant, Link, LinkKind, SessionInfo
from games.snapshot import read_only_page
from games.timekeeping import now_ms

SESSION_PENDING = "pending_link"  # an invitation or reset that was opened and not yet used
PASSWORD = "fresh_password"  # noqa: S105 (the name of the field)
LOOKED = "fresh_look"  # a page or file was requested, without a form
CAME_FROM = "fresh_from"  # the page before, for the way back

show_or_send = require_http_methods(["GET", "HEAD", "POST"])


def next_page(request: HttpRequest, default: str = "home") -> str:
    """Return the page after a form: the `next` of the request, if it is one of our pages."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if _is_our_page(request, wanted) else resolve_url(default)


def _is_our_page(request: HttpRequest, wanted: str) -> bool:
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # A bare word is none of our addresses, and `redirect` would take it for the name of one.
    return safe and wanted.startswith("/")


@public
@never_cache
@show_or_send
@sensitive_post_parameters("password")
def sign_in(request: PageRequest) -> HttpResponse:
    form = SignInForm(request.POST or None)
    if form.is_valid():
        with wording.fault_beside(form, None):
            user = accounts.sign_in(request, form.cleaned_data["username"], form.cleaned_data["password"])
            wanted = next_page(request, "account")
            code = f"{reverse('sign-in-code')}?{urlencode({'next': wanted})}"
            return redirect(wanted if user else code)
    return render(request, "accounts/sign_in.html", {"form": form, "next": next_page(request, "account")})


@right("own_account")
@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    accounts.sign_out(request)
    messages.success(request, _("You are signed out."))
    return redirect("home")


@right("own_account")
@never_cache
@read_only_page
def account(request: PageRequest) -> HttpResponse:
    grants = Grant.objects.filter(subject=f"user:{request.user.pk}").order_by("scope", "role")
    page = {
        "grants": [(grant, extension.installed.workplace(grant.scope)) for grant in grants],
        "sessions": sessions.sessions_of(accounts.signed_in_user(request).pk),
        "here": request.session.session_key,
        "has_factor": second_factor.is_on(accounts.signed_in_user(request)),
        "factor_from_ms": second_factor.required_from_ms(accounts.signed_in_user(request)),
    }
    return render(request, "accounts/account.html", page)


@right("own_account")
@never_cache
@show_or_send
@sensitive_post_parameters("old_password", "password", "password_again")
def password(request: PageRequest) -> HttpResponse:
    check = partial(accounts.confirm_password, request)
    form = ChangePasswordForm(request.POST or None, person=accounts.signed_in_user(request), check=check)
    if not form.is_valid():
        words = {"title": _("Change the password"), "label": _("Change it")}
        return render(request, "accounts/own_form.html", {"form": form, **words})
    accounts.change_password(request, form.cleaned_data["password"])
    messages.success(request, _("Your password is changed. Your other devices are signed out."))
    return redirect("account")


@right("own_account")
@never_cache
@show_or_send
@sensitive_post_parameters("old_password")
def particulars(request: PageRequest) -> HttpResponse:
    """Change one's own name and e-mail address."""
    check = partial(accounts.confirm_password, request)
    form = ParticularsForm(request.POST or None, person=accounts.signed_in_user(request), check=check)
    if not form.is_valid():
        words = {"title": _("Your name and e-mail address"), "label": _("Save")}
        return render(request, "accounts/own_form.html", {"form": form, **words})
    accounts.change_particulars(request, form.cleaned_data["name"], form.cleaned_data["email"])
    messages.success(request, _("Saved."))
    return redirect("account")


@right("own_account")
@require_POST
def end_session(request: PageRequest, session_id: int) -> HttpResponse:
    info = get_object_or_404(SessionInfo, pk=session_id, user=request.user)
    return end_sessions(request, [info])


@right("own_account")
@require_POST
def end_other_sessions(request: PageRequest) -> HttpResponse:
    here = request.session.session_key
    known = sessions.sessions_of(accounts.signed_in_user(request).pk)
    return end_sessions(request, [info for info in known if info.session_key != here])


def end_sessions(request: PageRequest, infos: list[SessionInfo]) -> HttpResponse:
    ended = sessions.end_sessions(infos)
    audit_log.write(request.actor, "end_sessions", f"user:{request.user.pk}", after={"ended": ended})
    text = ngettext("%(number)d session was ended.", "%(number)d sessions were ended.", ended)
    messages.success(request, text % {"number": ended})
    return redirect("account")


@public
@never_cache
@show_or_send
@sensitive_post_parameters("password", "password_again")
def invitation(request: PageRequest) -> HttpResponse:
    """Take the role of an invitation link with one's account, or with a new one."""
    link = pending_link(request, LinkKind.INVITE)
    if link is None:
        return render(request, "links/refused.html", status=410)
    form = None if request.user.is_authenticated else OpenAccountForm(request.POST or None)
    try:
        if request.method == "POST" and form is None:
            accounts.accept_invitation(request, link)
        elif form is not None and form.is_valid():
            wishes = {name: value for name, value in form.cleaned_data.items() if name != "password_again"}
            accounts.open_account(request, link, **wishes)
        else:
            return render(request, "accounts/invitation.html", {"form": form, "link": link})
    except Fault as fault:
        return render(request, "links/refused.html", {"reason": wording.sentence(fault)}, status=410)
    request.session.pop(SESSION_PENDING, None)
    messages.success(request, _("Welcome. Your role is yours now."))
    return redirect(extension.installed.workplace(link.scope) or "account")


@public
@never_cache
@show_or_send
@sensitive_post_parameters("password", "password_again")
def new_password(request: PageRequest) -> HttpResponse:
    """Set a new password by a reset link, from an organiser or by e-mail."""
    link = pending_link(request, LinkKind.RESET)
    if link is None:
        return render(request, "links/refused.html", status=410)
    person = accounts.user_of(link)
    form = NewPasswordForm(request.POST or None, person=person)
    if not form.is_valid():
        return render(request, "accounts/new_password.html", {"form": form, "person": person})
    try:
        user = accounts.redeem_reset(request, link, form.cleaned_data["password"])
    except Fault as fault:
        return render(request, "links/refused.html", {"reason": wording.sentence(fault)}, status=410)
    request.session.pop(SESSION_PENDING, None)
    if user is None:
        messages.success(request, _("Your new password is set."))
        return redirect("sign-in-code")
    messages.success(request, _("Your new password is set, and you are signed in."))
    return redirect("account")


@public
@never_cache
@show_or_send
def forgot_password(request: PageRequest) -> HttpResponse:
    """Send a reset link by e-mail if the club can; otherwise tell how to get one from an organiser."""
    form = ForgotForm(request.POST or None) if settings.MAIL else None
    if form is not None and form.is_valid():
        with wording.fault_beside(form, None):
            accounts.mail_reset(request, form.cleaned_data["email"])
            return render(request, "accounts/forgot.html", {"sent": True})
    return render(request, "accounts/forgot.html", {"form": form})


def pending_link(request: HttpRequest, kind: LinkKind) -> Link | None:
    """Return the invitation or reset that this browser opened, while it can still be used."""
    opened = request.session.get(SESSION_PENDING)
    return Link.objects.unspent(now_ms()).filter(pk=opened, kind=kind).first() if opened else None


def ask_password(request: HttpRequest, form: ConfirmForm | None = None) -> HttpResponse:
    """Ask for the password again, with everything that was sent carried along."""
    own = {PASSWORD, LOOKED, CAME_FROM, "csrfmiddlewaretoken"}
    carried = [(name, value) for name, values in request.POST.lists() for value in values if name not in own]
    if request.method != "POST" or LOOKED in request.POST:
        carried.append((LOOKED, "yes"))
    page = {
        "form": form or ConfirmForm(),
        "carried": carried,
        "person": request.user,
        "back": _came_from(request),
    }
    response = render(request, "accounts/confirm.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response


def check_sent_password(request: PageRequest) -> HttpResponse | None:
    """Check the password that came with a form, if one did. Ask again, or let the request continue (None)."""
    if request.method != "POST" or PASSWORD not in request.POST or not request.user.is_authenticated:
        return None
    form = ConfirmForm(request.POST)
    if form.is_valid():
        with wording.fault_beside(form, PASSWORD):
            accounts.confirm_password(request, form.cleaned_data[PASSWORD])
    if form.errors:
        return ask_password(request, form)
    if LOOKED not in request.POST:
        return None
    if request.path.endswith("/"):
        return redirect(request.get_full_path())
    # A download leaves the current page open: a redirect would leave the password form on screen.
    return render(request, "accounts/loading.html", {"back": _came_from(request)})


def _came_from(request: HttpRequest) -> str:
    """Return the address of our page that the request came from, without the host, or the account page."""
    sent = urlsplit(request.POST.get(CAME_FROM, "") or request.headers.get("Referer", ""))
    wanted = urlunsplit(("", "", sent.path, sent.query, ""))
    ours = sent.netloc in ("", request.get_host()) and _is_our_page(request, wanted)
    return wanted if ours and wanted != request.get_full_path() else reverse("account")
