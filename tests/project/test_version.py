"""One version number, the same on the command line, on pages and in the changelog."""

import re
import subprocess
import sys

import pytest
from django.urls import reverse

from tests.server_process import ROOT

PROJECT = (ROOT / "pyproject.toml").read_text()
VERSION = re.search(r'^version = "(.+)"$', PROJECT, re.MULTILINE)[1]


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_the_command_line_tells_which_fiveline_this_is(asked):
    told = subprocess.run(
        [sys.executable, "manage.py", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"Fiveline {VERSION}\n"


def test_it_stands_at_the_foot_of_every_page(client, db):
    page = client.get(reverse("rules")).content.decode()
    assert f"Version {VERSION}" in page[page.index("<footer") :]


def test_the_list_of_changes_has_a_chapter_for_it():
    assert re.search(rf"^## {re.escape(VERSION)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
