"""Sentences of the pure packages in the reader's language: templates are translated, then filled in."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.formats.reasons import Reason
from tournament.ranking.results import Result

# How a round without a game over the board is told in a narrow cell.
CELLS = {
    Result.PAIRING_BYE: _("bye"),
    Result.FULL_BYE: _("bye"),
    Result.FREE: _("free"),
    Result.HALF_BYE: _("½ bye"),
    Result.ABSENT: _("absent"),
    Result.WITHDRAWN: _("left"),
    Result.NOT_ENTERED: _("not yet in"),
}
MARKS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "−",
    Result.PENDING: "…",
}
# What is read out, and shown where there is room.
RESULTS = {
    Result.WIN: _("won"),
    Result.DRAW: _("drew"),
    Result.LOSS: _("lost"),
    Result.FORFEIT_WIN: _("won by forfeit"),
    Result.FORFEIT_LOSS: _("lost by forfeit"),
    Result.PENDING: _("not decided yet"),
    Result.PAIRING_BYE: _("bye"),
    Result.FULL_BYE: _("bye with a full point"),
    Result.FREE: _("sits out this round"),
    Result.HALF_BYE: _("half-point bye"),
    Result.ABSENT: _("absent"),
    Result.WITHDRAWN: _("withdrawn"),
    Result.NOT_ENTERED: _("not entered yet"),
}


def reason(given: Reason) -> str:
    return gettext(given.template).format(**given.params)
