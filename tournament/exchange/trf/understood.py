"""What of a report has a place here, and what has to be left out: whoever brings it in is told."""

import re
from typing import ClassVar

from games.clock import TimeControl
from games.faults import Fault
from games.numbers import whole_number
from tournament.formats.engine import PairedBy
from tournament.formats.kind import Kind
from tournament.formats.registry import kind_in_report
from tournament.ranking.tiebreaks import UnknownTieBreak, read_tiebreak

from .values import TournamentReport

_MOST_SECONDS = 99_999


class LeftOut(Fault):
    """What a report tells and an event has no place for."""

    sentences: ClassVar[dict[str, str]] = {
        "tiebreak": "The tie-break {tiebreak} is not counted here.",
        "arbiter": "The arbiter, {text}, is not kept: staff have accounts here.",
        "federation": "The federation, {text}, is not kept.",
        "program": "The pairing program, {text}, is not kept.",
        "control": "The time control {text} cannot be read; the usual one is taken.",
        "lines": "Lines that begin with {letters} say nothing to Fiveline ({count}).",
    }


def left_out(report: TournamentReport) -> list[LeftOut]:
    """What of a report has no place here, so that whoever brings it in knows."""
    kept = known_tiebreaks(report, kind_in_report(report.system))
    found = [
        LeftOut("tiebreak", tiebreak=code) for code in report.tiebreaks if code.strip().upper() not in kept
    ]
    told = {"arbiter": report.arbiter, "federation": report.federation}
    found += [LeftOut(word, text=text) for word, text in told.items() if text]
    if report.program and not report.program.startswith("Fiveline "):
        found.append(LeftOut("program", text=report.program))
    if report.coded_control and not coded_control(report.coded_control):
        found.append(LeftOut("control", text=report.coded_control))
    found += [LeftOut("lines", letters=letters, count=count) for letters, count in report.unread]
    return found


def engine_of(report: TournamentReport, index: int) -> str:
    """What paired a round, as a report of our own tells it; nothing of what others say of themselves."""
    own = re.fullmatch(r"Fiveline [\d.]+: (?P<engines>[\w, -]+)", report.program)
    engines = own["engines"].split(", ") if own else []
    told = engines[0] if len(engines) == 1 else engines[index] if len(engines) == report.drawn else ""
    return told if told in set(PairedBy) else ""


def known_tiebreaks(report: TournamentReport, kind: Kind) -> list[str]:
    known = []
    for code in report.tiebreaks:
        try:
            tiebreak = read_tiebreak(code)
            tiebreak.require(kind.system)
        except UnknownTieBreak:
            continue
        known.append(tiebreak.code)
    return list(dict.fromkeys(known))


def coded_control(coded: str) -> str:
    """`600+5` as 10+5; nothing for what is no whole number of minutes and seconds."""
    main, _, increment = coded.partition("+")
    whole_s = whole_number(main, most=_MOST_SECONDS)
    if whole_s is None:
        return ""
    minutes, seconds = divmod(whole_s, 60)
    text = f"{minutes}:{seconds:02}+{increment or 0}"
    try:
        return str(TimeControl.parse(text))
    except Fault:
        return ""
