"""What everybody may see of a tournament, what a player does from the own link, and what goes on paper."""
