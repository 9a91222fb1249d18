"""A stage: its entrants, its options, and all that was paired and played in it."""
