"""Joined scripts behave as the modules from which they were made."""

import json
import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings

from tests.js.nodejs import HERE, run, run_tests
from tournament.server.static import CannotJoin, joined_scripts, plain_script

TEMPLATES = list((settings.BASE_DIR / "templates").rglob("*.html"))
SCRIPT = re.compile(r"""<script src="\{% static '(js/[^']+)' %\}""")
MADE = re.compile(r'\buse\("([^"]+)", \(\) => \{$', re.MULTILINE)

EVERY_FORM = {
    "counter.js": "let count = 0;\nexport function step() { return ++count; }\nexport const START = 0;\n",
    "deep/shapes.js": """import { step as go, START } from "../counter.js";
import * as counter from "../counter.js";
export class Shape { size = 5; }
export async function later() { return "later"; }
const inner = [START, counter.START];
export { inner, inner as other };
export { step as handed } from "../counter.js";
go();
""",
    "pages/main.js": """import {
  step,
} from "../counter.js";
import { Shape, handed, inner, other, later } from "../deep/shapes.js";
console.log(JSON.stringify([step(), handed(), inner, other === inner, new Shape().size, typeof later]));
""",
}


def lay_out(files, folder):
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def source(tmp_path):
    def make(files):
        return lay_out(((f"js/{name}", text) for name, text in files.items()), tmp_path / "source")

    return make


def test_every_form_of_import_and_export_means_the_same_and_each_module_is_made_once(source, tmp_path):
    modules = source(EVERY_FORM)
    joined = lay_out(joined_scripts(modules), tmp_path / "joined")
    said = [json.loads(run(str(folder / "js/pages/main.js"))) for folder in (modules, joined)]
    assert said[0] == said[1] == [2, 3, [0, 0], True, 5, "function"]


def test_a_plain_script_for_pages_from_disk_does_the_same_without_any_import(source, tmp_path):
    text = plain_script(source(EVERY_FORM), "js/pages/main.js")
    plain = tmp_path / "plain.cjs"
    plain.write_text(text, encoding="utf-8")
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert json.loads(run(str(plain))) == [2, 3, [0, 0], True, 5, "function"]


def test_what_two_scripts_bring_is_made_once(source, tmp_path):
    both = 'import { step } from "../counter.js";\nexport const count = step();\n'
    files = {"counter.js": EVERY_FORM["counter.js"], "pages/one.js": both, "pages/two.js": both}
    joined = lay_out(joined_scripts(source(files)), tmp_path / "joined")
    (joined / "both.js").write_text(
        'import * as a from "./js/pages/one.js";\nimport * as b from "./js/pages/two.js";\n'
        "console.log(a.count, b.count);\n"
    )
    assert run(str(joined / "both.js")) == "1 2\n"
    assert not (joined / "js/counter.js").exists()


def test_modules_that_import_each_other_are_named(source):
    files = {
        "pages/main.js": 'import { a } from "../a.js";\n',
        "a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
        "b.js": 'import { a } from "./a.js";\nexport const b = 1;\n',
    }
    way = r"js/pages/main\.js imports js/a\.js imports js/b\.js imports js/a\.js"
    with pytest.raises(CannotJoin, match=way):
        list(joined_scripts(source(files)))


@pytest.mark.parametrize(
    "line", ["export default 5;", 'import shape from "./shape.js";', 'import "./shape.js";']
)
def test_a_form_that_is_not_known_is_named_with_its_file(source, line):
    with pytest.raises(CannotJoin, match=re.escape(f"js/pages/odd.js: {line}")):
        list(joined_scripts(source({"pages/odd.js": f"const a = 1;\n{line}\n"})))


def test_a_module_that_is_not_there_is_named_with_who_imports_it(source):
    with pytest.raises(CannotJoin, match=r"js/pages/main\.js imports js/gone\.js"):
        list(joined_scripts(source({"pages/main.js": 'import { a } from "../gone.js";\n'})))


OURS = settings.BASE_DIR / "static"


def test_every_page_asks_for_scripts_that_are_there_and_no_other_is_there():
    asked = {name for page in TEMPLATES for name in SCRIPT.findall(page.read_text(encoding="utf-8"))}
    assert asked == {path.relative_to(OURS).as_posix() for path in (OURS / "js/pages").glob("*.js")}


def test_every_module_is_needed_by_a_page():
    needed = {name for _, text in joined_scripts(OURS) for name in MADE.findall(text)}
    assert needed == {path.relative_to(OURS).as_posix() for path in (OURS / "js").rglob("*.js")}


def test_our_own_scripts_can_all_be_joined_and_read(tmp_path):
    joined = lay_out(joined_scripts(OURS), tmp_path / "static")
    for script in joined.rglob("*.js"):
        run("--check", str(script))


# What referee.test.js imports, by module.
OF_THE_REFEREE = {
    "clock/snapshot.js": "toJson",
    "referee/codec.js": "dumpPlay, loadAgreement",
    "referee/folding.js": "apply, replay",
    "referee/rulings.js": "decide",
    "referee/state.js": "State",
}


def test_the_referee_when_joined_passes_the_tests_of_the_referee(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(OURS / "js", source / "js")
    stems = [Path(module).stem for module in OF_THE_REFEREE]
    imported = (f'import * as {Path(module).stem} from "../{module}";\n' for module in OF_THE_REFEREE)
    page = "".join(imported) + f"export {{ {', '.join(stems)} }};\n"
    (source / "js/pages/joined_referee.js").write_text(page)
    joined = lay_out(joined_scripts(source), tmp_path / "static")
    assert "import {" not in (joined / "js/pages/joined_referee.js").read_text().split("\n", 1)[1]
    shutil.copytree(HERE, tmp_path / "tests/js")
    (tmp_path / "tests/vectors").symlink_to(HERE.parent / "vectors")
    for module, names in OF_THE_REFEREE.items():
        stem = Path(module).stem
        whole = f'import {{ {stem} }} from "../pages/joined_referee.js";\n'
        lay_out([(f"js/{module}", f"{whole}export const {{ {names} }} = {stem};\n")], joined)
    run_tests(str(tmp_path / "tests/js/referee.test.js"))
