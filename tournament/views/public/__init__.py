"""The public pages of a tournament, a player's own page, and the sheets to print."""
