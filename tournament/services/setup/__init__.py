"""Set up a tournament: create it, propose formats in the wizard, change its settings."""
