"""Records of games: export those of a round or tournament, and import records as finished games."""

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.db import transaction
from django.db.models import QuerySet

from games.access.permissions import SYSTEM, Actor
from games.clock import Mode, TimeControl
from games.faults import Counted, Fault
from games.models import Game
from games.referee import Keeper
from games.referee import requests as r
from games.replays import record_of
from games.rules.adjudication import Verdict, adjudicate
from games.rules.records import RecordStep
from games.rules.sheets import RecordSheet, read_sheets
from games.rules.tags import rules_of, start_of
from games.services import recording
from games.services.opening import open_game
from tournament.files.reading import BadFile, split_lines
from tournament.models import MatchGame

MOST_GAMES = 1000
MOST_MOVES = 1000
LONGEST_NAME = 80
_UNTIMED = "-"
_SECOND_MS = 1000


class BadGame(Fault):
    sentences: ClassVar[dict[str, str | Counted]] = {
        "unfinished": "The game is not over: it has no result that its moves or its tags show.",
        "too-many": Counted(
            "There is more than {most} game.", "There are more than {most} games.", by="most"
        ),
        "too-long": Counted(
            "The game has more than {most} move.", "The game has more than {most} moves.", by="most"
        ),
        "refused": "Move {move}: {reason}",
    }


@dataclass(frozen=True, slots=True)
class JudgedRecord:
    """A record sheet of a file and what the referee says of it; `fault` is the reason why it is left out."""

    line: int
    sheet: RecordSheet
    verdict: Verdict
    fault: Fault | None

    @property
    def players(self) -> str:
        seats = ("X", "O") if "X" in self.sheet.tags or "O" in self.sheet.tags else ("N", "E", "S", "W")
        return " – ".join(self.sheet.tags.get(seat, "?")[:LONGEST_NAME] for seat in seats)


def judge_records(text: str) -> list[JudgedRecord]:
    """Read and judge every game of a file. Save nothing."""
    found: list[JudgedRecord] = []
    for sheet in read_sheets(split_lines(text)):
        if len(found) >= MOST_GAMES:
            raise BadFile("at", line=sheet.line, column=1, reason=BadGame("too-many", most=MOST_GAMES))
        found.append(_judge(sheet))
    if not found:
        raise BadFile("empty")
    return found


def _judge(sheet: RecordSheet) -> JudgedRecord:
    if len(sheet.words) > MOST_MOVES:
        return JudgedRecord(sheet.line, sheet, Verdict(None), BadGame("too-long", most=MOST_MOVES))
    verdict = adjudicate(sheet)
    fault: Fault | None = BadGame("unfinished") if verdict.outcome is None else None
    if verdict.problem:
        fault = verdict.problem.reason
        if verdict.problem.move is not None:
            fault = BadGame("refused", move=verdict.problem.move, reason=fault)
    return JudgedRecord(sheet.line, sheet, verdict, fault)


@transaction.atomic
def import_records(games: Iterable[JudgedRecord], *, actor: Actor, now_ms: int) -> list[Game]:
    """Make finished games from the records without a fault."""
    return [
        replay_record(each.sheet, each.verdict, actor=actor, now_ms=now_ms)
        for each in games
        if each.fault is None
    ]


