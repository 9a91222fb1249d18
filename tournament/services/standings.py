"""Standings and prizes: read with a constant number of queries, computed, never stored."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from tournament.models import Category, Entrant, MatchGame, Player, Prize, Step, Tournament
from tournament.ranking import crosstable, prizes
from tournament.ranking.standings import Standing
from tournament.ranking.standings import standings as rank
from tournament.ranking.tiebreaks import TieBreak, read_tiebreaks
from tournament.scores import CLASSIC, EntrantId, History, Outcome, RoundResult
from tournament.services.stages import brackets, facts, stage_record, stages
from tournament.services.stages.stage_record import StageRecord

# Marks seeds from before lots used numbers: those tables are published and stay as they were drawn.
LOTS_BY_ID = "id:"


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of the table. `standing` is None in a bracket, where `rank` is None while still in it."""

    rank: int | None
    entrant: Entrant
    standing: Standing | None = None


@dataclass(frozen=True, slots=True)
class StandingsTable:
    rows: tuple[StandingRow, ...]
    tiebreaks: tuple[TieBreak, ...] = ()
    """What has a working in each row: first the `ahead` figures that rank before points, then tie-breaks."""
    ahead: int = 0
    history: History | None = None
    after_round: int = 0
    provisional: bool = False


def table(record: StageRecord, *, group: str | None = None, after_round: int | None = None) -> StandingsTable:
    """Compute the table of a stage or of one of its groups, after a round (all that are drawn if None)."""
    if (group is None) == record.format_rules.has_groups:
        raise ValueError(
            f"stage {record.stage.pk}, group {group!r}: groups have a table each, nothing else has"
        )
    if record.format_rules.is_bracket:
        return _bracket_table(record)
    history = stage_record.build_history(record, group)
    tiebreaks = read_tiebreaks(",".join(record.stage.tiebreaks))
    ahead = record.format_rules.ranking_figures(stage_record.field_of(record), record.stage.chosen)
    # Lots use the entrants' numbers, which are the same in a copy of the tournament.
    numbers = {pk: entrant.number for pk, entrant in record.entrants.items()}
    lot_numbers = {} if record.stage.lots_seed.startswith(LOTS_BY_ID) else numbers
    ranked = rank(
        history,
        stage_record.scoring_of(record.stage),
        tiebreaks,
        after_round=after_round,
        lots_seed=record.stage.lots_seed.removeprefix(LOTS_BY_ID) or None,
        lot_numbers=lot_numbers,
        ahead=ahead,
        last_round=facts.rounds_of(record) or None,
        ratings={pk: entrant.rating for pk, entrant in record.entrants.items()},
    )
    rows = tuple(StandingRow(each.rank, record.entrants[each.entrant], each) for each in ranked)
    shown = history.rounds if after_round is None else min(after_round, history.rounds)
    return StandingsTable(
        rows, (*ahead, *tiebreaks), len(ahead), history, shown, any(each.provisional for each in ranked)
    )


def by_group(record: StageRecord, *, after_round: int | None = None) -> dict[str, StandingsTable]:
    """Compute the tables of a stage: one for each of its groups, or a single one with an empty key."""
    if not record.format_rules.has_groups:
        return {"": table(record, after_round=after_round)}
    return {letter: table(record, group=letter, after_round=after_round) for letter in record.groups}


def placings(record: StageRecord) -> StandingsTable:
    """Rank all entrants of a stage in one order, for podium and prizes.

    Groups never met: entrants with the same place in different groups share it, like those who are eliminated
    in the same round of a bracket.
    """
    tables = by_group(record)
    if "" in tables:
        return tables[""]
    rows = [row for shown in tables.values() for row in shown.rows]
    ranks = sorted(row.rank for row in rows if row.rank)
    placed = []
    for row in rows:
        rank = ranks.index(row.rank) + 1 if row.rank else None
        placed.append(replace(row, rank=rank, standing=row.standing and replace(row.standing, rank=rank)))
    return StandingsTable(
        tuple(sorted(placed, key=lambda row: (row.rank is None, row.rank or 0))),
        after_round=max((shown.after_round for shown in tables.values()), default=0),
        provisional=any(shown.provisional for shown in tables.values()),
    )


def within(shown: StandingsTable, members: set[int]) -> list[StandingRow]:
    """Rank the rows of a category among themselves."""
    entrants: dict[EntrantId, Entrant] = {row.entrant.pk: row.entrant for row in shown.rows}
    ranked = prizes.rank_within([row.standing for row in shown.rows if row.standing], members)
    return [StandingRow(each.rank, entrants[each.entrant], each) for each in ranked]


def cross_table(shown: StandingsTable) -> list[crosstable.RoundRow]:
    return crosstable.by_round(*_history_and_standings(shown), shown.after_round)


def opponents_table(shown: StandingsTable) -> list[crosstable.OpponentRow]:
    """Build the cross-table of a round robin: a column per opponent."""
    return crosstable.by_opponent(*_history_and_standings(shown), shown.after_round)


