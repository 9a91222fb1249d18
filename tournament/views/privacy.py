"""What is kept of people, who sees it, how long, and how to be erased: told from what is really set."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from games.access import session_age
from games.access.permissions import PageRequest, public
from games.live.sweeping import CALLED_OFF_DAYS
from games.snapshot import read_only_page
from tournament.models import House, PublicName
from tournament.services.backup import copies
from tournament.views.well_known import may_be_indexed

DAY_S = 24 * 3600


@public
@read_only_page
def privacy(request: PageRequest) -> HttpResponse:
    house = House.objects.current()
    page = {
        "form_of_names": PublicName(house.public_as if house else PublicName.FULL),
        "indexed": may_be_indexed(house),
        "is_secure": request.is_secure(),
        "session_days": settings.SESSION_COOKIE_AGE // DAY_S,
        "idle_hours": session_age.IDLE_MS // session_age.HOUR_MS,
        "quick_game_days": CALLED_OFF_DAYS,
        "backups": copies.KEEP,
        "sends_mail": settings.MAIL is not None,
    }
    return render(request, "pages/privacy.html", page)
