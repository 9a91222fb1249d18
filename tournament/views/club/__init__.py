"""Pages of the club: ratings, players, evenings, import and export."""