def _history_and_standings(shown: StandingsTable) -> tuple[History, list[Standing]]:
    if shown.history is None:
        raise ValueError("a bracket has no cross-table")
    return shown.history, [row.standing for row in shown.rows if row.standing]


def final(tournament: Tournament) -> StandingsTable:
    """Compute the placings of the tournament: those of its stage being played, or of its last."""
    stage = stages.current(tournament)
    return placings(stage_record.read(stage)) if stage else StandingsTable(())


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What one entrant gets, to be read out: `place` in the category, or over all."""

    entrant: Entrant
    place: int
    category: Category | None
    prizes: tuple[Prize, ...]
    money: str


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """Who gets which prize, by place over all and within categories; no entrant gets two."""

    awards: tuple[tuple[Prize, tuple[Entrant, ...]], ...]
    payouts: tuple[PayoutRow, ...]


def prize_giving(tournament: Tournament) -> PrizeGiving:
    listed = {str(each.pk): each for each in tournament.prizes.select_related("category")}
    shown = final(tournament)
    entrants: dict[EntrantId, Entrant] = {row.entrant.pk: row.entrant for row in shown.rows}
    members: dict[str, set[EntrantId]] = {}
    through = Entrant.categories.through.objects.filter(category__tournament=tournament)
    for entrant_id, category_id in through.values_list("entrant_id", "category_id"):
        members.setdefault(str(category_id), set()).add(entrant_id)
    asked = [
        prizes.PrizePlace(pk, each.place, str(each.category_id) if each.category_id else None, each.title)
        for pk, each in listed.items()
    ]
    rows = [row.standing or Standing(row.rank, row.entrant.pk, 0, (), 0, 0, 0, False) for row in shown.rows]
    # A bracket has no points that could be equal.
    has_points = any(row.standing for row in shown.rows)
    sharing = prizes.Sharing(tournament.prize_sharing) if has_points else prizes.Sharing.RANK
    given = prizes.award_prizes(rows, asked, members, sharing=sharing)
    categories = {str(each.pk): each for each in tournament.categories.all()}
    return PrizeGiving(
        tuple((listed[each.prize.name], tuple(entrants[pk] for pk in each.winners)) for each in given),
        tuple(
            PayoutRow(
                entrants[each.entrant],
                each.rank,
                categories.get(each.category or ""),
                tuple(listed[prize.name] for prize in each.prizes),
                str(each.money or ""),
            )
            for each in prizes.list_payouts(rows, asked, members, sharing)
        ),
    )


def _bracket_table(record: StageRecord) -> StandingsTable:
    placed = [
        StandingRow(place, record.entrants[pk])
        for place, sharing in brackets.placings(record)
        for pk in sharing
    ]
    known = {row.entrant.pk for row in placed}
    still_in = [StandingRow(None, entry.entrant) for entry in record.entries if entry.entrant_id not in known]
    return StandingsTable((*still_in, *placed), after_round=len(record.drawn), provisional=bool(still_in))


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A player's score on the boards. A forfeited board gives points and does not count as a game."""

    player: Player
    entrant: Entrant
    points: int  # doubled
    won: int
    drawn: int
    lost: int
    boards: tuple[int, ...]

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def board_scores(record: StageRecord) -> list[BoardScore]:
    """Count what each player of a team tournament scored on the boards.

    The best comes first: by points, then by fewer games, then by board.
    """
    if not record.is_team_tournament:
        return []
    ids = [match.pk for match in record.matches if match.round in record.drawn]
    rows = MatchGame.objects.filter(match__in=ids, step=Step.BOARD).exclude(outcome="")
    sides = {match.pk: match.entrant_ids for match in record.matches}
    results: dict[tuple[int, EntrantId], list[tuple[RoundResult, int, int]]] = defaultdict(list)
    players: dict[int, Player] = {}
    for row in rows.select_related("starter_player", "second_player"):
        outcome = Outcome(row.outcome)
        other = next(pk for pk in sides[row.match_id] if pk != row.starter_id)
        both = ((row.starter_player, row.starter_id), (row.second_player, other))
        for (player, entrant), result, gain in zip(
            both, outcome.results, CLASSIC.shares(outcome), strict=True
        ):
            if player and result:
                players[player.pk] = player
                results[player.pk, entrant].append((result, gain, row.number))
    found = []
    for (player_id, entrant_id), entries in results.items():
        counted = Counter(result for result, _gain, _board in entries)
        found.append(
            BoardScore(
                players[player_id],
                record.entrants[entrant_id],
                sum(gain for _result, gain, _board in entries),
                counted[RoundResult.WIN],
                counted[RoundResult.DRAW],
                counted[RoundResult.LOSS],
                tuple(sorted({board for _result, _gain, board in entries})),
            )
        )
    return sorted(found, key=lambda each: (-each.points, each.games, each.boards, each.player.pk))
