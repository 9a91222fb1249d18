"""The admin, for emergencies: entered by the product's own sign-in, which counts guesses."""

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _


class EmergencyAdmin(AdminSite):
    site_header = site_title = _("Fiveline, for emergencies")

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """One door for guesses at passwords. Whoever is signed in and comes here is not of the staff."""
        wanted = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(
            wanted, {request.get_host()}, require_https=request.is_secure()
        ):
            wanted = "/admin/"
        if self.has_permission(request):
            return redirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted)
