"""A state that is kept in memory never stands against the row, whoever wrote that."""

import pytest
from django.db import transaction

from games.models import Game
from games.services.kept_states import KeptStates
from games.services.locked_game import writing
from tests.games.conftest import open_live


@pytest.mark.django_db
class TestKeptStates:
    def test_what_was_written_is_not_read_from_text_again(self):
        play, kept = open_live("10").start().moves("c1E"), KeptStates()
        game = play.game
        state = game.state_now()
        kept.keep(game, state)
        assert kept.of(play.game) is state

    def test_a_row_that_somebody_else_wrote_counts(self):
        play = open_live("10").start().moves("c1E")
        elsewhere = {**play.game.state, "arbiter": True}
        Game.objects.filter(pk=play.game_id).update(state=elsewhere)
        with writing(play.game_id) as book:
            assert book.state.arbiter

    def test_other_terms_in_the_row_count(self):
        play = open_live("10").start().moves("c1E")
        Game.objects.filter(pk=play.game_id).update(casual=True)
        with writing(play.game_id) as book:
            assert book.state.agreement.casual

    def test_what_was_undone_did_not_happen(self):
        play = open_live("10").start()
        with transaction.atomic():
            play.move("c1E")
            transaction.set_rollback(True)
        assert play.move("c1E").seq == 2

    def test_the_game_written_longest_ago_is_forgotten_first(self):
        plays, kept = [open_live("10").start() for _ in range(3)], KeptStates(most=2)
        states = []
        for play in plays:
            game = play.game
            states.append(game.state_now())
            kept.keep(game, states[-1])
        found = [kept.of(play.game) is state for play, state in zip(plays, states, strict=True)]
        assert found == [False, True, True]
