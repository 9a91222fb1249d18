"""A round as pages show it: who meets whom on which board, with points, results and live games."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Game
from games.referee import UNDER_WAY, Status
from tournament.formats.series import MatchTerms
from tournament.models import Entrant, Match, MatchGame, Player, Round, RoundStatus, Step
from tournament.scores import EntrantId, halves_text, score_text
from tournament.services.results import match_outcome
from tournament.services.stages import brackets, stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import seating
from tournament.views.public import words


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A game of a match: its number in the match, its table, and its live game if it has one."""

    number: int
    step: str
    players: tuple[Player | None, Player | None]  # of a team match, in the order of the match
    scores: tuple[str, str]
    table: str
    code: str
    status: str

    @property
    def names(self) -> tuple[str, str]:
        one, other = (player.public_name if player else "" for player in self.players)
        return one, other


@dataclass(frozen=True, slots=True)
class PairingSide:
    entrant: Entrant
    symbol: str
    score: str
    won: bool
    points: str = ""  # before this round; empty if no entrant has any


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A match, or a bye: then there is one side only, and `match` says which kind of bye."""

    match: Match
    sides: tuple[PairingSide, ...]
    boards: tuple[BoardLine, ...]
    how: str = ""  # in short how it was decided, where the score does not say so
    note: str = ""  # the same with the winner named
    title: str = ""  # which match of a bracket it is
    game: str = ""  # "Game 2 of 3", while a longer match is played

    @property
    def forfeited(self) -> bool:
        return match_outcome.is_forfeit(self.match)

    @property
    def status(self) -> str:
        """`over`, or what its most active board does: running, paused, waiting; empty without live games."""
        if self.match.outcome:
            return "over"
        known = {board.status for board in self.boards}
        return next((status for status in (*UNDER_WAY, Status.WAITING) if status in known), "")

    @property
    def tables(self) -> str:
        return ", ".join(dict.fromkeys(board.table for board in self.boards if board.table))

    @property
    def code(self) -> str:
        """The game to look at: the one being played, otherwise the last one."""
        codes = [board.code for board in self.boards if board.code]
        going = [board.code for board in self.boards if board.code and board.status in UNDER_WAY]
        return (going or codes[-1:] or [""])[0]


@dataclass(frozen=True, slots=True)
class RoundPage:
    round: Round
    meetings: tuple[PairingLine, ...]
    byes: tuple[PairingLine, ...]
    title: str = ""  # what its matches are called in a bracket

    @property
    def decided(self) -> int:
        return sum(line.match.is_decided for line in self.meetings)

    @property
    def playing(self) -> int:
        return sum(line.status in UNDER_WAY for line in self.meetings)

    @property
    def closed(self) -> bool:
        return self.round.status == RoundStatus.CLOSED

    @property
    def is_awaited(self) -> bool:
        """Whether a match is still to be played; otherwise nothing starts at the announced hour."""
        return not self.closed and self.decided < len(self.meetings)

    @property
    def of_one_kind(self) -> bool:
        """Whether all its matches have one title, so that the heading can show it for them."""
        return len({line.title for line in self.meetings}) < 2


def round_page(record: StageRecord, number: int) -> RoundPage:
    """Read a drawn round of the stage, in a constant number of queries."""
    round_ = next(each for each in record.drawn if each.number == number)
    matches = record.matches_by_round.get(number, [])
    lines = lines_of(record, matches)
    return RoundPage(
        round_,
        tuple(line for line in lines if not line.match.is_bye),
        tuple(line for line in lines if line.match.is_bye),
        title_of(record, number),
    )


def title_of(record: StageRecord, number: int) -> str:
    """Return the title of a round's matches if the format names them: Quarter-final."""
    titles = brackets.titles_of(record)
    matches = record.matches_by_round.get(number, ())
    named = (words.reason_text(titles[each.place]) for each in matches if each.place in titles)
    return " · ".join(dict.fromkeys(named))


