"""The refusals that the desk, a player or a program gets instead of a change."""

from typing import ClassVar

from games.faults import Counted, Fault


class StepRefused(Fault):
    """A step that is not possible now.

    `already-…` codes say that another user was faster and nothing was done twice.
    """

    sentences: ClassVar[dict[str, str | Counted]] = {
        # Two at once
        "changed-meanwhile": "Somebody changed this meanwhile. Look at the new state and decide again.",
        "result-changed": "Nothing was changed: somebody was quicker, and board {board} is {score} now. "
        "Look at it and decide again.",
        "result-gone": "Nothing was changed: somebody was quicker, and board {board} has no result now.",
        "evening-drawn": "This evening has its round already.",
        "already-drafted": "Round {round} is drafted already.",
        "already-published": "Round {round} is published already. Nothing was done twice.",
        "already-closed": "Round {round} is closed already.",
        "already-undone": "Round {round} is not there any more: it was undone already.",
        "already-entered": "{name} is entered already.",
        "already-applied": "{name} has applied already. Somebody else of that name enters at the desk.",
        "already-decided": "Board {board} has a result already. Change it instead.",
        "game-decided": "Game {game} of board {board} has a result already: {score}. Change it instead.",
        "noted-meanwhile": "A game of {first} and {second} was entered meanwhile. "
        "Look at it, then enter another.",
        "already-merged": "{name} was made one with {other} already.",
        "already-so": "That is so already.",
        "not-called-off": "The game on this board is not called off.",
        "not-a-clock-time": Counted(
            "A clock shows at most {most} minute and 59 seconds, in whole numbers.",
            "A clock shows at most {most} minutes and 59 seconds, in whole numbers.",
            by="most",
        ),
        "archived": "This event is in the archive. Bring it back first, on the page Safety.",
        "has-rounds": "{name} has rounds. It can be archived, not deleted.",
        "not-archived": "{name} is not in the archive.",
        # Entering
        "registration-closed": "Registration is not open. Ask at the desk.",
        "too-many-entries": "So many entered just now that the next has to wait until {time}. Or ask us.",
        "wrong-code": "This code does not open the registration. Check it with the organiser.",
        "full": Counted("The only place is taken.", "All {capacity} places are taken.", by="capacity"),
        "no-name": "A name is needed.",
        "wrong-kind": "This tournament is for {wanted}.",
        "pair-of-two": "A pair has exactly two players.",
        "twice-in-team": "{name} is named twice: everybody plays once.",
        "in-two-teams": "{name} plays for another team of this tournament.",
        "not-a-member": "{name} is not a member of this team.",
        "too-many-boards": "Too many players are named: {count}. Boards of a team match: {boards}.",
        "twice-in-lineup": "{name} is named for two boards.",
        "order-fixed": "The board order of this event is fixed: {upper} sits above {lower}.",
        "nobody-plays": "Name at least one player of {name}. If nobody is there, enter the forfeit instead.",
        "board-begun": "Board {board} has begun: those who sit there stay.",
        "no-lineups": "Only teams of several boards have a line-up.",
        "started": "The stage has started: in this format ({format}) nobody can be added any more.",
        "not-applied": "{name} is not waiting for approval.",
        "twin-applied": "{name} has applied twice. Approve one of the two and decline the other.",
        "has-played": "{name} has played in this tournament and can only withdraw.",
        "still-in-tournaments": (
            "{name} and {other} are both entered in {tournament}: withdraw one there first."
        ),
        "known-elsewhere": "{name} plays in other events too: the club's staff changes the name, "
        "on the page of the player.",
        "itself": "Choose two different ones.",
        # Screens
        "screen-nameless": "Give the screen a name, such as “Door” or “Bar”.",
        "screen-name-taken": "Another screen is called “{name}”.",
        "too-many-screens": Counted(
            "There is {most} screen already. Remove one first.",
            "There are {most} screens already. Remove one first.",
            by="most",
        ),
        "unknown-screen-content": "Say what the screen is to show.",
        "screen-message-empty": "Type the message that the screen is to show.",
        "screen-letters": "Pairings are divided by letters: from A to K, for example.",
        # Attendance
        "not-in": "{name} is not in the tournament any more.",
        "not-out": "{name} is in the tournament already.",
        "expelled": "{name} was expelled. Only the organiser lets an expelled entrant back in.",
        "round-drafted": "Round {round} is drafted already. Ask at the desk.",
        "not-begun": "The game has not begun. Report the result after it.",
        "round-over": "Round {round} is over.",
        "absence-swiss-only": "Only Swiss rounds are drawn without those who are away. "
        "Withdraw {name}, or let a no-show forfeit the match.",
        # Rounds
        "nobody": "At least two entrants are needed to start.",
        "stage-finished": "This stage is finished.",
        "earlier-stage": "The stage before this one is not finished.",
        "level-at-the-cut": "Equal ranks in {stage}: lots decide who goes on. Draw them first.",
        "field-changed": "Those who go on into this stage are others now. Draft again.",
        "lots-too-late": "The next stage is published with this order: it is too late for lots.",
        "not-a-draft": "Round {round} is not a draft.",
        "not-published": "Round {round} is not published.",
        "not-last-round": "Only the last round can be undone, and that is round {round}.",
        "round-open": "Round {round} is not closed: results are missing ({open}).",
        "round-running": "Round {round} has games that are being played ({running}).",
        "round-has-results": "Round {round} has results. Undo the whole round if you mean it.",
        "draft-stale": "The draft no longer fits: {name} is not available. Draft again.",
        "schedule-fixed": "Who meets whom follows from the schedule or the bracket here. "
        "Places are exchanged before the first round is published.",
        "in-group-already": "{name} is in group {group} already.",
        "group-too-small": "Group {group} would be too small: it needs at least {least}. "
        "Let two change places instead.",
        "locked": "A locked pairing stays as it is. Unlock it first.",
        "plays-at-table": "{first} and {second} are playing at table {table}: enter their result first.",
        "plays-already": "{first} and {second} are playing: enter their result first.",
        "still-playing": "{first} – {second}: no result yet. Enter it, or say that they did not play.",
        "no-bye": "There is no bye to fill in round {round}.",
        # Results
        "not-a-result": "“{text}” is not a result. Type 1, ½, 0, +, - or =.",
        "not-a-series": "“{score}” is no result of one game. Type {board} 1-0, {board} = or {board} 0-1.",
        "not-so-many-games": "Board {board} cannot end {score}: it is decided before that.",
        "not-this-score": "Board {board} cannot become {score}: it stands at {stands}.",
        "not-a-final-score": "{score} does not decide this match.",
        "no-such-board": "Round {round} has no board {board}.",
        "which-board": "The boards of match {board} make its score. Enter them one by one: {board}.{number}.",
        "no-opponent": "A bye has no result to enter.",
        "not-decided": "Board {board} has no result to correct.",
        "drawn-from-it": "Round {round} is drawn from this result. Change it instead.",
        "game-gave-it": "The game on board {board} gave this result. Change it instead.",
        "next-game-runs": "Game {game} of board {board} has begun. Change the result instead.",
        "boards-decide": "The boards make this score. Take back the result of the board that is wrong.",
        "draw-needs-more": "This match needs a winner: enter the next game.",
        "level-match": "The match is level after all games: enter who won a play-off, or draw lots.",
        "level-teams": "A knockout needs a winner: enter who won a play-off, or draw lots.",
        "game-running": "Board {board} is being played. If a result should stand all the same, type it with "
        "a ! at the end, “{board} 1-0 !”, or enter it on the page of the match.",
        "after-publication": "The next pairings are published: only the organiser corrects now.",
        "boards-make-the-score": "A team match is scored board by board. Tell the desk what each board gave.",
        "not-your-match": "This is not your match.",
        "not-yet-a-no-show": "Minutes until a missing side forfeits: {minutes}.",
        "stage-follows": "The next stage has begun with these results. Undo its rounds first.",
        # Tables
        "table-taken": "Table {table} is in use.",
        "table-in-round": "Table {table} has a game and cannot be removed.",
        # Settings
        "fewer-rounds": Counted(
            "{played} round is drawn already: {rounds} would be too few.",
            "{played} rounds are drawn already: {rounds} would be too few.",
            by="played",
        ),
        "fixed-rounds": "In this format ({format}) the number of rounds follows from the field.",
        "format-fixed": "The format cannot change once a round is drawn.",
    }
