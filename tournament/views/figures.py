"""Draw a position as an SVG figure for pages and prints, from its text form and the parts to highlight.

The rules say what may be taken and where it may come back, so a figure cannot show an impossible move. The
cubes themselves are in templates/components/_sprite.html, shared with the live board of
static/js/board/render.js.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.rules.cells import Cell
from games.rules.position import Position

FILES = "abcde"
RANKS = "54321"
CELL = 100
TRAY = 14
# Room around the tray for arrows, letters or seats.
GUTTER = 62
GRAINS = 3
# By letter of the position text: drawing, and for four players the angle of the dot from north.
SYMBOLS = {
    "X": ("cross", None),
    "O": ("ring", None),
    "N": ("cross", 0),
    "E": ("ring", 90),
    "S": ("cross", 180),
    "W": ("ring", 270),
}
# Drawn smaller to leave space for the dot; render.js does the same.
BESIDE_DOT = "translate(6 5.6) scale(0.88)"
# Edge: direction outwards, and how far the arrow (drawn pointing north) is turned to push inwards.
EDGES = {"N": (0, -1, 180), "E": (1, 0, 270), "S": (0, 1, 0), "W": (-1, 0, 90)}
MIDDLE = 2 * CELL


@dataclass(frozen=True, slots=True)
class Figure:
    """What to draw. Cells are lists such as "a1 c5"."""

    cubes: dict[str, str]
    size: str = "m"
    label: str = ""
    lit: frozenset[str] = frozenset()
    dim: frozenset[str] = frozenset()
    line: tuple[str, ...] = ()
    selected: str = ""
    ends: str = ""
    seats: dict[str, str] = field(default_factory=dict)
    coordinates: bool = False
    room: bool = False
    tried: str = ""

    @property
    def margin(self) -> int:
        return TRAY + (GUTTER if self.room or self.ends or self.seats or self.coordinates else 4)


def read_figure(position: str, **options: str) -> Figure:
    """Read a figure from the text of a position and the options of a template.

    `lit="takeable"` lights what may be taken, a selected cube shows its ways back, `seats="N=Ada S=Ben"`
    names the places at the table, `coordinates="yes"` labels files and ranks, `dim="others"` fades the rest,
    `room="yes"` leaves room for arrows, so that figures side by side have one size, `tried` is the position
    from which a reader can try moves (static/js/pages/rules.js), "yes" for the one that is drawn.
    """
    ranks = position.split()[0].split("/")
    cubes = {
        file + rank: letter
        for rank, row in zip(RANKS, ranks, strict=True)
        for file, letter in zip(FILES, row, strict=True)
    }
    lit = frozenset(options.get("lit", "").split())
    selected = options.get("selected", "")
    if lit == {"takeable"}:
        lit = frozenset(cell for cell in cubes if Position.parse(position).can_take(Cell(cell)))
    return Figure(
        cubes=cubes,
        size=options.get("size", "m"),
        label=options.get("label", ""),
        lit=lit,
        dim=frozenset(cubes) - lit if options.get("dim") == "others" else frozenset(),
        line=tuple(options.get("line", "").split()),
        selected=selected,
        ends="".join(Position.parse(position).targets(Cell(selected))) if selected else "",
        seats=dict(pair.split("=", 1) for pair in options.get("seats", "").split()),
        coordinates=bool(options.get("coordinates")),
        room=bool(options.get("room")),
        tried=position if options.get("tried") == "yes" else options.get("tried", ""),
    )


def draw(position: str, **options: str) -> SafeString:
    """Draw a position as an SVG; the options are those of `read_figure`."""
    figure = read_figure(position, **options)
    margin, side = figure.margin, 5 * CELL + 2 * figure.margin
    return format_html(
        '<svg class="board-figure board-figure-{}" viewBox="{} {} {} {}" role="img" aria-label="{}"{}>'
        "{}</svg>",
        figure.size,
        -margin,
        -margin,
        side,
        side,
        # Literals in templates count as safe; in an attribute they are not.
        escape(figure.label or _("Position {text}").format(text=position)),
        format_html(' data-position="{}"', figure.tried) if figure.tried else "",
        mark_safe("".join(_parts(figure))),  # noqa: S308 - every part below is built by format_html
    )


def corner(cell: str) -> tuple[int, int]:
    """Return the upper left corner of a cell."""
    return FILES.index(cell[0]) * CELL, RANKS.index(cell[1]) * CELL


def _parts(figure: Figure) -> Iterator[SafeString]:
    yield format_html(
        '<rect class="figure-tray" x="{0}" y="{0}" width="{1}" height="{1}" rx="26"/>',
        -TRAY,
        5 * CELL + 2 * TRAY,
    )
    yield format_html(
        '<rect class="figure-well" x="-3" y="-3" width="{0}" height="{0}" rx="16"/>', 5 * CELL + 6
    )
    if figure.coordinates:
        yield from _coordinates()
    yield from _seats(figure)
    lifted = [cell for cell in figure.cubes if cell in figure.line or cell == figure.selected]
    for cell in [*(c for c in figure.cubes if c not in lifted), *lifted]:
        yield _cube(figure, cell)
    if figure.line:
        yield _strike(figure.line)
    for edge in figure.ends:
        yield _end(figure.selected, edge)


def _cube(figure: Figure, cell: str) -> SafeString:
    x, y = corner(cell)
    glow = ""
    if cell in figure.lit or cell in figure.line or cell == figure.selected:
        glow = format_html(
            '<rect class="figure-glow" x="{}" y="{}" width="106" height="107" rx="17"/>', x - 3, y - 3
        )
    lift = 9 if cell == figure.selected else 0
    layers = [_use("cube"), _use(f"grain-{(x // CELL * 2 + y // CELL) % GRAINS}")]
    symbol, turn = SYMBOLS.get(figure.cubes[cell], ("", None))
    if symbol:
        layers.append(_use(symbol, BESIDE_DOT if turn is not None else ""))
    if turn is not None:
        layers.append(_use("dot", f"rotate({turn} 50 46.5)"))
    return format_html(
        '{}<g transform="translate({} {}) scale(.96)"{}>{}</g>',
        glow,
        x + 2,
        y + 2 - lift,
        mark_safe(' class="figure-dim"') if cell in figure.dim else "",
        mark_safe("".join(layers)),  # noqa: S308 - built by format_html
    )


def _use(name: str, transform: str = "") -> SafeString:
    shrunk = format_html(' transform="{}"', transform) if transform else ""
    return format_html('<use href="#{}" width="100" height="100"{}/>', name, shrunk)


def _strike(line: tuple[str, ...]) -> SafeString:
    (x1, y1), (x2, y2) = corner(line[0]), corner(line[-1])
    # A little past the middle of the outer cubes, in the direction of the line.
    dx, dy = (x2 - x1) / 16, (y2 - y1) / 16
    ends = (x1 + 50 - dx, y1 + 47 - dy, x2 + 50 + dx, y2 + 47 + dy)
    path = "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*ends)
    return format_html('<path class="strike" d="{}" pathLength="1"/>', path)


def _end(cell: str, edge: str) -> SafeString:
    x, y = corner(cell)
    dx, dy, turn = EDGES[edge]
    out = MIDDLE + CELL // 2 + TRAY + GUTTER // 2
    across = (x + 50, 250 + dy * out) if dy else (250 + dx * out, y + 50)
    return format_html(
        '<g transform="translate({} {}) rotate({})">'
        '<use href="#end-arrow" x="-28" y="-28" width="56" height="56"/></g>',
        *across,
        turn,
    )


def _coordinates() -> Iterator[SafeString]:
    for index in range(5):
        middle, out = index * CELL + 50, TRAY + 24
        yield format_html(
            '<text class="figure-text" x="{}" y="{}">{}</text>', middle, 500 + out, FILES[index]
        )
        yield format_html('<text class="figure-text" x="{}" y="{}">{}</text>', -out, middle, RANKS[index])


def _seats(figure: Figure) -> Iterator[SafeString]:
    out = MIDDLE + CELL // 2 + TRAY + GUTTER // 2
    for seat, name in figure.seats.items():
        dx, dy, _turn = EDGES[seat]
        yield format_html(
            '<text class="figure-seat" x="{}" y="{}">{}</text>', 250 + dx * out, 250 + dy * out, name
        )