def points_before(record: StageRecord, number: int) -> dict[EntrantId, str]:
    """Return the points of all entrants before a round; none before the first round or in a bracket."""
    if record.format_rules.is_bracket or number < 2 or not record.format_rules.has_rounds:
        return {}
    scoring = stage_record.scoring_of(record.stage)
    found: dict[EntrantId, str] = {}
    for letter in record.groups or ("",):
        history = stage_record.build_history(record, letter or None)
        for pk in history.rows:
            found[pk] = halves_text(history.points(pk, scoring, number - 1))
    return found


def lines_of(record: StageRecord, matches: Sequence[Match]) -> list[PairingLine]:
    """Return the line of each match, with its boards and scores."""
    boards = _boards(matches)
    terms = match_outcome.terms_by_place(record)
    titles = {place: words.reason_text(title) for place, title in brackets.titles_of(record).items()}
    points = {number: points_before(record, number) for number in {match.round.number for match in matches}}
    return [
        _line(record, match, tuple(boards.get(match.pk, ())), points[match.round.number], titles, terms)
        for match in matches
    ]


def game_now(record: StageRecord, match: Match, terms: Mapping[str, MatchTerms]) -> str:
    """Name the game of a longer match that is being played; empty for a match of a single game."""
    title = match_outcome.game_now(record, match, terms[match.place]) if match.place in terms else None
    return words.reason_text(title) if title and title.code != "only-game" else ""


def words_at_the_board(game: Game) -> str:
    """Describe the game at its board: “Game 2 of 3, 1 – 0”, the score from the side that starts."""
    if not game.topic:
        return ""
    boards = MatchGame.objects.select_related("match__round__stage__tournament")
    board = boards.filter(game=game).first()
    if board is None or not match_outcome.is_series(board.match.round.stage):
        return ""
    record = stage_record.read(board.match.round.stage)
    match = next(each for each in record.matches if each.pk == board.match_id)
    game_words = game_now(record, match, match_outcome.terms_by_place(record))
    score = words.games_score(record, match)
    if not game_words or score is None:
        return game_words
    return f"{game_words}, {score_text(*(score if board.starter_id == match.first_id else score[::-1]))}"


def symbols(record: StageRecord) -> tuple[str, str]:
    """Return the symbol of the side that starts, and that of the other."""
    starts_with_crosses = seating.starting_seat(record.stage) in "XN"
    return ("X", "O") if starts_with_crosses else ("O", "X")


def _line(
    record: StageRecord,
    match: Match,
    boards: tuple[BoardLine, ...],
    points: dict[EntrantId, str],
    titles: dict[str, str],
    terms: Mapping[str, MatchTerms],
) -> PairingLine:
    before = points.get(match.first_id, "")
    if match.second is None:
        return PairingLine(match, (PairingSide(match.first, "", "", False, before),), boards)
    scores, wins = words.scores(record, match), stage_record.wins_of(match)
    names = (match.first.public_name, match.second.public_name)
    started, second = symbols(record)
    sides = (
        PairingSide(match.first, started, scores[0], wins[0], before),
        PairingSide(match.second, second, scores[1], wins[1], points.get(match.second.pk, "")),
    )
    return PairingLine(
        match,
        sides,
        boards,
        how=words.decision_note(record, match),
        note=words.decision_with_winner(record, match, names),
        title=titles.get(match.place, ""),
        game=game_now(record, match, terms),
    )


def _boards(matches: Sequence[Match]) -> dict[int, list[BoardLine]]:
    by_id = {match.pk: match for match in matches}
    rows = (
        MatchGame.objects.filter(match__in=by_id)
        .exclude(step=Step.HOUSE)
        .select_related("table", "game", "starter_player", "second_player")
        .defer("game__state")
        .order_by("number")
    )
    found: dict[int, list[BoardLine]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(_board(by_id[row.match_id], row))
    return dict(found)


def _board(match: Match, row: MatchGame) -> BoardLine:
    """Build the line of a board, with names and scores in the order of the match, not of who starts."""
    starts = row.starter_id == match.first_id
    starter, second = row.starter_player, row.second_player
    scores = words.SCORES[row.outcome]
    game = row.game if row.game and not row.game.voided else None
    return BoardLine(
        number=row.number,
        step=row.step,
        players=(starter, second) if starts else (second, starter),
        scores=scores if starts else scores[::-1],
        table=str(row.table) if row.table else "",
        code=game.code if game else "",
        status=game.status if game else "",
    )
