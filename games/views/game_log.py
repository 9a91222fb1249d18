"""What the arbiter reads about one game: its log in words, and the time given back for the network."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games import clock
from games.audit_log.names import look_up_names
from games.audit_log.sentences import verb_words
from games.clock import GAME, Clock
from games.clock.terms import SECOND
from games.models import Action, Game
from games.referee import Keeper, Request, load_event
from games.referee import events as e
from games.referee import requests as r
from games.rules import Edge, Move, Seat
from games.views.faces import own_time, time_text
from games.views.seating import SEATS, side_names, verdict
from games.wording import labelled, reason_words

COMES_BACK: dict[Edge, Promise] = {
    Edge.N: gettext_lazy("{name}: {cell} comes back from the north"),
    Edge.E: gettext_lazy("{name}: {cell} comes back from the east"),
    Edge.S: gettext_lazy("{name}: {cell} comes back from the south"),
    Edge.W: gettext_lazy("{name}: {cell} comes back from the west"),
}
PAUSES: dict[str, Promise] = {
    "arbiter": gettext_lazy("Paused by the arbiter."),
    "hall": gettext_lazy("Paused with the whole hall."),
    "server": gettext_lazy("Paused: the server was away."),
    "custody": gettext_lazy("Paused: the game changed hands."),
    "players": gettext_lazy("Paused by the players."),
}
# Verbs of the audit log about a game.
HOUSE_VERBS = (
    "take_custody",
    "give_back",
    "adopt_late_entries",
    "set_late_entries_aside",
    "void_game",
    "send_notice",
    "approve_offline",
)


@dataclass(frozen=True, slots=True)
class GameLogLine:
    at_ms: int
    who: str
    words: str
    reason: str = ""
    ply: int | None = None  # of a turn
    by_staff: bool = False
    device: str = ""  # which device it came from: a table's link may have had several


def _stored_reason(event: e.Event) -> str:
    """Return the reason of an event; pauses put theirs into the sentence."""
    return "" if isinstance(event, e.Paused | e.Resumed) else getattr(event, "reason", "") or ""


def log_lines(game: Game) -> list[GameLogLine]:
    """Return the log of a game, the newest line first."""
    rows = list(game.events.order_by("seq"))
    actions = list(Action.objects.about(game.scope).filter(verb__in=HOUSE_VERBS))
    names = look_up_names({row.actor for row in rows} | {action.actor for action in actions})
    game_words = GameWords(game)
    lines = []
    for row in rows:
        event = load_event(row.data)
        is_turn = isinstance(event, e.Moved | e.Pressed)
        lines.append(
            GameLogLine(
                at_ms=event.at_ms,
                who=names[row.actor],
                words=game_words.describe_event(event),
                reason=reason_words(_stored_reason(event)),
                ply=row.ply if is_turn else None,
                by_staff=isinstance(event, _BY_STAFF),
                device=row.device or "",
            )
        )
    lines += [
        GameLogLine(
            action.at_ms,
            names[action.actor],
            verb_words(action.verb),
            action.note,
            by_staff=True,
        )
        for action in actions
    ]
    return sorted(lines, key=lambda line: line.at_ms)[::-1]


_BY_STAFF = (
    e.Paused
    | e.Resumed
    | e.Adjusted
    | e.Penalised
    | e.IllegalNoted
    | e.TakenBack
    | e.PositionSet
    | e.Ruled
    | e.Reopened
)


class GameWords:
    """Sentences about one game, with the names of its players."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def name(self, seat: str) -> str:
        if seat == GAME:
            return _("the whole game")
        return self._game.players.get(seat, {}).get("name") or str(SEATS[seat])

    def move_text(self, seat: str, move: Move) -> str:
        words = str(COMES_BACK[move.edge]).format(name=self.name(seat), cell=move.cell)
        return f"{words} ({move})"

    def describe_request(self, request: Request) -> str:
        """Describe a request of a player or a table."""
        if isinstance(request, r.MakeMove):
            return self.move_text(request.seat, request.move)
        if isinstance(request, r.Press):
            return _("{name} pressed the clock.").format(name=self.name(request.seat))
        seat = getattr(request, "seat", None)
        words = str(_ASKED.get(type(request), type(request).__name__))
        return labelled(words, self.name(seat)) if seat else words

    def describe_event(self, event: e.Event) -> str:
        sentence = _SENTENCES.get(type(event))
        words = sentence(self, event) if sentence else self._by_seat(event)
        if event.outcome and not isinstance(event, e.Ruled):
            who, why = verdict(self._game, event.outcome)
            words = f"{words} {labelled(who, why)}."
        return words

    def _by_seat(self, event: e.Event) -> str:
        seat = getattr(event, "seat", None)
        side = getattr(event, "side", None)
        name = self.name(seat) if seat else side_names(self._game, side) if side else ""
        return str(_BY_SEAT[type(event)]).format(name=name)

    def clock_changes(self, before: Clock, after: Clock, at_ms: int) -> str:
        """Write `Ada 4:12 → 5:12` for the clocks that differ."""
        old, new = clock.read_clock(before, at_ms), clock.read_clock(after, at_ms)
        pairs = [(face.seat, own_time(face), own_time(new.face(face.seat))) for face in old.faces]
        if old.game_ms is not None and new.game_ms is not None:
            pairs.append((GAME, time_text(old.game_ms), time_text(new.game_ms)))
        return ", ".join(f"{self.name(seat)} {was} → {now}" for seat, was, now in pairs if was != now)

    def describe_adjustment(self, event: e.Adjusted) -> str:
        changed = self.clock_changes(event.before, event.clock, event.at_ms)
        words = [_("The clocks were changed: {changed}.").format(changed=changed)] if changed else []
        if event.turn:
            words.append(_("{name} is on the move.").format(name=self.name(event.turn)))
        return " ".join(words) or _("The clocks were looked at.")

    def describe_penalty(self, event: e.Penalised | e.IllegalNoted) -> str:
        template = (
            _("Penalty against {name}.")
            if isinstance(event, e.Penalised)
            else _("Illegal move of {name} noted.")
        )
        changed = self.clock_changes(event.before, event.clock, event.at_ms)
        words = template.format(name=self.name(event.seat))
        return f"{words} {changed}." if changed else words

    def describe_takeback(self, event: e.TakenBack) -> str:
        words = ngettext("Taken back: {count} move stands.", "Taken back: {count} moves stand.", event.to_ply)
        return words.format(count=event.to_ply)

    def describe_credit(self, event: e.GivenBack) -> str:
        if not event.time_ms:
            return _("The clock waits until {name} is connected again.").format(
                name=self.name(event.clock.turn.seat)
            )
        seconds = event.time_ms / 1_000
        words = _("The server was away for {seconds} s; the time was given back.")
        return words.format(seconds=number_format(seconds, 1 if seconds < 1 else 0))

    def describe_ruling(self, event: e.Ruled) -> str:
        who, why = verdict(self._game, event.outcome)
        return f"{labelled(who, why)}."


