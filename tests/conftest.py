"""What every test may use. A skipped test fails a run in CI: nothing may silently not be tested."""

import os
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.postgres import flush_beside_a_server

settings.register_profile("fiveline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fiveline")

if os.environ.get("FIVELINE_TEST_DATABASE") == "postgres":
    flush_beside_a_server()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Only asked for where xdist is; without it (`-p no:xdist`) nothing is missed."""
    from tests.scheduling import Together

    return Together(config, log)


@pytest.fixture(autouse=True)
def _nobody_has_spoken_german_before(settings):
    """A request leaves its language behind in the thread, and the next test would read it."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _quick_passwords(request, settings):
    """Passwords are hashed slowly on purpose, which no test is about. A server in its own process insists."""
    if request.node.get_closest_marker("browser") is None:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        reporter.write_line("Skipped tests fail this run: something was not tested.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
