"""Refusals that the referee cannot know of: nonces, custody, tables. All are stored and read as one class."""

from typing import Any, ClassVar

from games.faults import Counted, Fault
from games.referee import Refused, dump


class NotRecorded(Refused):
    """The refusal of a request; one of the referee's keeps its code and its sentence."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        **Refused.sentences,
        "nonce-reused": "This message has the number of another one that was answered before.",
        "entry-differs": "Entry {n} was received before, and it was a different one.",
        "entry-gap": "Entry {expected} is missing; it has to arrive first.",
        "old-epoch": "Another device keeps this game now. The arbiter sees this entry and may adopt it.",
        "old-generation": "A backup was restored since. The arbiter sees this entry and may adopt it.",
        "offline-takes-time": "Without the server, no time can be taken away. Ask the desk.",
        "offline-gives-much": (
            "Without the server, each player can get at most {minutes} minutes. Ask the desk for more."
        ),
        "too-early": "By the server's clock the time is not up yet; send this again in a moment.",
        "not-holder": "Another tab or device keeps this game.",
        "not-at-the-desk": "The desk does not keep this game, so there is nothing to give back.",
        "no-custody": "No device keeps this game yet; take it first.",
        "table-keeps": "The tablet at the table keeps this game: play it there.",
        "server-keeps": "The players' own devices play this game; no tablet keeps it.",
        "voided": "This game was called off and does not count.",
        "overruled": "The result of this game was entered at the desk; it is played no longer.",
        "epoch-played": "The game went on since: the late entries cannot be adopted any more.",
        "notice-empty": "Type a few words in one line.",
        "notice-too-long": Counted(
            "A message to a board has at most {most} sign.",
            "A message to a board has at most {most} signs.",
            by="most",
        ),
        "notices-too-many": "Many messages went to the boards in the last minute. Wait a little.",
        "nothing-late": "There are no late entries of that device to adopt.",
        "refused-by-the-rules": "The rules refused these entries when they came: they cannot be adopted.",
        "over-without-them": "The game is over without them. Reopen it first, then they can be adopted.",
        "too-late-to-adopt": "The late entries do not follow from how the game stands: {why}",
    }


def stored_params(fault: Fault) -> dict[str, Any]:
    """Return the values of a fault's sentence as JSON."""
    return {name: dump(value) for name, value in fault.params.items()}
