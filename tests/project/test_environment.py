"""The surroundings: data folder, secret key, database URL."""

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


def test_a_database_url_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club:p%40ss@db.example:5433/five?sslmode=require")
    settings = environment.database(tmp_path)
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    wanted = {"NAME": "five", "USER": "club", "PASSWORD": "p@ss", "HOST": "db.example", "PORT": 5433}
    assert wanted.items() <= settings.items()
    assert settings["OPTIONS"] == {"sslmode": "require"}


def test_an_unknown_database_url_says_which_are_known(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://x/y")
    with pytest.raises(ImproperlyConfigured, match="postgres://"):
        environment.database(tmp_path)
