"""The rating lists of the club, and the choice of what is rated together."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequest, PageRequestOn, may, public, right
from games.snapshot import read_only_page
from tournament.models import RatedPer, RatingKind, Tournament
from tournament.services.club import rating_periods, ratings
from tournament.views.desk.desk_page import on_press, report_outcome
from tournament.views.public.page import tournament_by_code
from tournament.views.public.page_cache import within_allowance


@public
@within_allowance
@read_only_page
def rating_list(request: PageRequest) -> HttpResponse:
    asked = request.GET.get("list", "")
    kind = RatingKind(asked) if asked in RatingKind.values else RatingKind.TWO
    page = {
        "kind": kind,
        "kinds": RatingKind.choices,
        "list": rating_periods.list_of(kind),
        "spans": RatedPer.choices,
        "rows": ratings.table(kind),
        "up_to_date": rating_periods.is_up_to_date(kind),
        "may_manage": may(request.actor, "manage_ratings"),
    }
    return render(request, "club/ratings.html", page)


@right("manage_ratings")
@require_POST
def choose(request: PageRequest) -> HttpResponse:
    """Choose whether games are rated per tournament or per day, or calculate all ratings again."""
    kind, per = request.POST.get("list", ""), request.POST.get("per", "")
    if kind not in RatingKind.values:
        return redirect("club")
    if "again" in request.POST:
        with report_outcome(request, _("Calculated anew from all results.")):
            rating_periods.refresh(kind, whole=True)
    elif per in RatedPer.values:
        with report_outcome(request, _("Ratings are calculated anew.")):
            ratings.choose_span(actor=request.actor, kind=kind, per=per)
    return redirect(f"{request.path.removesuffix('choose/')}?list={kind}")


@on_press("manage_entries", tournament_by_code, "desk-entries")
def seed(request: PageRequestOn[Tournament]) -> str:
    """Give entrants the club's own ratings before the first draw, and report how many have none."""
    changed = ratings.seed_by_rating(actor=request.actor, tournament=request.thing)
    entrants = request.thing.entrants.entered().filter(house=False)
    unrated = entrants.filter(rating=0).count()
    if unrated == entrants.count():
        return _("The club's list has no rating for anybody here: nothing changed.")
    message = ngettext(
        "%(count)s rating was taken from the club's list.",
        "%(count)s ratings were taken from the club's list.",
        changed,
    ) % {"count": changed}
    if unrated:
        missing = ngettext(
            "%(count)s entrant is without one, and seeded last.",
            "%(count)s entrants are without one, and seeded last.",
            unrated,
        )
        message = f"{message} {missing % {'count': unrated}}"
    return message
