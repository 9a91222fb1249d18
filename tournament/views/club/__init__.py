"""A club's memory on screen: ratings, players, evenings, what is brought in and what is handed out."""
