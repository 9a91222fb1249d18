"""What every test may use. A skipped test fails a run in CI: nothing may silently not be tested."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("fiveline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fiveline")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        reporter.write_line("Skipped tests fail this run: something was not tested.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
