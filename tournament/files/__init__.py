"""Files that are read here or elsewhere: text and JSON within limits, and the JSON form of a tournament."""
