"""Publish our own files: joined, small, kept by browsers for good, and answered before Django is asked.

There are many in the source and few on the way: over the Wi-Fi of a hall one comes sooner than eighty.

A sheet gets its imports in place. A script in `js/pages` or `js/workers` is one that a page asks for: it
brings along all it needs, each module as a function that makes it. What several bring is made once, and what
every page needs is a file of its own. Comments and blanks are left out. The name of a published file contains
a hash of its content, so a changed file has a new address; `{% static %}` gives it (`HashedFiles`).
"""

import gzip
import hashlib
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, FileSystemFinder, get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from rjsmin import jsmin
from servestatic import ServeStaticASGI

ASKED_FOR = ("js/pages/", "js/workers/")
# Every page asks for this one; what it needs is in `PARTS` for all.
EVERY = "js/pages/every.js"
PARTS = "js/parts.js"
# Browsers keep a file without a hash in its name for a minute, then ask whether it changed.
MAX_AGE_S = 60
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+(\.gz)?$")
# A page that was open during an update may still ask for what it knew.
KEEP_OLD_DAYS = 30

_SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A blank before a colon means something in a selector: it stays.
_SHEET_BLANKS = re.compile(r"\s*([{};,])\s*|(?<=[\w-]:)\s+")
_SHEET_URL = re.compile(r'url\("\.\./([\w/.-]+)"\)')
_SHEET_IMPORT = re.compile(r'@import url\("([\w-]+\.css)"\)(?: layer\((\w+)\))?(?: (\w+))?;')

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";', re.MULTILINE)
_HANDED_ON = re.compile(r'^export \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};", re.MULTILINE)
_DECLARED = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_NOT_JOINED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

_USE = """const made = {};
export function use(path, make) {
  return (made[path] ??= make());
}
"""
# A page that is opened from disk may load no modules: everything in one plain script.
_PLAIN = """"use strict";
{
%s
%s
}
"""


class CannotJoin(ValueError):
    """A module is written in a way that is not known here; says where and how."""


def with_static_files(application: Any) -> ServeStaticASGI:
    """Serve them in front of an application: a page needs several of them, and no middleware."""
    served = ServeStaticASGI(
        application,
        autorefresh=settings.DEBUG,
        max_age=MAX_AGE_S,
        immutable_file_test=lambda path, url: HASHED.search(url),
        allow_all_origins=False,
        add_headers_function=_forbid_sniffing,
    )
    finders = [each for each in get_finders() if isinstance(each, FileSystemFinder | AppDirectoriesFinder)]
    storages = [storage for finder in finders for storage in finder.storages.values()]
    for storage in reversed(storages):  # whoever comes last here is found first, as by the finders
        served.add_files(storage.location, prefix=settings.STATIC_URL)
    if not settings.DEBUG:
        remove_old(set(publish().values()))
        served.add_files(settings.STATIC_ROOT, prefix=settings.STATIC_URL)
    return served


def _forbid_sniffing(headers: Headers, path: str, url: str) -> None:
    """Send what Django's middleware sends with every page."""
    headers["X-Content-Type-Options"] = "nosniff"


class HashedFiles(StaticFilesStorage):
    """Give the address of a published file; while developing, that of the source."""

    def url(self, name: str | None) -> str:
        hashed = name if settings.DEBUG or name is None else publish().get(name, name)
        return super().url(hashed)


@cache
def publish() -> dict[str, str]:
    """Write what pages ask for into `STATIC_ROOT`, and return the new name of each file by its name."""
    source, names = settings.BASE_DIR / "static", dict[str, str]()

    def add(name: str, content: bytes, packed: bool = True) -> None:
        stem, suffix = os.path.splitext(name)
        names[name] = f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
        path = settings.STATIC_ROOT / names[name]
        if not path.is_file():
            if packed:
                _write(path.with_name(f"{path.name}.gz"), gzip.compress(content, mtime=0))
            _write(path, content)

    for path in sorted(source.rglob("*")):
        if path.suffix in {".woff2", ".png", ".svg"}:
            add(path.relative_to(source).as_posix(), path.read_bytes(), packed=path.suffix == ".svg")
    for path in sorted((source / "css").glob("*.css")):
        sheet = _SHEET_URL.sub(lambda found: f'url("../{names[found[1]]}")', one_sheet(path))
        small = _SHEET_BLANKS.sub(r"\1", _SHEET_COMMENT.sub("", sheet)).strip()
        add(path.relative_to(source).as_posix(), small.encode())
    scripts = dict(joined_scripts(source))
    add(PARTS, jsmin(scripts.pop(PARTS)).encode())
    for name, text in scripts.items():
        text = text.replace(relpath(PARTS, dirname(name)), relpath(names[PARTS], dirname(name)), 1)
        add(name, jsmin(text).encode())
    return names


def remove_old(current: set[str]) -> None:
    """Delete what earlier versions published, except what an open page may still ask for."""
    long_ago = time.time() - KEEP_OLD_DAYS * 24 * 3600
    for path in filter(Path.is_file, settings.STATIC_ROOT.rglob("*")):
        name = path.relative_to(settings.STATIC_ROOT).as_posix()
        is_old = not HASHED.search(name) or path.stat().st_mtime < long_ago
        if is_old and name.removesuffix(".gz") not in current:
            path.unlink(missing_ok=True)


def one_sheet(path: Path) -> str:
    def imported(found: re.Match[str]) -> str:
        name, layer, media = found.groups()
        text = (path.parent / name).read_text("utf-8")
        if layer:
            text = f"@layer {layer} {{\n{text}}}"
        return f"@media {media} {{\n{text}\n}}" if media else text

    return _SHEET_IMPORT.sub(imported, path.read_text("utf-8"))


def joined_scripts(root: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each file to serve in place of the modules in `js/` below the root."""
    modules = _modules(root)
    shared: dict[str, str] = {}
    common = _needed_by(EVERY, modules)[:-1] if EVERY in modules else []
    yield PARTS, _USE + "".join(modules[each].made(shared, "export ") for each in common)
    for name in modules:
        if name.startswith(ASKED_FOR):
            yield name, _with_all_it_needs(name, modules, shared)


def plain_script(root: Path, name: str) -> str:
    """One script in `js/` with all it needs, for pages without a server."""
    modules, in_sight = _modules(root), dict[str, str]()
    needed = "".join(modules[each].made(in_sight) for each in _needed_by(name, modules))
    return _PLAIN % (_USE.replace("export ", ""), needed)


def _modules(root: Path) -> "dict[str, Module]":
    modules = {}
    for path in sorted((root / "js").rglob("*.js")):
        name = path.relative_to(root).as_posix()
        modules[name] = Module.read(name, path.read_text("utf-8"))
    return modules


@dataclass
class Module:
    """A module as a function to call once: its body, whom it imports, and what its exports are inside."""

    name: str
    body: str = ""
    needs: list[str] = field(default_factory=list)
    # (module, name there, name here); `*` is the whole module
    imports: list[tuple[str, str, str]] = field(default_factory=list)
    exports: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str, text: str) -> "Module":
        module = cls(name)
        text = _IMPORT.sub(module._import, text)
        text = _HANDED_ON.sub(module._hand_on, text)
        text = _LISTED.sub(module._export_list, text)
        module.body = _DECLARED.sub(module._export_declared, text)
        if left := _NOT_JOINED.search(module.body):
            raise CannotJoin(f"{name}: {left[0]}")
        return module

    def _need(self, way: str) -> str:
        self.needs.append(normpath(f"{dirname(self.name)}/{way}"))
        return self.needs[-1]

    def _import(self, found: re.Match[str]) -> str:
        names, whole, way = found.groups()
        other = self._need(way)
        self.imports += [(other, own, here) for own, here in ([("*", whole)] if whole else _pairs(names))]
        return ""

    def _hand_on(self, found: re.Match[str]) -> str:
        other = self._need(found[2])
        self.exports |= {outside: f'use("{other}").{own}' for own, outside in _pairs(found[1])}
        return ""

    def _export_list(self, found: re.Match[str]) -> str:
        self.exports |= {outside: own for own, outside in _pairs(found[1])}
        return ""

    def _export_declared(self, found: re.Match[str]) -> str:
        self.exports[found[1]] = found[1]
        return ""

    def made(self, in_sight: dict[str, str], export: str = "") -> str:
        """Return the statement that makes it; its exports are in sight of all that follows.

        `in_sight` has the module of each name. What a module imports is said again only where it has another
        name there, or two modules export one name.
        """
        bound = [
            f'const {here} = use("{other}"){"" if own == "*" else f".{own}"};\n'
            for other, own, here in self.imports
            if own != here or in_sight.get(own) != other
        ]
        shown = [name for name in self.exports if in_sight.setdefault(name, self.name) == self.name]
        given = [name if name == own else f"{name}: {own}" for name, own in self.exports.items()]
        return "".join(
            [
                f"{export}const {{ {', '.join(shown)} }} = " if shown else "",
                f'use("{self.name}", () => {{\n{"".join(bound)}{self.body}\n',
                f"return {{ {', '.join(given)} }};\n}});\n",
            ]
        )


def _needed_by(name: str, modules: dict[str, Module]) -> list[str]:
    """The module and all that it imports, each after what it needs itself."""
    needed: dict[str, None] = {}

    def need(each: str, on_the_way: tuple[str, ...]) -> None:
        if each in needed:
            return
        way = (*on_the_way, each)
        if each in on_the_way or each not in modules:
            raise CannotJoin(" imports ".join(way))
        for other in modules[each].needs:
            need(other, way)
        needed[each] = None

    need(name, ())
    return list(needed)


def _with_all_it_needs(name: str, modules: dict[str, Module], shared: dict[str, str]) -> str:
    """The script of a page, which has from `PARTS` what all of them need."""
    here = [each for each in _needed_by(name, modules) if each not in shared.values()]
    asked = {own for each in here for other, own, _ in modules[each].imports if shared.get(own) == other}
    in_sight = {own: shared[own] for own in sorted(asked)}
    return "".join(
        [
            f'import {{ {", ".join(["use", *in_sight])} }} from "./{relpath(PARTS, dirname(name))}";\n',
            *(modules[each].made(in_sight, "export " if each == name else "") for each in here),
        ]
    )


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """`a, b as c`: (a, a), (b, c)."""
    for each in filter(None, map(str.strip, names.split(","))):
        own, _, other = each.partition(" as ")
        yield own, other or own


def _write(path: Path, content: bytes) -> None:
    """Write a whole file or none: several processes may start at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)
