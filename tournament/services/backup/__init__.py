"""Backups of the whole installation or of one tournament."""
