"""`{% puzzle_of_the_day %}`: a position from one of the club's games, to be won, for the start page."""

from django import template
from django.utils import timezone

from games.puzzles import puzzle_of_the_day
from games.rules import Position

register = template.Library()


@register.inclusion_tag("learn/_puzzle_of_the_day.html", name="puzzle_of_the_day")
def todays_puzzle() -> dict[str, object]:
    puzzle = puzzle_of_the_day(timezone.localdate())
    return {"puzzle": puzzle, "side": Position.parse(puzzle.position).seat.side if puzzle else ""}
