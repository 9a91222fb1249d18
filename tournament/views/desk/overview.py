"""The first page of the desk in one value: what now, how far the round is, its draft, its boards."""

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import wording
from games.access.permissions import Actor, may
from games.models import Game
from games.referee import UNDER_WAY
from games.services.lost_time import OUTAGE
from games.services.many_games import TOGETHER, paused_for
from tournament.models import Round, RoundStatus, Stage, Tournament
from tournament.services.rounds import next_steps
from tournament.services.rounds.next_steps import Next
from tournament.services.stages import facts, stage_record, stages
from tournament.views.desk import boards, lots_words
from tournament.views.desk.boards import RoundView
from tournament.views.desk.draft_view import DraftView, draft_of


@dataclass(frozen=True, slots=True)
class Button:
    """How the next step is done: by a press (`post`), by a press after a warning (`ask`), elsewhere (`go`,
    `board`), by looking below (`see`)."""

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
    "print_standings": Button(_("See the standings"), "go", "event-standings", "see_desk"),
}

PIPELINE = (
    pgettext_lazy("step", "Check in"),
    pgettext_lazy("step", "Draft"),
    _("Adjust"),
    pgettext_lazy("step", "Publish"),
    pgettext_lazy("step", "Play"),
    pgettext_lazy("step", "Confirm"),
    pgettext_lazy("step", "Close"),
)
# Where in the pipeline each next step stands.
PLACES: dict[str, int] = {
    "add-stage": 0,
    "enter": 0,
    "approve": 0,
    "check-in": 0,
    "draft-first": 1,
    "draft-unchecked": 1,
    "draft-present": 1,
    "draft": 1,
    "draft-ready": 1,
    "next-stage": 1,
    "level-at-the-cut": 1,
    "publish-waits": 2,
    "publish-concerns": 2,
    "publish": 3,
    "results": 4,
    "results-go-on": 4,
    "ladder": 4,
    "resolve": 5,
    "lots": 5,
    "level-teams": 5,
    "close": 6,
    "finish": 6,
    "finish-bracket": 6,
}


@dataclass(frozen=True, slots=True)
class StepShown:
    text: str
    button: Button | None
    address: str
    version: int | None
    warning: str = ""  # what is to be read before it is done


@dataclass(frozen=True, slots=True)
class Clocks:
    """How many games run, stand, and wait for the arbiter; `for_the_hall` are those that go on together.

    `away`: some stand because the server was. Nobody at the desk did that, so it has to be told.
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
    draft: DraftView | None
    playing: tuple[RoundView, ...]
    last_closed: Round | None
    rounds_planned: int
    rounds_drawn: int
    clocks: Clocks


def read_overview(tournament: Tournament, actor: Actor, *, now_ms: int) -> Overview:
    steps = list(next_steps.steps(tournament))
    stage = stages.current(tournament)
    if stage is None:
        shown, line = shown_steps(tournament, actor, steps), pipeline(steps)
        return Overview(None, shown, line, None, (), None, 0, 0, Clocks())
    stage.tournament = tournament
    record = stage_record.read(stage)
    open_rounds = [each for each in record.drawn if each.status == RoundStatus.PUBLISHED]
    closed = [each for each in record.drawn if each.status == RoundStatus.CLOSED]
    return Overview(
        stage=stage,
        steps=shown_steps(tournament, actor, steps),
        pipeline=pipeline(steps),
        draft=draft_of(record) if record.draft else None,
        playing=tuple(
            boards.rounds_shown(record, open_rounds, tables=tournament.tables.count(), now_ms=now_ms)
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
        for_the_hall=len({game.pk for reason in TOGETHER for game in paused_for(topic, reason)}),
        away=any(OUTAGE in state.clock.pauses for state in paused),
    )


def shown_steps(tournament: Tournament, actor: Actor, steps: list[Next]) -> tuple[StepShown, ...]:
    return tuple(_step_shown(tournament, actor, step) for step in steps)


def _step_shown(tournament: Tournament, actor: Actor, step: Next) -> StepShown:
    """Everybody reads what is to be done; only who may do it has the button."""
    text = wording.counted(step.template, step.params)
    button = BUTTONS.get(step.action)
    offered = button is not None and may(actor, button.verb, tournament)
    address = _step_address(tournament, step, button) if button and offered else ""
    version = step.round.version if step.round else None
    asks = button is not None and button.how == "ask" and step.stage is not None and address
    warning = lots_words.would_fall_on(step.stage) if asks and step.stage else ""
    return StepShown(text, button if address else None, address, version, warning)


def _step_address(tournament: Tournament, step: Next, button: Button) -> str:
    if button.how == "see":
        return f"#{button.page}"
    if step.board is not None:
        return reverse(button.page, args=[step.board.pk])
    if step.match is not None:
        return reverse("desk-match", args=[step.match.pk])
    number = step.round.pk if step.round else step.stage.pk if step.stage else tournament.pk
    here = tournament.code if button.page.startswith("event-") else tournament.pk
    given = {"go": here, "post": number, "ask": number}
    try:
        return reverse(button.page, args=[given[button.how]])
    except NoReverseMatch:
        return ""


def pipeline(steps: list[Next]) -> tuple[tuple[Promise, str], ...]:
    """Each step of the round with its state: done, now, or nothing yet."""
    place = next((PLACES[step.code] for step in steps if step.code in PLACES), len(PIPELINE))
    states = ("done", "now", "")
    return tuple((label, states[(index >= place) + (index > place)]) for index, label in enumerate(PIPELINE))
