"""Checks of the source text, which `make check` runs. Each failure names the place and says what to do."""
