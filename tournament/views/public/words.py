"""What happened, as people read it: scores, how a match was decided, and sentences of the pure packages.

Templates are translated, then filled in.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from tournament.formats.format import Format
from tournament.formats.reasons import Reason
from tournament.models import Match
from tournament.scores import PAIRED, Outcome, RoundResult, halves_text
from tournament.services.results import match_outcome
from tournament.services.results.match_outcome import How
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord

# How a round without a game over the board is told in a narrow cell.
CELLS = {
    RoundResult.PAIRING_BYE: _("bye"),
    RoundResult.FULL_BYE: _("bye"),
    RoundResult.FREE: pgettext_lazy("without an opponent", "free"),
    RoundResult.HALF_BYE: _("½ bye"),
    RoundResult.ABSENT: _("absent"),
    RoundResult.WITHDRAWN: pgettext_lazy("who withdrew", "left"),
    RoundResult.NOT_ENTERED: _("not yet in"),
}
RESULT_SIGNS = {**{result: result.sign for result in PAIRED}, RoundResult.PENDING: "…"}
# What is read out, and shown where there is room.
RESULTS = {
    RoundResult.WIN: _("won"),
    RoundResult.DRAW: _("drew"),
    RoundResult.LOSS: _("lost"),
    RoundResult.FORFEIT_WIN: _("won by forfeit"),
    RoundResult.FORFEIT_LOSS: _("lost by forfeit"),
    RoundResult.PENDING: _("not decided yet"),
    RoundResult.PAIRING_BYE: _("bye"),
    RoundResult.FULL_BYE: _("bye with a full point"),
    RoundResult.FREE: _("sits out this round"),
    RoundResult.HALF_BYE: _("half-point bye"),
    RoundResult.ABSENT: _("absent"),
    RoundResult.WITHDRAWN: _("withdrawn"),
    RoundResult.NOT_ENTERED: _("not entered yet"),
}
# What each side got, as the first-named and the second read it.
SCORES: dict[str, tuple[str, str]] = {
    "": ("", ""),
    **{
        outcome: (result.sign, other.sign)
        for outcome in Outcome
        for result, other in [outcome.results]
        if other is not None
    },
}
NOTES = {
    How.FORFEIT: _("forfeit"),
    How.BOTH_FORFEIT: _("both forfeited"),
    How.LOT: _("by lot"),
    How.PLAY_OFF: _("by play-off"),
    How.RULING: _("by ruling"),
    How.ARMAGEDDON: _("Armageddon"),
}
# Where the score is level or points the other way, the winner is named.
_WINNERS = {
    How.LOT: _("won by lot: {name}"),
    How.PLAY_OFF: _("won the play-off: {name}"),
    How.RULING: _("won by ruling: {name}"),
}
# What somebody says of a match, seen from nobody: the names say who won.
_SAID = {
    Outcome.FIRST_WINS: _("{first} won"),
    Outcome.SECOND_WINS: _("{second} won"),
    Outcome.DRAW: _("draw"),
    Outcome.FIRST_FORFEITS: _("{first} did not come"),
    Outcome.SECOND_FORFEITS: _("{second} did not come"),
    Outcome.BOTH_FORFEIT: _("neither came"),
}


def cell(round_result: RoundResult, format_rules: Format) -> str | Promise:
    """A round in a narrow cell, in the words of the format."""
    if round_result in PAIRED:
        return RESULT_SIGNS[round_result]
    own = format_rules.result_words(round_result)
    return gettext(own.short) if own else CELLS[round_result]


def result(round_result: RoundResult, format_rules: Format) -> str | Promise:
    own = format_rules.result_words(round_result)
    return gettext(own.full) if own else RESULTS[round_result]


def reason(given: Reason) -> str:
    return wording.translate(given.template, given.params)


def scores(record: StageRecord, match: Match) -> tuple[str, str]:
    """Game points of a team match, games of a longer or level match, else the result itself."""
    plain = SCORES[match.outcome]
    if match_outcome.is_forfeit(match):
        return plain
    counted = games_score(record, match)
    if record.is_team_tournament or several(record, match):
        return counted or plain
    return counted if counted and match_outcome.how(record, match) is How.LOT else plain


def games_score(record: StageRecord, match: Match) -> tuple[str, str] | None:
    ours, theirs = stage_record.board_points(record, match)
    return None if ours is None or theirs is None else (halves_text(ours), halves_text(theirs))


def several(record: StageRecord, match: Match) -> bool:
    return len(record.games_by_match.get(match.pk, ())) > 1


def note(record: StageRecord, match: Match) -> str:
    """forfeit, by lot and the like; empty where the score says it all."""
    found = match_outcome.how(record, match)
    return str(NOTES[found]) if found else ""


def note_with_winner(record: StageRecord, match: Match, names: tuple[str, str]) -> str:
    """The same for a line that has no mark of its own beside who won."""
    found = match_outcome.how(record, match)
    if found not in _WINNERS:
        return note(record, match)
    name = names[0] if match.outcome == Outcome.FIRST_WINS else names[1]
    return str(_WINNERS[found]).format(name=name)


def said(match: Match, outcome: str) -> str:
    """A result with the names of those who met."""
    return str(_SAID[Outcome(outcome)]).format(first=match.first, second=match.second)
