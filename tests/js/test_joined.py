"""Scripts that travel together are the modules they were made from."""

import json
import re
import shutil

import pytest
from django.conf import settings

from tests.js.nodejs import HERE, run, run_tests
from tournament.serving.joined import SCRIPTS, CannotJoin, joined_scripts

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
    "main.js": """import {
  step,
} from "./counter.js";
import { Shape, handed, inner, other, later } from "./deep/shapes.js";
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
    said = [json.loads(run(str(folder / "js/main.js"))) for folder in (modules, joined)]
    assert said[0] == said[1] == [2, 3, [0, 0], True, 5, "function"]


def test_the_names_of_a_module_are_found_under_its_own_address(source, tmp_path):
    joined = lay_out(joined_scripts(source(EVERY_FORM)), tmp_path / "joined")
    asked = 'import(process.argv[1]).then((made) => console.log(Object.keys(made).sort().join(" ")))'
    said = run("-e", asked, str(joined / "js/deep/shapes.js"))
    assert said == "Shape handed inner later other\n"


@pytest.mark.parametrize(
    "line", ["export default 5;", 'import shape from "./shape.js";', 'import "./shape.js";']
)
def test_a_form_that_is_not_known_is_named_with_its_file(source, line):
    with pytest.raises(CannotJoin, match=re.escape(f"js/pages/odd.js: {line}")):
        list(joined_scripts(source({"pages/odd.js": f"const a = 1;\n{line}\n"})))


@pytest.mark.parametrize("file", ["clock.test.js", "replay.test.js", "sync.test.js"])
def test_our_own_scripts_pass_their_tests_when_joined(file, tmp_path):
    files = dict(joined_scripts(settings.BASE_DIR / "static"))
    assert len(files[SCRIPTS]) > 100_000
    lay_out(files.items(), tmp_path / "static")
    shutil.copytree(HERE, tmp_path / "tests/js")
    (tmp_path / "tests/vectors").symlink_to(HERE.parent / "vectors")
    run_tests(str(tmp_path / "tests/js" / file))
