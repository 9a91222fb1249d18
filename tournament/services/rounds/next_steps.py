"""What to do next at the desk, and why: the most urgent step, then the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.faults import Counted, fill_in
from games.referee import UNDER_WAY
from tournament.formats.format import PairingRefused
from tournament.models import (
    EntrantStatus,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Tournament,
    TournamentStatus,
)
from tournament.services.pairing import tasks
from tournament.services.results import entering, match_outcome
from tournament.services.rounds import auto_rounds, desk_calls
from tournament.services.rounds.desk_calls import CallKind, DeskCall
from tournament.services.rounds.step_sentences import SENTENCES
from tournament.services.stages import facts, qualifying, stage_record, stages
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import live_games


@dataclass(frozen=True, slots=True)
class Next:
    """A step to do next. `action` names the button; the sentence gives the reason."""

    code: str
    action: str
    params: dict[str, object] = field(default_factory=dict)
    stage: Stage | None = None
    round: Round | None = None
    board: MatchGame | None = None
    match: Match | None = None  # the match, if the step is about only one

    @property
    def template(self) -> str | Counted:
        return SENTENCES[f"{self.code}-idle" if self.params.get("running") == 0 else self.code]

    def __str__(self) -> str:
        return fill_in(self.template, self.params)


def first(tournament: Tournament) -> Next:
    return next(steps(tournament))


def steps(tournament: Tournament) -> Iterator[Next]:
    """Find what is waiting at the desk, most urgent first; at least one step."""
    yield from _interruptions(tournament)
    stage = stages.current(tournament)
    if stage is None:
        yield Next("add-stage", "add_stage")
        return
    stage.tournament = tournament
    if tournament.status == TournamentStatus.FINISHED:
        yield Next("celebrate", "print_standings", stage=stage)
        return
    if not stage.format_rules.has_rounds:
        yield _ladder(tournament, stage)
        return
    record = stage_record.read(stage)
    if not record.rounds:
        yield from _before_the_start(tournament, stage)
        return
    if not record.drawn:
        yield from _cut(stage)
    yield from _lots(record)
    yield from _rounds_played(record)
    if record.draft:
        yield _drafted(record, record.draft)
    elif stage.format_rules.is_bracket:
        yield from _ready(record)
    elif all(each.status == RoundStatus.CLOSED for each in record.drawn):
        last = record.drawn[-1].number
        if last < facts.rounds_of(record):
            yield Next("draft", "draft", {"round": last, "next": last + 1}, stage)
        else:
            yield Next("finish", "finish_stage", stage=stage)


def _interruptions(tournament: Tournament) -> Iterator[Next]:
    """Find what must not wait, at any point of a round."""
    waiting: dict[CallKind, list[DeskCall]] = {}
    for call in desk_calls.desk_calls(tournament):
        waiting.setdefault(call.kind, []).append(call)
    differing = waiting.pop(CallKind.DIFFERS, [])
    for kind, found in waiting.items():
        yield _calling(f"call-{kind}", found)
    if conflicts := entering.conflicts(tournament):
        yield Next("resolve", "resolve_conflict", {"count": len(conflicts)}, match=_only(conflicts))
    if differing:
        yield _calling("compare", differing)
    if applied := tournament.entrants.filter(status=EntrantStatus.APPLIED).count():
        yield Next("approve", "approve", {"count": applied})


def _only(matches: Sequence[Match]) -> Match | None:
    return matches[0] if len(matches) == 1 else None


def _calling(code: str, calls: Sequence[DeskCall]) -> Next:
    """Build the step for boards that wait for the arbiter for the same reason; it opens the first of them."""
    places = (call.board.match.board or call.board.table or "–" for call in calls)
    boards = ", ".join(dict.fromkeys(map(str, places)))
    params: dict[str, object] = {"count": len(calls), "boards": boards}
    return Next(code, "open_board", params, board=calls[0].board)


def _before_the_start(tournament: Tournament, stage: Stage) -> Iterator[Next]:
    before = stages.before(stage)
    if before is not None:
        level = list(_cut(stage))
        yield from level
        if before.status == StageStatus.FINISHED and not level:
            yield Next("next-stage", "draft", {"stage": str(before)}, stage)
        return
    entered = tournament.entrants.entered().filter(house=False)
    count, present = entered.count(), entered.filter(checked_in=True).count()
    if count < 2:
        yield Next("enter", "enter", {"count": count}, stage)
    elif 0 < present < count:
        yield Next("check-in", "check_in", {"present": present, "count": count}, stage)
        yield Next("draft-present", "draft", {"present": present}, stage)
    elif not present:
        yield Next("draft-unchecked", "draft", {"entered": count}, stage)
    else:
        yield Next("draft-first", "draft", stage=stage)


def _cut(stage: Stage) -> Iterator[Next]:
    """Ask for lots if it is open who qualifies: equal ranks in the stage before, and no lots drawn."""
    before = stages.before(stage)
    if (
        before
        and before.status == StageStatus.FINISHED
        and qualifying.level_at_the_cut(stage_record.read(before))
    ):
        yield Next("level-at-the-cut", "draw_stage_lots", {"stage": str(before)}, before)


def _ladder(tournament: Tournament, stage: Stage) -> Next:
    """Build the step of a ladder: without rounds to wait for, two who are there can play."""
    count = tournament.entrants.entered().filter(house=False).count()
    if count < 2:
        return Next("enter", "enter", {"count": count}, stage)
    open_matches = Match.objects.open().filter(round__stage=stage)
    return Next("ladder", "play_ladder", {"open": open_matches.count()}, stage)


def _rounds_played(record: StageRecord) -> Iterator[Next]:
    """Yield the steps of open rounds; automatic rounds, which are closed once complete, need no closing."""
    has_auto_rounds = auto_rounds.is_active(record.stage)
    found = [_playing(record, each) for each in record.drawn if each.status == RoundStatus.PUBLISHED]
    waited_for = any(each.code != "close" for each in found)
    yield from (each for each in found if each.code != "close" or not (has_auto_rounds and waited_for))


def _playing(record: StageRecord, round_: Round) -> Next:
    meetings = [match for match in record.matches_by_round.get(round_.number, ()) if match.second_id]
    missing = [match for match in meetings if not match.outcome]
    if not missing:
        return Next("close", "close", {"round": round_.number}, record.stage, round_)
    games = [game for match in missing for game in record.games_by_match.get(match.pk, ())]
    running = sum(status in UNDER_WAY for status in live_games.status_of(games).values())
    params: dict[str, object] = {
        "round": round_.number,
        "open": len(missing),
        "count": len(meetings),
        "running": running,
    }
    code = "results-go-on" if auto_rounds.is_active(record.stage) else "results"
    return Next(code, "enter_results", params, record.stage, round_)


def _drafted(record: StageRecord, draft: Round) -> Next:
    waits_for = next((each for each in record.drawn if each.status != RoundStatus.CLOSED), None)
    if waits_for and not record.stage.format_rules.rounds_overlap:
        params: dict[str, object] = {"round": draft.number, "open": waits_for.number}
        return Next("publish-waits", "see_draft", params, record.stage, draft)
    concerns = tasks.concerns(record, record.matches_by_round.get(draft.number, []))
    if concerns:
        params = {"round": draft.number, "count": len(concerns)}
        return Next("publish-concerns", "publish", params, record.stage, draft)
    return Next("publish", "publish", {"round": draft.number}, record.stage, draft)


def _ready(record: StageRecord) -> Iterator[Next]:
    try:
        count = len(tasks.task_for(record).draw.rows)
    except PairingRefused:
        if facts.is_complete(record):
            yield Next("finish-bracket", "finish_stage", stage=record.stage)
        return
    yield Next("draft-ready", "draft", {"count": count}, record.stage)


def _lots(record: StageRecord) -> Iterator[Next]:
    if record.stage.format_rules.draw_decides:
        return
    undecided = [
        match for match in record.matches if not match.outcome and match.round.status != RoundStatus.DRAFT
    ]
    level = [match for match in undecided if match_outcome.wants_lots(record, match)]
    if level:
        code = "level-teams" if record.is_team_tournament else "lots"
        yield Next(code, "draw_lots", {"count": len(level)}, record.stage, match=_only(level))
