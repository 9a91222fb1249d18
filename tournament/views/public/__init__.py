"""What everybody may see of an event, what a player does from the own link, and what goes on paper."""
