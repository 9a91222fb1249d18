"""Django's own deployment check, and the headers every page carries."""

import os
import subprocess
import sys

import pytest
from django.contrib.auth import get_user_model

from tests.databases import own_rows

CHECK = """
import django
from django.conf import settings as its
from django.core.management import call_command

django.setup()
call_command("check", deploy=True, fail_level="WARNING")
print("HSTS", its.SECURE_HSTS_SECONDS, its.SECURE_HSTS_INCLUDE_SUBDOMAINS, its.SECURE_HSTS_PRELOAD)
"""


@pytest.fixture(scope="module")
def deployed(tmp_path_factory, pytestconfig):
    """Run the deployment check with the profile of a server on the internet, in a process of its own."""
    # Set by the tests that drive a browser, and rightly refused in deployment.
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    surroundings = {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "FIVELINE_PROFILE": "tls",
        "FIVELINE_HOSTS": "club.example",
        "FIVELINE_DATA": str(tmp_path_factory.mktemp("deployed")),
    }
    return subprocess.run(
        [sys.executable, "-c", CHECK],
        cwd=pytestconfig.rootpath,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tls_profile_passes_djangos_deployment_check(deployed):
    assert deployed.returncode == 0, deployed.stderr


def test_a_club_binds_its_own_host_to_encryption_and_no_other_site_of_its_domain(deployed):
    assert deployed.stdout.splitlines()[-1] == "HSTS 31536000 False False"


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


@pytest.mark.django_db
def test_search_engines_are_sent_away_unless_the_club_wants_them(client, settings):
    assert client.get("/sign-in/")["X-Robots-Tag"] == "noindex, nofollow"
    assert "Disallow: /\n" in client.get("/robots.txt").content.decode()
    settings.MAY_BE_INDEXED = True
    assert "X-Robots-Tag" not in client.get("/sign-in/").headers
    assert "Disallow" not in client.get("/robots.txt").content.decode()


@pytest.mark.django_db
def test_pages_of_known_users_and_devices_are_not_cached(client, browser_of):
    for page in ("/club/players/", "/log/club/", "/club/evenings/", "/desk/"):
        assert "no-store" in browser_of("organiser").get(page)["Cache-Control"], page
        own_rows(get_user_model()).delete()
    assert "no-store" not in client.get("/rules/").headers.get("Cache-Control", "")


@pytest.mark.django_db
def test_pages_use_no_camera_and_say_so(client):
    assert "camera=()" in client.get("/rules/")["Permissions-Policy"]


@pytest.mark.django_db
def test_whom_to_tell_of_a_hole_is_there_where_it_was_said(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:safe@club.example"
    text = client.get("/.well-known/security.txt").content.decode()
    assert text.startswith("Contact: mailto:safe@club.example\nExpires: ")


@pytest.mark.django_db
def test_the_cookie_of_the_language_stays_on_our_site(client):
    answer = client.post("/i18n/setlang/", {"language": "de", "next": "/rules/"})
    assert answer.cookies["django_language"]["samesite"] == "Lax"