def replay_record(
    sheet: RecordSheet,
    verdict: Verdict,
    *,
    actor: Actor,
    now_ms: int,
    players: Mapping[str, Mapping[str, str]] | None = None,
    topic: str = "",
) -> Game:
    """Play a recorded game again, move by move, with the times of its clocks if the record has them."""
    start, rules = start_of(sheet.tags), rules_of(sheet.tags)
    control = _read_control(sheet.tags.get("TimeControl", ""), start.seats)
    seats = "XO" if start.seats == 2 else "NESW"
    names = {seat: {"name": sheet.tags[seat][:LONGEST_NAME]} for seat in seats if seat in sheet.tags}
    at_ms = _start_ms(sheet.tags.get("Date", ""), now_ms)
    game = open_game(
        rules=rules,
        control=control,
        first=start.seat,
        seats=start.seats,
        position=start if start.cubes and "Position" in sheet.tags else None,
        players=players or names,
        keeper=Keeper.SERVER,
        topic=topic,
        created_by=actor.who,
        now_ms=at_ms,
    )
    _record(game, r.Start(), at_ms)
    clocks = _Clocks(control)
    for number, step in enumerate(map(RecordStep.from_word, sheet.words), 1):
        if step.move is None:
            continue
        game.refresh_from_db()
        state = game.state_now()
        at_ms += clocks.spent_ms(state.seat, step.clock_ms)
        _record(game, r.MakeMove(state.seat, state.ply, step.move), at_ms, number)
    game.refresh_from_db()
    if not game.ending and verdict.outcome is not None:
        ending = r.Rule(verdict.outcome.winner, "brought in with its record", verdict.outcome.ending)
        _record(game, ending, at_ms)
        game.refresh_from_db()
    return game


def _record(game: Game, request: r.Request, at_ms: int, move: int = 0) -> None:
    answer = recording.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=at_ms)
    if answer.refused is not None:
        raise BadFile("contradiction", reason=BadGame("refused", move=move, reason=answer.refused))


class _Clocks:
    """The last reading of each seat's clock: the difference to the next one is the time of the move."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.shown: dict[str, int] = {}

    def spent_ms(self, seat: str, clock_ms: int | None) -> int:
        """Compute the time of a move; one second without a clock, or with one that does not run down."""
        terms = self.control.terms(seat)
        if clock_ms is None or terms.mode not in (Mode.SUDDEN, Mode.INCREMENT) or not terms.main_ms:
            return _SECOND_MS
        before = self.shown.get(seat, terms.main_ms)
        bonus = terms.bonus_ms if terms.mode is Mode.INCREMENT else 0
        self.shown[seat] = clock_ms
        return max(before + bonus - clock_ms, 0)


def _read_control(text: str, seats: int) -> TimeControl:
    try:
        control = TimeControl.parse(text)
        control.check(seats)
    except Fault:
        return TimeControl.parse(_UNTIMED)
    return control


def _start_ms(date: str, now_ms: int) -> int:
    """Return noon of the date in a record, or now if there is none."""
    found = re.fullmatch(r"(\d{4})\.(\d\d)\.(\d\d)", date)
    if not found:
        return now_ms
    try:
        year, month, day = map(int, found.groups())
        noon = datetime.datetime(year, month, day, 12, tzinfo=datetime.UTC)
    except ValueError:
        return now_ms
    return min(int(noon.timestamp()) * 1000, now_ms)


def join_records(games: Iterable[Game]) -> str:
    """Join all records that have moves to one text, with blank lines between them."""
    records = (record_of(game) for game in games)
    return "\n".join(str(record) for record in records if record.steps)


def find_recorded_rounds(tournament_id: int) -> set[int]:
    """Find the rounds of a tournament that have records."""
    played = _live_games(tournament_id).filter(game__ply__gt=0)
    return set(played.values_list("match__round_id", flat=True))


def _live_games(tournament_id: int) -> QuerySet[MatchGame]:
    return MatchGame.objects.filter(
        match__round__stage__tournament=tournament_id, game__isnull=False, game__voided=False
    )


def list_live_games(tournament_id: int, **where: object) -> list[Game]:
    """List the live games of a tournament (`match__round=…` for one round), by round and board."""
    played = _live_games(tournament_id).filter(**where)
    ordered = played.order_by("match__round__stage__number", "match__round__number", "match__board", "number")
    return [each.game for each in ordered.select_related("game") if each.game]


def tournament_tags(game: Game) -> dict[str, str]:
    """Return the tags that a tournament adds to the record of its game."""
    found = MatchGame.objects.filter(game=game).select_related("match__round__stage__tournament").first()
    if found is None:
        return {}
    match = found.match
    tags = {"Event": match.round.stage.tournament.name, "Round": str(match.round.number)}
    if match.round.stage.tournament.city:
        tags["Site"] = match.round.stage.tournament.city
    if match.board:
        tags["Board"] = str(match.board)
    return tags
