"""Many small files in the source, few on the way: over the Wi-Fi of a hall one comes sooner than eighty.

A sheet gets its imports in place. Scripts travel together, each as a function that makes its module when
first used. What is left under the name of a module hands on what that function made: all share one.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, normpath, relpath

SCRIPTS = "js/fiveline.js"

_SHEET_IMPORT = re.compile(r'@import url\("([\w-]+\.css)"\) layer\((\w+)\)(?: (\w+))?;')

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";', re.MULTILINE)
_HANDED_ON = re.compile(r'^export \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};", re.MULTILINE)
_DECLARED = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_NOT_JOINED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

_USE = """const parts = {};
const made = {};
export function use(path) {
  return (made[path] ??= parts[path]());
}
"""


class CannotJoin(ValueError):
    """A module is written in a way that is not known here; says where and how."""


def one_sheet(path: Path) -> str:
    def imported(found: re.Match[str]) -> str:
        name, layer, media = found.groups()
        text = f"@layer {layer} {{\n{(path.parent / name).read_text('utf-8')}}}"
        return f"@media {media} {{\n{text}\n}}" if media else text

    return _SHEET_IMPORT.sub(imported, path.read_text("utf-8"))


def joined_scripts(root: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each file to serve instead of the modules in `js/` below the root."""
    together = [_USE]
    for path in sorted((root / "js").rglob("*.js")):
        name = path.relative_to(root).as_posix()
        part, exported = _as_part(name, path.read_text("utf-8"))
        together.append(part)
        way = f"./{relpath(SCRIPTS, dirname(name))}"
        names = f"export const {{ {', '.join(exported)} }} = " if exported else ""
        yield name, f'import {{ use }} from "{way}";\n{names}use("{name}");\n'
    yield SCRIPTS, "".join(together)


def _as_part(name: str, text: str) -> tuple[str, list[str]]:
    """The module as an entry of the parts, and the names it exports."""
    exported: dict[str, str] = {}

    def used(way: str) -> str:
        return f'use("{normpath(f"{dirname(name)}/{way}")}")'

    def imported(found: re.Match[str]) -> str:
        names, whole, way = found.groups()
        bound = whole or "{" + ", ".join(": ".join(pair) for pair in _pairs(names)) + "}"
        return f"const {bound} = {used(way)};"

    def handed_on(found: re.Match[str]) -> str:
        exported.update({other: f"{used(found[2])}.{own}" for own, other in _pairs(found[1])})
        return ""

    def listed(found: re.Match[str]) -> str:
        exported.update({other: own for own, other in _pairs(found[1])})
        return ""

    def declared(found: re.Match[str]) -> str:
        exported[found[1]] = found[1]
        return ""

    text = _IMPORT.sub(imported, text)
    text = _HANDED_ON.sub(handed_on, text)
    text = _LISTED.sub(listed, text)
    text = _DECLARED.sub(declared, text)
    if left := _NOT_JOINED.search(text):
        raise CannotJoin(f"{name}: {left[0]}")
    given = ", ".join(f"{other}: {own}" for other, own in exported.items())
    return f'parts["{name}"] = () => {{\n{text}\nreturn {{ {given} }};\n}};\n', list(exported)


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """`a, b as c`: (a, a), (b, c)."""
    for each in filter(None, map(str.strip, names.split(","))):
        own, _, other = each.partition(" as ")
        yield own, other or own


def write(path: Path, content: bytes) -> None:
    """Whole or not at all: several processes may start at once. What has not changed keeps its date."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)
