"""All formats, in the order in which they are offered. Whoever adds one adds a line here."""

from .double_knockout import DOUBLE_KNOCKOUT
from .groups import GROUPS
from .keizer import KEIZER
from .kind import Kind
from .knockout import KNOCKOUT
from .ladder import LADDER
from .round_robin import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from .swiss import SWISS

KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Offer a format everywhere; its code and its names in reports are its own."""
    taken = {name for known in KINDS.values() for name in (known.code, *known.trf_systems)}
    for name in (kind.code, *kind.trf_systems):
        if name in taken:
            raise ValueError(f"{name} is another format already")
    KINDS[kind.code] = kind
    return kind


def kind_of(code: str) -> Kind:
    """The format that is stored by this word, or ValueError."""
    try:
        return KINDS[code]
    except KeyError:
        raise ValueError(f"{code!r} is no format") from None


def kind_in_report(system: str) -> Kind:
    """The format that a tournament report means; what nobody knows was most likely paired by results."""
    named = system.upper()
    return next((kind for kind in KINDS.values() if named in kind.trf_systems), SWISS)


for _kind in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN, SWISS, KNOCKOUT, DOUBLE_KNOCKOUT, GROUPS, KEIZER, LADDER):
    register(_kind)
