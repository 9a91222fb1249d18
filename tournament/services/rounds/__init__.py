"""The lifecycle of a round from publication to its end, its games, and what to do next."""
