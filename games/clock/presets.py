"""Time controls that clubs use, by name, from the quickest to the slowest."""

from dataclasses import dataclass

from .control import TimeControl


@dataclass(frozen=True, slots=True)
class Preset:
    """A time control with a name. `name` is a sentence for translation, like those of `wording`."""

    key: str
    name: str
    text: str

    @property
    def control(self) -> TimeControl:
        return TimeControl.parse(self.text)


PRESETS = (
    Preset("lightning", "Lightning, 1 min + 2 s", "1+2"),
    Preset("blitz", "Blitz, 3 min + 2 s", "3+2"),
    Preset("blitz-flat", "Blitz, 5 min", "5"),
    Preset("club", "Club evening, 10 min + 5 s", "10+5"),
    Preset("club-delay", "Club evening, 10 min with 5 s delay", "10d5"),
    Preset("club-flat", "Club evening, 15 min", "15"),
    Preset("long", "Long game, 30 min + 10 s", "30+10"),
    Preset("periods", "Periods, 5 min then 3 × 20 s", "5p3x20"),
    Preset("hourglass", "Hourglass, 2 min", "2h"),
    Preset("per-move", "Per move, 30 s", "m30"),
    Preset("whole-game", "Whole game, 20 min", "g20"),
    Preset("armageddon", "Armageddon, crosses 5 min, circles 4 min", "X=5;O=4"),
    Preset("untimed", "Without a limit", "-"),
)
