"""The boards of a round as the desk shows them: players, table, state, clocks and result."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models import Game
from games.referee import UNDER_WAY
from games.views.faces import own_time
from tournament.formats.series import MatchTerms
from tournament.models import EntryKind, Match, MatchGame, Player, Report, Round, Step
from tournament.scores import Outcome, score_text
from tournament.services.results import disagreements, match_outcome
from tournament.services.setup import wizard
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.views.desk import offline
from tournament.views.desk.offline import Decision
from tournament.views.public import pairings, words

# Seen from the first-named; forfeits look different from games.
SCORES: dict[str, str] = {
    **{outcome: score_text(*both) for outcome, both in words.SCORES.items()},
    "": "–",
}


@dataclass(frozen=True, slots=True)
class Badge:
    label: Promise
    tone: str = ""
    icon: str = ""


STATES: dict[str, Badge] = {
    "waiting": Badge(_("waiting")),
    "running": Badge(_("playing"), "success"),
    "paused": Badge(_("paused"), "info", "pause"),
    "over": Badge(_("over"), "info", "check"),
}
UNSEATED = Badge(_("waits for a table"), "warning", "clock")
TYPED = Badge(_("result at the desk"))
DONE = Badge(_("finished"), "info", "check")
UNPLAYED = Badge(_("not played"))


@dataclass(frozen=True, slots=True)
class LiveFace:
    """One side's clock as it was when the page was made; the socket updates it."""

    seat: str
    side: str
    time: str
    running: bool


