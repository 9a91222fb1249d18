"""Publish static files: joined, minified, cached by browsers for good, and served in front of Django.

The source has many files and a page loads few: over the Wi-Fi of a hall one file loads faster than eighty.

A sheet gets its imports in place. A script in `js/pages` or `js/workers` is loaded by a page: it
contains all modules it needs, each as a function that creates it once. The modules that every page needs are
a file of their own. Comments and blanks are left out. The name of a published file contains a hash of its
content, so a changed file has a new address; `{% static %}` gives it (`HashedFiles`).
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
# Every page loads this one; the modules it needs are in `PARTS`.
EVERY = "js/pages/every.js"
PARTS = "js/parts.js"
# Browsers keep a file without a hash in its name for a minute, then ask whether it changed.
MAX_AGE_S = 60
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+(\.gz)?$")
# A page that was open during an update may still load files of the earlier version.
KEEP_OLD_DAYS = 30

_SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A blank before a colon has a meaning in a selector, so it stays.
_SHEET_BLANKS = re.compile(r"\s*([{};,])\s*|(?<=[\w-]:)\s+")
_SHEET_URL = re.compile(r'url\("\.\./([\w/.-]+)"\)')
_SHEET_IMPORT = re.compile(r'@import url\("([\w-]+\.css)"\)(?: layer\((\w+)\))?(?: (\w+))?;')

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";', re.MULTILINE)
_REEXPORTED = re.compile(r'^export \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};", re.MULTILINE)
_DECLARED = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_NOT_JOINED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

_USE = """const made = {};
export function use(path, make) {
  return (made[path] ??= make());
}
"""
# A page that is opened from disk cannot load modules, so it gets one plain script.
_PLAIN = """"use strict";
{
%s
%s
}
"""


class CannotJoin(ValueError):
    """A module uses syntax that cannot be joined; the message says where."""


def with_static_files(application: Any) -> ServeStaticASGI:
    """Serve static files in front of an application, since they need no middleware."""
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
    for storage in reversed(storages):  # the last one wins, so the order is that of the finders
        served.add_files(storage.location, prefix=settings.STATIC_URL)
    if not settings.DEBUG:
        remove_old(set(publish().values()))
        served.add_files(settings.STATIC_ROOT, prefix=settings.STATIC_URL)
    return served


def _forbid_sniffing(headers: Headers, path: str, url: str) -> None:
    """Add the header that Django's middleware adds to every page."""
    headers["X-Content-Type-Options"] = "nosniff"


class HashedFiles(StaticFilesStorage):
    """A storage that gives the address of a published file, or in debug mode that of the source."""

    def url(self, name: str | None) -> str:
        hashed = name if settings.DEBUG or name is None else publish().get(name, name)
        return super().url(hashed)


@cache
def publish() -> dict[str, str]:
    """Write the files that pages load into `STATIC_ROOT`; return published names by their source names."""
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
    """Delete files of earlier versions, except those that an open page may still load."""
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
    """Yield name and text of each file to serve in place of the modules in `js/` below the root."""
    modules = _modules(root)
    shared: dict[str, str] = {}
    common = _modules_needed_by(EVERY, modules)[:-1] if EVERY in modules else []
    yield PARTS, _USE + "".join(modules[each].statement(shared, "export ") for each in common)
    for name in modules:
        if name.startswith(ASKED_FOR):
            yield name, _page_script(name, modules, shared)


def plain_script(root: Path, name: str) -> str:
    """Join a script in `js/` with all modules it needs, for pages without a server."""
    modules, in_sight = _modules(root), dict[str, str]()
    needed = "".join(modules[each].statement(in_sight) for each in _modules_needed_by(name, modules))
    return _PLAIN % (_USE.replace("export ", ""), needed)


def _modules(root: Path) -> "dict[str, Module]":
    modules = {}
    for path in sorted((root / "js").rglob("*.js")):
        name = path.relative_to(root).as_posix()
        modules[name] = Module.read(name, path.read_text("utf-8"))
    return modules


@dataclass
class Module:
    """A JavaScript module, read: its body, its imports, and the inner name of each export."""

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
        text = _REEXPORTED.sub(module._reexport, text)
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

    def _reexport(self, found: re.Match[str]) -> str:
        other = self._need(found[2])
        self.exports |= {outside: f'use("{other}").{own}' for own, outside in _pairs(found[1])}
        return ""

    def _export_list(self, found: re.Match[str]) -> str:
        self.exports |= {outside: own for own, outside in _pairs(found[1])}
        return ""

    def _export_declared(self, found: re.Match[str]) -> str:
        self.exports[found[1]] = found[1]
        return ""

    def statement(self, in_sight: dict[str, str], export: str = "") -> str:
        """Return the statement that creates the module; its exports are visible to all that follow.

        `in_sight` has the module of each visible name. An import is declared again only if it is renamed, or
        if two modules export the same name.
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


def _modules_needed_by(name: str, modules: dict[str, Module]) -> list[str]:
    """List all modules that it imports, then itself; each comes after its own imports."""
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


def _page_script(name: str, modules: dict[str, Module], shared: dict[str, str]) -> str:
    """Join the script of a page; the modules that all pages need are imported from `PARTS`."""
    here = [each for each in _modules_needed_by(name, modules) if each not in shared.values()]
    asked = {own for each in here for other, own, _ in modules[each].imports if shared.get(own) == other}
    in_sight = {own: shared[own] for own in sorted(asked)}
    return "".join(
        [
            f'import {{ {", ".join(["use", *in_sight])} }} from "./{relpath(PARTS, dirname(name))}";\n',
            *(modules[each].statement(in_sight, "export " if each == name else "") for each in here),
        ]
    )


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """Split names of an import or export: `a, b as c` gives (a, a), (b, c)."""
    for each in filter(None, map(str.strip, names.split(","))):
        own, _, other = each.partition(" as ")
        yield own, other or own


def _write(path: Path, content: bytes) -> None:
    """Write a whole file or none: several processes may start at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)
