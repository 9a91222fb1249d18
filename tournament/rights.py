"""Who may do what in a tournament, added to the one table of rights; and what its ids are called."""

from collections.abc import Callable, Iterable

from django.db.models import Model

from games.access import audit_log, scopes
from games.access.roles import STAFF, Role, declare
from tournament.models import Category, Club, Entrant, Player, Prize, Table, Team, Tournament

_DESK = STAFF | {Role.SCORER}

declare(
    {
        "see_desk": _DESK,
        "see_draft": STAFF,
        "set_up_tournament": {Role.ORGANISER},
        "change_settings": {Role.ORGANISER},
        "manage_entries": STAFF,
        "manage_tables": STAFF,
        "pair": STAFF,
        "publish": STAFF,
        "close_round": STAFF,
        "undo_round": {Role.ORGANISER},
        "enter_results": _DESK,
        "correct_result": STAFF,
        "correct_late": {Role.ORGANISER},
        "note_incident": STAFF,
        "expel": STAFF,
        "draw_lots": STAFF,
        "pause_hall": STAFF,
        "manage_backups": {Role.ORGANISER},
        "manage_players": STAFF,
    },
    area="The desk of a tournament",
)
declare({"see_tournament": {Role.ANYBODY}, "register": {Role.ANYBODY}}, area="Public pages of a tournament")
declare(
    {"see_hidden": {*_DESK, Role.DISPLAY, Role.TABLE, Role.PLAYER}}, area="Tournaments not shown in public"
)
declare(
    {verb: {Role.PLAYER} for verb in ("own_entry", "own_attendance", "report_result")},
    area="From a player's own link",
    personal=True,
)
declare(
    {
        "manage_ratings": {Role.ORGANISER},
        "run_evening": _DESK,
        "import_data": {Role.ORGANISER},
        "export_data": STAFF,
    },
    area="A club's memory",
)


def register() -> None:
    """Called when the app is ready: scopes find their things, and the log can name its ids."""
    scopes.FINDERS["tournament"] = lambda pk: Tournament.objects.filter(pk=pk).first()
    scopes.FINDERS["entrant"] = lambda pk: Entrant.objects.with_names().filter(pk=pk).first()
    scopes.FINDERS["table"] = lambda pk, number: Table.objects.filter(tournament=pk, number=number).first()
    for model in (Category, Club, Player, Prize, Table, Team, Tournament):
        audit_log.NAMERS[model.__name__.lower()] = _namer(model)
    audit_log.NAMERS["entrant"] = lambda ids: _names(Entrant.objects.with_names().filter(pk__in=ids))


def _namer(model: type[Model]) -> Callable[[Iterable[int]], dict[int, str]]:
    return lambda ids: _names(model._default_manager.filter(pk__in=ids))


def _names(rows: Iterable[Model]) -> dict[int, str]:
    return {row.pk: str(row) for row in rows}
