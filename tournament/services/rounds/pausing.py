"""The whole hall at once: the call to the boards, all clocks stopped and started, when a round will end."""

from games import audit_log
from games.access.permissions import Actor
from games.services import many_games
from games.services.many_games import Swept
from tournament.models import Round, RoundStatus, Tournament
from tournament.services import locking
from tournament.services.setup import wizard
from tournament.services.tables import seating


def call_to_boards(*, actor: Actor, round_: Round, starts_ms: int) -> Round:
    """Name the instant the round starts: phones and projectors show it, and no-shows are counted from it."""
    with locking.changing(round_.stage.tournament_id):
        held = locking.held_round(round_, None, RoundStatus.PUBLISHED, already="not-published")
        before, held.starts_ms = held.starts_ms, starts_ms
        held.save(update_fields=["starts_ms"])
        locking.note(
            actor, "call_to_boards", held, before={"starts_ms": before}, after={"starts_ms": starts_ms}
        )
    return held


def pause_all(*, actor: Actor, tournament: Tournament, now_ms: int) -> Swept:
    swept = many_games.pause_all(tournament.scope, actor=actor, now_ms=now_ms)
    audit_log.write(actor, "pause_hall", tournament.scope, after=_counts(swept))
    return swept


def resume_all(*, actor: Actor, tournament: Tournament, now_ms: int) -> Swept:
    swept = many_games.resume_all(tournament.scope, actor=actor, now_ms=now_ms)
    audit_log.write(actor, "resume_hall", tournament.scope, after=_counts(swept))
    return swept


def expected_end_ms(round_: Round, *, boards: int, tables: int, games_each: int = 1) -> int | None:
    """When the slower matches of so many games will be over; a common end that was set goes before the
    estimate."""
    if round_.ends_ms:
        return round_.ends_ms
    if not round_.starts_ms or not boards:
        return None
    waves = -(-boards // tables) if tables else 1
    game_ms = wizard.game_ms(seating.control_of(round_), round_.stage.tournament.seats)
    games = waves * games_each
    return round_.starts_ms + games * game_ms + (games - 1) * wizard.CHANGEOVER_MS


def _counts(swept: Swept) -> dict[str, int]:
    return {"done": len(swept.done), "asked": len(swept.asked), "refused": len(swept.refused)}
