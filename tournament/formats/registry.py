"""All formats, in the order in which they are offered. Whoever adds one adds a line here."""

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
    """Offer a format everywhere; its code and its names in reports are its own."""
    taken = {name for known in FORMATS.values() for name in (known.code, *known.trf_systems)}
    for name in (format_rules.code, *format_rules.trf_systems):
        if name in taken:
            raise ValueError(f"{name} is another format already")
    FORMATS[format_rules.code] = format_rules
    return format_rules


def get_format(code: str) -> Format:
    """The format that is stored by this word, or ValueError."""
    try:
        return FORMATS[code]
    except KeyError:
        raise ValueError(f"{code!r} is no format") from None


def find_reported_format(system: str) -> Format:
    """The format that a tournament report means; what nobody knows was most likely paired by results."""
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
