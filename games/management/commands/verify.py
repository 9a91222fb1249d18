"""`manage.py verify [CODE…]`: judge the logs of games again, and compare each with its row."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.referee import dump_state, load_event, replay_while_valid


class Command(BaseCommand):
    help = "Judge the logs of all games (or of those named) again; fails if one is not what the rules give."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these games (default: all)")

    def handle(self, *, codes: list[str], **options: object) -> None:
        games = Game.objects.order_by("pk")
        if codes:
            games = games.filter(code__in=codes)
            missing = set(codes) - set(games.values_list("code", flat=True))
            if missing:
                raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
        checked, wrong = 0, 0
        for game in games.iterator(chunk_size=100):
            complaint = complaint_about(game)
            checked += 1
            if complaint:
                wrong += 1
                self.stdout.write(f"{game.code}: {complaint}")
        self.stdout.write(f"{checked} games judged, {wrong} wrong.")
        if wrong:
            raise CommandError("Not every log is what the rules give.")


def complaint_about(game: Game) -> str:
    """Describe what is wrong with a game's log or row, or return ""."""
    rows = list(game.events.order_by("seq"))
    for place, row in enumerate(rows, 1):
        if row.seq != place:
            return f"event {place} is missing"
    try:
        events = [load_event(row.data) for row in rows]
    except (ValueError, KeyError, TypeError) as error:
        return f"the log cannot be read: {error}"
    state, broken = replay_while_valid(game.agreement, events)
    if broken:
        return f"event {broken.seq}, {broken.code}: {broken.text}"
    if dump_state(state) != game.state or (state.seq, state.ply) != (game.seq, game.ply):
        return "the row is not what the log gives"
    return ""
