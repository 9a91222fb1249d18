"""All formats, in the order in which they are offered. A new format needs a line here."""

from .double_knockout import DOUBLE_KNOCKOUT
from .format import Format
from .groups import GROUPS
from .keizer import KEIZER
from .knockout import KNOCKOUT
from .ladder import LADDER
from .round_robin import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from .swiss import SWISS

FORMATS: dict[str, Format] = {}


def register(format_rules: Format) -> Format:
    """Offer a format everywhere; refuse a code or report name that another format has."""
    taken = {name for known in FORMATS.values() for name in (known.code, *known.trf_systems)}
    for name in (format_rules.code, *format_rules.trf_systems):
        if name in taken:
            raise ValueError(f"{name} is another format already")
    FORMATS[format_rules.code] = format_rules
    return format_rules


def get_format(code: str) -> Format:
    """Return the format with this stored code, or raise ValueError."""
    try:
        return FORMATS[code]
    except KeyError:
        raise ValueError(f"{code!r} is no format") from None


def find_reported_format(system: str) -> Format:
    """Find the format that a tournament report names; an unknown one is most likely a Swiss."""
    named = system.upper()
    return next(
        (format_rules for format_rules in FORMATS.values() if named in format_rules.trf_systems), SWISS
    )


for _format_rules in (
    ROUND_ROBIN,
    DOUBLE_ROUND_ROBIN,
    SWISS,
    KNOCKOUT,
    DOUBLE_KNOCKOUT,
    GROUPS,
    KEIZER,
    LADDER,
):
    register(_format_rules)
