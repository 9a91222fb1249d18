"""What is wrong around Fiveline and what to do: one list of checks, told by the terminal and by the desk."""

from collections.abc import Callable, Iterable, Sequence

from tournament.serving.doctor import checks, house_checks
from tournament.serving.doctor.findings import Finding, Level

Check = Callable[[], Iterable[Finding]]

# Cheap enough for every page of the desk, and what nobody may miss.
AT_ONCE: tuple[Check, ...] = (checks.disk, checks.failed_writes)
_ANYWHERE: tuple[Check, ...] = (
    checks.disk,
    checks.rights_of_files,
    checks.open_files,
    checks.database,
    checks.redis,
    house_checks.backups,
    house_checks.clock,
    house_checks.time_zone,
    house_checks.certificates,
)
# A server knows what it could not save; whoever reads its pages need not ask for its port.
ON_PAGE: tuple[Check, ...] = (checks.failed_writes, *_ANYWHERE)
IN_TERMINAL: tuple[Check, ...] = (*_ANYWHERE, checks.port)

__all__ = ["IN_TERMINAL", "ON_PAGE", "Level", "examine", "urgent"]


def examine(wanted: Sequence[Check]) -> list[Finding]:
    """The gravest first."""
    found = [finding for check in wanted for finding in check()]
    return sorted(found, key=lambda finding: finding.level, reverse=True)


def urgent() -> list[Finding]:
    """What the desk has to hear of at once."""
    return [finding for finding in examine(AT_ONCE) if finding.level is Level.URGENT]
