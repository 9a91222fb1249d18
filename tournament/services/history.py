"""The translator between rows and the values that formats and rankings think in. Nothing else knows both.

`read(stage)` takes a constant number of queries, whatever the field and the rounds.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from games.snapshot import snapshot
from tournament.formats import values
from tournament.formats.reasons import Reason
from tournament.formats.values import Outcome, Points
from tournament.models import (
    EntrantStatus,
    EntryKind,
    Format,
    Match,
    MatchGame,
    Round,
    RoundStatus,
    Stage,
    StageEntry,
    Step,
)
from tournament.ranking import results
from tournament.ranking.results import Cell, History, Result, System
from tournament.ranking.scoring import Scoring

ROUND_ROBINS = frozenset({Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.GROUPS})
BRACKETS = frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})

# What an outcome is for the first-named and for the second.
_RESULTS: dict[Outcome, tuple[Result, Result | None]] = {
    Outcome.FIRST_WINS: (Result.WIN, Result.LOSS),
    Outcome.DRAW: (Result.DRAW, Result.DRAW),
    Outcome.SECOND_WINS: (Result.LOSS, Result.WIN),
    Outcome.FIRST_FORFEITS: (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    Outcome.SECOND_FORFEITS: (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    Outcome.BOTH_FORFEIT: (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
    Outcome.BYE: (Result.PAIRING_BYE, None),
    Outcome.FREE: (Result.PAIRING_BYE, None),
    Outcome.HALF_BYE: (Result.HALF_BYE, None),
    Outcome.ABSENT: (Result.ABSENT, None),
}
GONE = frozenset({EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED})


@dataclass(frozen=True)
class Record:
    """A stage with all that was paired and played in it, read at one moment."""

    stage: Stage
    entries: tuple[StageEntry, ...]  # by seed, each with its entrant and the entrant's names
    rounds: tuple[Round, ...]
    matches: tuple[Match, ...]  # drafts included
    games: tuple[MatchGame, ...]

    @cached_property
    def entrants(self):
        return {entry.entrant_id: entry.entrant for entry in self.entries}

    @cached_property
    def drawn(self) -> tuple[Round, ...]:
        """The rounds that everybody may see."""
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
        return frozenset(pk for pk, entrant in self.entrants.items() if entrant.status in GONE)

    @property
    def system(self) -> System:
        return System.ROUND_ROBIN if self.stage.format in ROUND_ROBINS else System.SWISS

    @property
    def is_team_event(self) -> bool:
        return self.stage.tournament.entry == EntryKind.TEAM


@snapshot()
def read(stage: Stage) -> Record:
    stage_entries = StageEntry.objects.filter(stage=stage).order_by("seed")
    rounds = tuple(Round.objects.filter(stage=stage).order_by("number"))
    record = Record(
        stage=stage,
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


def points_of(stage: Stage) -> Points:
    """The stage's scoring as the pairing needs it."""
    scoring = scoring_of(stage)
    return Points(
        win=scoring.win,
        draw=scoring.draw,
        loss=scoring.loss,
        bye=scoring.bye,
        half_bye=scoring.half_bye,
        forfeit_win=scoring.forfeit_win,
        forfeit_loss=scoring.forfeit_loss,
    )


def field_of(record: Record) -> tuple[values.Entrant, ...]:
    """All who ever took part in the stage; clubmates share a key."""
    return tuple(
        values.Entrant(
            id=entry.entrant_id,
            seed=entry.seed,
            rating=entry.entrant.rating,
            keeps_apart=frozenset({f"club:{club.pk}"} if (club := entry.entrant.club) else ()),
        )
        for entry in record.entries
    )


def results_of(record: Record) -> tuple[values.Result, ...]:
    """Every drawn round; a result that is missing is None and counts as a draw in a draft."""
    return tuple(
        values.Result(number.number, match.first_id, match.second_id, outcome_of(match))
        for number in record.drawn
        for match in record.matches_by_round.get(number.number, ())
    )


def outcome_of(row: Match | MatchGame) -> Outcome | None:
    return Outcome(row.outcome) if row.outcome else None


