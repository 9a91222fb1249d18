"""Play brackets to their end in tests, one game after the other, with random results."""

from tournament.formats.aftermath import placings
from tournament.formats.bracket import BracketState, compute_bracket
from tournament.formats.series import GameResult, MatchRecord
from tournament.scores import Outcome

DECISIVE = [Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS]
ALSO_DRAWN = [*DECISIVE, Outcome.DRAW]


def won(winner, loser):
    return MatchRecord(frozenset({winner, loser}), (GameResult(winner, loser, Outcome.FIRST_WINS),))


def step(match, record, chance, outcomes):
    """Return the record after one more game, or after lots."""
    record = record or MatchRecord(frozenset(match.entrants))
    game = match.series.next_game
    if game is None:
        return MatchRecord(record.entrants, record.games, awarded=chance.choice(match.entrants))
    return MatchRecord(
        record.entrants, (*record.games, GameResult(game.first, game.second, chance.choice(outcomes)))
    )


def play_out(plan, chance, outcomes=ALSO_DRAWN):
    """Play all matches that can be played until none is left; return the records and the final bracket."""
    records: dict[str, MatchRecord] = {}
    while True:
        bracket = compute_bracket(plan, records)
        open_ = [
            match for match in bracket.matches if match.state in (BracketState.READY, BracketState.RUNNING)
        ]
        if not open_:
            return records, bracket
        for match in open_:
            records[match.place] = step(match, records.get(match.place), chance, outcomes)


def check_laws(plan, count, records, bracket):
    assert bracket.over
    assert all(match.state is BracketState.FINISHED for match in bracket.matches)
    assert bracket.champion in range(1, count + 1)
    rounds: dict[tuple, list] = {}
    for match in bracket.matches:
        one, other = match.entrants
        assert one != other
        rounds.setdefault((match.place[:1], match.round), []).extend(match.entrants)
    assert all(len(everyone) == len(set(everyone)) for everyone in rounds.values())
    ranked = [entrant for _, sharing in placings(plan, bracket) for entrant in sharing]
    assert sorted(ranked) == list(range(1, count + 1))
    assert ranked[0] == bracket.champion
    assert compute_bracket(plan, records) == bracket
