"""The sentences of the audit log for tournaments and the club, and the names of their ids."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.audit_log.values import Code, Count, IdKind, Name, NamesById, Rows, Sentence, Time, Value, Words
from tournament.forms.settings import OPTION_CHOICES, OPTION_LABELS
from tournament.models import (
    AbsenceKind,
    Category,
    Club,
    ClubSettings,
    Entrant,
    EntrantStatus,
    Evening,
    HallScreen,
    IncidentKind,
    Match,
    Player,
    Prize,
    RatingList,
    RoundStatus,
    Source,
    Stage,
    Table,
    Team,
    Tournament,
    TournamentStatus,
)
from tournament.models.choices import OUTCOME_CHOICES
from tournament.scores import Outcome, score_text


def _names_in(rows: Callable[[], QuerySet[Model]]) -> Callable[[Iterable[int]], dict[int, str]]:
    return lambda ids: {row.pk: str(row) for row in rows().filter(pk__in=ids)}


def _match_names(ids: Iterable[int]) -> dict[int, str]:
    """Label matches by board and names; the path in the log already shows the round."""
    return {
        match.pk: gettext("board {number}: {names}").format(number=match.board, names=match)
        if match.board
        else str(match)
        for match in Match.objects.with_names().filter(pk__in=ids)
    }


ID_KINDS = {
    "category": IdKind("{number}", _names_in(Category.objects.all)),
    "club": IdKind(_("the club"), _names_in(Club.objects.all)),
    "entrant": IdKind(_("entrant {number}"), _names_in(Entrant.objects.with_names)),
    "evening": IdKind(_("club evening {number}")),
    "match": IdKind(_("match {number}"), _match_names),
    "picture": IdKind("{number}"),
    "player": IdKind(_("player {number}"), _names_in(Player.objects.all)),
    "prize": IdKind("{number}", _names_in(Prize.objects.all)),
    "ratings": IdKind(_("ratings ({number})")),
    "round": IdKind(_("round {number}")),
    "screen": IdKind(_("screen {number}")),
    "stage": IdKind(_("stage {number}")),
    "table": IdKind(_("table {number}"), _names_in(Table.objects.all)),
    "team": IdKind(_("team {number}"), _names_in(Team.objects.all)),
    "tournament": IdKind(_("tournament {number}"), _names_in(Tournament.objects.all)),
}

# A log names no winners: a result is written as it was entered, seen from the first-named.
_OUTCOMES: dict[Any, Words] = {
    **dict(OUTCOME_CHOICES),
    **{
        outcome.value: score_text(*(result.sign for result in outcome.results if result))
        for outcome in Outcome
        if not outcome.without_opponent
    },
}
_OUTCOME = Code(_("Result"), _OUTCOMES)


def _board_line(row: list[Any], names: NamesById) -> tuple[str, str]:
    """Write `Board 1`, `Ada – Ben (1 – 0)`; an entrant who has no board is the label of the line."""
    board, *sides, code = row
    players = " – ".join(names[f"entrant:{each}"] for each in sides if each)
    outcome = _OUTCOME.text(code, names)
    if board is None:
        return players, outcome
    return gettext("Board {number}").format(number=board), f"{players} ({outcome})" if outcome else players


def _rating_line(row: list[Any], names: NamesById) -> tuple[str, str]:
    entrant, before, after = row
    return names[f"entrant:{entrant}"], f"{before or '–'} → {after or '–'}"


def _fields_of(*models: type[Model]) -> dict[str, Value]:
    """Make values of the fields of models: of their labels, their choices and what they refer to."""
    found: dict[str, Value] = {}
    for each in chain.from_iterable(model._meta.fields for model in models):
        label = capfirst(each.verbose_name)
        other = each.remote_field and each.remote_field.model._meta.model_name
        found[each.name] = Name(label, other) if other else Code(label, dict(each.flatchoices))
    return found


_BOARDS = Rows("", 4, _board_line)
_GAMES_TAKEN = Count(_("Games taken from the boards"))
_PLAYERS = Name(_("Players"), "player")

# What these names mean in every sentence that does not say otherwise.
VALUES = {
    **_fields_of(RatingList, HallScreen, Table, Evening, ClubSettings, Stage, Tournament, Player),
    "asked": Value(_("Tablets asked")),
    "backups": Value(_("Backups rewritten")),
    "category": Name(_("Category"), "category"),
    "changed": Rows(_("Changed"), 3, _rating_line),
    "done": Value(pgettext_lazy("in the log", "Done")),
    "ends_ms": Time(_("End")),
    "entrant": Name(_("Entrant"), "entrant"),
    "entrants": Name(_("Entrants"), "entrant"),
    "file": Value(_("File")),
    "game": Value(_("Game")),
    "games": _GAMES_TAKEN,
    "house": Name(_("House player"), "entrant"),
    "incident": None,
    "indexed": Value(_("Search engines may list our pages")),
    "into": Name(_("Into"), "player"),
    "kind": Code(_("Kind"), dict([*AbsenceKind.choices, *IncidentKind.choices])),
    "locked": Value(_("Fixed by the desk")),
    "match": Code(_("Match"), _OUTCOMES),
    "odd_start": Value(_("Odd seeds start")),
    "of_game": Code(_("Game"), _OUTCOMES),
    "outcome": _OUTCOME,
    "pair": Name(_("Pair"), "entrant"),
    "paid": Value(_("Paid")),
    "pairs": _BOARDS,
    "place": Value(_("Place")),
    "player": Name(_("Player"), "player"),
    "players": _PLAYERS,
    "present": Value(_("Present")),
    "prize": Name(_("Prize"), "prize"),
    "prizes": Value(_("Prizes")),
    "refused": Value(_("Refused")),
    "round": Value(_("Round")),
    "rounds": Value(_("Rounds")),
    "score": Value(_("Score")),
    "second_factor": Value(_("Staff need a second factor")),
    "seed": Value(_("Seed")),
    "source": Code(_("Source"), dict(Source.choices)),
    "stage": Value(_("Stage")),
    "starts_ms": Time(pgettext_lazy("a time", "Start")),
    "status": Code(
        _("Status"), dict([*TournamentStatus.choices, *RoundStatus.choices, *EntrantStatus.choices])
    ),
    "strict": Value(_("Strictly")),
    "table": Name(_("Table"), "table"),
    "tables": Value(_("Tables")),
    "team": Name(_("Team"), "team"),
    "tournament": Name(_("Event"), "tournament"),
    "unreached": Value(_("Files not read")),
    "voided": _GAMES_TAKEN,
    **{name: Code(label, OPTION_CHOICES) for name, label in OPTION_LABELS.items()},
}
_PAIRS = {"": _BOARDS}
_COUNT = {"entrants": Value(_("Entrants"))}
# With this number any user can draw the same lots again.
_LOT = {"seed": Value(pgettext_lazy("of chance", "Seed"))}

# Some verbs are not written any more, but old logs have them.
LOG_SENTENCES = {
    # the club
    "set_up": Sentence(_("set up Fiveline")),
    "change_club": Sentence(_("changed the club's name, logo, language or time zone")),
    "restore": Sentence(_("restored a backup")),
    "restore_event": Sentence(_("put the tournament back as it was in a backup")),
    "import_event": Sentence(_("imported a tournament"), _COUNT),
    "import_report": Sentence(_("imported a tournament report"), _COUNT),
    # the tournament
    "create_tournament": Sentence(_("set up a tournament")),
    "set_up_tournament": Sentence(_("set up a tournament")),
    "change_settings": Sentence(_("changed the settings")),
    "change_presentation": Sentence(_("changed the text or the picture of the public page")),
    "archive": Sentence(_("archived the tournament")),
    "show_to_public": Sentence(_("showed or hid the tournament")),
    "bring_back": Sentence(_("brought the tournament back from the archive")),
    "delete_tournament": Sentence(_("deleted the tournament")),
    "add_stage": Sentence(_("added a stage")),
    "finish_stage": Sentence(_("finished a stage")),
    "add_category": Sentence(_("added a category")),
    "drop_category": Sentence(_("removed a category")),
    "set_prize": Sentence(_("set a prize")),
    "drop_prize": Sentence(_("removed a prize")),
    "set_prizes": Sentence(_("set the prizes")),
    # people
    "add_player": Sentence(_("added a player")),
    "change_player": Sentence(_("changed a player's data")),
    "merge_player": Sentence(_("merged two entries of one player")),
    "erase_player": Sentence(_("erased a player's name")),
    "make_team": Sentence(_("made a team")),
    "rename_team": Sentence(_("renamed a team")),
    "reorder_team": Sentence(_("changed the order of a team"), {"": _PLAYERS}),
    "substitute": Sentence(_("put in a substitute")),
    "set_lineup": Sentence(_("set a line-up")),
    "choose_rating_span": Sentence(_("chose how often ratings are worked out")),
    "open_evening": Sentence(_("opened a club evening")),
    "close_evening": Sentence(_("closed a club evening")),
    "draw_evening": Sentence(_("drew a round of the season from those who came")),
    "change_evening": Sentence(_("changed a club evening")),
    "announce_evening": Sentence(_("announced a club evening")),
    "drop_evening": Sentence(_("took back the announcement of a club evening")),
    "arrive": Sentence(_("noted who came")),
    "leave": Sentence(_("noted who left")),
    # entries
    "enter": Sentence(_("entered a player or team")),
    "register": Sentence(_("registered")),
    "approve": Sentence(_("approved a registration")),
    "decline": Sentence(_("declined a registration")),
    "mark_paid": Sentence(_("noted the entry fee")),
    "remove_entry": Sentence(_("removed an entry")),
    "set_rating": Sentence(_("set a rating")),
    "set_seed": Sentence(_("set a seed")),
    "seed_by_rating": Sentence(_("seeded by rating")),
    "take_rating_list": Sentence(_("took ratings from a list")),
    "set_categories": Sentence(_("set the categories"), {"": Name(_("Categories"), "category")}),
    "fix_table": Sentence(_("gave a player a fixed table")),
    "forbid": Sentence(_("forbade a pairing")),
    "allow": Sentence(_("allowed a pairing again")),
    "check_in": Sentence(_("changed who is present")),
    "announce_absence": Sentence(_("announced an absence")),
    "cancel_absence": Sentence(_("cancelled an absence")),
    "withdraw": Sentence(_("withdrew from the tournament")),
    "come_back": Sentence(_("came back into the tournament")),
    "expel": Sentence(_("expelled a player or team")),
    "note_incident": Sentence(_("noted an incident")),
    # rounds
    "draft": Sentence(_("drew a draft of the pairings"), _PAIRS),
    "redraft": Sentence(_("drew the pairings again"), _PAIRS),
    "swap": Sentence(_("swapped two in the draft"), _PAIRS),
    "exchange_seeds": Sentence(_("exchanged two places in the draft"), _PAIRS),
    "move_to_group": Sentence(_("moved one to another group in the draft"), _PAIRS),
    "turn_round": Sentence(_("changed who starts"), _PAIRS),
    "lock": Sentence(_("locked or unlocked a pairing")),
    "discard_draft": Sentence(_("threw the draft away"), _PAIRS),
    "cancel_pairing": Sentence(_("stopped the drawing of pairings")),
    "publish": Sentence(_("published the round"), _PAIRS),
    "go_on": Sentence(_("opened what follows"), _PAIRS),
    "undo_publish": Sentence(_("took the publication back")),
    "call_to_boards": Sentence(_("set when the round starts")),
    "change_clock": Sentence(_("changed the time control of the round")),
    "set_end": Sentence(_("set a common end")),
    "fill_bye": Sentence(_("gave the bye an opponent")),
    "close": Sentence(_("closed the round")),
    "reopen_round": Sentence(_("reopened the round")),
    "undo_round": Sentence(_("undid the round")),
    "call_off": Sentence(_("called a game off: they did not play")),
    "play_ladder": Sentence(_("noted a challenge on the ladder")),
    "draw_lot": Sentence(_("drew a lot"), _LOT),
    "draw_lots": Sentence(_("drew the lots for equal places"), _LOT),
    # results
    "type_result": Sentence(_("entered a result")),
    "report_result": Sentence(_("reported a result")),
    "settle": Sentence(_("took over the result"), {"game": None}),
    "forfeit": Sentence(_("decided a forfeit")),
    "no_show": Sentence(_("noted that one side did not come")),
    "uphold": Sentence(_("upheld the result")),
    "open_again": Sentence(
        _("opened a new game for one that was called off"), {"game": Name(_("Game"), "game")}
    ),
    "correct": Sentence(_("corrected a result"), {"games": Count(_("Games"))}),
    "correct_board": Sentence(_("corrected the result of a board")),
    "take_back_result": Sentence(_("took a result back")),
    "reopen_match": Sentence(_("took back a match that followed from a result"), {"games": None}),
    # the hall
    "provide_tables": Sentence(_("changed the number of tables")),
    "describe_table": Sentence(_("changed a table")),
    "move_game": Sentence(_("moved a game to another table")),
    "add_screen": Sentence(_("added a screen")),
    "steer_screen": Sentence(_("chose what a screen shows")),
    "drop_screen": Sentence(_("removed a screen")),
    "pause_hall": Sentence(_("paused all games")),
    "resume_hall": Sentence(_("let all games go on")),
}
