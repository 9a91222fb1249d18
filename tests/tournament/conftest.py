"""A tournament in a few words: `make_tournament("A B C D")`, results as text, entrants as letters."""

import itertools
from dataclasses import dataclass, field

import pytest

from games.access.permissions import Actor
from tournament.models import Entrant, Match, Player, Round, Stage, Tournament
from tournament.services import standings
from tournament.services.entries import enrol, teams
from tournament.services.pairing import drafts
from tournament.services.results import entering
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record, stages

ORGANISER = Actor(subjects=frozenset({"user:1"}), user_id=1, address="192.0.2.1")
START_MS = 1_800_000_000_000


@dataclass
class PlayedTournament:
    """A tournament with one stage to begin with; entrants are found by the words they were made from."""

    tournament: Tournament
    stage: Stage
    entrants: dict[str, Entrant] = field(default_factory=dict)
    ticks: itertools.count = field(default_factory=lambda: itertools.count(START_MS, 1000))

    @property
    def now_ms(self) -> int:
        return next(self.ticks)

    def names(self, matches) -> list[str]:
        """Name the matches: `A-B` for a meeting, `C bye` for a bye."""
        return [
            f"{match.first}-{match.second}" if match.second_id else f"{match.first} {match.outcome}"
            for match in matches
        ]

    def enter(self, name: str, rating: int = 0) -> Entrant:
        player = Player.objects.create(first_name=name, rating=rating)
        entrant = enrol.enter_player(
            actor=ORGANISER, tournament=self.tournament, player=player, now_ms=self.now_ms
        )
        self.entrants[name] = entrant
        return entrant

    def enter_team(self, name: str, players: str) -> Entrant:
        members = [Player.objects.create(first_name=each) for each in players.split()]
        team = teams.make(actor=ORGANISER, name=name, players=members)
        entrant = enrol.enter_team(actor=ORGANISER, tournament=self.tournament, team=team, now_ms=self.now_ms)
        self.entrants[name] = entrant
        return entrant

    def draft(self, **more) -> Round:
        return drafts.draft(actor=ORGANISER, stage=self.stage, **more)

    def publish(self, round_: Round | None = None) -> Round:
        round_ = round_ or self.draft()
        return lifecycle.publish(actor=ORGANISER, round_=round_, version=round_.version, now_ms=self.now_ms)

    def matches(self, round_: Round) -> list[Match]:
        return list(Match.objects.with_names().filter(round=round_).by_board())

    def match(self, one: str, other: str) -> Match:
        """Find the latest match of these two."""
        pair = [self.entrants[one].pk, self.entrants[other].pk]
        found = Match.objects.with_names().filter(first__in=pair, second__in=pair)
        return found.order_by("-round__number").first()

    def result(self, text: str, winner: str = "") -> Match:
        """Enter `A-B 1` as seen from A, also if the pairing names B first."""
        pair, mark = text.split()
        one, other = pair.split("-")
        match = self.match(one, other)
        outcome = entering.read_typed(mark)
        if match.first_id != self.entrants[one].pk:
            outcome = outcome.swapped
        return entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=self.now_ms)

    def play(self, round_: Round) -> Round:
        """Decide every open match for the better seed (who entered first), and close the round."""
        for match in (
            Match.objects.open().filter(round=round_).select_related("round__stage", "first", "second")
        ):
            better = "1" if match.first.number < match.second.number else "0"
            outcome = entering.read_typed(better)
            for number in entering.open_boards(match) or [None]:
                entering.type_result(
                    actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=self.now_ms
                )
        return self.close(round_)

    def close(self, round_: Round) -> Round:
        return lifecycle.close(actor=ORGANISER, round_=round_, now_ms=self.now_ms)

    def table(self) -> list[str]:
        """List the standings as `1 A 2.5`: rank, name, points."""
        shown = standings.table(stage_record.read(self.stage))
        return [
            f"{row.rank or '-'} {row.entrant}" + (f" {row.standing.points_text}" if row.standing else "")
            for row in shown.rows
        ]


@pytest.fixture
def make_tournament(db):
    def make(names: str = "", format: str = "swiss", **given) -> PlayedTournament:
        of_stage = {
            name: given.pop(name)
            for name in ("options", "planned_rounds", "scoring", "tiebreaks", "control", "rules")
            if name in given
        }
        tournament = Tournament.objects.create(**{"name": "Open", "live": False} | given)
        stage = stages.add(actor=ORGANISER, tournament=tournament, format=format, **of_stage)
        made = PlayedTournament(tournament, stage)
        for number, name in enumerate(names.split()):
            made.enter(name, rating=2000 - 10 * number)
        return made

    return make
