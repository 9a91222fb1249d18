"""The first page of the desk: next steps, round progress, draft and boards; pausing the hall."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access.permissions import Actor, PageRequestOn, may, right
from games.models import Game
from games.referee import UNDER_WAY
from games.services.lost_time import OUTAGE
from games.services.many_games import TOGETHER, BulkResult, games_paused_for
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Round, RoundStatus, Stage, Tournament, TournamentStatus
from tournament.services.club import ladder
from tournament.services.rounds import next_steps
from tournament.services.rounds.next_steps import Next
from tournament.services.stages import facts, stage_record, stages
from tournament.services.tables import live_games
from tournament.views.desk import boards
from tournament.views.desk.boards import RoundView
from tournament.views.desk.desk_page import desk_page, on_press
from tournament.views.desk.draft_view import DraftView, draft_of
from tournament.views.desk.lookups import tournament_at
from tournament.views.desk.settings import words_before_lots
from tournament.views.public.prize_sheets import podium

# Enough to read the pairings and find a seat; another number may be typed.
MINUTES_TO_THE_START = 5


@dataclass(frozen=True, slots=True)
class Button:
    """The button of a step, by `how`: it posts (`post`), asks first (`ask`), links to a page (`go`, `board`)
    or to a part of this page (`see`).
    """

    label: Promise
    how: str
    page: str
    verb: str


BUTTONS: dict[str, Button] = {
    "add_stage": Button(_("Choose a format"), "go", "desk-settings", "change_settings"),
    "enter": Button(_("Enter players"), "go", "desk-entries", "manage_entries"),
    "approve": Button(_("Look at the entries"), "go", "desk-entries", "manage_entries"),
    "check_in": Button(_("Check in"), "go", "desk-entries", "manage_entries"),
    "resolve_conflict": Button(_("Decide"), "go", "desk-results", "correct_result"),
    "open_board": Button(_("To the board"), "board", "desk-board", "see_desk"),
    "draw_lots": Button(_("Draw lots"), "go", "desk-results", "draw_lots"),
    "draw_stage_lots": Button(_("Draw lots"), "ask", "desk-stage-lots", "draw_lots"),
    "draft": Button(_("Draft the pairings"), "post", "desk-draft", "pair"),
    "see_draft": Button(_("See the draft"), "see", "draft", "see_draft"),
    "publish": Button(_("Publish, start in 5 min"), "post", "desk-publish", "publish"),
    "enter_results": Button(_("Enter results"), "see", "boards", "enter_results"),
    "play_ladder": Button(_("Name two"), "see", "ladder", "enter_results"),
    "close": Button(_("Close the round"), "post", "desk-close", "close_round"),
    "finish_stage": Button(_("Finish the stage"), "post", "desk-finish-stage", "close_round"),
    "print_standings": Button(_("See the standings"), "go", "tournament-standings", "see_desk"),
}

# The steps of a round in their order, each with the next steps (`Next.code`) that belong to it.
PIPELINE: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (pgettext_lazy("step", "Check in"), ("add-stage", "enter", "approve", "check-in")),
    (
        pgettext_lazy("step", "Draft"),
        (
            "draft-first",
            "draft-unchecked",
            "draft-present",
            "draft",
            "draft-ready",
            "next-stage",
            "level-at-the-cut",
        ),
    ),
    (_("Adjust"), ("publish-waits", "publish-concerns")),
    (pgettext_lazy("step", "Publish"), ("publish",)),
    (pgettext_lazy("step", "Play"), ("results", "results-go-on", "ladder")),
    (pgettext_lazy("step", "Confirm"), ("resolve", "lots", "level-teams")),
    (pgettext_lazy("step", "Close"), ("close", "finish", "finish-bracket")),
)


@dataclass(frozen=True, slots=True)
class StepShown:
    text: str
    button: Button | None
    address: str
    version: int | None
    warning: str = ""  # to be read before it is done


@dataclass(frozen=True, slots=True)
class Clocks:
    """How many games run, are paused, and wait for the arbiter; `for_the_hall` are resumed together.

    `away`: some are paused because the server was down, which the desk has to be shown.
    """

    running: int = 0
    paused: int = 0
    called: int = 0
    for_the_hall: int = 0
    away: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    stage: Stage | None
    steps: tuple[StepShown, ...]
    pipeline: tuple[tuple[Promise, str], ...]
    draft: DraftView | None = None
    playing: tuple[RoundView, ...] = ()
    last_closed: Round | None = None
    rounds_planned: int = 0
    rounds_drawn: int = 0
    clocks: Clocks = Clocks()


def _read_overview(tournament: Tournament, actor: Actor) -> Overview:
    steps = list(next_steps.steps(tournament))
    shown = tuple(_step_view(tournament, actor, step) for step in steps)
    stage = stages.current(tournament)
    if stage is None:
        return Overview(None, shown, _pipeline(steps))
    stage.tournament = tournament
    record = stage_record.read(stage)
    open_rounds = [each for each in record.drawn if each.status == RoundStatus.PUBLISHED]
    closed = [each for each in record.drawn if each.status == RoundStatus.CLOSED]
    return Overview(
        stage=stage,
        steps=shown,
        pipeline=_pipeline(steps),
        draft=draft_of(record) if record.draft else None,
        playing=tuple(
            boards.round_views(record, open_rounds, tables=tournament.tables.count(), now_ms=now_ms())
        ),
        last_closed=closed[-1] if closed and not open_rounds and not record.draft else None,
        rounds_planned=facts.rounds_of(record) if record.entries else 0,
        rounds_drawn=len(record.drawn),
        clocks=_clocks(tournament.scope),
    )


def _clocks(topic: str) -> Clocks:
    games = list(Game.objects.live().filter(topic=topic, status__in=UNDER_WAY))
    paused = [game.state_now() for game in games if game.status == "paused"]
    called = sum(state.arbiter for state in paused)
    return Clocks(
        running=len(games) - len(paused),
        paused=len(paused) - called,
        called=called,
        for_the_hall=len({game.pk for reason in TOGETHER for game in games_paused_for(topic, reason)}),
        away=any(OUTAGE in state.clock.pauses for state in paused),
    )


def _step_view(tournament: Tournament, actor: Actor, step: Next) -> StepShown:
    """Describe a step to all readers, with the button only for those who have the right."""
    text = wording.translate(step.template, step.params)
    button = BUTTONS.get(step.action)
    offered = button is not None and may(actor, button.verb, tournament)
    address = _step_address(tournament, step, button) if button and offered else ""
    version = step.round.version if step.round else None
    asks = button is not None and button.how == "ask" and step.stage is not None and address
    warning = words_before_lots(step.stage) if asks and step.stage else ""
    return StepShown(text, button if address else None, address, version, warning)


def _step_address(tournament: Tournament, step: Next, button: Button) -> str:
    if button.how == "see":
        return f"#{button.page}"
    if step.board is not None:
        return reverse(button.page, args=[step.board.pk])
    if step.match is not None:
        return reverse("desk-match", args=[step.match.pk])
    number = step.round.pk if step.round else step.stage.pk if step.stage else tournament.pk
    here = tournament.code if button.page.startswith("tournament-") else tournament.pk
    return reverse(button.page, args=[here if button.how == "go" else number])


def _pipeline(steps: list[Next]) -> tuple[tuple[Promise, str], ...]:
    """Give each step of the round its state: done, now, or none yet."""
    places = [place for step in steps for place, (_label, codes) in enumerate(PIPELINE) if step.code in codes]
    here = places[0] if places else len(PIPELINE)
    return tuple(
        (label, "done" if place < here else "now" if place == here else "")
        for place, (label, _codes) in enumerate(PIPELINE)
    )


@right("see_desk", thing=tournament_at)
@read_only_page
def overview(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    shown = _read_overview(tournament, request.actor)
    without_rounds = shown.stage is not None and not shown.stage.format_rules.has_rounds
    return desk_page(
        request,
        "desk/overview.html",
        tournament,
        overview=shown,
        stuck=request.GET.get("stuck"),
        now_ms=now_ms(),
        minutes=MINUTES_TO_THE_START,
        free=ladder.free_entrants(tournament) if without_rounds else (),
        next_game=stages.next_number(shown.stage) if without_rounds and shown.stage else None,
        podium=podium(tournament) if tournament.status == TournamentStatus.FINISHED else (),
        enough=without_rounds and tournament.entrants.entered().filter(house=False).count() > 1,
    )


@on_press("pause_hall", tournament_at, "desk-tournament")
def pause_all(request: PageRequestOn[Tournament]) -> None:
    result = live_games.pause_all(actor=request.actor, tournament=request.thing, now_ms=now_ms())
    message = ngettext("%(count)s board pauses.", "%(count)s boards pause.", result.count)
    _report_bulk_result(request, result, message, gettext("No clock was running."))


@on_press("pause_hall", tournament_at, "desk-tournament")
def resume_all(request: PageRequestOn[Tournament]) -> None:
    result = live_games.resume_all(actor=request.actor, tournament=request.thing, now_ms=now_ms())
    message = ngettext("%(count)s board goes on.", "%(count)s boards go on.", result.count)
    _report_bulk_result(request, result, message, gettext("No board was paused for the whole hall."))


def _report_bulk_result(request: HttpRequest, result: BulkResult, message: str, nothing: str) -> None:
    """Report how many games were changed, and each failed game by name with the reason."""
    if result.count:
        messages.success(request, message % {"count": result.count})
    elif not result.refused:
        messages.info(request, nothing)
    for game in Game.objects.filter(code__in=result.refused):
        names = " – ".join(player["name"] for player in game.players.values())
        messages.error(request, wording.labelled(names, wording.sentence(result.refused[game.code])))
