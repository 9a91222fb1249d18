"""One match at the desk: its corrections with their effects, and taking a result back."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequestOn, right
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.formats.series import final_scores
from tournament.models import RESULTS, Match, MatchGame
from tournament.scores import Outcome, halves_text
from tournament.services.faults import StepRefused
from tournament.services.results import (
    correction_preview,
    corrections,
    disagreements,
    entering,
    match_outcome,
    taking_back,
)
from tournament.services.stages import stage_record
from tournament.views.desk import boards, custody, disputes
from tournament.views.desk.desk_page import desk_page, on_press, posted_note, posted_number, report_outcome
from tournament.views.desk.lookups import game_at, match_at
from tournament.views.desk.results import outcome_of, wants_lots
from tournament.views.public import words

# What the buttons of a match offer, in this order.
CHOICES = (
    Outcome.FIRST_WINS,
    Outcome.DRAW,
    Outcome.SECOND_WINS,
    Outcome.SECOND_FORFEITS,
    Outcome.FIRST_FORFEITS,
    Outcome.BOTH_FORFEIT,
)


@right("see_desk", thing=match_at)
@read_only_page
def match_page(request: PageRequestOn[Match], match_id: int) -> HttpResponse:
    """Show one match with all that can be done about it.

    `?outcome=` previews a correction of the match, with `game=` that of one of its boards.
    """
    match = request.thing
    stage = match.round.stage
    tournament = stage.tournament
    record = stage_record.read(stage)
    shown = boards.round_views(record, [match.round], tables=tournament.tables.count(), now_ms=now_ms())
    row = next((row for row in shown[0].rows if row.match.pk == match.pk), None)
    asked = _asked_correction(request, row)
    level = wants_lots(record, match)
    wanted = request.GET.get("outcome", "")
    whole = match.outcome and wanted in RESULTS and wanted != match.outcome and not request.GET.get("game")
    impact = correction_preview.impact(match, Outcome(wanted)) if whole else None
    score = match_outcome.read_score(request.GET.get("score", ""))
    scores = _scores(record, match)
    asked_score = score if score in scores else None
    if asked_score:
        impact = correction_preview.score_impact(match, asked_score)
    return desk_page(
        request,
        "desk/match.html",
        tournament,
        match=match,
        row=row,
        kept=custody.tablet_games(row.games) if row else (),
        stopped=custody.stopped_games(row.games) if row else (),
        disputes=[disputes.read_dispute(*each) for each in disagreements.disagreements(match=match)],
        choices=[(each.value, boards.SCORES[each], each.forfeited) for each in _choices(match, level)],
        of_a_game=[(each.value, boards.SCORES[each]) for each in CHOICES],
        boards_first=not match.outcome and bool(entering.open_boards(match)),
        impact=impact,
        scores=[_ScoreChoice(each, each == asked_score) for each in scores],
        asked_score=_ScoreChoice(asked_score) if asked_score else None,
        asked=asked,
        seen=match_outcome.seen_result(match),
        sides=[side for side in (match.first, match.second) if side],
        wants_lots=level,
        may_take_back=_may_take_back(match),
        taken_by_board=taking_back.boards_to_take_back(match),
        taken_whole=bool(match.outcome) and not taking_back.boards_make(match),
        said=words.named_result(match, match.outcome) if match.outcome in RESULTS else "",
        reports=[
            (report, words.named_result(match, report.outcome))
            for report in match.reports.select_related("entrant__player", "entrant__team")
        ],
        tables=tournament.tables.all(),
        house=tournament.entrants.with_names().filter(house=True) if match.outcome == Outcome.BYE else (),
    )


@dataclass(frozen=True, slots=True)
class _ScoreChoice:
    """A score that a longer match may be corrected to."""

    score: match_outcome.Score
    asked: bool = False

    @property
    def value(self) -> str:
        return "-".join(map(halves_text, self.score))

    def __str__(self) -> str:
        return match_outcome.words_of(self.score)


def _scores(record: stage_record.StageRecord, match: Match) -> list[match_outcome.Score]:
    """Return the other scores that a decided match of several games could have."""
    if not match.outcome or not match_outcome.is_series(record.stage):
        return []
    best_of = match_outcome.terms_by_place(record)[match.place].best_of
    stands = stage_record.board_points(record, match)
    return [each for each in final_scores(best_of) if each != stands] if best_of > 1 else []


@dataclass(frozen=True, slots=True)
class AskedCorrection:
    """The correction of one game of a match that is being previewed, with its effects."""

    line: boards.GameLine
    outcome: Outcome
    impact: correction_preview.Impact

    @property
    def score(self) -> str:
        return boards.SCORES[self.outcome]

    @property
    def match_follows(self) -> str:
        """What happens to the match, in a sentence."""
        outcome = self.impact.outcome
        if self.impact.match_stands:
            return _("The result of the match stays as it is.") if outcome else _("The match goes on.")
        if outcome:
            return _("The match follows: {score}.").format(score=boards.SCORES[outcome])
        if self.impact.wants_lots:
            return _(
                "The match is level after all games and is opened again: "
                "then enter who won a play-off, or draw lots."
            )
        if self.impact.next_game:
            return _("The match is not decided any more. It is opened again and goes on ({game}).").format(
                game=words.reason_text(self.impact.next_game)
            )
        return _("The match is not decided any more. It is opened again and goes on.")


def _asked_correction(request: HttpRequest, row: boards.BoardRow | None) -> AskedCorrection | None:
    number, wanted = request.GET.get("game", ""), request.GET.get("outcome", "")
    lines = [line for line in row.games if line.row.outcome and str(line.row.number) == number] if row else []
    if not lines or wanted not in RESULTS or wanted == lines[0].outcome:
        return None
    return AskedCorrection(
        lines[0], Outcome(wanted), correction_preview.board_impact(lines[0].row, Outcome(wanted))
    )


@right("correct_result", thing=match_at)
@require_POST
def correct(request: PageRequestOn[Match], match_id: int) -> HttpResponse:
    match = request.thing
    score = match_outcome.read_score(request.POST.get("score", ""))
    actor, note, seen = request.actor, posted_note(request), request.POST.get("seen", "")
    with report_outcome(request, _("The result is changed.")):
        if score:
            corrections.correct_score(
                actor=actor, match=match, score=score, note=note, now_ms=now_ms(), seen=seen
            )
        else:
            corrections.correct(
                actor=actor, match=match, outcome=outcome_of(request), note=note, now_ms=now_ms(), seen=seen
            )
        return redirect("desk-match", match.pk)
    return _asked_again(request, match)


def _asked_again(request: HttpRequest, match: Match, game: int | None = None) -> HttpResponse:
    """Redirect to the preview of the refused change, as it would be now."""
    asked = {name: request.POST[name] for name in ("score", "outcome") if request.POST.get(name)}
    query = urlencode({**asked, **({"game": game} if game else {})})
    return redirect(f"{reverse('desk-match', args=[match.pk])}?{query}#impact")


@on_press("correct_result", match_at, "desk-match")
def take_back(request: PageRequestOn[Match]) -> str:
    """Delete the result of the match or (`number`) of one of its boards."""
    match = request.thing
    message = _("Board %(board)s: the result is taken back.") % {"board": match.board}
    taking_back.take_back(
        actor=request.actor,
        match=match,
        number=posted_number(request, "number") or None,
        note=posted_note(request),
        now_ms=now_ms(),
        seen=request.POST.get("seen"),
    )
    return message if match.board else _("The result is taken back.")


@right("correct_result", thing=game_at)
@require_POST
def correct_board(request: PageRequestOn[MatchGame], match_game_id: int) -> HttpResponse:
    """Correct one board or game of a match, seen from the first-named of the match."""
    game = request.thing
    with report_outcome(request, _("The board is changed.")):
        corrections.correct_board(
            actor=request.actor,
            match_game=game,
            outcome=outcome_of(request),
            note=posted_note(request),
            now_ms=now_ms(),
            seen=request.POST.get("seen", ""),
        )
        return redirect("desk-match", game.match_id)
    return _asked_again(request, game.match, game.number)


def _may_take_back(match: Match) -> bool:
    try:
        taking_back.check(match)
    except StepRefused:
        return False
    return bool(match.second_id) and match.round.status == "published"


def _choices(match: Match, level: bool) -> tuple[Outcome, ...]:
    """Return the outcomes to offer: only forfeits while boards are open, no draw if a winner is needed."""
    if not match.outcome and entering.open_boards(match):
        return tuple(each for each in CHOICES if each.forfeited)
    no_draw = level or (match.outcome and not match.round.stage.format_rules.draw_decides)
    return tuple(each for each in CHOICES if not (no_draw and each is Outcome.DRAW))
