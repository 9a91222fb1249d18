"""The environment: data folder, secret key, database URL."""

import importlib.resources
import stat

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournament import environment


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path, monkeypatch):
    monkeypatch.delenv("FIVELINE_SECRET_KEY", raising=False)
    key = environment.secret_key(tmp_path)
    assert len(key) >= 50
    assert environment.secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_new_data_folder_is_open_to_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("FIVELINE_DATA", raising=False)
    monkeypatch.setattr(environment, "default_data_folder", lambda: tmp_path / "house" / "var")
    folder = environment.data_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_data_folder_that_exists_keeps_its_mode(tmp_path, monkeypatch):
    monkeypatch.setenv("FIVELINE_DATA", str(tmp_path))
    tmp_path.chmod(0o750)
    assert environment.data_folder() == tmp_path
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o750


def test_time_zones_are_known_on_a_machine_that_has_none():
    """Use the package tzdata, not the files of the operating system."""
    zones = importlib.resources.files("tzdata.zoneinfo")
    assert zones.joinpath("Europe", "Berlin").is_file()


def test_a_database_url_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club:p%40ss@db.example:5433/five?sslmode=require")
    settings = environment.database(tmp_path)
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    wanted = {"NAME": "five", "USER": "club", "PASSWORD": "p@ss", "HOST": "db.example", "PORT": 5433}
    assert wanted.items() <= settings.items()
    assert settings["OPTIONS"].pop("pool")["max_size"] == 20, "connections are bounded (docs/operating.md)"
    assert settings["CONN_MAX_AGE"] == 0, "a page gives its connection back"
    assert settings["OPTIONS"] == {"sslmode": "require"}


def test_an_unknown_database_url_says_which_are_known(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://x/y")
    with pytest.raises(ImproperlyConfigured, match="postgres://"):
        environment.database(tmp_path)


def test_a_database_is_open_to_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    file = tmp_path / "fiveline.sqlite3"
    file.touch(mode=0o644)
    environment.database(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("profile", "hosts", "given", "address"),
    [
        ("tls", ["club.example", "www.club.example"], "", "https://club.example"),
        ("tls", [".club.example"], "", ""),
        ("tls", ["club.example"], "https://five.example/", "https://five.example"),
        ("lan", ["*"], "", ""),
    ],
)
def test_where_everybody_reaches_it_is_told_where_that_is_certain(
    profile, hosts, given, address, monkeypatch
):
    monkeypatch.setenv("FIVELINE_ADDRESS", given)
    assert environment.address(profile, hosts) == address
