"""The admin, for emergencies: entered by the product's own sign-in, which counts guesses."""

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.access.views.accounts import next_page


class EmergencyAdmin(AdminSite):
    site_header = site_title = _("Fiveline, for emergencies")

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """One door for guesses at passwords. Whoever is signed in and comes here is not of the staff."""
        wanted = next_page(request, "/admin/")
        if self.has_permission(request):
            return redirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted)
