"""A believable club to look around in: loaded from data, played by bots, removed again."""