_ASKED: dict[type[Request], Promise] = {
    r.Start: pgettext_lazy("of a game", "Start"),
    r.Pause: gettext_lazy("Pause"),
    r.Resume: gettext_lazy("Let it go on"),
    r.Adjust: gettext_lazy("Change the clocks"),
    r.Penalise: gettext_lazy("Penalty"),
    r.NoteIllegal: gettext_lazy("Illegal move"),
    r.TakeBack: pgettext_lazy("moves", "Take back"),
    r.SetPosition: gettext_lazy("Set the position"),
    r.Rule: gettext_lazy("Result"),
    r.Reopen: gettext_lazy("Reopen the game"),
    r.Flag: gettext_lazy("Time is up"),
    r.CallLine: gettext_lazy("Line called"),
    r.Offer: gettext_lazy("Draw offered"),
    r.Accept: gettext_lazy("Accepted"),
    r.Decline: gettext_lazy("Declined"),
    r.Resign: gettext_lazy("Resigned"),
    r.Confirm: gettext_lazy("Result confirmed"),
    r.CallArbiter: gettext_lazy("Call for the arbiter"),
}
_BY_SEAT: dict[type[e.Event], Promise] = {
    e.Started: gettext_lazy("The game began."),
    e.Pressed: gettext_lazy("{name} pressed the clock."),
    e.Called: gettext_lazy("{name} called the line."),
    e.Offered: gettext_lazy("{name} offered a draw."),
    e.TakebackAsked: gettext_lazy("{name} asked to take back."),
    e.Accepted: gettext_lazy("{name} accepted."),
    e.Declined: gettext_lazy("{name} declined."),
    e.Resigned: gettext_lazy("{name} resigned."),
    e.Resumed: gettext_lazy("The game goes on."),
    e.Reached: gettext_lazy("{name} is connected again; the clock runs on."),
    e.PositionSet: gettext_lazy("The position was set."),
    e.Reopened: gettext_lazy("The game was reopened."),
    e.Confirmed: gettext_lazy("{name} confirmed the result."),
}
_SENTENCES: dict[type[e.Event], Callable[..., str]] = {
    e.Moved: lambda words, event: words.move_text(event.seat, event.move) + ".",
    e.Flagged: lambda words, event: _("{name}: the time is up.").format(name=words.name(event.seat or GAME)),
    e.Paused: lambda words, event: str(
        PAUSES.get(event.reason) or _("Paused: {reason}.").format(reason=event.reason)
    ),
    e.ArbiterCalled: lambda words, event: (
        _("{name} called the arbiter.").format(name=words.name(event.seat))
        if event.seat
        else _("The tablet called the arbiter.")
    ),
    e.Adjusted: GameWords.describe_adjustment,
    e.Penalised: GameWords.describe_penalty,
    e.IllegalNoted: GameWords.describe_penalty,
    e.GivenBack: GameWords.describe_credit,
    e.TakenBack: GameWords.describe_takeback,
    e.Ruled: GameWords.describe_ruling,
}


