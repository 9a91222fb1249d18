"""On whom lots fall, before they are drawn and after, in one sentence."""

from django.utils.translation import gettext

from tournament.models import Stage
from tournament.services.results import lots
from tournament.services.results.lots import Tie


def would_fall_on(stage: Stage) -> str:
    found = lots.ties(stage)
    if not found:
        return gettext("Nobody is equal now. Lots order all who are equal to the end after later rounds.")
    names = "; ".join(map(_tie_words, found))
    warned = gettext("They are recorded, stand, and cannot be drawn again.")
    return gettext("The lot falls on: {names}.").format(names=names) + " " + warned


def fell(ties: list[Tie]) -> str:
    if not ties:
        return gettext("The lots are drawn. They stand.")
    names = "; ".join(map(_tie_words, ties))
    return gettext("The lots are drawn and stand, in this order: {names}.").format(names=names)


def _tie_words(tie: Tie) -> str:
    group, entrants = tie
    names = ", ".join(map(str, entrants))
    return gettext("Group {group}: {names}").format(group=group, names=names) if group else names
