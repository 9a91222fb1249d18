"""A round's way from publication to its end, the games in it, and what to do next."""
