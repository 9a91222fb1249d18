"""Scores, times and names as a club's pages write them."""

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import access
from games.models import Game
from tournament.formats.values import Outcome
from tournament.halves import halves_text
from tournament.models import OUTCOMES, Player

register = template.Library()
register.filter("halves", halves_text)


@register.simple_tag(takes_context=True)
def may(context: Context, verb: str) -> bool:
    """Whether the reader may do this in the club: `{% may "import_data" as may_import %}`."""
    return access.may(context["request"].actor, verb)


@register.filter
def signed(number: int) -> str:
    """`+12`, `−3`, `0`: with a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


@register.filter
def minutes(time_ms: int) -> str:
    """`4:05` for four minutes and five seconds."""
    return f"{time_ms // 60_000}:{time_ms // 1000 % 60:02}"


@register.filter
def seconds(time_ms: int) -> str:
    """`7.2 s`, in German `7,2 s`."""
    point = get_format("DECIMAL_SEPARATOR")
    return _("%(seconds)s s") % {"seconds": f"{time_ms // 1000}{point}{time_ms // 100 % 10}"}


@register.filter
def names(players: Iterable[Player]) -> str:
    return ", ".join(player.public_name for player in players)


# What the columns of a sheet are called; tie-breaks go by their codes.
_HEADINGS = {
    "rank": gettext_lazy("Rank"),
    "row": gettext_lazy("Row"),
    "number": gettext_lazy("No."),
    "name": gettext_lazy("Name"),
    "points": gettext_lazy("Points"),
    "won": gettext_lazy("Won"),
    "drawn": gettext_lazy("Drawn"),
    "lost": gettext_lazy("Lost"),
    "group": gettext_lazy("Group"),
    "round": gettext_lazy("Round"),
    "board": gettext_lazy("Board"),
    "first": gettext_lazy("Starts"),
    "first_number": gettext_lazy("No."),
    "second": gettext_lazy("Second"),
    "second_number": gettext_lazy("No."),
    "outcome": gettext_lazy("Result"),
}
# Outcomes as a pairing list writes them, seen from the first-named.
_MARKS = {
    Outcome.FIRST_WINS: "1 – 0",
    Outcome.DRAW: "½ – ½",
    Outcome.SECOND_WINS: "0 – 1",
    Outcome.FIRST_FORFEITS: "− : +",
    Outcome.SECOND_FORFEITS: "+ : −",
    Outcome.BOTH_FORFEIT: "− : −",
}


@register.filter
def heading(column: str) -> str:
    if column.startswith("round "):
        return column.removeprefix("round ")
    return str(_HEADINGS.get(column, column))


@register.filter
def outcome_words(cell: object) -> object:
    """An outcome as a mark or in words; anything else as it is."""
    if not isinstance(cell, str) or cell not in OUTCOMES:
        return cell
    return _MARKS.get(Outcome(cell)) or str(OUTCOMES[Outcome(cell)]).lower()


@register.filter
def seated(game: Game) -> str:
    """Who played, in the order of the seats."""
    seats = ("X", "O") if game.seats == 2 else ("N", "E", "S", "W")
    return " – ".join(game.players.get(seat, {}).get("name") or seat for seat in seats)
