"""Change live games: lock the game, ask the referee, append an event, announce it after the commit."""
