"""Fixtures and hooks for all tests. In CI a skipped test fails the run, so that none goes unseen."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models.signals import post_migrate
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.databases import databases
from tests.plugins.emptying import let_flush_empty_the_log
from tests.postgres import flush_beside_a_server

settings.register_profile("fiveline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fiveline")

if os.environ.get("FIVELINE_TEST_DATABASE") == "postgres":
    flush_beside_a_server()
else:
    let_flush_empty_the_log()


# The longest tests start first, so that no worker is alone with one at the end.
LONGEST = (
    "tests/live/",
    "tests/rights/test_every_url.py",
    "tests/tournament/test_demo.py",
    "tests/rights/test_odd_values.py",
    "tests/project/test_serve.py",
    "tests/tournament/test_page_cache.py",
    "tests/tournament/test_backup.py",
    "tests/tournament/desk/test_buttons_by_role.py",
    "tests/tournament/test_restoring.py",
    "tests/tournament/test_points.py",
    "tests/js/test_node.py",
    "tests/clock/test_laws.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return next(
            (place for place, path in enumerate(LONGEST) if item.nodeid.startswith(path)), len(LONGEST)
        )

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Distribute tests by `Together`. Without xdist (`-p no:xdist`) this hook is not called."""
    from tests.plugins.scheduling import Together

    return Together(config, log)


if os.environ.get("FIVELINE_TEST_DATABASE") != "postgres":

    @pytest.fixture(scope="session")
    def django_db_setup(django_test_environment: None, django_db_modify_db_settings: None) -> Iterator[None]:
        """Copy migrated databases instead of migrating; each worker has its own folder."""
        ours = connection.settings_dict["NAME"]
        databases.create(Path(connection.settings_dict["TEST"]["NAME"]))
        yield
        connection.close()
        connection.settings_dict["NAME"] = ours

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(item: pytest.Item) -> None:
        """Choose the database of the test before a fixture uses it."""
        marker = item.get_closest_marker("django_db")
        commits = "transactional_db" in item.fixturenames or (marker and marker.kwargs.get("transaction"))
        databases.choose(bystanders=not commits and item.get_closest_marker("empty_club") is None)


@pytest.fixture(scope="session", autouse=True)
def _emptied_tables_stay_empty() -> None:
    """Stop Django from writing content types and permissions again after each test that commits."""
    post_migrate.receivers.clear()
    post_migrate.sender_receivers_cache.clear()


@pytest.fixture(autouse=True)
def _default_language(settings):
    """Reset the language, because a request leaves its language in the thread."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _empty_cache_and_rate_limits():
    """Reset page cache and rate limits, because all tests come from one address."""
    from games.access.rate_limit import RateLimit, rate_limit

    vars(rate_limit).update(vars(RateLimit()))
    cache.clear()


@pytest.fixture(autouse=True)
def _no_devices_present():
    """Reset presence, because games have the same ids as those of the test before."""
    from games.live.presence import Presence, devices

    devices.presence = Presence()


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Hash passwords quickly: the slow hash of the product takes a tenth of a second."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_finish() -> None:
    """Exclude imported modules from garbage collection, which saves a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        reporter.write_line("Skipped tests fail this run.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
