"""All addresses of the installation."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from games.access.permissions import public
from tournament.views import pages, script_words, setup, tablets
from tournament.views.public import projector, tournaments

urlpatterns = [
    path("", tournaments.home, name="home"),
    path("rules/", pages.rules, name="rules"),
    path("style/", pages.style, name="style"),
    path("privacy/", pages.privacy, name="privacy"),
    path("robots.txt", pages.robots, name="robots"),
    path(".well-known/security.txt", pages.security, name="security-txt"),
    path("theme/", pages.theme, name="theme"),
    path("i18n/setlang/", public(set_language), name="set_language"),
    path("jsi18n/<slug:code>/", script_words.script_words, name="jsi18n"),
    path("setup/<str:token>/", setup.setup, name="setup"),
    path("welcome/", setup.welcome, name="welcome"),
    path("picture/<slug:digest>.<slug:kind>", pages.picture, name="picture"),
    path("screen/", projector.screens, name="screens"),
    path("screen/<int:screen_id>/", projector.screen, name="screen"),
    path("screen/<int:screen_id>/version/", projector.screen_version, name="screen-version"),
    path("hall/", tablets.hall, name="hall"),
    path("hall/fiveline-authority.crt", tablets.authority, name="hall-authority"),
    path("", include("games.access.urls")),
    path("", include("tournament.views.public.urls")),
    path("", include("games.urls")),
    path("desk/", include("tournament.views.desk.urls")),
    path("club/", include("tournament.views.club.urls")),
    path("api/", include("tournament.api.urls")),
]
if settings.ADMIN:
    urlpatterns.append(path("admin/", admin.site.urls))

handler400 = "tournament.views.pages.bad_request"
handler403 = "tournament.views.pages.forbidden"
handler404 = "tournament.views.pages.not_found"
handler500 = "tournament.views.pages.server_error"
