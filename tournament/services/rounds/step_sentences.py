"""The sentences for the next step at the desk, each with its reason."""

from games.faults import Counted

# Code to sentence. Translated where it is shown.
SENTENCES: dict[str, str | Counted] = {
    "add-stage": "Choose a format: the tournament has no stage yet.",
    "enter": Counted(
        "Enter players: {count} is entered, at least two are needed.",
        "Enter players: {count} are entered, at least two are needed.",
    ),
    "approve": Counted("{count} entry waits for approval.", "{count} entries wait for approval."),
    "resolve": Counted(
        "The two sides of {count} match report different results: decide.",
        "The two sides of {count} matches report different results: decide.",
    ),
    "call-arbiter": Counted(
        "Board {boards} calls the arbiter.", "{count} boards call the arbiter: {boards}."
    ),
    "call-time": Counted(
        "Board {boards}: the time for the game is up. You decide.",
        "{count} boards wait for your decision, their time is up: {boards}.",
    ),
    "call-custody": Counted(
        "Board {boards}: the game changed hands and waits for your word.",
        "{count} games changed hands and wait for your word: {boards}.",
    ),
    "call-late": Counted(
        "Board {boards}: a tablet has entries that were not recorded. Adopt them or set them aside.",
        "{count} boards have entries that were not recorded: {boards}.",
    ),
    "call-times": Counted(
        "Board {boards}: the tablet's clock differs from the server's clock. Check the times.",
        "{count} boards have a tablet whose clock differs from the server's clock: {boards}.",
    ),
    "call-absent": Counted(
        "Board {boards}: a player who was never connected lost on time. Confirm the result.",
        "{count} players who were never connected lost on time. Confirm the results: {boards}.",
    ),
    "call-offline": Counted(
        "Board {boards}: the result was decided at the table without the server. Look at it.",
        "{count} results were decided at the table without the server. Look at them: {boards}.",
    ),
    "compare": Counted(
        "{count} live game says something else than the result that was typed: look at both.",
        "{count} live games say something else than the results that were typed: look at both.",
    ),
    "check-in": Counted(
        "{present} of {count} entrants is checked in. Who is missing when you draft starts later.",
        "{present} of {count} entrants are checked in. Who is missing when you draft starts later.",
        by="present",
    ),
    "draft-first": "Everybody is here: draft round 1.",
    "draft-unchecked": "Nobody is checked in. Draft round 1 with all {entered} who are entered?",
    "draft-present": Counted(
        "Draft round 1 with the {present} who is here.",
        "Draft round 1 with the {present} who are here.",
        by="present",
    ),
    "publish": "Round {round} is drafted. Look it over and publish it.",
    "publish-concerns": Counted(
        "Round {round} is drafted, with {count} warning. Look at it, then publish.",
        "Round {round} is drafted, with {count} warnings. Look at them, then publish.",
    ),
    "publish-waits": "Round {round} is drafted. It can be published when round {open} is closed.",
    "results": Counted(
        "Round {round}: {open} of {count} results is missing ({running} being played).",
        "Round {round}: {open} of {count} results are missing ({running} being played).",
        by="open",
    ),
    "results-go-on": Counted(
        "Round {round}: {open} of {count} results is missing ({running} being played). "
        "What follows opens by itself.",
        "Round {round}: {open} of {count} results are missing ({running} being played). "
        "What follows opens by itself.",
        by="open",
    ),
    # For tournaments without tablets or phones, in which no board is being played live.
    "results-idle": Counted(
        "Round {round}: {open} of {count} results is missing.",
        "Round {round}: {open} of {count} results are missing.",
        by="open",
    ),
    "results-go-on-idle": Counted(
        "Round {round}: {open} of {count} results is missing. What follows opens by itself.",
        "Round {round}: {open} of {count} results are missing. What follows opens by itself.",
        by="open",
    ),
    "lots": Counted(
        "{count} match is level after all games: enter who won a play-off, or draw lots.",
        "{count} matches are level after all games: enter who won a play-off, or draw lots.",
    ),
    "level-teams": Counted(
        "{count} team match is level: enter who won a play-off, or draw lots.",
        "{count} team matches are level: enter who won a play-off, or draw lots.",
    ),
    "close": "Round {round}: all results are in. Close it.",
    "draft": "Round {round} is closed. Draft round {next}.",
    "draft-ready": Counted(
        "{count} match of the bracket can be drawn.", "{count} matches of the bracket can be drawn."
    ),
    "next-stage": "{stage} is finished. Draft the first round of the next stage.",
    "level-at-the-cut": "{stage} is finished, with equal ranks at the cut: lots decide who goes on.",
    "finish": "All planned rounds are played. Finish the stage or add a round.",
    "finish-bracket": "Every match of the bracket is decided. Finish the stage.",
    "ladder": Counted(
        "Two who are ready can play: name them. {open} game is open.",
        "Two who are ready can play: name them. {open} games are open.",
        by="open",
    ),
    "celebrate": "The tournament is finished. Print the standings and give out the prizes.",
}
