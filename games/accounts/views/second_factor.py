"""Pages of one's own second factor: set up, renew, switch off; and its code at sign-in."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequest, public, right
from games.accounts import accounts, second_factor
from games.accounts.forms import FactorForm
from games.accounts.views.accounts import next_page, show_or_send
from games.qr import qr_code
from games.snapshot import read_only_page

ISSUER = "Fiveline"


@right("own_second_factor")
@never_cache
@read_only_page
def overview(request: PageRequest) -> HttpResponse:
    user = accounts.signed_in_user(request)
    page = {
        "is_on": second_factor.is_on(user),
        "codes_left": second_factor.codes_left(user),
        "wanted_from_ms": second_factor.required_from_ms(user),
        "is_wanted": second_factor.is_required_of(user),
    }
    return render(request, "accounts/second_factor.html", page)


@right("own_second_factor")
@never_cache
@require_POST
def begin(request: PageRequest) -> HttpResponse:
    return _render_setup(request, second_factor.offer_secret(accounts.signed_in_user(request)), FactorForm())


def _render_setup(request: PageRequest, secret: str, form: FactorForm) -> HttpResponse:
    address = second_factor.setup_address(secret, account=request.user.get_username(), issuer=ISSUER)
    page = {
        "form": form,
        "qr": qr_code(address),
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
    }
    return render(request, "accounts/second_factor_setup.html", page)


@right("own_second_factor")
@never_cache
@require_POST
@sensitive_post_parameters("code")
def confirm(request: PageRequest) -> HttpResponse:
    user = accounts.signed_in_user(request)
    form = FactorForm(request.POST)
    if form.is_valid():
        with wording.fault_beside(form, "code"):
            codes = second_factor.switch_on(request.actor, user, form.cleaned_data["code"])
            return render(request, "accounts/recovery_codes.html", {"codes": codes, "is_new": True})
    secret = second_factor.offered_secret(user)
    return _render_setup(request, secret, form) if secret else redirect("second-factor")


@right("own_second_factor")
@never_cache
@require_POST
def renew_codes(request: PageRequest) -> HttpResponse:
    if not second_factor.is_on(accounts.signed_in_user(request)):
        return redirect("second-factor")
    codes = second_factor.renew_codes(request.actor, accounts.signed_in_user(request))
    return render(request, "accounts/recovery_codes.html", {"codes": codes})


@right("own_second_factor")
@require_POST
def switch_off(request: PageRequest) -> HttpResponse:
    with wording.report(request, _("The second factor is off. The password alone signs you in.")):
        second_factor.switch_off(request.actor, accounts.signed_in_user(request))
    return redirect("second-factor")


@public
@never_cache
@show_or_send
@sensitive_post_parameters("code")
def sign_in_code(request: PageRequest) -> HttpResponse:
    """Ask for the code of the app, or a recovery code, after the password."""
    if accounts.user_awaiting_code(request) is None:
        return redirect("sign-in")
    form = FactorForm(request.POST or None)
    if form.is_valid():
        with wording.fault_beside(form, "code"):
            accounts.finish_sign_in(request, form.cleaned_data["code"])
            return redirect(next_page(request, "account"))
    page = {"form": form, "next": next_page(request, "account")}
    return render(request, "accounts/sign_in_code.html", page)
