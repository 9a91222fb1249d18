"""Pages of live games."""
