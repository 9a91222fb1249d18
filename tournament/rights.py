"""The rights of a tournament, added to the one table of rights."""

from games.access.roles import STAFF, Role, declare

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
        "send_notice": STAFF,
        "steer_screens": STAFF,
        "manage_backups": {Role.ORGANISER},
        "manage_players": STAFF,
    },
    area="The desk of a tournament",
)
# These downloads hold everything, so they ask for the password again.
declare({"take_backups": {Role.ORGANISER}}, area="The desk of a tournament", fresh_looks=True)
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
# So do these: they hold the full names of a tournament.
declare({"take_exports": STAFF}, area="A club's memory", fresh_looks=True)
declare({"demand_second_factor": {Role.ORGANISER}}, area="The house", fresh=True)
