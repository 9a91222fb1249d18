"""Results in words: scores, how a match was decided, and translated sentences of the pure packages.

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

# The text of a round without a game over the board, for a narrow cell.
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
# Read out by screen readers, and shown where there is room.
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
# The score of each side, the first-named and the second.
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
# A reported result in neutral words: the names say who won.
_SAID = {
    Outcome.FIRST_WINS: _("{first} won"),
    Outcome.SECOND_WINS: _("{second} won"),
    Outcome.DRAW: _("draw"),
    Outcome.FIRST_FORFEITS: _("{first} did not come"),
    Outcome.SECOND_FORFEITS: _("{second} did not come"),
    Outcome.BOTH_FORFEIT: _("neither came"),
}


def cell_text(round_result: RoundResult, format_rules: Format) -> str | Promise:
    """Return the text of a round for a narrow cell, in the words of the format."""
    if round_result in PAIRED:
        return RESULT_SIGNS[round_result]
    own = format_rules.result_words(round_result)
    return gettext(own.short) if own else CELLS[round_result]


def result_text(round_result: RoundResult, format_rules: Format) -> str | Promise:
    own = format_rules.result_words(round_result)
    return gettext(own.full) if own else RESULTS[round_result]


def reason_text(given: Reason) -> str:
    return wording.translate(given.template, given.params)


def scores(record: StageRecord, match: Match) -> tuple[str, str]:
    """Return both scores: board points of a team match, games of a longer or level match, or the result."""
    plain = SCORES[match.outcome]
    if match_outcome.is_forfeit(match):
        return plain
    counted = games_score(record, match)
    if record.is_team_tournament or has_several_games(record, match):
        return counted or plain
    return counted if counted and match_outcome.how_decided(record, match) is How.LOT else plain


def games_score(record: StageRecord, match: Match) -> tuple[str, str] | None:
    ours, theirs = stage_record.board_points(record, match)
    return None if ours is None or theirs is None else (halves_text(ours), halves_text(theirs))


def has_several_games(record: StageRecord, match: Match) -> bool:
    return len(record.games_by_match.get(match.pk, ())) > 1


def decision_note(record: StageRecord, match: Match) -> str:
    """Say how a match was decided: forfeit, by lot and so on; empty if the score is enough."""
    found = match_outcome.how_decided(record, match)
    return str(NOTES[found]) if found else ""


def decision_with_winner(record: StageRecord, match: Match, names: tuple[str, str]) -> str:
    """Say how a match was decided and name the winner, for lines that do not mark the winner."""
    found = match_outcome.how_decided(record, match)
    if found not in _WINNERS:
        return decision_note(record, match)
    name = names[0] if match.outcome == Outcome.FIRST_WINS else names[1]
    return str(_WINNERS[found]).format(name=name)


def named_result(match: Match, outcome: str) -> str:
    """Describe a result with the names of the two sides."""
    return str(_SAID[Outcome(outcome)]).format(first=match.first, second=match.second)
