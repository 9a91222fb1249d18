"""Boards whose live game gave another result than the one that was typed or reported, until an arbiter
decides.
"""

from django.db.models import Q

from games.access.permissions import Actor
from tournament.models import Match, MatchGame, Source, Step
from tournament.scores import Outcome
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.results import deciding, match_outcome
from tournament.services.tables import live_games, seating


def disagreements(**where: object) -> list[tuple[MatchGame, Outcome]]:
    """Find these boards, each with the outcome of its live game, seen from the starter of the game."""
    weighed = (Source.TYPED, Source.REPORTED)
    as_a_whole = Q(match__source__in=weighed, step=Step.GAME, number=1, source__in=(Source.NONE, Source.GAME))
    played = MatchGame.objects.filter(
        Q(source__in=weighed) | as_a_whole, game__status="over", game__voided=False, **where
    ).exclude(match__source=Source.CORRECTED, step=Step.GAME)
    if not played.exists():
        return []  # the usual case: the query with all relatives is expensive
    found = []
    for game in seating.with_relatives(played).select_related("game"):
        said, stands = live_games.outcome_of(game), counted_outcome(game)
        if said and stands and said is not stands:
            found.append((game, said))
    return found


def counted_outcome(game: MatchGame) -> Outcome | None:
    """Return the outcome that counts for this board, seen from its starter."""
    if game.outcome and game.source != Source.GAME:
        return Outcome(game.outcome)
    if not game.match.outcome:
        return None
    return match_outcome.change_view(game, game.match, Outcome(game.match.outcome))


def uphold(*, actor: Actor, match_game: MatchGame, note: str, seen: str | None = None) -> Match:
    """Confirm a result although the live game gave another; the arbiter has seen both."""
    with locking.changing(match_game.match.round.stage.tournament_id):
        match = deciding.lock_match(match_game.match)
        board = match.games.get(pk=match_game.pk)
        of_its_own = bool(board.outcome) and board.source != Source.GAME
        if not of_its_own and not match.outcome:
            raise StepRefused("not-decided", board=match.board)
        match_outcome.refuse_if_changed(match, seen)
        if of_its_own:
            deciding.set_game(board, Outcome(board.outcome), Source.CORRECTED)
        # The only game of a match is the match; of several boards only this one is settled.
        if match.outcome and (not of_its_own or match.games.count() == 1):
            match.source, match.note = Source.CORRECTED, note
            match.save(update_fields=["source", "note"])
        locking.note(
            actor, "uphold", match, after={"game": board.number, "outcome": board.outcome}, note=note
        )
    return match