def history_of(record: Record, group: str | None = None) -> History:
    """The drawn rounds of the stage, or of one of its groups, as the ranking reads them."""
    members = [entry for entry in record.entries if group is None or entry.group == group]
    cells: dict[int, list[Cell]] = {
        entry.entrant_id: [_unpaired(record, entry, each.number) for each in record.drawn]
        for entry in members
    }
    for index, each in enumerate(record.drawn):
        for match in record.matches_by_round.get(each.number, ()):
            if match.first_id in cells:
                for entrant, cell in _cells(record, match):
                    cells[entrant][index] = cell
    return History(
        cells={entrant: tuple(row) for entrant, row in cells.items()},
        system=record.system,
        annulled=_annulled(record, cells),
        boards=record.stage.tournament.boards if record.is_team_event else 1,
    )


def _unpaired(record: Record, entry: StageEntry, number: int) -> Cell:
    if number < entry.first_round:
        return Cell(Result.NOT_ENTERED)
    if entry.entrant_id in record.gone:
        return Cell(Result.WITHDRAWN)
    # A smaller group is done before the others; elsewhere nobody is left out without a row.
    return Cell(Result.PAIRING_BYE if record.system is System.ROUND_ROBIN else Result.ABSENT)


def _cells(record: Record, match: Match) -> list[tuple[int, Cell]]:
    outcome = outcome_of(match)
    mine, theirs = _RESULTS[outcome] if outcome else (Result.PENDING, Result.PENDING)
    if match.second_id is None:
        if mine is Result.ABSENT and match.reasons and match.reasons[0][0] == WITHDRAWN:
            mine = Result.WITHDRAWN
        return [(match.first_id, Cell(mine))]
    gained = board_points(record, match) if record.is_team_event and outcome else (None, None)
    return [
        (match.first_id, Cell(mine, match.second_id, True, gained[0])),
        (match.second_id, Cell(theirs, match.first_id, False, gained[1])),
    ]


WITHDRAWN = "withdrawn"  # the reason kept with a round that a withdrawn entrant misses
LOTS = "lots"  # the reason kept with a match that the lot decided


def board_points(record: Record, match: Match) -> tuple[int | None, int | None]:
    """Doubled game points of both teams, where boards have been entered."""
    boards = [game for game in record.games_by_match.get(match.pk, ()) if game.outcome]
    if not boards:
        return None, None
    worth = Points()
    gained = {match.first_id: 0, match.second_id: 0}
    for board in boards:
        other = match.second_id if board.starter_id == match.first_id else match.first_id
        outcome = Outcome(board.outcome)
        if board.step == Step.ARMAGEDDON and outcome is Outcome.DRAW:
            outcome = Outcome.SECOND_WINS  # who has less time there wins a draw
        to_starter, to_other = worth.of(outcome)
        gained[board.starter_id] += to_starter
        gained[other] += to_other
    return gained[match.first_id], gained[match.second_id]


def _annulled(record: Record, cells: dict[int, list[Cell]]) -> frozenset[int]:
    """Round robin: who left with under half of the games played does not count."""
    if record.system is System.SWISS:
        return frozenset()
    cycles = 2 if record.stage.format == Format.DOUBLE_ROUND_ROBIN else 1
    scheduled = cycles * (len(cells) - 1)
    return frozenset(
        entrant
        for entrant in record.gone & cells.keys()
        if results.is_annulled_by_withdrawal(tuple(cells[entrant]), scheduled)
    )


def reasons_to_row(reasons: tuple[Reason, ...]) -> list[list[object]]:
    return [[reason.code, reason.params] for reason in reasons]


def reasons_of(match: Match) -> tuple[Reason, ...]:
    """Why these two meet, in sentences that the edge translates."""
    return tuple(Reason(code, **params) for code, params in match.reasons if code != WITHDRAWN)


def pairs_for_log(record: Record, round_: Round) -> list[list[object]]:
    """The round for the log: board, entrants, outcome; ids only."""
    rows = record.matches_by_round.get(round_.number, [])
    return [[match.board, match.first_id, match.second_id, match.outcome] for match in rows]
