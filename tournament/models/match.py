"""Matches and their games: outcomes are stored, points are derived."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import F, Q

from games.models.fields import WordsField
from tournament.models.choices import (
    BYES,
    OUTCOME_CHOICES,
    RESULTS,
    WITHDRAWN,
    EntrantStatus,
    RoundStatus,
    Source,
    Step,
    outcome_words,
)
from tournament.models.tournament import Round, Table

if TYPE_CHECKING:
    from tournament.models.entry import Entrant


class MatchQuerySet(models.QuerySet["Match"]):
    def meetings(self) -> Self:
        return self.filter(second__isnull=False)

    def open(self) -> Self:
        return self.meetings().filter(outcome="")

    def by_board(self) -> Self:
        """Order round by round, games by board, then those without a board."""
        return self.order_by("round__stage", "round__number", F("board").asc(nulls_last=True), "id")

    def published(self) -> Self:
        return self.exclude(round__status=RoundStatus.DRAFT)

    def of(self, entrant: "Entrant") -> Self:
        return self.filter(Q(first=entrant) | Q(second=entrant))

    def with_names(self) -> Self:
        """Select everything that a pairing list shows, in a constant number of queries."""
        sides = [f"{side}__{path}" for side in ("first", "second") for path in ("player__club", "team__club")]
        return self.select_related("round__stage__tournament", *sides)


class Match(models.Model):
    """What two entrants contest in a round, or a bye of some kind (`second` empty)."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.CharField(max_length=12, blank=True)  # which match of the bracket it is
    first = models.ForeignKey("Entrant", models.PROTECT, related_name="matches_first")
    second = models.ForeignKey(
        "Entrant", models.PROTECT, null=True, blank=True, related_name="matches_second"
    )
    outcome = models.CharField(max_length=16, choices=OUTCOME_CHOICES, default="", blank=True)
    source = models.CharField(max_length=9, choices=Source, default=Source.NONE, blank=True)
    note = WordsField(max_length=200, blank=True)
    reasons = models.JSONField(default=list, blank=True)  # [code, params] each: why these two meet
    locked = models.BooleanField(default=False)  # a pairing that a redraft must keep
    decided_ms = models.BigIntegerField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["round", F("board").asc(nulls_last=True), "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "board"], condition=Q(board__isnull=False), name="match_board_once"
            ),
            # Together with the trigger of migration 0002, which looks across the two columns.
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once_a_round"),
            models.UniqueConstraint(
                fields=["round", "second"],
                condition=Q(second__isnull=False),
                name="match_second_once_a_round",
            ),
            models.UniqueConstraint(
                fields=["round", "place"], condition=~Q(place=""), name="match_place_once_a_round"
            ),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(first=F("second")), name="match_needs_two_entrants"
            ),
            models.CheckConstraint(
                condition=Q(second=None, outcome__in=BYES)
                | (Q(second__isnull=False) & Q(outcome__in=["", *RESULTS])),
                name="match_outcome_fits",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", source=Source.NONE) | (~Q(outcome="") & ~Q(source=Source.NONE)),
                name="match_outcome_has_a_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second or self.get_outcome_display()}"

    def get_outcome_display(self) -> str:  # type: ignore[no-redef]
        """Return the outcome in the words of the format, where it has some for a round without a game."""
        if any(code == WITHDRAWN for code, _params in self.reasons):
            return str(EntrantStatus.WITHDRAWN.label)
        if self.is_bye:
            return outcome_words(self.outcome, self.round.stage.format_rules)
        return str(dict(OUTCOME_CHOICES)[self.outcome])

    @property
    def is_bye(self) -> bool:
        return self.second_id is None

    @property
    def is_decided(self) -> bool:
        return bool(self.outcome)

    @property
    def entrant_ids(self) -> tuple[int, ...]:
        return tuple(pk for pk in (self.first_id, self.second_id) if pk)

    @property
    def both(self) -> tuple["Entrant", "Entrant"]:
        """The two who meet, where it is no bye."""
        assert self.second is not None
        return self.first, self.second

    @property
    def both_ids(self) -> tuple[int, int]:
        """The ids of `both`, without reading the entrants."""
        assert self.second_id is not None
        return self.first_id, self.second_id

    @property
    def seen_by(self) -> str:
        return self.round.seen_by

    @property
    def scope(self) -> str:
        return f"{self.round.scope}/match:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (*(f"entrant:{pk}" for pk in self.entrant_ids), *self.round.scopes)


class MatchGame(models.Model):
    """One board of a match: the game played on it, and its outcome.

    `starter` is the entrant that starts this game, and `outcome` is seen from it, as a match's is from its
    first-named. A result typed at the desk prevails over a later one of the live game; both stay visible.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    step = models.CharField(max_length=10, choices=Step, default=Step.GAME)
    starter = models.ForeignKey("Entrant", models.PROTECT, related_name="games_started")
    starter_player = models.ForeignKey(
        "Player", models.PROTECT, null=True, blank=True, related_name="games_as_starter"
    )
    second_player = models.ForeignKey(
        "Player", models.PROTECT, null=True, blank=True, related_name="games_as_second"
    )
    control = models.CharField(max_length=80, blank=True)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="match_games")
    game = models.OneToOneField(
        "games.Game", models.PROTECT, null=True, blank=True, related_name="match_game"
    )
    outcome = models.CharField(max_length=16, choices=OUTCOME_CHOICES, default="", blank=True)
    source = models.CharField(max_length=9, choices=Source, default=Source.NONE, blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_game_number_once"),
            models.CheckConstraint(condition=Q(outcome__in=["", *RESULTS]), name="match_game_outcome"),
            models.CheckConstraint(
                condition=Q(outcome="", source=Source.NONE) | (~Q(outcome="") & ~Q(source=Source.NONE)),
                name="match_game_outcome_has_a_source",
            ),
        ]

    @property
    def seen_by(self) -> str:
        return self.match.seen_by

    @property
    def scopes(self) -> tuple[str, ...]:
        return self.match.scopes
