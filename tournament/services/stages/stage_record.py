"""Translate rows to the values that formats and rankings work with, and reasons back to rows.

`read(stage)` takes a constant number of queries, for a field of any size and any number of rounds.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property

from games.snapshot import snapshot
from tournament import models
from tournament.formats.format import Format
from tournament.formats.reasons import Reason
from tournament.models import (
    EntrantStatus,
    EntryKind,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Stage,
    StageEntry,
    Step,
)
from tournament.models.choices import WITHDRAWN
from tournament.scores import (
    CLASSIC,
    Entrant,
    EntrantId,
    History,
    Meeting,
    Outcome,
    RoundResult,
    Scoring,
    System,
)

GONE = frozenset({EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED})


@dataclass(frozen=True)
class StageRecord:
    """A stage with all that was paired and played in it, read at one moment."""

    stage: Stage
    format_rules: Format
    is_team_tournament: bool
    entries: tuple[StageEntry, ...]  # by seed, each with its entrant and the entrant's names
    rounds: tuple[Round, ...]
    matches: tuple[Match, ...]  # drafts included
    games: tuple[MatchGame, ...]

    @cached_property
    def entrants(self) -> dict[EntrantId, models.Entrant]:
        return {entry.entrant_id: entry.entrant for entry in self.entries}

    @cached_property
    def drawn(self) -> tuple[Round, ...]:
        """The published rounds."""
        return tuple(each for each in self.rounds if each.status != RoundStatus.DRAFT)

    @cached_property
    def draft(self) -> Round | None:
        return next((each for each in self.rounds if each.status == RoundStatus.DRAFT), None)

    @cached_property
    def matches_by_round(self) -> dict[int, list[Match]]:
        """Round number to its matches, by board."""
        numbers = {each.pk: each.number for each in self.rounds}
        grouped: dict[int, list[Match]] = defaultdict(list)
        for match in self.matches:
            grouped[numbers[match.round_id]].append(match)
        return dict(grouped)

    @cached_property
    def games_by_match(self) -> dict[int, list[MatchGame]]:
        grouped: dict[int, list[MatchGame]] = defaultdict(list)
        for game in self.games:
            grouped[game.match_id].append(game)
        return dict(grouped)

    @cached_property
    def group_of(self) -> dict[int, str]:
        return {entry.entrant_id: entry.group for entry in self.entries}

    @cached_property
    def by_place(self) -> dict[str, Match]:
        """The matches of a bracket by the place they were drawn for."""
        return {match.place: match for match in self.matches if match.place}

    @property
    def next_number(self) -> int:
        """The number of the round to be drafted, or drafted again."""
        return self.drawn[-1].number + 1 if self.drawn else 1

    @cached_property
    def gone(self) -> frozenset[int]:
        return frozenset(entry.entrant_id for entry in self.entries if entry.entrant.status in GONE)

    @property
    def groups(self) -> list[str]:
        """The groups by letter; none where the format has none."""
        return sorted(set(self.group_of.values())) if self.format_rules.has_groups else []


@snapshot()
def read(stage: Stage) -> StageRecord:
    stage_entries = StageEntry.objects.filter(stage=stage).order_by("seed")
    rounds = tuple(Round.objects.filter(stage=stage).order_by("number"))
    record = StageRecord(
        stage=stage,
        format_rules=stage.format_rules,
        is_team_tournament=stage.tournament.entry == EntryKind.TEAM,
        entries=tuple(
            stage_entries.select_related(
                "entrant__player__club", "entrant__team__club", "entrant__fixed_table"
            )
        ),
        rounds=rounds,
        matches=tuple(Match.objects.filter(round__stage=stage).by_board()),
        games=tuple(
            MatchGame.objects.filter(match__round__stage=stage).exclude(step=Step.HOUSE).order_by("number")
        ),
    )
    by_id = {each.pk: each for each in rounds}
    for each in rounds:
        each.stage = stage
    for match in record.matches:
        # The rows share their relatives, so that names and rounds cost no further query.
        match.round = by_id[match.round_id]
        match.first = record.entrants[match.first_id]
        match.second = record.entrants[match.second_id] if match.second_id else None
    return record


def scoring_of(stage: Stage) -> Scoring:
    return Scoring.read(stage.scoring)


def field_of(record: StageRecord) -> tuple[Entrant, ...]:
    """List all who ever took part in the stage; clubmates share a key."""
    return tuple(
        Entrant(
            id=entry.entrant_id,
            seed=entry.seed,
            rating=entry.entrant.rating,
            keeps_apart=frozenset({f"club:{club.pk}"} if (club := entry.entrant.club) else ()),
        )
        for entry in record.entries
    )


def meetings_of(record: StageRecord) -> tuple[Meeting, ...]:
    """Convert every row of every drawn round; the outcome is None while it is missing."""
    return tuple(
        meeting_of(match) for each in record.drawn for match in record.matches_by_round.get(each.number, ())
    )


def meeting_of(match: Match) -> Meeting:
    return Meeting(match.round.number, match.first_id, match.second_id, outcome_of(match))


def outcome_of(row: Match | MatchGame) -> Outcome | None:
    return Outcome(row.outcome) if row.outcome else None


def wins_of(row: Match | MatchGame) -> tuple[bool, bool]:
    """Return whether the first-named won, and whether the second; neither of an open one."""
    outcome = outcome_of(row)
    return outcome.wins if outcome else (False, False)


def build_history(record: StageRecord, group: str | None = None) -> History:
    """Build the history of the drawn rounds of the stage or a group: every count of points is based on it."""
    members = {entry.entrant_id: entry for entry in record.entries if group is None or entry.group == group}
    left = _left_before_pairing(record)
    # A smaller group is finished before the others; in other formats every entrant has a row in each round.
    left_out = RoundResult.FREE if record.format_rules.system is System.ROUND_ROBIN else RoundResult.ABSENT
    history = History.of(
        members,
        len(record.drawn),
        (
            _with_game_points(record, match)
            for each in record.drawn
            for match in record.matches_by_round.get(each.number, ())
            if match.first_id in members and (match.first_id, each.number) not in left
        ),
        {
            (entrant, each.number): RoundResult.WITHDRAWN
            if (entrant, each.number) in left
            else _unpaired(record, entry, each.number, left_out)
            for entrant, entry in members.items()
            for each in record.drawn
        },
        system=record.format_rules.system,
        boards=record.stage.tournament.boards if record.is_team_tournament else 1,
    )
    if not record.gone:
        return history
    return history.with_annulled(record.gone, record.format_rules.scheduled_games(len(members)))


def _with_game_points(record: StageRecord, match: Match) -> Meeting:
    meeting = meeting_of(match)
    if not record.is_team_tournament or meeting.second is None or meeting.outcome is None:
        return meeting
    ours, theirs = board_points(record, match)
    return meeting if ours is None or theirs is None else replace(meeting, game_points=(ours, theirs))


def _unpaired(record: StageRecord, entry: StageEntry, number: int, left_out: RoundResult) -> RoundResult:
    if number < entry.first_round:
        return RoundResult.NOT_ENTERED
    if entry.entrant_id in record.gone:
        return RoundResult.WITHDRAWN
    return left_out


def _left_before_pairing(record: StageRecord) -> set[tuple[int, int]]:
    """Find (entrant, round) of the rounds that an entrant missed after withdrawing."""
    return {
        (match.first_id, match.round.number)
        for match in record.matches
        if match.second_id is None
        and match.outcome == Outcome.ABSENT
        and match.reasons
        and match.reasons[0][0] == WITHDRAWN
    }


LOTS = "lots"  # the reason stored with a match that was decided by lots


def board_points(record: StageRecord, match: Match) -> tuple[int | None, int | None]:
    """Return the doubled game points of both teams, where boards have been entered."""
    boards = [game for game in record.games_by_match.get(match.pk, ()) if game.outcome]
    if not boards:
        return None, None
    gained = {match.first_id: 0, match.second_id: 0}
    for board in boards:
        other = match.second_id if board.starter_id == match.first_id else match.first_id
        outcome = Outcome(board.outcome)
        if board.step == Step.ARMAGEDDON and outcome is Outcome.DRAW:
            outcome = Outcome.SECOND_WINS  # the one with less time there wins a draw
        to_starter, to_other = CLASSIC.shares(outcome)
        gained[board.starter_id] += to_starter
        gained[other] += to_other
    return gained[match.first_id], gained[match.second_id]


def reasons_to_row(reasons: tuple[Reason, ...]) -> list[list[object]]:
    return [[reason.code, reason.params] for reason in reasons]


def reasons_of(match: Match) -> tuple[Reason, ...]:
    """List why these two meet, as reasons that are translated where they are shown."""
    return tuple(Reason(code, **params) for code, params in match.reasons if code != WITHDRAWN)
