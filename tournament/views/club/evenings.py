"""Club evenings on screen: everybody may look, the desk records games."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games import sorting, wording
from games.access.permissions import PageRequest, PageRequestOn, may, public, right
from games.faults import Fault
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.fields import ControlField, controls
from tournament.forms.players import PlayerField, offer
from tournament.models import Evening, Match, Player, Table, TournamentStatus
from tournament.scores import Outcome
from tournament.services.club import evenings, ladder, people
from tournament.services.club.played_games import PlayedGame
from tournament.services.entries.pasted_list import read_person
from tournament.services.faults import NotDone
from tournament.services.results import entering
from tournament.views.club.lookups import done, evening_at
from tournament.views.club.season_rounds import season_context

SHOWN_GAMES, SHOWN_OTHERS = 40, 400


class OpenForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    day = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    season = forms.CharField(
        label=gettext_lazy("Season"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Evenings of one season are added up."),
    )
    control = ControlField(label=gettext_lazy("Clock"), initial="10+5")
    tables = forms.IntegerField(label=gettext_lazy("Tables"), min_value=0, max_value=100, initial=4)
    live = forms.BooleanField(
        label=gettext_lazy("Games are played on tablets or phones"), required=False, initial=True
    )


class GameForm(forms.Form):
    """Two names for a game of two, four for two pairs: who starts is named first."""

    first = PlayerField(Player.objects.none(), label=gettext_lazy("Starts"), empty_label="")
    partner = PlayerField(
        Player.objects.none(), label=gettext_lazy("with partner"), required=False, empty_label="–"
    )
    second = PlayerField(Player.objects.none(), label=gettext_lazy("Against"), empty_label="")
    other_partner = PlayerField(
        Player.objects.none(), label=gettext_lazy("with partner"), required=False, empty_label="–"
    )
    control = ControlField(label=gettext_lazy("Clock"), required=False)
    table = forms.ModelChoiceField(
        Table.objects.none(),
        label=gettext_lazy("Table"),
        required=False,
        empty_label=gettext_lazy("any free one"),
    )
    result = forms.CharField(label=gettext_lazy("Result"), required=False, max_length=8)

    def __init__(self, *args: Any, evening: Evening, **given: Any) -> None:
        super().__init__(*args, **given)
        present = evening.present.all()
        if not self.is_bound:
            # Of what was sent, somebody may be playing by now: then a sentence says so.
            present = present.exclude(pk__in=ladder.at_play(evening.ladder_ids))
        for name in ("first", "partner", "second", "other_partner"):
            offer(self, name, present)
        offer(self, "table", Table.objects.filter(tournament=evening.twos_id))
        self.fields["result"].help_text = gettext_lazy(
            "1, ½ or 0 seen from who starts; empty: they play now."
        )

    def sides(self) -> tuple[list[Player], list[Player]]:
        said = self.cleaned_data
        return (
            [player for player in (said["first"], said["partner"]) if player],
            [player for player in (said["second"], said["other_partner"]) if player],
        )


@public
@read_only_page
def all_evenings(request: PageRequest) -> HttpResponse:
    return _list(request, OpenForm(initial=_evening_of_today()))


@right("run_evening")
@require_POST
def open_evening(request: PageRequest) -> HttpResponse:
    form = OpenForm(request.POST)
    if not form.is_valid():
        return _list(request, form, status=400)
    said = form.cleaned_data
    evening = evenings.open_evening(
        actor=request.actor,
        name=said["name"],
        day=said["day"],
        season=said["season"],
        control=said["control"],
        table_count=said["tables"],
        live=said["live"],
        now_ms=now_ms(),
    )
    return redirect("evening", evening.pk)


def _list(request: PageRequest, form: OpenForm, status: int = 200) -> HttpResponse:
    runs = may(request.actor, "run_evening")
    found = Evening.objects.all()
    if not runs:
        found = found.filter(twos__public=True).exclude(twos__status=TournamentStatus.ARCHIVED)
    seasons = list(dict.fromkeys(name for name in found.values_list("season", flat=True) if name))
    page = {
        "evenings": found[:100],
        "seasons": [(season, evenings.season_table(season)) for season in seasons[:3]],
        "form": form,
        "may_run": runs,
        "controls": controls(),
    }
    return render(request, "club/evenings.html", page, status=status)


def _evening_of_today() -> dict[str, object]:
    today = timezone.localdate()
    return {"name": _("Club evening"), "day": today, "season": str(today.year)}


@public
@read_only_page
def evening(request: PageRequest, pk: int) -> HttpResponse:
    return _page(request, evening_at(pk))


def _page(
    request: PageRequest, found: Evening, form: GameForm | None = None, status: int = 200
) -> HttpResponse:
    runs = may(request.actor, "run_evening", found)
    if not runs and not (found.twos and found.twos.public):
        raise Http404
    games = evenings.games_of([found])
    people_ids = {pk for game in games for pk in game.players}
    absent = Player.objects.listed().exclude(evenings=found)
    page = {
        "evening": found,
        "may_run": runs,
        "form": form or GameForm(evening=found),
        "present": sorted(found.present.all(), key=sorting.by_first_name),
        "open": evenings.open_matches(found),
        "suggestions": evenings.suggestions(found) if runs and found.is_open else [],
        "table": evenings.table_of(found),
        "games": _game_lines(games[::-1][:SHOWN_GAMES], Player.objects.in_bulk(people_ids), full=runs),
        "controls": controls(),
        "season": season_context(request, found),
        "others": sorted(absent, key=sorting.by_first_name)[:SHOWN_OTHERS] if runs else [],
    }
    return render(request, "club/evening.html", page, status=status)


def _game_lines(
    games: list[PlayedGame], people: dict[int, Player], *, full: bool
) -> list[tuple[str, str, int, PlayedGame]]:
    def side(pks: tuple[int, ...]) -> str:
        shown = (people[pk] for pk in pks)
        return ", ".join(player.full_name if full else player.public_name for player in shown)

    return [(side(game.starters), side(game.others), game.score, game) for game in games]


@right("run_evening", thing=evening_at)
@require_POST
def arrive(request: PageRequestOn[Evening], pk: int) -> HttpResponse:
    """Somebody of the list, or a new name."""
    found, name = request.thing, " ".join(request.POST.get("name", "").split())
    try:
        for player in _arriving(request, name):
            evenings.arrive(actor=request.actor, evening=found, player=player)
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    return redirect("evening", pk)


def _arriving(request: PageRequest, name: str) -> list[Player]:
    if not name:
        raise NotDone("no-name")
    person = read_person(name)
    known = list(people.twins(person.first_name, person.family_name)[:1])
    return known or [
        people.add_player(
            actor=request.actor, first_name=person.first_name[:60], family_name=person.family_name[:60]
        )
    ]


@right("run_evening", thing=evening_at)
@require_POST
def leave(request: PageRequestOn[Evening], pk: int, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=player_id)
    evenings.leave(actor=request.actor, evening=request.thing, player=player)
    return redirect("evening", pk)


@right("run_evening", thing=evening_at)
@require_POST
def play(request: PageRequestOn[Evening], pk: int) -> HttpResponse:
    found = request.thing
    form = GameForm(request.POST, evening=found)
    if not form.is_valid():
        return _page(request, found, form, status=400)
    first, second = form.sides()
    try:
        outcome = entering.read_typed(form.cleaned_data["result"]) if form.cleaned_data["result"] else None
        evenings.play(
            actor=request.actor,
            evening=found,
            first=first,
            second=second,
            control=form.cleaned_data["control"],
            table=form.cleaned_data["table"] if len(first) == 1 else None,
            outcome=outcome,
            now_ms=now_ms(),
        )
    except Fault as fault:
        form.add_error(None, wording.sentence(fault))
        return _page(request, found, form, status=400)
    return redirect("evening", pk)


@right("run_evening", thing=evening_at)
@require_POST
def decide(request: PageRequestOn[Evening], pk: int, match_id: int) -> HttpResponse:
    match = _match(request.thing, match_id)
    try:
        outcome: Outcome = entering.read_typed(request.POST.get("result", ""))
        entering.type_result(
            actor=request.actor,
            match=match,
            outcome=outcome,
            now_ms=now_ms(),
            confirm="confirm" in request.POST,
        )
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    return redirect("evening", pk)


@right("run_evening", thing=evening_at)
@require_POST
def call_off(request: PageRequestOn[Evening], pk: int, match_id: int) -> HttpResponse:
    match = _match(request.thing, match_id)
    done(
        request,
        _("The game is taken back: they did not play."),
        lambda: ladder.call_off(actor=request.actor, match=match),
    )
    return redirect("evening", pk)


def _match(evening: Evening, pk: int) -> Match:
    found = Match.objects.with_names().filter(round__stage__tournament__in=evening.ladder_ids)
    return get_object_or_404(found, pk=pk)


@right("run_evening", thing=evening_at)
@require_POST
def close(request: PageRequestOn[Evening], pk: int) -> HttpResponse:
    done(
        request,
        _("The evening is closed and rated."),
        lambda: evenings.close(actor=request.actor, evening=request.thing, now_ms=now_ms()),
    )
    return redirect("evening", pk)
