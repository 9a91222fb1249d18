"""Copies of the data, of all of it or of one tournament."""
