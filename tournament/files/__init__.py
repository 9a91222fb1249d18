"""Files that are read here or elsewhere: text and JSON within bounds, and the JSON form of a tournament."""