@dataclass(frozen=True, slots=True)
class Seated:
    name: str
    symbol: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class GameLine:
    """One board of a match, with its live game if there is one; in the order of the match."""

    row: MatchGame
    game: Game | None
    badge: Badge | None  # None if all results are typed
    faces: tuple[LiveFace, ...]
    arbiter: bool
    first: Seated
    second: Seated
    outcome: str
    offline: tuple[Decision, ...] = ()

    @property
    def score(self) -> str:
        return SCORES[self.outcome]

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played; a board left over when its match was decided is not."""
        return not self.row.outcome and not self.row.match.outcome


@dataclass(frozen=True, slots=True)
class Which:
    """Which match this is: its title in a bracket, its group in a stage of groups."""

    title: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class BoardRow:
    match: Match
    games: tuple[GameLine, ...]
    which: Which
    points: tuple[str, str]  # of both before this round; empty if no entrant has any
    game_words: str  # "Game 2 of 3", where a match has more than one
    score: str
    note: str  # how it was decided, where the score does not say so
    reports: tuple[Report, ...]
    is_disputed: bool  # the live game gave something else than what was entered

    @property
    def now(self) -> GameLine | None:
        """The game being played, otherwise the last one."""
        return next((line for line in self.games if line.is_open), self.games[-1] if self.games else None)

    @property
    def score_so_far(self) -> str:
        """The score of the games so far, if any has a result."""
        return self.score if self.is_entered else ""

    @property
    def is_entered(self) -> bool:
        """Whether any of its games has a result."""
        return any(line.row.outcome for line in self.games)

    @property
    def open_game(self) -> int | None:
        """The number of the next game to be decided, in its match."""
        return next((line.row.number for line in self.games if not line.row.outcome), None)

    @property
    def reports_differ(self) -> bool:
        return not self.match.outcome and len({each.outcome for each in self.reports}) > 1

    @property
    def was_decided_offline(self) -> bool:
        return any(line.offline for line in self.games)

    @property
    def first_won(self) -> bool:
        return stage_record.wins_of(self.match)[0]

    @property
    def second_won(self) -> bool:
        return stage_record.wins_of(self.match)[1]

    @property
    def is_team(self) -> bool:
        return any(line.row.step == Step.BOARD for line in self.games)

    @property
    def other_results(self) -> list[tuple[str, str]]:
        """The outcomes and scores it could be corrected to, if one game decided it."""
        if not self.match.outcome or self.is_team or len(self.games) > 1:
            return []
        drawn = [Outcome.DRAW] if self.match.round.stage.format_rules.draw_decides else []
        offered = (Outcome.FIRST_WINS, *drawn, Outcome.SECOND_WINS)
        return [(each.value, SCORES[each]) for each in offered if each != self.match.outcome]


@dataclass(frozen=True, slots=True)
class RoundView:
    round: Round
    rows: tuple[BoardRow, ...]
    byes: tuple[Match, ...]
    ends_ms: int | None

    @property
    def decided(self) -> int:
        return sum(bool(row.match.outcome) for row in self.rows)


def round_views(record: StageRecord, shown: Iterable[Round], *, tables: int, now_ms: int) -> list[RoundView]:
    """Read the rounds with everything on their boards, in a constant number of queries."""
    shown = list(shown)
    lines = _lines(record, shown, now_ms)
    reports: dict[int, list[Report]] = defaultdict(list)
    with_names = Report.objects.select_related("entrant__player", "entrant__team")
    for report in with_names.filter(match__round__in=shown):
        reports[report.match_id].append(report)
    differing = disagreements.disagreements(match__round__in=shown)
    disputed = {game.match_id for game, _said in differing}
    terms = match_outcome.terms_by_place(record)
    views = []
    for round_ in shown:
        matches = record.matches_by_round.get(round_.number, [])
        points = pairings.points_before(record, round_.number)
        rows = tuple(
            BoardRow(
                match,
                tuple(lines.get(match.pk, ())),
                label_match(record, match),
                (points.get(match.first_id, ""), points.get(match.second_id or 0, "")),
                pairings.game_now(record, match, terms),
                score_of(record, match),
                words.decision_with_winner(record, match, (str(match.first), str(match.second))),
                tuple(reports[match.pk]),
                match.pk in disputed,
            )
            for match in matches
            if match.second_id
        )
        byes = tuple(match for match in matches if not match.second_id)
        views.append(RoundView(round_, rows, byes, _ends_ms(round_, rows, terms, tables)))
    return views


def _ends_ms(
    round_: Round, rows: Sequence[BoardRow], terms: Mapping[str, MatchTerms], tables: int
) -> int | None:
    """Estimate the end of a round: team boards run side by side, the games of a longer match in sequence."""
    boards = sum(len(row.games) if row.is_team else 1 for row in rows)
    games = max((terms[row.match.place].best_of for row in rows if row.match.place in terms), default=1)
    return wizard.expected_end_ms(round_, boards=boards, tables=tables, games_each=games)


def score_of(record: StageRecord, match: Match) -> str:
    """Write the score as `1 – 0`; for team and longer matches the points of the games with a result."""
    first, second = words.scores(record, match)
    so_far = None if first else words.games_score(record, match)
    return score_text(*(so_far or (first, second))) if first or so_far else SCORES[""]


def label_match(record: StageRecord, match: Match) -> Which:
    if record.stage.format_rules.is_bracket:
        titles = stage_record.reasons_of(match)
        return Which(title=words.reason_text(titles[0])) if titles else Which()
    return Which(group=record.group_of.get(match.first_id, ""))


def _lines(record: StageRecord, shown: list[Round], now_ms: int) -> dict[int, list[GameLine]]:
    rows = list(
        MatchGame.objects.filter(match__round__in=shown)
        .select_related("table", "game", "starter_player", "second_player")
        .order_by("match", "number")
    )
    decided = offline.decisions(row.game_id for row in rows)
    matches = {match.pk: match for match in record.matches}
    grouped: dict[int, list[GameLine]] = defaultdict(list)
    for row in rows:
        row.match = matches[row.match_id]
        offline_decisions = decided.get(row.game_id, []) if row.game_id else []
        grouped[row.match_id].append(_line(record, row, now_ms, tuple(offline_decisions)))
    return grouped


def _line(record: StageRecord, row: MatchGame, now_ms: int, decided: tuple[Decision, ...]) -> GameLine:
    game = row.game if row.game and not row.game.voided else None
    state = game.state_now() if game and not row.outcome and game.status in UNDER_WAY else None
    first, second = _both_seated(record, row)
    outcome = Outcome(row.outcome) if row.outcome else None
    return GameLine(
        row=row,
        game=game,
        badge=_badge(record, row, game),
        faces=tuple(
            LiveFace(face.seat, "X" if face.seat in "XNS" else "O", own_time(face), face.running)
            for face in clock.read_clock(state.clock, now_ms).faces
        )
        if state
        else (),
        arbiter=bool(state and state.arbiter),
        first=first,
        second=second,
        outcome=(outcome if _starts_first(row) else outcome.swapped) if outcome else "",
        offline=decided,
    )


def _badge(record: StageRecord, row: MatchGame, game: Game | None) -> Badge | None:
    if row.outcome:
        return DONE
    if row.match.outcome:
        return UNPLAYED
    live = record.stage.tournament.live
    if row.table_id is None and live and (game is None or game.status == "waiting"):
        return UNSEATED
    if game:
        return STATES[game.status]
    return TYPED if live else None


def _both_seated(record: StageRecord, row: MatchGame) -> tuple[Seated, Seated]:
    match = row.match
    entrants = (match.first, match.second) if _starts_first(row) else (match.second, match.first)
    players: tuple[Player | None, ...] = (row.starter_player, row.second_player)
    if record.stage.tournament.entry != EntryKind.TEAM:
        players = (None, row.second_player)
    starter, second = (
        Seated(str(player or entrant or ""), symbol)
        for player, entrant, symbol in zip(players, entrants, pairings.symbols(record), strict=True)
    )
    return (starter, second) if _starts_first(row) else (second, starter)


def _starts_first(row: MatchGame) -> bool:
    return row.starter_id == row.match.first_id
