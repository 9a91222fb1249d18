"""Sentences of the pure packages in the reader's language: templates are translated, then filled in."""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from tournament.formats.kind import Kind
from tournament.formats.reasons import Reason
from tournament.scores import PAIRED, Mark

# How a round without a game over the board is told in a narrow cell.
CELLS = {
    Mark.PAIRING_BYE: _("bye"),
    Mark.FULL_BYE: _("bye"),
    Mark.FREE: pgettext_lazy("without an opponent", "free"),
    Mark.HALF_BYE: _("½ bye"),
    Mark.ABSENT: _("absent"),
    Mark.WITHDRAWN: pgettext_lazy("who withdrew", "left"),
    Mark.NOT_ENTERED: _("not yet in"),
}
MARKS = {**{mark: mark.sign for mark in PAIRED}, Mark.PENDING: "…"}
# What is read out, and shown where there is room.
RESULTS = {
    Mark.WIN: _("won"),
    Mark.DRAW: _("drew"),
    Mark.LOSS: _("lost"),
    Mark.FORFEIT_WIN: _("won by forfeit"),
    Mark.FORFEIT_LOSS: _("lost by forfeit"),
    Mark.PENDING: _("not decided yet"),
    Mark.PAIRING_BYE: _("bye"),
    Mark.FULL_BYE: _("bye with a full point"),
    Mark.FREE: _("sits out this round"),
    Mark.HALF_BYE: _("half-point bye"),
    Mark.ABSENT: _("absent"),
    Mark.WITHDRAWN: _("withdrawn"),
    Mark.NOT_ENTERED: _("not entered yet"),
}


def cell(mark: Mark, kind: Kind) -> str | Promise:
    """A round in a narrow cell, in the words of the format."""
    if mark in PAIRED:
        return MARKS[mark]
    own = kind.words_of(mark)
    return gettext(own.short) if own else CELLS[mark]


def result(mark: Mark, kind: Kind) -> str | Promise:
    own = kind.words_of(mark)
    return gettext(own.full) if own else RESULTS[mark]


def reason(given: Reason) -> str:
    return wording.counted(given.template, given.params)
