"""The club's memory: people, evenings, ladders, ratings."""
