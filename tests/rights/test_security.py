"""Django's own deployment check, and the headers every page carries."""

import os
import subprocess
import sys

import pytest


def test_the_tls_profile_passes_djangos_deployment_check(tmp_path, request):
    # Set by the tests that drive a browser, and rightly refused in deployment.
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    surroundings = {
        **inherited,
        "FIVELINE_PROFILE": "tls",
        "FIVELINE_HOSTS": "club.example",
        "FIVELINE_DATA": str(tmp_path),
    }
    run = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=request.config.rootpath,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.django_db
def test_pages_allow_no_inline_script_and_no_other_host(client):
    policy = client.get("/sign-in/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.django_db
def test_an_address_with_a_secret_tells_no_other_site(client):
    assert client.get("/sign-in/")["Referrer-Policy"] == "same-origin"
