"""The players of the club: the list, a player's page, and for staff: the public name, merging, removing."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_POST

from games import sorting
from games.access.permissions import PageRequest, may, public, right
from games.access.seeing import require_visible
from games.numbers import whole_number
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.fields import PlayerField, offer
from tournament.models import Club, Player, RatingKind
from tournament.services.club import erasing, people, players, rating_periods, ratings
from tournament.views.club import plots
from tournament.views.desk.desk_page import report_outcome
from tournament.views.public.page_cache import within_allowance

SHOWN_GAMES, SHOWN_PLAYERS = 100, 500


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no argument at run time
    club = forms.ModelChoiceField(
        Club.objects.all(),
        label=gettext_lazy("Club"),
        required=False,
        empty_label=pgettext_lazy("a club", "none"),
    )

    class Meta:
        model = Player
        fields = ("first_name", "family_name", "public_as", "club", "birth_year", "rating", "note")
        widgets = {"note": forms.Textarea(attrs={"rows": 3})}


class MergeForm(forms.Form):
    """Choice of the player to keep, if a person was entered twice."""

    into = PlayerField(Player.objects.none(), label=gettext_lazy("is the same person as"), empty_label="")

    def __init__(self, *args: Any, player: Player, **given: Any) -> None:
        super().__init__(*args, **given)
        offer(self, "into", Player.objects.listed().exclude(pk=player.pk))


def player_at(pk: int) -> Player:
    """Find a player whose page may be shown; a player who was erased has none."""
    found = get_object_or_404(Player.objects.select_related("club", "merged_into"), pk=pk)
    if found.erased_ms:
        raise Http404
    return found


@public
@within_allowance
@read_only_page
def player(request: PageRequest, pk: int) -> HttpResponse:
    found = player_at(pk)
    if found.merged_into_id:
        return redirect("club-player", found.merged_into_id)
    require_visible(request.actor, found)
    manages = may(request.actor, "manage_players")
    card = players.card(found, hidden=manages)
    lists = []
    for kind in RatingKind:
        if steps := ratings.history_of(found, kind):
            label = _("Rating of %(name)s over time: %(first)s at first, %(last)s now.") % {
                "name": found.public_name,
                "first": steps[0].before.value,
                "last": steps[-1].after.value,
            }
            now = ratings.shown_rating(kind, *rating_periods.standing_of(kind)[found.pk])
            plot = plots.both_sizes(steps, now, label)
            extremes = players.extremes(found, kind, card.lines, steps)
            lists.append((kind, now, plot, extremes, steps[::-1]))
    page = {
        "player": found,
        "card": card,
        "lines": card.lines[:SHOWN_GAMES],
        "lists": lists,
        "run": players.longest_run(card.lines),
        "may_manage": manages,
    }
    return render(request, "club/player.html", page)


@right("manage_players")
@read_only_page
def all_players(request: PageRequest) -> HttpResponse:
    asked = request.GET.get("q", "").strip()
    found = Player.objects.listed().select_related("club")
    for word in asked.split()[:5]:
        found = found.filter(first_name__icontains=word) | found.filter(family_name__icontains=word)
    listed = sorted(found, key=sorting.by_family_name)
    page = {"players": listed[:SHOWN_PLAYERS], "count": len(listed), "asked": asked}
    return render(request, "club/players.html", page)


@right("manage_players")
def edit(request: PageRequest, pk: int) -> HttpResponse:
    found = player_at(pk)
    if found.merged_into_id:
        return redirect("club-player-edit", found.merged_into_id)
    form = PlayerForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        # Read again: the form has changed its instance, and the log needs the values before.
        people.change(actor=request.actor, player=player_at(pk), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club-player", found.pk)
    page = {
        "player": found,
        "form": form,
        "merge_form": MergeForm(player=found),
        "twins": people.twins_of(found),
    }
    return render(request, "club/player_edit.html", page)


@right("manage_players")
@require_POST
def merge(request: PageRequest, pk: int) -> HttpResponse:
    """Show which player would be merged into which, and merge them once confirmed."""
    found = player_at(pk)
    into = get_object_or_404(Player.objects.listed(), pk=whole_number(request.POST.get("into", "")) or 0)
    if "sure" not in request.POST and not found.merged_into_id:
        return render(request, "club/player_merge.html", {"player": found, "into": into})
    words = _(
        "Both are one now: all games, entries and teams belong to the one that stays. "
        "Ratings are calculated anew in a moment."
    )
    with report_outcome(request, words):
        people.merge(actor=request.actor, player=found, into=into)
        return redirect("club-player", into.pk)
    return redirect("club-player", found.pk)


@right("manage_players")
@require_POST
def erase(request: PageRequest, pk: int) -> HttpResponse:
    """Remove the player's name from all that is shown and, if asked (`copies`), from the backups."""
    at_ms = now_ms()
    person = erasing.erase(actor=request.actor, player=player_at(pk), now_ms=at_ms)
    messages.success(
        request, _("The name is gone from all pages and games, called-off ones too. Results stay without it.")
    )
    if "copies" in request.POST:
        _report_copies(request, erasing.erase_in_copies(actor=request.actor, person=person, now_ms=at_ms))
    else:
        messages.warning(request, _("Backups made before still hold the name: they were left as they are."))
    messages.info(
        request,
        _(
            "What has left this server cannot be reached: backups and lists that were taken away, "
            "printed sheets, packed sites. Words that people typed (notes, names of teams, messages) stay."
        ),
    )
    return redirect("club-players")


def _report_copies(request: PageRequest, erased: erasing.ErasedCopies) -> None:
    message = ngettext(
        "%(count)s backup held the name and was rewritten without it.",
        "%(count)s backups held the name and were rewritten without it.",
        erased.rewritten,
    )
    messages.success(request, message % {"count": erased.rewritten})
    if erased.unreached:
        left = ngettext(
            "%(count)s file in the folder of backups cannot be read here and may hold the name: "
            "delete it by hand.",
            "%(count)s files in the folder of backups cannot be read here and may hold the name: "
            "delete them by hand.",
            erased.unreached,
        )
        messages.warning(request, left % {"count": erased.unreached})
