"""Wire JSON of live games to typed values (`upward`) and back (`downward`): the only place with key names."""
