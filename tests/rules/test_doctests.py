"""The examples in the docstrings of the rules are true."""

import doctest
import importlib
import pkgutil

import pytest

import games.rules

MODULES = [f"games.rules.{module.name}" for module in pkgutil.iter_modules(games.rules.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 10
