"""The audit log of a tournament: before and after of every step, found by the players concerned."""

from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.scores import Outcome
from tournament.services.results import corrections


def test_every_step_is_in_the_log_with_before_and_after_and_no_names(make_tournament):
    e = make_tournament("Alfred Berta Conrad Dora", planned_rounds=3)
    round_ = e.publish()
    match = e.matches(round_)[0]
    e.play(round_)
    corrections.correct(actor=ORGANISER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    verbs = set(own_rows(Action).values_list("verb", flat=True))
    assert verbs >= {"add_stage", "enter", "draw_lot", "draft", "publish", "type_result", "close", "correct"}
    correction = Action.objects.get(verb="correct")
    assert correction.before["outcome"] != correction.after["outcome"] == "draw"
    assert (correction.actor, correction.address) == ("user:1", "192.0.2.1")
    whole = " ".join(f"{a.target} {a.before} {a.after}" for a in own_rows(Action))
    assert not [name for name in e.entrants if name in whole]


def test_players_find_what_was_done_to_their_own_games(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.publish()
    match = e.matches(round_)[0]
    e.play(round_)
    corrections.correct(actor=ORGANISER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    for entrant in e.entrants.values():
        seen = Action.objects.about(entrant.scope).filter(verb="correct").exists()
        assert seen == (entrant.pk in match.entrant_ids)
