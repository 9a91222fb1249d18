"""What the audit log calls the verbs, the ids and the facts of an event (`games.extension.LogWords`)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.extension import ListWords, LogWords, Words
from tournament.forms.settings import OPTION_CHOICES, OPTION_LABELS
from tournament.forms.stage import StageForm
from tournament.models import (
    AbsenceKind,
    EntrantStatus,
    EntryKind,
    IncidentKind,
    Player,
    PublicName,
    RatedPer,
    RoundStatus,
    Shows,
    Source,
    Tournament,
    TournamentStatus,
    format_choices,
)
from tournament.models.kinds import OUTCOME_CHOICES
from tournament.scores import Outcome, score_text

VERBS: dict[str, Words] = {
    # the house
    "set_up": _("set up Fiveline"),
    "change_club": _("changed the club's name, logo, language or time zone"),
    "restore": _("restored a backup"),
    "restore_event": _("put the tournament back as it was in a backup"),
    "import_event": _("imported a tournament"),
    "import_report": _("imported a tournament report"),
    # the event
    "set_up_tournament": _("set up a tournament"),
    "change_settings": _("changed the settings"),
    "change_presentation": _("changed the text or the picture of the public page"),
    "archive": _("archived the tournament"),
    "show_to_public": _("showed or hid the tournament"),
    "bring_back": _("brought the tournament back from the archive"),
    "delete_tournament": _("deleted the tournament"),
    "add_stage": _("added a stage"),
    "finish_stage": _("finished a stage"),
    "add_category": _("added a category"),
    "drop_category": _("removed a category"),
    "set_prize": _("set a prize"),
    "drop_prize": _("removed a prize"),
    "set_prizes": _("set the prizes"),
    # people
    "add_player": _("added a player"),
    "change_player": _("changed a player's data"),
    "merge_player": _("merged two entries of one player"),
    "erase_player": _("erased a player's name"),
    "make_team": _("made a team"),
    "rename_team": _("renamed a team"),
    "reorder_team": _("changed the order of a team"),
    "substitute": _("put in a substitute"),
    "set_lineup": _("set a line-up"),
    "choose_rating_span": _("chose how often ratings are worked out"),
    "open_evening": _("opened a club evening"),
    "close_evening": _("closed a club evening"),
    "draw_evening": _("drew a round of the season from those who came"),
    "change_evening": _("changed a club evening"),
    "announce_evening": _("announced a club evening"),
    "drop_evening": _("took back the announcement of a club evening"),
    "arrive": _("noted who came"),
    "leave": _("noted who left"),
    # entries
    "enter": _("entered a player or team"),
    "register": _("registered"),
    "approve": _("approved a registration"),
    "decline": _("declined a registration"),
    "mark_paid": _("noted the entry fee"),
    "remove_entry": _("removed an entry"),
    "set_rating": _("set a rating"),
    "set_seed": _("set a seed"),
    "seed_by_rating": _("seeded by rating"),
    "take_rating_list": _("took ratings from a list"),
    "set_categories": _("set the categories"),
    "fix_table": _("gave a player a fixed table"),
    "forbid": _("forbade a pairing"),
    "allow": _("allowed a pairing again"),
    "check_in": _("changed who is present"),
    "announce_absence": _("announced an absence"),
    "cancel_absence": _("cancelled an absence"),
    "withdraw": _("withdrew from the tournament"),
    "come_back": _("came back into the tournament"),
    "expel": _("expelled a player or team"),
    "note_incident": _("noted an incident"),
    # rounds
    "draft": _("drew a draft of the pairings"),
    "redraft": _("drew the pairings again"),
    "swap": _("swapped two in the draft"),
    "exchange_seeds": _("exchanged two places in the draft"),
    "move_to_group": _("moved one to another group in the draft"),
    "turn_round": _("changed who starts"),
    "lock": _("locked or unlocked a pairing"),
    "discard_draft": _("threw the draft away"),
    "cancel_pairing": _("stopped the drawing of pairings"),
    "publish": _("published the round"),
    "go_on": _("opened what follows"),
    "undo_publish": _("took the publication back"),
    "call_to_boards": _("set when the round starts"),
    "change_clock": _("changed the time control of the round"),
    "set_end": _("set a common end"),
    "fill_bye": _("gave the bye an opponent"),
    "close": _("closed the round"),
    "reopen_round": _("reopened the round"),
    "undo_round": _("undid the round"),
    "call_off": _("called a game off: they did not play"),
    "play_ladder": _("noted a challenge on the ladder"),
    "draw_lot": _("drew a lot"),
    "draw_lots": _("drew the lots for equal places"),
    # results
    "type_result": _("entered a result"),
    "report_result": _("reported a result"),
    "settle": _("took over the result"),
    "forfeit": _("decided a forfeit"),
    "no_show": _("noted that one side did not come"),
    "uphold": _("upheld the result"),
    "open_again": _("opened a new game for one that was called off"),
    "correct": _("corrected a result"),
    "correct_board": _("corrected the result of a board"),
    "take_back_result": _("took a result back"),
    "reopen_match": _("took back a match that followed from a result"),
    # the hall
    "provide_tables": _("changed the number of tables"),
    "describe_table": _("changed a table"),
    "move_game": _("moved a game to another table"),
    "add_screen": _("added a screen"),
    "steer_screen": _("chose what a screen shows"),
    "drop_screen": _("removed a screen"),
    "pause_hall": _("paused all games"),
    "resume_hall": _("let all games go on"),
}

KINDS: dict[str, Words] = {
    "tournament": _("tournament {number}"),
    "entrant": _("entrant {number}"),
    "stage": _("stage {number}"),
    "round": _("round {number}"),
    "match": _("match {number}"),
    "player": _("player {number}"),
    "team": _("team {number}"),
    "evening": _("club evening {number}"),
    "screen": _("screen {number}"),
    "ratings": _("ratings ({number})"),
}

LABELS: dict[str, Words] = {
    **{each.name: capfirst(each.verbose_name) for each in (*Player._meta.fields, *Tournament._meta.fields)},
    "asked": _("Tablets asked"),
    "backups": _("Backups rewritten"),
    "board": _("Board"),
    "categories": _("Categories"),
    "category": _("Category"),
    "changed": _("Changed"),
    "done": pgettext_lazy("in the log", "Done"),
    "entrant": _("Entrant"),
    "entrants": _("Entrants"),
    "entry": _("Who enters"),
    "ends_ms": _("End"),
    "game": _("Game"),
    "games": _("Games taken from the boards"),
    "house": _("House player"),
    "indexed": _("Search engines may list our pages"),
    "into": _("Into"),
    "label": _("Label"),
    "language": _("Language"),
    "locked": _("Fixed by the desk"),
    "logo": _("Logo"),
    "second_factor": _("Staff need a second factor"),
    "match": _("Match"),
    "odd_start": _("Odd seeds start"),
    "of_game": _("Game"),
    "outcome": _("Result"),
    "pair": _("Pair"),
    "paid": _("Paid"),
    "per": _("Ratings move"),
    "place": _("Place"),
    "player": _("Player"),
    "players": _("Players"),
    "present": _("Present"),
    "prize": _("Prize"),
    "refused": _("Refused"),
    "reserved": _("Reserved"),
    "round": _("Round"),
    "rounds": _("Rounds"),
    "score": _("Score"),
    "seed": _("Seed"),
    # Not a place in the ranking: with this number anybody can draw the same lots again.
    **dict.fromkeys(("draw_lot.seed", "draw_lots.seed"), pgettext_lazy("of chance", "Seed")),
    "shows": _("Shows"),
    "source": _("Source"),
    "stage": _("Stage"),
    "starts_ms": pgettext_lazy("a time", "Start"),
    "status": _("Status"),
    "strict": _("Strictly"),
    "table": _("Table"),
    "tables": _("Tables"),
    "team": _("Team"),
    "time_zone": _("Time zone"),
    "tournament": _("Event"),
    "unreached": _("Files not read"),
    "voided": _("Games taken from the boards"),
    **OPTION_LABELS,
    **{name: field.label for name, field in StageForm.base_fields.items() if field.label},
    "scoring": _("Scoring"),
    "rules": _("Rule set"),
}
# A log names no winners: a result is written as it was entered, seen from the first-named.
OUTCOME: dict[Any, Words] = {
    **dict(OUTCOME_CHOICES),
    **{
        outcome.value: score_text(*(mark.sign for mark in outcome.marks if mark))
        for outcome in Outcome
        if not outcome.without_opponent
    },
}
CODES: dict[str, Mapping[Any, Words]] = {
    "outcome": OUTCOME,
    "match": OUTCOME,
    "of_game": OUTCOME,
    "status": dict([*TournamentStatus.choices, *RoundStatus.choices, *EntrantStatus.choices]),
    "source": dict(Source.choices),
    "format": dict(format_choices()),
    "entry": dict(EntryKind.choices),
    "per": dict(RatedPer.choices),
    "kind": dict([*AbsenceKind.choices, *IncidentKind.choices]),
    "public_as": dict(PublicName.choices),
    "shows": dict(Shows.choices),
    **dict.fromkeys(OPTION_LABELS, OPTION_CHOICES),
}
# Whose number a fact is.
IDS = {
    "category": "category",
    "categories": "category",
    "club": "club",
    "entrant": "entrant",
    "entrants": "entrant",
    "house": "entrant",
    "into": "player",
    "pair": "entrant",
    "player": "player",
    "players": "player",
    "prize": "prize",
    "table": "table",
    "team": "team",
    "tournament": "tournament",
}


def entrants_of(pairs: list[list[Any]]) -> Iterator[str]:
    for row in pairs:
        yield from (f"entrant:{each}" for each in row[1:3] if each)


def board_lines(pairs: list[list[Any]], name: Callable[[str], str]) -> dict[str, str]:
    """`Ada – Ben`, and how it ended if it did, by board."""
    lines = {}
    for row in pairs:
        board, *_sides, outcome = row
        sides = " – ".join(map(name, entrants_of([row])))
        if board is None:
            lines[sides] = str(OUTCOME.get(outcome, outcome))
            continue
        ended = f" ({OUTCOME.get(outcome, outcome)})" if outcome else ""
        lines[gettext("Board {number}").format(number=board)] = sides + ended
    return lines


# What these say without a word for it are the pairings.
_DRAWN = ("publish", "go_on", "exchange_seeds", "move_to_group")
_DRAFTED = ("draft", "redraft", "swap", "discard_draft")

EVENT_WORDS = LogWords(
    verbs=VERBS,
    kinds=KINDS,
    labels=LABELS,
    codes=CODES,
    ids=IDS,
    amounts=frozenset({"categories", "entrants", "players"}),
    counted=frozenset({"games", "voided"}),
    lists={"pairs": ListWords(entrants_of, board_lines)},
    unnamed={
        **dict.fromkeys((*_DRAWN, *_DRAFTED), "pairs"),
        "reorder_team": "players",
        "set_categories": "categories",
    },
    # These games are ids of rows.
    hidden=frozenset({"incident", "settle.game", "reopen_match.games"}),
)
