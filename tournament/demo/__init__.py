"""A believable club to look around in: made by the services like a real one, played by bots, taken away."""