@dataclass(frozen=True, slots=True)
class LagSum:
    name: str
    moves: int
    given_back_ms: int
    most_ms: int

    @property
    def seconds(self) -> float:
        return self.given_back_ms / SECOND

    @property
    def most_seconds(self) -> float:
        """Return the most that one move got back."""
        return self.most_ms / SECOND


@dataclass(frozen=True, slots=True)
class DriftSum:
    """By how much a tablet charged a player more than the server's clock says (below zero: less)."""

    name: str
    drift_ms: int

    @property
    def more(self) -> bool:
        return self.drift_ms > 0

    @property
    def seconds(self) -> float:
        return abs(self.drift_ms) / SECOND


def drift_sums(game: Game) -> list[DriftSum]:
    """Add up how far the tablets' clocks differed from the server's, by seat; nothing if not."""
    words, sums = GameWords(game), {seat.value: 0 for seat in Seat.of(game.seats)}
    for drifts in game.custodies.values_list("drifts", flat=True):
        for seat, (sum_ms, _marked_ms) in drifts.items():
            sums[seat] += sum_ms
    is_seen = any(abs(sum_ms) >= SECOND // 10 for sum_ms in sums.values())
    return [DriftSum(words.name(seat), sum_ms) for seat, sum_ms in sums.items() if is_seen]


def lag_sums(game: Game) -> list[LagSum]:
    """Add up what the clocks gave back for the network, by seat; nothing for a game kept by its table."""
    if game.keeper != Keeper.SERVER:
        return []
    words = GameWords(game)
    turns = game.events.filter(kind__in=("moved", "pressed")).values_list("data__seat", "data__lag_ms")
    by_seat: dict[str, list[int]] = {seat.value: [] for seat in Seat.of(game.seats)}
    for seat, lag_ms in turns:
        by_seat[seat].append(lag_ms or 0)
    return [
        LagSum(words.name(seat), len(given), sum(given), max(given))
        for seat, given in by_seat.items()
        if given
    ]
