"""The only way live games change: lock the game, ask the referee, append, then announce."""
