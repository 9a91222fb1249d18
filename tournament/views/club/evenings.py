"""Pages of club evenings: all users may look, the desk records games."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import sorting, wording
from games.access.permissions import PageRequest, PageRequestOn, may, public, right
from games.access.seeing import require_visible
from games.faults import Fault
from games.numbers import whole_number
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.evenings import AnnouncementForm, EveningChangeForm, EveningForm, EveningGameForm
from tournament.forms.fields import controls
from tournament.models import Evening, Match, PlannedEvening, Player, RoundStatus
from tournament.people_lists import people_matching
from tournament.people_lists.names import read_name, tidy_name
from tournament.services.club import evening_days, evenings, ladder, people, season_rounds
from tournament.services.club.played_games import PlayedGame
from tournament.services.faults import StepRefused
from tournament.services.results import entering
from tournament.views.desk.desk_page import on_press, report_errors, report_outcome
from tournament.views.public.page_cache import within_allowance

SHOWN_GAMES, SHOWN_OTHERS = 40, 400


def evening_at(pk: int, **_: object) -> Evening:
    return get_object_or_404(Evening.objects.with_ladders(), pk=pk)


@public
@within_allowance
@read_only_page
def all_evenings(request: PageRequest) -> HttpResponse:
    today = timezone.localdate()
    usual = {"name": _("Club evening"), "day": today, "season": str(today.year)}
    return _list(request, EveningForm(initial=usual))


@right("run_evening")
@require_POST
def open_evening(request: PageRequest) -> HttpResponse:
    form = EveningForm(request.POST)
    if not form.is_valid():
        return _list(request, form, status=400)
    evening = evenings.open_evening(actor=request.actor, now_ms=now_ms(), **form.cleaned_data)
    return redirect("evening", evening.pk)


def _list(request: PageRequest, form: EveningForm, status: int = 200) -> HttpResponse:
    runs = may(request.actor, "run_evening")
    found = Evening.objects.all() if runs else Evening.objects.public()
    seasons = list(dict.fromkeys(name for name in found.values_list("season", flat=True) if name))
    page = {
        "evenings": found[:100],
        "seasons": [(season, evenings.table_of(found.filter(season=season))) for season in seasons[:3]],
        "form": form,
        "may_run": runs,
        "controls": controls(),
        "next": evening_days.next_evening(timezone.localdate()),
        "planned": PlannedEvening.objects.filter(day__gte=timezone.localdate()) if runs else (),
        "announcement": AnnouncementForm(
            initial={"day": timezone.localdate() + timedelta(days=7)}, auto_id="next_%s"
        ),
    }
    return render(request, "club/evenings.html", page, status=status)


@public
@within_allowance
@read_only_page
def evening(request: PageRequest, pk: int) -> HttpResponse:
    return _page(request, evening_at(pk))


def _page(
    request: PageRequest,
    found: Evening,
    form: EveningGameForm | None = None,
    *,
    doubt: dict[str, object] | None = None,  # a new name, and who may have been meant
    status: int = 200,
) -> HttpResponse:
    runs = may(request.actor, "run_evening", require_visible(request.actor, found))
    games = evenings.games_of([found])
    people_ids = {pk for game in games for pk in game.players}
    absent = Player.objects.listed().exclude(evenings=found)
    page = {
        "evening": found,
        "may_run": runs,
        "form": form or EveningGameForm(evening=found),
        "present": sorted(found.present.all(), key=sorting.by_first_name),
        "open": evenings.open_matches(found),
        "suggestions": evenings.suggestions(found) if runs and found.is_open else [],
        "count": evenings.game_count(found),
        "doubt": doubt,
        "change": EveningChangeForm(
            initial={"day": found.day, "name": found.name, "season": found.season}, auto_id="change_%s"
        ),
        "table": evenings.table_of([found]),
        "games": _game_lines(games[::-1][:SHOWN_GAMES], Player.objects.in_bulk(people_ids), full=runs),
        "controls": controls(),
        "season": _season(request, found),
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


def _season(request: PageRequest, evening: Evening) -> dict[str, object]:
    """Return what the page of an evening shows of its season round; those who may pair can draw it."""
    drawn = evening.round
    open_ = evening.is_open and (drawn is None or drawn.status == RoundStatus.DRAFT)
    offered = (
        [stage for stage in season_rounds.seasons() if may(request.actor, "pair", stage)] if open_ else []
    )
    if drawn is not None:
        offered = [stage for stage in offered if stage.pk == drawn.stage_id]
    published = drawn is not None and drawn.status != RoundStatus.DRAFT
    return {"seasons": offered, "round": drawn if published or offered else None, "published": published}


@right("run_evening", thing=evening_at)
@require_POST
def arrive(request: PageRequestOn[Evening], pk: int) -> HttpResponse:
    """Add a player from the list or a new one; ask first if the name is close to one on the list."""
    found, name = request.thing, " ".join(request.POST.get("name", "").split())
    everybody = list(Player.objects.listed())
    known = [player for player in everybody if str(player.pk) == request.POST.get("player")]
    known = known or people_matching.find_by_name(name, everybody)
    if not known and not request.POST.get("sure") and (meant := people_matching.find_alike(name, everybody)):
        return _page(request, found, doubt={"name": name, "meant": meant})
    with report_outcome(request):
        player = known[0] if known else _new_player(request, name)
        evenings.arrive(actor=request.actor, evening=found, player=player)
    return redirect("evening", pk)


def _new_player(request: PageRequest, name: str) -> Player:
    if not name:
        raise StepRefused("no-name")
    person = tidy_name(read_name(name))
    return people.add_player(
        actor=request.actor, first_name=person.first_name[:60], family_name=person.family_name[:60]
    )


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
    form = EveningGameForm(request.POST, evening=found)
    if not form.is_valid():
        return _page(request, found, form, status=400)
    first, second = form.sides()
    seen = whole_number(request.POST.get("seen", ""))
    if seen is not None and evenings.is_noted_already(found, first, second, after=seen):
        messages.info(request, _("This game is noted already. Nothing was done twice."))
        return redirect("evening", pk)
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
    with report_outcome(request):
        entering.type_result(
            actor=request.actor,
            match=match,
            outcome=entering.read_typed(request.POST.get("result", "")),
            now_ms=max(evening_days.game_instant(request.thing, now_ms()), match.round.published_ms or 0),
            confirm="confirm" in request.POST,
        )
    return redirect("evening", pk)


@right("run_evening", thing=evening_at)
@require_POST
def call_off(request: PageRequestOn[Evening], pk: int, match_id: int) -> HttpResponse:
    match = _match(request.thing, match_id)
    with report_outcome(request, _("The game is taken back: they did not play.")):
        ladder.call_off(actor=request.actor, match=match)
    return redirect("evening", pk)


def _match(evening: Evening, pk: int) -> Match:
    found = Match.objects.with_names().filter(round__stage__tournament__in=evening.ladder_ids)
    return get_object_or_404(found, pk=pk)


@right("run_evening", thing=evening_at)
@require_POST
def draw(request: PageRequestOn[Evening], pk: int) -> HttpResponse:
    asked = whole_number(request.POST.get("stage", "")) or 0
    stage = next((each for each in season_rounds.seasons() if each.pk == asked), None)
    if stage is None or not may(request.actor, "pair", stage):
        raise Http404
    with report_outcome(request):
        season_rounds.draw(actor=request.actor, evening=request.thing, stage=stage, now_ms=now_ms())
        return redirect("desk-tournament", stage.tournament_id)
    return redirect("evening", pk)


@on_press("run_evening", evening_at, "evening")
def close(request: PageRequestOn[Evening]) -> str:
    evenings.close(actor=request.actor, evening=request.thing, now_ms=now_ms())
    return _("The evening is closed and rated.")


@on_press("run_evening", evening_at, "evening")
def change(request: PageRequestOn[Evening]) -> str | None:
    """Change the day, name or season, for results that were typed on a later day."""
    form = EveningChangeForm(request.POST)
    if not form.is_valid():
        report_errors(request, form)
        return None
    evening_days.change(actor=request.actor, evening=request.thing, **form.cleaned_data)
    return _("Saved.")


@right("run_evening")
@require_POST
def announce(request: PageRequest) -> HttpResponse:
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        evening_days.announce(actor=request.actor, **form.cleaned_data)
        messages.success(request, _("The evening is announced."))
    else:
        report_errors(request, form)
    return redirect("evenings")


@right("run_evening")
@require_POST
def take_back_announcement(request: PageRequest, planned_id: int) -> HttpResponse:
    evening_days.cancel_announcement(
        actor=request.actor, planned=get_object_or_404(PlannedEvening, pk=planned_id)
    )
    messages.success(request, _("The announcement is taken back."))
    return redirect("evenings")
