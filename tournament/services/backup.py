"""Backups."""


def make(tournament, *, reason, now_ms):
    return None
